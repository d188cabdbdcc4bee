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

/* Gas accumulator. p V_g^n = p_0 V_0^n gives V_g = V_0 (p_0/p)^(1/n) and C = -dV_g/dp = V_g/(n p), which
 * jumps to V_0/(n p_0) at p_0. From p_0 to p_1 = p_0 (1 + b) a quartic takes its place, with u from 0 to 1:
 *
 *   C = C(p_1) u^2 (alpha + beta u + gamma u^2)
 *
 * It begins with value and slope 0, ends with those of C at p_1, and its integral is the oil inside at p_1:
 * no oil enters below p_0, and from p_1 on the gas law is exact. */

/* alpha + beta + gamma = 1;  2 alpha + 3 beta + 4 gamma = slope;  alpha/3 + beta/4 + gamma/5 = filling. With
 * n from 1 to 2 alpha is about 18, beta -32, gamma 15: one hump of 1.5 C(p_1). */
static hyd_capacity opening(const hyd_accumulator *a, double p)
{
    const double b = HYD_PRECHARGE_BLEND, n = a->exponent, width = b * a->precharge;
    const double gas = hl_pow(1.0 + b, -1.0 / n); /* V_g/V_0 at p_1 */
    const double C_1 = a->gas_volume * gas / (n * a->precharge * (1.0 + b));
    const double filling = (1.0 - gas) * n * (1.0 + b) / (gas * b), slope = -b * (1.0 + 1.0 / n) / (1.0 + b);
    const double alpha = 30.0 * (filling - 0.4) + 1.5 * slope, beta = 4.0 - 2.0 * alpha - slope,
                 gamma = alpha + slope - 3.0;
    const double u = (p - a->precharge) / width;
    return (hyd_capacity){.C = C_1 * u * u * (alpha + u * (beta + u * gamma)),
                          .C_p = C_1 / width * u * (2.0 * alpha + u * (3.0 * beta + u * 4.0 * gamma)),
                          .stored =
                              C_1 * width * u * u * u * (alpha / 3.0 + u * (beta / 4.0 + u * gamma / 5.0))};
}

hyd_capacity hyd_accumulator_capacity(const hyd_accumulator *accumulator, double p)
{
    const double n = accumulator->exponent, p_0 = accumulator->precharge, V_0 = accumulator->gas_volume;
    if (p <= p_0) return (hyd_capacity){.C = 0.0};
    if (p < p_0 * (1.0 + HYD_PRECHARGE_BLEND)) return opening(accumulator, p);
    const double gas = V_0 * hl_pow(p_0 / p, 1.0 / n), C = gas / (n * p);
    return (hyd_capacity){.C = C, .C_p = -C * (1.0 + 1.0 / n) / p, .stored = V_0 - gas};
}
