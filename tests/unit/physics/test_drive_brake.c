/* The brake on a joint: derivatives and power at a moment; on a bench it holds below its capacity, slides
 * above it, and is nothing when open. */
#include "support/check.h"

#include "drive/driveline.h"
#include "mb/force.h"
#include "mb/step.h"

#include <float.h>
#include <math.h>

static const drive_coupling COUPLING = {.slip = 0.004, .damping = 20.0};
static const double CAPACITY = 60e3; /* [N m] */

enum { INPUTS = 1 + BRAKE_STATES };

typedef struct moment {
    double capacity;
    double in[INPUTS];
    int i, j;
} moment;

typedef struct evaluation {
    double force[1], x_dot[BRAKE_STATES];
    double force_s_dot[1], force_x[BRAKE_STATES];
    double x_dot_s_dot[BRAKE_STATES], x_dot_x[BRAKE_STATES * BRAKE_STATES];
} evaluation;

static evaluation evaluate(const moment *m, bool jacobian)
{
    const drive_brake_data data = {COUPLING, &m->capacity};
    const mb_effort_def effort =
        drive_brake_effort("brake", (mb_measure_def){.kind = MB_MEASURE_JOINT}, &data, NULL);
    evaluation e = {.force = {0}};
    mb_effort_io io = {.s_dot = m->in,
                       .x = m->in + 1,
                       .jacobian = jacobian,
                       .force = e.force,
                       .x_dot = e.x_dot,
                       .force_s_dot = e.force_s_dot,
                       .force_x = e.force_x,
                       .x_dot_s_dot = e.x_dot_s_dot,
                       .x_dot_x = e.x_dot_x};
    effort.evaluate(effort.parameters, &io);
    return e;
}

static double output(const evaluation *e, int i)
{
    return i == 0 ? e->force[0] : e->x_dot[i - 1];
}

static double derivative(const evaluation *e, int i, int j)
{
    if (i == 0) return j == 0 ? e->force_s_dot[0] : e->force_x[j - 1];
    return j == 0 ? e->x_dot_s_dot[i - 1] : e->x_dot_x[(i - 1) * BRAKE_STATES + j - 1];
}

static double output_of_input(double value, const void *context)
{
    moment m = *(const moment *)context;
    m.in[m.j] = value;
    const evaluation e = evaluate(&m, false);
    return output(&e, m.i);
}

static moment draw(int k, uint64_t *seed)
{
    return (moment){.capacity = k % 4 == 0 ? 0.0 : CAPACITY * (1.1 + check_random(seed)),
                    .in = {2.0 * check_random(seed), 0.95 * check_random(seed), 0.0}};
}

/* The law bends over 1/d = 0.05 rad/s and has its corner at rest, which no draw meets within the step. */
static void derivatives_hold(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 60; k++) {
        moment m = draw(k, &seed);
        const evaluation e = evaluate(&m, true);
        for (m.i = 0; m.i < INPUTS; m.i++)
            for (m.j = 0; m.j < INPUTS; m.j++)
                CHECK_DERIVATIVE(output_of_input, &m, m.in[m.j], derivative(&e, m.i, m.j), 1e-5,
                                 1e3 * DBL_EPSILON);
    }
}

/* What it takes from the port is what it counts as lost; it never gives more than its capacity. */
static void takes_what_it_counts(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int k = 0; k < 400; k++) {
        const moment m = draw(k, &seed);
        const evaluation e = evaluate(&m, false);
        CHECK_SAME(e.x_dot[BRAKE_LOSS], -e.force[0] * m.in[0]);
        assert_true(fabs(e.force[0]) <= m.capacity * (1.0 + 8.0 * DBL_EPSILON));
    }
}

/* ---- on a bench: a rotor of the inertia of an excavator's upper structure under a torque ---- */

static const double INERTIA = 1e5; /* [kg m^2] */

typedef struct bench {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    drive_brake_data data;
    double capacity;
    mb_constant_force torque; /* [N m] */
} bench;

static void open_bench(bench *b, double capacity, double torque)
{
    *b = (bench){.data = {COUPLING, &b->capacity}, .capacity = capacity, .torque = {.force = torque}};
    const mb_body_def rotor = {
        .name = "rotor",
        .mass = 1.0,
        .inertia = {INERTIA, INERTIA, INERTIA, 0, 0, 0},
        .joint = {.type = MB_REVOLUTE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 0, 1}}};
    const mb_measure_def port = {.kind = MB_MEASURE_JOINT, .body_a = 0};
    const mb_effort_def efforts[] = {drive_brake_effort("brake", port, &b->data, NULL),
                                     mb_constant_effort("torque", port, &b->torque)};
    const mb_def def = {.body_count = 1, .bodies = &rotor, .effort_count = 2, .efforts = efforts};
    mb_def_error error;
    mb_assembly_report report;
    const mb_step_options options = mb_step_options_default();
    assert_int_equal(mb_model_build(&def, &b->arena, &b->model, &error), HL_OK);
    b->state = mb_state_new(b->model, &b->arena);
    b->work = mb_work_new(b->model, &options, &b->arena);
    assert_int_equal(mb_assemble(b->model, b->state, b->work, &report), HL_OK);
}

static void run(bench *b, double seconds)
{
    const long steps = lround(seconds / mb_step_options_default().step);
    for (long i = 0; i < steps; i++) {
        mb_step_report report;
        assert_int_equal(mb_step(b->model, b->state, b->work, &report), HL_OK);
    }
}

/* At rest du/dt = 0, so that T = C u. On the way there it is du = (1 - u) ds/s_0: u = 1 - exp(-s/s_0), and a
 * torque of half the capacity bends it by s_0 ln 2; the first swing, damped, bends it further, to u = 0.75
 * and twice that angle at most. Way back the bristle is stiffer, so not all of it comes back. */
static void holds_below_its_capacity(void **state)
{
    (void)state;
    static bench b;
    open_bench(&b, CAPACITY, 0.5 * CAPACITY);
    run(&b, 20.0);
    CHECK_NEAR(b.state->v[0], 0.0, 1e-6);
    CHECK_NEAR(b.state->x[BRAKE_BRISTLE], 0.5, 1e-3);
    assert_true(b.state->q[0] >= COUPLING.slip * log(2.0) && b.state->q[0] < 2.0 * COUPLING.slip * log(2.0));
    const double angle = b.state->q[0];
    run(&b, 10.0); /* no creep: what is left of the swing */
    CHECK_NEAR(b.state->q[0], angle, 1e-6);
    hl_arena_free(&b.arena);
}

/* Sliding it takes all of its capacity: after the bristle is bent, which takes the angle of a few s_0, the
 * speed rises by (T - C)/J a second, and what is missing of the torque's work and of the kinetic energy is
 * lost. */
static void slides_above_its_capacity(void **state)
{
    (void)state;
    static bench b;
    open_bench(&b, CAPACITY, 1.5 * CAPACITY);
    run(&b, 1.0);
    const double before = b.state->v[0];
    run(&b, 1.0);
    CHECK_RELATIVE(b.state->v[0] - before, 0.5 * CAPACITY / INERTIA, 1e-6);
    const double work = 1.5 * CAPACITY * b.state->q[0];
    const double kinetic = 0.5 * INERTIA * b.state->v[0] * b.state->v[0];
    CHECK_RELATIVE(b.state->x[BRAKE_LOSS], work - kinetic, 1e-3 /* second order in the step of 1 ms */);
    hl_arena_free(&b.arena);
}

static void opens_to_nothing(void **state)
{
    (void)state;
    static bench b;
    open_bench(&b, CAPACITY, 0.5 * CAPACITY);
    run(&b, 5.0);
    b.capacity = 0.0;
    const double loss = b.state->x[BRAKE_LOSS], before = b.state->v[0];
    run(&b, 1.0);
    /* the step in which it opens still counts half of what it held, of 1000 */
    CHECK_RELATIVE(b.state->v[0] - before, 0.5 * CAPACITY / INERTIA, 1e-3);
    CHECK_NEAR(b.state->x[BRAKE_LOSS], loss, 1e-3 * CAPACITY * COUPLING.slip);
    CHECK_NEAR(b.state->x[BRAKE_BRISTLE], 0.0, 1e-6); /* 20 times its time to straighten */
    hl_arena_free(&b.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_hold), cmocka_unit_test(takes_what_it_counts),
        cmocka_unit_test(holds_below_its_capacity), cmocka_unit_test(slides_above_its_capacity),
        cmocka_unit_test(opens_to_nothing)};
    return cmocka_run_group_tests_name("drive brake", tests, NULL, NULL);
}
