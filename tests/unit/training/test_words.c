#include "support/check.h"

#include "words.h"

#include "file/template.h"

#include <math.h>
#include <string.h>

static const char *number(double value, const char *unit)
{
    static char text[WORDS_NUMBER];
    return words_number(value, words_unit_of(unit), text);
}

static void writes_numbers_with_units_for_people(void **state)
{
    (void)state;
    assert_string_equal(number(2.0, "1"), "2");
    assert_string_equal(number(0.5, "rad"), "28.6 deg"); /* 28.648 */
    assert_string_equal(number(190e5, "Pa"), "190 bar");
    assert_string_equal(number(62.0, "%"), "62 %");
    assert_string_equal(number(1234.56, "kg"), "1235 kg");
    assert_string_equal(number(0.70711, "l"), "0.71 l");
    assert_string_equal(number(0.0012, "m"), "0.0012 m");
    assert_string_equal(number(-0.0, "m"), "0 m");
    assert_string_equal(number(12345678.0, "J"), "1.235e+07 J");
    assert_string_equal(number((double)NAN, "m"), "-");
}

static void writes_points_to_a_tenth(void **state)
{
    char text[WORDS_NUMBER];
    (void)state;
    assert_string_equal(words_points(12.34, text), "12.3");
    assert_string_equal(words_points(-0.01, text), "0.0");
}

static void takes_bounds_with_and_without_units(void **state)
{
    (void)state;
    CHECK_SAME(words_bound(&(auth_condition){.value = 40.0}, "bar"), 40.0);
    /* 40 bar in SI are 40e5 Pa; the division rounds once */
    CHECK_RELATIVE(words_bound(&(auth_condition){.value = 40e5, .with_unit = true}, "bar"), 40.0, 3e-16);
}

/* By the civil calendar: 2000 is a leap year, 1900 and 2100 are not. */
static void writes_dates(void **state)
{
    char text[WORDS_DATE];
    (void)state;
    assert_string_equal(words_date(0, text), "1970-01-01 00:00 UTC");
    assert_string_equal(words_date(-60, text), "1969-12-31 23:59 UTC");
    assert_string_equal(words_date(951782400, text), "2000-02-29 00:00 UTC");
    assert_string_equal(words_date(4107542400, text), "2100-03-01 00:00 UTC");
    assert_string_equal(words_date(1795352645, text), "2026-11-22 13:04 UTC");
}

static void reads_characters_and_marks_bad_bytes(void **state)
{
    const char *text = "a\xc3\xb6\xe2\x82\xac\xf0\x9f\x9a\x9c\xff\xc3(\xc0\xaf\xed\xa0\x80";
    const uint32_t expected[] = {'a', 0xf6,   0x20ac, 0x1f69c, 0xfffd, 0xfffd,
                                 '(', 0xfffd, 0xfffd, 0xfffd,  0xfffd, 0xfffd};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(file_utf8_next(&text), expected[i]);
    assert_int_equal(*text, '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_numbers_with_units_for_people), cmocka_unit_test(writes_points_to_a_tenth),
        cmocka_unit_test(takes_bounds_with_and_without_units),  cmocka_unit_test(writes_dates),
        cmocka_unit_test(reads_characters_and_marks_bad_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
