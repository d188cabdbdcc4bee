/* Several machines on one site: what they share, and that they do not disturb each other. */
#include "cart.h"

#include "support/check.h"

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
    world_machine_signals(c->machine, values);
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

static void a_saved_state_holds_all_of_them(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PAIR);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "other.direction", 1.0);
    cart_set(&c, "other.throttle", 1.0);
    cart_run(&c, 0.5);
    const size_t size = world_state_size(c.machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    const uint64_t at_start = world_state_hash(c.machine);
    cart_run(&c, 0.5);
    const uint64_t at_end = world_state_hash(c.machine);
    assert_true(at_start != at_end);
    assert_true(world_state_fits(c.machine, saved, size));
    world_state_restore(c.machine, saved);
    assert_true(world_state_hash(c.machine) == at_start);
    cart_run(&c, 0.5);
    assert_true(world_state_hash(c.machine) == at_end);
    free(saved);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_one_world),
                                       cmocka_unit_test(they_do_not_disturb_each_other),
                                       cmocka_unit_test(a_saved_state_holds_all_of_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
