/* Hydraulic motor: the displacement machine of hyd/pump.h seen from the oil: what flows from a to b turns the
 * shaft. */
#ifndef HYD_MOTOR_H
#define HYD_MOTOR_H

#include "hyd/pump.h"

typedef struct hyd_motor {
    hyd_machine machine;
    double gear; /**< motor angle per angle of the port [1], not 0: i for a reduction i : 1; negative turns
                    the other way */
} hyd_motor;

/** Flow, and torque on the port, by the port's speed w [rad/s] = motor speed/gear. RT. */
hyd_machine_value hyd_motor_evaluate(const hyd_motor *motor, double w, double p_a, double p_b);

#endif
