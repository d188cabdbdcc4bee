/* Absolute coordinates against joint coordinates: the same mechanisms by `global` and by `penalty` (both RK4)
 * or `ali3p`. Two runs may differ by what their step size leaves; that is estimated by running each with h
 * and h/2 (Runge's rule: the error of the h/2 run is |difference|/15 for order 4, |difference|/3 for order
 * 2), so that twice the sum of the two differences is allowed, and nothing is tuned. */
#include "support/check.h"

#include "mb/force.h"
#include "mb/step.h"
#include "zoo.h"

#include <malloc.h>
#include <math.h>
#include <string.h>

enum { MOST = 256 };

/* A run's end: all numbers of q and v. */
typedef struct run_end {
    double number[MOST];
    int count;
} run_end;

static mb_step_options options_of(mb_formulation formulation, double step)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = step;
    return options;
}

static run_end end_of(const mb_model *model, const mb_state *state)
{
    const mb_counts counts = mb_model_counts(model);
    run_end end = {.count = counts.coordinates + counts.columns};
    memcpy(end.number, state->q, (size_t)counts.coordinates * sizeof(double));
    memcpy(end.number + counts.coordinates, state->v, (size_t)counts.columns * sizeof(double));
    return end;
}

static run_end run(const mb_def *def, mb_step_options options, double duration)
{
    hl_arena arena = {0};
    mb_model *model;
    mb_def_error error;
    mb_assembly_report assembly;
    mb_step_report report;
    assert_int_equal(mb_model_build(def, &arena, &model, &error), HL_OK);
    mb_state *state = mb_state_new(model, &arena);
    mb_work *work = mb_work_new(model, &options, &arena);
    assert_true(state != NULL && work != NULL);
    assert_int_equal(mb_assemble(model, state, work, &assembly), HL_OK);
    const long steps = lround(duration / options.step);
    for (long i = 0; i < steps; i++) assert_int_equal(mb_step(model, state, work, &report), HL_OK);
    const run_end end = end_of(model, state);
    hl_arena_free(&arena);
    return end;
}

static double distance(const run_end *a, const run_end *b)
{
    double most = 0.0;
    for (int i = 0; i < a->count; i++)
        if (!(fabs(a->number[i] - b->number[i]) <= most)) most = fabs(a->number[i] - b->number[i]);
    return most;
}

static void check_agreement(const mb_def *def, mb_formulation other, double step, double duration)
{
    const run_end global = run(def, options_of(MB_GLOBAL, step), duration);
    const run_end global_fine = run(def, options_of(MB_GLOBAL, 0.5 * step), duration);
    const run_end known = run(def, options_of(other, step), duration);
    const run_end known_fine = run(def, options_of(other, 0.5 * step), duration);
    const double allowed = 2.0 * (distance(&global, &global_fine) + distance(&known, &known_fine));
    /* rounding of some hundred steps, in case both are nearly exact */
    CHECK_NEAR(distance(&global_fine, &known_fine), 0.0, allowed + 1e-12);
    assert_true(allowed < 1e-2); /* else nothing was compared */
}

/* A rod of 1 kg and 1 m along -z from its joint. */
static mb_body_def rod(mb_joint_type type, int parent)
{
    return (mb_body_def){.name = "rod",
                         .mass = 1.0,
                         .com = {0, 0, -0.5},
                         .inertia = {1.0 / 12, 1.0 / 12, 0.01, 0, 0, 0},
                         .joint = {.type = type,
                                   .parent = parent,
                                   .parent_point = {0, 0, parent == MB_GROUND ? 0 : -1},
                                   .orientation = {1, 0, 0, 0},
                                   .axis = {0, 1, 0},
                                   .hold = true}};
}

static mb_def world(const mb_body_def *bodies, int count)
{
    return (mb_def){.gravity = {0, 0, -9.81}, .body_count = count, .bodies = bodies};
}

static void pendulum(void **state)
{
    (void)state;
    mb_body_def body = rod(MB_REVOLUTE, MB_GROUND);
    body.joint.q0[0] = 1.0;
    const mb_def def = world(&body, 1);
    check_agreement(&def, MB_PENALTY, 1e-2, 1.0);
}

/* All its mass in one point: the inertia is singular, the equations of the joint are what holds its rotation.
 */
static void pendulum_of_a_point_mass(void **state)
{
    (void)state;
    mb_body_def body = rod(MB_REVOLUTE, MB_GROUND);
    body.joint.q0[0] = 1.0;
    body.inertia = (hl_sym3){0, 0, 0, 0, 0, 0};
    const mb_def def = world(&body, 1);
    check_agreement(&def, MB_PENALTY, 1e-2, 1.0);
}

static void spherical_pair(mb_body_def bodies[2])
{
    for (int i = 0; i < 2; i++) {
        bodies[i] = rod(MB_SPHERICAL, i - 1);
        const hl_quat turn = hl_quat_exp(hl_v3(1.0, 0.3 * i, 0.2));
        const double q0[4] = {turn.w, turn.x, turn.y, turn.z}, v0[3] = {0.5, -1.0, 2.0};
        memcpy(bodies[i].joint.q0, q0, sizeof q0);
        memcpy(bodies[i].joint.v0, v0, sizeof v0);
    }
}

static void double_spherical_pendulum(void **state)
{
    (void)state;
    mb_body_def bodies[2];
    spherical_pair(bodies);
    const mb_def def = world(bodies, 2);
    check_agreement(&def, MB_PENALTY, 5e-3, 1.0);
}

static void free_body(void **state)
{
    (void)state;
    mb_body_def body = rod(MB_FREE, MB_GROUND);
    body.inertia = (hl_sym3){0.3, 0.2, 0.1, 0.01, 0.02, -0.01};
    body.joint.q0[3] = 1.0;
    const double v0[6] = {1, 2, 3, 0.1, 4.0, 0.1};
    memcpy(body.joint.v0, v0, sizeof v0);
    const mb_def def = world(&body, 1);
    check_agreement(&def, MB_PENALTY, 5e-3, 1.0);
}

/* Crank of 1 m, coupler of 2 m, rocker of 1.5 m, ground of 2 m along x; redundant by three in space. */
static void closed_four_bar(void **state)
{
    (void)state;
    mb_body_def bodies[3] = {rod(MB_REVOLUTE, MB_GROUND), rod(MB_REVOLUTE, 0), rod(MB_REVOLUTE, MB_GROUND)};
    bodies[2].joint.parent_point = hl_v3(2, 0, 0);
    bodies[0].joint.v0[0] = 2.0;
    for (int i = 0; i < 3; i++) bodies[i].joint.hold = i == 0;
    bodies[0].joint.q0[0] = 2.5;
    bodies[1].joint.q0[0] = 2.0;
    bodies[2].joint.q0[0] = 2.5;
    const mb_loop_def loop = {.name = "pin",
                              .type = MB_LOOP_REVOLUTE,
                              .body_a = 1,
                              .body_b = 2,
                              .point_a = {0, 0, -2},
                              .point_b = {0, 0, -1.5},
                              .axis_a = {0, 1, 0},
                              .axis_b = {0, 1, 0}};
    mb_def def = world(bodies, 3);
    def.loops = &loop;
    def.loop_count = 1;
    check_agreement(&def, MB_ALI3P, 1e-3, 0.5);
}

/* Springs on all scalar coordinates of all joints that have any, one of them wound up by more than a turn. */
static void joint_coordinates_as_measures(void **state)
{
    (void)state;
    static const mb_joint_type types[4] = {MB_REVOLUTE, MB_CYLINDRICAL, MB_UNIVERSAL, MB_PRISMATIC};
    static const int joint_of[6] = {0, 1, 1, 2, 2, 3}, column_of[6] = {0, 0, 1, 0, 1, 0};
    static const mb_spring spring = {.stiffness = 20.0, .damping = 0.1, .free = 0.3};
    static const mb_spring wound = {.stiffness = 20.0, .damping = 0.1, .free = 7.0};
    mb_body_def bodies[4];
    mb_effort_def efforts[6];
    for (int i = 0; i < 4; i++) {
        bodies[i] = rod(types[i], i - 1);
        bodies[i].joint.orientation = hl_quat_exp(hl_v3(0.2, 0.1 * i, -0.3));
        bodies[i].joint.axis2 =
            hl_normalized(hl_v3(1, 0.2, 0.3)); /* not quite at a right angle to the axis */
    }
    bodies[0].joint.q0[0] = 6.8;
    for (int i = 0; i < 6; i++) {
        const mb_measure_def measure = {
            .kind = MB_MEASURE_JOINT, .body_a = joint_of[i], .column = column_of[i]};
        efforts[i] = mb_spring_effort("spring", measure, i == 0 ? &wound : &spring);
    }
    mb_def def = world(bodies, 4);
    def.efforts = efforts;
    def.effort_count = 6;
    check_agreement(&def, MB_PENALTY, 2e-3, 0.5);
}

/* A rheonomic crank: q = 0.5 + 3 t, past pi. The Baumgarte terms hold the drift; it is O(h^4) as all else. */
static void driven_joint(void **state)
{
    (void)state;
    mb_body_def bodies[2] = {rod(MB_REVOLUTE, MB_GROUND), rod(MB_SPHERICAL, 0)};
    bodies[0].joint.q0[0] = 0.5;
    bodies[0].joint.v0[0] = 3.0;
    bodies[0].joint.hold = false;
    const mb_driver_def driver = {.name = "crank",
                                  .measure = {.kind = MB_MEASURE_JOINT, .body_a = 0},
                                  .function = {.offset = 0.5, .rate = 3.0}};
    mb_def def = world(bodies, 2);
    def.drivers = &driver;
    def.driver_count = 1;
    const run_end end = run(&def, options_of(MB_GLOBAL, 1e-3), 2.0);
    const run_end coarse = run(&def, options_of(MB_GLOBAL, 2e-3), 2.0);
    CHECK_NEAR(end.number[0], 6.5, 2.0 * distance(&end, &coarse) + 1e-12);
    assert_true(distance(&end, &coarse) < 1e-3);
}

/* One step of every joint type, measure, wrench and effort state: what two methods of order 4 differ by in
 * one step shrinks by 2^5 with the step; 2^4.5 leaves room for the next order. */
static void one_step_of_the_zoo(void **state)
{
    (void)state;
    for (int efforts = 0; efforts < 2; efforts++) {
        double difference[2];
        for (int half = 0; half < 2; half++) {
            run_end ends[2];
            for (int f = 0; f < 2; f++) {
                const mb_step_options options =
                    options_of(f == 0 ? MB_PENALTY : MB_GLOBAL, half ? 4e-3 : 8e-3);
                mb_step_report report;
                zoo z;
                zoo_open(&z, &options, false, efforts == 1);
                assert_int_equal(mb_step(z.model, z.state, z.work, &report), HL_OK);
                ends[f] = end_of(z.model, z.state);
                zoo_close(&z);
            }
            difference[half] = distance(&ends[0], &ends[1]);
        }
        if (!(difference[0] > pow(2.0, 4.5) * difference[1]))
            fail_msg("efforts %d: %.3g with h, %.3g with h/2", efforts, difference[0], difference[1]);
    }
}

static void order_four(void **state)
{
    (void)state;
    mb_body_def bodies[2];
    spherical_pair(bodies);
    const mb_def def = world(bodies, 2);
    const run_end exact = run(&def, options_of(MB_GLOBAL, 5e-4), 0.5);
    const run_end coarse = run(&def, options_of(MB_GLOBAL, 1e-2), 0.5);
    const run_end fine = run(&def, options_of(MB_GLOBAL, 5e-3), 0.5);
    const double order = log2(distance(&coarse, &exact) / distance(&fine, &exact));
    CHECK_NEAR(order, 4.0, 0.3); /* the next term of the error is h^5: some percent at these steps */
}

/* Pivots in another order. A step's iteration ends with h^2 |d| below 1e-9 (the tolerance) and one iteration
 * shrinks the error by 1e-6 (1/penalty): at most 1e-9 / h * 1e-6 = 1e-12 of a velocity in a step, 2e-10 in
 * 200 steps. */
static void solvers_agree(void **state)
{
    (void)state;
    mb_body_def bodies[2];
    spherical_pair(bodies);
    const mb_def def = world(bodies, 2);
    run_end ends[3];
    for (int s = 0; s < 3; s++) {
        mb_step_options options = options_of(MB_GLOBAL, 1e-3);
        options.solver = (mb_solver)(MB_SOLVER_DENSE + s);
        ends[s] = run(&def, options, 0.2);
    }
    CHECK_NEAR(distance(&ends[0], &ends[1]), 0.0, 2e-10);
    CHECK_NEAR(distance(&ends[0], &ends[2]), 0.0, 2e-10);
}

static void allocates_at_load_only(void **state)
{
    (void)state;
    for (int solver = MB_SOLVER_DENSE; solver <= MB_SOLVER_SPARSE; solver++) {
        mb_step_options options = options_of(MB_GLOBAL, 1e-3);
        options.solver = (mb_solver)solver;
        mb_step_report report;
        zoo z;
        zoo_open(&z, &options, false, true);
        const struct mallinfo2 before = mallinfo2();
        for (int i = 0; i < 5; i++)
            if (mb_step(z.model, z.state, z.work, &report) != HL_OK) fail();
        const struct mallinfo2 after = mallinfo2();
        assert_true(after.uordblks == before.uordblks && after.hblkhd == before.hblkhd);
        zoo_close(&z);
    }
}

/* A state alone says how it goes on: stepping a copy with fresh scratch memory gives the same bits. */
static void state_is_complete(void **state)
{
    (void)state;
    const mb_step_options options = options_of(MB_GLOBAL, 1e-3);
    mb_step_report report;
    zoo a, b;
    zoo_open(&a, &options, false, true);
    zoo_open(&b, &options, false, true);
    for (int i = 0; i < 20; i++) assert_int_equal(mb_step(a.model, a.state, a.work, &report), HL_OK);
    mb_state_copy(b.state, a.state);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(mb_step(a.model, a.state, a.work, &report), HL_OK);
        assert_int_equal(mb_step(b.model, b.state, b.work, &report), HL_OK);
    }
    assert_true(mb_state_hash(a.state) == mb_state_hash(b.state));
    zoo_close(&a);
    zoo_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum),
                                       cmocka_unit_test(pendulum_of_a_point_mass),
                                       cmocka_unit_test(double_spherical_pendulum),
                                       cmocka_unit_test(free_body),
                                       cmocka_unit_test(closed_four_bar),
                                       cmocka_unit_test(joint_coordinates_as_measures),
                                       cmocka_unit_test(driven_joint),
                                       cmocka_unit_test(one_step_of_the_zoo),
                                       cmocka_unit_test(order_four),
                                       cmocka_unit_test(solvers_agree),
                                       cmocka_unit_test(allocates_at_load_only),
                                       cmocka_unit_test(state_is_complete)};
    return cmocka_run_group_tests_name("global", tests, NULL, NULL);
}
