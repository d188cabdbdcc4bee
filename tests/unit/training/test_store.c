/* Opening the store, its versions, trainees. */
#include "store_rig.h"

#include "store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* It is refused, with these words. */
static void check_refused(hl_status expected, const char *part,
                          hl_status (*open_store)(const char *, train_store **, char *), const char *path)
{
    char why[TRAIN_WHY] = "";
    train_store *store;
    assert_int_equal(open_store(path, &store, why), expected);
    assert_null(store);
    if (!strstr(why, part)) fail_msg("it says '%s', not '%s'", why, part);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void is_made_and_found_again(void **state)
{
    (void)state;
    int64_t first = 0, second = 0, again = 0;
    train_trainee *list;
    int count;
    RIG_OK(train_trainee_find(rig_store(), "Berta", &first));
    RIG_OK(train_trainee_find(rig_store(), "Anna", &second));
    rig_close();
    RIG_OK(train_trainee_find(rig_store(), "  Berta ", &again));
    assert_int_equal(again, first);
    (void)rig_begin("Anna", &rig_slalom);
    RIG_OK(train_trainees(rig_store(), &rig_arena, &list, &count));
    assert_int_equal(count, 2);
    assert_string_equal(list[0].name, "Anna");
    assert_int_equal(list[0].id, second);
    assert_int_equal(list[0].attempts, 1);
    assert_string_equal(list[1].name, "Berta");
    assert_int_equal(list[1].attempts, 0);
    assert_true(list[1].since > 1700000000); /* the clock of a time when this was written already */
}

/* What others may read, they may read; the folders that are made are of their owner. */
static void folders_are_private(void **state)
{
    (void)state;
    char folder[TRAIN_PATH];
    struct stat info;
    (void)rig_store();
    (void)snprintf(folder, sizeof folder, "%s", rig_path());
    *strrchr(folder, '/') = '\0';
    assert_int_equal(stat(folder, &info), 0);
    assert_int_equal(info.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO), S_IRWXU);
}

static void reading_makes_nothing(void **state)
{
    (void)state;
    char why[TRAIN_WHY];
    train_store *store;
    check_refused(HL_IO_ERROR, "No such file", train_store_open_read, rig_path());
    assert_int_not_equal(access(rig_path(), F_OK), 0);
    (void)rig_attempt("Anna", &rig_slalom, 80.0, 10.0, TRAIN_PENDING);
    assert_int_equal(train_store_open_read(rig_path(), &store, why), HL_OK);
    train_trainee *list;
    int count;
    int64_t id;
    assert_int_equal(train_trainees(store, &rig_arena, &list, &count), HL_OK);
    assert_int_equal(count, 1);
    assert_int_equal(train_trainee_find(store, "Berta", &id), HL_IO_ERROR);
    assert_non_null(strstr(train_store_why(store), "readonly"));
    train_store_close(store);
}

/* ---- other files ---- */

static void others_are_refused(void **state)
{
    (void)state;
    check_refused(HL_IO_ERROR, "empty", train_store_open, "");
    check_refused(HL_IO_ERROR, "path of a file", train_store_open, ":memory:");
    check_refused(HL_IO_ERROR, "it is a folder", train_store_open, "/");
    check_refused(HL_IO_ERROR, "", train_store_open, "/proc/1/results.db");
    (void)rig_store();
    rig_close();
    write_file(rig_path(),
               "this is a letter to somebody, and longer than the head of a database, which is of a "
               "hundred bytes; and it stays as it is");
    check_refused(HL_BAD_INPUT, "not a results store", train_store_open, rig_path());
    check_refused(HL_BAD_INPUT, "not a results store", train_store_open_read, rig_path());
}

static void other_databases_are_left_alone(void **state)
{
    (void)state;
    (void)rig_store();
    rig_close();
    assert_int_equal(unlink(rig_path()), 0);
    rig_sql("CREATE TABLE songs (name)");
    check_refused(HL_BAD_INPUT, "of another program", train_store_open, rig_path());
    check_refused(HL_BAD_INPUT, "of another program", train_store_open_read, rig_path());
    rig_sql("INSERT INTO songs VALUES ('one'); PRAGMA user_version = 1");
    check_refused(HL_BAD_INPUT, "of another program", train_store_open, rig_path());
}

static void newer_versions_are_refused(void **state)
{
    (void)state;
    (void)rig_store();
    rig_close();
    rig_sql("PRAGMA user_version = 99");
    check_refused(HL_BAD_INPUT, "version 99", train_store_open, rig_path());
    check_refused(HL_BAD_INPUT, "version 99", train_store_open_read, rig_path());
    rig_sql("PRAGMA user_version = 0");
    check_refused(HL_BAD_INPUT, "its version is missing", train_store_open, rig_path());
}

/* An empty file is what a kill leaves between making and filling it. */
static void empty_files_are_filled(void **state)
{
    (void)state;
    (void)rig_store();
    rig_close();
    write_file(rig_path(), "");
    check_refused(HL_BAD_INPUT, "it is empty", train_store_open_read, rig_path());
    (void)rig_begin("Anna", &rig_slalom);
}

/* Two seats that are switched on together: both make it, neither takes it for something else. */
static void two_may_make_it_at_once(void **state)
{
    enum { TIMES = 20, SEATS = 2 };
    (void)state;
    for (int i = 0; i < TIMES; i++) {
        pid_t seats[SEATS];
        (void)rig_path();
        for (int k = 0; k < SEATS; k++) {
            seats[k] = fork();
            assert_true(seats[k] >= 0);
            char why[TRAIN_WHY];
            train_store *store;
            if (seats[k] == 0) _exit(train_store_open(rig_path(), &store, why) != HL_OK);
        }
        for (int k = 0; k < SEATS; k++) {
            int status;
            assert_int_equal(waitpid(seats[k], &status, 0), seats[k]);
            assert_int_equal(status, 0);
        }
        assert_int_equal(rig_remove(NULL), 0);
    }
}

/* ---- older versions ---- */

/* A store as version 1 left it, with an attempt. */
static void make_version_1(void)
{
    char sql[96];
    (void)rig_store();
    rig_close();
    assert_int_equal(unlink(rig_path()), 0);
    rig_sql(train_migrations[0]);
    (void)snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = 1", TRAIN_APPLICATION);
    rig_sql(sql);
    rig_sql(
        "INSERT INTO trainees VALUES (1, 'Anna', 1700000000); INSERT INTO attempts (trainee, began, "
        "exercise, "
        "title, hash, machine, variants, attempts_counted, reference, practice, result, score) VALUES (1, "
        "1700000001, 'slalom', 'A slalom', '0123', 'tractor', '', 0, 0, 0, 1, 81.5)");
}

static void older_ones_are_brought_up_to_date(void **state)
{
    (void)state;
    train_attempt *attempt;
    make_version_1();
    check_refused(HL_BAD_INPUT, "version 1", train_store_open_read, rig_path());
    RIG_OK(train_attempt_read(rig_store(), 1, &rig_arena, &attempt));
    CHECK_SAME(attempt->outcome.score, 81.5);
    assert_int_equal(attempt->proof, TRAIN_PENDING);
    RIG_OK(train_attempt_prove(rig_store(), 1, TRAIN_ACCEPTED, ""));
    rig_close();
    RIG_OK(train_attempt_read(rig_store(), 1, &rig_arena, &attempt));
    assert_int_equal(attempt->proof, TRAIN_ACCEPTED);
}

/* A step that fails takes all of the change back: the table is in the way of its last column. */
static void a_change_is_whole_or_not(void **state)
{
    (void)state;
    make_version_1();
    rig_sql("ALTER TABLE attempts ADD COLUMN proof_why TEXT");
    check_refused(HL_IO_ERROR, "duplicate column", train_store_open, rig_path());
    check_refused(HL_BAD_INPUT, "version 1", train_store_open_read, rig_path());
    rig_sql("ALTER TABLE attempts DROP COLUMN proof_why");
    (void)rig_store(); /* `proof` is not there twice */
}

/* ---- trainees ---- */

static void names_are_texts(void **state)
{
    (void)state;
    static const char *const names[] = {"Robert'); DROP TABLE trainees;--", "<script>alert(1)</script>",
                                        "\"' OR 1=1", "%s%n", "J\xc3\xb6rg"};
    enum { NAMES = sizeof names / sizeof *names };
    int64_t id;
    train_trainee *list;
    int count;
    for (int i = 0; i < NAMES; i++) RIG_OK(train_trainee_find(rig_store(), names[i], &id));
    assert_int_equal(train_trainee_find(rig_store(), "a\x1b", &id), HL_BAD_INPUT);
    assert_non_null(strstr(train_store_why(rig_store()), "control"));
    RIG_OK(train_trainees(rig_store(), &rig_arena, &list, &count));
    assert_int_equal(count, NAMES);
    for (int i = 0; i < NAMES; i++) {
        int found = 0;
        for (int k = 0; k < count; k++) found += strcmp(list[k].name, names[i]) == 0;
        assert_int_equal(found, 1);
    }
}

static void are_renamed(void **state)
{
    (void)state;
    int64_t anna = 0, id = 0;
    train_store *store = rig_store();
    RIG_OK(train_trainee_find(store, "Anna", &anna));
    RIG_OK(train_trainee_find(store, "Berta", &id));
    RIG_OK(train_trainee_rename(store, "Anna", " Anne  B. "));
    RIG_OK(train_trainee_find(store, "Anne B.", &id));
    assert_int_equal(id, anna);
    assert_int_equal(train_trainee_rename(store, "Anne B.", "Berta"), HL_BAD_INPUT);
    assert_non_null(strstr(train_store_why(store), "'Berta' already exists"));
    assert_int_equal(train_trainee_rename(store, "Nobody", "Carla"), HL_BAD_INPUT);
    assert_non_null(strstr(train_store_why(store), "no trainee named 'Nobody'"));
    assert_int_equal(train_trainee_rename(store, "Berta", ""), HL_BAD_INPUT);
    assert_int_equal(train_trainee_rename(store, "Berta", "reference"), HL_BAD_INPUT);
    RIG_OK(train_trainee_rename(store, "Berta", "Berta"));
}

/* The bytes of a text in the file and its log. */
static bool file_holds(const char *end, const char *text)
{
    char path[TRAIN_PATH];
    const size_t length = strlen(text);
    (void)snprintf(path, sizeof path, "%s%s", rig_path(), end);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t matched = 0;
    for (int c = getc(file); c != EOF && matched < length; c = getc(file))
        matched = c == text[matched] ? matched + 1 : (size_t)(c == text[0]);
    assert_int_equal(fclose(file), 0);
    return matched == length;
}

static void are_deleted_without_a_trace(void **state)
{
    (void)state;
    static const char name[] = "Zacharias Unique";
    train_attempt *attempt;
    const int64_t id = rig_attempt(name, &rig_slalom, 80.0, 10.0, TRAIN_ACCEPTED);
    (void)rig_begin("Anna", &rig_slalom);
    assert_true(file_holds("", name) || file_holds("-wal", name));
    RIG_OK(train_trainee_delete(rig_store(), name));
    assert_int_equal(train_attempt_read(rig_store(), id, &rig_arena, &attempt), HL_BAD_INPUT);
    assert_int_equal(train_trainee_delete(rig_store(), name), HL_BAD_INPUT);
    assert_false(file_holds("", name) || file_holds("-wal", name));
    assert_true(rig_begin("Anna", &rig_slalom) > id); /* its folder's number does not come again */
}

/* ---- places ---- */

static void is_where_data_belongs(void **state)
{
    (void)state;
    char path[TRAIN_PATH], folder[TRAIN_PATH];
    assert_int_equal(setenv("XDG_DATA_HOME", "/data", 1), 0);
    assert_int_equal(setenv("HOME", "/home/anna", 1), 0);
    assert_true(train_store_default(path));
    assert_string_equal(path, "/data/headland/results.db");
    assert_int_equal(setenv("XDG_DATA_HOME", "relative", 1), 0); /* is to be ignored */
    assert_true(train_store_default(path));
    assert_string_equal(path, "/home/anna/.local/share/headland/results.db");
    assert_int_equal(unsetenv("XDG_DATA_HOME") + unsetenv("HOME"), 0);
    assert_false(train_store_default(path));
    train_attempt_folder("/data/results.db", 12, folder);
    assert_string_equal(folder, "/data/results.db-attempts/12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(is_made_and_found_again, rig_remove),
        cmocka_unit_test_teardown(folders_are_private, rig_remove),
        cmocka_unit_test_teardown(reading_makes_nothing, rig_remove),
        cmocka_unit_test_teardown(others_are_refused, rig_remove),
        cmocka_unit_test_teardown(other_databases_are_left_alone, rig_remove),
        cmocka_unit_test_teardown(newer_versions_are_refused, rig_remove),
        cmocka_unit_test_teardown(empty_files_are_filled, rig_remove),
        cmocka_unit_test_teardown(two_may_make_it_at_once, rig_remove),
        cmocka_unit_test_teardown(older_ones_are_brought_up_to_date, rig_remove),
        cmocka_unit_test_teardown(a_change_is_whole_or_not, rig_remove),
        cmocka_unit_test_teardown(names_are_texts, rig_remove),
        cmocka_unit_test_teardown(are_renamed, rig_remove),
        cmocka_unit_test_teardown(are_deleted_without_a_trace, rig_remove),
        cmocka_unit_test(is_where_data_belongs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
