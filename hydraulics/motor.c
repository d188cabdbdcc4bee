/* Hydraulic motor with a gear: motor speed i w, torque on the port i T. */
#include "hyd/pump.h"

double hyd_motor_share(const hyd_motor *motor, double command)
{
    return 1.0 - hyd_limited(command, 0.0, 1.0).y * (1.0 - motor->least);
}

hyd_machine_value hyd_motor_evaluate(const hyd_motor *motor, double w, double e, double p_a, double p_b)
{
    const double i = motor->gear;
    hyd_machine_value value = hyd_machine_evaluate(&motor->machine, i * w, e, p_a, p_b);
    value.Q_w *= i;
    value.T *= i;
    value.T_a *= i;
    value.T_b *= i;
    value.T_w *= i * i;
    value.T_e *= i;
    return value;
}
