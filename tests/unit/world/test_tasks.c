/* The series of tasks: order, conditions, holding, rates, lateness, repetition; as state. Levers that nobody
 * but the test moves are the signals: their values are known to the tick. */
#include "cart.h"

#include "support/check.h"
#include "training/training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SITE                                                                                                 \
    "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"

enum { WAITS, GOES_ON, DONE, LATE };

static const double TICK = 0.001; /* [s] the cart's step */

static void run(cart *c, int ticks)
{
    for (int i = 0; i < ticks; i++) assert_int_equal(world_machine_step(c->machine), HL_OK);
}

/* Move a lever, make a tick. */
static void tick_with(cart *c, const char *control, double value)
{
    cart_set(c, control, value);
    run(c, 1);
}

static int signal_of(cart *c, const char *name)
{
    return (int)cart_signal(c, name);
}

static int state_of(cart *c, const char *task)
{
    char name[64];
    snprintf(name, sizeof name, "task.%s.state", task);
    return signal_of(c, name);
}

static int count_of(cart *c, const char *task)
{
    char name[64];
    snprintf(name, sizeof name, "task.%s.count", task);
    return signal_of(c, name);
}

/* ---- order ---- */

static void tasks_follow_each_other(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: one, text: first, when: [{signal: control.brake, above: 0.5}]}\n"
                        "  - {name: two, text: second, when: [{signal: control.brake, below: 0.5}]}\n"
                        "  - {name: three, when: [{signal: control.boom, above: 0.5}]}\n");
    assert_int_equal(state_of(&c, "one"), GOES_ON); /* from the start on */
    assert_int_equal(state_of(&c, "two"), WAITS);
    assert_int_equal(signal_of(&c, "task.current"), 1);
    run(&c, 3);
    assert_int_equal(state_of(&c, "one"), GOES_ON);
    CHECK_NEAR(cart_signal(&c, "task.one.time"), 3 * TICK, 1e-12);
    tick_with(&c, "brake", 1.0);
    assert_int_equal(state_of(&c, "one"), DONE);
    assert_int_equal(state_of(&c, "two"), GOES_ON);
    assert_int_equal(signal_of(&c, "task.current"), 2);
    CHECK_NEAR(cart_signal(&c, "task.one.time"), 4 * TICK, 1e-12);
    CHECK_SAME(cart_signal(&c, "task.two.time"), 0.0);
    tick_with(&c, "brake", 0.0);
    assert_int_equal(state_of(&c, "two"), DONE);
    assert_int_equal(state_of(&c, "three"), GOES_ON);
    assert_int_equal(signal_of(&c, "task.current"), 0); /* it says nothing */
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    tick_with(&c, "boom", 1.0);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    assert_int_equal(signal_of(&c, "task.result"), 1);
    assert_int_equal(signal_of(&c, "cue.success"), 1);
    CHECK_NEAR(world_exercise_ended(c.machine), 6 * TICK, 1e-12);
    assert_null(world_exercise_reason(c.machine));
    assert_int_equal(world_exercise_late(c.machine), -1);
    cart_free(&c);
}

/* A task is tested from the tick after it has begun on, even if it holds at once. */
static void a_tick_is_one_step_of_the_series(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: one}\n  - {name: two}\n"
                        "  - {name: three, when: [{signal: time, above: 0}]}\n"
                        "  - {name: four, when: [{signal: time, above: 1 s}]}\n");
    for (int tick = 0; tick < 4; tick++) {
        static const int at[4][4] = {{GOES_ON, WAITS, WAITS, WAITS},
                                     {DONE, GOES_ON, WAITS, WAITS},
                                     {DONE, DONE, GOES_ON, WAITS},
                                     {DONE, DONE, DONE, GOES_ON}};
        assert_int_equal(state_of(&c, "one"), at[tick][0]);
        assert_int_equal(state_of(&c, "two"), at[tick][1]);
        assert_int_equal(state_of(&c, "three"), at[tick][2]);
        assert_int_equal(state_of(&c, "four"), at[tick][3]);
        run(&c, 1);
    }
    cart_free(&c);
}

#define LEVERS                                                                                               \
    "tasks:\n"                                                                                               \
    "  - {name: a, after: [], when: [{signal: control.brake, above: 0.5}]}\n"                                \
    "  - {name: b, after: [], when: [{signal: control.throttle, above: 0.5}]}\n"                             \
    "  - {name: all, after: [a, b], when: [{signal: control.boom, above: 0.5}]}\n"                           \
    "  - {name: one, after_any: [a, b], when: [{signal: control.boom, above: 0.5}]}\n"

static void tasks_go_on_side_by_side(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE LEVERS);
    assert_int_equal(state_of(&c, "a"), GOES_ON);
    assert_int_equal(state_of(&c, "b"), GOES_ON);
    tick_with(&c, "throttle", 1.0);
    assert_int_equal(state_of(&c, "b"), DONE);
    assert_int_equal(state_of(&c, "all"), WAITS);
    assert_int_equal(state_of(&c, "one"), GOES_ON);
    tick_with(&c, "boom", 1.0);
    assert_int_equal(state_of(&c, "one"), DONE);
    tick_with(&c, "brake", 1.0);
    assert_int_equal(state_of(&c, "all"), GOES_ON);
    run(&c, 1);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    cart_free(&c);
}

/* ---- conditions ---- */

/* What a single condition says of brake and boom. */
static void conditions_hold_as_written(void **state)
{
    (void)state;
    static const struct {
        const char *when;
        double brake, boom;
        bool holds;
    } rows[] = {
        {"{signal: control.brake, above: 0.4, below: 0.6}", 0.3, 0.0, false},
        {"{signal: control.brake, above: 0.4, below: 0.6}", 0.5, 0.0, true},
        {"{signal: control.brake, above: 0.4, below: 0.6}", 0.7, 0.0, false},
        {"{signal: control.brake, above: 0.5}", 0.5, 0.0, false},
        {"{signal: control.boom, below: 0}", 0.0, -0.1, true},
        {"{signal: control.brake, above: 0.5}, {signal: control.boom, above: 0.5}", 1.0, 0.0, false},
        {"{signal: control.brake, above: 0.5}, {signal: control.boom, above: 0.5}", 1.0, 1.0, true},
        {"{any: [{signal: control.brake, above: 0.5}, {signal: control.boom, above: 0.5}]}", 0.0, 0.0, false},
        {"{any: [{signal: control.brake, above: 0.5}, {signal: control.boom, above: 0.5}]}", 0.0, 1.0, true},
        {"{any: [{signal: control.brake, above: 0.5}, {signal: control.boom, above: 0.5}]}", 1.0, 0.0, true},
        {"{signal: control.brake, above: 0.2}, {any: [{signal: control.brake, above: 0.5}, {signal: "
         "control.boom, above: 0.5}]}",
         0.3, 0.0, false},
        {"{signal: control.brake, above: 0.2}, {any: [{signal: control.brake, above: 0.5}, {signal: "
         "control.boom, above: 0.5}]}",
         0.0, 1.0, false},
        {"{signal: control.brake, above: 0.2}, {any: [{signal: control.brake, above: 0.5}, {signal: "
         "control.boom, above: 0.5}]}",
         0.3, 1.0, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char site[600];
        snprintf(site, sizeof site, SITE "tasks:\n  - {name: a, when: [%s]}\n", rows[i].when);
        cart c;
        cart_build(&c, site);
        cart_set(&c, "brake", rows[i].brake);
        cart_set(&c, "boom", rows[i].boom);
        run(&c, 1);
        assert_int_equal(state_of(&c, "a"), rows[i].holds ? DONE : GOES_ON);
        cart_free(&c);
    }
}

/* Ten ticks without a break, and a break begins them anew. */
static void what_is_held_is_held_without_a_break(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5, hold: 10 ms}]}\n");
    tick_with(&c, "brake", 1.0);
    run(&c, 9);
    assert_int_equal(state_of(&c, "a"), GOES_ON);
    tick_with(&c, "brake", 0.0);
    tick_with(&c, "brake", 1.0);
    run(&c, 9);
    assert_int_equal(state_of(&c, "a"), GOES_ON);
    run(&c, 1);
    assert_int_equal(state_of(&c, "a"), DONE);
    cart_free(&c);
}

/* Each condition has its own time: one that has held for long enough waits for another. */
static void each_condition_is_held_for_itself(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5, hold: 10 ms},\n"
                        "      {signal: control.boom, above: 0.5, hold: 2 ms}]}\n");
    tick_with(&c, "brake", 1.0);
    run(&c, 20);
    tick_with(&c, "boom", 1.0);
    run(&c, 1);
    assert_int_equal(state_of(&c, "a"), GOES_ON);
    run(&c, 1);
    assert_int_equal(state_of(&c, "a"), DONE);
    cart_free(&c);
}

/* A lever that goes up by 0.01 a tick for 50 ticks and stands then: over the last 0.1 s, 100 ticks, its rate
 * grows to 5/s and stays there until the way's beginning is 100 ticks ago. Nothing is known of the first 0.1
 * s. */
static void rates_are_of_the_last_tenth_of_a_second(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: clock, after: [], when: [{rate_of: time, above: 0.999, below: 1.001}]}\n"
                        "  - {name: four, after: [], when: [{rate_of: control.brake, above: 3.95}]}\n"
                        "  - {name: six, after: [], when: [{rate_of: control.brake, above: 5.05}]}\n"
                        "  - {name: rest, after: [four], when: [{rate_of: control.brake, below: 0.05}]}\n");
    run(&c, 100);
    assert_int_equal(state_of(&c, "clock"), GOES_ON);
    run(&c, 1);
    assert_int_equal(state_of(&c, "clock"), DONE);
    run(&c, 9);
    for (int i = 1; i <= 50; i++) {
        tick_with(&c, "brake", 0.01 * i);
        assert_int_equal(state_of(&c, "four"), i < 40 ? GOES_ON : DONE);
    }
    /* `rest` has begun after the 40th: its own 100 ticks are full 101 ticks later, and the last change, of
     * the 50th, is within them until the 150th */
    run(&c, 99);
    assert_int_equal(state_of(&c, "rest"), GOES_ON);
    run(&c, 1);
    assert_int_equal(state_of(&c, "rest"), DONE);
    assert_int_equal(state_of(&c, "six"), GOES_ON);
    cart_free(&c);
}

/* A unit may be that of the signal per second, or that of the signal alone; no other. */
static void rates_have_the_unit_of_the_signal_per_second(void **state)
{
    (void)state;
    static const char *const good[] = {
        "chassis.x, above: -1 cm/s, below: 0.01 m/s", "chassis.x, above: -1 cm, below: 1 cm",
        "chassis.roll, above: -1 deg/s, below: 1 deg/s", "time, above: 99.9 %, below: 1.001"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char site[400];
        snprintf(site, sizeof site, SITE "tasks:\n  - {name: a, when: [{rate_of: %s}]}\n", good[i]);
        cart c;
        cart_build(&c, site);
        run(&c, 101);
        assert_int_equal(state_of(&c, "a"), DONE);
        cart_free(&c);
    }
}

/* ---- late ---- */

static void a_late_task_fails_the_exercise(void **state)
{
    (void)state;
    cart c;
    cart_build(&c,
               SITE "tasks:\n  - {name: a, within: 20 ms, when: [{signal: control.brake, above: 0.5}]}\n");
    run(&c, 19);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    run(&c, 1);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    assert_int_equal(world_exercise_late(c.machine), 0);
    assert_null(world_exercise_reason(c.machine));
    assert_int_equal(state_of(&c, "a"), LATE);
    assert_int_equal(signal_of(&c, "task.result"), -1);
    assert_int_equal(signal_of(&c, "cue.failure"), 1);
    CHECK_NEAR(cart_signal(&c, "task.a.time"), 0.02, 1e-12);
    cart_free(&c);
}

/* ---- practice ---- */

/* Neither lateness nor `fail` ends it, and there are no points. */
static void practice_has_no_end_and_no_score(void **state)
{
    (void)state;
    cart c;
    cart_build(
        &c,
        SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5}], do: [{score: 5, text: a}]}\n"
             "  - {name: b, within: 5 ms, when: [{signal: control.boom, above: 0.5}]}\n"
             "  - {name: watch, optional: true, after: [], when: [{signal: time, above: 2 ms}],\n"
             "     do: [{fail: too long}]}\n"
             "  - {name: c, after: a, when: [{signal: control.brake, below: 0.5}]}\n");
    assert_false(world_exercise_is_practised(c.machine));
    world_exercise_practise(c.machine);
    assert_true(world_exercise_is_practised(c.machine));
    run(&c, 4); /* the watch */
    assert_int_equal(signal_of(&c, "cue.failure"), 1);
    assert_true(signal_of(&c, "task.message") > 0);
    tick_with(&c, "brake", 1.0);
    assert_int_equal(state_of(&c, "a"), DONE);
    run(&c, 6); /* b is late */
    assert_int_equal(state_of(&c, "b"), LATE);
    assert_int_equal(signal_of(&c, "cue.failure"), 2);
    tick_with(&c, "brake", 0.0);
    assert_int_equal(state_of(&c, "c"), DONE);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    assert_int_equal(signal_of(&c, "task.result"), 0);
    CHECK_SAME(world_score_total(c.machine), 0.0);
    cart_free(&c);
}

/* It goes on after its last task; success is heard once, and a restored state practises too. */
static void practice_goes_on_after_the_last_task(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5}]}\n");
    world_exercise_practise(c.machine);
    void *start = malloc(world_state_size(c.machine));
    assert_non_null(start);
    world_state_save(c.machine, start);
    for (int i = 0; i < 2; i++) {
        tick_with(&c, "brake", 1.0);
        run(&c, 5);
        assert_int_equal(state_of(&c, "a"), DONE);
        assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
        assert_int_equal(signal_of(&c, "cue.success"), 1);
        world_state_restore(c.machine, start);
        assert_true(world_exercise_is_practised(c.machine));
    }
    free(start);
    cart_free(&c);
}

/* In the last tick it is done yet; and late instructions stand for failing. */
static void lateness_instructs(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE
               "tasks:\n  - {name: a, within: 5 ms, when: [{signal: control.brake, above: 0.5}],\n"
               "      late: [{score: -5, text: slow}, {next: b}]}\n"
               "  - {name: b, within: 5 ms, when: [{signal: control.brake, above: 0.5}], do: [{finish: x}],\n"
               "      late: [{fail: too late}, {score: -5, text: never}]}\n");
    run(&c, 5);
    assert_int_equal(state_of(&c, "a"), LATE);
    assert_int_equal(state_of(&c, "b"), GOES_ON);
    CHECK_SAME(cart_signal(&c, "score.extra"), -5.0);
    run(&c, 5);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    assert_string_equal(world_exercise_reason(c.machine)->text, "too late");
    assert_int_equal(world_exercise_late(c.machine), -1);
    CHECK_SAME(world_score_extra(c.machine), -5.0); /* nothing happens after the end */
    cart_free(&c);
    cart_build(&c, SITE "tasks:\n  - {name: a, within: 5 ms, when: [{signal: control.brake, above: 0.5}]}\n");
    run(&c, 4);
    tick_with(&c, "brake", 1.0);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    cart_free(&c);
}

/* Without an optional task the exercise finishes; so it does when one is late. */
static void a_late_optional_task_fails_nothing(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5}]}\n"
                        "  - {name: extra, after: [], optional: true, within: 5 ms,\n"
                        "      when: [{signal: control.brake, above: 0.6}]}\n");
    run(&c, 5);
    assert_int_equal(state_of(&c, "extra"), LATE);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    tick_with(&c, "brake", 1.0);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    cart_free(&c);
}

/* ---- again ---- */

/* What still holds does not count again. */
static void a_repeated_task_is_done_anew_each_time(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "counters: [{name: strokes, initial: 10}]\n"
                        "tasks:\n  - {name: a, repeat: 3, when: [{signal: control.brake, above: 0.5}],\n"
                        "      do: [{count: strokes, add: 2}]}\n");
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(state_of(&c, "a"), GOES_ON);
        tick_with(&c, "brake", 1.0);
        assert_int_equal(count_of(&c, "a"), i);
        CHECK_SAME(cart_signal(&c, "counter.strokes"), 10.0 + 2.0 * i);
        run(&c, 5);
        assert_int_equal(count_of(&c, "a"), i);
        tick_with(&c, "brake", 0.0);
    }
    assert_int_equal(state_of(&c, "a"), DONE);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    cart_free(&c);
}

/* Its time, and its time limit, are those of a turn. */
static void each_turn_has_its_own_time(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, repeat: 9, within: 10 ms,\n"
                        "      when: [{signal: control.brake, above: 0.5, hold: 3 ms}]}\n");
    run(&c, 5);
    tick_with(&c, "brake", 1.0);
    run(&c, 3);
    assert_int_equal(count_of(&c, "a"), 1);
    CHECK_SAME(cart_signal(&c, "task.a.time"), 0.0);
    run(&c, 9);
    CHECK_NEAR(cart_signal(&c, "task.a.time"), 0.009, 1e-12);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    run(&c, 1);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    cart_free(&c);
}

/* A watch repeats for ever and ends with the exercise. */
static void watches_end_with_the_exercise(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: watch, after: [], optional: true, repeat: 0,\n"
                        "     when: [{signal: control.brake, above: 0.5}], do: [{score: -1, text: braked}]}\n"
                        "  - {name: a, when: [{signal: control.boom, above: 0.5}]}\n");
    for (int i = 0; i < 4; i++) {
        tick_with(&c, "brake", 1.0);
        tick_with(&c, "brake", 0.0);
    }
    CHECK_SAME(cart_signal(&c, "score.extra"), -4.0);
    tick_with(&c, "boom", 1.0);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    tick_with(&c, "brake", 1.0);
    run(&c, 3);
    CHECK_SAME(cart_signal(&c, "score.extra"), -4.0);
    assert_int_equal(state_of(&c, "watch"), GOES_ON);
    cart_free(&c);
}

/* Two tasks that begin each other: a circle of work, done when a third says so. */
static void next_begins_anew(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: dig, when: [{signal: control.brake, above: 0.5}], do: [{next: dump}]}\n"
                        "  - {name: dump, when: [{signal: control.brake, below: 0.5}], do: [{next: dig}]}\n");
    for (int i = 1; i <= 3; i++) {
        tick_with(&c, "brake", 1.0);
        assert_int_equal(state_of(&c, "dump"), GOES_ON);
        tick_with(&c, "brake", 0.0);
        assert_int_equal(state_of(&c, "dig"), GOES_ON);
        assert_int_equal(count_of(&c, "dig"), i);
        assert_int_equal(count_of(&c, "dump"), i);
    }
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    cart_free(&c);
}

/* A task that goes on and is begun anew forgets what it has held; tasks that begin each other as they begin
 * take a tick for it. */
static void next_begins_what_goes_on(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE
               "tasks:\n"
               "  - {name: a, after: [], when: [{signal: control.brake, above: 0.5, hold: 10 ms}]}\n"
               "  - {name: reset, after: [], repeat: 0, optional: true,\n"
               "     when: [{signal: control.boom, above: 0.5}], do: [{next: a}]}\n"
               "  - {name: ping, after: [], optional: true, when: [{signal: control.boom, above: 2}],\n"
               "     begin: [{next: pong}]}\n"
               "  - {name: pong, after: [pong], optional: true, when: [{signal: control.boom, above: 2}],\n"
               "     begin: [{next: ping}]}\n");
    tick_with(&c, "brake", 1.0);
    run(&c, 8);
    tick_with(&c, "boom", 1.0);
    CHECK_SAME(cart_signal(&c, "task.a.time"), 0.0);
    run(&c, 10);
    assert_int_equal(state_of(&c, "a"), GOES_ON);
    run(&c, 1);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    cart_free(&c);
}

/* A rate is not forgotten from turn to turn: a lever that jumps twice within 0.1 s is seen both times. */
static void rates_go_on_when_a_task_repeats(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, repeat: 0, optional: true, after: [], "
                        "when: [{rate_of: control.brake, above: 0.5}]}\n"
                        "  - {name: b, when: [{signal: time, above: 9 s}]}\n");
    run(&c, 101);
    tick_with(&c, "brake", 0.1); /* 1/s over 0.1 s */
    assert_int_equal(count_of(&c, "a"), 1);
    tick_with(&c, "brake", 0.0);
    run(&c, 5);
    tick_with(&c, "brake", 0.1);
    assert_int_equal(count_of(&c, "a"), 2);
    cart_free(&c);
}

/* Begun anew by another, a task has all its turns before it. */
static void next_begins_all_turns_anew(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: a, text: one, repeat: 2, when: [{signal: control.brake, above: 0.5}]}\n"
                        "  - {name: b, text: two, after: [], when: [{signal: control.boom, above: 0.5}],\n"
                        "     do: [{next: a}]}\n");
    assert_int_equal(signal_of(&c, "task.current"), 2); /* of two that began at once the last */
    tick_with(&c, "brake", 1.0);
    tick_with(&c, "brake", 0.0);
    tick_with(&c, "boom", 1.0);
    assert_int_equal(count_of(&c, "a"), 1);
    tick_with(&c, "brake", 1.0);
    tick_with(&c, "brake", 0.0);
    assert_int_equal(state_of(&c, "a"), GOES_ON);
    tick_with(&c, "brake", 1.0);
    assert_int_equal(count_of(&c, "a"), 3);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    cart_free(&c);
}

/* ---- hits ---- */

/* A cart that rolls into a wall: the condition speaks of the wall alone, and of hits since the task began. */
static void hits_since_the_beginning_count(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "objects: [{name: post, at: [0, 9, 0], size: [0.2, 0.2, 1]},\n"
                        "          {name: wall, at: [4, 0, 0], size: [0.5, 4, 1]}]\n"
                        "tasks:\n"
                        "  - {name: post, after: [], when: [{hit: post}]}\n"
                        "  - {name: wall, after: [], when: [{hit: wall}]}\n"
                        "  - {name: again, after: [wall], when: [{hit: wall}]}\n");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 0.8);
    for (int i = 0; world_hit_count(c.machine) == 0; i++) {
        assert_true(i < 5000);
        assert_int_equal(state_of(&c, "wall"), GOES_ON);
        run(&c, 1);
    }
    assert_int_equal(state_of(&c, "wall"), DONE);
    run(&c, 100);
    assert_int_equal(state_of(&c, "again"), GOES_ON); /* one blow that goes on is no other */
    assert_int_equal(state_of(&c, "post"), GOES_ON);
    cart_free(&c);
}

/* ---- state ---- */

#define BUSY                                                                                                 \
    "regions: [{name: here, at: [0, 0, -1 m], size: [9 m, 9 m, 9 m]}]\n"                                     \
    "counters: [{name: n}]\n"                                                                                \
    "tasks:\n"                                                                                               \
    "  - {name: a, text: hold, when: [{signal: control.brake, above: 0.5, hold: 40 ms}, {inside: here}],\n"  \
    "     do: [{message: well, seconds: 10 ms}, {count: n}, {mark: here}, {sound: tick}]}\n"                 \
    "  - {name: b, text: ramp, when: [{rate_of: control.boom, above: 0.1}]}\n"                               \
    "  - {name: c, optional: true, after: [], repeat: 0, when: [{signal: control.boom, above: 0.5}],\n"      \
    "     do: [{score: 1, text: up}]}\n"                                                                     \
    "score:\n"                                                                                               \
    "  components: [{name: way, signal: controls.travel, best: 0, worst: 9, weight: 1},\n"                   \
    "               {name: brake, signal: control.brake, of: mean, best: 0, worst: 1, weight: 2}]\n"

/* Brake, then a restless boom, so that everything in BUSY has happened at the end. */
static void busy_tick(cart *c, int tick)
{
    cart_set(c, "brake", tick > 10 ? 1.0 : 0.0);
    cart_set(c, "boom", tick > 70 ? 0.5 + 0.01 * (tick % 30 - 10) : 0.0);
    run(c, 1);
}

enum { BUSY_TICKS = 220 };

static uint64_t finish_busy(cart *c, int from)
{
    for (int tick = from; tick <= BUSY_TICKS; tick++) busy_tick(c, tick);
    assert_int_equal(world_exercise_result(c->machine), WORLD_FINISHED);
    return world_state_hash(c->machine);
}

/* In the midst of a hold, of a rate, of a message. */
static void all_of_it_is_state(void **state)
{
    (void)state;
    static const int middles[] = {30, 55, 120, 200};
    for (size_t i = 0; i < sizeof middles / sizeof *middles; i++) {
        cart c;
        cart_build(&c, SITE BUSY);
        for (int tick = 1; tick <= middles[i]; tick++) busy_tick(&c, tick);
        const size_t size = world_state_size(c.machine);
        void *saved = malloc(size);
        assert_non_null(saved);
        world_state_save(c.machine, saved);
        assert_true(world_state_fits(c.machine, saved, size));
        const uint64_t hash = finish_busy(&c, middles[i] + 1);
        const int64_t notes = world_note_count(c.machine);
        const double score = cart_signal(&c, "score.total");
        world_state_restore(c.machine, saved);
        assert_true(finish_busy(&c, middles[i] + 1) == hash);
        assert_int_equal(world_note_count(c.machine), notes);
        CHECK_SAME(cart_signal(&c, "score.total"), score);
        free(saved);
        cart_free(&c);
    }
}

/* Whoever looks in between changes nothing. */
static void looking_changes_nothing(void **state)
{
    (void)state;
    cart watched, alone;
    cart_build(&watched, SITE BUSY);
    cart_build(&alone, SITE BUSY);
    assert_true(world_model_hash(watched.machine) == world_model_hash(alone.machine));
    for (int tick = 1; tick <= BUSY_TICKS; tick++) {
        busy_tick(&watched, tick);
        cart_signal(&watched, "time");
        if (tick % 3 == 0) cart_signal(&watched, "task.a.state");
        busy_tick(&alone, tick);
        assert_true(world_state_hash(watched.machine) == world_state_hash(alone.machine));
    }
    cart_free(&watched);
    cart_free(&alone);
}

/* What the engine has looked at is what signals show: the same as of a state just restored. */
static void signals_are_of_the_present_state(void **state)
{
    (void)state;
    double values[CART_SIGNALS], again[CART_SIGNALS];
    cart c;
    cart_build(&c, SITE BUSY);
    cart_set(&c, "boom", 1.0);
    run(&c, 50);
    void *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    world_machine_evaluate_signals(c.machine, values);
    run(&c, 1);
    world_state_restore(c.machine, saved);
    world_machine_evaluate_signals(c.machine, again);
    for (int i = 0; i < world_signal_count(c.machine); i++) {
        const char *name = world_signal_info(c.machine, i).name;
        if (strncmp(name, "solver.", 7) == 0) continue; /* of the last step, not of the state */
        if (values[i] != again[i]) fail_msg("%s: %.17g, %.17g", name, values[i], again[i]);
    }
    free(saved);
    cart_free(&c);
}

/* Where a block begins in a saved state [bytes]. */
static size_t place_of(const world_machine *machine, const char *name)
{
    const world_block *blocks;
    const int count = world_state_blocks(machine, &blocks);
    size_t at = 0;
    int b = 0;
    while (b < count && strcmp(blocks[b].name, name) != 0) at += blocks[b++].size;
    assert_true(b < count);
    return at;
}

/* A whole number of a block, out of its range. */
static void wrong_numbers_do_not_fit(void **state)
{
    (void)state;
    enum { RESULT, ENDED, REASON, TOO_LATE, MESSAGE, UNTIL, IMAGE, IMAGE_UNTIL, CUES };
    static const struct {
        const char *block;
        int word;
        int64_t value;
    } rows[] = {
        {"tick", 0, -1},
        {"tick", 0, INT64_MAX},
        {"exercise", RESULT, WORLD_PRACTICE + 1},
        {"exercise", RESULT, -1},
        {"exercise", ENDED, -1},
        {"exercise", REASON, 6},
        {"exercise", REASON, -2},
        {"exercise", TOO_LATE, 3},
        {"exercise", MESSAGE, 6},
        {"exercise", MESSAGE, INT64_MIN},
        {"exercise", UNTIL, -1},
        {"exercise", IMAGE, 6},
        {"exercise", IMAGE_UNTIL, INT64_MAX},
        {"exercise", CUES, INT64_MAX},
        {"exercise", CUES + AUTH_CUES - 1, -1},
        {"notes", 0, -1},
        {"notes", 0, INT64_MAX},
        {"notes", 2, 4},                   /* kind */
        {"notes", 2, INT64_C(3) << 32},    /* the third task, from 0, is not there */
        {"notes", 2, -(INT64_C(1) << 32)}, /* nor the one before the first */
        {"notes", 2, 3 + (INT64_C(6) << 32)},
        {"tasks", 0, 4},
        {"tasks", 0, -1},
        {"tasks", 1, -1},
        {"tasks", 2, INT64_MIN},
        {"tasks", 3, INT64_MAX},
        {"tasks", 4, -1},
        {"conditions", 0, -2},
        {"conditions", 0, INT64_MAX},
        {"conditions", 1, -1},
        {"score", 0, -1},
    };
    cart c;
    cart_build(&c, SITE BUSY);
    run(&c, 30);
    const size_t size = world_state_size(c.machine);
    unsigned char *saved = malloc(size);
    assert_non_null(saved);
    if (saved == NULL) return;
    world_state_save(c.machine, saved);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char *at = saved + place_of(c.machine, rows[i].block) + (size_t)rows[i].word * 8, kept[8];
        memcpy(kept, at, sizeof kept);
        memcpy(at, &rows[i].value, sizeof rows[i].value);
        if (world_state_fits(c.machine, saved, size)) fail_msg("row %zu fits", i);
        memcpy(at, kept, sizeof kept);
        assert_true(world_state_fits(c.machine, saved, size));
    }
    free(saved);
    cart_free(&c);
}

/* ---- building ---- */

static void complaints_have_places(void **state)
{
    (void)state;
    static const struct {
        const char *task, *complaint;
    } rows[] = {
        /* '@': the place of the complaint */
        {"when: [{signal: @control.brak, above: 1}]", "did you mean 'control.brake'"},
        {"when: [{signal: @control, above: 1}]", "did you mean 'control."}, /* the first word alone */
        {"when: [{signal: chassis.x, above: @1 kg}]", "give a value in m"},
        {"when: [{rate_of: @chassi.x, below: 1, above: 0}]", "did you mean 'chassis.x'"},
        {"when: [{rate_of: chassis.x, below: @1 m/s^2}]", "give a value in m"},
    };
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char site[400];
        const char *task = rows[i].task;
        const int before = (int)strcspn(task, "@");
        snprintf(site, sizeof site, SITE "tasks:\n  - {name: a, %.*s%s}\n", before, task, task + before + 1);
        cart c;
        assert_int_equal(cart_try(&c, machine, site), HL_BAD_INPUT);
        assert_int_equal(c.scenario_report.count, 1);
        assert_non_null(strstr(c.scenario_report.list[0].text, rows[i].complaint));
        assert_int_equal(c.scenario_report.list[0].place.line, 7);
        assert_int_equal(c.scenario_report.list[0].place.column, sizeof "  - {name: a, " + (size_t)before);
        cart_free(&c);
    }
}

/* A recording of other tasks is another model. */
static void fingerprints_tell_tasks_apart(void **state)
{
    (void)state;
    static const char *const sites[] = {
        SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5}]}\n",
        SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.6}]}\n",
        SITE "tasks:\n  - {name: a, when: [{signal: control.brake, below: 0.5}]}\n",
        SITE "tasks:\n  - {name: a, when: [{signal: control.boom, above: 0.5}]}\n",
        SITE "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5, hold: 1 s}]}\n",
        SITE "tasks:\n  - {name: a, when: [{rate_of: control.brake, above: 0.5}]}\n",
        SITE "tasks:\n  - {name: a, repeat: 2, when: [{signal: control.brake, above: 0.5}]}\n",
        SITE "tasks:\n  - {name: a, within: 1 s, when: [{signal: control.brake, above: 0.5}]}\n",
        SITE
        "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5}], do: [{score: 1, text: t}]}\n",
        SITE
        "tasks:\n  - {name: a, when: [{signal: control.brake, above: 0.5}], do: [{score: 2, text: t}]}\n",
    };
    enum { SITES = sizeof sites / sizeof *sites };
    uint64_t hashes[SITES];
    for (int i = 0; i < SITES; i++) {
        cart c;
        cart_build(&c, sites[i]);
        hashes[i] = world_model_hash(c.machine);
        cart_free(&c);
        for (int k = 0; k < i; k++) assert_true(hashes[i] != hashes[k]);
    }
}

static void without_tasks_there_is_nothing(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE);
    run(&c, 3);
    assert_int_equal(world_exercise_result(c.machine), WORLD_GOES_ON);
    CHECK_SAME(world_exercise_ended(c.machine), 0.0);
    assert_null(world_exercise_reason(c.machine));
    assert_int_equal(world_exercise_late(c.machine), -1);
    assert_int_equal(world_note_count(c.machine), 0);
    CHECK_SAME(world_score_total(c.machine), 0.0);
    assert_int_equal(world_signal_find(c.machine, "task.current"), -1);
    const world_block *blocks;
    const int count = world_state_blocks(c.machine, &blocks);
    for (int b = 0; b < count; b++) assert_string_not_equal(blocks[b].name, "exercise");
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_follow_each_other),
        cmocka_unit_test(a_tick_is_one_step_of_the_series),
        cmocka_unit_test(tasks_go_on_side_by_side),
        cmocka_unit_test(conditions_hold_as_written),
        cmocka_unit_test(what_is_held_is_held_without_a_break),
        cmocka_unit_test(each_condition_is_held_for_itself),
        cmocka_unit_test(rates_are_of_the_last_tenth_of_a_second),
        cmocka_unit_test(a_late_task_fails_the_exercise),
        cmocka_unit_test(lateness_instructs),
        cmocka_unit_test(practice_has_no_end_and_no_score),
        cmocka_unit_test(practice_goes_on_after_the_last_task),
        cmocka_unit_test(a_late_optional_task_fails_nothing),
        cmocka_unit_test(rates_have_the_unit_of_the_signal_per_second),
        cmocka_unit_test(a_repeated_task_is_done_anew_each_time),
        cmocka_unit_test(each_turn_has_its_own_time),
        cmocka_unit_test(watches_end_with_the_exercise),
        cmocka_unit_test(next_begins_anew),
        cmocka_unit_test(next_begins_what_goes_on),
        cmocka_unit_test(rates_go_on_when_a_task_repeats),
        cmocka_unit_test(next_begins_all_turns_anew),
        cmocka_unit_test(hits_since_the_beginning_count),
        cmocka_unit_test(all_of_it_is_state),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(signals_are_of_the_present_state),
        cmocka_unit_test(wrong_numbers_do_not_fit),
        cmocka_unit_test(complaints_have_places),
        cmocka_unit_test(fingerprints_tell_tasks_apart),
        cmocka_unit_test(without_tasks_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
