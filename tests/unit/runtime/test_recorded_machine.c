/* A real machine, driven by random controls, recorded, computed again: bit for bit, from the start and from
 * saved states, by a world that is built anew from what stands in the recording. */
#define _POSIX_C_SOURCE 200809L
#include "support/check.h"

#include "rt/recording.h"
#include "rt/replay.h"
#include "rt/telemetry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TICKS = 4000 };
static const char version[] = "test";
static char folder[] = "/tmp/headland-test-XXXXXX";
static char recording[64];
static uint64_t hash_at_end;
static double travelled; /* [m] */

/* The cart sets off; every 100 ticks one of the controls that make it move jumps anywhere in its range. */
static void drive(world_machine *machine, int64_t tick, uint64_t *seed)
{
    static const char *const names[] = {"throttle", "brake", "parking_brake", "direction", "gear_up", "boom"};
    enum { NAMES = sizeof names / sizeof *names };
    if (tick == 1) {
        world_control_set(machine, world_control_find(machine, "parking_brake"), 0.0);
        world_control_set(machine, world_control_find(machine, "direction"), 1.0);
        world_control_set(machine, world_control_find(machine, "throttle"), 0.5);
    }
    if (tick % 100 != 0) return;
    const int chosen = (int)((check_random(seed) + 1.0) / 2.0 * NAMES) % NAMES;
    const int control = world_control_find(machine, names[chosen]);
    assert_true(control >= 0);
    const world_control info = world_control_info(machine, control);
    const double share = (check_random(seed) + 1.0) / 2.0;
    world_control_set(machine, control, info.low + share * (info.high - info.low));
}

static world_machine *build(rt_text *text, mb_step_options *options, hl_arena *arena)
{
    static hl_report report;
    char why[RT_WHY_LENGTH];
    auth_machine *author;
    world_machine *machine;
    assert_int_equal(rt_text_read(CART_FILE, arena, text, why), HL_OK);
    assert_int_equal(auth_machine_parse(text->text, text->length, CART_FILE, arena, &author, &report), HL_OK);
    *options = world_machine_options(author, NULL);
    assert_int_equal(world_machine_build(author, NULL, options, arena, &report, &report, &machine), HL_OK);
    return machine;
}

static double position(world_machine *machine)
{
    double values[256];
    assert_in_range(world_signal_count(machine), 1, 256);
    world_machine_evaluate_signals(machine, values);
    return values[world_signal_find(machine, "chassis.x")];
}

/* The drive that all tests look at. */
static int record(void **unused)
{
    (void)unused;
    if (!mkdtemp(folder)) return -1;
    snprintf(recording, sizeof recording, "%s/recording.hlr", folder);
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    rt_recorder_setup setup = {.path = recording, .version = version, .checkpoint_seconds = 0.5};
    world_machine *machine = build(&setup.machine_text, &setup.options, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    uint64_t seed = 1;
    const double start = position(machine);
    for (int64_t tick = 1; tick <= TICKS; tick++) {
        drive(machine, tick, &seed);
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    hash_at_end = world_state_hash(machine);
    travelled = position(machine) - start;
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

static void check_same(const rt_replay *replay, rt_replay_result result)
{
    const rt_difference d = rt_replay_difference(replay);
    if (result == RT_REPLAY_DIFFERS)
        fail_msg("tick %ld differs: %s, block %s and others, %d in all", (long)d.tick,
                 hl_status_text(d.status), d.block ? d.block : "-", d.blocks);
    assert_int_equal(result, RT_REPLAY_OK);
}

static void test_every_tick(void **unused)
{
    (void)unused;
    rt_replay *replay = open_replay();
    for (int tick = 1; tick <= TICKS; tick++) check_same(replay, rt_replay_step(replay));
    assert_int_equal(rt_replay_step(replay), RT_REPLAY_END);
    assert_true(world_state_hash(rt_replay_machine(replay)) == hash_at_end);
    assert_true(fabs(travelled) > 0.1); /* it was a drive */
    rt_replay_close(replay);
}

/* The world has gone elsewhere before it jumps to a saved state: nothing of that may be left in it. */
static void test_from_saved_states(void **unused)
{
    (void)unused;
    rt_replay *replay = open_replay();
    const int64_t from[] = {3999, 3000, 2500, 1234, 1, 2000};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        check_same(replay, rt_replay_seek(replay, from[i]));
        for (int64_t tick = from[i]; tick < TICKS && tick < from[i] + 700; tick++)
            check_same(replay, rt_replay_step(replay));
    }
    rt_replay_close(replay);
}

/* Looking at the signals changes nothing. */
static void test_signals_disturb_nothing(void **unused)
{
    (void)unused;
    rt_replay *replay = open_replay();
    world_machine *machine = rt_replay_machine(replay);
    double *values = calloc((size_t)world_signal_count(machine), sizeof *values);
    assert_non_null(values);
    for (int tick = 1; tick <= 1000; tick++) {
        world_machine_evaluate_signals(machine, values);
        check_same(replay, rt_replay_step(replay));
    }
    free(values);
    rt_replay_close(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_tick),
                                       cmocka_unit_test(test_from_saved_states),
                                       cmocka_unit_test(test_signals_disturb_nothing)};
    return cmocka_run_group_tests(tests, record, clean);
}
