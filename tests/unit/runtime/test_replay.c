/* Computing drives again: exact, or told where not; foreign programs and machines; seeking. */
#include "support/check.h"

#include "drive.h"
#include "rt/replay.h"

#include <string.h>

static rt_replay *open_replay(const char *path)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_replay_open(path, DRIVE_VERSION, &replay, why), HL_OK);
    return replay;
}

/* ---- refusals ---- */

static void check_refused(const char *path, const char *version, const char *reason)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_replay_open(path, version, &replay, why), HL_BAD_INPUT);
    assert_null(replay);
    if (!strstr(why, reason)) fail_msg("'%s' does not say '%s'", why, reason);
}

static void test_foreign_version(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 10, 0).recorded);
    check_refused(setup.path, "9.9", "recorded by headland 1.2.3; this is headland 9.9");
}

static void test_foreign_model(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 10, 0).recorded);
    fake_program = 1;
    check_refused(setup.path, DRIVE_VERSION, "machine 'digger' was model ");
    fake_program = 0;
}

/* The texts in the recording are not those that were driven. */
static void test_texts_of_another_machine(void **unused)
{
    (void)unused;
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    const char *const texts[] = {"loader 1.0", "digger 2.0", "nonsense", ""};
    const char *const reasons[] = {"of machine 'digger'; its own file builds 'loader'",
                                   "machine 'digger' was model ",
                                   "the recorded machine file is refused: digger.yaml:1:1: expected NAME",
                                   "the recorded machine file is refused: digger.yaml:1:1: expected NAME"};
    for (int i = 0; i < 4; i++) {
        rt_recorder *recorder;
        rt_recorder_outcome outcome;
        rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
        setup.machine_text.text = texts[i];
        setup.machine_text.length = strlen(texts[i]);
        world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
        assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
        rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
        check_refused(setup.path, DRIVE_VERSION, reasons[i]);
    }
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.scenario_text.text = "nowhere";
    setup.scenario_text.length = strlen("nowhere");
    assert_true(drive_record(&setup, 1, 0).recorded);
    check_refused(setup.path, DRIVE_VERSION,
                  "the recorded world is refused: pit.yaml:1:1: expected somewhere");
    setup.machine_text.path = NULL;
    assert_true(drive_record(&setup, 1, 0).recorded);
    check_refused(setup.path, DRIVE_VERSION, "no machine file");
    hl_arena_free(&arena);
}

/* The machine is built as it was chosen. The drives themselves are of one whose gain is 1. */
static void test_chosen_variants(void **unused)
{
    (void)unused;
    static const auth_choice halves[] = {{"gain", "0.5"}, {"gain", "2"}}, strange[] = {{"gian", "1"}};
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.choices = halves;
    setup.choice_count = 2;
    assert_true(drive_record(&setup, 50, 0).recorded);
    rt_replay *replay = open_replay(setup.path);
    const rt_recording_info *info = rt_recording_about(rt_replay_recording(replay));
    assert_int_equal(info->choice_count, 2);
    assert_string_equal(info->choices[0].variant, "gain");
    assert_string_equal(info->choices[1].choice, "2");
    assert_int_equal(rt_replay_seek(replay, 50), RT_REPLAY_OK);
    rt_replay_close(replay);

    setup.choice_count = 1;
    assert_true(drive_record(&setup, 1, 0).recorded);
    check_refused(setup.path, DRIVE_VERSION, "machine 'digger' was model ");
    setup.choices = strange;
    assert_true(drive_record(&setup, 1, 0).recorded);
    check_refused(setup.path, DRIVE_VERSION,
                  "the recorded machine file is refused: digger.yaml:1:1: no variant");
}

/* A drive in a scenario with two soils, whose texts are in the recording, or the first `texts` of them. */
static rt_recorder_setup record_with_soils(int texts, const char *first)
{
    static rt_text soils[2];
    soils[0] = (rt_text){.path = "soils/clay.yaml", .text = first, .length = strlen(first)};
    soils[1] = (rt_text){.path = "soils/silt.yaml", .text = "0.25", .length = 4};
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.scenario_text.text = "pit soils/silt.yaml soils/clay.yaml";
    setup.scenario_text.length = strlen(setup.scenario_text.text);
    setup.text_count = texts;
    setup.texts = soils;
    hl_arena arena = {0};
    hl_report report = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    auth_machine *author;
    auth_scenario *scenario;
    world_machine *machine;
    auth_soil clay = {.loose_density = 3.0}, silt = {.loose_density = 0.25};
    assert_int_equal(auth_machine_parse(DRIVE_MACHINE, strlen(DRIVE_MACHINE), "", &arena, &author, &report),
                     HL_OK);
    assert_int_equal(auth_scenario_parse(setup.scenario_text.text, setup.scenario_text.length, "", &arena,
                                         &scenario, &report),
                     HL_OK);
    scenario->sand.soils[0].soil = &silt;
    scenario->sand.soils[1].soil = &clay;
    assert_int_equal(
        world_machine_build(author, scenario, &setup.options, &arena, &report, &report, &machine), HL_OK);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    for (int tick = 1; tick <= 100; tick++) {
        drive_controls(machine, tick);
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
    assert_true(outcome.recorded);
    hl_arena_free(&arena);
    return setup;
}

/* The soils come from the recording, by the paths that the scenario gives them. */
static void test_soils_are_recorded(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = record_with_soils(2, "3.0");
    rt_replay *replay = open_replay(setup.path);
    const rt_recording_info *info = rt_recording_about(rt_replay_recording(replay));
    assert_int_equal(info->text_count, 2);
    assert_string_equal(info->texts[0].path, "soils/clay.yaml");
    assert_string_equal(info->texts[0].text, "3.0");
    assert_int_equal(info->texts[1].length, 4);
    CHECK_SAME(rt_replay_scenario(replay)->sand.soils[1].soil->loose_density, 3.0);
    for (int tick = 1; tick <= 100; tick++) assert_int_equal(rt_replay_step(replay), RT_REPLAY_OK);
    rt_replay_close(replay);
}

static void test_soils_that_do_not_fit(void **unused)
{
    (void)unused;
    check_refused(record_with_soils(1, "3.0").path, DRIVE_VERSION,
                  "the recording does not contain the soil file 'soils/silt.yaml'");
    check_refused(record_with_soils(2, "heavy").path, DRIVE_VERSION,
                  "the recorded soil file is refused: soils/clay.yaml:1:1: expected DENSITY");
    check_refused(record_with_soils(2, "4.0").path, DRIVE_VERSION, "machine 'digger' was model ");
}

/* The same machine whose state could become larger or smaller there. */
static void test_state_of_another_shape(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 10, 0).recorded);
    fake_growth = 1;
    check_refused(setup.path, DRIVE_VERSION, "the recorded state has 3 blocks of ");
    fake_growth = 0;
}

static void test_not_a_recording(void **unused)
{
    (void)unused;
    rt_replay *replay;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_replay_open(drive_path("missing.hlr"), DRIVE_VERSION, &replay, why), HL_IO_ERROR);
    assert_null(replay);
}

/* ---- differences ---- */

/* One bit in one cell at one tick: that tick and that block are named. */
static void test_difference_is_named(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 1000, 0).recorded);
    rt_replay *replay = open_replay(setup.path);
    fake_disturbed_tick = 777;
    int64_t ticks = 0;
    rt_replay_result result;
    while ((result = rt_replay_step(replay)) == RT_REPLAY_OK) ticks++;
    fake_disturbed_tick = -1;
    assert_int_equal(result, RT_REPLAY_DIFFERS);
    assert_int_equal(ticks, 776);
    const rt_difference difference = rt_replay_difference(replay);
    assert_int_equal(difference.tick, 777);
    assert_int_equal(difference.status, HL_OK);
    assert_string_equal(difference.block, "cells");
    assert_int_equal(difference.blocks, 1);
    rt_replay_close(replay);
}

/* A step that fails here and did not then. */
static void test_step_fails_here(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 10, 0).recorded);
    rt_replay *replay = open_replay(setup.path);
    fake_failing_tick = 6;
    for (int i = 0; i < 5; i++) assert_int_equal(rt_replay_step(replay), RT_REPLAY_OK);
    assert_int_equal(rt_replay_step(replay), RT_REPLAY_DIFFERS);
    fake_failing_tick = -1;
    const rt_difference difference = rt_replay_difference(replay);
    assert_int_equal(difference.tick, 6);
    assert_int_equal(difference.status, HL_SINGULAR);
    assert_null(difference.block);
    rt_replay_close(replay);
}

/* What failed then for a reason that was recorded fails again. */
static void test_failure_is_repeated(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    const rt_recorder_outcome outcome = drive_record(&setup, 1000, 500);
    assert_true(outcome.recorded);
    assert_int_equal(outcome.ticks, 499);
    rt_replay *replay = open_replay(setup.path);
    assert_int_equal(rt_recording_how_ended(rt_replay_recording(replay)).end, RT_END_FAILED);
    for (int i = 0; i < 499; i++) assert_int_equal(rt_replay_step(replay), RT_REPLAY_OK);
    assert_int_equal(rt_replay_step(replay), RT_REPLAY_END);
    assert_int_equal(world_machine_tick(rt_replay_machine(replay)), 499);
    rt_replay_close(replay);
}

/* The step went well but led to a signal that is no number: whoever drove took that for a failure. */
static void test_bad_signal_is_repeated(void **unused)
{
    (void)unused;
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    for (int tick = 1; tick <= 10; tick++) {
        drive_controls(machine, tick);
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    world_control_set(machine, 3, FAKE_NAN);
    rt_recorder_close(recorder, machine, RT_END_FAILED, HL_NOT_FINITE, &outcome);
    rt_replay *replay = open_replay(setup.path);
    for (int i = 0; i < 10; i++) assert_int_equal(rt_replay_step(replay), RT_REPLAY_OK);
    for (int i = 0; i < 2; i++) { /* as often as one likes */
        assert_int_equal(rt_replay_step(replay), RT_REPLAY_END);
        assert_int_equal(world_machine_tick(rt_replay_machine(replay)), 10);
    }
    rt_replay_close(replay);
    hl_arena_free(&arena);
}

/* What failed then for a reason that was not recorded is a difference, behind the last tick. */
static void test_failure_is_not_repeated(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    fake_failing_tick = 30;
    assert_int_equal(drive_record(&setup, 100, 0).ticks, 29);
    fake_failing_tick = -1;
    rt_replay *replay = open_replay(setup.path);
    for (int i = 0; i < 29; i++) assert_int_equal(rt_replay_step(replay), RT_REPLAY_OK);
    assert_int_equal(rt_replay_step(replay), RT_REPLAY_DIFFERS);
    assert_int_equal(rt_replay_difference(replay).tick, 30);
    assert_int_equal(rt_replay_difference(replay).status, HL_OK);
    rt_replay_close(replay);
}

/* ---- seeking ---- */

/* To any tick, forwards and backwards: the state is that of playing up to there. */
static void test_seek(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 1000, 0).recorded);
    const int64_t ticks[] = {0, 1000, 1, 99, 100, 101, 550, 549, 999, 0, 700, 701};
    rt_replay *sought = open_replay(setup.path);
    assert_true(rt_recording_states(rt_replay_recording(sought)) > 2);
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        assert_int_equal(rt_replay_seek(sought, ticks[i]), RT_REPLAY_OK);
        rt_replay *played = open_replay(setup.path);
        for (int64_t t = 0; t < ticks[i]; t++) assert_int_equal(rt_replay_step(played), RT_REPLAY_OK);
        assert_int_equal(world_machine_tick(rt_replay_machine(sought)), ticks[i]);
        assert_true(world_state_hash(rt_replay_machine(sought)) ==
                    world_state_hash(rt_replay_machine(played)));
        rt_replay_close(played);
    }
    assert_int_equal(rt_replay_seek(sought, -1), RT_REPLAY_END);
    assert_int_equal(rt_replay_seek(sought, 1001), RT_REPLAY_END);
    assert_int_equal(rt_replay_step(sought), RT_REPLAY_OK); /* from 701 on, as nothing has happened */
    assert_int_equal(world_machine_tick(rt_replay_machine(sought)), 702);
    rt_replay_close(sought);
}

/* What is drawn is the state of the present tick, and looking does not change it. */
static void test_look(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 100, 0).recorded);
    rt_replay *replay = open_replay(setup.path);
    const world_machine *machine = rt_replay_machine(replay);
    xch_snapshot snapshot = {.woke = 5};
    for (int64_t t = 0; t <= 100; t++) {
        rt_replay_publish(replay, &snapshot);
        assert_int_equal(snapshot.tick, t);
        CHECK_SAME(snapshot.time, world_machine_time(machine));
        assert_int_equal(snapshot.signal_count, world_signal_count(machine));
        assert_int_equal(snapshot.signals_left, 0);
        assert_int_equal(snapshot.body_count, 1);
        assert_true(snapshot.bodies[0].position[0] == (float)snapshot.signals[0]); /* as the fake has it */
        assert_int_equal(rt_replay_step(replay), t < 100 ? RT_REPLAY_OK : RT_REPLAY_END);
    }
    assert_int_equal(snapshot.woke, 5);
    assert_non_null(rt_replay_author(replay));
    rt_replay_close(replay);
}

/* From a saved state on, what lies before it is not computed again: a disturbance there is not met. */
static void test_seek_starts_from_a_saved_state(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 1000, 0).recorded);
    rt_replay *replay = open_replay(setup.path);
    const rt_recording *recording = rt_replay_recording(replay);
    const int64_t saved = rt_recording_state_tick(recording, rt_recording_states(recording) - 1);
    assert_in_range(saved, 101, 1000);
    fake_disturbed_tick = saved;
    assert_int_equal(rt_replay_seek(replay, 1000), RT_REPLAY_OK);
    assert_int_equal(rt_replay_seek(replay, saved - 1), RT_REPLAY_OK);
    assert_int_equal(rt_replay_step(replay), RT_REPLAY_DIFFERS);
    fake_disturbed_tick = -1;
    rt_replay_close(replay);
}

/* The same where states are of all sizes. */
static void test_seek_in_growing_states(void **unused)
{
    (void)unused;
    fake_growth = 50;
    test_seek(NULL);
    test_seek_starts_from_a_saved_state(NULL);
    fake_growth = 0;
}

static int clean(void **unused)
{
    (void)unused;
    drive_clean();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_foreign_version, clean),
        cmocka_unit_test_teardown(test_foreign_model, clean),
        cmocka_unit_test_teardown(test_texts_of_another_machine, clean),
        cmocka_unit_test_teardown(test_chosen_variants, clean),
        cmocka_unit_test_teardown(test_soils_are_recorded, clean),
        cmocka_unit_test_teardown(test_soils_that_do_not_fit, clean),
        cmocka_unit_test_teardown(test_state_of_another_shape, clean),
        cmocka_unit_test_teardown(test_not_a_recording, clean),
        cmocka_unit_test_teardown(test_difference_is_named, clean),
        cmocka_unit_test_teardown(test_step_fails_here, clean),
        cmocka_unit_test_teardown(test_failure_is_repeated, clean),
        cmocka_unit_test_teardown(test_bad_signal_is_repeated, clean),
        cmocka_unit_test_teardown(test_failure_is_not_repeated, clean),
        cmocka_unit_test_teardown(test_look, clean),
        cmocka_unit_test_teardown(test_seek, clean),
        cmocka_unit_test_teardown(test_seek_starts_from_a_saved_state, clean),
        cmocka_unit_test_teardown(test_seek_in_growing_states, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
