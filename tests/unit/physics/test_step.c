/* What every step promises: no allocation, same inputs same bits, a failed step leaves the state alone, the
 * numeric tangent gives the analytic one's results, formulations and solvers agree. On a spatial closed loop
 * with drivers, efforts with states and redundant equations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mb/force.h"
#include "mb/step.h"

#include "support/allocations.h"

#include <stdlib.h>
#include <string.h>

typedef struct machine {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} machine;

static mb_body_def rod(int parent, double length, double at)
{
    const double J = length * length / 12.0;
    return (mb_body_def){.name = "rod",
                         .mass = 1.0,
                         .com = {0.5 * length, 0, 0},
                         .inertia = {1e-3, J, J, 0, 0, 0},
                         .joint = {.type = MB_REVOLUTE,
                                   .parent = parent,
                                   .parent_point = {at, 0, 0},
                                   .orientation = {1, 0, 0, 0},
                                   .axis = {0, 0, 1}}};
}

/* A four-bar in the x-y plane (a revolute cut: five equations, three redundant), with a spring, friction with
 * bristle states on the crank, and a ball on a spherical joint at the coupler. */
static void open_machine(machine *m, const mb_step_options *options)
{
    static const mb_spring spring = {.stiffness = 50.0, .damping = 1.0, .free = 1.2};
    static const mb_friction friction = {.law = MB_FRICTION_LUGRE,
                                         .F_c = 0.2,
                                         .F_s = 0.3,
                                         .v_s = 0.05,
                                         .n = 2.0,
                                         .sigma_0 = 100.0,
                                         .sigma_1 = 1.0,
                                         .sigma_2 = 0.01};
    mb_body_def bodies[4] = {rod(MB_GROUND, 0.5, 0.0), rod(0, 1.2, 0.5), rod(MB_GROUND, 0.9, 1.3),
                             rod(1, 0.2, 0.6)};
    bodies[0].joint.q0[0] = 1.2;
    bodies[0].joint.v0[0] = 3.0;
    bodies[0].joint.hold = true;
    bodies[1].joint.q0[0] = -1.0;
    bodies[2].joint.q0[0] = 1.9;
    bodies[3].joint.type = MB_SPHERICAL;
    bodies[3].joint.q0[0] = 1.0;
    bodies[3].joint.v0[1] = 2.0;
    const mb_loop_def loop = {.name = "loop",
                              .type = MB_LOOP_REVOLUTE,
                              .body_a = 1,
                              .body_b = 2,
                              .point_a = {1.2, 0, 0},
                              .point_b = {0.9, 0, 0},
                              .axis_a = {0, 0, 1},
                              .axis_b = {0, 0, 1}};
    const mb_measure_def distance = {.kind = MB_MEASURE_DISTANCE,
                                     .body_a = MB_GROUND,
                                     .body_b = 1,
                                     .point_a = {0.6, -1.0, 0.1},
                                     .point_b = {0.6, 0, 0}};
    const mb_measure_def crank = {.kind = MB_MEASURE_JOINT, .body_a = 0};
    const mb_effort_def efforts[2] = {mb_spring_effort("spring", distance, &spring),
                                      mb_friction_effort("friction", crank, &friction)};
    const mb_def def = {.gravity = {0, -9.81, 0},
                        .body_count = 4,
                        .bodies = bodies,
                        .loop_count = 1,
                        .loops = &loop,
                        .effort_count = 2,
                        .efforts = efforts};
    mb_def_error error;
    mb_assembly_report report;
    memset(m, 0, sizeof *m);
    assert_int_equal(mb_model_build(&def, &m->arena, &m->model, &error), HL_OK);
    m->state = mb_state_new(m->model, &m->arena);
    m->work = mb_work_new(m->model, options, &m->arena);
    assert_non_null(m->state);
    assert_non_null(m->work);
    assert_int_equal(mb_assemble(m->model, m->state, m->work, &report), HL_OK);
    assert_int_equal(report.rank, 2);
}

static void close_machine(machine *m)
{
    hl_arena_free(&m->arena);
}

static void advance(machine *m, int steps)
{
    mb_step_report report;
    for (int i = 0; i < steps; i++) {
        const hl_status status = mb_step(m->model, m->state, m->work, &report);
        if (status != HL_OK) fail_msg("step %d: %s", i, hl_status_text(status));
    }
}

static const mb_formulation ALL[] = {MB_ALI3P, MB_DOUBLE_STEP, MB_PENALTY, MB_GLOBAL};

static void no_allocation_in_a_step(void **state)
{
    (void)state;
#if COUNTS_ALLOCATIONS
    const mb_solver solvers[] = {MB_SOLVER_DENSE, MB_SOLVER_TREE, MB_SOLVER_SPARSE};
    for (int f = 0; f < 4; f++)
        for (int s = 0; s < 3; s++) {
            mb_step_options options = mb_step_options_default();
            options.formulation = ALL[f];
            options.solver = solvers[s];
            machine m;
            open_machine(&m, &options);
            mb_step_report report;
            hl_status status = HL_OK;
            const long before = calls;
            for (int i = 0; i < 50 && status == HL_OK; i++)
                status = mb_step(m.model, m.state, m.work, &report);
            mb_evaluate_state(m.model, m.state, m.work);
            const long after = calls;
            assert_int_equal(status, HL_OK);
            assert_int_equal(after, before);
            close_machine(&m);
        }
    free(malloc(1)); /* the counter is alive */
    assert_true(calls > 0);
#else
    skip();
#endif
}

/* The same run twice, and a run continued from a copied state with other scratch memory: same bits. */
static void same_inputs_same_bits(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = ALL[f];
        machine one, two;
        open_machine(&one, &options);
        open_machine(&two, &options);
        advance(&one, 200);
        advance(&two, 100);
        mb_state *copy = mb_state_new(two.model, &two.arena);
        mb_state_copy(copy, two.state);
        two.state = copy;
        two.work = mb_work_new(two.model, &options, &two.arena);
        advance(&two, 100);
        assert_int_equal(mb_state_hash(one.state), mb_state_hash(two.state));
        two.state->q[0] = nextafter(two.state->q[0], 2.0);
        assert_int_not_equal(mb_state_hash(one.state), mb_state_hash(two.state));
        close_machine(&one);
        close_machine(&two);
    }
}

static void failed_step_leaves_the_state(void **state)
{
    (void)state;
    for (int f = 0; f < 2; f++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = ALL[f];
        options.max_iterations = 1;
        options.tolerance = 1e-30;
        machine m;
        open_machine(&m, &options);
        const uint64_t before = mb_state_hash(m.state);
        mb_step_report report;
        assert_int_equal(mb_step(m.model, m.state, m.work, &report), HL_NOT_CONVERGED);
        assert_int_equal(report.status, HL_NOT_CONVERGED);
        assert_in_range(report.worst_unknown, 0, 6);
        assert_int_equal(mb_state_hash(m.state), before);
        close_machine(&m);
    }
}

/* With bounded iterations the step goes on, says so, and stays near the converged motion: two iterations
 * of the last attempt leave what the next would have corrected. Double-step makes one attempt. */
static void bounded_iterations_go_on(void **state)
{
    (void)state;
    for (int f = 0; f < 2; f++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = ALL[f];
        options.tolerance = 1e-30;
        options.max_iterations = 2;
        options.bounded = true;
        machine cut, converged;
        mb_step_report report;
        open_machine(&cut, &options);
        assert_int_equal(mb_step(cut.model, cut.state, cut.work, &report), HL_OK);
        assert_true(report.cut && report.increment > 1.0);
        assert_int_equal(report.iterations, ALL[f] == MB_ALI3P ? mb_step_most_iterations(&options) : 2);
        options = mb_step_options_default();
        options.formulation = ALL[f];
        open_machine(&converged, &options);
        assert_int_equal(mb_step(converged.model, converged.state, converged.work, &report), HL_OK);
        assert_true(!report.cut);
        for (int c = 0; c < mb_model_counts(cut.model).columns; c++)
            assert_true(fabs(cut.state->v[c] - converged.state->v[c]) < 1e-5);
        close_machine(&cut);
        close_machine(&converged);
    }
}

/* ---- a step that a kept tangent leads astray ---- */

/* Newton's method on u^3 - 2 u + 2 goes from 0 to 1 and back for ever, and draws in what comes near: the
 * textbook's cycle. The root is ROOT. From START = -1.22 it goes to -2.285 and on to the root with new
 * tangents, but with START's tangent to -0.113 and into the cycle. */
static const double START = -1.22, ROOT = -1.7692923542386314;
static const double UNIT = 4e-3; /* [m/s] of u: at 1 ms two thousand tolerances of the increment */
static const double TICK = 1e-3; /* [s] */

/* The force on a mass of 1 kg at rest that makes u^3 - 2 u + 2 = 0, times -a_0, of the trapezoidal rule
 * 2 v/dt - a_0 = F, with v = UNIT u: F = 2 v/dt + a_0 (u^3 - 2 u + 1), a_0 = F(0). The prediction v = a_0 dt
 * is at START. */
static void cycling_force(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    const double u = io->s_dot[0] / UNIT, a_0 = START * UNIT / TICK;
    io->force[0] = 2.0 * io->s_dot[0] / TICK + a_0 * (u * u * u - 2.0 * u + 1.0);
    if (io->jacobian) io->force_s_dot[0] = 2.0 / TICK + a_0 * (3.0 * u * u - 2.0) / UNIT;
}

/* One step of it from rest. */
static mb_step_report cycling_step(int max_iterations, double *velocity)
{
    const mb_body_def body = {
        .name = "mass",
        .mass = 1.0,
        .inertia = {1, 1, 1, 0, 0, 0},
        .joint = {.type = MB_PRISMATIC, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {1, 0, 0}}};
    const mb_measure_def way = {.kind = MB_MEASURE_JOINT, .body_a = 0};
    const mb_effort_def effort = {.name = "force", .ports = 1, .measure = {way}, .evaluate = cycling_force};
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.step = TICK;
    options.bounded = true;
    options.max_iterations = max_iterations;
    machine m = {0};
    mb_def_error error;
    mb_assembly_report assembly;
    mb_step_report report;
    assert_int_equal(mb_model_build(&def, &m.arena, &m.model, &error), HL_OK);
    m.state = mb_state_new(m.model, &m.arena);
    m.work = mb_work_new(m.model, &options, &m.arena);
    assert_int_equal(mb_assemble(m.model, m.state, m.work, &assembly), HL_OK);
    assert_int_equal(mb_step(m.model, m.state, m.work, &report), HL_OK);
    *velocity = m.state->v[0];
    close_machine(&m);
    return report;
}

/* The first attempt spends four iterations in the cycle, two thirds of 5 or 6, and four or six are left. The
 * second one converges, and quadratically: an increment is g''/(2 g') = 3 u/(3 u^2 - 2) of the square of the
 * one before, but for the third order, which is a hundredth at the last of those looked at. So the fifth
 * increment, 0.13 tolerances, is the last. */
static void begins_again_with_new_tangents(void **state)
{
    (void)state;
    const double curvature = fabs(3.0 * ROOT / (3.0 * ROOT * ROOT - 2.0));
    const double tolerance = mb_step_options_default().tolerance * 2.0 / (TICK * UNIT); /* in u */
    double velocity, last = 0.0;
    for (int most = 5; most <= 6; most++) {
        const mb_step_report report = cycling_step(most, &velocity);
        const double increment = report.increment * tolerance;
        assert_int_equal(report.iterations, most + 3);
        assert_int_equal(report.cut, most == 5);
        if (most > 5) assert_true(fabs(increment / (last * last) - curvature) < 0.1 * curvature);
        last = increment;
    }
    assert_true(fabs(velocity / UNIT - ROOT) < last * last);
}

static double largest_difference(const machine *a, const machine *b)
{
    double most = 0.0;
    for (int c = 0; c < mb_model_counts(a->model).columns; c++)
        most = fmax(most, fabs(a->state->v[c] - b->state->v[c]));
    return most;
}

static double difference_after(const mb_step_options *one, const mb_step_options *other, int steps)
{
    machine a, b;
    open_machine(&a, one);
    open_machine(&b, other);
    advance(&a, steps);
    advance(&b, steps);
    const double most = largest_difference(&a, &b);
    close_machine(&a);
    close_machine(&b);
    return most;
}

/* Forward differences only change the way to the solution: both iterate to the same tolerance. Velocities
 * follow from increments by 2/dt, 100 steps add their errors: 100 * 2/1e-3 * 1e-12 = 2e-7. */
static void numeric_tangent_agrees(void **state)
{
    (void)state;
    for (int f = 0; f < 2; f++) {
        mb_step_options analytic = mb_step_options_default();
        analytic.formulation = ALL[f];
        analytic.tolerance = 1e-12;
        analytic.state_tolerance = 1e-9;
        mb_step_options numeric = analytic;
        numeric.numeric_tangent = true;
        assert_true(difference_after(&analytic, &numeric, 100) < 2e-7);
    }
}

/* Solvers factor the same matrix: only round-off differs, amplified by the mechanism over 100 steps. */
static void solvers_agree(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++) {
        mb_step_options dense = mb_step_options_default();
        dense.formulation = ALL[f];
        dense.solver = MB_SOLVER_DENSE;
        dense.tolerance = 1e-12;
        mb_step_options tree = dense, sparse = dense;
        tree.solver = MB_SOLVER_TREE;
        sparse.solver = MB_SOLVER_SPARSE;
        assert_true(difference_after(&dense, &tree, 100) < 2e-7);
        assert_true(difference_after(&dense, &sparse, 100) < 2e-7);
    }
}

/* All formulations converge to one motion. Differences against RK4 at 0.1 ms, whose error is far below: those
 * of the trapezoidal rule must shrink fourfold with the step; a factor 1.5 is left. */
static void formulations_agree_to_their_order(void **state)
{
    (void)state;
    mb_step_options reference = mb_step_options_default();
    reference.formulation = MB_PENALTY;
    reference.step = 1e-4;
    machine exact;
    open_machine(&exact, &reference);
    advance(&exact, 2000);
    for (int f = 0; f < 2; f++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            mb_step_options options = mb_step_options_default();
            options.formulation = ALL[f];
            options.step = k == 0 ? 2e-3 : 1e-3;
            options.tolerance = 1e-12;
            options.state_tolerance = 1e-9;
            machine m;
            open_machine(&m, &options);
            advance(&m, k == 0 ? 100 : 200);
            error[k] = largest_difference(&m, &exact);
            close_machine(&m);
        }
        assert_true(error[0] < 1e-2);
        assert_true(error[1] < 1.5 * error[0] / 4.0);
    }
    close_machine(&exact);
}

/* After a step the multipliers are the reactions of that motion: those that consistent accelerations at the
 * same coordinates and velocities need. Penalty's are those of its last stage and ali3p's of the discrete
 * balance: both differ by the order of the step, hence 2 %. */
static void multipliers_are_the_reactions(void **state)
{
    (void)state;
    const mb_formulation formulations[] = {MB_ALI3P, MB_DOUBLE_STEP, MB_PENALTY};
    for (int f = 0; f < 3; f++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = formulations[f];
        options.tolerance = 1e-12;
        options.state_tolerance = 1e-9;
        machine m;
        open_machine(&m, &options);
        advance(&m, 100);
        double taken[5];
        for (int e = 0; e < 3; e++) taken[e] = m.state->lambda[e]; /* the reaction force at the pin */
        mb_state *at = mb_state_new(m.model, &m.arena);
        mb_state_copy(at, m.state);
        mb_assembly_report report;
        assert_int_equal(mb_assemble(m.model, at, m.work, &report), HL_OK);
        double error = 0.0, size = 0.0;
        for (int e = 0; e < 2; e++) { /* across the axis; along it the closure is redundant */
            error = fmax(error, fabs(taken[e] - at->lambda[e]));
            size = fmax(size, fabs(at->lambda[e]));
        }
        assert_true(size > 1.0);
        assert_true(error < 2e-2 * size);
        close_machine(&m);
    }
}

static mb_body_def hinged(void)
{
    return rod(MB_GROUND, 1.0, 0.0);
}

/* Two drivers that want different accelerations of one joint contradict each other: no motion is made up. */
static void contradictions_are_refused(void **state)
{
    (void)state;
    const mb_body_def body = hinged();
    const mb_measure_def hinge = {.kind = MB_MEASURE_JOINT, .body_a = 0};
    const mb_driver_def drivers[2] = {{.name = "one", .measure = hinge, .function = {.acceleration = 1.0}},
                                      {.name = "two", .measure = hinge, .function = {.acceleration = 2.0}}};
    const mb_def def = {.body_count = 1, .bodies = &body, .driver_count = 2, .drivers = drivers};
    machine m = {0};
    mb_def_error error;
    mb_assembly_report report;
    const mb_step_options options = mb_step_options_default();
    assert_int_equal(mb_model_build(&def, &m.arena, &m.model, &error), HL_OK);
    m.state = mb_state_new(m.model, &m.arena);
    m.work = mb_work_new(m.model, &options, &m.arena);
    assert_int_not_equal(mb_assemble(m.model, m.state, m.work, &report), HL_OK);
    close_machine(&m);
}

static void not_a_number(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    io->force[0] = (double)NAN;
}

static void not_a_number_is_never_ok(void **state)
{
    (void)state;
    const mb_body_def body = hinged();
    const mb_measure_def hinge = {.kind = MB_MEASURE_JOINT, .body_a = 0};
    const mb_effort_def effort = {.name = "nan", .ports = 1, .measure = {hinge}, .evaluate = not_a_number};
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    const mb_step_options options = mb_step_options_default();
    machine m = {0};
    mb_def_error error;
    mb_assembly_report report;
    assert_int_equal(mb_model_build(&def, &m.arena, &m.model, &error), HL_OK);
    m.state = mb_state_new(m.model, &m.arena);
    m.work = mb_work_new(m.model, &options, &m.arena);
    assert_int_not_equal(mb_assemble(m.model, m.state, m.work, &report), HL_OK);
    close_machine(&m);
}

/* Time goes on from where the state stands, exactly by ticks when they agree. */
static void time_goes_on(void **state)
{
    (void)state;
    mb_step_options options = mb_step_options_default();
    machine m;
    open_machine(&m, &options);
    advance(&m, 300);
    assert_true(m.state->time == 0.3);
    options.step = 5e-4;
    m.work = mb_work_new(m.model, &options, &m.arena);
    advance(&m, 2);
    assert_true(fabs(m.state->time - 0.301) < 1e-15);
    close_machine(&m);
}

/* A constant force switched on and off inside the run, on a rod hinged without gravity: piecewise constant
 * acceleration alpha, which the trapezoidal rule and RK4 integrate exactly when the switch acts for whole
 * steps: with F for 0.1 s <= t < 0.3 s, v = alpha 0.2 s. Looked up at the steps' ends it would act half a
 * step early, an error of alpha dt/2 = 3e-3; the bound is Newton's tolerance over dt. */
static void switch_acts_for_whole_steps(void **state)
{
    (void)state;
    static const mb_constant_force push = {2.0, {0.1, 0.3}};
    for (int f = 0; f < 4; f++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = ALL[f];
        const mb_body_def body = rod(MB_GROUND, 1.0, 0.0);
        const mb_measure_def hinge = {.kind = MB_MEASURE_JOINT, .body_a = 0};
        const mb_effort_def effort = mb_constant_effort("push", hinge, &push);
        const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
        machine m = {0};
        mb_def_error error;
        mb_assembly_report report;
        assert_int_equal(mb_model_build(&def, &m.arena, &m.model, &error), HL_OK);
        m.state = mb_state_new(m.model, &m.arena);
        m.work = mb_work_new(m.model, &options, &m.arena);
        assert_int_equal(mb_assemble(m.model, m.state, m.work, &report), HL_OK);
        advance(&m, 500);
        assert_true(fabs(m.state->v[0] - 2.0 / (1.0 / 3.0) * 0.2) < 1e-6);
        close_machine(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_allocation_in_a_step),
                                       cmocka_unit_test(same_inputs_same_bits),
                                       cmocka_unit_test(failed_step_leaves_the_state),
                                       cmocka_unit_test(numeric_tangent_agrees),
                                       cmocka_unit_test(solvers_agree),
                                       cmocka_unit_test(formulations_agree_to_their_order),
                                       cmocka_unit_test(switch_acts_for_whole_steps),
                                       cmocka_unit_test(multipliers_are_the_reactions),
                                       cmocka_unit_test(contradictions_are_refused),
                                       cmocka_unit_test(not_a_number_is_never_ok),
                                       cmocka_unit_test(time_goes_on),
                                       cmocka_unit_test(bounded_iterations_go_on),
                                       cmocka_unit_test(begins_again_with_new_tangents)};
    return cmocka_run_group_tests_name("step", tests, NULL, NULL);
}
