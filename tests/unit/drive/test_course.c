/* Courses: exercises in the order of a course, and what a trainee has reached in them. */
#include "drive_rig.h"

#include "auth/file.h"
#include "drv/course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hl_arena arena;
static drv_exercises found;

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

/* ---- order ---- */

static void shipped_courses_hold_all_exercises_in_their_order(void **state)
{
    (void)state;
    rig_log_clear();
    assert_true(drv_exercises_find(&rig_log, HEADLAND_ASSETS, NULL, &arena, &found));
    assert_string_equal(rig_logged(), "");
    assert_true(found.course_count >= 4);
    assert_true(found.count >= 14);
    for (int i = 0; i < found.count; i++) {
        assert_non_null(found.list[i].course);
        assert_int_equal(found.list[i].place, i + 1);
    }
    assert_string_equal(found.list[0].scenario->name, "slalom");
    assert_string_equal(found.list[0].course->name, "tractor");
    assert_true(drv_is_same_module(&found.list[1], &found.list[2]));
    assert_false(drv_is_same_module(&found.list[0], &found.list[1]));
}

static int index_of(const char *name)
{
    for (int i = 0; i < found.count; i++)
        if (strcmp(found.list[i].scenario->name, name) == 0) return i;
    fail_msg("there is no exercise '%s'", name);
    return -1;
}

/* An own course: a listed file that is missing is logged; a shipped exercise keeps the place that it has. */
static void a_course_of_the_given_folder_is_read(void **state)
{
    (void)state;
    (void)rig_write("own.yaml", "headland: course\nversion: 1\nname: own\nmodules:\n"
                                "  - {name: m, exercises: [{file: gone.yaml}, {file: exercise.yaml}]}\n");
    (void)rig_write("bad.yaml", "headland: course\nversion: 1\nname: bad\nmodules: []\n");
    rig_log_clear();
    assert_true(drv_exercises_find(&rig_log, HEADLAND_ASSETS, rig_folder, &arena, &found));
    assert_non_null(strstr(rig_logged(), "gone.yaml is not among the exercises"));
    assert_non_null(strstr(rig_logged(), "bad.yaml"));
    const drv_exercise *last = &found.list[found.count - 1];
    assert_non_null(last->course);
    assert_string_equal(last->course->name, "own");
    assert_int_equal(last->lesson, 1);
}

/* ---- what is reached ---- */

static auth_scenario scenario = {.training = {.attempts = 3}};
static auth_lesson lessons[2];
static auth_module modules[3] = {
    {.title = "First", .lesson_count = 2, .lessons = lessons},
    {.title = "Second", .lesson_count = 1, .lessons = lessons, .need_count = 1},
    {.title = "Third", .lesson_count = 2, .lessons = lessons, .need_count = 2, .needs = {0, 1}, .passed = 1}};
static auth_course course = {.silver = 75.0, .gold = 90.0, .module_count = 3, .modules = modules};

static train_attempt attempt(const char *hash, double score, bool passed)
{
    return (train_attempt){.exercise = {.hash = hash},
                           .outcome = {.result = TRAIN_FINISHED, .score = score, .passed = passed}};
}

static drv_medal medal_of(const train_attempt *list, int count)
{
    const drv_exercise own = {.scenario = &scenario, .course = &course};
    drv_reached reached;
    drv_reached_set(&reached, &own, list, count, "new");
    assert_true(reached.medal == DRV_NO_MEDAL || reached.passed);
    return reached.medal;
}

static void medals_follow_the_best_score_of_a_passed_exercise(void **state)
{
    (void)state;
    train_attempt list[] = {attempt("new", 95.0, true), attempt("new", 60.0, true)};
    assert_int_equal(medal_of(list, 0), DRV_NO_MEDAL);
    assert_int_equal(medal_of(list, 2), DRV_GOLD);
    assert_int_equal(medal_of(&list[1], 1), DRV_BRONZE);
    list[1].outcome.score = 75.0;
    assert_int_equal(medal_of(&list[1], 1), DRV_SILVER);
    list[1].outcome.passed = false;
    assert_int_equal(medal_of(&list[1], 1), DRV_NO_MEDAL);
    list[0].proof = TRAIN_REFUSED;
    assert_int_equal(medal_of(list, 2), DRV_NO_MEDAL);
}

/* Neither the expert's drive nor a voided attempt passes an exercise; practice does. */
static void own_attempts_pass_also_of_former_texts(void **state)
{
    (void)state;
    train_attempt one = attempt("old", 95.0, true);
    assert_int_equal(medal_of(&one, 1), DRV_BRONZE); /* the score of other texts is no score of these */
    one.exercise.practice = true;
    assert_int_equal(medal_of(&one, 1), DRV_BRONZE);
    one.voiding.voided = true;
    assert_int_equal(medal_of(&one, 1), DRV_NO_MEDAL);
    one = attempt("new", 95.0, true);
    one.exercise.reference = true;
    assert_int_equal(medal_of(&one, 1), DRV_NO_MEDAL);
}

static void is_order(const bool *passed, const char *const *locked, int next)
{
    enum { COUNT = 6 };
    drv_exercise list[COUNT] = {{.course = &course, .module = 0}, {.course = &course, .module = 0},
                                {.course = &course, .module = 1}, {.course = &course, .module = 2},
                                {.course = &course, .module = 2}, {.course = NULL}};
    const drv_exercises all = {.count = COUNT, .list = list};
    drv_reached reached[COUNT] = {0};
    for (int i = 0; i < COUNT; i++) reached[i].passed = passed[i];
    drv_reached_order(&all, reached);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(reached[i].next, i == next);
        if (locked[i])
            assert_string_equal(reached[i].locked, locked[i]);
        else
            assert_null(reached[i].locked);
    }
}

static void modules_open_in_their_order(void **state)
{
    (void)state;
    static const char *const first = "First", *const second = "Second";
    is_order((const bool[]){0, 0, 0, 0, 0, 0}, (const char *const[]){NULL, NULL, first, first, first, NULL},
             0);
    is_order((const bool[]){1, 0, 0, 0, 0, 0}, (const char *const[]){NULL, NULL, first, first, first, NULL},
             1);
    is_order((const bool[]){1, 1, 0, 0, 0, 1}, (const char *const[]){NULL, NULL, NULL, second, second, NULL},
             2);
    is_order((const bool[]){1, 1, 1, 0, 0, 0}, (const char *const[]){NULL, NULL, NULL, NULL, NULL, NULL}, 3);
    is_order((const bool[]){1, 1, 1, 1, 1, 0}, (const char *const[]){NULL, NULL, NULL, NULL, NULL, NULL}, -1);
    /* an earlier exercise that fails to be passed again, e.g. after voiding, locks what follows */
    is_order((const bool[]){0, 1, 1, 1, 0, 0}, (const char *const[]){NULL, NULL, first, first, first, NULL},
             0);
}

static void a_store_is_read(void **state)
{
    (void)state;
    char why[TRAIN_WHY];
    train_store *store;
    int64_t trainee, id;
    assert_true(drv_exercises_find(&rig_log, HEADLAND_ASSETS, NULL, &arena, &found));
    const int slalom = index_of("slalom"), ground = index_of("level ground");
    drv_reached *list = HL_NEW(&arena, drv_reached, found.count);
    const drv_texts *texts = drv_texts_list(&found, &arena);
    assert_non_null(list);
    assert_non_null(texts);
    assert_int_equal(drv_reached_read(NULL, "Ann", &found, texts, list), HL_OK);
    assert_non_null(list[ground].locked);
    assert_true(list[slalom].next);
    assert_int_equal(train_store_open(rig_path("course.db"), &store, why), HL_OK);
    assert_int_equal(train_trainee_find(store, "Ann", &trainee), HL_OK);
    const train_exercise exercise = {"slalom", "Slalom", texts[slalom].hash, "tractor", "", 3, false, false};
    const train_outcome outcome = {.result = TRAIN_FINISHED,
                                   .reason = "",
                                   .score = 80.0,
                                   .passed = true,
                                   .state_hash = "",
                                   .recording_hash = ""};
    assert_int_equal(train_attempt_begin(store, trainee, &exercise, &id), HL_OK);
    assert_int_equal(train_attempt_end(store, id, &outcome), HL_OK);
    assert_int_equal(drv_reached_read(store, "Ann", &found, texts, list), HL_OK);
    assert_int_equal(list[slalom].medal, DRV_SILVER);
    assert_string_equal(list[slalom].standing, "best 80.0; 2 of 3 attempts left");
    assert_null(list[ground].locked);
    assert_true(list[ground].next);
    assert_int_equal(drv_reached_read(store, "Ben", &found, texts, list), HL_OK);
    assert_non_null(list[ground].locked);
    train_store_close(store);
}

static int make_files(void **state)
{
    if (rig_folder_make(state) != 0) return -1;
    auth_ship_from(HEADLAND_ASSETS); /* types of objects are found by name */
    (void)rig_exercise_write();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(shipped_courses_hold_all_exercises_in_their_order, end),
        cmocka_unit_test_teardown(a_course_of_the_given_folder_is_read, end),
        cmocka_unit_test(medals_follow_the_best_score_of_a_passed_exercise),
        cmocka_unit_test(own_attempts_pass_also_of_former_texts),
        cmocka_unit_test(modules_open_in_their_order),
        cmocka_unit_test_teardown(a_store_is_read, end)};
    return cmocka_run_group_tests(tests, make_files, rig_folder_remove);
}
