/* Capacity of a control volume. Source: 002 Eq. (22)-(23), written as C dp/dt = sum Q - dV/dt with C = V/B_e.
 *
 * Departures and additions, all off when their parameter is zero:
 *   modulus   B_oil(p) = B + m p for p > 0
 *   air       free air of volume a V at p_atm, compressed along p V_g^k = const: adds a V/(k p)
 * (p_atm/p)^(1/k); below AIR_FLOOR, where it would grow without bound, the term stays as it is there vapour
 * V_largest/w STEP((p_v - p)/w), w = p_v/2, after the picture that bubbles take the room that oil leaves at a
 *             pressure that hardly falls. Their volume G is the integral of it over p, a function of p alone.
 */
#include "hyd/oil.h"

#include "hyd/smooth.h"

#include <math.h>

static const double ATMOSPHERE = 101325.0; /* at which the air's volume is given [Pa] */
static const double AIR_FLOOR = 1e4;       /* [Pa] */
static const double AIR_EXPONENT = 1.4;    /* adiabatic */

/* Per unit of volume: compliance [1/Pa], its slope [1/Pa^2] and its integral over p [1]. */
typedef struct compliance {
    double c, c_p, stored;
} compliance;

/* 1/B_oil(p); the integral is ln(1 + m p/B)/m */
static compliance oil_compliance(const hyd_oil *oil, double p)
{
    const double B = oil->bulk_modulus, m = oil->bulk_slope;
    if (m == 0.0 || p <= 0.0) return (compliance){1.0 / B, 0.0, p / B};
    const double modulus = B + m * p;
    return (compliance){1.0 / modulus, -m / (modulus * modulus), log1p(m * p / B) / m};
}

/* V_g/V = a (p_atm/p)^(1/k);  c = -d(V_g/V)/dp = V_g/V/(k p);  dc/dp = -c (1 + 1/k)/p */
static compliance air_compliance(const hyd_oil *oil, double p)
{
    if (oil->air_fraction == 0.0) return (compliance){0.0, 0.0, 0.0};
    const double k = oil->air_exponent > 0.0 ? oil->air_exponent : AIR_EXPONENT;
    const double at = p > AIR_FLOOR ? p : AIR_FLOOR;
    const double gas = oil->air_fraction * pow(ATMOSPHERE / at, 1.0 / k), c = gas / (k * at);
    const double slope = p > AIR_FLOOR ? -c * (1.0 + 1.0 / k) / p : 0.0;
    return (compliance){c, slope, oil->air_fraction - gas + c * (p - at)};
}

double hyd_vapour_volume(const hyd_oil *oil, double largest, double p)
{
    if (oil->vapour_pressure == 0.0 || p >= oil->vapour_pressure) return 0.0;
    const double w = 0.5 * oil->vapour_pressure, u = (oil->vapour_pressure - p) / w;
    return largest * (u < 1.0 ? u * u * u * (1.0 - 0.5 * u) : u - 0.5); /* integral of STEP */
}

hyd_capacity hyd_volume_capacity(const hyd_oil *oil, const hyd_volume *volume, double V, double p)
{
    const compliance o = oil_compliance(oil, p), a = air_compliance(oil, p);
    hyd_capacity capacity = {.C = V * (o.c + a.c),
                             .C_p = V * (o.c_p + a.c_p),
                             .C_V = o.c + a.c,
                             .stored = V * (o.stored + a.stored)};
    if (volume->hose_modulus > 0.0) {
        capacity.C += volume->hose / volume->hose_modulus;
        capacity.stored += volume->hose / volume->hose_modulus * p;
    }
    if (oil->vapour_pressure > 0.0 && p < oil->vapour_pressure) {
        const double w = 0.5 * oil->vapour_pressure, C = volume->largest / w;
        const hyd_curve step = hyd_step(oil->vapour_pressure - p, 0.0, w);
        capacity.C += C * step.y;
        capacity.C_p -= C * step.y_x;
        capacity.stored -= hyd_vapour_volume(oil, volume->largest, p);
    }
    return capacity;
}

double hyd_effective_modulus(const hyd_oil *oil, double hose, double hose_modulus, double chamber,
                             double chamber_modulus)
{
    const double V = hose + chamber;
    double inverse = 1.0 / oil->bulk_modulus;
    if (hose_modulus > 0.0) inverse += hose / (V * hose_modulus);
    if (chamber_modulus > 0.0) inverse += chamber / (V * chamber_modulus);
    return 1.0 / inverse;
}
