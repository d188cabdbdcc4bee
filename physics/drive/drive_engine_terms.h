/* Torque of the engine on the crankshaft and its terms of the balances: common part of the efforts with and
 * without driveline. */
#ifndef DRIVE_ENGINE_TERMS_H
#define DRIVE_ENGINE_TERMS_H

#include "drive/engine.h"

/** Torques on the crankshaft and rates of the engine's states, with their derivatives. */
typedef struct drive_engine_terms {
    drive_torque starter, friction; /**< friction resists */
    drive_rate torque;              /**< of the indicated torque [N m/s] */
    drive_rate fuel;                /**< [kg/s] */
    drive_rate work;                /**< of the indicated torque and of the starter [W] */
} drive_engine_terms;

/** @param speed   n [rad/s]
 *  @param torque  T_i, the state [N m]. RT. */
drive_engine_terms drive_engine_terms_at(const drive_engine *engine, const drive_engine_inputs *inputs,
                                         double speed, double torque);

/** Brake torque over full load at this speed, at least 0 [1]. RT. */
double drive_engine_load(const drive_engine *engine, double speed, double torque);

#endif
