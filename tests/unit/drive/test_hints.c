/* Hints: a tractor and an excavator by what their controls are for, and somebody who moves them in vain. */
#include "support/check.h"

#include "drv/cockpit.h"

#include <string.h>

enum { RUNNING, SPEED, THROTTLE, PARKING, DIRECTION, LIFT, LOCK, SIGNALS };

static const char *const names[SIGNALS] = {"engine.running",        "vehicle.speed",     "control.throttle",
                                           "control.parking_brake", "control.direction", "control.lift",
                                           "control.lock"};

static const auth_control tractor_controls[] = {{.name = "throttle", .drive = AUTH_DRIVE_THROTTLE},
                                                {.name = "parking_brake", .drive = AUTH_DRIVE_PARKING_BRAKE},
                                                {.name = "direction", .drive = AUTH_DRIVE_DIRECTION},
                                                {.name = "lift", .lever = true}};
static const auth_machine tractor = {.control_count = 4, .controls = (auth_control *)tractor_controls};

static const auth_control excavator_controls[] = {{.name = "throttle", .drive = AUTH_DRIVE_THROTTLE},
                                                  {.name = "lift", .lever = true},
                                                  {.name = "lock", .drive = AUTH_DRIVE_LOCK}};
static const auth_machine excavator = {.control_count = 3, .controls = (auth_control *)excavator_controls};

static int find(const void *machine, const char *name)
{
    (void)machine;
    for (int i = 0; i < SIGNALS; i++)
        if (strcmp(names[i], name) == 0) return i;
    return -1;
}

static xch_snapshot world; /* too large for the stack */

static drv_hints begin(const auth_machine *machine)
{
    drv_hints h;
    memset(&world, 0, sizeof world);
    world.signal_count = SIGNALS;
    world.signals[RUNNING] = 1.0;
    drv_hints_begin(&h, machine, find, NULL);
    return h;
}

static drv_hint after(drv_hints *h, double seconds)
{
    world.time += seconds;
    return drv_hints_look(h, &world);
}

static void nobody_is_told_who_does_nothing(void **state)
{
    (void)state;
    drv_hints h = begin(&tractor);
    world.signals[PARKING] = 1.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 60.0), DRV_HINT_NONE);
}

static void one_thing_after_the_other_is_in_the_way(void **state)
{
    (void)state;
    drv_hints h = begin(&tractor);
    world.signals[RUNNING] = 0.0;
    world.signals[PARKING] = 1.0;
    world.signals[THROTTLE] = 1.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE); /* it may still come */
    assert_int_equal(after(&h, 1.1), DRV_HINT_ENGINE);
    assert_int_equal(after(&h, 1.1), DRV_HINT_NONE); /* once */
    world.signals[RUNNING] = 1.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 1.1), DRV_HINT_PARKING);
    world.signals[PARKING] = 0.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 1.1), DRV_HINT_NEUTRAL);
    world.signals[DIRECTION] = -1.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 5.0), DRV_HINT_NONE);
}

static void who_rolls_needs_no_hint(void **state)
{
    (void)state;
    drv_hints h = begin(&tractor);
    world.signals[THROTTLE] = 1.0;
    world.signals[SPEED] = -2.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 5.0), DRV_HINT_NONE);
}

static void three_times_are_enough(void **state)
{
    (void)state;
    drv_hints h = begin(&tractor);
    int told = 0;
    world.signals[PARKING] = 1.0;
    for (int i = 0; i < 5; i++) {
        world.signals[THROTTLE] = 1.0;
        (void)after(&h, 0.1);
        told += after(&h, 1.1) == DRV_HINT_PARKING;
        world.signals[THROTTLE] = 0.0;
        (void)after(&h, 0.1);
    }
    assert_int_equal(told, 3);
}

static void dead_levers_are_told_of(void **state)
{
    (void)state;
    drv_hints h = begin(&excavator);
    world.signals[LOCK] = 1.0;
    world.signals[THROTTLE] = 1.0; /* a dial: nobody drives by it */
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 5.0), DRV_HINT_NONE);
    world.signals[LIFT] = -1.0;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 1.1), DRV_HINT_LOCK);
}

static void what_the_snapshot_has_no_room_for_is_not_guessed(void **state)
{
    (void)state;
    drv_hints h = begin(&tractor);
    world.signals[THROTTLE] = world.signals[PARKING] = 1.0;
    world.signal_count = THROTTLE;
    assert_int_equal(after(&h, 0.1), DRV_HINT_NONE);
    assert_int_equal(after(&h, 5.0), DRV_HINT_NONE);
}

static void without_a_keyboard_no_key_is_named(void **state)
{
    (void)state;
    char text[DRV_HINT_TEXT];
    const drv_hints h = begin(&tractor);
    drv_hints_text(&h, DRV_HINT_PARKING, NULL, text);
    assert_string_equal(text, "The parking brake is on");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_is_told_who_does_nothing),
                                       cmocka_unit_test(one_thing_after_the_other_is_in_the_way),
                                       cmocka_unit_test(who_rolls_needs_no_hint),
                                       cmocka_unit_test(three_times_are_enough),
                                       cmocka_unit_test(dead_levers_are_told_of),
                                       cmocka_unit_test(what_the_snapshot_has_no_room_for_is_not_guessed),
                                       cmocka_unit_test(without_a_keyboard_no_key_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
