/* Buttons: every mode, modifiers, taps, what is said once more. */
#include "mapping.h"

#include <math.h>

/* Ramps add shares of the way up. */
static const double ROUNDING = 1e-12;

#define PAD     "  - name: pad\n    match: {id: \"0001:0002\"}\n"
#define AXES    PAD "    axes:\n"
#define BUTTONS PAD "    buttons:\n"
#define B(rest) "      - {button: " rest "}\n"
#define A(rest) "      - {axis: " rest "}\n"

/* Down and up, and what each of them said. */
static void press(mapping *m, int code, double *down, double *up, int control)
{
    key(m, 0, code, 1);
    *down = said(m, control);
    key(m, 0, code, 0);
    *up = said(m, control);
}

/* ---- modes ---- */

static void hold_comes_back(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: throttle") B("BTN_B, command: gear_up, value: 2, rest: 1"));
    press(&m, BTN_A, &down, &up, THROTTLE); /* to its high, back to 0 */
    CHECK_SAME(down, 1.0);
    CHECK_SAME(up, 0.0);
    press(&m, BTN_B, &down, &up, GEAR); /* starting: 2, then on: 1 */
    CHECK_SAME(down, 2.0);
    CHECK_SAME(up, 1.0);
    unmap(&m);
}

static void a_key_that_repeats_itself_is_pressed_once(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("BTN_A, command: parking_brake, mode: toggle"));
    key(&m, 0, BTN_A, 1);
    key(&m, 0, BTN_A, 2);
    key(&m, 0, BTN_A, 2);
    assert_int_equal(moves(&m), 1);
    unmap(&m);
}

static void of_two_that_hold_the_other_stays(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("BTN_A, command: steering, value: 1") B("BTN_B, command: steering, value: -1"));
    key(&m, 0, BTN_A, 1);
    key(&m, 0, BTN_B, 1);
    CHECK_SAME(said(&m, STEERING), -1.0);
    key(&m, 0, BTN_B, 0);
    CHECK_SAME(said(&m, STEERING), 1.0);
    key(&m, 0, BTN_A, 0);
    CHECK_SAME(said(&m, STEERING), 0.0);
    unmap(&m);
}

/* A press is said even where the control stands so: a session that had lost the device has moved it. */
static void press_stays(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: gear_up, mode: press, value: 3"));
    for (int i = 0; i < 2; i++) {
        press(&m, BTN_A, &down, &up, GEAR);
        CHECK_SAME(down, 3.0);
        assert_true(isnan(up));
    }
    unmap(&m);
}

static void toggle_by_turns(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: parking_brake, mode: toggle"));
    for (int i = 0; i < 4; i++) { /* it is on at the start */
        press(&m, BTN_A, &down, &up, PARK);
        CHECK_SAME(down, i % 2 == 0 ? 0.0 : 1.0);
        assert_true(isnan(up));
    }
    unmap(&m);
}

static void cycle_goes_round(void **state)
{
    (void)state;
    static const double expected[] = {1, 0, -1, 0, 1, 0};
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: steering, mode: cycle, values: [0, 1, 0, -1]"));
    for (int i = 0; i < 6; i++) {
        press(&m, BTN_A, &down, &up, STEERING);
        CHECK_SAME(down, expected[i]);
    }
    unmap(&m);
}

/* Somebody else has moved it: the next of the nearest. */
static void cycle_goes_on_from_where_the_control_is(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: gear_up, mode: cycle, values: [0, 1, 2, 4]")
                        B("BTN_B, command: gear_up, mode: press, value: 1.8"));
    press(&m, BTN_B, &down, &up, GEAR);
    press(&m, BTN_A, &down, &up, GEAR);
    CHECK_SAME(down, 4.0);
    press(&m, BTN_A, &down, &up, GEAR);
    CHECK_SAME(down, 0.0);
    unmap(&m);
}

static void a_switch_says_where_it_stands(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: gear_up, mode: switch, value: 2")
                        B("BTN_B, command: gear_up, mode: switch, value: 4"));
    press(&m, BTN_A, &down, &up, GEAR);
    CHECK_SAME(down, 2.0);
    assert_true(isnan(up));
    press(&m, BTN_B, &down, &up, GEAR);
    CHECK_SAME(down, 4.0);
    unmap(&m);
}

static void an_action_is_asked_for_once(void **state)
{
    (void)state;
    io_move move;
    mapping m = map(BUTTONS B("BTN_A, command: view.pause"));
    key(&m, 0, BTN_A, 1);
    key(&m, 0, BTN_A, 0);
    assert_true(next_move(&m, &move));
    assert_int_equal(move.control, -1);
    assert_int_equal(move.action, IO_ACTION_PAUSE);
    assert_int_equal(move.time, 1);
    assert_false(next_move(&m, &move));
    unmap(&m);
}

/* ---- ramps ---- */

static double advanced(mapping *m, double seconds, int control)
{
    collect(m, io_mapper_advance(m->mapper, seconds, ++m->time));
    return said(m, control);
}

static void a_ramp_goes_and_comes_back(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("KEY_W, command: throttle, mode: ramp, rate: 1.6"));
    assert_false(io_mapper_moving(m.mapper));
    key(&m, 0, KEY_W, 1);
    assert_true(io_mapper_moving(m.mapper));
    CHECK_NEAR(advanced(&m, 0.25, THROTTLE), 0.4, ROUNDING);
    CHECK_SAME(advanced(&m, 5.0, THROTTLE), 1.0);
    assert_false(io_mapper_moving(m.mapper));
    key(&m, 0, KEY_W, 0);
    assert_true(io_mapper_moving(m.mapper));
    CHECK_NEAR(advanced(&m, 0.25, THROTTLE), 0.6, ROUNDING);
    CHECK_SAME(advanced(&m, 5.0, THROTTLE), 0.0);
    assert_false(io_mapper_moving(m.mapper));
    assert_true(isnan(advanced(&m, 5.0, THROTTLE)));
    unmap(&m);
}

/* Of opposite ramps that are held together the first that is bound wins; rates are shares of the range. */
static void opposite_ramps_are_a_lever(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("KEY_I, command: boom, mode: ramp, value: 1, rate: 0.5")
                        B("KEY_K, command: boom, mode: ramp, value: -1, rate: 0.5"));
    key(&m, 0, KEY_K, 1);
    CHECK_NEAR(advanced(&m, 0.5, BOOM), -0.5, ROUNDING);
    key(&m, 0, KEY_I, 1);
    CHECK_NEAR(advanced(&m, 0.25, BOOM), -0.25, ROUNDING);
    key(&m, 0, KEY_I, 0);
    CHECK_NEAR(advanced(&m, 0.25, BOOM), -0.5, ROUNDING);
    key(&m, 0, KEY_K, 0);
    CHECK_SAME(advanced(&m, 5.0, BOOM), 0.0);
    unmap(&m);
}

/* The hand throttle is where the pedal comes back to. */
static void ramps_rest_where_creeps_have_put_them(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("KEY_W, command: throttle, mode: ramp, rate: 2")
                        B("KEY_T, command: throttle, mode: creep, rate: 0.4")
                            B("KEY_G, command: throttle, mode: creep, value: 0, rate: 0.4"));
    key(&m, 0, KEY_T, 1);
    CHECK_NEAR(advanced(&m, 0.5, THROTTLE), 0.2, ROUNDING);
    key(&m, 0, KEY_T, 0);
    assert_false(io_mapper_moving(m.mapper));
    key(&m, 0, KEY_W, 1);
    CHECK_SAME(advanced(&m, 1.0, THROTTLE), 1.0);
    key(&m, 0, KEY_T, 1); /* under the pedal */
    assert_true(isnan(advanced(&m, 0.5, THROTTLE)));
    key(&m, 0, KEY_T, 0);
    key(&m, 0, KEY_W, 0);
    CHECK_NEAR(advanced(&m, 1.0, THROTTLE), 0.4, ROUNDING);
    key(&m, 0, KEY_G, 1);
    CHECK_SAME(advanced(&m, 5.0, THROTTLE), 0.0);
    assert_false(io_mapper_moving(m.mapper));
    unmap(&m);
}

/* A pedal that moves takes the control from a ramp on its way back. */
/* Steps stay within the range, and are where ramps come back to. */
static void steps_stay(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: gear_up, mode: step, step: 1.5") B(
        "BTN_B, command: gear_up, mode: step, step: -1") B("BTN_X, command: gear_up, mode: ramp, rate: 100"));
    static const double expected[] = {1.5, 3.0, 4.0, 4.0};
    for (int i = 0; i < 4; i++) {
        press(&m, BTN_A, &down, &up, GEAR);
        CHECK_SAME(down, expected[i]);
        assert_true(isnan(up));
    }
    press(&m, BTN_B, &down, &up, GEAR);
    CHECK_SAME(down, 3.0);
    key(&m, 0, BTN_X, 1);
    collect(&m, io_mapper_advance(m.mapper, 1.0, ++m.time));
    CHECK_SAME(said(&m, GEAR), 4.0);
    key(&m, 0, BTN_X, 0);
    collect(&m, io_mapper_advance(m.mapper, 1.0, ++m.time));
    CHECK_SAME(said(&m, GEAR), 3.0);
    unmap(&m);
}

static void who_moves_last_has_it(void **state)
{
    (void)state;
    mapping m = map(AXES A("ABS_Z, command: throttle") "    buttons:\n" B(
        "KEY_W, command: throttle, mode: ramp, rate: 1"));
    key(&m, 0, KEY_W, 1);
    CHECK_SAME(advanced(&m, 1.0, THROTTLE), 1.0);
    key(&m, 0, KEY_W, 0);
    CHECK_NEAR(advanced(&m, 0.25, THROTTLE), 0.75, ROUNDING);
    axis(&m, 0, ABS_Z, 51);
    CHECK_NEAR(said(&m, THROTTLE), 0.2, ROUNDING);
    assert_false(io_mapper_moving(m.mapper));
    assert_true(isnan(advanced(&m, 1.0, THROTTLE)));
    unmap(&m);
}

/* ---- axes as buttons ---- */

static void a_hat_is_four_buttons(void **state)
{
    (void)state;
    mapping m = map(PAD "    buttons:\n      - {axis: ABS_HAT0Y, beyond: -0.5, command: boom, value: 1}\n"
                        "      - {axis: ABS_HAT0Y, beyond: 0.5, command: boom, value: -1}\n");
    axis(&m, 0, ABS_HAT0Y, -1);
    CHECK_SAME(said(&m, BOOM), 1.0);
    axis(&m, 0, ABS_HAT0Y, 1); /* from one side to the other at once */
    CHECK_SAME(said(&m, BOOM), -1.0);
    axis(&m, 0, ABS_HAT0Y, 0);
    CHECK_SAME(said(&m, BOOM), 0.0);
    unmap(&m);
}

static void noise_at_the_edge_presses_once(void **state)
{
    (void)state;
    mapping m = map(PAD "    buttons:\n      - {axis: ABS_RX, beyond: 0.5, command: gear_up}\n");
    for (int i = 0; i < 10; i++) axis(&m, 0, ABS_RX, 16384 + (i % 2 == 0 ? 100 : -100));
    assert_int_equal(moves(&m), 1);
    axis(&m, 0, ABS_RX, 14000); /* 0.43 */
    CHECK_SAME(said(&m, GEAR), 0.0);
    unmap(&m);
}

/* ---- modifiers ---- */

static void a_modifier_changes_what_a_button_does(void **state)
{
    (void)state;
    double down, up;
    mapping m = map(BUTTONS B("BTN_A, command: throttle") B("BTN_A, command: gear_up, with: BTN_TL"));
    press(&m, BTN_A, &down, &up, THROTTLE);
    CHECK_SAME(down, 1.0);
    key(&m, 0, BTN_TL, 1);
    press(&m, BTN_A, &down, &up, THROTTLE);
    assert_true(isnan(down));
    press(&m, BTN_A, &down, &up, GEAR);
    CHECK_SAME(down, 4.0);
    CHECK_SAME(up, 0.0);
    unmap(&m);
}

/* Held over a change it is let go, and the other meaning waits for a press of its own. */
static void a_held_button_is_let_go_with_its_modifier(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("BTN_A, command: throttle") B("BTN_A, command: gear_up, with: BTN_TL"));
    key(&m, 0, BTN_A, 1);
    CHECK_SAME(said(&m, THROTTLE), 1.0);
    key(&m, 0, BTN_TL, 1);
    io_move move;
    assert_true(next_move(&m, &move));
    assert_int_equal(move.control, THROTTLE);
    CHECK_SAME(move.value, 0.0);
    assert_false(next_move(&m, &move));
    key(&m, 0, BTN_A, 0);
    key(&m, 0, BTN_A, 1);
    CHECK_SAME(said(&m, GEAR), 4.0);
    key(&m, 0, BTN_TL, 0);
    CHECK_SAME(said(&m, GEAR), 0.0);
    key(&m, 0, BTN_A, 0);
    assert_int_equal(moves(&m), 0);
    unmap(&m);
}

/* The same command with another value continues: a held lever key with Shift pressed or released meanwhile.
 */
static void a_held_ramp_continues_with_its_modifier(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("BTN_A, command: boom, mode: ramp, rate: 2")
                        B("BTN_A, command: boom, with: BTN_TL, mode: ramp, rate: 2, value: 0.25"));
    key(&m, 0, BTN_A, 1);
    CHECK_SAME(advanced(&m, 1.0, BOOM), 1.0);
    key(&m, 0, BTN_TL, 1);
    CHECK_SAME(advanced(&m, 1.0, BOOM), 0.25);
    key(&m, 0, BTN_TL, 0);
    CHECK_SAME(advanced(&m, 1.0, BOOM), 1.0);
    key(&m, 0, BTN_TL, 1);
    key(&m, 0, BTN_A, 0); /* the release is not missed while the modifier is held */
    CHECK_SAME(advanced(&m, 1.0, BOOM), 0.0);
    unmap(&m);
}

/* No detour over rest. */
static void a_held_button_changes_its_value_with_its_modifier(void **state)
{
    (void)state;
    io_move move;
    mapping m = map(BUTTONS B("BTN_A, command: boom") B("BTN_A, command: boom, with: BTN_TL, value: 0.25"));
    key(&m, 0, BTN_A, 1);
    CHECK_SAME(said(&m, BOOM), 1.0);
    key(&m, 0, BTN_TL, 1);
    while (next_move(&m, &move)) CHECK_SAME(move.value, 0.25);
    key(&m, 0, BTN_A, 0);
    CHECK_SAME(said(&m, BOOM), 0.0);
    unmap(&m);
}

static void a_modifier_changes_what_an_axis_moves(void **state)
{
    (void)state;
    mapping m = map(AXES A("ABS_RX, command: boom, min: -100, max: 100")
                        A("ABS_RX, command: steering, with: BTN_TL, min: -100, max: 100"));
    axis(&m, 0, ABS_RX, 50);
    CHECK_SAME(said(&m, BOOM), 0.5);
    key(&m, 0, BTN_TL, 1); /* what no axis holds any more goes to rest; the other says its place */
    io_move move;
    double now[CONTROLS];
    for (int i = 0; i < CONTROLS; i++) now[i] = (double)NAN;
    while (next_move(&m, &move)) now[move.control] = move.value;
    CHECK_SAME(now[BOOM], 0.0);
    CHECK_SAME(now[STEERING], 0.5);
    axis(&m, 0, ABS_RX, -100);
    CHECK_SAME(said(&m, STEERING), -1.0);
    key(&m, 0, BTN_TL, 0);
    CHECK_SAME(said(&m, BOOM), -1.0);
    unmap(&m);
}

/* With the modifier held, axis and button keep what they do without it if `unless` leaves the other entry
 * out. */
static void an_ignored_entry_takes_no_input_away(void **state)
{
    (void)state;
    mapping m =
        map(AXES A("ABS_RX, command: boom, min: -100, max: 100")
                A("ABS_RX, command: steering, with: BTN_TL, unless: [boom]") "    buttons:\n" B(
                    "BTN_A, command: throttle") B("BTN_A, command: gear_up, with: BTN_TL, unless: [boom]"));
    key(&m, 0, BTN_TL, 1);
    axis(&m, 0, ABS_RX, 50);
    CHECK_SAME(said(&m, BOOM), 0.5);
    key(&m, 0, BTN_A, 1);
    CHECK_SAME(said(&m, THROTTLE), 1.0);
    unmap(&m);
}

/* Fine control with a button: no detour over rest. */
static void two_meanings_on_one_control_change_at_once(void **state)
{
    (void)state;
    io_move move;
    mapping m = map(AXES A("ABS_RX, command: boom, min: -100, max: 100, join: latest")
                        A("ABS_RX, command: boom, with: BTN_TL, min: -400, max: 400, join: latest"));
    axis(&m, 0, ABS_RX, 100);
    CHECK_SAME(said(&m, BOOM), 1.0);
    key(&m, 0, BTN_TL, 1);
    while (next_move(&m, &move)) CHECK_SAME(move.value, 0.25);
    axis(&m, 0, ABS_RX, 40);
    CHECK_SAME(said(&m, BOOM), 0.1);
    unmap(&m);
}

/* ---- taps, releases, repeats ---- */

static void a_tap_is_two_moves(void **state)
{
    (void)state;
    io_move move;
    mapping m = map(BUTTONS B("BTN_A, command: gear_up, value: 1"));
    for (int i = 0; i < 2; i++) {
        key(&m, 0, BTN_A, 1);
        key(&m, 0, BTN_A, 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_true(next_move(&m, &move));
        CHECK_SAME(move.value, i % 2 == 0 ? 1.0 : 0.0);
        assert_int_equal(move.time, i + 1);
    }
    assert_false(next_move(&m, &move));
    unmap(&m);
}

static void release_lets_all_go(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("KEY_A, command: throttle") B("KEY_B, command: boom, mode: ramp, rate: 10"));
    key(&m, 0, KEY_A, 1);
    key(&m, 0, KEY_B, 1);
    collect(&m, io_mapper_advance(m.mapper, 1.0, 5));
    moves(&m);
    collect(&m, io_mapper_release(m.mapper, 0, 7));
    CHECK_SAME(said(&m, THROTTLE), 0.0);
    CHECK_SAME(advanced(&m, 1.0, BOOM), 0.0);
    unmap(&m);
}

static void repeat_says_what_is_held(void **state)
{
    (void)state;
    mapping m = map(AXES A("ABS_RX, command: boom, min: -100, max: 100")
                        A("ABS_X, command: swing") "    buttons:\n" B("BTN_A, command: throttle")
                            B("BTN_B, command: gear_up, mode: switch, value: 3")
                                B("BTN_X, command: parking_brake, mode: toggle"));
    axis(&m, 0, ABS_RX, 50);
    key(&m, 0, BTN_A, 1);
    key(&m, 0, BTN_B, 1);
    key(&m, 0, BTN_X, 1);
    assert_int_equal(moves(&m), 4);
    collect(&m, io_mapper_repeat(m.mapper, 0, 99));
    io_move move;
    double now[CONTROLS];
    for (int i = 0; i < CONTROLS; i++) now[i] = (double)NAN;
    int count = 0;
    for (; next_move(&m, &move); count++) now[move.control] = move.value;
    assert_int_equal(count, 3); /* the swing has not moved; what a toggle did is not held */
    CHECK_SAME(now[BOOM], 0.5);
    CHECK_SAME(now[THROTTLE], 1.0);
    CHECK_SAME(now[GEAR], 3.0);
    key(&m, 0, BTN_X, 0);
    key(&m, 0, BTN_X, 1); /* the new session began with the brake on */
    CHECK_SAME(said(&m, PARK), 0.0);
    unmap(&m);
}

/* A session sets what a lost device held to safe values; the device comes back at rest. */
static void unplugged_and_plugged_again(void **state)
{
    (void)state;
    mapping m = map(BUTTONS B("BTN_A, command: parking_brake, mode: toggle") B("BTN_B, command: throttle"));
    key(&m, 0, BTN_A, 1);
    key(&m, 0, BTN_B, 1);
    CHECK_SAME(said(&m, PARK), 0.0);
    io_mapper_unplug(m.mapper, 0);
    key(&m, 0, BTN_B, 0);
    assert_int_equal(moves(&m), 0);
    io_mapper_plug(m.mapper, 0, &m.bindings->devices[0], test_ranges);
    key(&m, 0, BTN_A, 1); /* it is on: safe */
    CHECK_SAME(said(&m, PARK), 0.0);
    unmap(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hold_comes_back),
                                       cmocka_unit_test(a_key_that_repeats_itself_is_pressed_once),
                                       cmocka_unit_test(of_two_that_hold_the_other_stays),
                                       cmocka_unit_test(press_stays),
                                       cmocka_unit_test(toggle_by_turns),
                                       cmocka_unit_test(cycle_goes_round),
                                       cmocka_unit_test(cycle_goes_on_from_where_the_control_is),
                                       cmocka_unit_test(a_switch_says_where_it_stands),
                                       cmocka_unit_test(an_action_is_asked_for_once),
                                       cmocka_unit_test(a_ramp_goes_and_comes_back),
                                       cmocka_unit_test(opposite_ramps_are_a_lever),
                                       cmocka_unit_test(ramps_rest_where_creeps_have_put_them),
                                       cmocka_unit_test(steps_stay),
                                       cmocka_unit_test(who_moves_last_has_it),
                                       cmocka_unit_test(a_hat_is_four_buttons),
                                       cmocka_unit_test(noise_at_the_edge_presses_once),
                                       cmocka_unit_test(a_modifier_changes_what_a_button_does),
                                       cmocka_unit_test(a_held_button_is_let_go_with_its_modifier),
                                       cmocka_unit_test(a_held_ramp_continues_with_its_modifier),
                                       cmocka_unit_test(a_held_button_changes_its_value_with_its_modifier),
                                       cmocka_unit_test(a_modifier_changes_what_an_axis_moves),
                                       cmocka_unit_test(an_ignored_entry_takes_no_input_away),
                                       cmocka_unit_test(two_meanings_on_one_control_change_at_once),
                                       cmocka_unit_test(a_tap_is_two_moves),
                                       cmocka_unit_test(release_lets_all_go),
                                       cmocka_unit_test(repeat_says_what_is_held),
                                       cmocka_unit_test(unplugged_and_plugged_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
