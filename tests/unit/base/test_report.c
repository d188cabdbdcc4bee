/* Reports: format of a line, order, capacity, and texts longer than a complaint holds. */
#include "support/check.h"

#include "hl/report.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 800 };

static hl_report report; /* 26 kB: not on the stack */

static int begin(void **state)
{
    (void)state;
    hl_report_begin(&report, "crane.yaml");
    return 0;
}

static void new_report_is_clean(void **state)
{
    (void)state;
    assert_true(hl_report_clean(&report));
    assert_int_equal(report.dropped, 0);
    assert_string_equal(report.file, "crane.yaml");
}

static void lines_of_warnings_say_so(void **state)
{
    (void)state;
    char line[100];
    hl_report_begin_warnings(&report, "crane.yaml");
    hl_report_add(&report, (hl_place){3, 5}, "bucket of 15 t");
    hl_report_add(&report, (hl_place){0, 0}, "of the file");
    hl_report_line(&report, 0, line, sizeof line);
    assert_string_equal(line, "crane.yaml:3:5: warning: bucket of 15 t");
    hl_report_line(&report, 1, line, sizeof line);
    assert_string_equal(line, "crane.yaml: warning: of the file");
    hl_report_begin(&report, "crane.yaml");
    hl_report_add(&report, (hl_place){3, 5}, "no mass");
    hl_report_line(&report, 0, line, sizeof line);
    assert_string_equal(line, "crane.yaml:3:5: no mass");
}

static void line_is_file_line_column_text(void **state)
{
    (void)state;
    char line[LINE];
    hl_report_add(&report, (hl_place){12, 7}, "mass is %g kg, expected a positive number", -2.5);
    hl_report_add(&report, (hl_place){0, 0}, "100%% of %s", "nothing");
    assert_false(hl_report_clean(&report));
    hl_report_line(&report, 0, line, sizeof line);
    assert_string_equal(line, "crane.yaml:12:7: mass is -2.5 kg, expected a positive number");
    hl_report_line(&report, 1, line, sizeof line);
    assert_string_equal(line, "crane.yaml: 100% of nothing");
}

/* The first complaints are kept, in order; the rest are counted. */
static void what_does_not_fit_is_counted(void **state)
{
    (void)state;
    const int many = HL_REPORT_CAPACITY + 5;
    for (int i = 0; i < many; i++) hl_report_add(&report, (hl_place){i + 1, 1}, "complaint %d", i);
    assert_int_equal(report.count, HL_REPORT_CAPACITY);
    assert_int_equal(report.dropped, 5);
    for (int i = 0; i < HL_REPORT_CAPACITY; i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "complaint %d", i);
        assert_string_equal(report.list[i].text, expected);
        assert_int_equal(report.list[i].place.line, i + 1);
    }
}

/* New lines, escapes and marks of direction come out as question marks, other letters as they are. */
static void what_a_file_says_stays_in_its_line(void **state)
{
    (void)state;
    hl_report_add(&report, (hl_place){1, 1}, "'%s'",
                  "a\nb\x1B[2J\x7F \xC2\x9B"
                  "1m");
    assert_string_equal(report.list[0].text, "'a?b?[2J? ??1m'");
    static const char override[] = {'\xE2', '\x80', '\xAE', '\0'}, isolate[] = {'\xE2', '\x81', '\xA9', '\0'};
    hl_report_add(&report, (hl_place){1, 1}, "%sabc %s \xC3\xA4 \xE2\x82\xAC \xE2\x80", override, isolate);
    assert_string_equal(report.list[1].text, "???abc ??? \xC3\xA4 \xE2\x82\xAC \xE2\x80");
}

static void long_texts_are_cut_not_overrun(void **state)
{
    (void)state;
    char text[2 * HL_MESSAGE_LENGTH], line[16];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    hl_report_add(&report, (hl_place){1, 1}, "%s", text);
    assert_int_equal(strlen(report.list[0].text), HL_MESSAGE_LENGTH - 1);
    memset(line, '#', sizeof line);
    hl_report_line(&report, 0, line, sizeof line);
    assert_string_equal(line, "crane.yaml:1:1:");
    hl_report_begin(&report, text);
    assert_int_equal(strlen(report.file), HL_FILE_LENGTH - 1);
}

/* Of one place the first stays the first. */
static void sorted_by_place(void **state)
{
    (void)state;
    static const struct {
        hl_place place;
        const char *text;
    } found[] = {{{7, 3}, "d"}, {{2, 9}, "b"}, {{7, 3}, "e"}, {{7, 1}, "c"}, {{0, 0}, "a"}};
    for (int i = 0; i < 5; i++) hl_report_add(&report, found[i].place, "%s", found[i].text);
    hl_report_sort(&report);
    for (int i = 0; i < 5; i++) assert_int_equal(report.list[i].text[0], 'a' + i);
}

static void begin_empties(void **state)
{
    (void)state;
    for (int i = 0; i < HL_REPORT_CAPACITY + 1; i++) hl_report_add(&report, (hl_place){1, 1}, "again");
    hl_report_begin(&report, "other.yaml");
    assert_true(hl_report_clean(&report));
    assert_int_equal(report.dropped, 0);
    assert_string_equal(report.file, "other.yaml");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(new_report_is_clean, begin),
                                       cmocka_unit_test_setup(line_is_file_line_column_text, begin),
                                       cmocka_unit_test_setup(lines_of_warnings_say_so, begin),
                                       cmocka_unit_test_setup(what_does_not_fit_is_counted, begin),
                                       cmocka_unit_test_setup(sorted_by_place, begin),
                                       cmocka_unit_test_setup(what_a_file_says_stays_in_its_line, begin),
                                       cmocka_unit_test_setup(long_texts_are_cut_not_overrun, begin),
                                       cmocka_unit_test_setup(begin_empties, begin)};
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
