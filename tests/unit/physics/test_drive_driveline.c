/* The driveline effort at a moment: every partial derivative against central differences, the balance of
 * power, and the torques worked out by hand. */
#include "support/check.h"

#include "drive_rig.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { INPUTS = DRIVE_PORTS + DRIVE_STATES, OUTPUTS = DRIVE_PORTS + DRIVE_STATES };

/* ---- one evaluation: speeds and states in, forces and rates out ---- */

typedef struct evaluation {
    double force[DRIVE_PORTS], x_dot[DRIVE_STATES];
    double force_s[DRIVE_PORTS * DRIVE_PORTS], force_s_dot[DRIVE_PORTS * DRIVE_PORTS];
    double force_x[DRIVE_PORTS * DRIVE_STATES], x_dot_s[DRIVE_STATES * DRIVE_PORTS];
    double x_dot_s_dot[DRIVE_STATES * DRIVE_PORTS], x_dot_x[DRIVE_STATES * DRIVE_STATES];
} evaluation;

static void evaluate(const drive_effort_data *data, const double in[INPUTS], bool jacobian, evaluation *e)
{
    const mb_measure_def ports[DRIVE_PORTS] = {{.kind = MB_MEASURE_JOINT}};
    const mb_effort_def effort = drive_effort("driveline", ports, data, NULL);
    const double s[DRIVE_PORTS] = {0};
    memset(e, 0, sizeof *e);
    mb_effort_io io = {.s = s,
                       .s_dot = in,
                       .x = in + DRIVE_PORTS,
                       .jacobian = jacobian,
                       .force = e->force,
                       .x_dot = e->x_dot,
                       .force_s = e->force_s,
                       .force_s_dot = e->force_s_dot,
                       .force_x = e->force_x,
                       .x_dot_s = e->x_dot_s,
                       .x_dot_s_dot = e->x_dot_s_dot,
                       .x_dot_x = e->x_dot_x};
    effort.evaluate(effort.parameters, &io);
}

static double output(const evaluation *e, int i)
{
    return i < DRIVE_PORTS ? e->force[i] : e->x_dot[i - DRIVE_PORTS];
}

static double derivative(const evaluation *e, int i, int j)
{
    const int state_i = i - DRIVE_PORTS, state_j = j - DRIVE_PORTS;
    if (i < DRIVE_PORTS)
        return j < DRIVE_PORTS ? e->force_s_dot[i * DRIVE_PORTS + j] : e->force_x[i * DRIVE_STATES + state_j];
    return j < DRIVE_PORTS ? e->x_dot_s_dot[state_i * DRIVE_PORTS + j]
                           : e->x_dot_x[state_i * DRIVE_STATES + state_j];
}

/* ---- random moments ---- */

typedef struct moment {
    drive_effort_data data;
    drive_inputs inputs;
    double in[INPUTS];
    int i, j;
} moment;

typedef enum situation { SLIPPING, STICKING, REVERSED, LOCKED, NEUTRAL, CRANKING, SITUATIONS } situation;

static double between(double low, double high, uint64_t *seed)
{
    return low + 0.5 * (high - low) * (1.0 + check_random(seed));
}

static void set_inputs(moment *m, situation what, uint64_t *seed)
{
    m->inputs = (drive_inputs){.engine = {.throttle = between(0.2, 1.0, seed), .burning = 1.0}};
    drive_inputs *in = &m->inputs;
    const double sense = what == REVERSED ? -1.0 : 1.0;
    if (what != NEUTRAL) {
        for (int k = 0; k < 2; k++) {
            in->ratio[k] = sense * between(0.7, 10.0, seed);
            in->capacity[k] = between(100.0, 1200.0, seed);
        }
    }
    for (int w = 0; w < 4; w++) in->brake[w] = what == SLIPPING ? between(0.0, 14e3, seed) : 0.0;
    for (int l = 0; l < 3; l++) in->lock[l] = what == LOCKED ? between(100.0, 10e3, seed) : 0.0;
    in->split = what == LOCKED || what == REVERSED ? between(0.2, 0.8, seed) : 0.0;
    if (what == CRANKING) {
        in->engine.burning = 0.0;
        in->engine.starter = 400.0;
    }
}

/* Speeds and states of a working tractor; sticking: no slip across path A, wheels at rest under brakes. */
static void draw(moment *m, situation what, uint64_t *seed)
{
    memset(m, 0, sizeof *m);
    m->data = (drive_effort_data){.model = rig_drive_model()};
    set_inputs(m, what, seed);
    double *V = m->in, *x = m->in + DRIVE_PORTS;
    V[DRIVE_CRANK] = what == CRANKING ? between(-2.0, 40.0, seed) : between(50.0, 240.0, seed);
    for (int w = 0; w < 4; w++) V[1 + w] = between(-8.0, 8.0, seed);
    x[DRIVE_TORQUE] = between(20.0, 700.0, seed);
    x[DRIVE_OUTPUT_SPEED] = between(-200.0, 200.0, seed);
    x[DRIVE_TWIST] = between(-0.1, 0.1, seed);
    for (int i = DRIVE_PATH_A; i <= DRIVE_BRAKE_REAR_RIGHT; i++) x[i] = between(-0.95, 0.95, seed);
    x[DRIVE_FUEL] = 1.0;
    if (what == STICKING) {
        x[DRIVE_OUTPUT_SPEED] = V[DRIVE_CRANK] / m->inputs.ratio[0];
        V[DRIVE_REAR_LEFT] = V[DRIVE_REAR_RIGHT] = 0.0;
        m->inputs.brake[2] = m->inputs.brake[3] = 14e3;
    }
}

static double output_of_input(double value, const void *context)
{
    moment m = *(const moment *)context;
    m.data.inputs = &m.inputs;
    m.in[m.j] = value;
    evaluation e;
    evaluate(&m.data, m.in, false, &e);
    return output(&e, m.i);
}

/* Sums of up to a dozen elements of which the largest may be 1e3 times the sum. */
static const double NOISE = 1e3 * 12.0 * DBL_EPSILON;

/* Steps: small against the widths over which things bend (1 rad/s of drag_speed, 1/d = 0.5 rad/s of the
 * brakes, 1 N m of a load's corner on a shaft of 2e4 N m/rad) and never across a corner, except at the corner
 * of a coupling at rest, where the mean of both sides is what central differences give. */
static void derivatives_hold(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int k = 0; k < SITUATIONS * 6; k++) {
        moment m;
        evaluation e;
        draw(&m, (situation)(k % SITUATIONS), &seed);
        m.data.inputs = &m.inputs;
        evaluate(&m.data, m.in, true, &e);
        for (int p = 0; p < DRIVE_PORTS * DRIVE_PORTS; p++) CHECK_SAME(e.force_s[p], 0.0);
        for (int p = 0; p < DRIVE_STATES * DRIVE_PORTS; p++) CHECK_SAME(e.x_dot_s[p], 0.0);
        for (m.i = 0; m.i < OUTPUTS; m.i++)
            for (m.j = 0; m.j < INPUTS; m.j++) {
                const int x = m.j - DRIVE_PORTS;
                const double h = x == DRIVE_TORQUE ? 1e-2 : x == DRIVE_TWIST ? 1e-6 : 1e-4;
                CHECK_DERIVATIVE(output_of_input, &m, m.in[m.j], derivative(&e, m.i, m.j), h, NOISE);
            }
    }
}

/* Derivatives asked for or not, forces and rates are the same. */
static void derivatives_change_nothing(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < SITUATIONS; k++) {
        moment m;
        evaluation with, without;
        draw(&m, (situation)k, &seed);
        m.data.inputs = &m.inputs;
        evaluate(&m.data, m.in, true, &with);
        evaluate(&m.data, m.in, false, &without);
        for (int i = 0; i < OUTPUTS; i++) CHECK_SAME(output(&with, i), output(&without, i));
    }
}

/* ---- power ---- */

/* engine power = d stored/dt + losses + power of the ports, at any moment. Rounding: some forty products, the
 * largest of which is some shaft power. */
static void power_is_balanced(void **state)
{
    (void)state;
    uint64_t seed = 29;
    for (int k = 0; k < SITUATIONS * 50; k++) {
        moment m;
        evaluation e;
        draw(&m, (situation)(k % SITUATIONS), &seed);
        m.data.inputs = &m.inputs;
        evaluate(&m.data, m.in, false, &e);
        const double *x = m.in + DRIVE_PORTS;
        const drive_model *d = &m.data.model;
        const drive_values v = drive_evaluate(&m.data, m.in, x);
        const double kinetic = d->output_inertia * x[DRIVE_OUTPUT_SPEED] * e.x_dot[DRIVE_OUTPUT_SPEED];
        const double elastic = d->shaft_stiffness * x[DRIVE_TWIST] * e.x_dot[DRIVE_TWIST];
        double ports = 0.0, size = fabs(kinetic) + fabs(elastic) + fabs(v.loss);
        for (int p = 0; p < DRIVE_PORTS; p++) {
            ports += e.force[p] * m.in[p];
            size += fabs(e.force[p] * m.in[p]);
        }
        CHECK_NEAR(kinetic + elastic + v.loss + ports, v.engine_power, 40.0 * DBL_EPSILON * size);
        CHECK_SAME(e.x_dot[DRIVE_LOSS], v.loss);
        CHECK_SAME(e.x_dot[DRIVE_ENGINE_WORK], v.engine_power);
    }
}

/* With all couplings open, what is left (engine friction, drag, shaft damping, axles) only ever takes. */
static void losses_take(void **state)
{
    (void)state;
    uint64_t seed = 31;
    for (int k = 0; k < 500; k++) {
        moment m;
        draw(&m, NEUTRAL, &seed);
        m.data.inputs = &m.inputs;
        m.in[DRIVE_CRANK] = between(-200.0, 200.0, &seed);
        assert_true(drive_evaluate(&m.data, m.in, m.in + DRIVE_PORTS).loss > 0.0);
    }
}

/* ---- by hand ---- */

/* A stuck path carries 300 N m at i = 2 to a shaft twisted by 0.02 rad, 400 N m; nothing turns but evenly, so
 * that the wheels share (1 - 0.1) 400: 40 % in front, ratios 24 and 24/1.32. Signs of drags at 100 rad/s and
 * 1 rad/s of width: 1/sqrt(1 + 1e-4) = 1 - 5e-5. */
static void torques_by_hand(void **state)
{
    (void)state;
    const double sign = 1.0 / sqrt(1.0 + 1e-4);
    drive_inputs inputs = {.ratio = {2.0, 0.0}, .capacity = {1200.0, 0.0}, .split = 0.4};
    const drive_effort_data data = {rig_drive_model(), &inputs};
    double in[INPUTS] = {200.0, 132.0 / 24.0, 132.0 / 24.0, 100.0 / 24.0, 100.0 / 24.0};
    double *x = in + DRIVE_PORTS;
    x[DRIVE_OUTPUT_SPEED] = 100.0;
    x[DRIVE_TWIST] = 0.02;
    x[DRIVE_PATH_A] = 0.25;
    evaluation e;
    evaluate(&data, in, false, &e);
    const drive_values v = drive_evaluate(&data, in, x);
    CHECK_NEAR(v.path_slip[0], 0.0, 200.0 * 4.0 * DBL_EPSILON);
    CHECK_RELATIVE(v.path_torque[0], 300.0, 1e-12 /* damping of the slip's rounding */);
    CHECK_RELATIVE(v.shaft_torque, 400.0, 1e-12);
    /* |T| is rounded over 1 N m: sqrt(T^2 + 1) - 1 */
    const double gear_loss = 0.13 * (sqrt(600.0 * 600.0 + 1.0) - 1.0) * sign;
    const double axle_loss = 0.10 * (sqrt(400.0 * 400.0 + 1.0) - 1.0) * sign;
    CHECK_RELATIVE(e.x_dot[DRIVE_OUTPUT_SPEED],
                   (600.0 - gear_loss - 15.0 * sign - 400.0) / data.model.output_inertia, 1e-10);
    CHECK_RELATIVE(v.wheel_torque[0], 0.5 * 0.4 * 24.0 / 1.32 * (400.0 - axle_loss), 1e-11);
    CHECK_RELATIVE(v.wheel_torque[1], v.wheel_torque[0], 1e-15);
    CHECK_RELATIVE(v.wheel_torque[2], 0.5 * 0.6 * 24.0 * (400.0 - axle_loss), 1e-11);
    CHECK_RELATIVE(e.force[DRIVE_CRANK], -300.0 - drive_friction_torque(&data.model.engine, 200.0).T, 1e-12);
}

/* The same shaft driven by the wheels: axles and gears still take. */
static void overrun_loses_too(void **state)
{
    (void)state;
    drive_inputs inputs = {.ratio = {2.0, 0.0}, .capacity = {1200.0, 0.0}};
    const drive_effort_data data = {rig_drive_model(), &inputs};
    double in[INPUTS] = {200.0, 0.0, 0.0, 100.0 / 24.0, 100.0 / 24.0};
    in[DRIVE_PORTS + DRIVE_OUTPUT_SPEED] = 100.0;
    in[DRIVE_PORTS + DRIVE_TWIST] = -0.02;
    in[DRIVE_PORTS + DRIVE_PATH_A] = -0.25;
    evaluation e;
    evaluate(&data, in, false, &e);
    /* the wheels give more than the shaft's 400 N m */
    CHECK_RELATIVE(e.force[DRIVE_REAR_LEFT], -12.0 * (400.0 + 40.0), 0.1 / 40.0 /* the corner of |T| */);
    assert_true(e.x_dot[DRIVE_OUTPUT_SPEED] <
                (400.0 - 600.0) / data.model.output_inertia); /* gears and drag slow it more */
}

/* Locks pull wheels together: torque on the faster wheel backwards, none in sum over an axle, and the centre
 * lock in the ratio of the axles. */
static void locks_pull_together(void **state)
{
    (void)state;
    drive_inputs inputs = {.lock = {800.0, 5e3, 10e3}};
    const drive_effort_data data = {rig_drive_model(), &inputs};
    double in[INPUTS] = {0.0};
    evaluation e;
    in[DRIVE_PORTS + DRIVE_LOCK_REAR] = 0.5;
    evaluate(&data, in, false, &e);
    CHECK_SAME(e.force[DRIVE_REAR_LEFT], -5e3);
    CHECK_SAME(e.force[DRIVE_REAR_RIGHT], 5e3);
    CHECK_SAME(e.force[DRIVE_FRONT_LEFT], 0.0);
    in[DRIVE_PORTS + DRIVE_LOCK_REAR] = 0.0;
    in[DRIVE_PORTS + DRIVE_LOCK_CENTRE] = 0.5;
    evaluate(&data, in, false, &e);
    CHECK_RELATIVE(e.force[DRIVE_REAR_LEFT], -400.0 * 12.0, 1e-15);
    CHECK_RELATIVE(e.force[DRIVE_FRONT_RIGHT], 400.0 * 12.0 / 1.32, 1e-15);
    /* slips of 12 rad/s at the output shaft, 1 rad/s between the wheels, across their own angles s_0 */
    in[DRIVE_PORTS + DRIVE_LOCK_CENTRE] = 0.0;
    in[DRIVE_REAR_LEFT] = 1.0;
    evaluate(&data, in, false, &e);
    CHECK_RELATIVE(e.x_dot[DRIVE_LOCK_CENTRE], 12.0 / data.model.centre.slip, 1e-15);
    CHECK_RELATIVE(e.x_dot[DRIVE_LOCK_REAR], 1.0 / data.model.lock.slip, 1e-15);
}

/* Nothing engaged, all at rest: no force, no rate. */
static void rest_stays_rest(void **state)
{
    (void)state;
    drive_inputs inputs = {.engine = {.throttle = 0.0}};
    const drive_effort_data data = {rig_drive_model(), &inputs};
    const double in[INPUTS] = {0.0};
    evaluation e;
    evaluate(&data, in, true, &e);
    for (int i = 0; i < OUTPUTS; i++) CHECK_SAME(output(&e, i), 0.0);
    for (int i = 0; i < OUTPUTS; i++)
        for (int j = 0; j < INPUTS; j++) assert_true(isfinite(derivative(&e, i, j)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_hold),    cmocka_unit_test(derivatives_change_nothing),
        cmocka_unit_test(power_is_balanced),   cmocka_unit_test(losses_take),
        cmocka_unit_test(torques_by_hand),     cmocka_unit_test(overrun_loses_too),
        cmocka_unit_test(locks_pull_together), cmocka_unit_test(rest_stays_rest)};
    return cmocka_run_group_tests_name("drive driveline", tests, NULL, NULL);
}
