/* Elementary functions by table and short series: J. M. Muller, Elementary Functions, 3rd ed., Birkhauser
 * 2016 (argument reduction: chapter 11; tables: 6). A value that must be known beyond 53 bits is an
 * unevaluated sum of two doubles, high and low; fma() makes the error of a product known exactly. */
#include "hl/real.h"

#include "real_tables.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- sine and cosine, to more than double precision ---- */

/* Sine and cosine of the angle reduced to |r| <= pi/4: each the sum of a double and a small rest. */
/* Adding it leaves an integer in the low bits of a double, rounded to nearest. */
static const double ROUND_TO_INTEGER = 0x1.8p52;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

typedef struct trig_parts {
    double sine, sine_low, cosine, cosine_low;
    uint64_t quadrant; /**< quarter turns subtracted, modulo 4; odd: sine and cosine are exchanged */
} trig_parts;

/* Sine and cosine by Cody and Waite's reduction to |r| <= pi/4 and the polynomials of S. Moshier's Cephes
 * library (Methods and Programs for Mathematical Functions, Ellis Horwood 1989), which are minimax on that
 * interval. pi/2 is split in three parts of 33 bits or fewer, so that k * part is exact for |k| < 2^20. */
static const double TWO_OVER_PI = 6.36619772367581382433e-01;
static const double HALF_PI_1 = 1.57079632673412561417e+00; /* first 33 bits of pi/2 */
static const double HALF_PI_2 = 6.07710050630396597660e-11; /* next 33 bits */
static const double HALF_PI_3 = 2.02226624879595063154e-21; /* the rest */
static const double REDUCTION_LIMIT = 1.0e6;                /* [rad] keeps k below 2^20 */

/* Without jumps, for loops over several angles. @param x  [rad], at most REDUCTION_LIMIT */
static inline trig_parts trig_parts_near(double x)
{
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
    return (trig_parts){r, sine_low, near, cosine_low, bits_of(k + ROUND_TO_INTEGER) & 3};
}

static trig_parts trig_parts_of(double x)
{
    if (!(fabs(x) <= REDUCTION_LIMIT)) { /* beyond any joint angle; also NaN and infinity */
        x = fmod(x, 6.283185307179586476925);
    }
    return trig_parts_near(x);
}

static inline void turn_back(trig_parts t, double *sine, double *cosine)
{
    const double s = t.sine + t.sine_low, c = t.cosine + t.cosine_low;
    const bool odd = (t.quadrant & 1) != 0;
    const double swapped_s = odd ? c : s, swapped_c = odd ? s : c;
    *sine = (t.quadrant & 2) != 0 ? -swapped_s : swapped_s;
    *cosine = ((t.quadrant + 1) & 2) != 0 ? -swapped_c : swapped_c;
}

void hl_sincos(double x, double *sine, double *cosine)
{
    turn_back(trig_parts_of(x), sine, cosine);
}

void hl_sincos_lanes(const double x[HL_LANES], double sine[HL_LANES], double cosine[HL_LANES])
{
    for (int k = 0; k < HL_LANES; k++) {
        double s, c;
        turn_back(trig_parts_near(x[k]), &s, &c);
        sine[k] = s;
        cosine[k] = c;
    }
}

static const double EXP_OVERFLOW = 0x1.62e42fefa39efp+9;   /* 709.78: log of the largest double */
static const double EXP_UNDERFLOW = -0x1.74910d52d3052p+9; /* -745.13: log of half of the smallest double */
static const double EXP_PLAIN = 708.0;     /* up to here neither 2^whole nor the result is subnormal */
static const double EXPM1_SERIES = 0.0625; /* up to here the series of e^x - 1 is shorter */
static const double EXPM1_OF_EXP = 40.0;   /* above it 1 is less than 2^-57 of e^x */
static const double EXPM1_FLAT = -40.0;    /* below it e^x is less than 2^-57 */
static const double TANH_SERIES = 0.0625, TANH_FLAT = 20.0; /* beyond 20, 1 - tanh x is less than 2^-57 */
static const double LOG1P_SERIES = 0x1p-8;
static const double ATAN_SERIES = 0.0625;
static const uint64_t LOG_FIRST = 0x3fe6000000000000; /* the bits of 11/16, where the table begins */

typedef struct pair {
    double high, low; /* |low| is small beside high; at most half an ulp where fast_two_sum() comes last */
} pair;

static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^n for a normal result */
static double power_of_two(int64_t n)
{
    return double_of((uint64_t)(n + 1023) << 52);
}

/* a + b exactly (Knuth) */
static pair two_sum(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return (pair){sum, (a - (sum - part)) + (b - part)};
}

/* a + b exactly, where |a| >= |b| or a = 0 (Dekker) */
static pair fast_two_sum(double a, double b)
{
    const double sum = a + b;
    return (pair){sum, (a - sum) + b};
}

/* ---- exponential ---- */

/* e^(x + low) = 2^whole step (1 + rest), step = 2^(i/128) as its bits */
typedef struct power {
    uint64_t step;
    int64_t whole;
    double rest;
} power;

/* 2^n x for the bits of an x from 1 to 2 */
static double scale_bits(uint64_t x, int64_t n)
{
    return double_of(x + ((uint64_t)n << 52));
}

/* x = k log(2)/128 + r, |r| <= 2^-8.5; what the series drops, r^6/720, is below 2^-60. */
__attribute__((always_inline)) static inline power find_power(double x)
{
    const double shifted = fma(x, STEPS_OF_LN2, ROUND_TO_INTEGER), k = shifted - ROUND_TO_INTEGER;
    const int64_t steps = (int64_t)(bits_of(shifted) - bits_of(ROUND_TO_INTEGER));
    const int64_t i = steps & 127;
    const double r = fma(-k, LN2_STEP_LOW, fma(-k, LN2_STEP_HIGH, x)), r2 = r * r;
    const double series = r2 * fma(r2, fma(r, 1.0 / 120.0, 1.0 / 24.0), fma(r, 1.0 / 6.0, 0.5));
    return (power){bits_of(EXP_STEP[i][0]), steps >> 7, EXP_STEP[i][1] + (r + series)};
}

/* 2^n (1 + p.rest) p.step */
static double value_of(const power *p, int64_t n)
{
    const double scale = scale_bits(p->step, n);
    return fma(scale, p->rest, scale);
}

/* next to overflow and among the subnormal numbers 2^whole is no normal number: scale in two steps, rounding
 * once */
static double value_at_the_ends(double x, const power *p)
{
    if (!(x <= EXP_OVERFLOW)) return x + HUGE_VAL; /* a NaN stays a NaN */
    if (x < EXP_UNDERFLOW) return 0.0;
    return p->whole > 0 ? value_of(p, p->whole - 1) * 2.0 : value_of(p, p->whole + 64) * 0x1p-64;
}

double hl_exp(double x)
{
    const power p = find_power(x);
    return fabs(x) < EXP_PLAIN ? value_of(&p, p.whole) : value_at_the_ends(x, &p);
}

/* A loop without branches becomes vector code. */
void hl_exp_four(const double x[restrict 4], double y[restrict 4])
{
    for (int i = 0; i < 4; i++) {
        const power p = find_power(x[i]);
        y[i] = value_of(&p, p.whole);
    }
    for (int i = 0; i < 4; i++)
        if (!(fabs(x[i]) < EXP_PLAIN)) y[i] = hl_exp(x[i]);
}

/* e^x - 1 in two parts, 1/16 <= |x| <= 40 */
static pair expm1_parts(double x)
{
    const power p = find_power(x);
    const double scale = scale_bits(p.step, p.whole);
    const pair base = two_sum(scale, -1.0);
    return fast_two_sum(base.high, base.low + scale * p.rest);
}

/* What it drops, x^12/12! of x, is below 2^-72. */
static double expm1_series(double x)
{
    const double x2 = x * x, x4 = x2 * x2;
    const double high =
        fma(x2, fma(x, 1.0 / 39916800.0, 1.0 / 3628800.0), fma(x, 1.0 / 362880.0, 1.0 / 40320.0));
    const double middle = fma(x2, fma(x, 1.0 / 5040.0, 1.0 / 720.0), fma(x, 1.0 / 120.0, 1.0 / 24.0));
    return fma(x2, fma(x2, fma(x4, high, middle), fma(x, 1.0 / 6.0, 0.5)), x);
}

double hl_expm1(double x)
{
    if (fabs(x) < EXPM1_SERIES) return expm1_series(x);
    if (!(x <= EXPM1_OF_EXP)) return hl_exp(x);
    if (x < EXPM1_FLAT) return -1.0;
    return expm1_parts(x).high;
}

/* x - x^3/3 + 2 x^5/15 - ...; the first term left out is below 2^-65 of x */
static double tanh_series(double x)
{
    const double z = x * x;
    double series = 21844.0 / 6081075.0;
    series = fma(series, z, -1382.0 / 155925.0);
    series = fma(series, z, 62.0 / 2835.0);
    series = fma(series, z, -17.0 / 315.0);
    series = fma(series, z, 2.0 / 15.0);
    series = fma(series, z, -1.0 / 3.0);
    return fma(x * z, series, x);
}

/* tanh x = E/(E + 2), E = e^2x - 1, the quotient corrected by its remainder */
double hl_tanh(double x)
{
    const double size = fabs(x);
    if (size < TANH_SERIES) return tanh_series(x);
    if (size > TANH_FLAT) return copysign(1.0, x);
    if (size != size) return x;
    const pair E = expm1_parts(2.0 * size), below = two_sum(E.high, 2.0);
    const double inverse = 1.0 / below.high, q = E.high * inverse;
    const double remainder = fma(-q, below.high, E.high) + fma(-q, below.low + E.low, E.low);
    return copysign(fma(remainder, inverse, q), x);
}

/* ---- logarithm and power ---- */

/* z = 2^k m: row of the table whose c is next to m, which lies in [11/16, 11/8) */
typedef struct mantissa {
    double m, k;
    const double *row;
} mantissa;

/* of a normal positive number */
static mantissa take_apart(double z)
{
    const uint64_t bits = bits_of(z), above = bits - LOG_FIRST;
    const int64_t k = (int64_t)above >> 52;
    return (mantissa){double_of(bits - ((uint64_t)k << 52)), (double)k, LOG_STEP[above >> 45 & 127]};
}

/* (log(1 + r) - r + r^2/2)/r^3 for |r| <= 2^-7; what it drops, r^9/9, is below 2^-66 */
static double log_series(double r)
{
    const double r2 = r * r;
    const double low = fma(r, -1.0 / 4.0, 1.0 / 3.0), high = fma(r, -1.0 / 6.0, 1.0 / 5.0);
    return fma(r2, fma(r2, fma(r, -1.0 / 8.0, 1.0 / 7.0), high), low);
}

/* log(z + low): k log 2 - log(1/c) + log(1 + r), r = (z + low)/(2^k c) - 1. 1/c has 8 bits, so that z/(2^k c)
 * - 1 is exact; k log 2 and log c are multiples of 2^-42 but for their low parts, so that their sum is exact.
 */
static pair log_parts(double z, double low)
{
    const mantissa t = take_apart(z);
    const double share = low == 0.0 ? 0.0 : low * (t.row[0] * power_of_two(-(int64_t)t.k));
    const double r = fma(t.m, t.row[0], -1.0), r2 = r * r;
    const double base = fma(t.k, LN2_HIGH, t.row[1]), base_low = fma(t.k, LN2_LOW, t.row[2]);
    const pair first = fast_two_sum(base, r), square = {-0.5 * r2, fma(-0.5 * r, r, 0.5 * r2)};
    const pair second = fast_two_sum(first.high, square.high);
    const double rest = fma(r * r2, log_series(r), fma(-r, share, share)); /* share/(1 + r) */
    return (pair){second.high, second.low + (first.low + (square.low + (base_low + rest)))};
}

/* log of a positive finite number, subnormal ones too */
static pair log_of_positive(double x)
{
    if (x >= 0x1p-1022) return log_parts(x, 0.0);
    const pair scaled = log_parts(x * 0x1p54, 0.0);
    const pair sum = fast_two_sum(-54.0 * LN2_HIGH, scaled.high);
    return (pair){sum.high, sum.low + (scaled.low - 54.0 * LN2_LOW)};
}

double hl_log(double x)
{
    if (!(x > 0.0)) return x == 0.0 ? -HUGE_VAL : (double)NAN;
    if (x == HUGE_VAL) return x;
    const pair log = log_of_positive(x);
    return log.high + log.low;
}

double hl_log1p(double x)
{
    if (fabs(x) < LOG1P_SERIES) return x - x * (x * fma(-x, log_series(x), 0.5));
    if (!(x > -1.0)) return x == -1.0 ? -HUGE_VAL : (double)NAN;
    if (x > 0x1p60) return hl_log(x);
    const pair sum = two_sum(1.0, x), log = log_parts(sum.high, sum.low);
    return log.high + log.low;
}

/* x^y = e^(y log x), the logarithm known to some 68 bits */
double hl_pow(double x, double y)
{
    if (y == 0.0 || x == 1.0) return 1.0;
    if (!(x >= 0.0) || y != y) return (double)NAN;
    if (x == 0.0 || x == HUGE_VAL) return (x == 0.0) == (y > 0.0) ? 0.0 : HUGE_VAL;
    if (fabs(y) > 0x1p80) return (x > 1.0) == (y > 0.0) ? HUGE_VAL : 0.0; /* |log x| >= 2^-53 */
    const pair parts = log_of_positive(x), log = fast_two_sum(parts.high, parts.low);
    const double high = y * log.high, low = fma(y, log.high, -high) + y * log.low;
    if (fabs(high) > 1000.0) return high > 0.0 ? HUGE_VAL : 0.0;
    power p = find_power(high);
    p.rest = fma(p.rest, low, p.rest + low); /* (1 + rest) e^low; low is below 2^-40 */
    return fabs(high) < EXP_PLAIN ? value_of(&p, p.whole) : value_at_the_ends(high, &p);
}

/* ---- roots ---- */

/* r = x^(-1/3) by steps of fourth order, e = 1 - x r^3; then y = x r^2 with its residual x - y^3 known
 * exactly */
static double cbrt_of_normal(double x)
{
    static const uint64_t FIRST_GUESS =
        0x553ef0ff289dd796; /* bits of the inverse root: this less a third of x's */
    double r = double_of(FIRST_GUESS - bits_of(x) / 3);
    for (int pass = 0; pass < 2; pass++) {
        const double e = fma(-x * r, r * r, 1.0);
        r = fma(r * e, fma(e, fma(e, 14.0 / 81.0, 2.0 / 9.0), 1.0 / 3.0), r);
    }
    const double y = x * r * r, square = y * y, square_low = fma(y, y, -square);
    const double residual = fma(-square, y, x) - square_low * y;
    return fma(residual * (r * r), 1.0 / 3.0, y);
}

double hl_cbrt(double x)
{
    const double size = fabs(x);
    if (size == 0.0 || !(size < HUGE_VAL)) return x;
    if (size < 0x1p-700)
        return copysign(cbrt_of_normal(size * 0x1p600) * 0x1p-200, x); /* residuals keep their bits */
    return copysign(cbrt_of_normal(size), x);
}

/* The root of the rounded sum of squares, corrected by its residual, which fma() knows exactly: C. F. Borges,
 * An improved algorithm for hypot(a, b), ACM Transactions on Mathematical Software 47 (2021), algorithm 9. 0
 * < b <= a. */
static double hypot_of_ordered(double a, double b)
{
    const double h = sqrt(fma(a, a, b * b)), h2 = h * h, a2 = a * a;
    const double residual = fma(-b, b, h2 - a2) + fma(h, h, -h2) - fma(a, a, -a2);
    return h - residual / (2.0 * h);
}

double hl_hypot(double x, double y)
{
    const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    if (a == HUGE_VAL) return a;
    if (x != x || y != y) return x + y;
    if (b < a * 0x1p-54) return a;
    if (a > 0x1p500) return hypot_of_ordered(a * 0x1p-600, b * 0x1p-600) * 0x1p600;
    if (b < 0x1p-400) return a == 0.0 ? a : hypot_of_ordered(a * 0x1p600, b * 0x1p600) * 0x1p-600;
    return hypot_of_ordered(a, b);
}

/* ---- angles ---- */

double hl_tan(double x)
{
    const trig_parts t = trig_parts_of(x);
    const bool odd = (t.quadrant & 1) != 0;
    const pair above = fast_two_sum(odd ? t.cosine : t.sine, odd ? t.cosine_low : t.sine_low);
    const pair below = fast_two_sum(odd ? t.sine : t.cosine, odd ? t.sine_low : t.cosine_low);
    const double inverse = 1.0 / below.high, q = above.high * inverse;
    const double remainder = fma(-q, below.high, above.high) + fma(-q, below.low, above.low);
    const double tangent = fma(remainder, inverse, q);
    return odd ? -tangent : tangent;
}

/* (atan(t) - t)/t^3 for |t| <= 1/16 in z = t^2; what it drops is below 2^-58 of t */
static double atan_series(double z)
{
    const double z2 = z * z;
    const double low = fma(z, 1.0 / 5.0, -1.0 / 3.0), high = fma(z, 1.0 / 9.0, -1.0 / 7.0);
    return fma(z2, fma(z2, fma(z, 1.0 / 13.0, -1.0 / 11.0), high), low);
}

/* base + turn atan(y/x), turn = 1 or -1, for 0 <= y <= x, x a normal number */
static double add_atan(pair base, double turn, double y, double x)
{
    const double inverse = 1.0 / x, q = y * inverse;
    if (q < ATAN_SERIES) {
        const double low = fma(-q, x, y) * inverse;
        const pair sum = fast_two_sum(base.high, turn * q);
        return sum.high + (sum.low + (base.low + turn * fma(q * q * q, atan_series(q * q), low)));
    }
    const double shifted = q * 64.0 + ROUND_TO_INTEGER, c = (shifted - ROUND_TO_INTEGER) / 64.0;
    const double *row = ATAN_STEP[bits_of(shifted) & 127];
    const double t = fma(-c, x, y) / fma(c, y, x); /* tan(atan q - atan c), |t| <= 1/128 */
    const pair sum = fast_two_sum(base.high, turn * row[0]);
    const double rest = fma(t * t * t, atan_series(t * t), row[1]);
    return sum.high + (sum.low + (base.low + turn * (t + rest)));
}

/* The octants of the angle: atan(y/x), pi/2 - atan(x/y), ..., of positive normal numbers */
static double atan_of_quadrant(double y, double x, int is_left)
{
    static const pair ZERO = {0.0, 0.0}, QUARTER = {HALF_PI_HIGH, HALF_PI_LOW},
                      HALF = {2.0 * HALF_PI_HIGH, 2.0 * HALF_PI_LOW};
    if (y > x) return add_atan(QUARTER, is_left ? 1.0 : -1.0, x, y);
    return add_atan(is_left ? HALF : ZERO, is_left ? -1.0 : 1.0, y, x);
}

/* where a quotient could leave the range of normal numbers: scaled, or one of the two is as good as zero */
static double atan_at_the_ends(double y, double x, int is_left)
{
    if (y == 0.0) return is_left ? 2.0 * HALF_PI_HIGH : 0.0;
    if (x == 0.0 || (y == HUGE_VAL && x < HUGE_VAL)) return HALF_PI_HIGH;
    if (x == HUGE_VAL) {
        if (y == HUGE_VAL) return atan_of_quadrant(1.0, 1.0, is_left);
        return is_left ? 2.0 * HALF_PI_HIGH : 0.0;
    }
    const double scale = fmax(x, y) > 1.0 ? 0x1p-100 : 0x1p100, largest = fmax(x, y);
    if (fmin(x, y) > largest * 0x1p-200) return atan_of_quadrant(y * scale, x * scale, is_left);
    if (y > x) return HALF_PI_HIGH;
    return is_left ? 2.0 * HALF_PI_HIGH : y / x; /* atan q = q (1 - q^2/3) */
}

double hl_atan2(double y, double x)
{
    const double above = fabs(y), right = fabs(x);
    const int is_left = x < 0.0 || (x == 0.0 && copysign(1.0, x) < 0.0);
    if (x != x || y != y) return x + y;
    const double least = fmin(above, right), largest = fmax(above, right);
    const int is_plain = least > 0x1p-400 && largest < 0x1p400;
    return copysign(
        is_plain ? atan_of_quadrant(above, right, is_left) : atan_at_the_ends(above, right, is_left), y);
}

double hl_atan(double x)
{
    return hl_atan2(x, 1.0);
}

/* P of asin(x) = x + x^3 P(x^2), even and odd powers of z = x^2 side by side */
static double asin_series(double z)
{
    enum { COUNT = sizeof ASIN_SERIES / sizeof ASIN_SERIES[0] };
    const double z2 = z * z;
    double even = ASIN_SERIES[COUNT - 1], odd = ASIN_SERIES[COUNT - 2];
    _Static_assert(COUNT % 2 == 1, "the last power is even");
    for (int i = COUNT - 3; i > 0; i -= 2) {
        even = fma(even, z2, ASIN_SERIES[i]);
        odd = fma(odd, z2, ASIN_SERIES[i - 1]);
    }
    return fma(odd, z, fma(even, z2, ASIN_SERIES[0]));
}

/* up to 1/2 by a polynomial, above it pi/2 - 2 asin(sqrt((1 - x)/2)) with the root in two parts */
double hl_asin(double x)
{
    const double size = fabs(x);
    if (!(size <= 1.0)) return (double)NAN;
    if (size <= 0.5) return fma(x * (x * x), asin_series(x * x), x);
    if (size == 1.0) return copysign(HALF_PI_HIGH, x);
    const double z = 0.5 * (1.0 - size), root = sqrt(z), root_low = 0.5 * fma(-root, root, z) / root;
    const double rest = fma(root * z, asin_series(z), root_low);
    const pair first = fast_two_sum(HALF_PI_HIGH, -2.0 * root);
    return copysign(first.high + (first.low + (HALF_PI_LOW - 2.0 * rest)), x);
}
