/* Dry friction in the driveline: couplings of two shafts, and brakes. */
#include "drive_coupling.h"

#include "drive/driveline.h"
#include "hl/status.h"

#include <math.h>

/* ---- dry friction between two shafts ---- */

/* Friction coupling. Source of the bristle: P. R. Dahl, A solid friction model, 1968, with exponent 1, made
 * dimensionless by the capacity C, so that C may change at any time while u keeps its sense:
 *
 *   du/dt = (s - |s| u) / s_0                       |u| <= 1 stays so
 *   T = C (u + d (s - |s| u) / sqrt(1 + d^2 s^2))
 *
 * At a constant torque below C nothing slips: s = |s| u has with |u| < 1 the solution s = 0 alone.
 * Departure: the damping d. With beta = d |s|/sqrt(1 + d^2 s^2) < 1 it is T = C ((1 - beta) u + beta sgn s),
 * between u and the sliding value: |T| never exceeds C, full sliding has no damping, and its power
 * C beta |s| (1 - u sgn s) is never negative. At s = 0 the derivative of |s| is taken as 0, the mean of both
 * sides. */

static const double OPEN_TIME = 0.05; /* [s] in which the bristle of an open coupling straightens: long
                                         against a step, short against the pause between two closings */

drive_grip drive_grip_at(const drive_coupling *coupling, double capacity, double slip, double u)
{
    if (capacity <= 0.0) return (drive_grip){.u_dot = -u / OPEN_TIME, .u_dot_u = -1.0 / OPEN_TIME};
    const double size = fabs(slip), sign = (slip > 0.0) - (slip < 0.0);
    const double stretch = slip - size * u, stretch_s = 1.0 - sign * u; /* s_0 du/dt */
    const double d = coupling->damping, per_slip = 1.0 / coupling->slip;
    const double r = 1.0 / sqrt(1.0 + d * d * slip * slip);
    return (drive_grip){.torque = capacity * (u + d * stretch * r),
                        .torque_s =
                            capacity * d * stretch_s * r * r * r, /* stretch = s stretch_s, for any sign */
                        .torque_u = capacity * (1.0 - d * size * r),
                        .u_dot = stretch * per_slip,
                        .u_dot_s = stretch_s * per_slip,
                        .u_dot_u = -size * per_slip};
}

/* ---- brakes ---- */

/* Brake effort, see drive/driveline.h: the coupling of drive_coupling.h, whose slip is the speed of its port.
 */

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
