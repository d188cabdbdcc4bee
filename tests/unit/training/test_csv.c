#include "drives.h"
#include "store_rig.h"

#include <string.h>

static const char *table(const train_filter *filter)
{
    FILE *file = drives_write();
    RIG_OK(train_export_csv(rig_store(), filter, file));
    return drives_written(file);
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part)) print_error("no %s in:\n%s\n", part, text);
    assert_non_null(strstr(text, part));
}

static int64_t finish(const char *trainee, const train_points *points, int count, const char *reason)
{
    const int64_t id = rig_begin(trainee, &rig_slalom);
    const train_outcome outcome = {.result = TRAIN_FINISHED,
                                   .reason = reason,
                                   .time = 90.5,
                                   .fuel = 0.25,
                                   .score = 70.0,
                                   .passed = true,
                                   .point_count = count,
                                   .points = points,
                                   .state_hash = "",
                                   .recording_hash = ""};
    RIG_OK(train_attempt_end(rig_store(), id, &outcome));
    return id;
}

static void each_attempt_is_a_row_with_all_components(void **state)
{
    static const train_points first[] = {{"time", "Time", "s", 90.5, 60, 120, 24.5, 50}};
    static const train_points second[] = {{"fuel", "Fuel", "l", 0.25, 0.2, 1, 46.875, 50}};
    (void)state;
    finish("Ada", first, 1, "done");
    finish("Bo", second, 1, "done");
    const char *csv = table(&(train_filter){0});
    assert_int_equal(drives_count(csv, "\r\n"), 3);
    assert_int_equal(drives_count(csv, "\n"), 3);
    has(csv, ",fuel: points,fuel: most,fuel: value,fuel: unit,time: points,time: most,time: value,time: "
             "unit\r\n"); /* newest first */
    has(csv, ",finished,done,90.5,0.25,0,70,yes,pending,,no,,46.875,50,0.25,l,,,,\r\n");
    has(csv, ",finished,done,90.5,0.25,0,70,yes,pending,,no,,,,,,24.5,50,90.5,s\r\n");
    assert_int_equal(drives_count(table(&(train_filter){.trainee = "Ada"}), "\r\n"), 2);
}

static void plain_numbers_have_no_unit(void **state)
{
    static const train_points points[] = {{"hits", "Hits", "1", 2, 0, 4, 25, 50}};
    (void)state;
    finish("Ada", points, 1, "done");
    has(table(&(train_filter){0}), ",25,50,2,\r\n");
}

static void attempts_without_an_outcome_have_no_numbers(void **state)
{
    static const train_outcome broken = {.result = TRAIN_BROKEN, .reason = "cut"};
    (void)state;
    const int64_t id = rig_begin("Ada", &rig_slalom);
    has(table(&(train_filter){0}), ",running,,,,,,no,pending,,no,\r\n");
    RIG_OK(train_attempt_end(rig_store(), id, &broken));
    has(table(&(train_filter){0}), ",broken,cut,,,,,no,pending,,no,\r\n");
}

static void texts_are_quoted_and_formulas_defused(void **state)
{
    static const char *const texts[][2] = {
        {"=1+1", ",\"'=1+1\","},
        {"+cmd|' /C calc'!A0", ",\"'+cmd|' /C calc'!A0\","},
        {"-2", ",\"'-2\","},
        {"@SUM(A1)", ",\"'@SUM(A1)\","},
        {"  =1", ",\"'  =1\","},
        {"\t=1", ",\"'\t=1\","},
        {"\xef\xbc\x9d"
         "1",
         ",\"'\xef\xbc\x9d"
         "1\","}, /* a wide equals sign */
        {"a, \"b\"", ",\"a, \"\"b\"\"\","},
        {"two\nlines", ",\"two\nlines\","},
        {"1=1", ",1=1,"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) finish("Ada", NULL, 0, texts[i][0]);
    const char *csv = table(&(train_filter){0});
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) has(csv, texts[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_attempt_is_a_row_with_all_components, rig_remove),
        cmocka_unit_test_teardown(plain_numbers_have_no_unit, rig_remove),
        cmocka_unit_test_teardown(attempts_without_an_outcome_have_no_numbers, rig_remove),
        cmocka_unit_test_teardown(texts_are_quoted_and_formulas_defused, rig_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
