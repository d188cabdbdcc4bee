/* Gas accumulator. p V_g^n = p_0 V_0^n gives V_g = V_0 (p_0/p)^(1/n) and C = -dV_g/dp = V_g/(n p). From p_0
 * (1 - b) to p_0 a STEP leads from nothing to C(p_0) = V_0/(n p_0); the oil that this lets in, V_0 b/(2 n),
 * stays in the sum above p_0. */
#include "hyd/accumulator.h"

#include "hyd/smooth.h"

#include <math.h>

/* Below the precharge: the poppet opens. With u from 0 to 1 over the blend the integral of STEP is u^3 -
 * u^4/2. */
static hyd_capacity opening(const hyd_accumulator *a, double p)
{
    const double width = HYD_PRECHARGE_BLEND * a->precharge,
                 C_0 = a->gas_volume / (a->exponent * a->precharge);
    const double from = a->precharge - width, u = (p - from) / width;
    if (u <= 0.0) return (hyd_capacity){.C = 0.0};
    const hyd_curve step = hyd_step(p, from, a->precharge);
    return (hyd_capacity){
        .C = C_0 * step.y, .C_p = C_0 * step.y_x, .stored = C_0 * width * u * u * u * (1.0 - 0.5 * u)};
}

hyd_capacity hyd_accumulator_capacity(const hyd_accumulator *accumulator, double p)
{
    const double n = accumulator->exponent, p_0 = accumulator->precharge, V_0 = accumulator->gas_volume;
    if (p < p_0) return opening(accumulator, p);
    const double gas = V_0 * pow(p_0 / p, 1.0 / n), C = gas / (n * p);
    return (hyd_capacity){
        .C = C, .C_p = -C * (1.0 + 1.0 / n) / p, .stored = V_0 - gas + 0.5 * HYD_PRECHARGE_BLEND * V_0 / n};
}
