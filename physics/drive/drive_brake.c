/* Brake effort, see drive/brake.h: the coupling of drive_coupling.h, whose slip is the speed of its port. */
#include "drive/brake.h"

#include "drive_coupling.h"

#include "hl/assert.h"

static void evaluate(const void *parameters, mb_effort_io *io)
{
    const drive_brake_data *data = parameters;
    const double slip = io->s_dot[0];
    const drive_grip grip = drive_grip_at(&data->coupling, *data->capacity, slip, io->x[BRAKE_BRISTLE]);
    io->force[0] = -grip.torque;
    io->x_dot[BRAKE_BRISTLE] = grip.u_dot;
    io->x_dot[BRAKE_LOSS] = grip.torque * slip;
    if (!io->jacobian) return;
    io->force_s_dot[0] = -grip.torque_s;
    io->force_x[BRAKE_BRISTLE] = -grip.torque_u;
    io->x_dot_s_dot[BRAKE_BRISTLE] = grip.u_dot_s;
    io->x_dot_s_dot[BRAKE_LOSS] = grip.torque + grip.torque_s * slip;
    io->x_dot_x[BRAKE_BRISTLE * BRAKE_STATES + BRAKE_BRISTLE] = grip.u_dot_u;
    io->x_dot_x[BRAKE_LOSS * BRAKE_STATES + BRAKE_BRISTLE] = grip.torque_u * slip;
}

mb_effort_def drive_brake_effort(const char *name, mb_measure_def on, const drive_brake_data *data,
                                 const double *x0)
{
    /* as those of a driveline's brakes */
    static const double scale[BRAKE_STATES] = {[BRAKE_BRISTLE] = 0.1, [BRAKE_LOSS] = 1.0};
    HL_ASSERT(data->coupling.slip > 0.0);
    mb_effort_def def = {.name = name,
                         .ports = 1,
                         .states = BRAKE_STATES,
                         .x0 = x0,
                         .quadratures = BRAKE_STATES - BRAKE_LOSS,
                         .stiff_states = true,
                         .x_scale = scale,
                         .evaluate = evaluate,
                         .parameters = data};
    def.measure[0] = on;
    return def;
}
