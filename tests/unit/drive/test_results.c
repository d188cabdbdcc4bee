/* What is done with drives that are stored: imported, verified, debriefed, played. */
#include "drive_rig.h"

#include "drv/playback.h"
#include "drv/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static rig r;
static hl_arena arena;
static char why[TRAIN_WHY], trouble[TRAIN_WHY], store_path[TRAIN_PATH];
static drv_results results;
static bool can_plot;

/* A picture in place of gnuplot's. */
static bool plot(const char *folder, const char *script, char *reason, size_t size)
{
    char path[TRAIN_PATH];
    const char *name = strrchr(script, '/') + 1;
    (void)snprintf(path, sizeof path, "%s/%.*s.svg", folder, (int)strcspn(name, "."), name);
    (void)snprintf(reason, size, "no gnuplot");
    FILE *file = can_plot ? fopen(path, "w") : NULL;
    if (!file) return false;
    (void)fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>", file);
    return fclose(file) == 0;
}

static int begin(void **state)
{
    (void)state;
    int status;
    can_plot = true;
    results = (drv_results){
        .log = &rig_log, .path = store_path, .plot = plot, .templates = HEADLAND_ASSETS "/results"};
    assert_true(drv_store_open(&rig_log, rig_path("all.db"), store_path, &results.store, &status));
    rig_load(&r, rig_exercise_write());
    r.options.script = r.world.files.scenario->operator_script;
    r.options.out = rig_path("drive");
    assert_int_equal(rig_drive(&r), DRV_DONE);
    rig_log_clear();
    return 0;
}

static int end(void **state)
{
    (void)state;
    train_store_close(results.store);
    rig_free(&r);
    hl_arena_free(&arena);
    return 0;
}

/* @return drv_status */
static int import(const char *folder, const char *trainee, bool reference, int64_t *id)
{
    train_outcome outcome;
    const drv_import_request request = {folder, trainee, reference};
    return drv_import(&results, &request, NULL, &arena, id, &outcome);
}

static train_attempt *stored(int64_t id)
{
    train_attempt *attempt;
    assert_int_equal(train_attempt_read(results.store, id, &arena, &attempt), HL_OK);
    return attempt;
}

static void a_drive_from_elsewhere_is_imported_once(void **state)
{
    (void)state;
    char path[TRAIN_PATH];
    int64_t id;
    assert_int_equal(import(rig_path("drive"), "Anna", false, &id), DRV_DONE);
    const train_attempt *a = stored(id);
    assert_int_equal(a->proof, TRAIN_ACCEPTED);
    assert_int_equal(a->outcome.result, TRAIN_FINISHED);
    train_attempt_file(store_path, id, "telemetry.csv", path);
    assert_int_equal(access(path, R_OK), 0);
    assert_int_equal(import(rig_path("drive"), "Berta", false, &id), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "already has this recording"));
}

static void what_is_no_drive_of_an_exercise_is_not_imported(void **state)
{
    (void)state;
    int64_t id;
    assert_int_equal(import(rig_path("drive/report.json"), "Anna", false, &id), DRV_USAGE);
    assert_int_equal(import(rig_path("nowhere"), "Anna", false, &id), DRV_USAGE);
    rig plain;
    rig_load(&plain, rig_scenario("flat.yaml", ""));
    plain.options.seconds = 0.01;
    plain.options.out = rig_path("plain");
    assert_int_equal(rig_drive(&plain), DRV_DONE);
    rig_free(&plain);
    assert_int_equal(import(rig_path("plain"), "Anna", false, &id), DRV_FAILED);
    rig_load(&plain, rig_exercise_write());
    plain.options.seconds = 0.01;
    plain.options.out = rig_path("short");
    assert_int_equal(rig_drive(&plain), DRV_DONE);
    rig_free(&plain);
    assert_int_equal(import(rig_path("short"), TRAIN_REFERENCE, true, &id), DRV_FAILED);
    assert_non_null(strstr(rig_logged(), "cannot be a reference"));
}

static bool end_at_once(void *context, int64_t done, int64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return false;
}

static void a_verdict_is_kept_and_an_interruption_takes_none_back(void **state)
{
    (void)state;
    const drv_progress interrupted = {end_at_once, NULL};
    int64_t *ids;
    int count;
    train_proof proof;
    train_attempt *list;
    assert_int_equal(train_attempts(results.store, &(train_filter){0}, &arena, &list, &count), HL_OK);
    assert_true(count > 0);
    const int64_t id = list[0].id;
    assert_int_equal(train_attempt_prove(results.store, id, TRAIN_PENDING, ""), HL_OK);
    assert_int_equal(drv_attempts_to_verify(&results, false, &arena, &ids, &count), HL_OK);
    assert_int_equal(count, 1);
    assert_int_equal(drv_verify(&results, stored(id), NULL, &arena, &proof, why, trouble), HL_OK);
    assert_int_equal(proof, TRAIN_ACCEPTED);
    assert_int_equal(stored(id)->proof, TRAIN_ACCEPTED);
    assert_int_equal(drv_attempts_to_verify(&results, false, &arena, &ids, &count), HL_OK);
    assert_int_equal(count, 0);
    assert_int_equal(drv_attempts_to_verify(&results, true, &arena, &ids, &count), HL_OK);
    assert_int_equal(count, 1);
    assert_int_equal(drv_verify(&results, stored(id), &interrupted, &arena, &proof, why, trouble), HL_OK);
    assert_int_equal(proof, TRAIN_PENDING);
    assert_int_equal(stored(id)->proof, TRAIN_ACCEPTED);
}

static void a_debriefing_has_figures_or_says_that_there_are_none(void **state)
{
    (void)state;
    train_attempt *list;
    int count;
    char path[TRAIN_PATH];
    assert_int_equal(train_attempts(results.store, &(train_filter){0}, &arena, &list, &count), HL_OK);
    const int64_t id = list[0].id;
    train_attempt_file(store_path, id, "debrief.html", path);
    assert_true(drv_debrief_renew(&results, id, why)); /* there is no page yet: nothing to do */
    assert_int_not_equal(access(path, F_OK), 0);
    assert_true(drv_debrief_keep(&results, id, why));
    assert_int_equal(access(path, R_OK), 0);
    assert_true(drv_debrief_renew(&results, id, why));
    assert_true(drv_debrief_write(&results, id, rig_path("page.html"), why));
    char *page = rig_read("page.html");
    assert_non_null(strstr(page, "Touch"));
    assert_non_null(strstr(page, "data:image/svg+xml"));
    free(page);
    can_plot = false;
    assert_true(drv_debrief_write(&results, id, rig_path("page.html"), why));
    assert_non_null(strstr(rig_logged(), "no gnuplot"));
    page = rig_read("page.html");
    assert_null(strstr(page, "data:image/svg+xml"));
    free(page);
    assert_false(drv_debrief_write(&results, id, rig_path("none/page.html"), why));
    results.templates = NULL;
    assert_false(drv_debrief_write(&results, id, rig_path("page.html"), why));
    assert_non_null(strstr(why, "templates"));
    assert_false(drv_debrief_write(&results, 1000, rig_path("page.html"), why));
    drv_debrief figures;
    assert_false(drv_debrief_figures(&figures, &results, id, rig_folder, why));
    can_plot = true;
    assert_true(drv_debrief_figures(&figures, &results, id, rig_folder, why));
    assert_true(figures.count > 0);
    drv_debrief_free(&figures);
}

static void trainees_are_renamed_and_deleted(void **state)
{
    (void)state;
    char path[TRAIN_PATH];
    train_attempt *list;
    int count;
    const char *name = "Ann";
    assert_int_equal(train_attempts(results.store, &(train_filter){0}, &arena, &list, &count), HL_OK);
    const int64_t id = list[0].id;
    assert_int_equal(drv_find_trainee(&results, &name, &arena), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "no trainee named 'Ann'; the nearest is 'Anna'"));
    name = " Anna ";
    assert_int_equal(drv_find_trainee(&results, &name, &arena), DRV_DONE);
    assert_string_equal(name, "Anna");
    name = "";
    assert_int_equal(drv_find_trainee(&results, &name, &arena), DRV_USAGE);
    assert_int_equal(drv_find_exercise(&results, "touch", &arena), DRV_DONE);
    assert_int_equal(drv_find_exercise(&results, "tuch", &arena), DRV_USAGE);

    assert_true(drv_debrief_keep(&results, id, why));
    assert_int_equal(drv_rename_trainee(&results, "Anna", "Berta", &arena), DRV_DONE);
    assert_string_equal(stored(id)->trainee_name, "Berta");
    assert_int_equal(drv_rename_trainee(&results, "Anna", "Carla", &arena), DRV_USAGE);

    const train_voiding decision = {.voided = true, .instructor = "I", .why = "a test"};
    assert_int_equal(drv_void_attempt(&results, id, &decision), DRV_DONE);
    assert_true(stored(id)->voiding.voided);
    assert_int_equal(drv_void_attempt(&results, 1000, &decision), DRV_USAGE);

    train_attempt_file(store_path, id, "recording.hlr", path);
    assert_true(drv_belongs_to_store(store_path, store_path));
    assert_true(drv_belongs_to_store(store_path, path));
    assert_int_equal(drv_delete_trainee(&results, "Berta", false, &arena), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "confirm with --yes"));
    assert_int_equal(access(path, F_OK), 0);
    train_attempt_file(store_path, id, "debrief.html", path);
    assert_false(drv_belongs_to_store(store_path, path));
    assert_int_equal(drv_delete_trainee(&results, "Berta", true, &arena), DRV_DONE);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(drv_delete_trainee(&results, "Berta", true, &arena), DRV_USAGE);
}

/* ---- playing ---- */

static int count_lines(const char *text)
{
    int count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

static void rows_and_the_proof_come_from_a_recording(void **state)
{
    (void)state;
    rt_replay *replay;
    int64_t played;
    drv_ticks all, part;
    double *values;
    int *signals, count, status;
    assert_int_equal(rt_replay_open(rig_path("drive/recording.hlr"), HEADLAND_VERSION, &replay, why), HL_OK);
    const rt_recording *recording = rt_replay_recording(replay);
    assert_true(drv_choose_ticks(&rig_log, recording, -1.0, -1.0, &all));
    assert_int_equal(drv_play(replay, all, NULL, NULL, &played), RT_REPLAY_END);
    assert_int_equal(played, all.until - all.from);
    assert_false(drv_is_cut_by_damage(recording, all.until));
    assert_true(drv_choose_ticks(&rig_log, recording, 0.01, 0.03, &part));
    assert_int_equal(part.until - part.from, 20);
    assert_false(drv_choose_ticks(&rig_log, recording, 50.0, -1.0, &part));
    assert_non_null(strstr(rig_logged(), "the recording covers"));
    assert_true(drv_choose_ticks(&rig_log, recording, 0.01, 0.03, &part));
    assert_true(drv_choose_signals(&rig_log, rt_replay_machine(replay), "control.throttle", &arena, &signals,
                                   &count, &status));
    values = HL_NEW(&arena, double, world_signal_count(rt_replay_machine(replay)));
    const drv_rows rows = {fopen(rig_path("rows.csv"), "w"), 5, signals, count, values};
    assert_non_null(rows.file);
    assert_int_equal(drv_play(replay, part, &rows, NULL, &played), RT_REPLAY_OK);
    (void)fclose(rows.file);
    char *text = rig_read("rows.csv");
    assert_int_equal(count_lines(text), 5);
    free(text);
    const drv_progress interrupted = {end_at_once, NULL};
    assert_int_equal(drv_play(replay, part, NULL, &interrupted, &played), RT_REPLAY_OK);
    assert_int_equal(played, 0);
    rt_replay_close(replay);
}

static void rows_stand_at_whole_steps(void **state)
{
    (void)state;
    rig_log_clear();
    assert_int_equal(drv_choose_every(&rig_log, 0.0, 0.001), 10);
    assert_int_equal(drv_choose_every(&rig_log, 0.1, 0.001), 100);
    assert_int_equal(drv_choose_every(&rig_log, 0.0015, 0.001), 0);
    assert_int_equal(drv_choose_every(&rig_log, 1e-5, 0.001), 0);
    assert_non_null(strstr(rig_logged(), "multiple of the step"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_drive_from_elsewhere_is_imported_once, begin, end),
        cmocka_unit_test_setup_teardown(what_is_no_drive_of_an_exercise_is_not_imported, begin, end),
        cmocka_unit_test_setup_teardown(a_verdict_is_kept_and_an_interruption_takes_none_back, begin, end),
        cmocka_unit_test_setup_teardown(a_debriefing_has_figures_or_says_that_there_are_none, begin, end),
        cmocka_unit_test_setup_teardown(trainees_are_renamed_and_deleted, begin, end),
        cmocka_unit_test_setup_teardown(rows_and_the_proof_come_from_a_recording, begin, end),
        cmocka_unit_test(rows_stand_at_whole_steps)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
