/* Compressibility of oil and its air. Source: 002 Eq. (22)-(23), whose 1/B_oil it is.
 *
 * Departures and additions, all off when their parameter is zero:
 *   modulus   B_oil(p) = B + m p for p > 0
 *   air       free air of volume a V at p_atm, compressed along p V_g^k = const: adds a/(k p)
 *             (p_atm/p)^(1/k); below AIR_FLOOR, where it would grow without bound, the term stays as it is
 *             there
 *   vapour    see hyd/oil.h */
#include "hyd/oil.h"

#include "hl/real.h"

#include <math.h>

static const double ATMOSPHERE = 101325.0; /* at which the air's volume is given [Pa] */
static const double AIR_FLOOR = 1e4;       /* [Pa] */
static const double AIR_EXPONENT = 1.4;    /* adiabatic */

/* 1/B_oil(p); the integral is ln(1 + m p/B)/m */
static hyd_compressibility oil_alone(const hyd_oil *oil, double p)
{
    const double B = oil->bulk_modulus, m = oil->bulk_slope;
    if (m == 0.0 || p <= 0.0) return (hyd_compressibility){1.0 / B, 0.0, p / B};
    const double modulus = B + m * p;
    return (hyd_compressibility){1.0 / modulus, -m / (modulus * modulus), hl_log1p(m * p / B) / m};
}

/* V_g/V = a (p_atm/p)^(1/k);  c = -d(V_g/V)/dp = V_g/V/(k p);  dc/dp = -c (1 + 1/k)/p */
static hyd_compressibility air_alone(const hyd_oil *oil, double p)
{
    if (oil->air_fraction == 0.0) return (hyd_compressibility){0.0, 0.0, 0.0};
    const double k = oil->air_exponent > 0.0 ? oil->air_exponent : AIR_EXPONENT;
    const double at = p > AIR_FLOOR ? p : AIR_FLOOR;
    const double gas = oil->air_fraction * hl_pow(ATMOSPHERE / at, 1.0 / k), c = gas / (k * at);
    const double slope = p > AIR_FLOOR ? -c * (1.0 + 1.0 / k) / p : 0.0;
    return (hyd_compressibility){c, slope, oil->air_fraction - gas + c * (p - at)};
}

hyd_compressibility hyd_oil_compressibility(const hyd_oil *oil, double p)
{
    const hyd_compressibility o = oil_alone(oil, p), a = air_alone(oil, p);
    return (hyd_compressibility){o.c + a.c, o.c_p + a.c_p, o.stored + a.stored};
}

hyd_pressure hyd_oil_pressure(const hyd_oil *oil, double y)
{
    const double p_v = oil->vapour_pressure;
    if (p_v == 0.0 || y >= p_v) return (hyd_pressure){.p = y, .p_y = 1.0};
    const double d = 0.75 * p_v, r = 1.0 / (1.0 + (p_v - y) / d), p = 0.25 * p_v + d * r;
    return (hyd_pressure){.p = p, .p_y = r * r, .p_yy = 2.0 * r * r * r / d, .tension = p - y};
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
