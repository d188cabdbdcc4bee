/* Diesel engine: full-load torque over speed, all-speed governor with droop, torque lag (turbocharger),
 * friction, starter, consumption map. Equation functions; drive/driveline.h has the efforts, with and without
 * a driveline.
 *
 * The state of the engine is the indicated torque T_i >= 0 of the combustion. Friction M always resists:
 *
 *   brake torque = T_i - M(n) sign(n)
 *
 * so that full load is T_i = F + M, running free T_i = M, and the overrun, with the fuel cut, T_i = 0. */
#ifndef DRIVE_ENGINE_H
#define DRIVE_ENGINE_H

#include "drive/driveline_def.h"

/** @param slope  out: dy/dx, at a point of the curve that of the line to its right; NULL: not needed. RT.
 */
double drive_curve_at(const drive_curve *curve, double x, double *slope);

/** Decided once a tick, constant in a step. */
typedef struct drive_engine_inputs {
    double throttle; /**< 0 to 1: governed speed from idle to top */
    double burning;  /**< 1 while the engine burns fuel, otherwise 0 */
    double starter;  /**< starter torque at standstill [N m], 0 when off */
    double lost;     /**< share of the full-load torque lost by a fault, 0 (none) to 1 */
} drive_engine_inputs;

/** A torque [N m] and its derivative with respect to the engine speed n [N m s/rad]. */
typedef struct drive_torque {
    double T, T_n;
} drive_torque;

/** Brake torque demanded by the governor, between fuel cut and full load: the governed speed without load is
 * n_0 = idle + throttle (top - idle), and F (n_0 - n)/(droop n_0), limited to -M below and to F above,
 * corners rounded; without faults. RT. */
drive_torque drive_governor_torque(const drive_engine *engine, double throttle, double speed);

/** Friction as a resisting torque: M(|n|) with the sign of n, to be subtracted. At rest it is 0 and steep.
 * RT.
 */
drive_torque drive_friction_torque(const drive_engine *engine, double speed);

/** Starter: `torque` at standstill [N m], falling linearly to 0 at starter_speed. RT. */
drive_torque drive_starter_torque(const drive_engine *engine, double torque, double speed);

/** A rate that depends on the engine speed n and on the indicated torque T_i, with its derivatives. */
typedef struct drive_rate {
    double rate, rate_n, rate_T;
} drive_rate;

/** Rate of the indicated torque [N m/s]. It follows the governor within a few firing strokes, down to zero
 * when the engine does not burn. Above the prompt share of full load its rise is limited by the turbocharger,
 * towards full load with the time constant `lag`. The share `lost` of full load is missing.
 *  @param torque  T_i [N m]. RT. */
drive_rate drive_torque_rate(const drive_engine *engine, const drive_engine_inputs *inputs, double speed,
                             double torque);

/** Fuel rate [kg/s] of a burning engine at an indicated torque [N m]: from the map, at least the consumption
 * without load; on the overrun the latter decreases with T_i/M to zero. RT. */
drive_rate drive_fuel_rate(const drive_engine *engine, double speed, double torque);

#endif
