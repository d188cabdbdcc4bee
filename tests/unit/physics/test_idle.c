/* Efforts that say that they are idle: a ball over a floor that pushes, a spring beside a spring and damper
 * in series, with k_1 depth + k_2 (depth - x), x' = (depth - x)/T, as long as the ball is below. Above it one
 * variant says that it is idle and leaves nonsense behind, which nobody may look at; the other returns zeros
 * like any effort. */
#include "support/check.h"

#include "multibody/model_internal.h"

#include "support/allocations.h"

#include <math.h>
#include <string.h>

enum { PORTS = 6 };

static const double SPRING = 1e4, SERIES = 1e4, RATE = 50.0; /* k_1, k_2 [N/m], 1/T [1/s] */
static const double NONSENSE = 1e9;

static void floor_contact(const void *parameters, mb_effort_io *io)
{
    const bool says_idle = *(const bool *)parameters;
    const double depth = -io->pose[0].position.z;
    if (depth > 0.0) {
        for (int p = 0; p < PORTS; p++) io->force[p] = 0.0;
        io->force[2] = SPRING * depth + SERIES * (depth - io->x[0]);
        io->x_dot[0] = RATE * (depth - io->x[0]);
        io->potential = 0.0;
        if (!io->jacobian) return;
        io->force_s[2 * PORTS + 2] = -SPRING - SERIES;
        io->force_x[2] = -SERIES;
        io->x_dot_x[0] = -RATE;
        io->x_dot_s[2] = -RATE;
        return;
    }
    io->idle = says_idle;
    const double nothing = says_idle ? NONSENSE : 0.0;
    for (int p = 0; p < PORTS; p++) io->force[p] = nothing;
    io->x_dot[0] = io->potential = nothing;
    if (!io->jacobian) return;
    for (int i = 0; i < PORTS * PORTS; i++) io->force_s[i] = io->force_s_dot[i] = nothing;
    for (int p = 0; p < PORTS; p++) io->force_x[p] = io->x_dot_s[p] = io->x_dot_s_dot[p] = nothing;
    io->x_dot_x[0] = nothing;
}

typedef struct ball {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} ball;

typedef enum floor_kind { NO_FLOOR, PLAIN, SAYS_IDLE } floor_kind;

static void open_ball(ball *b, floor_kind kind, bool stiff, const mb_step_options *options)
{
    static const bool says[] = {false, false, true};
    static const double x0[] = {0.3};
    const mb_body_def body = {.name = "ball",
                              .mass = 2.0,
                              .inertia = {1, 1, 1, 0, 0, 0},
                              .joint = {.type = MB_PRISMATIC,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .axis = {0, 0, 1},
                                        .q0 = {1.0},
                                        .hold = true}};
    mb_effort_def effort = {.name = "floor",
                            .ports = PORTS,
                            .states = 1,
                            .x0 = x0,
                            .stiff_states = stiff,
                            .pose_count = 1,
                            .evaluate = floor_contact,
                            .parameters = &says[kind]};
    mb_body_ports(effort.measure, 0, hl_v3(0, 0, 0));
    const mb_def def = {.gravity = {0, 0, -9.81},
                        .body_count = 1,
                        .bodies = &body,
                        .effort_count = kind == NO_FLOOR ? 0 : 1,
                        .efforts = &effort};
    mb_def_error error;
    mb_assembly_report assembly;
    memset(b, 0, sizeof *b);
    assert_int_equal(mb_model_build(&def, &b->arena, &b->model, &error), HL_OK);
    b->state = mb_state_new(b->model, &b->arena);
    b->work = mb_work_new(b->model, options, &b->arena);
    assert_true(b->state != NULL && b->work != NULL);
    assert_int_equal(mb_assemble(b->model, b->state, b->work, &assembly), HL_OK);
}

static void advance(ball *b, int steps)
{
    mb_step_report report;
    for (int i = 0; i < steps; i++) assert_int_equal(mb_step(b->model, b->state, b->work, &report), HL_OK);
}

static mb_step_options options_of(mb_formulation formulation, double step)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = step;
    return options;
}

/* In the air an idle floor is no floor, to the last bit, and its state keeps its value. */
static void idle_is_absent(void **state)
{
    (void)state;
    for (int f = MB_ALI3P; f <= MB_GLOBAL; f++)
        for (int stiff = 0; stiff < 2; stiff++) {
            const mb_step_options options = options_of((mb_formulation)f, 1e-3);
            ball with, without;
            open_ball(&with, SAYS_IDLE, stiff == 1, &options);
            open_ball(&without, NO_FLOOR, false, &options);
            advance(&with, 300);
            advance(&without, 300);
            assert_true(with.state->q[0] > 0.1);
            CHECK_SAME(with.state->q[0], without.state->q[0]);
            CHECK_SAME(with.state->v[0], without.state->v[0]);
            CHECK_SAME(with.state->a[0], without.state->a[0]);
            CHECK_SAME(with.state->x[0], 0.3);
            CHECK_SAME(with.state->x_dot[0], 0.0);
            hl_arena_free(&with.arena);
            hl_arena_free(&without.arena);
        }
}

static void nothing_is_assembled(void **state)
{
    (void)state;
    const mb_step_options options = mb_step_options_default();
    ball b;
    open_ball(&b, SAYS_IDLE, true, &options);
    mb_evaluate_state(b.model, b.state, b.work);
    CHECK_SAME(mb_energies(b.model, b.work).stored, 0.0);
    for (int p = 0; p < PORTS; p++) CHECK_SAME(mb_effort_port(b.model, b.work, 0, p).force, 0.0);
    assert_int_equal(mb_effort_tangents(b.model, 0.0, b.state->x, 5e-4, b.work), HL_OK);
    mb_tangent(b.model, 1.0, 5e-4, 2.5e-7, b.work);
    CHECK_SAME(b.work->tangent->diagonal[0], 2.0); /* the mass */
    hl_arena_free(&b.arena);
}

typedef struct run_end {
    double q, v, x;
} run_end;

static run_end bounce(floor_kind kind, bool stiff, mb_step_options options)
{
    ball b;
    open_ball(&b, kind, stiff, &options);
    double lowest = 1.0;
    b.state->x[0] = 0.0;
    for (long i = 0; i < lround(1.0 / options.step); i++) {
        advance(&b, 1);
        lowest = fmin(lowest, b.state->q[0]);
    }
    const run_end end = {b.state->q[0], b.state->v[0], b.state->x[0]};
    hl_arena_free(&b.arena);
    assert_true(lowest < -0.01 && end.q > 0.0); /* it came down and went up again */
    return end;
}

static double distance(run_end a, run_end b)
{
    return fmax(fabs(a.q - b.q), fmax(fabs(a.v - b.v), fabs(a.x - b.x)));
}

/* A bounce with and without the word: force and rate of the state jump where the ball leaves, which both
 * integrate with an error of first order; that error is what halving the step changes, and twice that is
 * allowed. */
static void bounces_alike(void **state)
{
    (void)state;
    static const mb_formulation formulations[] = {MB_ALI3P, MB_ALI3P, MB_DOUBLE_STEP, MB_PENALTY};
    for (int f = 0; f < 4; f++) {
        mb_step_options options = options_of(formulations[f], 2e-4), fine = options;
        fine.step = 1e-4;
        const bool stiff = f == 1;
        const run_end plain = bounce(PLAIN, stiff, options);
        const double allowed = 2.0 * distance(plain, bounce(PLAIN, stiff, fine));
        assert_true(allowed < 0.05);
        CHECK_NEAR(distance(bounce(SAYS_IDLE, stiff, options), plain), 0.0, allowed);
    }
}

/* Weak coupling is of first order in all it does: the rule of bounces_alike. */
static void bounces_weakly(void **state)
{
    (void)state;
    mb_step_options options = options_of(MB_ALI3P, 2e-4), fine = options_of(MB_ALI3P, 1e-4);
    options.weak_substeps = fine.weak_substeps = 4;
    const run_end plain = bounce(PLAIN, false, options);
    const double allowed = 2.0 * distance(plain, bounce(PLAIN, false, fine));
    assert_true(allowed < 0.1);
    CHECK_NEAR(distance(bounce(SAYS_IDLE, false, options), plain), 0.0, allowed);
}

/* The prediction ends above the floor, the step below it: what was idle in the first iteration, tangent
 * included, is found by the next ones. With a wrong acceleration at the start, 1e5 m/s^2, the prediction is
 * -40 mm + 50 mm and the trapezoidal rule's end about -40 mm + 25 mm. */
static void wakes_within_a_step(void **state)
{
    (void)state;
    for (int stiff = 0; stiff < 2; stiff++) {
        const mb_step_options options = mb_step_options_default();
        ball b[2];
        for (int k = 0; k < 2; k++) {
            open_ball(&b[k], k == 0 ? PLAIN : SAYS_IDLE, stiff == 1, &options);
            b[k].state->q[0] = 0.0;
            b[k].state->v[0] = -40.0;
            b[k].state->a[0] = 1e5;
            advance(&b[k], 1);
            assert_true(b[k].state->q[0] < -0.01);
        }
        /* both end within the tolerances of Newton's last increment, 1e-9 m and 1e-6 of the state's 1 m */
        CHECK_NEAR(b[1].state->q[0], b[0].state->q[0], 1e-9);
        CHECK_NEAR(b[1].state->x[0], b[0].state->x[0], 1e-6);
        for (int k = 0; k < 2; k++) hl_arena_free(&b[k].arena);
    }
}

/* Nothing of an idle effort survives in the work: a fresh one takes every step to the same bits. */
static void steps_replay(void **state)
{
    (void)state;
    static const mb_formulation implicit[] = {MB_ALI3P, MB_DOUBLE_STEP};
    for (int f = 0; f < 2; f++) {
        const mb_step_options options = options_of(implicit[f], 2e-3);
        mb_step_report report;
        ball b;
        open_ball(&b, SAYS_IDLE, true, &options);
        mb_state *replayed = mb_state_new(b.model, &b.arena);
        int in_contact = 0;
        b.state->x[0] = 0.0;
        for (int i = 0; i < 500; i++) {
            hl_arena arena = {0};
            mb_work *fresh = mb_work_new(b.model, &options, &arena);
            assert_non_null(fresh);
            mb_state_copy(replayed, b.state);
            assert_int_equal(mb_step(b.model, replayed, fresh, &report), HL_OK);
            advance(&b, 1);
            assert_true(mb_state_hash(replayed) == mb_state_hash(b.state));
            in_contact += b.state->q[0] < 0.0;
            hl_arena_free(&arena);
        }
        assert_in_range(in_contact, 5, 400);
        hl_arena_free(&b.arena);
    }
}

static void no_allocation_in_a_step(void **state)
{
    (void)state;
#if COUNTS_ALLOCATIONS
    for (int f = MB_ALI3P; f <= MB_GLOBAL; f++) {
        const mb_step_options options = options_of((mb_formulation)f, 1e-3);
        ball b;
        open_ball(&b, SAYS_IDLE, f == MB_ALI3P, &options);
        const long before = calls;
        advance(&b, 700);
        assert_int_equal(calls - before, 0);
        hl_arena_free(&b.arena);
        assert_true(calls > before); /* the counter is alive */
    }
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_is_absent),         cmocka_unit_test(nothing_is_assembled),
        cmocka_unit_test(bounces_alike),          cmocka_unit_test(bounces_weakly),
        cmocka_unit_test(wakes_within_a_step),    cmocka_unit_test(steps_replay),
        cmocka_unit_test(no_allocation_in_a_step)};
    return cmocka_run_group_tests_name("idle efforts", tests, NULL, NULL);
}
