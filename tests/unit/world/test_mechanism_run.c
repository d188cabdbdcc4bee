/* Runs of a mechanism: what is counted, what is told of a step that fails, coordinates by name. */
#include "support/check.h"

#include "world/mechanism.h"

#include <math.h>
#include <string.h>

static hl_report report; /* too large for the stack */
static hl_arena arena;

static world_mechanism *build(const char *text)
{
    auth_mechanism *author = NULL;
    world_mechanism *m = NULL;
    hl_report_begin(&report, "test.yaml");
    hl_status status = auth_mechanism_parse(text, strlen(text), "test.yaml", &arena, &author, &report);
    if (status == HL_OK) {
        const mb_step_options options = world_mechanism_options(author);
        status = world_mechanism_build(author, &options, &arena, &report, &m);
    }
    if (status != HL_OK) fail_msg("%s", report.count > 0 ? report.list[0].text : hl_status_text(status));
    return m;
}

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

static const char pendulum[] = "headland: mechanism\nversion: 1\nname: pendulum\n"
                               "simulation: {step: 0.01}\n"
                               "bodies:\n  - {name: bob, mass: 2, shape: {kind: sphere, radius: 0.1}}\n"
                               "joints:\n  - {name: hinge, type: revolute, child: bob, axis: [0, 1, 0], "
                               "child_at: [0, 0, 1], position: 0.5}\n";

static void a_run_counts_its_steps(void **state)
{
    (void)state;
    world_run run;
    world_mechanism *m = build(pendulum);
    assert_int_equal(world_mechanism_freedom(m), 1);
    world_run_begin(&run, m);
    for (int i = 0; i < 50; i++) assert_int_equal(world_run_step(&run), HL_OK);
    world_run_end(&run);
    assert_int_equal(run.steps, 50);
    assert_true(run.iterations >= 50.0 && run.most_iterations >= 1);
    assert_int_equal(run.open, 0); /* it has no loops */
    CHECK_NEAR(m->state->time, 0.5, 1e-12);
    CHECK_SAME(run.at_start.kinetic, 0.0);
    assert_true(run.at_end.kinetic > 0.0);
    /* The trapezoidal rule keeps the energy of a swing to the square of the step: 1e-4 of its 2.4 J. */
    CHECK_NEAR(world_energy_total(run.at_end), world_energy_total(run.at_start), 2.4e-3);
}

static void a_failed_step_is_described(void **state)
{
    (void)state;
    char text[400];
    world_run run;
    world_mechanism *m = build(pendulum);
    world_run_begin(&run, m);
    assert_int_equal(world_run_step(&run), HL_OK);
    m->report = (mb_step_report){.worst_unknown = 0, .iterations = 7, .increment = 12.5, .left = 12.5};
    world_run_describe(&run, HL_NOT_CONVERGED, text, sizeof text);
    assert_string_equal(
        text, "step 2 from 0.01 s: the iteration did not converge after 7 iterations; largest increment "
              "12.5 tolerances at joint hinge");
    m->report = (mb_step_report){.worst_unknown = -1, .position_violation = 0.25};
    world_run_describe(&run, HL_LOOPS_TORN, text, sizeof text);
    assert_non_null(strstr(text, "they and its drivers are violated by 0.25 (m, rad or 1)"));
}

static void steps_reach_a_time(void **state)
{
    (void)state;
    CHECK_SAME(world_run_steps(1.0, 0.1), 10.0); /* 1/0.1 rounds to just above 10 in some orders */
    CHECK_SAME(world_run_steps(0.3, 0.1), 3.0);
    CHECK_SAME(world_run_steps(0.31, 0.1), 4.0);
}

static void coordinates_have_names(void **state)
{
    (void)state;
    const world_mechanism *m =
        build("headland: mechanism\nversion: 1\nname: three\n"
              "bodies:\n"
              "  - {name: a, mass: 1, shape: {kind: sphere, radius: 1}}\n"
              "  - {name: b, mass: 1, shape: {kind: sphere, radius: 1}}\n"
              "  - {name: c, mass: 1, shape: {kind: sphere, radius: 1}}\n"
              "joints:\n"
              "  - {name: loose, type: free, child: a, position: [1, 2, 3, 0.1, 0, 0]}\n"
              "  - {name: slide, type: prismatic, child: b, axis: [1, 0, 0], position: 0.25}\n"
              "  - {name: ball, type: spherical, child: c, position: [0, 0.2, 0]}\n");
    const world_coordinate y = world_mechanism_coordinate(m, 0, 1), rx = world_mechanism_coordinate(m, 0, 3);
    assert_string_equal(y.name, "loose.y");
    assert_false(y.is_angle);
    CHECK_SAME(y.value, 2.0);
    assert_string_equal(rx.name, "loose.rx");
    assert_true(rx.is_angle);
    CHECK_NEAR(rx.value, 0.1, 1e-15);
    const world_coordinate slide = world_mechanism_coordinate(m, 1, 0),
                           ry = world_mechanism_coordinate(m, 2, 1);
    assert_string_equal(slide.name, "slide");
    CHECK_SAME(slide.value, 0.25);
    assert_string_equal(ry.name, "ball.ry");
    CHECK_NEAR(ry.value, 0.2, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_run_counts_its_steps, end),
        cmocka_unit_test_teardown(a_failed_step_is_described, end),
        cmocka_unit_test(steps_reach_a_time),
        cmocka_unit_test_teardown(coordinates_have_names, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
