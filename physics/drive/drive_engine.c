/* Diesel engine, see drive/engine.h. Class-typical behaviour, no published model: an all-speed governor with
 * proportional droop, first-order lags for injection and turbocharger, a friction curve, a map of specific
 * consumption. Symbols: n speed [rad/s], F full-load brake torque, M friction, T_i indicated torque [N m];
 * a suffix _n or _T is a partial derivative. */
#include "drive_internal.h"

#include "drive/driveline.h"
#include "drive/engine.h"

#include <stddef.h>

static const double CORNER = 0.1; /* share of the governor's range over which its corners are rounded */
static const double INJECTION_LAG = 0.03; /* [s] from asking to torque: a firing interval at idle, four
                                             cylinders; torque falls as fast */
static const double TURNING = 1.0; /* [rad/s] over which friction takes its sign: far below any speed at which
                                      an engine turns */

/* ---- curves and the map ---- */

double drive_curve_at(const drive_curve *curve, double x, double *slope)
{
    const int last = curve->count - 1;
    if (slope != NULL) *slope = 0.0;
    if (x < curve->x[0]) return curve->y[0];
    if (x >= curve->x[last]) return curve->y[last];
    int i = 0;
    while (x >= curve->x[i + 1]) i++;
    const double rise = (curve->y[i + 1] - curve->y[i]) / (curve->x[i + 1] - curve->x[i]);
    if (slope != NULL) *slope = rise;
    return curve->y[i] + rise * (x - curve->x[i]);
}

/* Where x lies on a grid: y = (1 - share) y_i + share y_(i+1); outside the edge, whose share does not move */
typedef struct grid_place {
    int i;
    double share, share_x;
} grid_place;

static grid_place find_place(const double *grid, int count, double x)
{
    if (count < 2 || x <= grid[0]) return (grid_place){0, 0.0, 0.0};
    if (x >= grid[count - 1]) return (grid_place){count - 2, 1.0, 0.0};
    int i = 0;
    while (x >= grid[i + 1]) i++;
    const double width = 1.0 / (grid[i + 1] - grid[i]);
    return (grid_place){i, (x - grid[i]) * width, width};
}

/* Specific consumption b [kg/J] and its derivatives with respect to speed and load. */
typedef struct specific {
    double b, b_n, b_load;
} specific;

static specific specific_consumption(const drive_engine *engine, double speed, double load)
{
    const grid_place n = find_place(engine->map_speed, engine->map_speeds, speed);
    const grid_place l = find_place(engine->map_load, engine->map_loads, load);
    const int next_n = engine->map_speeds > 1 ? n.i + 1 : n.i, next_l = engine->map_loads > 1 ? l.i + 1 : l.i;
    const double *low = engine->consumption[l.i], *high = engine->consumption[next_l];
    const double at_low = low[n.i] + n.share * (low[next_n] - low[n.i]);
    const double at_high = high[n.i] + n.share * (high[next_n] - high[n.i]);
    return (specific){.b = at_low + l.share * (at_high - at_low),
                      .b_n = n.share_x * ((1.0 - l.share) * (low[next_n] - low[n.i]) +
                                          l.share * (high[next_n] - high[n.i])),
                      .b_load = l.share_x * (at_high - at_low)};
}

/* ---- torques ---- */

static drive_torque curve_torque(const drive_curve *curve, double speed)
{
    drive_torque torque;
    torque.T = drive_curve_at(curve, speed, &torque.T_n);
    return torque;
}

/* M at |n|, even in n */
static drive_torque motoring_torque(const drive_engine *engine, double speed)
{
    drive_torque M = curve_torque(&engine->motoring, fabs(speed));
    if (speed < 0.0) M.T_n = -M.T_n;
    return M;
}

/* Indicated torque asked for: T = M + F (h - P(h - y)), y = (n_0 - n)/(droop n_0), h the share of full load
 * that is there, then P(T), where P is the rounded positive part: exactly h F + M at y >= h and exactly 0
 * with the fuel cut. */
static drive_torque governed(const drive_engine *engine, double throttle, double h, double speed,
                             drive_torque F, drive_torque M)
{
    const double n_0 = engine->idle_speed + throttle * (engine->top_speed - engine->idle_speed);
    const double per_speed = 1.0 / (engine->droop * n_0); /* -dy/dn */
    const drive_rounded missing = drive_positive(h - (n_0 - speed) * per_speed, CORNER);
    const double T = M.T + F.T * (h - missing.y);
    const double T_n = M.T_n + F.T_n * (h - missing.y) - F.T * missing.y_x * per_speed;
    const drive_rounded asked = drive_positive(T, CORNER * M.T);
    return (drive_torque){asked.y, asked.y_x * T_n + asked.y_width * CORNER * M.T_n};
}

drive_torque drive_governor_torque(const drive_engine *engine, double throttle, double speed)
{
    const drive_torque M = motoring_torque(engine, speed);
    const drive_torque asked =
        governed(engine, throttle, 1.0, speed, curve_torque(&engine->full_load, speed), M);
    return (drive_torque){asked.T - M.T, asked.T_n - M.T_n};
}

drive_torque drive_friction_torque(const drive_engine *engine, double speed)
{
    const drive_torque M = motoring_torque(engine, speed);
    const drive_smooth sign = drive_sign(speed, TURNING);
    return (drive_torque){M.T * sign.y, M.T_n * sign.y + M.T * sign.y_x};
}

drive_torque drive_starter_torque(const drive_engine *engine, double torque, double speed)
{
    if (torque == 0.0) return (drive_torque){0.0, 0.0};
    const drive_rounded pull = drive_positive(1.0 - speed / engine->starter_speed, CORNER);
    return (drive_torque){torque * pull.y, -torque * pull.y_x / engine->starter_speed};
}

/* ---- rates ---- */

/* With a = (asked - T)/injection lag and b = (F + M - T)/lag + P(prompt F + M - T)/injection lag, the most
 * that the air allows, the rate is min(a, b) = a - P(a - b): exactly a, and so zero at T = asked, where a <=
 * b.
 */
drive_rate drive_torque_rate(const drive_engine *engine, const drive_engine_inputs *inputs, double speed,
                             double torque)
{
    const double burning = inputs->burning;
    const drive_torque F = curve_torque(&engine->full_load, speed), M = motoring_torque(engine, speed);
    const drive_torque asked = governed(engine, inputs->throttle, 1.0 - inputs->lost, speed, F, M);
    const double quick = 1.0 / INJECTION_LAG, slow = 1.0 / engine->lag;
    const drive_rounded prompt = drive_positive(engine->prompt * F.T + M.T - torque, CORNER * F.T);
    const double prompt_n = prompt.y_x * (engine->prompt * F.T_n + M.T_n) + prompt.y_width * CORNER * F.T_n;
    const double a = (burning * asked.T - torque) * quick, a_n = burning * asked.T_n * quick;
    const double b = (F.T + M.T - torque) * slow + prompt.y * quick;
    const double b_n = (F.T_n + M.T_n) * slow + prompt_n * quick, b_T = -slow - prompt.y_x * quick;
    const drive_rounded excess = drive_positive(a - b, CORNER * F.T * slow);
    return (drive_rate){.rate = a - excess.y,
                        .rate_n = a_n - excess.y_x * (a_n - b_n) - excess.y_width * CORNER * F.T_n * slow,
                        .rate_T = -quick - excess.y_x * (-quick - b_T)};
}

/* Map: b(n, load) T n with the brake torque T = T_i - M and load = T/F. */
static drive_rate map_rate(const drive_engine *engine, double speed, double torque, drive_torque M)
{
    const drive_torque F = curve_torque(&engine->full_load, speed);
    const double T = torque - M.T, load = T / F.T;
    if (T <= 0.0 || speed <= 0.0) return (drive_rate){0.0, 0.0, 0.0};
    const specific c = specific_consumption(engine, speed, load);
    const double load_n = -(M.T_n + load * F.T_n) / F.T;
    return (drive_rate){.rate = c.b * T * speed,
                        .rate_n = (c.b_n + c.b_load * load_n) * T * speed - c.b * M.T_n * speed + c.b * T,
                        .rate_T = c.b_load * T * speed / F.T + c.b * speed};
}

drive_rate drive_fuel_rate(const drive_engine *engine, double speed, double torque)
{
    const drive_torque M = motoring_torque(engine, speed);
    const drive_rate map = map_rate(engine, speed, torque, M);
    double idle_n;
    const double idle = drive_curve_at(&engine->idle_consumption, speed, &idle_n);
    if (map.rate > idle) return map;
    if (torque >= M.T) return (drive_rate){idle, idle_n, 0.0};
    if (torque <= 0.0) return (drive_rate){0.0, 0.0, 0.0};
    const double share = torque / M.T;
    return (drive_rate){idle * share, (idle_n - idle * M.T_n / M.T) * share, idle / M.T};
}

/* ---- all of it ---- */

drive_engine_terms drive_engine_terms_at(const drive_engine *engine, const drive_engine_inputs *inputs,
                                         double speed, double torque)
{
    const double n = speed, T = torque, burning = inputs->burning;
    const drive_rate fuel = drive_fuel_rate(engine, n, T);
    const drive_torque starter = drive_starter_torque(engine, inputs->starter, n);
    return (drive_engine_terms){
        .starter = starter,
        .friction = drive_friction_torque(engine, n),
        .torque = drive_torque_rate(engine, inputs, n, T),
        .fuel = {burning * fuel.rate, burning * fuel.rate_n, burning * fuel.rate_T},
        .work = {.rate = (T + starter.T) * n, .rate_n = T + starter.T + starter.T_n * n, .rate_T = n}};
}

double drive_engine_load(const drive_engine *engine, double speed, double torque)
{
    const double brake_torque = torque - drive_friction_torque(engine, speed).T;
    return fmax(brake_torque / drive_curve_at(&engine->full_load, speed, NULL), 0.0);
}

/* ---- an engine without a driveline ---- */

/* Engine effort without driveline, see drive/driveline.h. One port, with x = (T_i, fuel, work, loss):
 *
 *   force = T_i + starter(n) - friction(n),   d loss/dt = friction(n) n
 */

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

drive_values drive_engine_evaluate(const drive_engine_data *data, double speed, const double x[ENGINE_STATES])
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
