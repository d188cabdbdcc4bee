/* Scripted operators: when actions start and end, what they do to their controls. */
#include "cart.h"

#include "support/check.h"
#include "world/operator.h"

#include <math.h>
#include <string.h>

enum { SIGNALS = 256 };

typedef struct drive {
    cart cart;
    hl_report report;
    world_operator *driver;
} drive;

#define HEAD "headland: operator\nversion: 1\nname: test\nseconds: 60 s\nactions:\n"

static hl_status try_script(drive *d, const char *text)
{
    auth_operator *script;
    cart_build(&d->cart, NULL);
    assert_int_equal(
        auth_operator_parse(text, strlen(text), "script.yaml", &d->cart.arena, &script, &d->report), HL_OK);
    return world_operator_build(script, d->cart.machine, &d->cart.arena, &d->report, &d->driver);
}

static void begin(drive *d, const char *text)
{
    *d = (drive){.driver = NULL};
    assert_int_equal(try_script(d, text), HL_OK);
}

/* Drive on until a time; false when the script ended. */
static bool drive_until(drive *d, double time)
{
    double signals[SIGNALS];
    bool goes_on = true;
    while (goes_on && world_machine_time(d->cart.machine) < time - 1e-9) {
        world_machine_evaluate_signals(d->cart.machine, signals);
        goes_on = world_operator_act(d->driver, d->cart.machine, signals);
        if (goes_on) assert_int_equal(world_machine_step(d->cart.machine), HL_OK);
    }
    return goes_on;
}

static double control(const drive *d, const char *name)
{
    return world_control_get(d->cart.machine, world_control_find(d->cart.machine, name));
}

static void sets_and_ramps_in_time(void **state)
{
    (void)state;
    drive d;
    begin(&d, HEAD "  - {control: throttle, from: 0.1 s, to: 0.5}\n"
                   "  - {control: boom, from: 0.2 s, to: 1, over: 0.1 s}\n"
                   "  - {control: brake, from: 0.1 s, until: 0.3 s, to: 0.7, release: true}\n");
    drive_until(&d, 0.1);
    CHECK_SAME(control(&d, "throttle"), 0.0);
    drive_until(&d, 0.101); /* the action acts in the step that begins at its time */
    CHECK_SAME(control(&d, "throttle"), 0.5);
    CHECK_SAME(control(&d, "brake"), 0.7);
    drive_until(&d, 0.251); /* half of the ramp, at the step that begins at 0.25 s */
    CHECK_NEAR(control(&d, "boom"), 0.5, 1e-9);
    drive_until(&d, 0.4);
    CHECK_NEAR(control(&d, "boom"), 1.0, 1e-9);
    CHECK_SAME(control(&d, "brake"), 1.0); /* released: its safe value */
    cart_free(&d.cart);
}

/* One action starts some time after another has ended, and a condition starts a third. */
static void waits_for_others_and_for_conditions(void **state)
{
    (void)state;
    drive d;
    begin(&d, HEAD "  - {name: gas, control: throttle, from: 0, for: 0.5 s, to: 1}\n"
                   "  - {control: boom, after: gas, delay: 0.25 s, to: 0.3}\n"
                   "  - {control: gear_up, when: {signal: engine.speed, above: 1500}, to: 1}\n");
    drive_until(&d, 0.75);
    CHECK_SAME(control(&d, "boom"), 0.0);
    drive_until(&d, 0.752);
    CHECK_SAME(control(&d, "boom"), 0.3);
    drive_until(&d, 3.0);
    assert_true(cart_signal(&d.cart, "engine.speed") > 1500.0);
    CHECK_SAME(control(&d, "gear_up"), 1.0);
    cart_free(&d.cart);
}

/* A closed loop holds its signal: the error of a PI loop at rest is nothing. */
static void keeps_a_signal(void **state)
{
    (void)state;
    drive d;
    begin(
        &d, HEAD
        "  - {control: parking_brake, from: 0, to: 0}\n"
        "  - {control: direction, from: 0, to: 1}\n"
        "  - {control: throttle, from: 0.5 s, keep: vehicle.speed, at: 6 km/h, gain: 0.3, integral: 0.3}\n");
    drive_until(&d, 20.0);
    CHECK_NEAR(cart_signal(&d.cart, "vehicle.speed"), 6.0 / 3.6, 0.01);
    cart_free(&d.cart);
}

/* A unit that the signal cannot have is refused; one that it can have is converted. */
static void units_must_fit_the_signal(void **state)
{
    (void)state;
    drive d = {.driver = NULL};
    assert_int_equal(
        try_script(&d, HEAD "  - {control: throttle, when: {signal: vehicle.speed, above: 5 kN}, to: 1}\n"),
        HL_BAD_INPUT);
    assert_int_equal(d.report.count, 1);
    assert_int_equal(d.report.list[0].place.line, 6);
    assert_int_equal(d.report.list[0].place.column,
                     sizeof "  - {control: throttle, when: {signal: vehicle.speed, above: ");
    cart_free(&d.cart);
    assert_int_equal(
        try_script(&d, HEAD "  - {control: throttle, keep: vehicle.speed, at: 5 kg, gain: 1, for: 1 s}\n"),
        HL_BAD_INPUT);
    assert_int_equal(d.report.count, 1);
    assert_int_equal(d.report.list[0].place.column,
                     sizeof "  - {control: throttle, keep: vehicle.speed, at: ");
    cart_free(&d.cart);
    begin(&d, HEAD "  - {control: throttle, from: 0, to: 1}\n"
                   "  - {control: gear_up, when: {signal: engine.speed, above: 100 rad/s}, to: 1}\n");
    drive_until(&d, 3.0);
    CHECK_SAME(control(&d, "gear_up"), 1.0); /* 955 rpm */
    cart_free(&d.cart);
}

static void ends_with_its_seconds(void **state)
{
    (void)state;
    drive d;
    begin(&d, "headland: operator\nversion: 1\nname: short\nseconds: 0.2 s\nactions:\n"
              "  - {control: throttle, from: 0, to: 1}\n");
    assert_false(drive_until(&d, 5.0));
    CHECK_NEAR(world_machine_time(d.cart.machine), 0.2, 1e-9);
    cart_free(&d.cart);
}

/* A goal that the control cannot reach is a mistake, not something to cut off. */
static void refuses_goals_out_of_range(void **state)
{
    (void)state;
    drive d = {.driver = NULL};
    assert_int_equal(try_script(&d, HEAD "  - {control: throttle, to: 1}\n"
                                         "  - {control: throttle, to: 5}\n"
                                         "  - {control: boom, to: -1.5, over: 1 s}\n"),
                     HL_BAD_INPUT);
    assert_int_equal(d.report.count, 2);
    assert_string_equal(d.report.list[0].text, "'to' is 5, outside the range of 'throttle': give 0 to 1");
    assert_string_equal(d.report.list[1].text, "'to' is -1.5, outside the range of 'boom': give -1 to 1");
    assert_int_equal(d.report.list[1].place.line, 8);
    assert_int_equal(d.report.list[1].place.column, 25);
    cart_free(&d.cart);
}

static void refuses_unknown_names(void **state)
{
    (void)state;
    drive d = {.driver = NULL};
    assert_int_equal(try_script(&d, HEAD
                                "  - {control: throtle, from: 0, to: 1}\n"
                                "  - {control: throttle, when: {signal: engine.sped, above: 1}, to: 1}\n"),
                     HL_BAD_INPUT);
    assert_int_equal(d.report.count, 2);
    assert_non_null(strstr(d.report.list[0].text, "'throttle'"));
    assert_int_equal(d.report.list[0].place.line, 6);
    assert_non_null(strstr(d.report.list[1].text, "'engine.speed'"));
    assert_int_equal(d.report.list[1].place.line, 7);
    cart_free(&d.cart);
}

/* Ticks from now to `until` at whose ends the control stands at a value. */
static int ticks_at(drive *d, const char *name, double value, double until)
{
    int count = 0;
    for (double time = world_machine_time(d->cart.machine); time < until - 1e-9; time += 0.001) {
        drive_until(d, time + 0.001);
        count += control(d, name) == value;
    }
    return count;
}

/* Two actions of 0.1 s, three times. `from` and `until` of a later round count from the end of the one
 * before: 0.05 s of pause, 0.1 s at 1, 0.1 s at 0.5; what comes after starts when the last round is over. The
 * action that has no end of its own ends with each round. */
static void a_block_is_repeated(void **state)
{
    (void)state;
    drive d;
    begin(&d, HEAD "  - {name: up, control: boom, from: 0.05 s, until: 0.15 s, to: 1}\n"
                   "  - {name: level, control: brake, after: up, keep: engine.speed, at: 9000, gain: 1, "
                   "until_when: {signal: time, above: 50 s}, release: true}\n"
                   "  - {name: back, control: boom, after: up, for: 0.1 s, to: 0.5,\n"
                   "     repeat: {from: up, times: 3}}\n"
                   "  - {control: throttle, after: back, to: 0.25}\n");
    int at_one = 0, at_half = 0;
    for (int round = 0; round < 3; round++) {
        at_one += ticks_at(&d, "boom", 1.0, 0.25 * round + 0.15);
        CHECK_SAME(control(&d, "throttle"), 0.0);
        at_half += ticks_at(&d, "boom", 0.5, 0.25 * round + 0.25);
    }
    CHECK_NEAR(at_one, 300, 4); /* a tick more or less at each change */
    CHECK_NEAR(at_half, 300, 4);
    drive_until(&d, 0.76);
    CHECK_SAME(control(&d, "throttle"), 0.25);
    drive_until(&d, 2.0);
    CHECK_SAME(control(&d, "boom"), 0.5);
    cart_free(&d.cart);
}

/* An inner block of two rounds within an outer one of two: the inner one counts anew. */
static void blocks_nest(void **state)
{
    (void)state;
    drive d;
    begin(&d, HEAD "  - {name: outer, control: brake, for: 0.1 s, to: 0.5}\n"
                   "  - {name: inner, control: boom, after: outer, for: 0.1 s, to: 1}\n"
                   "  - {name: rest, control: boom, after: inner, for: 0.1 s, to: 0, repeat: {from: inner, "
                   "times: 2}}\n"
                   "  - {name: end, control: brake, after: rest, for: 0.1 s, to: 1, repeat: {from: outer, "
                   "times: 2}}\n"
                   "  - {control: throttle, after: end, to: 1}\n");
    CHECK_NEAR(ticks_at(&d, "boom", 1.0, 1.19), 400, 6);
    CHECK_SAME(control(&d, "throttle"), 0.0);
    drive_until(&d, 1.25);
    CHECK_SAME(control(&d, "throttle"), 1.0);
    cart_free(&d.cart);
}

/* The boom goes up and down by its angle in degrees, until the time has come; the condition is asked at the
 * end of a round. */
static void repeats_until_a_condition_holds(void **state)
{
    (void)state;
    drive d;
    begin(&d, HEAD
          "  - {control: throttle, to: 1}\n"
          "  - {name: raise, control: boom, to: 1, until_when: {signal: boom.angle, above: 20 deg}}\n"
          "  - {name: lower, control: boom, after: raise, to: -1, until_when: {signal: boom.angle, below: "
          "5 deg}, release: true, repeat: {from: raise, until_when: {signal: time, above: 12 s}}}\n"
          "  - {control: direction, after: lower, to: 1}\n");
    static const double DEGREE = 0.017453292519943295;
    int rounds = 0;
    bool up = false;
    while (control(&d, "direction") < 1.0) {
        const double time = world_machine_time(d.cart.machine);
        assert_true(time < 40.0);
        drive_until(&d, time + 0.01);
        const double angle = cart_signal(&d.cart, "boom.angle");
        if (!up && angle > 20.0 * DEGREE) rounds++;
        up = up ? angle > 5.0 * DEGREE : angle > 20.0 * DEGREE;
        assert_true(angle < 40.0 * DEGREE);
    }
    assert_true(rounds >= 2);
    assert_true(world_machine_time(d.cart.machine) > 12.0);
    cart_free(&d.cart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_block_is_repeated),
                                       cmocka_unit_test(blocks_nest),
                                       cmocka_unit_test(repeats_until_a_condition_holds),
                                       cmocka_unit_test(sets_and_ramps_in_time),
                                       cmocka_unit_test(waits_for_others_and_for_conditions),
                                       cmocka_unit_test(keeps_a_signal),
                                       cmocka_unit_test(units_must_fit_the_signal),
                                       cmocka_unit_test(ends_with_its_seconds),
                                       cmocka_unit_test(refuses_goals_out_of_range),
                                       cmocka_unit_test(refuses_unknown_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
