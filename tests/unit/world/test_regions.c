/* Boxes that a point of the machine is in. */
#include "cart.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\n"
#define SITE HEAD "ground: {kind: plane, surface: hard}\n"

/* The settled cart stands with its frame's origin at (0, 0, z), the boom's at (1, 0, z + 1), level to some
 * milliradians: each box is a centimetre larger, or a centimetre away. */
static void a_point_is_inside_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *region;
        double inside;
    } rows[] = {
        {"at: [0, 0, 0], size: [1, 1, 1]", 1.0},
        {"at: [0.49 m, 0, 0], size: [1, 1, 1]", 1.0},
        {"at: [0.51 m, 0, 0], size: [1, 1, 1]", 0.0},
        {"at: [0, -0.51 m, 0], size: [1, 1, 1]", 0.0},
        {"at: [0, 0, 0], size: [1, 1, 0.1]", 0.0},                    /* the axle lies higher than 0.3 m */
        {"at: [0, 0, 0.5 m], size: [1, 1, 1]", 0.0},                  /* and lower than 0.5 m */
        {"at: [0.6 m, 0, 0], size: [1, 1, 1], heading: 45 deg", 1.0}, /* half a diagonal is 0.71 m */
        {"at: [0.6 m, 0, 0], size: [1, 1, 1], heading: 90 deg", 0.0},
        {"at: [0.9 m, 0, 0], size: [2, 0.4, 1]", 1.0},
        {"at: [0.9 m, 0, 0], size: [2, 0.4, 1], heading: 90 deg", 0.0},
        {"at: [0.7 m, 0.7 m, 0], size: [2.2, 0.2, 1], heading: 45 deg", 1.0},
        {"at: [0.7 m, 0.7 m, 0], size: [2.2, 0.2, 1], heading: -45 deg", 0.0},
        {"at: [1, 0, 1], size: [0.2, 0.2, 0.8], body: boom", 1.0},
        {"at: [0, 0, 1], size: [0.2, 0.2, 0.8], body: boom", 0.0},
        {"at: [3, 0.5 m, 0], size: [0.2, 0.2, 1], point: [3, 0.5 m, 0]", 1.0},
        {"at: [3, -0.5 m, 0], size: [0.2, 0.2, 1], point: [3, 0.5 m, 0]", 0.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char site[300];
        snprintf(site, sizeof site, SITE "regions: [{name: a box, %s}]\n", rows[i].region);
        cart c;
        cart_build(&c, site);
        if (cart_signal(&c, "region.a_box.inside") != rows[i].inside) fail_msg("%s", rows[i].region);
        CHECK_SAME(cart_signal(&c, "region.a_box.marked"), 0.0);
        cart_free(&c);
    }
}

/* The floor lies on the ground, 10 m up a slope of 0.1. */
static void regions_stand_on_the_ground(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, HEAD "ground: {kind: plane, surface: hard, slope: 0.1 rad}\n"
                        "start: {at: [10 m, 0]}\n"
                        "regions:\n"
                        "  - {name: on, at: [10 m, 0, 0], size: [2, 2, 1]}\n"
                        "  - {name: above, at: [10 m, 0, 1], size: [2, 2, 1]}\n");
    assert_true(fabs(cart_signal(&c, "chassis.z")) > 0.7);
    CHECK_SAME(cart_signal(&c, "region.on.inside"), 1.0);
    CHECK_SAME(cart_signal(&c, "region.above.inside"), 0.0);
    cart_free(&c);
}

/* A cart that drives through a gate. */
static void tasks_pass_through_regions(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "regions: [{name: gate, at: [2, 0, 0], size: [1, 4, 2]}]\n"
                        "tasks:\n"
                        "  - {name: in, when: [{inside: gate}]}\n"
                        "  - {name: out, when: [{outside: gate}]}\n");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 0.8);
    for (int i = 0; cart_signal(&c, "task.out.state") < 2.0; i++) {
        assert_true(i < 5000);
        cart_run(&c, 0.001);
        const double x = cart_signal(&c, "chassis.x");
        CHECK_SAME(cart_signal(&c, "task.in.state"), x < 1.5 ? 1.0 : 2.0);
        CHECK_SAME(cart_signal(&c, "region.gate.inside"), x < 1.5 || x > 2.5 ? 0.0 : 1.0);
    }
    assert_true(cart_signal(&c, "chassis.x") > 2.5);
    cart_free(&c);
}

static void unknown_bodies_are_refused(void **state)
{
    (void)state;
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    cart c;
    assert_int_equal(
        cart_try(&c, machine, SITE "regions:\n  - {name: a, at: [0, 0, 0], size: [1, 1, 1], body: bom}\n"),
        HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    assert_non_null(strstr(c.scenario_report.list[0].text, "did you mean 'boom'"));
    assert_int_equal(c.scenario_report.list[0].place.line, 7);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_inside_or_not),
        cmocka_unit_test(regions_stand_on_the_ground),
        cmocka_unit_test(tasks_pass_through_regions),
        cmocka_unit_test(unknown_bodies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
