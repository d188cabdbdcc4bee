/* Several axes on one control, patterns of levers, and storms of events. */
#include "hl/random.h"
#include "mapper_internal.h"
#include "mapping.h"

#include <math.h>
#include <string.h>

#define DEVICE(name) "  - name: " name "\n    match: {id: \"0001:0002\"}\n"
#define AXES         "    axes:\n"
#define A(rest)      "      - {axis: " rest "}\n"

/* ---- joining ---- */

static void the_largest_counts(void **state)
{
    (void)state;
    mapping m = map(DEVICE("pad") AXES A("ABS_RX, command: boom, min: -100, max: 100, join: largest")
                        A("ABS_RY, command: boom, min: -100, max: 100, join: largest"));
    axis(&m, 0, ABS_RX, 50);
    axis(&m, 0, ABS_RY, -75);
    CHECK_SAME(said(&m, BOOM), -0.75);
    axis(&m, 0, ABS_RX, 60); /* not the largest */
    assert_int_equal(moves(&m), 0);
    axis(&m, 0, ABS_RY, 0);
    CHECK_SAME(said(&m, BOOM), 0.6);
    unmap(&m);
}

static void the_latest_counts(void **state)
{
    (void)state;
    mapping m = map(DEVICE("pad") AXES A("ABS_RX, command: boom, min: -100, max: 100, join: latest")
                        A("ABS_RY, command: boom, min: -100, max: 100, dead_zone: 0.1, join: latest"));
    axis(&m, 0, ABS_RX, 50);
    axis(&m, 0, ABS_RY, 100);
    CHECK_SAME(said(&m, BOOM), 1.0);
    axis(&m, 0, ABS_RX, -25);
    CHECK_SAME(said(&m, BOOM), -0.25);
    axis(&m, 0, ABS_RY, 0);
    CHECK_SAME(said(&m, BOOM), 0.0);
    axis(&m, 0, ABS_RX, 30);
    axis(&m, 0, ABS_RY, 5); /* noise in its dead zone is no move */
    CHECK_SAME(said(&m, BOOM), 0.3);
    unmap(&m);
}

/* Two triggers steer. */
static void the_sum_is_limited(void **state)
{
    (void)state;
    mapping m = map(DEVICE("pad") AXES A("ABS_RX, command: boom, min: -100, max: 100, join: sum")
                        A("ABS_RY, command: boom, min: -100, max: 100, join: sum"));
    axis(&m, 0, ABS_RX, 50);
    axis(&m, 0, ABS_RY, -25);
    CHECK_SAME(said(&m, BOOM), 0.25);
    axis(&m, 0, ABS_RY, 75);
    CHECK_SAME(said(&m, BOOM), 1.0);
    unmap(&m);
}

/* Two devices, of which one goes: the other is alone then, and who holds the control is named. */
static void a_device_that_goes_counts_no_longer(void **state)
{
    (void)state;
    io_move move;
    mapping m = map(DEVICE("left") AXES A("ABS_RX, command: boom, min: -100, max: 100, join: largest")
                        DEVICE("right") AXES A("ABS_RX, command: boom, min: -100, max: 100, join: largest"));
    axis(&m, 0, ABS_RX, 80);
    axis(&m, 1, ABS_RX, 50);
    axis(&m, 0, ABS_RX, 20);
    while (next_move(&m, &move)) continue;
    CHECK_SAME(move.value, 0.5);
    assert_int_equal(move.slot, 1);
    axis(&m, 0, ABS_RX, 80);
    moves(&m);
    io_mapper_unplug(m.mapper, 0);
    assert_int_equal(moves(&m), 0);
    axis(&m, 1, ABS_RX, 40);
    CHECK_SAME(said(&m, BOOM), 0.4);
    unmap(&m);
}

/* ---- patterns ---- */

enum { ISO, SAE, NOWHERE };

#define LEVERS                                                                                               \
    DEVICE("levers")                                                                                         \
    AXES A("ABS_RX, command: left_lever.y, min: -100, max: 100")                                             \
        A("ABS_RY, command: right_lever.y, min: -100, max: 100")                                             \
            A("ABS_Z, command: right_pedal, min: 0, max: 100")                                               \
                A("ABS_RZ, command: right_lever.x, min: -100, max: 100")

static void all_said(mapping *m, double now[CONTROLS])
{
    io_move move;
    for (int i = 0; i < CONTROLS; i++) now[i] = (double)NAN;
    while (next_move(m, &move)) now[move.control] = move.value;
}

static void levers_move_what_the_pattern_says(void **state)
{
    (void)state;
    mapping m = map(LEVERS);
    axis(&m, 0, ABS_RX, 30); /* of no use in ISO here */
    assert_int_equal(moves(&m), 0);
    axis(&m, 0, ABS_RY, 40);
    CHECK_SAME(said(&m, BOOM), -0.4); /* inverted */
    axis(&m, 0, ABS_Z, 25);
    CHECK_SAME(said(&m, THROTTLE), 0.25);
    axis(&m, 0, ABS_RZ, -50);
    CHECK_SAME(said(&m, BUCKET), -0.25); /* half of -0.5 */
    unmap(&m);
}

static void a_pattern_changes_at_any_time(void **state)
{
    (void)state;
    double now[CONTROLS];
    mapping m = map(LEVERS);
    axis(&m, 0, ABS_RX, 30);
    axis(&m, 0, ABS_RY, 40);
    axis(&m, 0, ABS_Z, 25);
    axis(&m, 0, ABS_RZ, 50);
    moves(&m);
    collect(&m, io_mapper_pattern(m.mapper, SAE, 77));
    all_said(&m, now);
    CHECK_SAME(now[BOOM], 0.3);        /* of the left lever now */
    CHECK_SAME(now[THROTTLE], 0.5);    /* of the right lever, whose middle is its low */
    CHECK_SAME(now[BUCKET], -0.125);   /* of the pedal, inverted: the other side */
    assert_true(isnan(now[STEERING])); /* of no lever */
    axis(&m, 0, ABS_RY, -100);         /* of no use in SAE */
    assert_int_equal(moves(&m), 0);
    collect(&m, io_mapper_pattern(m.mapper, ISO, 78));
    all_said(&m, now);
    CHECK_SAME(now[BOOM], 1.0);
    unmap(&m);
}

static void what_a_lever_moved_before_goes_to_rest(void **state)
{
    (void)state;
    double now[CONTROLS];
    mapping m = map(LEVERS);
    axis(&m, 0, ABS_RY, 40);
    moves(&m);
    collect(&m, io_mapper_pattern(m.mapper, SAE, 77));
    all_said(&m, now);
    CHECK_SAME(now[BOOM], 0.0); /* the left lever has not moved yet */
    assert_true(isnan(now[BUCKET]));
    axis(&m, 0, ABS_RX, 10);
    CHECK_SAME(said(&m, BOOM), 0.1);
    collect(&m, io_mapper_pattern(m.mapper, NOWHERE, 78)); /* none of that number: levers move nothing */
    all_said(&m, now);
    CHECK_SAME(now[BOOM], 0.0);
    axis(&m, 0, ABS_RX, 20);
    assert_int_equal(moves(&m), 0);
    unmap(&m);
}

/* Keys ramp levers as they ramp controls. */
static void ramps_move_levers(void **state)
{
    (void)state;
    mapping m =
        map(DEVICE("keys") "    buttons:\n      - {button: KEY_I, command: right_lever.y, mode: ramp, "
                           "value: -1, rate: 0.5}\n");
    key(&m, 0, KEY_I, 1);
    collect(&m, io_mapper_advance(m.mapper, 0.5, 1));
    CHECK_SAME(said(&m, BOOM), 0.5);
    key(&m, 0, KEY_I, 0);
    collect(&m, io_mapper_advance(m.mapper, 5.0, 2));
    CHECK_SAME(said(&m, BOOM), 0.0);
    unmap(&m);
}

/* ---- storms ---- */

#define STORM                                                                                                \
    DEVICE("levers")                                                                                         \
    AXES A("ABS_X, command: steering, dead_zone: 0.05, curve: 0.4") A("ABS_Y, command: left_lever.y") A(     \
        "ABS_RX, command: right_lever.y, saturation: 0.9") A("ABS_Z, command: throttle, join: largest")      \
        A("ABS_RZ, command: throttle, join: largest") A(                                                     \
            "ABS_X, command: swing, with: BTN_TL") "    buttons:\n"                                          \
                                                   "      - {button: BTN_A, command: gear_up, mode: cycle, " \
                                                   "values: [0, 1, 2, 3, 4]}\n"                              \
                                                   "      - {button: BTN_B, command: parking_brake, mode: "  \
                                                   "toggle}\n"                                               \
                                                   "      - {button: BTN_X, command: bucket, mode: ramp, "   \
                                                   "value: -0.5}\n"                                          \
                                                   "      - {button: BTN_Y, command: bucket, mode: creep}\n" \
                                                   "      - {button: BTN_A, command: drive, with: BTN_TL}\n" \
                                                   "      - {axis: ABS_HAT0X, beyond: 0.5, command: "        \
                                                   "view.hud}\n"                                             \
                                                   "      - {axis: ABS_HAT0X, beyond: -0.5, command: boom, " \
                                                   "with: BTN_TL}\n"

enum { EVENTS = 100000 };

static const int codes[] = {ABS_X, ABS_Y, ABS_RX, ABS_Z, ABS_RZ, ABS_HAT0X, ABS_MISC, 9999, -1};
static const int buttons[] = {BTN_A, BTN_B, BTN_X, BTN_Y, BTN_TL, BTN_START, 9999, -1};

/* Any events, also such as no device may send. */
static void rage(mapping *m, hl_random *random)
{
    const uint64_t bits = hl_random_bits(random);
    const int pick = (int)(bits >> 8 & 0xff), value = (int)(int32_t)(bits >> 32);
    if (bits % 2 == 0)
        axis(m, 0, codes[pick % 9], bits % 8 == 0 ? value : value >> 15);
    else
        key(m, 0, buttons[pick % 8], value & 1);
    if (bits % 64 == 1) collect(m, io_mapper_advance(m->mapper, 0.01, m->time));
    if (bits % 1024 == 1) collect(m, io_mapper_pattern(m->mapper, pick % 3, m->time));
    if (bits % 4096 == 1) collect(m, io_mapper_repeat(m->mapper, 0, m->time));
}

static void settle(mapping *m)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) axis(m, 0, codes[i], 0);
    collect(m, io_mapper_release(m->mapper, 0, m->time));
    collect(m, io_mapper_pattern(m->mapper, ISO, m->time));
    collect(m, io_mapper_advance(m->mapper, 100.0, m->time));
}

static void take(mapping *m, double now[CONTROLS])
{
    io_move move;
    while (next_move(m, &move)) {
        assert_in_range(move.control + 1, 0, CONTROLS);
        assert_int_equal(move.slot, 0);
        if (move.control < 0) continue;
        const auth_control *c = &test_machine.controls[move.control];
        assert_true(move.value >= c->low && move.value <= c->high);
        now[move.control] = move.value;
    }
}

/* Applied one by one or all at the end, the moves lead to the same values, and no value leaves its range. All
 * controls are at rest then, except those that stay where they were put. */
static void a_storm_ends_as_it_should(void **state)
{
    (void)state;
    hl_random random = {1}, again = {1};
    double often[CONTROLS], late[CONTROLS];
    mapping a = map(STORM), b = map(STORM);
    const size_t memory = a.arena.total;
    for (int i = 0; i < CONTROLS; i++) often[i] = late[i] = test_machine.controls[i].initial;
    for (int i = 0; i < EVENTS; i++) {
        rage(&a, &random);
        take(&a, often);
        rage(&b, &again);
    }
    settle(&a);
    settle(&b);
    take(&a, often);
    take(&b, late);
    assert_int_equal(a.arena.total, memory); /* no memory is taken after io_mapper_new */
    for (int i = 0; i < CONTROLS; i++) CHECK_SAME(late[i], often[i]);
    CHECK_SAME(often[STEERING], -1.0); /* 0 of 0 to 65535 */
    CHECK_SAME(often[THROTTLE], 0.0);
    CHECK_NEAR(often[BOOM], 0.0, 2.0 / 65535.0); /* 0 of -32768 to 32767 is no exact middle */
    assert_false(io_mapper_moving(a.mapper));
    unmap(&a);
    unmap(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_largest_counts),
                                       cmocka_unit_test(the_latest_counts),
                                       cmocka_unit_test(the_sum_is_limited),
                                       cmocka_unit_test(a_device_that_goes_counts_no_longer),
                                       cmocka_unit_test(levers_move_what_the_pattern_says),
                                       cmocka_unit_test(a_pattern_changes_at_any_time),
                                       cmocka_unit_test(what_a_lever_moved_before_goes_to_rest),
                                       cmocka_unit_test(ramps_move_levers),
                                       cmocka_unit_test(a_storm_ends_as_it_should)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
