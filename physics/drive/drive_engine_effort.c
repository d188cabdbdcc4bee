/* Engine effort without driveline, see drive/engine_effort.h. One port, with x = (T_i, fuel, work, loss):
 *
 *   force = T_i + starter(n) - friction(n),   d loss/dt = friction(n) n
 */
#include "drive/engine_effort.h"

#include "drive_engine_terms.h"

/* The rate of state i, which depends on the port's speed and on T_i. */
static void set_rate(mb_effort_io *io, int i, drive_rate rate)
{
    io->x_dot[i] = rate.rate;
    if (!io->jacobian) return;
    io->x_dot_s_dot[i] = rate.rate_n;
    io->x_dot_x[i * ENGINE_STATES + ENGINE_TORQUE] = rate.rate_T;
}

static void evaluate(const void *parameters, mb_effort_io *io)
{
    const drive_engine_data *data = parameters;
    const double n = io->s_dot[0], T = io->x[ENGINE_TORQUE];
    const drive_engine_terms terms = drive_engine_terms_at(&data->engine, data->inputs, n, T);
    io->force[0] = T + terms.starter.T - terms.friction.T;
    if (io->jacobian) {
        io->force_s_dot[0] = terms.starter.T_n - terms.friction.T_n;
        io->force_x[ENGINE_TORQUE] = 1.0;
    }
    set_rate(io, ENGINE_TORQUE, terms.torque);
    set_rate(io, ENGINE_FUEL, terms.fuel);
    set_rate(io, ENGINE_WORK, terms.work);
    set_rate(io, ENGINE_LOSS,
             (drive_rate){.rate = terms.friction.T * n, .rate_n = terms.friction.T + terms.friction.T_n * n});
}

drive_values drive_engine_look(const drive_engine_data *data, double speed, const double x[ENGINE_STATES])
{
    const double T = x[ENGINE_TORQUE];
    const drive_engine_terms terms = drive_engine_terms_at(&data->engine, data->inputs, speed, T);
    return (drive_values){.engine_speed = speed,
                          .engine_torque = T + terms.starter.T - terms.friction.T,
                          .engine_power = terms.work.rate,
                          .load = drive_engine_load(&data->engine, speed, T),
                          .fuel_rate = terms.fuel.rate,
                          .loss = terms.friction.T * speed};
}

mb_effort_def drive_engine_effort(const char *name, mb_measure_def crankshaft, const drive_engine_data *data,
                                  const double *x0)
{
    /* a share of a usual torque; quadratures have none */
    static const double scale[ENGINE_STATES] = {
        [ENGINE_TORQUE] = 100.0, [ENGINE_FUEL] = 1.0, [ENGINE_WORK] = 1.0, [ENGINE_LOSS] = 1.0};
    mb_effort_def def = {.name = name,
                         .ports = 1,
                         .states = ENGINE_STATES,
                         .x0 = x0,
                         .quadratures = ENGINE_STATES - ENGINE_FUEL,
                         .stiff_states = true,
                         .x_scale = scale,
                         .evaluate = evaluate,
                         .parameters = data};
    def.measure[0] = crankshaft;
    return def;
}
