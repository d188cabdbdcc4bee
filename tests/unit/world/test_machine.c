/* A machine in a scenario: starts at rest, obeys its controls, saves and restores exactly. */
#include "cart.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double WEIGHT = 2000.0 * 9.81; /* [N] of the whole cart */

/* After settling, wheel loads carry the weight and nothing moves: over the next second the speed stays below
 * what the rest left of velocity (1e-7 m/s) and the engine's idling can do; the crankshaft's unsteady torque
 * is taken up by the frame, so the bound is generous: ten micrometres in a second. */
static void starts_at_rest(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    const double load = cart_signal(&c, "wheel.fl.load") + cart_signal(&c, "wheel.fr.load") +
                        cart_signal(&c, "wheel.rl.load") + cart_signal(&c, "wheel.rr.load");
    CHECK_NEAR(load, WEIGHT, 1e-4 * WEIGHT);
    CHECK_NEAR(cart_signal(&c, "engine.speed"), 800.0, 8.0);
    const double height = cart_signal(&c, "chassis.z"), x = cart_signal(&c, "chassis.x");
    cart_run(&c, 1.0);
    CHECK_NEAR(cart_signal(&c, "chassis.z"), height, 1e-5);
    CHECK_NEAR(cart_signal(&c, "chassis.x"), x, 1e-5);
    cart_free(&c);
}

static void drives_and_brakes(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 1.0);
    cart_run(&c, 6.0);
    /* governed speed over the gears, within droop (6 %) and slip (rolling resistance needs 0.02 of 15: 0.2 %)
     */
    const double top = 2400.0 * 0.10471975511965977 / (6.0 * 6.0) * 0.4;
    const double speed = cart_signal(&c, "vehicle.speed");
    assert_true(speed > 0.9 * top && speed < top);
    assert_true(cart_signal(&c, "fuel.level") < 40.0);
    cart_set(&c, "throttle", 0.0);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "brake", 1.0);
    cart_run(&c, 5.0); /* it stops within a second, then rocks on its brakes and tires for a while */
    CHECK_NEAR(cart_signal(&c, "vehicle.speed"), 0.0, 1e-3);
    cart_set(&c, "brake", 0.0);
    cart_set(&c, "direction", -1.0);
    cart_set(&c, "throttle", 0.5);
    cart_run(&c, 3.0);
    assert_true(cart_signal(&c, "vehicle.speed") < -0.5);
    cart_free(&c);
}

static void boom_obeys_its_lever(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    const double angle = cart_signal(&c, "boom.angle");
    cart_set(&c, "throttle", 0.5);
    cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "pump.pressure") < 2e6); /* open centre */
    cart_set(&c, "boom", 0.09);                          /* within the dead band */
    cart_run(&c, 0.5);
    CHECK_NEAR(cart_signal(&c, "boom.angle"), angle, 1e-3);
    cart_set(&c, "boom", 1.0);
    cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "boom.angle") > angle + 0.05);
    cart_free(&c);
}

/* Controls keep to their ranges; what is not a number is the safe value. */
static void controls_are_limited(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    const int brake = world_control_find(c.machine, "brake");
    world_control_set(c.machine, brake, 7.0);
    assert_true(world_control_get(c.machine, brake) == 1.0);
    world_control_set(c.machine, brake, -7.0);
    assert_true(world_control_get(c.machine, brake) == 0.0);
    world_control_set(c.machine, brake, (double)NAN);
    assert_true(world_control_get(c.machine, brake) == 1.0);
    assert_int_equal(world_control_find(c.machine, "breake"), -1);
    cart_free(&c);
}

static void play(cart *c, long from, long until)
{
    for (long i = from; i < until; i++) {
        cart_set(c, "parking_brake", 0.0);
        cart_set(c, "direction", i < 1500 ? 1.0 : -1.0);
        cart_set(c, "throttle", 0.4 + 0.3 * (double)(i % 700) / 700.0);
        cart_set(c, "boom", i % 900 < 450 ? 0.8 : -0.6);
        assert_int_equal(world_machine_step(c->machine), HL_OK);
    }
}

/* The same controls give the same bits: from the start in another build of the same machine, and from a saved
 * state in the middle, with anything done to the machine in between. */
static void repeats_bit_for_bit(void **state)
{
    (void)state;
    cart first, second;
    cart_build(&first, NULL);
    cart_build(&second, NULL);
    assert_true(world_model_hash(first.machine) == world_model_hash(second.machine));
    play(&first, 0, 3000);
    play(&second, 0, 1000);
    void *saved = malloc(world_state_size(second.machine));
    world_state_save(second.machine, saved);
    play(&second, 2000, 2400);
    cart_signal(&second, "vehicle.speed");
    world_state_restore(second.machine, saved);
    play(&second, 1000, 3000);
    assert_true(world_state_hash(first.machine) == world_state_hash(second.machine));
    const world_block *blocks, *others;
    const int count = world_state_blocks(first.machine, &blocks);
    assert_int_equal(world_state_blocks(second.machine, &others), count);
    for (int i = 0; i < count; i++) assert_memory_equal(blocks[i].data, others[i].data, blocks[i].size);
    free(saved);
    cart_free(&first);
    cart_free(&second);
}

/* Looking at signals leaves the state alone. */
static void looking_changes_nothing(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    play(&c, 0, 500);
    const uint64_t before = world_state_hash(c.machine);
    cart_signal(&c, "vehicle.speed");
    assert_true(world_state_hash(c.machine) == before);
    play(&c, 500, 510);
    assert_true(world_state_hash(c.machine) != before);
    cart_free(&c);
}

static const char wall[] = "headland: scenario\nversion: 1\nname: wall\nmachine: cart.yaml\n"
                           "ground: {kind: plane, surface: hard}\n"
                           "objects: [{name: wall, at: [4, 0, 0], size: [0.5, 4, 1]}]\n";

/* The bumper reaches from 2.5 to 2.7 m, the wheels 0.4 m about their axles at the origin and at 2 m. */
static void needs_room_to_start(void **state)
{
    (void)state;
    static const char site[] = "headland: scenario\nversion: 1\nname: site\nmachine: cart.yaml\n"
                               "ground: {kind: plane, surface: hard}\nobjects:\n"
                               "  - {name: far, at: [%s, 0, 0], size: [0.2, 4, 1]}\n"
                               "  - {name: near, at: [%s, %s, 0], size: [0.2, 0.2, 1]}\n";
    static const struct {
        const char *far, *x, *y, *complaint; /* NULL: there is room */
    } cases[] = {
        {"4", "2.795", "0", NULL}, /* 5 mm within the bumper: may overlap */
        {"4", "2.78", "0", "body 'frame' is 0.02 m inside it"},
        {"4", "2.6", "0", "object 'near' stands where the machine starts: body 'frame' is"},
        {"4", "0", "0.7", "object 'near' stands where the machine starts: tire 'rl' is"},
        {"4", "0.55", "0.7", NULL}, /* beside the wheel */
        {"2.6", "9", "0", "object 'far' stands"},
    };
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[800];
        cart c;
        snprintf(text, sizeof text, site, cases[i].far, cases[i].x, cases[i].y);
        assert_int_equal(cart_try(&c, machine, text), cases[i].complaint ? HL_BAD_INPUT : HL_OK);
        if (cases[i].complaint) {
            assert_int_equal(c.scenario_report.count, 1);
            assert_non_null(strstr(c.scenario_report.list[0].text, cases[i].complaint));
            assert_int_equal(c.scenario_report.list[0].place.line, i == 5 ? 7 : 8);
        }
        cart_free(&c);
    }
}

/* A sledge: a box of 1 x 0.8 x 0.6 m about the chassis' origin, or without one (`size` NULL). */
static hl_status try_sledge(cart *c, const char *shapes, const char *scenario)
{
    static const char head[] =
        "headland: machine\nversion: 1\nname: sledge\nchassis: hull\n"
        "bodies: [{name: hull, mass: 400 kg, inertia: [20, 30, 40]}]\n"
        "joints: [{name: chassis, type: free, child: hull, position: [0, 0, 1.5, 0, 0, 0]}]\n";
    char text[1000];
    snprintf(text, sizeof text, "%s%s", head, shapes);
    return cart_try(c, text, scenario);
}

#define SLEDGE                                                                                               \
    "contact: {stiffness: 1 MN/m, damping: 20 kN s/m, bristle_stiffness: 500, bristle_damping: 5, "          \
    "kinetic: 0.5, stiction: 0.6, stribeck_velocity: 0.1}\n"                                                 \
    "shapes: [{name: hull, body: hull, size: [1, 0.8, 0.6]}]\n"
#define SLEDGE_SITE "headland: scenario\nversion: 1\nname: site\nmachine: sledge.yaml\n"

/* A machine without wheels stands on its lowest corner, whatever its joint says of its height, and is not
 * thrown: on a plane of slope a its origin is half a height above the plane, 0.3/cos a over the place; on
 * waves the corner that touches is at the ground's height and no other is below. Without shapes it is where
 * its joint says. */
static void stands_on_its_shapes(void **state)
{
    (void)state;
    cart c;
    assert_int_equal(try_sledge(&c, SLEDGE, NULL), HL_OK);
    CHECK_NEAR(cart_signal(&c, "chassis.z"), 0.3, 400.0 * 9.81 / 4e6 + 1e-6); /* sinks in by its weight */
    cart_free(&c);
    assert_int_equal(try_sledge(&c, SLEDGE,
                                SLEDGE_SITE "ground: {kind: plane, surface: any, slope: 10 deg}\n"
                                            "start: {at: [3, 2], settled: false}\n"),
                     HL_OK);
    CHECK_NEAR(cart_signal(&c, "chassis.z"), 3.0 * 0.17632698070846498 + 0.3 / 0.98480775301220806, 1e-12);
    cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "chassis.z") < 3.0 * 0.17632698070846498 + 0.31);
    cart_free(&c);
    assert_int_equal(try_sledge(&c, SLEDGE,
                                SLEDGE_SITE "ground: {kind: waves, surface: any, amplitude: 0.5, wavelength: "
                                            "8, octaves: 3, flat_radius: 0.1, seed: 3}\n"
                                            "start: {at: [3, 2], settled: false}\n"),
                     HL_OK);
    hl_vec3 at;
    hl_quat turn;
    world_body_pose(c.machine, 0, &at, &turn);
    const hl_mat3 axes = hl_quat_matrix(turn);
    double gap = HUGE_VAL;
    for (int i = 0; i < 8; i++) {
        const hl_vec3 corner = hl_v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.4 : -0.4, i & 4 ? 0.3 : -0.3);
        const hl_vec3 there = hl_add(at, hl_mul(&axes, corner));
        gap = fmin(gap, there.z - world_ground_height(c.machine, there.x, there.y));
    }
    CHECK_NEAR(gap, 0.0, 1e-12);
    cart_free(&c);
    assert_int_equal(try_sledge(&c, "",
                                SLEDGE_SITE "ground: {kind: plane, surface: any}\n"
                                            "start: {settled: false}\n"),
                     HL_OK);
    CHECK_NEAR(cart_signal(&c, "chassis.z"), 1.5, 0.0);
    cart_free(&c);
}

/* Wheels carry the cart; a shape that reaches below them by more than a centimetre is named with its depth.
 * The bumper's lower side is at the height of the axles, 0.4 m above the ground. */
static void refuses_shapes_below_the_ground(void **state)
{
    (void)state;
    static char text[CART_ROOM];
    static const struct {
        const char *bumper, *complaint;
    } cases[] = {{"at: [2.6, 0, -0.205]", NULL},
                 {"at: [2.6, 0, -0.35]", "shape 'bumper' starts 0.15 m below"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cart_read(text, sizeof text);
        char *at = strstr(text, "at: [2.6, 0, 0.2]");
        assert_non_null(at);
        static char rest[CART_ROOM];
        snprintf(rest, sizeof rest, "%s", at + strlen("at: [2.6, 0, 0.2]"));
        snprintf(at, sizeof text - (size_t)(at - text), "%s%s", cases[i].bumper, rest);
        cart c;
        assert_int_equal(cart_try(&c, text, NULL), cases[i].complaint ? HL_BAD_INPUT : HL_OK);
        if (cases[i].complaint) {
            assert_int_equal(c.machine_report.count, 1);
            assert_non_null(strstr(c.machine_report.list[0].text, cases[i].complaint));
            assert_int_equal(c.machine_report.list[0].place.line, 96);
        }
        cart_free(&c);
    }
}

/* A cart that drives into a wall stops there: bumper at 2.7 m before the rear axle, wall from 3.75 m. */
static void stops_at_a_wall(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, wall);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 0.2);
    double most = 0.0;
    for (int i = 0; i < 40; i++) {
        cart_run(&c, 0.1);
        most = fmax(most, cart_signal(&c, "contact.frame.force"));
        assert_true(cart_signal(&c, "chassis.x") <
                    3.75 - 2.7 + 0.03); /* deeper than force/stiffness could be */
    }
    assert_true(most > 1000.0);
    cart_free(&c);
}

static const char slope[] = "headland: scenario\nversion: 1\nname: slope\nmachine: cart.yaml\n"
                            "ground: {kind: plane, surface: hard, slope: 10 deg}\n";

/* On a slope uphill the cart's pitch is that of the slope, more or less the difference of the tires'
 * deflections, and brakes hold it. */
static void holds_on_a_slope(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, slope);
    CHECK_NEAR(cart_signal(&c, "chassis.pitch"), 10.0 / 57.29577951308232, 0.02);
    const double x = cart_signal(&c, "chassis.x");
    cart_run(&c, 5.0);
    CHECK_NEAR(cart_signal(&c, "chassis.x"), x, 1e-4);
    cart_free(&c);
}

static const char dropped[] = "headland: scenario\nversion: 1\nname: drop\nmachine: cart.yaml\n"
                              "ground: {kind: plane, surface: soft}\nstart: {drop: 0.3, settled: false}\n";

static void falls_and_comes_to_rest(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, dropped);
    CHECK_NEAR(cart_signal(&c, "wheel.fl.load"), 0.0, 0.0);
    const double start = cart_signal(&c, "chassis.z");
    cart_run(&c, 0.2); /* free fall: g t^2/2 = 0.196 m, less 0.3 m */
    CHECK_NEAR(cart_signal(&c, "chassis.z"), start - 0.5 * 9.81 * 0.04, 2e-3);
    cart_run(&c, 6.0);
    const double load = cart_signal(&c, "wheel.fl.load") + cart_signal(&c, "wheel.fr.load") +
                        cart_signal(&c, "wheel.rl.load") + cart_signal(&c, "wheel.rr.load");
    CHECK_NEAR(load, WEIGHT, 0.01 * WEIGHT);
    cart_free(&c);
}

static void refuses_unknown_ground(void **state)
{
    (void)state;
    static const char mud[] = "headland: scenario\nversion: 1\nname: mud\nmachine: cart.yaml\n"
                              "ground: {kind: plane, surface: mud}\n";
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    cart c;
    assert_int_equal(cart_try(&c, text, mud), HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    assert_int_equal(c.scenario_report.list[0].place.line, 5);
    assert_non_null(strstr(c.scenario_report.list[0].text, "'hard', 'soft'"));
    cart_free(&c);
}

/* Parts of the picture follow signals, which only the built machine knows. */
static void refuses_moves_without_a_signal(void **state)
{
    (void)state;
    static char text[CART_ROOM];
    cart c;
    cart_read(text, sizeof text);
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length,
             "picture:\n  moves:\n    - {node: wheel, signal: control.throtle, turn: 1}\n"
             "    - {node: rim, signal: control.throttle, turn: 1}\n");
    assert_int_equal(cart_try(&c, text, NULL), HL_BAD_INPUT);
    assert_int_equal(c.machine_report.count, 1);
    assert_int_equal(c.machine_report.list[0].place.column, 29);
    assert_non_null(strstr(c.machine_report.list[0].text,
                           "unknown signal 'control.throtle'; one of the machine is expected "
                           "(`headland signals` lists them); did you mean 'control.throttle'?"));
    cart_free(&c);
}

/* On a slope steeper than friction holds, 0.75 to 0.9 on hard ground, nothing comes to rest. */
static void refuses_a_place_to_slide_from(void **state)
{
    (void)state;
    static const char steep[] = "headland: scenario\nversion: 1\nname: steep\nmachine: cart.yaml\n"
                                "ground: {kind: plane, surface: hard, slope: 50 deg}\n";
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    cart c;
    assert_int_equal(cart_try(&c, text, steep), HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    assert_non_null(strstr(c.scenario_report.list[0].text, "come to rest"));
    cart_free(&c);
}

typedef struct parts {
    int count;
    world_part ended[2 * WORLD_PARTS];
} parts;

static void keep_part(void *context, world_part part)
{
    parts *p = context;
    assert_true(p->count < 2 * WORLD_PARTS);
    p->ended[p->count++] = part;
}

static void parts_end_in_their_order(void **state)
{
    (void)state;
    static const world_part rigid[] = {WORLD_PART_GROUND, WORLD_PART_CONTROLS, WORLD_PART_NEWTON,
                                       WORLD_PART_TASKS};
    cart c;
    parts p = {0};
    cart_build(&c, NULL);
    world_machine_set_timer(c.machine, keep_part, &p);
    for (int i = 0; i < 2; i++) assert_int_equal(world_machine_step(c.machine), HL_OK);
    world_machine_set_timer(c.machine, NULL, NULL);
    assert_int_equal(world_machine_step(c.machine), HL_OK);
    assert_int_equal(p.count, 8);
    for (int i = 0; i < p.count; i++) assert_int_equal(p.ended[i], rigid[i % 4]);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(starts_at_rest),
                                       cmocka_unit_test(drives_and_brakes),
                                       cmocka_unit_test(boom_obeys_its_lever),
                                       cmocka_unit_test(controls_are_limited),
                                       cmocka_unit_test(repeats_bit_for_bit),
                                       cmocka_unit_test(looking_changes_nothing),
                                       cmocka_unit_test(needs_room_to_start),
                                       cmocka_unit_test(stands_on_its_shapes),
                                       cmocka_unit_test(refuses_shapes_below_the_ground),
                                       cmocka_unit_test(stops_at_a_wall),
                                       cmocka_unit_test(holds_on_a_slope),
                                       cmocka_unit_test(falls_and_comes_to_rest),
                                       cmocka_unit_test(refuses_unknown_ground),
                                       cmocka_unit_test(refuses_moves_without_a_signal),
                                       cmocka_unit_test(refuses_a_place_to_slide_from),
                                       cmocka_unit_test(parts_end_in_their_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
