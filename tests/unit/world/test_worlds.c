/* Several machines on one site: what they share, and that they do not disturb each other. */
#include "cart.h"

#include "parts/rest.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD   "headland: scenario\nversion: 1\nname: s\n"
#define GROUND "ground: {kind: plane, surface: hard}\n"
#define ALONE  HEAD "machine: cart.yaml\n" GROUND
#define PAIR                                                                                                 \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven}\n"                                               \
         "  - {name: other, machine: cart.yaml, role: parked, start: {at: [0, 8 m], engine: true}}\n" GROUND

static void build_all(cart *c, const char *scenario)
{
    static char text[CART_ROOM];
    static hl_report other_report;
    auth_machine *author;
    auth_scenario *site = NULL;
    cart_read(text, sizeof text);
    *c = (cart){.machine = NULL};
    other_report = (hl_report){0};
    assert_int_equal(
        auth_machine_parse(text, strlen(text), "cart.yaml", &c->arena, &author, &c->machine_report), HL_OK);
    assert_int_equal(
        auth_scenario_parse(scenario, strlen(scenario), "site.yaml", &c->arena, &site, &c->scenario_report),
        HL_OK);
    const mb_step_options options = world_machine_options(author, site);
    const world_file files[] = {{author, &c->machine_report}, {author, &other_report}};
    assert_int_equal(world_build(files, site, &options, &c->arena, &c->scenario_report, &c->machine), HL_OK);
}

static double signal_of(cart *c, const char *name)
{
    static double values[2 * CART_SIGNALS];
    const int index = world_signal_find(c->machine, name);
    assert_true(index >= 0);
    world_machine_evaluate_signals(c->machine, values);
    return values[index];
}

static void they_are_one_world(void **state)
{
    (void)state;
    cart alone, pair;
    cart_build(&alone, ALONE);
    build_all(&pair, PAIR);
    assert_int_equal(world_machine_count(alone.machine), 1);
    assert_int_equal(world_machine_count(pair.machine), 2);
    const int controls = world_control_count(alone.machine);
    assert_int_equal(world_control_count(pair.machine), 2 * controls);
    assert_string_equal(world_control_info(pair.machine, controls).name, "other.throttle");
    assert_int_equal(world_control_find(pair.machine, "other.throttle"), controls);
    assert_int_equal(world_control_find(world_machine_at(pair.machine, 1), "throttle"), controls);
    assert_int_equal(world_control_find(pair.machine, "throttle"), 0);
    CHECK_RELATIVE(signal_of(&pair, "other.chassis.y"), 8.0, 1e-6);
    assert_true(world_signal_find(pair.machine, "other.goal.share") < 0);
    cart_free(&alone);
    cart_free(&pair);
}

/* The driven cart makes the same steps, bit by bit, whether the other stands beside it or drives. */
static void they_do_not_disturb_each_other(void **state)
{
    (void)state;
    static const char *const same[] = {"chassis.x", "chassis.z", "vehicle.speed", "engine.speed",
                                       "wheel.wheel_fl.load"};
    cart alone, pair;
    cart_build(&alone, ALONE);
    build_all(&pair, PAIR);
    cart_set(&alone, "parking_brake", 0.0);
    cart_set(&pair, "parking_brake", 0.0);
    cart_set(&pair, "other.parking_brake", 0.0);
    cart_set(&alone, "throttle", 0.6);
    cart_set(&pair, "throttle", 0.6);
    cart_set(&alone, "direction", 1.0);
    cart_set(&pair, "direction", 1.0);
    cart_set(&pair, "other.direction", -1.0);
    cart_set(&pair, "other.throttle", 1.0);
    cart_run(&alone, 2.0);
    cart_run(&pair, 2.0);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (world_signal_find(alone.machine, same[i]) >= 0)
            CHECK_SAME(signal_of(&pair, same[i]), cart_signal(&alone, same[i]));
    assert_true(signal_of(&pair, "chassis.x") > 0.2);
    assert_true(signal_of(&pair, "other.chassis.x") < -0.2);
    cart_free(&alone);
    cart_free(&pair);
}

/* From a saved state the world makes the same steps and shows the same signals, all machines of it. */
static void check_repeats(cart *c, double seconds)
{
    const size_t size = world_state_size(c->machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c->machine, saved);
    const double force = signal_of(c, "contact.frame.force");
    const uint64_t at_start = world_state_hash(c->machine);
    cart_run(c, seconds);
    const uint64_t at_end = world_state_hash(c->machine);
    assert_true(at_start != at_end);
    assert_true(world_state_fits(c->machine, saved, size));
    world_state_restore(c->machine, saved);
    assert_true(world_state_hash(c->machine) == at_start);
    CHECK_SAME(signal_of(c, "contact.frame.force"), force);
    cart_run(c, seconds);
    assert_true(world_state_hash(c->machine) == at_end);
    free(saved);
}

static void a_saved_state_holds_all_of_them(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PAIR);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "other.direction", 1.0);
    cart_set(&c, "other.throttle", 1.0);
    cart_run(&c, 0.5);
    check_repeats(&c, 0.5);
    cart_free(&c);
}

#define PARKED(at)                                                                                           \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven}\n"                                               \
         "  - {name: other, machine: cart.yaml, role: parked, start: {at: [" at ", 0]}}\n" GROUND

/* Its steps cost nothing; it wakes when a control of it moves. */
static void a_parked_machine_sleeps(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PARKED("12 m"));
    cart_run(&c, 1.5);
    const world_machine *other = world_machine_at(c.machine, 1);
    assert_true(world_is_at_rest(other));
    const double x = signal_of(&c, "other.chassis.x");
    cart_run(&c, 0.1);
    CHECK_SAME(signal_of(&c, "other.chassis.x"), x);
    CHECK_SAME(signal_of(&c, "other.time"), signal_of(&c, "time"));
    cart_set(&c, "other.boom", 1.0);
    cart_run(&c, 0.01);
    assert_false(world_is_at_rest(other));
    cart_free(&c);
}

/* The driven cart runs against the parked one and pushes it along: what stands against its bumper rolls. */
static void one_machine_pushes_the_other(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PARKED("7 m"));
    const double x = signal_of(&c, "other.chassis.x");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", 1.0);
    cart_run(&c, 1.0);
    CHECK_RELATIVE(signal_of(&c, "other.chassis.x"), x, 1e-3); /* they are apart */
    cart_run(&c, 7.0);
    /* bumper against bumper: 0.2 m between their origins, less what it takes to press */
    assert_true(signal_of(&c, "other.chassis.x") > x + 5.0);
    CHECK_RELATIVE(signal_of(&c, "other.chassis.x") - signal_of(&c, "chassis.x"), 0.2, 0.05);
    cart_set(&c, "other.brake", 0.1); /* now it takes a force */
    cart_run(&c, 0.5);
    double mean = 0.0;
    for (int i = 0; i < 200; i++) {
        cart_run(&c, 0.001);
        mean += signal_of(&c, "contact.frame.force") / 200.0;
    }
    assert_true(mean > 100.0);
    CHECK_SAME(signal_of(&c, "other.contact.frame.force"), 0.0);
    assert_false(world_is_at_rest(world_machine_at(c.machine, 1)));
    check_repeats(&c, 0.3);
    cart_free(&c);
}

/* Two carts of one mass, rolling free: the blow shares the speed out, and takes energy. What rolling takes
 * meanwhile is below 2 x 2 % of g, engine friction of the driven one comes on top. */
static void a_blow_keeps_the_momentum(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PARKED("12 m"));
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", 1.0);
    cart_run(&c, 4.0);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "throttle", 0.0);
    cart_run(&c, 0.3);
    assert_true(world_is_at_rest(world_machine_at(c.machine, 1)));
    double before = 0.0;
    for (int i = 0; i < 10000 && signal_of(&c, "other.vehicle.speed") < 1e-3; i++) {
        before = signal_of(&c, "vehicle.speed");
        cart_run(&c, 0.001);
    }
    assert_true(before > 1.0);
    cart_run(&c, 0.2);
    const double own = signal_of(&c, "vehicle.speed"), other = signal_of(&c, "other.vehicle.speed");
    assert_true(other > own);
    assert_true(other - own < before);
    assert_true(fabs(own + other - before) < 0.1 * before);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_one_world),
                                       cmocka_unit_test(they_do_not_disturb_each_other),
                                       cmocka_unit_test(a_saved_state_holds_all_of_them),
                                       cmocka_unit_test(a_parked_machine_sleeps),
                                       cmocka_unit_test(one_machine_pushes_the_other),
                                       cmocka_unit_test(a_blow_keeps_the_momentum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
