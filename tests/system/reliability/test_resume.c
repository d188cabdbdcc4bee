/* Digging, recorded with a saved state every half second. From each of them, the world having been elsewhere,
 * it goes on to the next one through the same bits: so the end is the same whatever saved state one begins
 * at. */
#define _POSIX_C_SOURCE 200809L
#include "support/check.h"

#include "drv/load.h"
#include "rt/recording.h"
#include "rt/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const char version[] = "test";
static char folder[] = "/tmp/headland-resume-XXXXXX", recording[64];

static void drive(world_machine *machine, world_operator *driver, rt_recorder *recorder, int64_t ticks)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    double *signals = calloc((size_t)world_signal_count(machine), sizeof *signals);
    assert_non_null(signals);
    for (int64_t tick = 0; tick < ticks; tick++) {
        world_machine_evaluate_signals(machine, signals);
        world_operator_act(driver, machine, signals);
        assert_int_equal(world_machine_step(machine), HL_OK);
        while (rt_recorder_free_places(recorder) == 0) nanosleep(&pause, NULL);
        rt_recorder_tick(recorder, machine);
    }
    free(signals);
}

/* By the scenario's own script. */
static void record(const char *scenario, double seconds)
{
    hl_arena arena = {0};
    drv_files files;
    const drv_log silent = {0};
    int status;
    char path[300], why[RT_WHY_LENGTH];
    const auth_operator *script;
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    (void)snprintf(path, sizeof path, "%s/scenarios/%s", HEADLAND_ASSETS, scenario);
    world_machine *machine = drv_load_and_build(&silent, path, NULL, &arena, &files, &status);
    assert_non_null(machine);
    const mb_step_options options = world_machine_options(files.machine, files.scenario);
    world_operator *driver =
        drv_load_script(&silent, files.scenario->operator_script, &files, machine, &arena, &script, &status);
    assert_non_null(driver);
    const rt_recorder_setup setup = {.path = recording,
                                     .version = version,
                                     .machine_text = files.machine_text,
                                     .scenario_text = files.scenario_text,
                                     .text_count = files.named_count,
                                     .texts = files.named_texts,
                                     .choice_count = files.choice_count,
                                     .choices = files.choices,
                                     .options = options,
                                     .checkpoint_seconds = 0.5};
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    drive(machine, driver, recorder, (int64_t)(seconds / options.step));
    rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
    assert_true(outcome.recorded);
    hl_arena_free(&arena);
}

static void resume(rt_replay *replay, int64_t from, int64_t until)
{
    assert_int_equal(rt_replay_seek(replay, from), RT_REPLAY_OK);
    for (int64_t tick = from; tick < until; tick++) {
        if (rt_replay_step(replay) == RT_REPLAY_OK) continue;
        const rt_difference d = rt_replay_difference(replay);
        fail_msg("from tick %ld: tick %ld differs: block %s", (long)from, (long)d.tick,
                 d.block ? d.block : "-");
    }
}

/* The last one first: each begins in a world that has gone elsewhere. */
static void resume_each(double seconds)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH] = "";
    if (rt_replay_open(recording, version, &replay, why) != HL_OK) fail_msg("%s", why);
    const rt_recording *of = rt_replay_recording(replay);
    const int states = rt_recording_states(of);
    assert_in_range(states, 1.9 * seconds, 2 * seconds + 1); /* one may have waited for the writing thread */
    assert_true(rt_recording_state_size(of, states - 1) >
                rt_recording_state_size(of, 0)); /* sand was moved */
    int64_t until = rt_recording_last(of);
    for (int i = states - 1; i >= 0; i--) {
        const int64_t from = rt_recording_state_tick(of, i);
        resume(replay, from, until);
        until = from;
    }
    rt_replay_close(replay);
}

static int begin(void **unused)
{
    (void)unused;
    if (!mkdtemp(folder)) return -1;
    return snprintf(recording, sizeof recording, "%s/recording.hlr", folder) > 0 ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    (void)unlink(recording);
    return rmdir(folder);
}

static void tractor_into_a_pile(void **unused)
{
    (void)unused;
    record("sand-transfer.yaml", TRACTOR_SECONDS);
    resume_each(TRACTOR_SECONDS);
}

static void excavator_at_its_hopper(void **unused)
{
    (void)unused;
    record("excavator-hopper.yaml", EXCAVATOR_SECONDS);
    resume_each(EXCAVATOR_SECONDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tractor_into_a_pile),
                                       cmocka_unit_test(excavator_at_its_hopper)};
    return cmocka_run_group_tests(tests, begin, end);
}
