/* Machines without a driveline: the engine alone, levers and the lock, pilots, auto idle, brakes on joints.
 */
#include "cart.h"

#include "parts/parts.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double CLOSING = 0.1; /* [s] of a brake */

/* Steps of 1 ms add up to the delays but for rounding: one step more or less. */
static const double A_STEP = 1e-3;

static const char slope[] = "headland: scenario\nversion: 1\nname: slope\nmachine: digger.yaml\n"
                            "ground: {kind: plane, surface: hard, slope: 10 deg}\n"
                            "start: {heading: 90 deg}\n";

static const char cold[] = "headland: scenario\nversion: 1\nname: cold\nmachine: digger.yaml\n"
                           "ground: {kind: plane, surface: hard}\nstart: {engine: false}\n";

/* ---- the engine alone ---- */

/* It starts at idle and is governed; the pump's 20 N m and more stay within the droop of 6 %. */
static void engine_runs_alone(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 800.0, 0.06);
    assert_true(cart_signal(&c, "engine.running") == 1.0);
    cart_set(&c, "throttle", 1.0);
    cart_run(&c, 3.0);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 2000.0, 0.06);
    assert_true(cart_signal(&c, "fuel.level") < 40.0 && cart_signal(&c, "fuel.level") > 39.9);
    assert_true(cart_signal(&c, "engine.work") > cart_signal(&c, "engine.lost_work"));
    assert_int_equal(world_signal_find(c.machine, "gear.number"), -1);
    assert_int_equal(world_signal_find(c.machine, "driveline.loss"), -1);
    cart_free(&c);
}

static void engine_starts_by_the_key(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, cold);
    cart_run(&c, 0.5);
    CHECK_NEAR(cart_signal(&c, "engine.speed"), 0.0, 1.0);
    assert_true(cart_signal(&c, "engine.running") == 0.0);
    cart_set(&c, "key", 2.0);
    cart_run(&c, 1.5);
    cart_set(&c, "key", 1.0);
    cart_run(&c, 2.0);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 800.0, 0.06);
    cart_set(&c, "key", 0.0);
    cart_run(&c, 4.0);
    assert_true(cart_signal(&c, "engine.running") == 0.0);
    CHECK_NEAR(cart_signal(&c, "engine.speed"), 0.0, 1.0);
    cart_free(&c);
}

/* ---- levers, lock, pilots ---- */

static void expect(cart *c, double swing, double boost, double lower, double mode)
{
    static const double rounding = 1e-15; /* a few operations on numbers up to 1 */
    cart_run(c, A_STEP);
    CHECK_NEAR(cart_signal(c, "command.swing"), swing, rounding);
    CHECK_NEAR(cart_signal(c, "command.boost"), boost, rounding);
    CHECK_NEAR(cart_signal(c, "command.lower"), lower, rounding);
    CHECK_NEAR(cart_signal(c, "command.mode"), mode, rounding);
}

/* A lever at 0.55 with a dead band of 0.1 answers with 0.5; of that the pilot makes
 * 0.8 (0.5 - 0.2)/(1 - 0.2) = 0.3. Swing to the right by 0.5 leaves it 1 - 0.5 0.5. */
static void pilots_hear_of_levers(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    expect(&c, 0.0, 0.0, 0.0, 0.0);
    cart_set(&c, "boom", 0.55);
    expect(&c, 0.0, 0.3, 0.0, 0.0);
    CHECK_RELATIVE(cart_signal(&c, "pilot.boost"), 2e6, 1e-15);
    CHECK_NEAR(cart_signal(&c, "pilot.lower"), 0.0, 0.0);
    cart_set(&c, "swing", 0.55);
    expect(&c, 0.5, 0.3, 0.0, 0.0);
    cart_set(&c, "swing", -0.55);
    expect(&c, -0.5, 0.3 * 0.75, 0.0, 0.0);
    CHECK_RELATIVE(cart_signal(&c, "pilot.boost"), 2e6 * 0.75, 1e-15);
    cart_set(&c, "boom", 0.25); /* answers with 1/6: oil, but too little for the pilot's spring */
    expect(&c, -0.5, 0.0, 0.0, 0.0);
    CHECK_RELATIVE(cart_signal(&c, "pilot.boost"), 4e6 / 6.0 * 0.75, 1e-15);
    cart_set(&c, "boom", -1.0);
    expect(&c, -0.5, 0.0, 1.0, 0.0);
    CHECK_RELATIVE(cart_signal(&c, "pilot.lower"), 4e6, 1e-15);
    cart_free(&c);
}

/* Levers and pilots have no oil; a switch has its current. */
static void lock_takes_the_oil(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    cart_set(&c, "swing", 1.0);
    cart_set(&c, "boom", 1.0);
    cart_set(&c, "mode", 1.0);
    expect(&c, 1.0, 0.8, 0.0, 1.0);
    cart_set(&c, "lock", 1.0);
    expect(&c, 0.0, 0.0, 0.0, 1.0);
    CHECK_NEAR(cart_signal(&c, "pilot.boost"), 0.0, 0.0);
    cart_set(&c, "lock", 0.0);
    expect(&c, 1.0, 0.8, 0.0, 1.0);
    cart_free(&c);
}

/* ---- auto idle ---- */

/* At throttle 0.25 the governor holds 800 + 0.25 1200 = 1100 rpm, within its droop. */
static void idles_while_levers_rest(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "mode", 1.0); /* a switch is no lever */
    cart_run(&c, 4.0);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 2000.0, 0.06); /* switched off */
    cart_set(&c, "auto_idle", 1.0);
    cart_set(&c, "boom", 0.5);
    cart_run(&c, 3.0);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 2000.0, 0.06);
    cart_set(&c, "boom", 0.09); /* within the dead band */
    cart_run(&c, 1.9);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 2000.0, 0.06);
    cart_run(&c, 3.0);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 1100.0, 0.06);
    cart_set(&c, "boom", 0.12);
    cart_run(&c, 2.0); /* at once: the time is that of the engine's run up */
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 2000.0, 0.06);
    cart_set(&c, "throttle", 0.1); /* lower than what auto idle asks for */
    cart_set(&c, "boom", 0.0);
    cart_run(&c, 5.0);
    CHECK_RELATIVE(cart_signal(&c, "engine.speed"), 920.0, 0.06);
    cart_free(&c);
}

/* Levers have rested since the start, not since the machine began to settle. */
static void settling_is_no_rest(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    CHECK_NEAR(c.machine->levers->idle_rest, A_STEP, 1e-15); /* they are looked at once at the start */
    cart_run(&c, 0.5);
    CHECK_NEAR(c.machine->levers->idle_rest, 0.5, 1.5 * A_STEP);
    cart_free(&c);
}

/* ---- brakes ---- */

/* Across a slope of 10 deg the upper structure pulls with 500 kg 9.81 0.5 m sin 10 deg = 426 N m at its brake
 * of 1 kN m, which has slipped a little when the frame came to lie. Released, the upper structure falls to
 * the low side: half a second of 426/275 rad/s^2 alone is 0.2 rad. */
static void brake_holds_on_a_slope(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, slope);
    assert_true(cart_signal(&c, "brake.swing") == 1.0);
    const double angle = cart_signal(&c, "swing.angle");
    cart_run(&c, 2.0);
    CHECK_NEAR(cart_signal(&c, "swing.angle"), angle, 1e-5);
    CHECK_NEAR(cart_signal(&c, "brake.swing.lost_work"), 0.0, 1e-2);
    cart_set(&c, "swing", 0.2);
    cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "brake.swing") == 0.0);
    assert_true(cart_signal(&c, "swing.angle") > angle + 0.2);
    cart_set(&c, "swing", 0.0);
    cart_run(&c, 3.0);
    const double stopped = cart_signal(&c, "swing.angle");
    assert_true(cart_signal(&c, "brake.swing.lost_work") > 50.0); /* what it had of speed */
    cart_run(&c, 2.0);
    CHECK_NEAR(cart_signal(&c, "swing.angle"), stopped, 1e-3);
    cart_free(&c);
}

static void brake_keeps_its_time(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, NULL);
    assert_true(cart_signal(&c, "brake.swing") == 1.0);
    cart_set(&c, "boom", 0.2);
    cart_run(&c, A_STEP);
    assert_true(cart_signal(&c, "brake.swing") == 0.0);
    cart_set(&c, "boom", 0.0);
    cart_run(&c, 0.5 - A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 0.0, 0.0);
    cart_run(&c, 0.5 * CLOSING + A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 0.5, 2.0 * A_STEP / CLOSING);
    cart_run(&c, 0.5 * CLOSING + A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 1.0, 1e-12);
    cart_set(&c, "boom", 1.0);
    cart_run(&c, A_STEP);
    assert_true(cart_signal(&c, "brake.swing") == 0.0);
    cart_set(&c, "lock", 1.0); /* the lever has no oil to hold it open */
    cart_run(&c, 0.5 + CLOSING + A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 1.0, 1e-12);
    cart_free(&c);
}

/* The digger with another text in the place of one of its own. */
static void build_with(cart *c, const char *own, const char *other)
{
    static char digger[CART_ROOM], text[CART_ROOM];
    cart_read(digger, sizeof digger);
    const char *at = strstr(digger, own);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - digger), digger, other, at + strlen(own));
    assert_int_equal(cart_try(c, text, NULL), HL_OK);
}

static void build_braked_by(cart *c, const char *by)
{
    build_with(c, "delay: 0.5 s, released_by: [swing, boom]", by);
}

/* A control from 0 to 2 in the place of a pedal: the brake closes by the share of its range. */
static void pedal_closes_a_brake(void **state)
{
    (void)state;
    static const double ways[] = {0.0, 0.5, 1.0, 2.0, 0.2};
    cart c;
    build_braked_by(&c, "applied_by: key");
    cart_set(&c, "swing", 1.0); /* no lever opens it, none closes it */
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        cart_set(&c, "key", ways[i]);
        cart_run(&c, A_STEP);
        CHECK_NEAR(cart_signal(&c, "brake.swing"), ways[i] / 2.0, 1e-15);
    }
    cart_free(&c);
}

/* A switch beside the pedal, as a digging brake: the one that closes it more counts. */
static void the_stronger_of_two_pedals_counts(void **state)
{
    (void)state;
    cart c;
    build_braked_by(&c, "applied_by: [mode, key]");
    cart_set(&c, "mode", 0.3);
    cart_set(&c, "key", 2.0);
    cart_run(&c, A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 1.0, 1e-15);
    cart_set(&c, "key", 0.0);
    cart_run(&c, A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 0.3, 1e-15);
    cart_free(&c);
}

/* `blocked_by` reduces the response in proportion to the other control; at its end the response is 0. */
static void one_control_blocks_another(void **state)
{
    (void)state;
    static const double ways[] = {0.0, 0.5, 2.0, 0.0}, left[] = {0.8, 0.8 * 0.75, 0.0, 0.8};
    cart c;
    build_with(&c, "command: mode, electric: true", "command: mode, electric: true, blocked_by: key");
    const int mode = world_control_find(c.machine, "mode");
    cart_set(&c, "mode", 0.8);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        cart_set(&c, "key", ways[i]);
        CHECK_NEAR(world_lever(c.machine, mode), left[i], 1e-15);
        cart_run(&c, A_STEP);
    }
    cart_free(&c);
}

/* Springs hold while the levers rest; while a lever keeps them open the pedal brakes. */
static void pedal_and_springs_do_not_add_up(void **state)
{
    (void)state;
    cart c;
    build_braked_by(&c, "delay: 0.5 s, released_by: [swing, boom], applied_by: mode");
    cart_set(&c, "mode", 0.6);
    cart_run(&c, A_STEP);
    assert_true(cart_signal(&c, "brake.swing") == 1.0);
    cart_set(&c, "boom", 0.2);
    cart_run(&c, A_STEP);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 0.6, 1e-15);
    cart_set(&c, "boom", 0.0);
    cart_run(&c, 0.5 + 0.5 * CLOSING);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 0.6, 1e-15); /* springs have half of their force */
    cart_run(&c, 0.3 * CLOSING);
    CHECK_NEAR(cart_signal(&c, "brake.swing"), 0.8, 3.0 * A_STEP / CLOSING);
    cart_set(&c, "mode", 0.0);
    cart_run(&c, CLOSING);
    assert_true(cart_signal(&c, "brake.swing") == 1.0);
    cart_free(&c);
}

/* ---- state ---- */

static void play(cart *c, int from, int until)
{
    for (int i = from; i < until; i++) {
        cart_set(c, "throttle", 0.8);
        cart_set(c, "auto_idle", 1.0);
        cart_set(c, "boom", i < 900 ? 0.7 : 0.0);
        cart_set(c, "swing", i > 3600 ? 0.4 : 0.0);
        assert_int_equal(world_machine_step(c->machine), HL_OK);
    }
}

/* Timers of auto idle and brakes are state: saved while they run, everything comes again as it was. */
static void timers_are_state(void **state)
{
    (void)state;
    cart first, second;
    cart_build(&first, slope);
    cart_build(&second, slope);
    assert_true(world_model_hash(first.machine) == world_model_hash(second.machine));
    play(&first, 0, 4000);
    play(&second, 0, 1200); /* the brake is about to close, the engine to idle */
    void *saved = malloc(world_state_size(second.machine));
    world_state_save(second.machine, saved);
    play(&second, 3500, 3900);
    world_state_restore(second.machine, saved);
    play(&second, 1200, 4000);
    assert_true(world_state_hash(first.machine) == world_state_hash(second.machine));
    free(saved);
    cart_free(&first);
    cart_free(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(engine_runs_alone),
                                       cmocka_unit_test(engine_starts_by_the_key),
                                       cmocka_unit_test(pilots_hear_of_levers),
                                       cmocka_unit_test(lock_takes_the_oil),
                                       cmocka_unit_test(idles_while_levers_rest),
                                       cmocka_unit_test(settling_is_no_rest),
                                       cmocka_unit_test(brake_holds_on_a_slope),
                                       cmocka_unit_test(brake_keeps_its_time),
                                       cmocka_unit_test(pedal_closes_a_brake),
                                       cmocka_unit_test(the_stronger_of_two_pedals_counts),
                                       cmocka_unit_test(one_control_blocks_another),
                                       cmocka_unit_test(pedal_and_springs_do_not_add_up),
                                       cmocka_unit_test(timers_are_state)};
    return cmocka_run_group_tests_name("machine levers", tests, NULL, NULL);
}
