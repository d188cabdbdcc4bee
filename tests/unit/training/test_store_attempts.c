/* Attempts: begun, ended, read, proved, swept. */
#include "store_rig.h"

#include "store_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const train_points points[] = {
    {"time", "time of the drive", "s", 41.300000000000004, 30.0, 90.0, 40.583333333333336, 50.0},
    {"level", "", "m", (double)NAN, 0.0, -0.1, 0.0, 50.0}};
static const train_event events[] = {{0.0, "task", "first gate"},
                                     {1.0 / 3.0, "hit", "<b>pole</b>; DROP TABLE"}};
static const train_outcome outcome = {.result = TRAIN_FINISHED,
                                      .reason = "",
                                      .time = 41.300000000000004,
                                      .fuel = (double)NAN,
                                      .hits = 2,
                                      .score = 40.583333333333336,
                                      .passed = true,
                                      .point_count = 2,
                                      .event_count = 2,
                                      .points = points,
                                      .events = events,
                                      .state_hash = "00ff",
                                      .recording_hash = "11ee"};

static train_attempt *read_attempt(int64_t id)
{
    train_attempt *attempt;
    RIG_OK(train_attempt_read(rig_store(), id, &rig_arena, &attempt));
    return attempt;
}

static void stands_as_running_first(void **state)
{
    (void)state;
    const train_attempt *attempt = read_attempt(rig_begin("Anna", &rig_hopper));
    assert_int_equal(attempt->outcome.result, TRAIN_RUNNING);
    assert_string_equal(attempt->trainee_name, "Anna");
    assert_string_equal(attempt->exercise.name, "hopper");
    assert_string_equal(attempt->exercise.title, "The hopper");
    assert_string_equal(attempt->exercise.hash, "4567");
    assert_string_equal(attempt->exercise.machine, "excavator");
    assert_string_equal(attempt->exercise.variants, "bucket=large");
    assert_int_equal(attempt->exercise.attempts_counted, 3);
    assert_false(attempt->exercise.reference || attempt->exercise.practice || attempt->outcome.passed);
    assert_true(attempt->began > 1700000000);
    assert_true(isnan(attempt->outcome.fuel));
}

/* Every bit of every number: verifying compares them exactly. */
static void comes_back_as_it_ended(void **state)
{
    (void)state;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    rig_close();
    const train_outcome *o = &read_attempt(id)->outcome;
    assert_int_equal(o->result, TRAIN_FINISHED);
    CHECK_SAME(o->time, outcome.time);
    CHECK_SAME(o->score, outcome.score);
    assert_true(isnan(o->fuel));
    assert_int_equal(o->hits, 2);
    assert_true(o->passed);
    assert_false(o->practice);
    assert_string_equal(o->state_hash, "00ff");
    assert_string_equal(o->recording_hash, "11ee");
    assert_int_equal(o->point_count, 2);
    assert_string_equal(o->points[0].name, "time");
    assert_string_equal(o->points[0].text, "time of the drive");
    assert_string_equal(o->points[0].unit, "s");
    CHECK_SAME(o->points[0].value, points[0].value);
    CHECK_SAME(o->points[0].points, points[0].points);
    assert_true(isnan(o->points[1].value));
    CHECK_SAME(o->points[1].worst, -0.1);
    CHECK_SAME(o->points[1].most, 50.0);
    assert_int_equal(o->event_count, 2);
    CHECK_SAME(o->events[1].time, 1.0 / 3.0);
    assert_string_equal(o->events[1].kind, "hit");
    assert_string_equal(o->events[1].text, "<b>pole</b>; DROP TABLE");
}

static void ends_once(void **state)
{
    (void)state;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    assert_int_equal(train_attempt_end(rig_store(), id, &outcome), HL_BAD_INPUT);
    assert_non_null(strstr(train_store_why(rig_store()), "already ended"));
    assert_int_equal(train_attempt_end(rig_store(), id + 1, &outcome), HL_BAD_INPUT);
    assert_non_null(strstr(train_store_why(rig_store()), "no attempt"));
    assert_int_equal(read_attempt(id)->outcome.event_count, 2);
}

/* An event without a kind is refused by the table, behind the outcome and the points. */
static void ends_whole_or_not(void **state)
{
    (void)state;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    train_outcome bad = outcome;
    bad.events = (const train_event[]){events[0], {.time = 1.0}};
    assert_int_equal(train_attempt_end(rig_store(), id, &bad), HL_BAD_INPUT);
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_RUNNING);
    assert_int_equal(read_attempt(id)->outcome.point_count, 0);
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    assert_int_equal(read_attempt(id)->outcome.point_count, 2);
}

static void begins_for_trainees_alone(void **state)
{
    (void)state;
    int64_t id;
    assert_int_equal(train_attempt_begin(rig_store(), 77, &rig_slalom, &id),
                     HL_BAD_INPUT); /* a foreign key */
}

static void a_fault_makes_it_practice(void **state)
{
    (void)state;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    train_outcome faulty = outcome;
    faulty.practice = true;
    RIG_OK(train_attempt_end(rig_store(), id, &faulty));
    assert_true(read_attempt(id)->exercise.practice);
}

static void is_proved(void **state)
{
    (void)state;
    const int64_t id = rig_attempt("Anna", &rig_slalom, 80.0, 10.0, TRAIN_PENDING);
    assert_int_equal(read_attempt(id)->proof, TRAIN_PENDING);
    RIG_OK(train_attempt_prove(rig_store(), id, TRAIN_REFUSED, "its hits are 3, not 2"));
    assert_int_equal(read_attempt(id)->proof, TRAIN_REFUSED);
    assert_string_equal(read_attempt(id)->proof_why, "its hits are 3, not 2");
    assert_int_equal(train_attempt_prove(rig_store(), id + 1, TRAIN_ACCEPTED, ""), HL_BAD_INPUT);
}

static void those_that_count_are_counted(void **state)
{
    (void)state;
    int64_t anna;
    int count;
    train_exercise other = rig_hopper;
    RIG_OK(train_trainee_find(rig_store(), "Anna", &anna));
    (void)rig_failed("Anna", &rig_hopper);
    (void)rig_begin("Anna", &rig_hopper);
    (void)rig_begin("Berta", &rig_hopper);
    (void)rig_begin("Anna", &rig_slalom);
    other.practice = true;
    (void)rig_begin("Anna", &other);
    other = rig_hopper;
    other.reference = true;
    (void)rig_begin("Anna", &other);
    other = rig_hopper;
    other.hash = "89ab";
    (void)rig_begin("Anna", &other);
    RIG_OK(train_attempts_counted(rig_store(), anna, &rig_hopper, &count));
    assert_int_equal(count, 2);
}

/* ---- voiding ---- */

static hl_status decide(int64_t id, bool voided, const char *instructor, const char *why)
{
    return train_attempt_void(rig_store(), id,
                              &(train_voiding){.voided = voided, .instructor = instructor, .why = why});
}

/* Who, when and why of every decision stay; score and proof too. */
static void decisions_are_kept(void **state)
{
    (void)state;
    train_voiding *list;
    int count;
    const int64_t id = rig_attempt("Anna", &rig_slalom, 90.0, 50.0, TRAIN_ACCEPTED);
    assert_false(read_attempt(id)->voiding.voided);
    assert_true(read_attempt(id)->voiding.at == 0);
    RIG_OK(decide(id, true, " Irma ", "the  pedal\twas broken"));
    rig_close();
    const train_attempt *attempt = read_attempt(id);
    assert_true(attempt->voiding.voided && attempt->voiding.at > 1700000000);
    assert_string_equal(attempt->voiding.instructor, "Irma");
    assert_string_equal(attempt->voiding.why, "the pedal was broken");
    CHECK_SAME(attempt->outcome.score, 90.0);
    assert_int_equal(attempt->proof, TRAIN_ACCEPTED);
    RIG_OK(decide(id, false, "Jan", "it was in order"));
    assert_false(read_attempt(id)->voiding.voided);
    RIG_OK(train_attempt_voidings(rig_store(), id, &rig_arena, &list, &count));
    assert_int_equal(count, 2);
    assert_true(list[0].voided && !list[1].voided);
    assert_string_equal(list[0].instructor, "Irma");
    assert_string_equal(list[1].why, "it was in order");
}

static void refuse_decision(int64_t id, bool voided, const char *instructor, const char *why,
                            const char *word)
{
    assert_int_equal(decide(id, voided, instructor, why), HL_BAD_INPUT);
    if (!strstr(train_store_why(rig_store()), word))
        fail_msg("'%s' in '%s'", word, train_store_why(rig_store()));
}

static void decisions_without_sense_are_refused(void **state)
{
    (void)state;
    char longer[TRAIN_REASON + 2];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    const int64_t running = rig_begin("Anna", &rig_slalom);
    const int64_t id = rig_attempt("Anna", &rig_slalom, 90.0, 50.0, TRAIN_ACCEPTED);
    refuse_decision(running, true, "Irma", "a reason", "still running");
    refuse_decision(id + 1, true, "Irma", "a reason", "no attempt");
    refuse_decision(id, false, "Irma", "a reason", "not voided");
    refuse_decision(id, true, "", "a reason", "a name must not be empty");
    refuse_decision(id, true, "Irma", " ", "a reason must not be empty");
    refuse_decision(id, true, "Irma", longer, "at most 200");
    refuse_decision(id, true, "Irma", "a\x1b[2J", "control");
    refuse_decision(id, true, "Irma", "a\xff", "UTF-8");
    RIG_OK(decide(id, true, "Irma", longer + 1));
    refuse_decision(id, true, "Irma", "again", "already voided");
}

static void voided_ones_are_not_counted(void **state)
{
    (void)state;
    int64_t anna;
    int count;
    RIG_OK(train_trainee_find(rig_store(), "Anna", &anna));
    const int64_t id = rig_failed("Anna", &rig_hopper);
    (void)rig_failed("Anna", &rig_hopper);
    RIG_OK(decide(id, true, "Irma", "another person drove"));
    RIG_OK(train_attempts_counted(rig_store(), anna, &rig_hopper, &count));
    assert_int_equal(count, 1);
}

/* ---- lists ---- */

static void check_list(train_filter filter, const char *expected)
{
    char got[64] = "";
    train_attempt *list;
    int count;
    RIG_OK(train_attempts(rig_store(), &filter, &rig_arena, &list, &count));
    for (int i = 0; i < count; i++) (void)snprintf(got + strlen(got), 8, " %d", (int)list[i].id);
    assert_string_equal(got, expected);
}

static void are_listed(void **state)
{
    (void)state;
    const char **names;
    int count;
    check_list((train_filter){0}, "");
    (void)rig_begin("Anna", &rig_hopper);
    (void)rig_begin("Berta", &rig_hopper);
    (void)rig_begin("Anna", &rig_slalom);
    (void)rig_begin("Anna", &rig_hopper);
    check_list((train_filter){0}, " 4 3 2 1");
    check_list((train_filter){.trainee = "Anna"}, " 4 3 1");
    check_list((train_filter){.trainee = "Anna", .exercise = "hopper"}, " 4 1");
    check_list((train_filter){.hash = "0123"}, " 3");
    check_list((train_filter){.since = 2}, " 4 3");
    check_list((train_filter){.most = 1}, " 4");
    check_list((train_filter){.trainee = "' OR 1=1 --"}, "");
    RIG_OK(train_exercises(rig_store(), &rig_arena, &names, &count));
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "hopper");
    assert_string_equal(names[1], "slalom");
}

/* ---- seats ---- */

static void lives_as_long_as_it_runs(void **state)
{
    (void)state;
    train_seat seat, other;
    train_seat_self(&seat);
    assert_int_equal(seat.pid, getpid());
    assert_true(train_seat_is_alive(&seat));
    other = seat;
    other.start++; /* somebody else has the number now */
    assert_false(train_seat_is_alive(&other));
    other = seat;
    other.boot[0] = other.boot[0] == 'a' ? 'b' : 'a'; /* the system was started anew */
    assert_false(train_seat_is_alive(&other));
    other = seat;
    other.pid = 0;
    assert_false(train_seat_is_alive(&other));
}

/* A process that begins an attempt and is gone without ending it. */
static void begin_and_die(void)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int64_t id;
        char why[TRAIN_WHY];
        train_store *store;
        if (train_store_open(rig_path(), &store, why) != HL_OK) _exit(1);
        _exit(train_attempt_begin(store, 1, &rig_slalom, &id) != HL_OK);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void those_of_dead_seats_are_broken(void **state)
{
    (void)state;
    int count;
    const int64_t living = rig_begin("Anna", &rig_slalom);
    rig_close();
    begin_and_die();
    RIG_OK(train_attempts_close_dead(rig_store(), &count));
    assert_int_equal(count, 1);
    assert_int_equal(read_attempt(living)->outcome.result, TRAIN_RUNNING);
    assert_int_equal(read_attempt(living + 1)->outcome.result, TRAIN_BROKEN);
    assert_non_null(strstr(read_attempt(living + 1)->outcome.reason, "without a word"));
    RIG_OK(train_attempts_close_dead(rig_store(), &count));
    assert_int_equal(count, 0);
}

/* Taken for dead, as from another container: what it says in the end counts. */
static void a_swept_one_may_end(void **state)
{
    (void)state;
    int count;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    rig_close();
    rig_sql("UPDATE attempts SET seat_start = 1");
    RIG_OK(train_attempts_close_dead(rig_store(), &count));
    assert_int_equal(count, 1);
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    assert_int_equal(read_attempt(id)->outcome.result, TRAIN_FINISHED);
    assert_int_equal(train_attempt_end(rig_store(), id, &outcome), HL_BAD_INPUT);
}

/* Results are personal: neither the folder of an attempt nor that of all is for others to look into. */
static void has_a_folder_for_its_owner_alone(void **state)
{
    (void)state;
    char folder[TRAIN_PATH];
    struct stat info;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    const mode_t usual = umask(0);
    const bool made = train_attempt_make_folder(rig_path(), id),
               again = train_attempt_make_folder(rig_path(), id);
    (void)umask(usual);
    assert_true(made && again);
    train_attempt_folder(rig_path(), id, folder);
    for (int level = 0; level < 2; level++, *strrchr(folder, '/') = '\0') {
        assert_int_equal(stat(folder, &info), 0);
        assert_true(S_ISDIR(info.st_mode));
        assert_int_equal(info.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO), S_IRWXU);
    }
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
}

static void a_dropped_one_leaves_nothing(void **state)
{
    (void)state;
    train_attempt *list;
    int count;
    const int64_t id = rig_begin("Anna", &rig_slalom), other = rig_begin("Anna", &rig_slalom);
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    RIG_OK(train_attempt_drop(rig_store(), id));
    RIG_OK(train_attempts(rig_store(), &(train_filter){.trainee = "Anna"}, &rig_arena, &list, &count));
    assert_int_equal(count, 1);
    assert_int_equal(list[0].id, other);
    assert_int_equal(train_attempt_read(rig_store(), id, &rig_arena, &list), HL_BAD_INPUT);
    assert_true(rig_begin("Anna", &rig_slalom) > other); /* no number comes twice */
}

/* The files of a store that was lost are nobody's to write over. */
static void names_a_folder_that_is_not_there(void **state)
{
    (void)state;
    const int64_t id = rig_begin("Anna", &rig_slalom);
    for (int i = 1; i <= 2; i++) assert_true(train_attempt_make_folder(rig_path(), id + i));
    assert_int_equal(rig_begin("Anna", &rig_slalom), id + 3);
    assert_int_equal(rig_begin("Anna", &rig_slalom), id + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(has_a_folder_for_its_owner_alone, rig_remove),
        cmocka_unit_test_teardown(names_a_folder_that_is_not_there, rig_remove),
        cmocka_unit_test_teardown(stands_as_running_first, rig_remove),
        cmocka_unit_test_teardown(comes_back_as_it_ended, rig_remove),
        cmocka_unit_test_teardown(ends_once, rig_remove),
        cmocka_unit_test_teardown(ends_whole_or_not, rig_remove),
        cmocka_unit_test_teardown(begins_for_trainees_alone, rig_remove),
        cmocka_unit_test_teardown(a_fault_makes_it_practice, rig_remove),
        cmocka_unit_test_teardown(is_proved, rig_remove),
        cmocka_unit_test_teardown(those_that_count_are_counted, rig_remove),
        cmocka_unit_test_teardown(are_listed, rig_remove),
        cmocka_unit_test(lives_as_long_as_it_runs),
        cmocka_unit_test_teardown(those_of_dead_seats_are_broken, rig_remove),
        cmocka_unit_test_teardown(a_swept_one_may_end, rig_remove),
        cmocka_unit_test_teardown(a_dropped_one_leaves_nothing, rig_remove),
        cmocka_unit_test_teardown(decisions_are_kept, rig_remove),
        cmocka_unit_test_teardown(decisions_without_sense_are_refused, rig_remove),
        cmocka_unit_test_teardown(voided_ones_are_not_counted, rig_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
