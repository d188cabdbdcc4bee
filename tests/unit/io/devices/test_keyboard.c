/* Keys become commands: pedals and levers move with time, buttons and switches at once. The list of keys is
 * made from the bindings. */
#include "io/devices.h"
#include "keyboard_codes.h"
#include "mapping.h"

#include <SDL2/SDL_scancode.h>
#include <string.h>

enum { SOURCE = 3 };

typedef struct desk {
    hl_arena arena;
    xch_ring *ring;
    io_keyboard *keyboard;
} desk;

#define HEAD      "  - name: keyboard\n    match: {keyboard: true}\n    buttons:\n"
#define KEY(rest) "      - {button: KEY_" rest "}\n"

static const char keys[] = HEAD KEY("W, command: throttle, mode: ramp, rate: 1.6, help: \"throttle, drive\"")
    KEY("UP, command: drive, mode: ramp, help: \"throttle, drive\"")
        KEY("A, command: steering, mode: ramp, rate: 0.35")
            KEY("D, command: steering, mode: ramp, value: -1, rate: 0.35")
                KEY("T, command: throttle, mode: creep, rate: 0.4, help: \"hand throttle\"")
                    KEY("E, command: gear_up, value: 1, help: \"gear\"")
                        KEY("E, command: gear_up, with: KEY_LEFTSHIFT, value: 4, help: \"gear\"")
                            KEY("P, command: parking_brake, mode: cycle, values: [0, 1]")
                                KEY("R, command: swing, mode: press")
                                    KEY("I, command: right_lever.y, mode: ramp, value: -1")
                                        KEY("F2, command: view.hud");

static desk sit_down(unsigned capacity)
{
    desk d = {.arena = {0}};
    d.ring = xch_ring_new(&d.arena, sizeof(xch_command), capacity);
    const io_bindings *bindings = bind(&test_machine, keys, &d.arena);
    d.keyboard = io_keyboard_new(&test_machine, &bindings->devices[0], SOURCE, &d.arena);
    assert_non_null(d.ring);
    assert_non_null(d.keyboard);
    return d;
}

/* The last value said of a control; `fallback` when nothing was. */
static double told(desk *d, int control, double fallback)
{
    xch_command command;
    double value = fallback;
    while (xch_ring_pop(d->ring, &command)) {
        assert_int_equal(command.kind, XCH_COMMAND_SET);
        assert_int_equal(command.source, SOURCE);
        if (command.control == control) value = command.value;
    }
    return value;
}

static void silent_while_nothing_moves(void **state)
{
    (void)state;
    desk d = sit_down(16);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.1, 1, d.ring), 0);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_F5, true); /* no such binding */
    io_keyboard_key(d.keyboard, 100000, true);          /* no such key */
    assert_int_equal(io_keyboard_update(d.keyboard, 0.1, 2, d.ring), 0);
    hl_arena_free(&d.arena);
}

static void a_pedal_goes_down_and_comes_back(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_W, true);
    io_keyboard_update(d.keyboard, 0.25, 1, d.ring);
    CHECK_NEAR(told(&d, THROTTLE, -1), 0.4, 1e-12); /* 1.6 a second */
    io_keyboard_update(d.keyboard, 5.0, 2, d.ring);
    CHECK_SAME(told(&d, THROTTLE, -1), 1.0);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_W, false);
    io_keyboard_update(d.keyboard, 5.0, 3, d.ring);
    CHECK_SAME(told(&d, THROTTLE, -1), 0.0);
    hl_arena_free(&d.arena);
}

/* The hand throttle is where the pedal comes back to. */
static void the_hand_throttle_stays(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_T, true);
    io_keyboard_update(d.keyboard, 1.0, 1, d.ring);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_T, false);
    io_keyboard_update(d.keyboard, 1.0, 2, d.ring);
    CHECK_NEAR(told(&d, THROTTLE, -1), 0.4, 1e-12);
    hl_arena_free(&d.arena);
}

static void two_keys_move_one_lever(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_A, true);
    io_keyboard_update(d.keyboard, 0.5, 1, d.ring);
    CHECK_NEAR(told(&d, STEERING, 0), 0.35, 1e-12);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_A, false);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_D, true);
    io_keyboard_update(d.keyboard, 5.0, 2, d.ring);
    CHECK_SAME(told(&d, STEERING, 0), -1.0);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_D, false);
    io_keyboard_update(d.keyboard, 5.0, 3, d.ring);
    CHECK_SAME(told(&d, STEERING, -1), 0.0);
    hl_arena_free(&d.arena);
}

static void buttons_and_switches(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_P, true);
    io_keyboard_update(d.keyboard, 0.01, 1, d.ring);
    xch_command first = {0}, second = {0};
    assert_true(xch_ring_pop(d.ring, &first) && xch_ring_pop(d.ring, &second));
    assert_int_equal(first.control, GEAR);
    CHECK_SAME(first.value, 1.0);
    assert_int_equal(second.control, PARK);
    CHECK_SAME(second.value, 0.0); /* it was on */
    assert_int_equal(second.time, 1);
    io_keyboard_release(d.keyboard);
    io_keyboard_update(d.keyboard, 0.01, 2, d.ring);
    CHECK_SAME(told(&d, GEAR, -1), 0.0);
    hl_arena_free(&d.arena);
}

/* Pressed and let go between two updates: the press is said all the same, and the release after it. */
static void a_tap_is_not_lost(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, false);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), 1);
    CHECK_SAME(told(&d, GEAR, -1), 1.0);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 2, d.ring), 1);
    CHECK_SAME(told(&d, GEAR, -1), 0.0);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 3, d.ring), 0);
    hl_arena_free(&d.arena);
}

/* Two presses in one frame are two presses, the second of which holds; what was pressed behind a tap keeps
 * its turn. */
static void a_press_after_a_tap_follows(void **state)
{
    (void)state;
    static const double expected[] = {1, 0, 1};
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, false);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_P, true);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), i < 2 ? 1 : 2);
        CHECK_SAME(told(&d, GEAR, -1), expected[i]);
    }
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 2, d.ring), 0);
    hl_arena_free(&d.arena);
}

/* A session that had lost the keyboard has moved its controls: what is pressed again is said again. */
static void a_press_is_said_where_it_stands_so(void **state)
{
    (void)state;
    desk d = sit_down(16);
    for (int i = 0; i < 2; i++) {
        io_keyboard_key(d.keyboard, SDL_SCANCODE_R, true);
        io_keyboard_key(d.keyboard, SDL_SCANCODE_R, false);
        assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), 1);
        CHECK_SAME(told(&d, SWING, 0), 1.0);
        assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 2, d.ring), 0);
    }
    hl_arena_free(&d.arena);
}

/* What a full ring refuses is said the next time. */
static void nothing_is_lost_in_a_full_ring(void **state)
{
    (void)state;
    desk d = sit_down(1);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_P, true);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), 1);
    CHECK_SAME(told(&d, GEAR, -1), 1.0);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 2, d.ring), 1);
    CHECK_SAME(told(&d, PARK, -1), 0.0);
    hl_arena_free(&d.arena);
}

/* If many taps wait for an update, those between are dropped, never the last move of a control. */
static void the_last_move_of_each_control_is_kept(void **state)
{
    (void)state;
    enum { TAPS = 5000, UPDATES = 2000 };
    desk d = sit_down(16);
    double gear = -1.0, swing = -1.0;
    xch_command command;
    io_keyboard_key(d.keyboard, SDL_SCANCODE_R, true);
    for (int i = 0; i < TAPS; i++) {
        io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
        io_keyboard_key(d.keyboard, SDL_SCANCODE_E, false);
    }
    for (int i = 0; i < UPDATES; i++) {
        io_keyboard_update(d.keyboard, 0.01, i, d.ring);
        for (; xch_ring_pop(d.ring, &command);) {
            if (command.control == GEAR) gear = command.value;
            if (command.control == SWING) swing = command.value;
        }
    }
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, UPDATES, d.ring), 0);
    CHECK_SAME(gear, 0.0);
    CHECK_SAME(swing, 1.0);
    hl_arena_free(&d.arena);
}

static void actions_are_no_commands(void **state)
{
    (void)state;
    io_action action;
    desk d = sit_down(16);
    assert_false(io_keyboard_action(d.keyboard, &action));
    io_keyboard_key(d.keyboard, SDL_SCANCODE_F2, true);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), 0);
    assert_true(io_keyboard_action(d.keyboard, &action));
    assert_int_equal(action, IO_ACTION_HUD);
    assert_false(io_keyboard_action(d.keyboard, &action));
    hl_arena_free(&d.arena);
}

static void a_new_session_hears_what_is_held(void **state)
{
    (void)state;
    xch_command command;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_update(d.keyboard, 0.01, 1, d.ring);
    CHECK_SAME(told(&d, GEAR, -1), 1.0);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_P, true); /* of the session before */
    io_keyboard_repeat(d.keyboard, SOURCE + 1);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), 1);
    assert_true(xch_ring_pop(d.ring, &command));
    assert_int_equal(command.source, SOURCE + 1);
    assert_int_equal(command.control, GEAR);
    CHECK_SAME(command.value, 1.0);
    hl_arena_free(&d.arena);
}

static void a_lever_follows_the_pattern(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_I, true);
    io_keyboard_update(d.keyboard, 5.0, 1, d.ring);
    CHECK_SAME(told(&d, BOOM, 0), 1.0);
    io_keyboard_pattern(d.keyboard, 1);
    io_keyboard_update(d.keyboard, 0.01, 2, d.ring);
    CHECK_SAME(told(&d, BOOM, -1), 0.0);
    hl_arena_free(&d.arena);
}

/* ---- the shipped keys ---- */

static int control_of(const auth_machine *tractor, const char *name)
{
    for (int i = 0; i < tractor->control_count; i++)
        if (strcmp(tractor->controls[i].name, name) == 0) return i;
    fail_msg("no control '%s'", name);
    return -1;
}

static void the_shipped_keys_drive_the_tractor(void **state)
{
    (void)state;
    static const struct {
        int key;
        const char *control;
        double value; /* after a second */
    } expected[] = {{SDL_SCANCODE_W, "throttle", 1.0},      {SDL_SCANCODE_S, "brake", 1.0},
                    {SDL_SCANCODE_A, "steering", 0.7},      {SDL_SCANCODE_D, "steering", -0.7},
                    {SDL_SCANCODE_I, "lift", 1.0},          {SDL_SCANCODE_K, "lift", -1.0},
                    {SDL_SCANCODE_E, "gear_up", 1.0},       {SDL_SCANCODE_X, "key", 2.0},
                    {SDL_SCANCODE_P, "parking_brake", 0.0}, {SDL_SCANCODE_B, "direction", -1.0}};
    static hl_report report;
    auth_machine *tractor;
    auth_bindings *author;
    io_bindings *bindings;
    desk d = {.arena = {0}};
    const char *path = HEADLAND_ASSETS "/devices/keyboard.yaml";
    assert_int_equal(auth_machine_read(HEADLAND_ASSETS "/machines/tractor.yaml", &d.arena, &tractor, &report),
                     HL_OK);
    assert_int_equal(auth_bindings_read(path, &d.arena, &author, &report), HL_OK);
    assert_int_equal(io_bindings_resolve(author, tractor, false, &d.arena, &bindings, &report), HL_OK);
    d.ring = xch_ring_new(&d.arena, sizeof(xch_command), 64);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        d.keyboard = io_keyboard_new(tractor, &bindings->devices[0], SOURCE, &d.arena);
        assert_non_null(d.keyboard);
        io_keyboard_key(d.keyboard, expected[i].key, true);
        io_keyboard_update(d.keyboard, 1.0, 1, d.ring);
        CHECK_NEAR(told(&d, control_of(tractor, expected[i].control), -9.0), expected[i].value, 1e-12);
    }
    int lines = 0;
    for (const char *const *line = io_keyboard_help(d.keyboard); *line; line++, lines++)
        assert_non_null(strstr(*line, "  "));
    assert_true(lines > 10);
    hl_arena_free(&d.arena);
}

/* ---- help ---- */

static void help_is_made_of_the_bindings(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "W Up  throttle, drive", "A D  steering", "T  hand throttle", "E Left shift+E  gear",
        "P  parking_brake",      "R  swing",      "I  boom",          "F2  head-up display on, off"};
    desk d = sit_down(1);
    const char *const *lines = io_keyboard_help(d.keyboard);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(lines[i], expected[i]);
    assert_null(lines[sizeof expected / sizeof *expected]);
    io_keyboard_pattern(d.keyboard, 1); /* its right lever moves nothing forwards and back */
    assert_string_equal(lines[6], "F2  head-up display on, off");
    assert_null(lines[7]);
    hl_arena_free(&d.arena);
}

static void what_no_input_reaches_is_the_last_line(void **state)
{
    (void)state;
    desk d = sit_down(1);
    const char *const *lines = io_keyboard_help(d.keyboard);
    io_keyboard_unreached(d.keyboard, "drive, blade");
    assert_string_equal(lines[8], "no input  drive, blade");
    assert_null(lines[9]);
    io_keyboard_pattern(d.keyboard, 1);
    assert_string_equal(lines[7], "no input  drive, blade");
    io_keyboard_unreached(d.keyboard, "");
    assert_null(lines[7]);
    hl_arena_free(&d.arena);
}

static void a_code_has_one_key_and_a_name(void **state)
{
    (void)state;
    int found = 0;
    bool seen[KEY_CNT] = {0};
    for (int scancode = 0; scancode < SDL_NUM_SCANCODES; scancode++) {
        const int code = keyboard_code(scancode);
        if (code < 0) continue;
        assert_in_range(code, 1, KEY_CNT - 1);
        assert_false(seen[code]);
        assert_string_not_equal(keyboard_name(code), "?");
        seen[code] = true;
        found++;
    }
    /* letters, digits, function keys, signs with enter, escape, backspace, tab and blank, modifiers, menu,
     * locks, print and pause, cursor, keypad */
    assert_int_equal(found, 26 + 10 + 24 + 17 + 8 + 1 + 3 + 2 + 10 + 18);
    assert_int_equal(keyboard_code(SDL_SCANCODE_KP_5), KEY_KP5);
    assert_int_equal(keyboard_code(SDL_SCANCODE_NONUSBACKSLASH), KEY_102ND);
    assert_string_equal(keyboard_name(KEY_RIGHTCTRL), "Right control");
    assert_string_equal(keyboard_name(BTN_A), "?");
}

static void a_key_is_found_for_what_it_brings(void **state)
{
    (void)state;
    desk d = sit_down(16);
    assert_string_equal(io_keyboard_key_for(d.keyboard, PARK, 0.0), "P");
    assert_string_equal(io_keyboard_key_for(d.keyboard, STEERING, -1.0), "D");
    assert_null(io_keyboard_key_for(d.keyboard, PARK, 0.5));
    assert_null(io_keyboard_key_for(d.keyboard, GEAR, 4.0)); /* with another key only */
    assert_null(io_keyboard_key_for(d.keyboard, -1, 0.0));
    hl_arena_free(&d.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(silent_while_nothing_moves),
                                       cmocka_unit_test(a_pedal_goes_down_and_comes_back),
                                       cmocka_unit_test(the_hand_throttle_stays),
                                       cmocka_unit_test(two_keys_move_one_lever),
                                       cmocka_unit_test(buttons_and_switches),
                                       cmocka_unit_test(a_tap_is_not_lost),
                                       cmocka_unit_test(a_press_after_a_tap_follows),
                                       cmocka_unit_test(a_press_is_said_where_it_stands_so),
                                       cmocka_unit_test(nothing_is_lost_in_a_full_ring),
                                       cmocka_unit_test(the_last_move_of_each_control_is_kept),
                                       cmocka_unit_test(actions_are_no_commands),
                                       cmocka_unit_test(a_new_session_hears_what_is_held),
                                       cmocka_unit_test(a_lever_follows_the_pattern),
                                       cmocka_unit_test(the_shipped_keys_drive_the_tractor),
                                       cmocka_unit_test(help_is_made_of_the_bindings),
                                       cmocka_unit_test(what_no_input_reaches_is_the_last_line),
                                       cmocka_unit_test(a_key_is_found_for_what_it_brings),
                                       cmocka_unit_test(a_code_has_one_key_and_a_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
