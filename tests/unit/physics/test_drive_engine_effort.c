/* The engine without a driveline: every partial derivative against central differences, the balance of power
 * and of work, and the same engine as in a driveline. */
#include "support/check.h"

#include "drive_rig.h"

#include "drive/driveline.h"

#include <float.h>
#include <math.h>

enum { INPUTS = 1 + ENGINE_STATES };

typedef struct evaluation {
    double force[1], x_dot[ENGINE_STATES];
    double force_s[1], force_s_dot[1], force_x[ENGINE_STATES];
    double x_dot_s[ENGINE_STATES], x_dot_s_dot[ENGINE_STATES], x_dot_x[ENGINE_STATES * ENGINE_STATES];
} evaluation;

typedef struct moment {
    drive_engine_data data;
    drive_engine_inputs inputs;
    double in[INPUTS];
    int i, j;
} moment;

static void evaluate(moment *m, bool jacobian, evaluation *e)
{
    m->data.inputs = &m->inputs;
    const mb_effort_def effort =
        drive_engine_effort("engine", (mb_measure_def){.kind = MB_MEASURE_JOINT}, &m->data, NULL);
    const double s[1] = {0};
    *e = (evaluation){.force = {0}};
    mb_effort_io io = {.s = s,
                       .s_dot = m->in,
                       .x = m->in + 1,
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
    return i == 0 ? e->force[0] : e->x_dot[i - 1];
}

static double derivative(const evaluation *e, int i, int j)
{
    if (i == 0) return j == 0 ? e->force_s_dot[0] : e->force_x[j - 1];
    return j == 0 ? e->x_dot_s_dot[i - 1] : e->x_dot_x[(i - 1) * ENGINE_STATES + j - 1];
}

static double output_of_input(double value, const void *context)
{
    moment m = *(const moment *)context;
    evaluation e;
    m.in[m.j] = value;
    evaluate(&m, false, &e);
    return output(&e, m.i);
}

static double between(double low, double high, uint64_t *seed)
{
    return low + 0.5 * (high - low) * (1.0 + check_random(seed));
}

/* Working, or turned by the starter. */
static moment draw(int k, uint64_t *seed)
{
    const bool works = k % 3 != 0;
    moment m = {.data = {.engine = rig_drive_model().engine},
                .inputs = {.throttle = between(0.2, 1.0, seed),
                           .burning = works ? 1.0 : 0.0,
                           .starter = works ? 0.0 : 400.0}};
    m.in[0] = works ? between(50.0, 240.0, seed) : between(-2.0, 40.0, seed);
    m.in[1 + ENGINE_TORQUE] = between(20.0, 700.0, seed);
    m.in[1 + ENGINE_FUEL] = 1.0;
    return m;
}

/* As in the driveline's test: sums of a few terms of which the largest may be 1e3 times the sum, steps small
 * against the width over which friction takes its sign (1 rad/s). */
static void derivatives_hold(void **state)
{
    (void)state;
    static const double noise = 1e3 * 12.0 * DBL_EPSILON;
    uint64_t seed = 5;
    for (int k = 0; k < 60; k++) {
        moment m = draw(k, &seed);
        evaluation e;
        evaluate(&m, true, &e);
        for (m.i = 0; m.i < INPUTS; m.i++)
            for (m.j = 0; m.j < INPUTS; m.j++)
                CHECK_DERIVATIVE(output_of_input, &m, m.in[m.j], derivative(&e, m.i, m.j),
                                 m.j == 1 ? 1e-2 : 1e-4, noise);
    }
}

/* Power of the engine = losses + power of the port, to the rounding of three products. */
static void power_is_balanced(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int k = 0; k < 200; k++) {
        moment m = draw(k, &seed);
        evaluation e;
        evaluate(&m, false, &e);
        const drive_values v = drive_engine_evaluate(&m.data, m.in[0], m.in + 1);
        const double port = e.force[0] * m.in[0];
        CHECK_NEAR(v.engine_power, v.loss + port, 8.0 * DBL_EPSILON * (fabs(v.engine_power) + fabs(v.loss)));
        CHECK_SAME(e.x_dot[ENGINE_WORK], v.engine_power);
        CHECK_SAME(e.x_dot[ENGINE_LOSS], v.loss);
        CHECK_SAME(e.x_dot[ENGINE_FUEL], v.fuel_rate);
        CHECK_SAME(e.force[0], v.engine_torque);
        assert_true(v.loss >= 0.0);
    }
}

/* With nothing engaged a driveline leaves its crankshaft to the same engine. */
static void is_the_engine_of_a_driveline(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int k = 0; k < 50; k++) {
        moment m = draw(k, &seed);
        evaluation e;
        evaluate(&m, false, &e);
        drive_inputs inputs = {.engine = m.inputs};
        const drive_effort_data data = {rig_drive_model(), &inputs};
        const double speeds[DRIVE_PORTS] = {m.in[0]};
        double x[DRIVE_STATES] = {0};
        x[DRIVE_TORQUE] = m.in[1 + ENGINE_TORQUE];
        const drive_values with = drive_evaluate(&data, speeds, x);
        const drive_values alone = drive_engine_evaluate(&m.data, m.in[0], m.in + 1);
        CHECK_SAME(alone.engine_torque, with.engine_torque);
        CHECK_SAME(alone.engine_power, with.engine_power);
        CHECK_SAME(alone.load, with.load);
        CHECK_SAME(alone.fuel_rate, with.fuel_rate);
        CHECK_SAME(alone.loss, with.loss); /* nothing else turns */
    }
}

/* ---- on a bench ---- */

static const double INERTIA = 1.1; /* [kg m^2] */

typedef struct bench {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    drive_engine_data data;
    drive_engine_inputs inputs;
    mb_constant_force load; /* [N m] */
} bench;

static void open_bench(bench *b, double load)
{
    *b = (bench){.data = {rig_drive_model().engine, &b->inputs}, .load = {.force = load}};
    const mb_body_def crank = {
        .name = "crankshaft",
        .mass = 1.0,
        .inertia = {INERTIA, INERTIA, INERTIA, 0, 0, 0},
        .joint = {.type = MB_REVOLUTE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 1, 0}}};
    const mb_measure_def port = {.kind = MB_MEASURE_JOINT, .body_a = 0};
    const mb_effort_def efforts[] = {drive_engine_effort("engine", port, &b->data, NULL),
                                     mb_constant_effort("load", port, &b->load)};
    const mb_def def = {.body_count = 1, .bodies = &crank, .effort_count = 2, .efforts = efforts};
    mb_def_error error;
    mb_assembly_report report;
    const mb_step_options options = mb_step_options_default();
    assert_int_equal(mb_model_build(&def, &b->arena, &b->model, &error), HL_OK);
    b->state = mb_state_new(b->model, &b->arena);
    b->work = mb_work_new(b->model, &options, &b->arena);
    assert_int_equal(mb_assemble(b->model, b->state, b->work, &report), HL_OK);
}

/* Key and throttle for some steps; a tank of 1 kg. @return work of the load [J] */
static double run(bench *b, double key, double throttle, int steps)
{
    double work = 0.0;
    for (int i = 0; i < steps; i++) {
        mb_step_report report;
        const double before = b->state->v[0];
        b->inputs = drive_engine_tick(&b->data.engine, throttle, key, before, 1.0 - b->state->x[ENGINE_FUEL]);
        assert_int_equal(mb_step(b->model, b->state, b->work, &report), HL_OK);
        work += 0.5 * (before + b->state->v[0]) * mb_step_options_default().step * b->load.force;
    }
    return work;
}

/* It starts, is governed, stalls when the key is turned off. Droop: 200 of some 480 N m of full load at idle
 * and of 490 N m at the top, 5 % of it each. */
static void starts_runs_and_stops(void **state)
{
    (void)state;
    static bench b;
    open_bench(&b, 0.0);
    run(&b, 1.0, 0.0, 500);
    CHECK_SAME(b.state->v[0], 0.0);
    run(&b, 2.0, 0.0, 1500);
    run(&b, 1.0, 0.0, 3000);
    CHECK_RELATIVE(b.state->v[0], b.data.engine.idle_speed, 0.01);
    run(&b, 1.0, 1.0, 5000);
    CHECK_RELATIVE(b.state->v[0], b.data.engine.top_speed, 0.01);
    b.load.force = -200.0;
    run(&b, 1.0, 1.0, 3000);
    CHECK_RELATIVE(b.state->v[0], b.data.engine.top_speed * (1.0 - 0.05 * 200.0 / 490.0), 0.005);
    b.load.force = 0.0;
    run(&b, 0.0, 1.0, 10000);
    CHECK_NEAR(b.state->v[0], 0.0, 0.1);
    hl_arena_free(&b.arena);
}

/* Over a start with load: engine work = loss + kinetic energy - work of the load. The trapezoidal sums of the
 * states against the exact change of the kinetic energy: second order in the step, 1e-3 of the work at the
 * jerk of the starter. */
static void work_is_balanced(void **state)
{
    (void)state;
    static bench b;
    open_bench(&b, -30.0);
    double load = run(&b, 2.0, 0.5, 1500);
    load += run(&b, 1.0, 0.5, 4000);
    const double kinetic = 0.5 * INERTIA * b.state->v[0] * b.state->v[0];
    const double work = b.state->x[ENGINE_WORK];
    assert_true(work > 1e4 && b.state->x[ENGINE_FUEL] > 0.0);
    CHECK_RELATIVE(b.state->x[ENGINE_LOSS] + kinetic - load, work, 1e-3);
    hl_arena_free(&b.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_hold), cmocka_unit_test(power_is_balanced),
        cmocka_unit_test(is_the_engine_of_a_driveline), cmocka_unit_test(starts_runs_and_stops),
        cmocka_unit_test(work_is_balanced)};
    return cmocka_run_group_tests_name("drive engine effort", tests, NULL, NULL);
}
