/* Capacity of a control volume. Source: 002 Eq. (22)-(23), written as C dp/dt = sum Q - dV/dt with C = V/B_e.
 *
 * Departures and additions, all off when their parameter is zero:
 *   modulus   B_oil(p) = B + m p for p > 0
 *   air       free air of volume a V at p_atm, compressed along p V_g^k = const: adds a V/(k p)
 *             (p_atm/p)^(1/k); below AIR_FLOOR, where it would grow without bound, the term stays as it is
 *             there
 *   vapour    see hyd/oil.h */
#include "hyd/oil.h"

#include "hl/real.h"

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
    return (compliance){1.0 / modulus, -m / (modulus * modulus), hl_log1p(m * p / B) / m};
}

/* V_g/V = a (p_atm/p)^(1/k);  c = -d(V_g/V)/dp = V_g/V/(k p);  dc/dp = -c (1 + 1/k)/p */
static compliance air_compliance(const hyd_oil *oil, double p)
{
    if (oil->air_fraction == 0.0) return (compliance){0.0, 0.0, 0.0};
    const double k = oil->air_exponent > 0.0 ? oil->air_exponent : AIR_EXPONENT;
    const double at = p > AIR_FLOOR ? p : AIR_FLOOR;
    const double gas = oil->air_fraction * hl_pow(ATMOSPHERE / at, 1.0 / k), c = gas / (k * at);
    const double slope = p > AIR_FLOOR ? -c * (1.0 + 1.0 / k) / p : 0.0;
    return (compliance){c, slope, oil->air_fraction - gas + c * (p - at)};
}

hyd_pressure hyd_oil_pressure(const hyd_oil *oil, double y)
{
    const double p_v = oil->vapour_pressure;
    if (p_v == 0.0 || y >= p_v) return (hyd_pressure){.p = y, .p_y = 1.0};
    const double d = 0.75 * p_v, r = 1.0 / (1.0 + (p_v - y) / d), p = 0.25 * p_v + d * r;
    return (hyd_pressure){.p = p, .p_y = r * r, .p_yy = 2.0 * r * r * r / d, .tension = p - y};
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
