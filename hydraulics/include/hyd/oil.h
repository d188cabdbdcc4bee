/* Oil and gas: the hydraulic capacity of a control volume. */
#ifndef HYD_OIL_H
#define HYD_OIL_H

#include "hyd/circuit_def.h"

/* ---- oil ---- */

/* Oil, and the capacity of a control volume: lumped fluid theory, 002 Eq. (22)-(23).
 *
 *   dp/dt = B_e/V (sum Q - dV/dt),   1/B_e = 1/B_oil + sum V_s/(V B_s)
 *
 * is written with the capacity C = V/B_e = V/B_oil + sum V_s/B_s [m^3/Pa]:  C dp/dt = sum Q - dV/dt.
 * Entrained air and accumulators are further terms of C. All pressures are absolute. How a circuit balances
 * mass instead of volume is derived in circuit_volumes.c.
 *
 * Cavitation. The state of a volume is y, the pressure that it would have if oil could bear tension. Above
 * the vapour pressure p_v it is the pressure. Below, the oil boils: p(y) hardly falls, and bubbles of the
 * volume G = C(p_v) (p - y) form. It is the universal variable of H. G. Elrod, A cavitation algorithm, J.
 * Lubrication Technology 103 (1981): y has the same differential equation and nearly the same capacity with
 * and without bubbles, whereas the capacity of p would change by a factor of 1e5 within a step when they form
 * or vanish. */

/** Compressibility of oil with its entrained air at a pressure p. */
typedef struct hyd_compressibility {
    double c;      /**< 1/B [1/Pa] */
    double c_p;    /**< d c / d p [1/Pa^2] */
    double stored; /**< integral of c from p = 0 [1]: the logarithm of the density divided by that at p = 0 */
} hyd_compressibility;

/** RT. */
hyd_compressibility hyd_oil_compressibility(const hyd_oil *oil, double p);

/** Capacity of an elastic container, and its additional volume above p = 0. */
typedef struct hyd_capacity {
    double C;      /**< [m^3/Pa] */
    double C_p;    /**< d C / d p [m^3/Pa^2] */
    double stored; /**< its derivative by p is C [m^3] */
} hyd_capacity;

/** Pressure of oil, as a function of the state y of its volume. */
typedef struct hyd_pressure {
    double p;       /**< [Pa] */
    double p_y;     /**< dp/dy [1]; 1 without bubbles */
    double p_yy;    /**< [1/Pa] */
    double tension; /**< p - y >= 0 [Pa] */
} hyd_pressure;

/** p(y): p = y above the vapour pressure p_v; below, p = p_v/4 + d/(1 + u), u = (p_v - y)/d, d = 3/4 p_v,
 * which has the slope 1 at p_v and falls to p_v/4. RT. */
hyd_pressure hyd_oil_pressure(const hyd_oil *oil, double y);

/* ---- accumulator ---- */

/* Gas accumulator: polytropic, p V_g^n = p_0 V_0^n. It is connected to a volume and adds to its capacity. For
 * a throttled neck, connect it to a separate volume after an orifice. */

/** Pressure range in which the poppet opens, as a fraction of the precharge, so that the capacity is
 * continuous. */
#define HYD_PRECHARGE_BLEND 0.02

/** C = V_0/(n p) (p_0/p)^(1/n) from p_0 (1 + HYD_PRECHARGE_BLEND) on, 0 up to p_0, and smooth in between.
 * `stored` is the oil inside: V_0 (1 - (p_0/p)^(1/n)) outside the blend. RT. */
hyd_capacity hyd_accumulator_capacity(const hyd_accumulator *accumulator, double p);

#endif
