/* Lines of JSON: escapes, what is no text, what does not fit. */
#include "support/check.h"

#include "link_internal.h"

#include <math.h>
#include <string.h>

static char bytes[128];

static link_line begin(size_t size)
{
    memset(bytes, 0, sizeof bytes);
    return (link_line){.bytes = bytes, .size = size};
}

static void test_text(void **unused)
{
    (void)unused;
    static const struct {
        const char *in;
        size_t most;
        const char *out;
    } cases[] = {
        {"plain", 10, "\"plain\""},
        {"a\"b\\c", 10, "\"a\\\"b\\\\c\""},
        {"a\nb\x7F", 10, "\"a?b?\""},
        {"\xC3\xA4\xE2\x82\xAC", 10, "\"\xC3\xA4\xE2\x82\xAC\""},
        {"\xC3\xA4\xE2\x82\xAC", 4, "\"\xC3\xA4\""}, /* whole characters */
        {"\xC3(\xC0\xAF\xC2\x85", 10, "\"?(????\""}, /* cut, overlong, a control character of two bytes */
        {"", 10, "\"\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        link_line line = begin(sizeof bytes - 1);
        link_put(&line, link_text(cases[i].in, cases[i].most), "");
        assert_false(line.bad);
        assert_string_equal(bytes, cases[i].out);
    }
}

static void test_numbers(void **unused)
{
    (void)unused;
    link_line line = begin(sizeof bytes - 1);
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, link_number(0.1, 17));
    cJSON_AddItemToArray(list, link_number(1.0 / 3.0, 4));
    cJSON_AddItemToArray(list, link_number((double)NAN, 4));
    cJSON_AddItemToArray(list, link_number((double)-INFINITY, 4));
    cJSON_AddItemToArray(list, link_whole(INT64_MIN));
    link_put(&line, list, "\n");
    assert_string_equal(bytes, "[0.10000000000000001,0.3333,null,null,-9223372036854775808]\n");
}

static void test_what_does_not_fit(void **unused)
{
    (void)unused;
    link_line line = begin(16);
    link_put(&line, link_whole(12345), "");
    assert_false(line.bad);
    assert_int_equal(line.length, 5);
    link_put(&line, link_text("much too long", 20), "");
    assert_true(line.bad);
    link_put(&line, link_whole(1), "");
    assert_true(line.bad && line.length == 5 && bytes[16] == '\0'); /* nothing beyond its end */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
