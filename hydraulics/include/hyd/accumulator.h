/* Gas accumulator: polytropic, p V_g^n = p_0 V_0^n. It is connected to a volume and adds to its capacity. For
 * a throttled neck, connect it to a volume of its own behind an orifice. */
#ifndef HYD_ACCUMULATOR_H
#define HYD_ACCUMULATOR_H

#include "hyd/oil.h"

/** Pressure range in which the poppet opens, as a fraction of the precharge, so that the capacity is
 * continuous. */
#define HYD_PRECHARGE_BLEND 0.02

/** C = V_0/(n p) (p_0/p)^(1/n) from p_0 (1 + HYD_PRECHARGE_BLEND) on, 0 up to p_0, and smooth in between.
 * `stored` is the oil inside: V_0 (1 - (p_0/p)^(1/n)) outside the blend. RT. */
hyd_capacity hyd_accumulator_capacity(const hyd_accumulator *accumulator, double p);

#endif
