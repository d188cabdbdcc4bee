/* What an instructor asks of a drive, while it goes on. */
#include "drive_rig.h"

#include "drv/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static rig r;
static drv_exercises found;
static hl_arena arena;
static drv_director *director;

/* Requests are made one after the other, each time the drive reports progress. */
static xch_director requests[16];
static int request_count, next_request;

static xch_director *ask(xch_director_kind kind, int index)
{
    xch_director *request = &requests[request_count++];
    *request = (xch_director){.kind = (int32_t)kind, .index = index};
    return request;
}

static bool advance(void *context, int64_t done, int64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    if (next_request < request_count) drv_director_act(director, &r.drive, &requests[next_request++]);
    return true;
}

static int begin(void **state)
{
    (void)state;
    int status;
    request_count = next_request = 0;
    rig_load(&r, rig_exercise_write());
    r.options.realtime = true;
    r.options.seconds = 30.0;
    assert_true(drv_exercises_find(&rig_log, NULL, rig_folder, &arena, &found));
    director = drv_director_open(&rig_log, "seat-1", &found, &status);
    if (!director) fail_msg("%s", rig_logged());
    r.drive.director = director;
    r.drive.progress = (drv_progress){advance, NULL};
    return 0;
}

static int end(void **state)
{
    (void)state;
    drv_director_close(director);
    rig_free(&r);
    hl_arena_free(&arena);
    return 0;
}

static bool has_remark(const char *kind, const char *text)
{
    const drv_journal *journal = &r.drive.round.journal;
    for (int i = 0; i < journal->remark_count; i++)
        if (strcmp(journal->remarks[i].kind, kind) == 0 && strstr(journal->remarks[i].text, text))
            return true;
    return false;
}

static void what_is_said_stays_with_the_drive(void **state)
{
    (void)state;
    strcpy(ask(XCH_DIRECTOR_MESSAGE, 0)->text, "slowly");
    strcpy(ask(XCH_DIRECTOR_MARK, 0)->text, "here");
    ask(XCH_DIRECTOR_FAULT, 0)->values[0] = 0.5;
    (void)ask(XCH_DIRECTOR_FAULT, 1000);
    (void)ask(XCH_DIRECTOR_PATTERN, 1);
    (void)ask(XCH_DIRECTOR_PATTERN, 1000);
    for (int i = 0; i < 6; i++) ask(XCH_DIRECTOR_WEATHER, 0)->values[i] = (double)NAN;
    request_count -= 5;
    (void)ask(XCH_DIRECTOR_PAUSE, 0);
    (void)ask(XCH_DIRECTOR_RESUME, 0);
    (void)ask(XCH_DIRECTOR_STOP, 0);
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_true(has_remark("message", "slowly"));
    assert_true(has_remark("mark", "here"));
    assert_true(has_remark("fault", "50 %"));
    assert_true(has_remark("end", "instructor"));
    assert_int_equal(r.drive.round.journal.remark_count, 4);
    assert_true(r.attempt.spoiled);
    assert_int_equal(drv_cockpit_pattern(r.drive.cockpit), 1);
    assert_string_equal(r.drive.settings.pattern, r.world.files.machine->patterns[1].name);
}

static void a_reset_begins_anew_and_a_stop_ends(void **state)
{
    (void)state;
    (void)ask(XCH_DIRECTOR_RESET, 0);
    assert_int_equal(rig_prepare(&r), DRV_DONE);
    r.stop_after = 0;
    requests[1] = (xch_director){.kind = XCH_DIRECTOR_STOP};
    request_count = 2;
    assert_int_equal(drv_drive_run(&r.drive), DRV_DONE);
    assert_true(r.told >= 1);
    assert_false(r.drive.again);
}

static void an_exercise_is_loaded_if_it_can_be_read(void **state)
{
    (void)state;
    int exercise = -1;
    for (int i = 0; i < found.count; i++)
        if (strstr(found.list[i].path, "exercise.yaml")) exercise = i;
    assert_true(exercise >= 0);
    (void)ask(XCH_DIRECTOR_LOAD, -1);
    (void)ask(XCH_DIRECTOR_LOAD, found.count); /* the first that cannot be read */
    (void)ask(XCH_DIRECTOR_LOAD, found.count + found.unreadable_count);
    (void)ask(XCH_DIRECTOR_LOAD, exercise);
    assert_int_equal(rig_drive(&r), DRV_DONE);
    assert_int_equal(next_request, 4);
    assert_string_equal(r.drive.load, found.list[exercise].path);
}

static void a_seat_has_a_plain_name_of_its_own(void **state)
{
    (void)state;
    int status = DRV_DONE;
    assert_null(drv_director_open(&rig_log, "no/name", &found, &status));
    assert_int_equal(status, DRV_USAGE);
    assert_null(drv_director_open(&rig_log, "seat-1", &found, &status));
    assert_int_equal(status, DRV_ENVIRONMENT);
    assert_non_null(strstr(rig_logged(), "--instructor"));
}

/* ---- exercises ---- */

static void exercises_without_course_come_by_level_and_bad_files_with_their_reason(void **state)
{
    (void)state;
    drv_exercises all;
    bool listed = false;
    assert_true(drv_exercises_find(&rig_log, HEADLAND_ASSETS, rig_folder, &arena, &all));
    assert_true(all.count >= 6);
    for (int i = 1; i < all.count; i++)
        if (!all.list[i - 1].course) {
            assert_null(all.list[i].course);
            assert_true(all.list[i - 1].scenario->training.level <= all.list[i].scenario->training.level);
        }
    for (int i = 0; i < all.unreadable_count; i++)
        listed |= strcmp(all.unreadable[i].name, "broken.yaml") == 0 &&
                  strstr(all.unreadable[i].why, "machine") &&
                  strcmp(all.unreadable[i].title, "broken.yaml (cannot be read)") == 0;
    assert_true(listed);
    assert_false(drv_exercises_find(&rig_log, NULL, rig_path("nowhere"), &arena, &all));
    assert_non_null(strstr(rig_logged(), "nowhere"));
}

static int make_files(void **state)
{
    if (rig_folder_make(state) != 0) return -1;
    (void)rig_exercise_write();
    (void)rig_scenario("flat.yaml", "");
    (void)rig_write("broken.yaml", "headland: scenario\nversion: 1\nname: b\nmachine: gone.yaml\n"
                                   "ground: {kind: plane, surface: hard}\n");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_said_stays_with_the_drive, begin, end),
        cmocka_unit_test_setup_teardown(a_reset_begins_anew_and_a_stop_ends, begin, end),
        cmocka_unit_test_setup_teardown(an_exercise_is_loaded_if_it_can_be_read, begin, end),
        cmocka_unit_test_setup_teardown(a_seat_has_a_plain_name_of_its_own, begin, end),
        cmocka_unit_test_setup_teardown(
            exercises_without_course_come_by_level_and_bad_files_with_their_reason, begin, end)};
    return cmocka_run_group_tests(tests, make_files, rig_folder_remove);
}
