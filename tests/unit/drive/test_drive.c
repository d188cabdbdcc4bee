/* A drive from its beginning to its report: how it ends, what it writes, what a bad input does. */
#include "drive_rig.h"

#include "drv/drive.h"
#include "drv/results.h"
#include "rt/replay.h"
#include "world/training.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static rig r;

static double number(const cJSON *report, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(report, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static const char *text(const cJSON *report, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(report, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static void a_drive_ends_after_its_seconds(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 0.1;
    r.options.out = rig_path("seconds/deep");
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_int_equal(r.told, 1);
    assert_true(r.written);
    cJSON *report = rig_report(&r);
    CHECK_SAME(number(report, "ticks"), 100.0);
    CHECK_NEAR(number(report, "seconds"), 0.1, 1e-12);
    assert_string_equal(text(report, "result"), "finished");
    assert_string_equal(text(report, "speed"), "max");
    assert_null(text(report, "failure"));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(report, "exercise")));
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(report, "inputs")) == 2);
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(report, "peaks")) > 0);
    cJSON_Delete(report);
    char *file = rig_read("seconds/deep/report.json");
    assert_non_null(file);
    file[strlen(file) - 1] = '\0';
    assert_string_equal(file, r.report);
    free(file);
    assert_int_equal(access(rig_path("seconds/deep/telemetry.csv"), R_OK), 0);
    rig_free(&r);
}

static void its_recording_replays_to_the_hash_of_the_report(void **state)
{
    (void)state;
    rt_replay *replay;
    char why[RT_WHY_LENGTH], hash[20];
    rt_replay_result result = RT_REPLAY_OK;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 0.05;
    r.options.out = rig_path("recorded");
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_int_equal(rt_replay_open(rig_path("recorded/recording.hlr"), HEADLAND_VERSION, &replay, why),
                     HL_OK);
    while (result == RT_REPLAY_OK) result = rt_replay_step(replay);
    assert_int_equal(result, RT_REPLAY_END);
    (void)snprintf(hash, sizeof hash, "%016llx",
                   (unsigned long long)world_state_hash(rt_replay_machine(replay)));
    rt_replay_close(replay);
    cJSON *report = rig_report(&r);
    assert_string_equal(text(report, "state_hash"), hash);
    cJSON_Delete(report);
    rig_free(&r);
}

static void a_script_drives_and_ends_the_exercise(void **state)
{
    (void)state;
    rig_load(&r, rig_exercise_write());
    r.options.script = r.world.files.scenario->operator_script;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    cJSON *report = rig_report(&r);
    const cJSON *exercise = cJSON_GetObjectItem(report, "exercise"),
                *score = cJSON_GetObjectItem(report, "score");
    const cJSON *task = cJSON_GetArrayItem(cJSON_GetObjectItem(exercise, "tasks"), 0);
    assert_string_equal(text(exercise, "result"), "finished");
    assert_string_equal(text(exercise, "reason"), "all is done");
    assert_string_equal(text(task, "state"), "done");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(score, "passed")));
    CHECK_SAME(number(score, "extra"), 1.0);
    assert_true(number(report, "ticks") < 2000.0);
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(report, "events")) >= 3);
    cJSON_Delete(report);
    assert_non_null(strstr(rig_logged(), "points"));
    assert_string_equal(drv_exercise_result(&r.drive), "finished");
    rig_free(&r);
}

/* The expert's drive, which finishes the exercise, goes on to the end of the script; its recording replays,
 * and proves nothing. */
static void practice_goes_on_and_replays(void **state)
{
    (void)state;
    char why[RT_WHY_LENGTH], reason[TRAIN_WHY];
    rt_replay *replay;
    rt_replay_result result = RT_REPLAY_OK;
    hl_arena arena = {0};
    train_exercise exercise;
    train_outcome outcome;
    rig_load(&r, rig_exercise_write());
    r.options.script = r.world.files.scenario->operator_script;
    r.options.out = rig_path("practised");
    r.options.practice = true;
    assert_true(drv_world_practise(&r.world, &rig_log));
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_string_equal(drv_exercise_result(&r.drive), "goes on");
    cJSON *report = rig_report(&r);
    CHECK_SAME(number(report, "ticks"), 2000.0);
    CHECK_SAME(number(cJSON_GetObjectItem(report, "score"), "total"), 0.0);
    assert_int_equal(rt_replay_open(rig_path("practised/recording.hlr"), HEADLAND_VERSION, &replay, why),
                     HL_OK);
    while (result == RT_REPLAY_OK) result = rt_replay_step(replay);
    assert_int_equal(result, RT_REPLAY_END);
    assert_true(world_exercise_is_practised(rt_replay_machine(replay)));
    rt_replay_close(replay);
    assert_int_equal(
        drv_prove_recording(rig_path("practised/recording.hlr"), NULL, &arena, &exercise, &outcome, reason),
        TRAIN_REFUSED);
    hl_arena_free(&arena);
    cJSON_Delete(report);
    rig_free(&r);
}

static void only_exercises_are_practised(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    assert_false(drv_world_practise(&r.world, &rig_log));
    assert_non_null(strstr(rig_logged(), "--practice needs an exercise"));
    rig_free(&r);
}

static void without_an_end_nothing_is_driven(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    assert_int_equal(rig_prepare(&r), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "--seconds"));
    rig_free(&r);
}

static void a_script_that_cannot_be_read_is_refused(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.script = rig_path("nowhere.yaml");
    assert_int_equal(rig_prepare(&r), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "nowhere.yaml"));
    rig_log_clear();
    r.options.script =
        rig_write("bad.yaml", "headland: operator\nversion: 1\nname: s\nseconds: 1 s\nactions:\n"
                              "  - {control: throtle, to: 0.8}\n");
    assert_int_equal(rig_prepare(&r), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "bad.yaml:6:"));
    assert_non_null(strstr(rig_logged(), "throttle"));
    rig_free(&r);
}

static void a_request_stops_it(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.realtime = true;
    r.options.seconds = 60.0;
    r.stop_after = 1;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    cJSON *report = rig_report(&r);
    assert_string_equal(text(report, "result"), "stopped");
    assert_string_equal(text(report, "speed"), "realtime");
    assert_true(number(report, "ticks") < 60000.0);
    assert_non_null(cJSON_GetObjectItem(cJSON_GetObjectItem(report, "deadlines"), "explained"));
    cJSON_Delete(report);
    rig_free(&r);
}

static void a_drive_that_begins_anew_is_the_same_drive(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 0.05;
    r.options.out = rig_path("anew");
    assert_int_equal(rig_prepare(&r), DRV_DONE);
    r.drive.again = true;
    assert_int_equal(drv_drive_run(&r.drive), DRV_DONE);
    assert_int_equal(r.told, 2);
    assert_int_equal(r.drive.round.number, 2);
    char *first = rig_read("anew/report.json"), *second = rig_read("anew/attempt-2/report.json");
    assert_non_null(first);
    assert_non_null(second);
    cJSON *one = cJSON_Parse(first), *other = cJSON_Parse(second);
    assert_string_equal(text(one, "state_hash"), text(other, "state_hash"));
    cJSON_Delete(one);
    cJSON_Delete(other);
    free(first);
    free(second);
    rig_free(&r);
}

static void what_an_earlier_drive_left_is_removed(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 0.01;
    r.options.out = rig_path("anew");
    (void)rig_write("anew/black-box.hlr", "old");
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_int_not_equal(access(rig_path("anew/black-box.hlr"), F_OK), 0);
    assert_non_null(strstr(rig_logged(), "overwriting an earlier recording"));
    rig_free(&r);
}

static void a_folder_that_cannot_be_made_is_told(void **state)
{
    (void)state;
    (void)rig_write("file", "");
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 0.01;
    r.options.out = rig_path("file/deep");
    assert_int_equal(rig_drive(&r), DRV_ENVIRONMENT);
    assert_non_null(strstr(rig_logged(), "file"));
    assert_int_equal(r.told, 0);
    rig_free(&r);
}

static void the_command_line_decides_how_long_before_the_files(void **state)
{
    (void)state;
    const auth_scenario scenario = {.seconds = 20.0}, open = {.seconds = 0.0};
    CHECK_SAME(drv_seconds(&(drv_options){.seconds = 5.0}, &scenario, 7.0), 5.0);
    CHECK_SAME(drv_seconds(&(drv_options){.seconds = 0.0}, &scenario, 7.0), 20.0);
    CHECK_SAME(drv_seconds(&(drv_options){.seconds = 0.0}, &open, 7.0), 7.0);
    CHECK_SAME(drv_seconds(&(drv_options){.seconds = 0.0}, NULL, 0.0), 0.0);
}

static void the_last_wish_counts(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 1.0;
    assert_int_equal(rig_prepare(&r), DRV_DONE);
    drv_drive_again(&r.drive);
    assert_true(r.drive.again);
    drv_drive_load(&r.drive, "other.yaml");
    assert_false(r.drive.again);
    assert_string_equal(r.drive.load, "other.yaml");
    drv_drive_stop(&r.drive);
    assert_null(r.drive.load);
    drv_drive_pause(&r.drive, true);
    rig_free(&r);
}

static void sand_stands_in_the_ledger(void **state)
{
    (void)state;
    rig_load(&r, HEADLAND_ASSETS "/scenarios/sand-wall.yaml");
    r.options.seconds = 0.02;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    cJSON *report = rig_report(&r);
    const cJSON *ledger = cJSON_GetObjectItem(report, "mass_ledger");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(ledger, "closed")));
    assert_true(number(ledger, "initial_kg") > 0.0);
    cJSON_Delete(report);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_drive_ends_after_its_seconds),
                                       cmocka_unit_test(its_recording_replays_to_the_hash_of_the_report),
                                       cmocka_unit_test(a_script_drives_and_ends_the_exercise),
                                       cmocka_unit_test(practice_goes_on_and_replays),
                                       cmocka_unit_test(only_exercises_are_practised),
                                       cmocka_unit_test(without_an_end_nothing_is_driven),
                                       cmocka_unit_test(a_script_that_cannot_be_read_is_refused),
                                       cmocka_unit_test(a_request_stops_it),
                                       cmocka_unit_test(a_drive_that_begins_anew_is_the_same_drive),
                                       cmocka_unit_test(what_an_earlier_drive_left_is_removed),
                                       cmocka_unit_test(a_folder_that_cannot_be_made_is_told),
                                       cmocka_unit_test(the_command_line_decides_how_long_before_the_files),
                                       cmocka_unit_test(the_last_wish_counts),
                                       cmocka_unit_test(sand_stands_in_the_ledger)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
