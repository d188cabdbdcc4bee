/* What tasks instruct shows in signals, for as long as it was asked for, and is noted down. */
#include "cart.h"

#include "support/check.h"
#include "world/training.h"

#include <stdio.h>
#include <string.h>

#define SITE                                                                                                 \
    "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"

static void run(cart *c, int ticks)
{
    for (int i = 0; i < ticks; i++) assert_int_equal(world_machine_step(c->machine), HL_OK);
}

static int signal_of(cart *c, const char *name)
{
    return (int)cart_signal(c, name);
}

/* 1 is the first instruction of the file, and a message stands until its time is over or another comes. */
static void messages_stand_for_their_time(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: a, begin: [{message: go, seconds: 5 ms}], "
                        "when: [{signal: control.brake, above: 0.5}],\n"
                        "     do: [{message: stay, seconds: 0}]}\n"
                        "  - {name: b, when: [{signal: control.boom, above: 0.5}],\n"
                        "     do: [{message: short, seconds: 1 s}, {finish: well done}]}\n");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(signal_of(&c, "task.message"), 1);
        run(&c, 1);
    }
    assert_int_equal(signal_of(&c, "task.message"), 0);
    cart_set(&c, "brake", 1.0);
    run(&c, 2000);
    assert_int_equal(signal_of(&c, "task.message"), 2);
    assert_int_equal(signal_of(&c, "task.image"), 0);
    cart_set(&c, "boom", 1.0);
    run(&c, 2000); /* the last words stay */
    assert_int_equal(signal_of(&c, "task.message"), 4);
    assert_string_equal(world_exercise_reason(c.machine)->text, "well done");
    assert_int_equal(world_exercise_result(c.machine), WORLD_FINISHED);
    CHECK_NEAR(world_exercise_ended(c.machine), 2.006, 1e-9);
    cart_free(&c);
}

static void gauges_and_marks_are_shown_and_hidden(void **state)
{
    (void)state;
    cart c;
    cart_build(&c,
               SITE "regions: [{name: a bin, at: [5, 0, 0], size: [1, 1, 1]}]\n"
                    "tasks:\n"
                    "  - {name: a, when: [{signal: control.brake, above: 0.5}],\n"
                    "     do: [{gauge: load, shown: true}, {gauge: speed, shown: false}, {mark: a bin}]}\n"
                    "  - {name: b, when: [{signal: control.boom, above: 0.5}],\n"
                    "     do: [{gauge: load, shown: false}, {gauge: speed}, {mark: a bin, shown: false}]}\n");
    static const int at[3][3] = {{0, 1, 0}, {1, 0, 1}, {0, 1, 0}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(signal_of(&c, "gauge.load"), at[i][0]);
        assert_int_equal(signal_of(&c, "gauge.speed"), at[i][1]);
        assert_int_equal(signal_of(&c, "region.a_bin.marked"), at[i][2]);
        cart_set(&c, i == 0 ? "brake" : "boom", 1.0);
        run(&c, 1);
    }
    cart_free(&c);
}

static void sounds_are_counted(void **state)
{
    (void)state;
    static const char *const cues[] = {"cue.chime", "cue.tick", "cue.warning", "cue.success", "cue.failure"};
    static const int at_first[] = {2, 1, 1, 0, 0}, at_last[] = {2, 1, 1, 1, 2};
    cart c;
    cart_build(&c, SITE
               "tasks:\n"
               "  - {name: a, begin: [{sound: chime}, {sound: chime}, {sound: tick}, {sound: warning}],\n"
               "     when: [{signal: control.brake, above: 0.5}],\n"
               "     do: [{sound: success}, {sound: failure}, {fail: oh}]}\n");
    for (int i = 0; i < 5; i++) assert_int_equal(signal_of(&c, cues[i]), at_first[i]);
    cart_set(&c, "brake", 1.0);
    run(&c, 1);
    for (int i = 0; i < 5; i++) assert_int_equal(signal_of(&c, cues[i]), at_last[i]);
    assert_int_equal(world_exercise_result(c.machine), WORLD_FAILED);
    cart_free(&c);
}

static void check_note(const cart *c, int64_t index, int64_t tick, world_note_kind kind, int of)
{
    const world_note note = world_note_at(c->machine, index);
    assert_int_equal(note.tick, tick);
    assert_int_equal(note.kind, kind);
    assert_int_equal(note.of, of);
}

/* In the order in which it happened. */
static void everything_is_noted(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, SITE "tasks:\n"
                        "  - {name: a, begin: [{sound: tick}], when: [{signal: control.brake, above: 0.5}],\n"
                        "     do: [{score: 3, text: braked}]}\n"
                        "  - {name: b, within: 2 ms, when: [{signal: control.boom, above: 0.5}],\n"
                        "     late: [{score: -1, text: slow}, {fail: late}, {sound: tick}]}\n");
    run(&c, 1);
    cart_set(&c, "brake", 1.0);
    run(&c, 10);
    const struct {
        int64_t tick;
        world_note_kind kind;
        int of;
    } notes[] = {{0, WORLD_NOTE_TASK_BEGAN, 0},  {0, WORLD_NOTE_INSTRUCTION, 0}, {2, WORLD_NOTE_TASK_DONE, 0},
                 {2, WORLD_NOTE_INSTRUCTION, 1}, {2, WORLD_NOTE_TASK_BEGAN, 1},  {4, WORLD_NOTE_TASK_LATE, 1},
                 {4, WORLD_NOTE_INSTRUCTION, 2}, {4, WORLD_NOTE_INSTRUCTION, 3}};
    enum { NOTES = sizeof notes / sizeof *notes };
    assert_int_equal(world_note_count(c.machine), NOTES);
    for (int i = 0; i < NOTES; i++) check_note(&c, i, notes[i].tick, notes[i].kind, notes[i].of);
    cart_free(&c);
}

/* More notes than are kept: the last ones are there. */
static void the_last_notes_are_kept(void **state)
{
    (void)state;
    enum { STROKES = 200 };
    cart c;
    cart_build(&c, SITE "tasks:\n  - {name: a, repeat: 0, optional: true, after: [],\n"
                        "      when: [{signal: control.brake, above: 0.5}], do: [{sound: tick}]}\n"
                        "  - {name: end, when: [{signal: time, above: 9 s}]}\n");
    for (int i = 0; i < STROKES; i++) {
        cart_set(&c, "brake", 1.0);
        run(&c, 1);
        cart_set(&c, "brake", 0.0);
        run(&c, 1);
    }
    const int64_t count = world_note_count(c.machine);
    assert_int_equal(count, 2 + 2 * STROKES); /* two begin; done, tick: further turns begin silently */
    for (int64_t i = count - WORLD_NOTES_KEPT; i < count; i++) {
        static const world_note_kind kinds[] = {WORLD_NOTE_TASK_DONE, WORLD_NOTE_INSTRUCTION};
        check_note(&c, i, 1 + (i - 2) / 2 * 2, kinds[(i - 2) % 2], 0);
    }
    assert_int_equal(signal_of(&c, "cue.tick"), STROKES);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_stand_for_their_time),
        cmocka_unit_test(gauges_and_marks_are_shown_and_hidden),
        cmocka_unit_test(sounds_are_counted),
        cmocka_unit_test(everything_is_noted),
        cmocka_unit_test(the_last_notes_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
