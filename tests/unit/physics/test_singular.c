/* Dead centres, where loops lose rank: ali3p passes them, penalty stops before it leaves the branch, and says
 * so; nothing stops it elsewhere. Loops that come apart are refused whatever the formulation is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "random_loops.h"

#include <math.h>
#include <string.h>

static mb_body_def rod(int parent, double length)
{
    const double J = length * length / 12.0;
    return (mb_body_def){
        .name = "rod",
        .mass = 1.0,
        .com = {0.5 * length, 0, 0},
        .inertia = {1e-3, J, J, 0, 0, 0},
        .joint = {.type = MB_REVOLUTE, .parent = parent, .orientation = {1, 0, 0, 0}, .axis = {0, 0, 1}}};
}

typedef struct machine {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} machine;

static void open_machine(machine *m, const mb_def *def, const mb_step_options *options)
{
    mb_def_error error;
    mb_assembly_report report;
    memset(m, 0, sizeof *m);
    assert_int_equal(mb_model_build(def, &m->arena, &m->model, &error), HL_OK);
    m->state = mb_state_new(m->model, &m->arena);
    m->work = mb_work_new(m->model, options, &m->arena);
    assert_true(m->state != NULL && m->work != NULL);
    assert_int_equal(mb_assemble(m->model, m->state, m->work, &report), HL_OK);
}

static mb_step_options by(mb_formulation formulation, double step)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = step;
    return options;
}

/* Two rods of 1 m and a slider without mass on the x axis (IFToMM A03): upright, both rods lie on each other,
 * and the slider may stay while they turn as one. With the axes turned by `tilt` no equation of the loop
 * stands for the lost direction alone.
 *  @param second  length of the second rod: dead centres at 1 m only; beyond it the crank goes round */
static void open_slider_crank(machine *m, double second, double tilt, const mb_step_options *options)
{
    const double angle = 0.7853981633974483, elbow = asin(sin(angle) / second);
    mb_body_def bodies[3] = {rod(MB_GROUND, 1.0), rod(MB_GROUND, 1.0), rod(1, second)};
    const hl_quat turn = {cos(0.5 * tilt), 0, 0, sin(0.5 * tilt)};
    bodies[0].joint.orientation = bodies[1].joint.orientation = turn;
    bodies[0].joint.q0[0] = angle, bodies[0].joint.v0[0] = 2.8284271247461903, bodies[0].joint.hold = true;
    bodies[1].mass = 0.0, bodies[1].inertia = (hl_sym3){0}, bodies[1].joint.type = MB_PRISMATIC;
    bodies[1].joint.axis = hl_v3(cos(tilt), sin(tilt), 0);
    bodies[1].joint.q0[0] = cos(angle) + second * cos(elbow), bodies[1].joint.v0[0] = -4.0;
    bodies[2].joint.q0[0] = 3.141592653589793 - elbow, bodies[2].joint.v0[0] = -2.8284271247461903;
    const mb_loop_def loop = {.name = "loop",
                              .type = MB_LOOP_REVOLUTE,
                              .body_a = 0,
                              .body_b = 2,
                              .point_a = {1, 0, 0},
                              .point_b = {second, 0, 0},
                              .axis_a = {0, 0, 1},
                              .axis_b = {0, 0, 1}};
    const mb_def def = {.gravity = {9.81 * sin(tilt), -9.81 * cos(tilt), 0},
                        .body_count = 3,
                        .bodies = bodies,
                        .loop_count = 1,
                        .loops = &loop};
    open_machine(m, &def, options);
}

/* Steps to `end`, or to the first that fails. */
static hl_status run(machine *m, double end)
{
    mb_step_report report = {.status = HL_OK};
    while (m->state->time < end - 1e-9 && report.status == HL_OK)
        mb_step(m->model, m->state, m->work, &report);
    return report.status;
}

/* At any step, with any orientation. The crank is upright at 0.3896 s. It stops before that, and has followed
 * its branch until then: where the closure still holds, RK4 and the trapezoidal rule at 0.1 ms differ by the
 * penalty's 1e-6 of the angle. */
static void penalty_stops_at_a_dead_centre(void **state)
{
    (void)state;
    const double steps[] = {5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4}, tilts[] = {0.0, 0.6, 1.2};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        for (size_t k = 0; k < 3; k++) {
            machine m, reference;
            const mb_step_options options = by(MB_PENALTY, steps[i]), exact = by(MB_ALI3P, 1e-4);
            open_slider_crank(&m, 1.0, tilts[k], &options);
            open_slider_crank(&reference, 1.0, tilts[k], &exact);
            assert_int_equal(run(&m, 3.0), HL_RANK_LOST);
            assert_true(m.state->time > 0.37 && m.state->time < 0.392);
            assert_int_equal(run(&reference, m.state->time), HL_OK);
            assert_true(fabs(m.state->q[0] - reference.state->q[0]) < 1e-5);
            hl_arena_free(&m.arena);
            hl_arena_free(&reference.arena);
        }
}

/* The others keep going through it, as they did. */
static void ali3p_passes_dead_centres(void **state)
{
    (void)state;
    machine m;
    const mb_step_options options = by(MB_ALI3P, 1e-3);
    open_slider_crank(&m, 1.0, 0.0, &options);
    assert_int_equal(run(&m, 3.0), HL_OK);
    hl_arena_free(&m.arena);
}

/* A second rod that is longer by a twentieth: the crank goes round, close by the dead centre but not through
 * it. Hard and soft penalties, and one that lets closures open by a thousandth of their accelerations. */
static void penalty_goes_on_elsewhere(void **state)
{
    (void)state;
    const double penalties[] = {0.0, 1e4, 1e3};
    for (size_t i = 0; i < 3; i++) {
        machine m;
        mb_step_options options = by(MB_PENALTY, 1e-3);
        options.penalty = penalties[i];
        open_slider_crank(&m, 1.05, 0.6, &options);
        assert_int_equal(run(&m, 3.0), HL_OK);
        hl_arena_free(&m.arena);
    }
}

/* Largest multiplier of ali3p until `end`. */
static double largest_multiplier(uint64_t seed, double end)
{
    random_loops m;
    double largest = 0.0;
    const mb_step_options options = by(MB_ALI3P, 5e-4);
    mb_step_report report = {.status = HL_OK};
    if (!random_loops_open(&m, seed, 8.0, &options)) return 0.0;
    while (m.state->time < end && report.status == HL_OK) {
        mb_step(m.model, m.state, m.work, &report);
        for (int e = 0; e < mb_model_counts(m.model).equations; e++)
            largest = fmax(largest, fabs(m.state->lambda[e]));
    }
    random_loops_close(&m);
    return largest;
}

/* Random mechanisms, planar and spatial, redundant ones among them: penalty stops for their rank only where
 * ali3p, too, needs multipliers that are hundreds of times the weight of all their bodies, at most 16 of 40
 * N, within 20 ms. */
static void no_false_alarm_in_random_mechanisms(void **state)
{
    (void)state;
    int driven = 0, stopped = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_loops m;
        const mb_step_options options = by(MB_PENALTY, 5e-4);
        if (!random_loops_open(&m, seed, 8.0, &options)) continue;
        mb_step_report report = {.status = HL_OK};
        for (int k = 0; k < 1000 && report.status == HL_OK; k++) mb_step(m.model, m.state, m.work, &report);
        const double until = m.state->time + 0.02;
        random_loops_close(&m);
        driven++;
        if (report.status != HL_RANK_LOST) continue;
        stopped++;
        assert_true(largest_multiplier(seed, until) > 2e4);
    }
    assert_true(driven > 200);
    assert_true(stopped < driven / 50);
}

/* ---- loops that come apart ---- */

/* The largest violation of a second at 1 ms, the steps that were open, and the last status. */
typedef struct outcome {
    hl_status status;
    int open, steps;
    double violation;
} outcome;

static bool drive(uint64_t seed, double speed, outcome *o)
{
    random_loops m;
    const mb_step_options options = by(MB_ALI3P, 1e-3);
    *o = (outcome){.status = HL_OK};
    if (!random_loops_open(&m, seed, speed, &options)) return false;
    mb_step_report report;
    for (; o->steps < 1000 && o->status == HL_OK; o->steps++) {
        o->status = mb_step(m.model, m.state, m.work, &report);
        if (o->status != HL_OK) break;
        o->open += report.open;
        o->violation = fmax(o->violation, report.position_violation);
        assert_true(report.open == (report.position_violation > mb_loop_bounds_of(&options).noted));
    }
    random_loops_close(&m);
    return true;
}

/* Seeds found by search, with closures that are next to dependent for a moment. ali3p goes on with loops that
 * are open by 50 um: each such step is open in its report. One comes apart and is refused. */
static void open_loops_are_noted(void **state)
{
    (void)state;
    const uint64_t seeds[] = {47, 129};
    outcome o;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        assert_true(drive(seeds[i], 8.0, &o));
        assert_int_equal(o.status, HL_OK);
        assert_true(o.open > 0 && o.open < 200);
        assert_true(o.violation > 4e-5 && o.violation <= 1e-4);
    }
    assert_true(drive(61, 8.0, &o));
    assert_int_equal(o.status, HL_LOOPS_TORN);
}

/* Nineteen of twenty random mechanisms have no open step. */
static void most_mechanisms_close_their_loops(void **state)
{
    (void)state;
    outcome o;
    int driven = 0, noted = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        if (!drive(seed, 8.0, &o)) continue;
        driven++;
        noted += o.open > 0;
    }
    assert_true(driven > 200);
    assert_true(20 * noted <= driven);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(penalty_stops_at_a_dead_centre),
                                       cmocka_unit_test(ali3p_passes_dead_centres),
                                       cmocka_unit_test(penalty_goes_on_elsewhere),
                                       cmocka_unit_test(no_false_alarm_in_random_mechanisms),
                                       cmocka_unit_test(open_loops_are_noted),
                                       cmocka_unit_test(most_mechanisms_close_their_loops)};
    return cmocka_run_group_tests_name("singular", tests, NULL, NULL);
}
