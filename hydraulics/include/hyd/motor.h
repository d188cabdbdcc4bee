/* Hydraulic motor: the displacement machine of hyd/pump.h with the opposite sign: flow from a to b turns the
 * shaft. */
#ifndef HYD_MOTOR_H
#define HYD_MOTOR_H

#include "hyd/pump.h"

/** Share of the full displacement [1] at a command, limited to 0 ... 1: 1 - command (1 - least). RT. */
double hyd_motor_share(const hyd_motor *motor, double command);

/** Flow, and torque on the port, at a share e of the full displacement; w [rad/s] is the speed of the port,
 * motor speed/gear. RT. */
hyd_machine_value hyd_motor_evaluate(const hyd_motor *motor, double w, double e, double p_a, double p_b);

#endif
