/* The life of an attempt: begun in the store, driven, ended, proved by its replay; and what does not count.
 */
#include "drive_rig.h"

#include "drv/attempt.h"
#include "drv/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static rig r;
static char why[TRAIN_WHY];

static const char *db(void)
{
    return rig_path("results.db");
}

static void recording_of(int64_t id, char path[TRAIN_PATH + 32])
{
    char folder[TRAIN_PATH];
    train_attempt_folder(r.attempt.path, id, folder);
    (void)snprintf(path, TRAIN_PATH + 32, "%s/recording.hlr", folder);
}

static train_attempt *stored(int64_t id, hl_arena *arena)
{
    train_attempt *attempt;
    assert_int_equal(train_attempt_read(r.attempt.store, id, arena, &attempt), HL_OK);
    return attempt;
}

/* @return drv_status */
static int open_attempt(const drv_attempt_request *request)
{
    int status = DRV_DONE;
    const bool opened =
        drv_attempt_open(&r.attempt, &rig_log, request, &r.world.files, "tractor", &r.world.arena, &status);
    return opened ? DRV_DONE : status;
}

/* The exercise is driven to its end by its script. @return number of the attempt */
static int64_t drive_as(const char *trainee, bool reference)
{
    rig_load(&r, rig_exercise_write());
    r.options.script = r.world.files.scenario->operator_script;
    r.options.trainee = trainee;
    assert_int_equal(open_attempt(&(drv_attempt_request){
                         .trainee = trainee, .db = db(), .reference = reference, .script = r.options.script}),
                     DRV_DONE);
    assert_int_equal(rig_drive(&r), DRV_DONE);
    return r.attempt.last;
}

static void an_attempt_is_stored_and_proved(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const int64_t id = drive_as("Anna", false);
    assert_true(id > 0);
    assert_int_equal(r.attempt.id, 0);
    const train_attempt *a = stored(id, &arena);
    assert_int_equal(a->outcome.result, TRAIN_FINISHED);
    assert_true(a->outcome.passed);
    assert_string_equal(a->outcome.reason, "all is done");
    assert_string_equal(a->exercise.title, "Touch");
    assert_int_equal(a->proof, TRAIN_PENDING);
    bool script = false, message = false;
    for (int i = 0; i < a->outcome.event_count; i++) {
        script |= strcmp(a->outcome.events[i].text, "driven by the script script.yaml") == 0;
        message |= strcmp(a->outcome.events[i].kind, "message") == 0;
    }
    assert_true(script);
    assert_true(message);
    assert_int_equal(drv_attempt_prove(&r.attempt, id, NULL, why), TRAIN_ACCEPTED);
    assert_int_equal(stored(id, &arena)->proof, TRAIN_ACCEPTED);
    hl_arena_free(&arena);
    rig_free(&r);
}

static void a_kept_score_that_differs_from_the_replay_is_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char path[TRAIN_PATH + 32];
    const int64_t id = drive_as("Berta", false);
    recording_of(id, path);
    train_attempt *a = stored(id, &arena);
    const train_attempt good = *a;
    a->outcome.score += 1.0;
    assert_int_equal(drv_prove_attempt(path, a, NULL, why), TRAIN_REFUSED);
    assert_non_null(strstr(why, "score"));
    *a = good;
    a->exercise.hash = "0000000000000000";
    assert_int_equal(drv_prove_attempt(path, a, NULL, why), TRAIN_REFUSED);
    assert_non_null(strstr(why, "texts of the exercise"));
    *a = good;
    a->outcome.result = TRAIN_FAILED;
    assert_int_equal(drv_prove_attempt(path, a, NULL, why), TRAIN_REFUSED);
    assert_non_null(strstr(why, "result"));
    *a = good;
    a->outcome.hits = 7;
    assert_int_equal(drv_prove_attempt(path, a, NULL, why), TRAIN_REFUSED);
    hl_arena_free(&arena);
    rig_free(&r);
}

static void another_file_than_the_stored_one_is_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char path[TRAIN_PATH + 32];
    const int64_t id = drive_as("Carl", false);
    recording_of(id, path);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    (void)fputc('x', file);
    (void)fclose(file);
    assert_int_equal(drv_attempt_prove(&r.attempt, id, NULL, why), TRAIN_REFUSED);
    assert_int_equal(remove(path), 0);
    assert_int_equal(drv_prove_attempt(path, stored(id, &arena), NULL, why), TRAIN_PENDING);
    hl_arena_free(&arena);
    rig_free(&r);
}

static bool end_at_once(void *context, int64_t done, int64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return false;
}

static void an_interrupted_proof_proves_nothing(void **state)
{
    (void)state;
    const drv_progress interrupted = {end_at_once, NULL};
    const int64_t id = drive_as("Dora", false);
    assert_int_equal(drv_attempt_prove(&r.attempt, id, &interrupted, why), TRAIN_PENDING);
    assert_string_equal(why, "interrupted");
    rig_free(&r);
}

static void more_attempts_than_count_are_practice(void **state)
{
    (void)state;
    hl_arena arena = {0};
    for (int i = 0; i < 3; i++) {
        const int64_t id = drive_as("Emil", false);
        assert_int_equal(stored(id, &arena)->exercise.practice, i == 2);
        assert_int_equal(strstr(rig_logged(), "practice") != NULL, i == 2);
        rig_free(&r);
    }
    hl_arena_free(&arena);
}

static void a_fault_makes_it_practice(void **state)
{
    (void)state;
    hl_arena arena = {0};
    rig_load(&r, rig_exercise_write());
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = "Frida", .db = db()}), DRV_DONE);
    r.options.seconds = 0.02;
    assert_int_equal(rig_prepare(&r), DRV_DONE);
    assert_true(drv_attempt_begin(&r.attempt, 1.0, NULL, &r.drive.round.journal));
    assert_false(drv_is_faulty(r.world.machine));
    world_control_set(r.world.machine, world_control_find(r.world.machine, "fault.weak_engine"), 0.5);
    r.attempt.spoiled = true;
    r.drive.round.journal.newest_tick = 10;
    drv_remark_add(&r.drive.round.journal, "mark", "look at this");
    assert_true(drv_attempt_end(&r.attempt, &r.world.files, r.world.machine, RT_END_FINISHED,
                                &r.drive.round.journal, &arena));
    const train_attempt *a = stored(r.attempt.last, &arena);
    assert_true(a->exercise.practice || a->outcome.practice);
    bool marked = false;
    for (int i = 0; i < a->outcome.event_count; i++)
        marked |= strcmp(a->outcome.events[i].text, "look at this") == 0;
    assert_true(marked);
    assert_true(drv_is_faulty(r.world.machine));
    assert_string_equal(a->outcome.reason, "the time was up");
    hl_arena_free(&arena);
    rig_free(&r);
}

static void an_attempt_that_cannot_be_driven_is_broken(void **state)
{
    (void)state;
    hl_arena arena = {0};
    rig_load(&r, rig_exercise_write());
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = "Gert", .db = db()}), DRV_DONE);
    assert_int_equal(rig_prepare(&r), DRV_USAGE); /* no end: it is not driven */
    assert_true(drv_attempt_begin(&r.attempt, 1.0, NULL, &r.drive.round.journal));
    const int64_t id = r.attempt.id;
    drv_attempt_abandon(&r.attempt);
    const train_attempt *a = stored(id, &arena);
    assert_int_equal(a->outcome.result, TRAIN_BROKEN);
    assert_true(drv_is_unstored(a));
    assert_int_equal(drv_prove_attempt("nowhere", a, NULL, why), TRAIN_PENDING);
    hl_arena_free(&arena);
    rig_free(&r);
}

static void a_killed_attempt_is_recovered_from_its_recording(void **state)
{
    (void)state;
    hl_arena arena = {0};
    train_outcome outcome;
    char path[TRAIN_PATH + 32];
    const int64_t id = drive_as("Hans", false);
    recording_of(id, path);
    train_attempt *a = stored(id, &arena);
    a->outcome.result = TRAIN_BROKEN;
    a->outcome.recording_hash = "";
    assert_true(drv_is_unstored(a));
    assert_int_equal(drv_recover_attempt(path, a, NULL, &arena, &outcome, why), TRAIN_ACCEPTED);
    assert_int_equal(outcome.result, TRAIN_FINISHED);
    assert_non_null(strstr(outcome.events[outcome.event_count - 1].text, "recovered"));
    a->exercise.name = "another";
    assert_int_equal(drv_recover_attempt(path, a, NULL, &arena, &outcome, why), TRAIN_PENDING);
    hl_arena_free(&arena);
    rig_free(&r);
}

static void a_reference_that_is_stopped_leaves_nothing(void **state)
{
    (void)state;
    train_attempt *list;
    int count;
    rig_load(&r, rig_exercise_write());
    r.options.script = r.world.files.scenario->operator_script;
    r.options.seconds = 0.01; /* before the script does anything */
    assert_int_equal(
        open_attempt(&(drv_attempt_request){
            .trainee = TRAIN_REFERENCE, .db = db(), .reference = true, .script = r.options.script}),
        DRV_DONE);
    (void)rig_drive(&r);
    assert_int_equal(r.attempt.last, 0);
    assert_int_equal(train_attempts(r.attempt.store, &(train_filter){.trainee = TRAIN_REFERENCE},
                                    &r.world.arena, &list, &count),
                     HL_OK);
    assert_int_equal(count, 0);
    rig_free(&r);
}

static void only_exercises_and_proper_names_make_attempts(void **state)
{
    (void)state;
    rig_load(&r, rig_exercise_write());
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = " reference ", .db = db()}), DRV_USAGE);
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = "", .db = db()}), DRV_USAGE);
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = "Ida", .db = db(), .reference = true}),
                     DRV_USAGE);
    assert_int_not_equal(open_attempt(&(drv_attempt_request){.trainee = "Ida", .db = "/dev/null/x"}),
                         DRV_DONE);
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = NULL}), DRV_DONE);
    assert_null(r.attempt.store);
    assert_int_equal(drv_attempt_reserve(&r.attempt, 10.0), 0);
    rig_free(&r);
    rig_load(&r, rig_scenario("flat.yaml", ""));
    assert_int_equal(open_attempt(&(drv_attempt_request){.trainee = "Ida", .db = db()}), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "exercise"));
    rig_free(&r);
}

static void other_recordings_are_refused_with_the_reason(void **state)
{
    (void)state;
    hl_arena arena = {0};
    train_exercise exercise;
    train_outcome outcome;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    r.options.seconds = 0.01;
    r.options.out = rig_path("plain");
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_int_equal(
        drv_prove_recording(rig_path("plain/recording.hlr"), NULL, &arena, &exercise, &outcome, why),
        TRAIN_REFUSED);
    assert_non_null(strstr(why, "exercise"));
    const char *garbage = rig_write("garbage.hlr", "not a recording");
    assert_int_equal(drv_prove_recording(garbage, NULL, &arena, &exercise, &outcome, why), TRAIN_REFUSED);
    assert_int_equal(drv_prove_recording(rig_path("none.hlr"), NULL, &arena, &exercise, &outcome, why),
                     TRAIN_PENDING);
    hl_arena_free(&arena);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_attempt_is_stored_and_proved),
                                       cmocka_unit_test(a_kept_score_that_differs_from_the_replay_is_refused),
                                       cmocka_unit_test(another_file_than_the_stored_one_is_refused),
                                       cmocka_unit_test(an_interrupted_proof_proves_nothing),
                                       cmocka_unit_test(more_attempts_than_count_are_practice),
                                       cmocka_unit_test(a_fault_makes_it_practice),
                                       cmocka_unit_test(an_attempt_that_cannot_be_driven_is_broken),
                                       cmocka_unit_test(a_killed_attempt_is_recovered_from_its_recording),
                                       cmocka_unit_test(a_reference_that_is_stopped_leaves_nothing),
                                       cmocka_unit_test(only_exercises_and_proper_names_make_attempts),
                                       cmocka_unit_test(other_recordings_are_refused_with_the_reason)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
