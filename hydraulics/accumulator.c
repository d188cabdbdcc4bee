/* Gas accumulator. p V_g^n = p_0 V_0^n gives V_g = V_0 (p_0/p)^(1/n) and C = -dV_g/dp = V_g/(n p), which
 * jumps to V_0/(n p_0) at p_0. From p_0 to p_1 = p_0 (1 + b) a quartic takes its place, with u from 0 to 1:
 *
 *   C = C(p_1) u^2 (alpha + beta u + gamma u^2)
 *
 * It begins with value and slope 0, ends with those of C at p_1, and its integral is the oil inside at p_1:
 * no oil enters below p_0, and from p_1 on the gas law is exact. */
#include "hyd/oil.h"

#include "hl/real.h"

#include <math.h>

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
