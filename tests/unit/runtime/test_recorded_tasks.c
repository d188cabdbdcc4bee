/* A drive with tasks, recorded and computed again: the same bits, the same notes, the same points, from the
 * start and from saved states. */
#define _POSIX_C_SOURCE 200809L
#include "support/check.h"

#include "rt/recording.h"
#include "rt/replay.h"
#include "world/training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char scenario[] =
    "headland: scenario\nversion: 1\nname: s\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"
    "regions:\n"
    "  - {name: gate, at: [1.5 m, 0, 0], size: [1, 4, 2]}\n"
    "tasks:\n"
    "  - {name: start, text: drive, when: [{signal: vehicle.speed, above: 0.5 m/s, hold: 0.3 s}],\n"
    "     do: [{message: well done, seconds: 0.5 s}, {sound: chime}]}\n"
    "  - {name: gate, text: through the gate, when: [{inside: gate}], do: [{mark: gate, shown: true}]}\n"
    "  - {name: brake, when: [{rate_of: vehicle.speed, below: -0.5}], do: [{score: 5, text: braked}]}\n"
    "  - {name: strokes, optional: true, after: [], repeat: 0, when: [{signal: control.boom, above: 0.5}],\n"
    "     do: [{score: -1, text: a stroke}]}\n"
    "score:\n"
    "  components:\n"
    "    - {name: calm, signal: controls.travel, best: 0, worst: 20, weight: 1}\n"
    "    - {name: fuel, signal: fuel.used, best: 0 l, worst: 0.01 l, weight: 2}\n"
    "    - {name: speed, signal: vehicle.speed, of: mean, during: gate, best: 2 m/s, worst: 0 m/s, weight: "
    "1}\n";

enum { TICKS = 5000, MOST_NOTES = WORLD_NOTES_KEPT };
static const char version[] = "test";
static char folder[] = "/tmp/headland-test-XXXXXX";
static char recording[64];

static struct {
    uint64_t hash;
    int64_t count;
    world_note notes[MOST_NOTES];
    double total, extra;
    world_result result;
} at_end;

/* The cart sets off and brakes in the end, the boom beats the time. */
static void drive(world_machine *machine, int64_t tick)
{
    static const struct {
        int64_t tick;
        const char *control;
        double value;
    } moves[] = {{1, "parking_brake", 0.0},
                 {1, "direction", 1.0},
                 {1, "throttle", 0.7},
                 {3500, "throttle", 0.0},
                 {3500, "brake", 1.0}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].tick == tick)
            world_control_set(machine, world_control_find(machine, moves[i].control), moves[i].value);
    world_control_set(machine, world_control_find(machine, "boom"),
                      tick % 400 < 100 ? 0.01 * (double)(tick % 100) : 0.0);
}

static void keep_end(world_machine *machine)
{
    at_end.hash = world_state_hash(machine);
    at_end.count = world_note_count(machine);
    assert_true(at_end.count < MOST_NOTES);
    for (int64_t i = 0; i < at_end.count; i++) at_end.notes[i] = world_note_at(machine, i);
    at_end.total = world_score_total(machine);
    at_end.extra = world_score_extra(machine);
    at_end.result = world_exercise_result(machine);
}

static world_machine *build(rt_text *text, mb_step_options *options, hl_arena *arena)
{
    static hl_report report;
    char why[RT_WHY_LENGTH];
    auth_machine *author;
    auth_scenario *site;
    world_machine *machine;
    assert_int_equal(rt_text_read(CART_FILE, arena, text, why), HL_OK);
    assert_int_equal(auth_machine_parse(text->text, text->length, CART_FILE, arena, &author, &report), HL_OK);
    assert_int_equal(auth_scenario_parse(scenario, strlen(scenario), "s.yaml", arena, &site, &report), HL_OK);
    *options = world_machine_options(author, site);
    assert_int_equal(world_machine_build(author, site, options, arena, &report, &report, &machine), HL_OK);
    return machine;
}

static int record(void **unused)
{
    (void)unused;
    if (!mkdtemp(folder)) return -1;
    snprintf(recording, sizeof recording, "%s/recording.hlr", folder);
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    rt_recorder_setup setup = {.path = recording, .version = version, .checkpoint_seconds = 0.1};
    setup.scenario_text = (rt_text){.path = "s.yaml", .text = scenario, .length = strlen(scenario)};
    world_machine *machine = build(&setup.machine_text, &setup.options, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    for (int64_t tick = 1; tick <= TICKS; tick++) {
        drive(machine, tick);
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    keep_end(machine);
    rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
    hl_arena_free(&arena);
    return outcome.recorded ? 0 : -1;
}

static int clean(void **unused)
{
    (void)unused;
    (void)unlink(recording);
    return rmdir(folder);
}

static rt_replay *open_replay(void)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH] = "";
    const hl_status status = rt_replay_open(recording, version, &replay, why);
    if (status != HL_OK) fail_msg("%s", why);
    return replay;
}

static void go_to_end(rt_replay *replay, int64_t from)
{
    for (int64_t tick = from; tick < TICKS; tick++) {
        const rt_replay_result result = rt_replay_step(replay);
        if (result != RT_REPLAY_OK) fail_msg("tick %ld", (long)rt_replay_difference(replay).tick);
    }
}

static void check_end(rt_replay *replay)
{
    const world_machine *machine = rt_replay_machine(replay);
    assert_true(world_state_hash(machine) == at_end.hash);
    assert_int_equal(world_note_count(machine), at_end.count);
    for (int64_t i = 0; i < at_end.count; i++) {
        const world_note note = world_note_at(machine, i);
        assert_memory_equal(&note, &at_end.notes[i], sizeof note);
    }
    CHECK_SAME(world_score_total(machine), at_end.total);
    CHECK_SAME(world_score_extra(machine), at_end.extra);
    assert_int_equal(world_exercise_result(machine), at_end.result);
}

/* It was an exercise, with all its tasks done and points from all its parts. */
static void the_drive_is_worth_replaying(void **unused)
{
    (void)unused;
    assert_int_equal(at_end.result, WORLD_FINISHED);
    assert_true(at_end.extra < 0.0 && at_end.count > 20);
    assert_true(at_end.total > 10.0 && at_end.total < 90.0);
}

static void a_replay_comes_to_the_same_score(void **unused)
{
    (void)unused;
    rt_replay *replay = open_replay();
    go_to_end(replay, 0);
    check_end(replay);
    rt_replay_close(replay);
}

static void a_replay_from_the_middle_too(void **unused)
{
    (void)unused;
    static const int64_t from[] = {4999, 3600, 2000, 700};
    rt_replay *replay = open_replay();
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        assert_int_equal(rt_replay_seek(replay, from[i]), RT_REPLAY_OK);
        go_to_end(replay, from[i]);
        check_end(replay);
    }
    rt_replay_close(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_drive_is_worth_replaying),
                                       cmocka_unit_test(a_replay_comes_to_the_same_score),
                                       cmocka_unit_test(a_replay_from_the_middle_too)};
    return cmocka_run_group_tests(tests, record, clean);
}
