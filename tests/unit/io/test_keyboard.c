/* Keys become commands: pedals and levers move with time, buttons and switches at once. */
#include "support/check.h"

#include "io/keyboard.h"

#include <SDL2/SDL_scancode.h>
#include <string.h>

enum { SOURCE = 3, THROTTLE = 0, STEERING, GEAR_UP, PARKING, DIRECTION, CONTROLS };

typedef struct desk {
    hl_arena arena;
    xch_ring *ring;
    io_keyboard *keyboard;
} desk;

static auth_control controls[CONTROLS] = {{.name = "throttle", .low = 0, .high = 1},
                                          {.name = "steering", .low = -1, .high = 1},
                                          {.name = "gear_up", .low = 0, .high = 1},
                                          {.name = "parking_brake", .low = 0, .high = 1, .initial = 1},
                                          {.name = "direction", .low = -1, .high = 1}};
static const auth_machine machine = {.control_count = CONTROLS, .controls = controls};

static desk sit_down(unsigned capacity)
{
    desk d = {.arena = {0}};
    d.ring = xch_ring_new(&d.arena, sizeof(xch_command), capacity);
    d.keyboard = io_keyboard_new(&machine, SOURCE, &d.arena);
    assert_non_null(d.ring);
    assert_non_null(d.keyboard);
    return d;
}

/* The last value said of a control; `fallback` when nothing was. */
static double said(desk *d, int control, double fallback)
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
    io_keyboard_key(d.keyboard, SDL_SCANCODE_I, true);  /* a lever that this machine lacks */
    assert_int_equal(io_keyboard_update(d.keyboard, 0.1, 2, d.ring), 0);
    hl_arena_free(&d.arena);
}

static void a_pedal_goes_down_and_comes_back(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_W, true);
    io_keyboard_update(d.keyboard, 0.25, 1, d.ring);
    CHECK_NEAR(said(&d, THROTTLE, -1), 0.4, 1e-12); /* 1.6 a second */
    io_keyboard_update(d.keyboard, 5.0, 2, d.ring);
    CHECK_SAME(said(&d, THROTTLE, -1), 1.0);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_W, false);
    io_keyboard_update(d.keyboard, 5.0, 3, d.ring);
    CHECK_SAME(said(&d, THROTTLE, -1), 0.0);
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
    CHECK_NEAR(said(&d, THROTTLE, -1), 0.4, 1e-12);
    hl_arena_free(&d.arena);
}

static void two_keys_move_one_lever(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_A, true);
    io_keyboard_update(d.keyboard, 0.5, 1, d.ring);
    CHECK_NEAR(said(&d, STEERING, 0), 0.35, 1e-12);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_A, false);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_D, true);
    io_keyboard_update(d.keyboard, 5.0, 2, d.ring);
    CHECK_SAME(said(&d, STEERING, 0), -1.0);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_D, false);
    io_keyboard_update(d.keyboard, 5.0, 3, d.ring);
    CHECK_SAME(said(&d, STEERING, -1), 0.0);
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
    assert_int_equal(first.control, GEAR_UP);
    CHECK_SAME(first.value, 1.0);
    assert_int_equal(second.control, PARKING);
    CHECK_SAME(second.value, 0.0); /* it was on */
    assert_int_equal(second.time, 1);
    io_keyboard_release(d.keyboard);
    io_keyboard_update(d.keyboard, 0.01, 2, d.ring);
    CHECK_SAME(said(&d, GEAR_UP, -1), 0.0);
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
    CHECK_SAME(said(&d, GEAR_UP, -1), 1.0);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 2, d.ring), 1);
    CHECK_SAME(said(&d, GEAR_UP, -1), 0.0);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 3, d.ring), 0);
    hl_arena_free(&d.arena);
}

/* The second press in one frame holds; without an update between them the two taps are one. */
static void a_press_after_a_tap_holds(void **state)
{
    (void)state;
    desk d = sit_down(16);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, false);
    io_keyboard_key(d.keyboard, SDL_SCANCODE_E, true);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 1, d.ring), 1);
    CHECK_SAME(said(&d, GEAR_UP, -1), 1.0);
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
        CHECK_SAME(said(&d, DIRECTION, 0), 1.0);
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
    CHECK_SAME(said(&d, GEAR_UP, -1), 1.0);
    assert_int_equal(io_keyboard_update(d.keyboard, 0.01, 2, d.ring), 1);
    CHECK_SAME(said(&d, PARKING, -1), 0.0);
    hl_arena_free(&d.arena);
}

static void help_names_every_key_once(void **state)
{
    (void)state;
    int lines = 0;
    for (const char *const *line = io_keyboard_help(); *line; line++, lines++) assert_true(strlen(*line) > 8);
    assert_int_equal(lines, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(silent_while_nothing_moves),
                                       cmocka_unit_test(a_pedal_goes_down_and_comes_back),
                                       cmocka_unit_test(the_hand_throttle_stays),
                                       cmocka_unit_test(two_keys_move_one_lever),
                                       cmocka_unit_test(buttons_and_switches),
                                       cmocka_unit_test(a_tap_is_not_lost),
                                       cmocka_unit_test(a_press_after_a_tap_holds),
                                       cmocka_unit_test(a_press_is_said_where_it_stands_so),
                                       cmocka_unit_test(nothing_is_lost_in_a_full_ring),
                                       cmocka_unit_test(help_names_every_key_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
