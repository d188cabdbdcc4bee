/* Outcomes that wait beside the recording. */
#include "store_rig.h"

#include "train/store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Numbers that need all of their digits, one that is none, texts that JSON has to escape. */
static const train_points points[] = {
    {"time", "\"so\" \\ \n<", "s", 1.0 / 3.0, 0.1, (double)NAN, 2.0 / 3.0, 50.0}};
static const train_event events[] = {{1e-300, "hit", "J\xc3\xb6rg's pole"}};
static const train_outcome outcome = {.result = TRAIN_FAILED,
                                      .reason = "three hits",
                                      .time = 41.300000000000004,
                                      .fuel = (double)NAN,
                                      .hits = 3,
                                      .score = 0.30000000000000004,
                                      .practice = true,
                                      .point_count = 1,
                                      .event_count = 1,
                                      .points = points,
                                      .events = events,
                                      .state_hash = "00ff",
                                      .recording_hash = ""};

static char folder[TRAIN_PATH], path[TRAIN_PATH + 32];

/* An attempt whose outcome waits. */
static int64_t spooled(void)
{
    char why[TRAIN_WHY];
    const int64_t id = rig_begin("Anna", &rig_slalom);
    train_attempt_folder(rig_path(), id, folder);
    (void)snprintf(path, sizeof path, "%s/outcome.json", folder);
    if (train_spool_write(folder, &outcome, why) != HL_OK) fail_msg("%s", why);
    assert_int_equal(access(path, F_OK), 0);
    return id;
}

static train_attempt *read_attempt(int64_t id)
{
    train_attempt *attempt;
    RIG_OK(train_attempt_read(rig_store(), id, &rig_arena, &attempt));
    return attempt;
}

static void is_taken_in_when_the_store_opens(void **state)
{
    (void)state;
    const int64_t id = spooled();
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_RUNNING);
    rig_close();
    const train_outcome *o = &read_attempt(id)->outcome;
    assert_int_equal(o->result, TRAIN_FAILED);
    assert_string_equal(o->reason, "three hits");
    CHECK_SAME(o->time, outcome.time);
    CHECK_SAME(o->score, outcome.score);
    assert_true(isnan(o->fuel));
    assert_int_equal(o->hits, 3);
    assert_true(o->practice);
    assert_string_equal(o->state_hash, "00ff");
    assert_int_equal(o->point_count, 1);
    assert_string_equal(o->points[0].text, points[0].text);
    CHECK_SAME(o->points[0].value, points[0].value);
    CHECK_SAME(o->points[0].points, points[0].points);
    assert_true(isnan(o->points[0].worst));
    assert_int_equal(o->event_count, 1);
    CHECK_SAME(o->events[0].time, 1e-300);
    assert_string_equal(o->events[0].text, events[0].text);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* The seat has gone, somebody has swept before the outcome was found. */
static void is_taken_in_after_a_sweep(void **state)
{
    (void)state;
    int count;
    const int64_t id = spooled();
    rig_sql("UPDATE attempts SET seat_start = 1");
    RIG_OK(train_attempts_close_dead(rig_store(), &count));
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_BROKEN);
    RIG_OK(train_spool_take(rig_store(), &count));
    assert_int_equal(count, 1);
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_FAILED);
    RIG_OK(train_spool_take(rig_store(), &count));
    assert_int_equal(count, 0);
}

/* Killed between the commit and the file's removal: it is not taken in twice. */
static void counts_once(void **state)
{
    (void)state;
    int count;
    const train_outcome other = {.result = TRAIN_STOPPED, .time = 1.0};
    const int64_t id = spooled();
    RIG_OK(train_attempt_end(rig_store(), id, &other));
    RIG_OK(train_spool_take(rig_store(), &count));
    assert_int_equal(count, 0);
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_STOPPED);
}

static void write_text(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void others_stay_where_they_are(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "{}",
                                        "{\"headland\":\"outcome\",\"version\":1}",
                                        "{\"headland\":\"outcome\",\"version\":2,\"result\":\"failed\","
                                        "\"reason\":\"\",\"time\":1,\"fuel\":null,"
                                        "\"hits\":0,\"score\":0,\"passed\":false,\"practice\":false,\"state_"
                                        "hash\":\"\",\"recording_hash\":\"\","
                                        "\"points\":[],\"events\":[]}",
                                        "{\"headland\":\"outcome\",\"version\":1,\"result\":\"running\","
                                        "\"reason\":\"\",\"time\":1,\"fuel\":null,"
                                        "\"hits\":0,\"score\":0,\"passed\":false,\"practice\":false,\"state_"
                                        "hash\":\"\",\"recording_hash\":\"\","
                                        "\"points\":[],\"events\":[]}",
                                        "{\"headland\":\"outcome\",\"version\":1,\"result\":\"failed\","
                                        "\"reason\":\"\",\"time\":1,\"fuel\":null,"
                                        "\"hits\":-1,\"score\":0,\"passed\":false,\"practice\":false,\"state_"
                                        "hash\":\"\",\"recording_hash\":\"\","
                                        "\"points\":{},\"events\":[]}"};
    const int64_t id = spooled();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int count;
        write_text(texts[i]);
        assert_int_equal(train_spool_take(rig_store(), &count), HL_BAD_INPUT);
        assert_non_null(strstr(train_store_why(rig_store()), "outcome.json"));
        assert_int_equal(count, 0);
        assert_int_equal(access(path, F_OK), 0);
    }
    rig_close();
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_RUNNING); /* and the store opens */
}

/* Of an attempt that begins. */
static int64_t reserved(struct stat *info)
{
    char why[TRAIN_WHY];
    const int64_t id = rig_begin("Anna", &rig_slalom);
    train_attempt_folder(rig_path(), id, folder);
    assert_true(train_attempt_make_folder(rig_path(), id));
    if (!train_spool_reserve(folder, why)) fail_msg("%s", why);
    (void)snprintf(path, sizeof path, "%s/outcome.json.part", folder);
    assert_int_equal(stat(path, info), 0);
    return id;
}

/* The blocks that were kept become those of the outcome: a full disk takes it. */
static void is_written_into_the_room_that_was_kept(void **state)
{
    (void)state;
    char why[TRAIN_WHY];
    struct stat before, after;
    const int64_t id = reserved(&before);
    assert_true(before.st_blocks * 512 >= 200000);
    assert_int_equal(train_spool_write(folder, &outcome, why), HL_OK);
    (void)snprintf(path, sizeof path, "%s/outcome.json", folder);
    assert_int_equal(stat(path, &after), 0);
    assert_true(after.st_ino == before.st_ino);
    assert_true(after.st_size < 2000);
    rig_close();
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_FAILED);
}

static void gives_the_room_back(void **state)
{
    (void)state;
    struct stat info;
    (void)reserved(&info);
    train_spool_release(folder);
    assert_int_equal(access(path, F_OK), -1);
}

/* While its seat lives it is kept, whoever opens the store; of a seat that was killed it is removed. */
static void the_room_of_a_killed_seat_is_removed(void **state)
{
    (void)state;
    struct stat info;
    (void)reserved(&info);
    rig_close();
    (void)rig_store();
    assert_int_equal(access(path, F_OK), 0);
    rig_sql("UPDATE attempts SET seat_start = seat_start + 1");
    rig_close();
    (void)rig_store();
    assert_int_equal(access(path, F_OK), -1);
}

/* Killed after the outcome was stored, before the room was given back. */
static void the_room_of_an_ended_attempt_is_removed(void **state)
{
    (void)state;
    struct stat info;
    const int64_t id = reserved(&info);
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    assert_int_equal(access(path, F_OK), 0);
    rig_close();
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_FAILED);
    assert_int_equal(access(path, F_OK), -1);
}

static void says_where_it_cannot_be_written(void **state)
{
    (void)state;
    char why[TRAIN_WHY] = "";
    assert_int_equal(train_spool_write("/proc/1/nowhere", &outcome, why), HL_IO_ERROR);
    assert_non_null(strstr(why, "/proc/1/nowhere/outcome.json: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(is_taken_in_when_the_store_opens, rig_remove),
        cmocka_unit_test_teardown(is_taken_in_after_a_sweep, rig_remove),
        cmocka_unit_test_teardown(counts_once, rig_remove),
        cmocka_unit_test_teardown(others_stay_where_they_are, rig_remove),
        cmocka_unit_test_teardown(is_written_into_the_room_that_was_kept, rig_remove),
        cmocka_unit_test_teardown(gives_the_room_back, rig_remove),
        cmocka_unit_test_teardown(the_room_of_a_killed_seat_is_removed, rig_remove),
        cmocka_unit_test_teardown(the_room_of_an_ended_attempt_is_removed, rig_remove),
        cmocka_unit_test(says_where_it_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
