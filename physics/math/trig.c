/* Sine and cosine by Cody and Waite's reduction to |r| <= pi/4 and the polynomials of S. Moshier's Cephes
 * library (Methods and Programs for Mathematical Functions, Ellis Horwood 1989), which are minimax on that
 * interval. pi/2 is split in three parts of 33 bits or fewer, so that k * part is exact for |k| < 2^20. */
#include "hl/real.h"

#include "trig_parts.h"

#include <math.h>

static const double TWO_OVER_PI = 6.36619772367581382433e-01;
static const double HALF_PI_1 = 1.57079632673412561417e+00; /* first 33 bits of pi/2 */
static const double HALF_PI_2 = 6.07710050630396597660e-11; /* next 33 bits */
static const double HALF_PI_3 = 2.02226624879595063154e-21; /* the rest */
static const double REDUCTION_LIMIT = 1.0e6;                /* [rad] keeps k below 2^20 */

trig_parts trig_parts_of(double x)
{
    if (!(fabs(x) <= REDUCTION_LIMIT)) { /* beyond any joint angle; also NaN and infinity */
        x = fmod(x, 6.283185307179586476925);
    }
    const double k = nearbyint(x * TWO_OVER_PI);
    /* r + tail is the reduced argument: both products are exact, so tail is what rounding r dropped, and the
     * rest */
    const double first = x - k * HALF_PI_1, second = k * HALF_PI_2;
    const double r = first - second, tail = ((first - r) - second) - k * HALF_PI_3;
    const double r2 = r * r, half = 0.5 * r2;

    double s = 1.58962301576546568060e-10;
    s = fma(s, r2, -2.50507477628578072866e-8);
    s = fma(s, r2, 2.75573136213857245213e-6);
    s = fma(s, r2, -1.98412698295895385996e-4);
    s = fma(s, r2, 8.33333333332211858878e-3);
    s = fma(s, r2, -1.66666666666666307295e-1);
    const double sine_low = fma(r * r2, s, tail * (1.0 - half)); /* sin(r + tail) = sin r + tail cos r */

    double c = -1.13585365213876817300e-11;
    c = fma(c, r2, 2.08757008419747316778e-9);
    c = fma(c, r2, -2.75573141792967388112e-7);
    c = fma(c, r2, 2.48015872888517045348e-5);
    c = fma(c, r2, -1.38888888888730564116e-3);
    c = fma(c, r2, 4.16666666666665929218e-2);
    /* cos(r + tail) = 1 - r^2/2 + r^4 (...) - tail sin r, and what rounding `near` dropped */
    const double near = 1.0 - half, cosine_low = ((1.0 - near) - half) + fma(r2 * r2, c, -(r * tail));
    const int quadrant = (int)((long long)(k == k ? k : 0.0) & 3);
    return (trig_parts){r, sine_low, near, cosine_low, quadrant, (quadrant & 1) != 0};
}

void hl_sincos(double x, double *sine, double *cosine)
{
    const trig_parts t = trig_parts_of(x);
    const double s = t.sine + t.sine_low, c = t.cosine + t.cosine_low;
    const double swapped_s = t.odd ? c : s, swapped_c = t.odd ? s : c;
    *sine = t.quadrant & 2 ? -swapped_s : swapped_s;
    *cosine = (t.quadrant + 1) & 2 ? -swapped_c : swapped_c;
}
