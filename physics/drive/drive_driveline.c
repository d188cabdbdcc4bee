/* Driveline effort, see drive/driveline.h.
 *
 * Six speeds V: those of the five ports and omega_o. Every element acts on a combination l . V of them, its
 * lever l: it puts the torque -l_i T on speed i and takes the power T (l . V). Its derivatives are those of T
 * with respect to V and to one state. The port rows and columns of these sums are partial derivatives of the
 * forces, row omega_o, divided by J_o, is that of the output shaft's rate, and column omega_o belongs to a
 * state. */
#include "drive/driveline.h"

#include "drive_internal.h"
#include "hl/status.h"

#include <math.h>
#include <string.h>

/* Dry friction in the driveline: couplings of two shafts, and brakes. */

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

/* Brake effort, see drive/driveline.h: the coupling of drive_internal.h, whose slip is the speed of its port.
 */

static void evaluate_brake(const void *parameters, mb_effort_io *io)
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
                         .evaluate = evaluate_brake,
                         .parameters = data};
    def.measure[0] = on;
    return def;
}

enum { OUT = DRIVE_PORTS, SPEEDS, NO_STATE = -1 };

static const double LOAD_CORNER = 1.0; /* [N m] on the output shaft over which |T| of a loss turns: far below
                                          any load that matters */

/* The sums of one evaluation. */
typedef struct sums {
    const drive_model *model;
    const drive_inputs *inputs;
    mb_effort_io *io;
    drive_values values;
    double V[SPEEDS];
    double force[SPEEDS];
    double force_V[SPEEDS][SPEEDS], loss_V[SPEEDS];
    double *force_x[SPEEDS]; /* rows of io, that of omega_o not yet divided by J_o */
} sums;

/* An element: its lever, torque and their derivatives. */
typedef struct element {
    double lever[SPEEDS];
    double T, T_V[SPEEDS];
    int state; /* T depends on; NO_STATE */
    double T_x;
} element;

static double dot(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < SPEEDS; i++) sum += a[i] * b[i];
    return sum;
}

static void add_force(sums *s, const element *e)
{
    for (int i = 0; i < SPEEDS; i++) s->force[i] -= e->lever[i] * e->T;
    if (!s->io->jacobian) return;
    for (int i = 0; i < SPEEDS; i++)
        for (int j = 0; j < SPEEDS; j++) s->force_V[i][j] -= e->lever[i] * e->T_V[j];
    if (e->state == NO_STATE) return;
    for (int i = 0; i < SPEEDS; i++) s->force_x[i][e->state] -= e->lever[i] * e->T_x;
}

/* The power T (l . V) is lost. */
static void add_loss(sums *s, const element *e)
{
    const double slip = dot(e->lever, s->V);
    s->values.loss += e->T * slip;
    if (!s->io->jacobian) return;
    for (int j = 0; j < SPEEDS; j++) s->loss_V[j] += e->lever[j] * e->T + slip * e->T_V[j];
    if (e->state != NO_STATE) s->io->x_dot_x[DRIVE_LOSS * DRIVE_STATES + e->state] += slip * e->T_x;
}

static void resist(sums *s, const element *e)
{
    add_force(s, e);
    add_loss(s, e);
}

/* The rate of state i and its derivatives */
static void set_rate(sums *s, int i, double rate, const double *rate_V, int state, double rate_x)
{
    mb_effort_io *io = s->io;
    io->x_dot[i] = rate;
    if (!io->jacobian) return;
    for (int p = 0; p < DRIVE_PORTS; p++) io->x_dot_s_dot[i * DRIVE_PORTS + p] = rate_V[p];
    io->x_dot_x[i * DRIVE_STATES + DRIVE_OUTPUT_SPEED] = rate_V[OUT];
    if (state != NO_STATE) io->x_dot_x[i * DRIVE_STATES + state] = rate_x;
}

/* ---- engine ---- */

static void set_engine_rate(sums *s, int i, drive_rate rate)
{
    set_rate(s, i, rate.rate, (const double[SPEEDS]){rate.rate_n}, DRIVE_TORQUE, rate.rate_T);
}

static void put_engine(sums *s)
{
    mb_effort_io *io = s->io;
    const double n = s->V[DRIVE_CRANK], T = io->x[DRIVE_TORQUE];
    const drive_engine_terms terms = drive_engine_terms_at(&s->model->engine, &s->inputs->engine, n, T);
    const drive_torque starter = terms.starter, friction = terms.friction;
    resist(s, &(element){.lever = {1.0}, .T = friction.T, .T_V = {friction.T_n}, .state = NO_STATE});
    add_force(s, &(element){.lever = {1.0},
                            .T = -(T + starter.T),
                            .T_V = {-starter.T_n},
                            .state = DRIVE_TORQUE,
                            .T_x = -1.0});
    set_engine_rate(s, DRIVE_TORQUE, terms.torque);
    set_engine_rate(s, DRIVE_FUEL, terms.fuel);
    set_engine_rate(s, DRIVE_ENGINE_WORK, terms.work);
    s->values.engine_speed = n;
    s->values.engine_torque = T + starter.T - friction.T;
    s->values.engine_power = io->x_dot[DRIVE_ENGINE_WORK];
    s->values.fuel_rate = io->x_dot[DRIVE_FUEL];
}

/* ---- couplings ---- */

/* A coupling across e->lever, whose bristle is e->state. Fills the torque and its derivatives in.
 * Returns the slip. */
static double couple(sums *s, const drive_coupling *coupling, double capacity, element *e)
{
    const double slip = dot(e->lever, s->V);
    const drive_grip grip = drive_grip_at(coupling, capacity, slip, s->io->x[e->state]);
    double rate_V[SPEEDS];
    for (int j = 0; j < SPEEDS; j++) {
        e->T_V[j] = grip.torque_s * e->lever[j];
        rate_V[j] = grip.u_dot_s * e->lever[j];
    }
    e->T = grip.torque;
    e->T_x = grip.torque_u;
    set_rate(s, e->state, grip.u_dot, rate_V, e->state, grip.u_dot_u);
    if (capacity > 0.0) resist(s, e);
    return slip;
}

/* ---- gearbox ---- */

/* (1 - efficiency) |f T| against the turn of the shaft of lever `shaft`, where T is the torque of `e` and f
 * turns it into one on that shaft. */
static void put_gear_loss(sums *s, double efficiency, double f, const element *e, const double *shaft)
{
    const double share = 1.0 - efficiency;
    const drive_smooth sign = drive_sign(dot(shaft, s->V), s->model->drag_speed);
    const drive_smooth size = drive_size(f * e->T, LOAD_CORNER);
    element loss = {
        .T = share * size.y * sign.y, .state = e->state, .T_x = share * size.y_x * f * e->T_x * sign.y};
    for (int j = 0; j < SPEEDS; j++) {
        loss.lever[j] = shaft[j];
        loss.T_V[j] = share * (size.y_x * f * e->T_V[j] * sign.y + size.y * sign.y_x * shaft[j]);
    }
    resist(s, &loss);
}

static void put_path(sums *s, int k)
{
    const double ratio = s->inputs->ratio[k];
    element path = {.lever = {[DRIVE_CRANK] = 1.0, [OUT] = -ratio}, .state = DRIVE_PATH_A + k};
    const double capacity = ratio == 0.0 ? 0.0 : s->inputs->capacity[k];
    s->values.path_slip[k] = couple(s, &s->model->clutch, capacity, &path);
    s->values.path_torque[k] = path.T;
    if (capacity > 0.0)
        put_gear_loss(s, s->model->gear_efficiency, ratio, &path, (const double[SPEEDS]){[OUT] = 1.0});
}

static void put_drag(sums *s)
{
    const drive_smooth sign = drive_sign(s->V[OUT], s->model->drag_speed);
    const double drag = s->model->drag_torque;
    resist(s, &(element){.lever = {[OUT] = 1.0},
                         .T = drag * sign.y,
                         .T_V = {[OUT] = drag * sign.y_x},
                         .state = NO_STATE});
}

/* ---- output shaft and axles ---- */

static void put_shaft(sums *s)
{
    const drive_model *m = s->model;
    mb_effort_io *io = s->io;
    const double rear = 0.5 * (1.0 - s->inputs->split) * m->rear_ratio;
    const double front = 0.5 * s->inputs->split * m->front_ratio;
    const double axles[SPEEDS] = {0.0, front, front, rear, rear, 0.0}; /* omega_d = axles . V */
    const double elastic = m->shaft_stiffness * io->x[DRIVE_TWIST], c = m->shaft_damping;
    element shaft = {.state = NO_STATE};
    for (int j = 0; j < SPEEDS; j++) {
        shaft.lever[j] = (j == OUT ? 1.0 : 0.0) - axles[j];
        shaft.T_V[j] = c * shaft.lever[j];
    }
    const double twist_rate = dot(shaft.lever, s->V);
    set_rate(s, DRIVE_TWIST, twist_rate, shaft.lever, NO_STATE, 0.0);
    shaft.T = c * twist_rate;
    add_loss(s, &shaft); /* of the damping alone: the elastic part is stored */
    shaft.T += elastic;
    shaft.state = DRIVE_TWIST;
    shaft.T_x = m->shaft_stiffness;
    add_force(s, &shaft);
    put_gear_loss(s, m->axle_efficiency, 1.0, &shaft, axles);
    s->values.output_speed = s->V[OUT];
    s->values.shaft_torque = shaft.T;
    s->values.stored = 0.5 * m->output_inertia * s->V[OUT] * s->V[OUT] + 0.5 * elastic * io->x[DRIVE_TWIST];
}

static void put_locks(sums *s)
{
    const double r = 0.5 * s->model->rear_ratio, f = 0.5 * s->model->front_ratio;
    element lock[3] = {{.lever = {0.0, -f, -f, r, r, 0.0}, .state = DRIVE_LOCK_CENTRE},
                       {.lever = {0.0, 1.0, -1.0, 0.0, 0.0, 0.0}, .state = DRIVE_LOCK_FRONT},
                       {.lever = {0.0, 0.0, 0.0, 1.0, -1.0, 0.0}, .state = DRIVE_LOCK_REAR}};
    const drive_coupling *law[3] = {&s->model->centre, &s->model->lock, &s->model->lock};
    for (int i = 0; i < 3; i++) couple(s, law[i], s->inputs->lock[i], &lock[i]);
}

static void put_brakes(sums *s)
{
    for (int w = 0; w < 4; w++) {
        element brake = {.state = DRIVE_BRAKE_FRONT_LEFT + w};
        brake.lever[DRIVE_FRONT_LEFT + w] = 1.0;
        couple(s, &s->model->brake, s->inputs->brake[w], &brake);
        s->values.brake_torque[w] = brake.T;
    }
}

/* ---- the effort ---- */

static void begin(sums *s, const drive_effort_data *data, mb_effort_io *io)
{
    memset(s, 0, sizeof *s);
    s->model = &data->model;
    s->inputs = data->inputs;
    s->io = io;
    for (int p = 0; p < DRIVE_PORTS; p++) s->V[p] = io->s_dot[p];
    s->V[OUT] = io->x[DRIVE_OUTPUT_SPEED];
    if (!io->jacobian) return;
    for (int p = 0; p < DRIVE_PORTS; p++) s->force_x[p] = io->force_x + p * DRIVE_STATES;
    s->force_x[OUT] = io->x_dot_x + DRIVE_OUTPUT_SPEED * DRIVE_STATES;
}

/* Hand the sums out: row and column omega_o belong to a state. */
static void finish(sums *s)
{
    mb_effort_io *io = s->io;
    const double per_inertia = 1.0 / s->model->output_inertia;
    for (int p = 0; p < DRIVE_PORTS; p++) io->force[p] = s->force[p];
    for (int w = 0; w < 4; w++) s->values.wheel_torque[w] = s->force[DRIVE_FRONT_LEFT + w];
    io->x_dot[DRIVE_LOSS] = s->values.loss;
    io->x_dot[DRIVE_OUTPUT_SPEED] = s->force[OUT] * per_inertia;
    io->potential = s->values.stored;
    if (!io->jacobian) return;
    for (int p = 0; p < DRIVE_PORTS; p++) {
        for (int j = 0; j < DRIVE_PORTS; j++) io->force_s_dot[p * DRIVE_PORTS + j] = s->force_V[p][j];
        s->force_x[p][DRIVE_OUTPUT_SPEED] = s->force_V[p][OUT];
        io->x_dot_s_dot[DRIVE_OUTPUT_SPEED * DRIVE_PORTS + p] = s->force_V[OUT][p] * per_inertia;
        io->x_dot_s_dot[DRIVE_LOSS * DRIVE_PORTS + p] = s->loss_V[p];
    }
    s->force_x[OUT][DRIVE_OUTPUT_SPEED] = s->force_V[OUT][OUT];
    for (int i = 0; i < DRIVE_STATES; i++) s->force_x[OUT][i] *= per_inertia;
    io->x_dot_x[DRIVE_LOSS * DRIVE_STATES + DRIVE_OUTPUT_SPEED] = s->loss_V[OUT];
}

static void evaluate_sums(const drive_effort_data *data, mb_effort_io *io, sums *s)
{
    begin(s, data, io);
    put_engine(s);
    put_path(s, 0);
    put_path(s, 1);
    put_drag(s);
    put_shaft(s);
    put_locks(s);
    put_brakes(s);
    finish(s);
}

static void evaluate(const void *parameters, mb_effort_io *io)
{
    sums s;
    evaluate_sums(parameters, io, &s);
}

drive_values drive_evaluate(const drive_effort_data *data, const double s_dot[DRIVE_PORTS],
                            const double x[DRIVE_STATES])
{
    double force[DRIVE_PORTS], x_dot[DRIVE_STATES];
    mb_effort_io io = {.s_dot = s_dot, .x = x, .force = force, .x_dot = x_dot};
    sums s;
    evaluate_sums(data, &io, &s);
    s.values.load = drive_engine_load(&data->model.engine, s_dot[DRIVE_CRANK], x[DRIVE_TORQUE]);
    return s.values;
}

mb_effort_def drive_effort(const char *name, const mb_measure_def ports[DRIVE_PORTS],
                           const drive_effort_data *data, const double *x0)
{
    /* in the order of the states: a share of a usual torque, speed, twist and bristle; quadratures have none
     */
    static const double scale[DRIVE_STATES] = {[DRIVE_TORQUE] = 100.0,
                                               [DRIVE_OUTPUT_SPEED] = 1.0,
                                               [DRIVE_TWIST] = 1e-2,
                                               [DRIVE_PATH_A] = 0.1,
                                               [DRIVE_PATH_B] = 0.1,
                                               [DRIVE_LOCK_CENTRE] = 0.1,
                                               [DRIVE_LOCK_FRONT] = 0.1,
                                               [DRIVE_LOCK_REAR] = 0.1,
                                               [DRIVE_BRAKE_FRONT_LEFT] = 0.1,
                                               [DRIVE_BRAKE_FRONT_RIGHT] = 0.1,
                                               [DRIVE_BRAKE_REAR_LEFT] = 0.1,
                                               [DRIVE_BRAKE_REAR_RIGHT] = 0.1,
                                               [DRIVE_FUEL] = 1.0,
                                               [DRIVE_ENGINE_WORK] = 1.0,
                                               [DRIVE_LOSS] = 1.0};
    HL_ASSERT(data->model.output_inertia > 0.0 && data->model.drag_speed > 0.0);
    HL_ASSERT(data->model.clutch.slip > 0.0 && data->model.centre.slip > 0.0 && data->model.lock.slip > 0.0 &&
              data->model.brake.slip > 0.0);
    mb_effort_def def = {.name = name,
                         .ports = DRIVE_PORTS,
                         .states = DRIVE_STATES,
                         .x0 = x0,
                         .quadratures = DRIVE_STATES - DRIVE_FUEL,
                         .stiff_states = true,
                         .x_scale = scale,
                         .evaluate = evaluate,
                         .parameters = data};
    for (int p = 0; p < DRIVE_PORTS; p++) def.measure[p] = ports[p];
    return def;
}
