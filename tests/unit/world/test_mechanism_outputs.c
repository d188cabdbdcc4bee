/* Outputs that machines show: roll, pitch, heading of bodies, distances, heights and speeds of points,
 * against the angles and vectors that the file was written with. Sines, cosines, products and the arc
 * tangents round a few times, each by 2^-53 of numbers of order one: 1e-14 covers fifty of them. */
#include "support/check.h"

#include "world/mechanism.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180.0)

static const double rounding = 1e-14;

static hl_report report; /* too large for the stack */

/* Build a mechanism and look at its outputs, in SI. */
static void outputs_of(const char *text, double *values)
{
    hl_arena arena = {0};
    auth_mechanism *author = NULL;
    world_mechanism *m = NULL;
    hl_status status = auth_mechanism_parse(text, strlen(text), "test.yaml", &arena, &author, &report);
    if (status != HL_OK) fail_msg("%s", report.count > 0 ? report.list[0].text : hl_status_text(status));
    const mb_step_options options = world_mechanism_options(author);
    hl_report_begin(&report, "test.yaml");
    status = world_mechanism_build(author, &options, &arena, &report, &m);
    if (status != HL_OK) fail_msg("%s", report.count > 0 ? report.list[0].text : hl_status_text(status));
    world_mechanism_outputs(m, values);
    hl_arena_free(&arena);
}

/* Three hinges one after the other turn the last body by heading about z, pitch (nose up) about -y and roll
 * about x. */
static void check_attitude(double heading, double pitch, double roll)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "headland: mechanism\nversion: 1\nname: gimbal\n"
        "bodies:\n"
        "  - {name: a, mass: 1, shape: {kind: sphere, radius: 1}}\n"
        "  - {name: b, mass: 1, shape: {kind: sphere, radius: 1}}\n"
        "  - {name: c, mass: 1, shape: {kind: sphere, radius: 1}}\n"
        "joints:\n"
        "  - {name: z, type: revolute, child: a, axis: [0, 0, 1], position: %.17g, hold: true}\n"
        "  - {name: y, type: revolute, parent: a, child: b, axis: [0, -1, 0], position: %.17g, hold: true}\n"
        "  - {name: x, type: revolute, parent: b, child: c, axis: [1, 0, 0], position: %.17g, hold: true}\n"
        "outputs:\n"
        "  - {name: roll, quantity: roll, body: c}\n"
        "  - {name: pitch, quantity: pitch, body: c}\n"
        "  - {name: heading, quantity: heading, body: c}\n",
        heading, pitch, roll);
    double values[3];
    outputs_of(text, values);
    CHECK_NEAR(values[0], roll, rounding);
    CHECK_NEAR(values[1], pitch, rounding);
    CHECK_NEAR(values[2], heading, rounding);
}

static void attitude_of_a_body(void **state)
{
    (void)state;
    check_attitude(0.0, 0.0, 0.0);
    check_attitude(30 * DEGREE, 0.0, 0.0);
    check_attitude(0.0, 20 * DEGREE, 0.0);
    check_attitude(0.0, 0.0, 15 * DEGREE);
    check_attitude(-170 * DEGREE, -50 * DEGREE, 140 * DEGREE);
    check_attitude(80 * DEGREE, 70 * DEGREE, -120 * DEGREE);
}

/* Which way is positive, without the formula: z and y of a point tell. */
static void signs_are_those_of_the_manual(void **state)
{
    (void)state;
    static const char text[] =
        "headland: mechanism\nversion: 1\nname: tilt\n"
        "bodies: [{name: a, mass: 1, shape: {kind: sphere, radius: 1}}, {name: b, mass: 1, shape: {kind: "
        "sphere, "
        "radius: 1}}]\n"
        "joints:\n"
        "  - {name: f, type: free, child: a, position: [0, 0, 0, 10 deg, 0, 0]}\n"
        "  - {name: g, type: free, child: b, position: [0, 0, 0, 0, -10 deg, 0]}\n"
        "points: [{name: right, body: a, at: [0, -1, 0]}, {name: nose, body: b, at: [1, 0, 0]}]\n"
        "outputs:\n"
        "  - {name: roll, quantity: roll, body: a}\n"
        "  - {name: right, quantity: height, point: right}\n"
        "  - {name: pitch, quantity: pitch, body: b}\n"
        "  - {name: nose, quantity: height, point: nose}\n";
    double values[4];
    outputs_of(text, values);
    assert_true(values[0] > 0.0 && values[1] < 0.0); /* right side down */
    assert_true(values[2] > 0.0 && values[3] > 0.0); /* nose up */
}

/* A car at (1, 2, 3), heading 30 deg, moving with (2, 0, 0) and turning with 0.5 rad/s; p on its left side.
 */
static void points_of_a_body(void **state)
{
    (void)state;
    static const char text[] = "headland: mechanism\nversion: 1\nname: car\n"
                               "bodies: [{name: car, mass: 1, shape: {kind: sphere, radius: 1}}]\n"
                               "joints: [{name: f, type: free, child: car, position: [1, 2, 3, 0, 0, 30 "
                               "deg], velocity: [2, 0, 0, 0, 0, "
                               "0.5]}]\n"
                               "points: [{name: o, body: car}, {name: p, body: car, at: [0, 1, 0]}, {name: "
                               "q, body: ground, at: [1, 2, "
                               "0.5]}]\n"
                               "outputs:\n"
                               "  - {name: speed, quantity: speed, point: o}\n"
                               "  - {name: side, quantity: speed, point: p}\n"
                               "  - {name: fixed, quantity: speed, point: q}\n"
                               "  - {name: height, quantity: height, point: p}\n"
                               "  - {name: above, quantity: height, point: p, above: q}\n"
                               "  - {name: below, quantity: height, point: q, above: p}\n"
                               "  - {name: distance, quantity: distance, point: p, to: q}\n"
                               "  - {name: back, quantity: distance, point: q, to: p}\n"
                               "  - {name: reach, quantity: reach, point: p, to: q}\n";
    double values[9];
    outputs_of(text, values);
    const double forward = 2.0 * cos(30 * DEGREE);
    CHECK_NEAR(values[0], forward, rounding);
    CHECK_NEAR(values[1], forward - 0.5, rounding); /* the left side falls back in a turn to the left */
    CHECK_SAME(values[2], 0.0);
    CHECK_NEAR(values[3], 3.0, rounding);
    CHECK_NEAR(values[4], 2.5, rounding);
    CHECK_NEAR(values[5], -2.5, rounding);
    CHECK_NEAR(values[6], sqrt(1.0 + 2.5 * 2.5), rounding);
    CHECK_SAME(values[7], values[6]);
    CHECK_NEAR(values[8], 1.0, rounding);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attitude_of_a_body),
        cmocka_unit_test(signs_are_those_of_the_manual),
        cmocka_unit_test(points_of_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
