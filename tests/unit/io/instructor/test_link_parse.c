/* Requests: what is taken, what is refused, and that what is written reads the same. */
#include "support/check.h"

#include "io/link_parse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse(const char *text, io_link_request *request)
{
    char why[200] = "";
    const bool good = io_link_parse(text, strlen(text), request, why, sizeof why);
    assert_int_equal(good, why[0] == '\0'); /* refused with a reason, and only then */
    return good;
}

static io_link_request parsed(const char *text)
{
    io_link_request request;
    if (!parse(text, &request)) fail_msg("refused: %s", text);
    return request;
}

static void test_kinds(void **unused)
{
    (void)unused;
    assert_int_equal(parsed("{\"type\":\"pause\"}").kind, XCH_DIRECTOR_PAUSE);
    assert_int_equal(parsed("{\"type\":\"resume\"}").kind, XCH_DIRECTOR_RESUME);
    assert_int_equal(parsed("{\"type\":\"reset\"}").kind, XCH_DIRECTOR_RESET);
    assert_int_equal(parsed(" { \"type\" : \"stop\" } ").kind, XCH_DIRECTOR_STOP);
    io_link_request r = parsed("{\"type\":\"load\",\"exercise\":\"exercises/1.yaml\",\"id\":7}");
    assert_int_equal(r.kind, XCH_DIRECTOR_LOAD);
    assert_string_equal(r.name, "exercises/1.yaml");
    assert_true(r.id == 7);
    assert_string_equal(parsed("{\"type\":\"pattern\",\"pattern\":\"iso\"}").name, "iso");
    r = parsed("{\"type\":\"message\",\"text\":\"Langsam! \\u00e4 \\\"so\\\" \xF0\x9F\x9A\x9C\"}");
    assert_int_equal(r.kind, XCH_DIRECTOR_MESSAGE);
    assert_string_equal(r.text, "Langsam! \xC3\xA4 \"so\" \xF0\x9F\x9A\x9C");
    assert_int_equal(parsed("{\"text\":\"\",\"type\":\"mark\"}").kind, XCH_DIRECTOR_MARK);
    r = parsed("{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":0.25}");
    assert_int_equal(r.kind, XCH_DIRECTOR_FAULT);
    CHECK_SAME(r.values[0], 0.25);
}

static void test_weather_changes_what_is_said(void **unused)
{
    (void)unused;
    const io_link_request r = parsed("{\"type\":\"weather\",\"rain\":1,\"wind\":[-3.5,0]}");
    CHECK_SAME(r.values[2], 1.0);
    CHECK_SAME(r.values[4], -3.5);
    CHECK_SAME(r.values[5], 0.0);
    assert_true(isnan(r.values[0]) && isnan(r.values[1]) && isnan(r.values[3]));
}

static const char *const refused[] = {
    "",
    "null",
    "[]",
    "{}",
    "\"pause\"",
    "{\"type\":\"pause\"",
    "{\"type\":\"pause\"} x",
    "{\"type\":\"pause\"}{\"type\":\"pause\"}",
    "{\"type\":1}",
    "{\"type\":\"Pause\"}",
    "{\"type\":\"quit\"}",
    "{\"TYPE\":\"pause\"}",
    "{\"type\":\"pause\",\"type\":\"pause\"}",
    "{\"type\":\"pause\",\"extra\":1}",
    "{\"type\":\"pause\",\"id\":-1}",
    "{\"type\":\"pause\",\"id\":1.5}",
    "{\"type\":\"pause\",\"id\":1e300}",
    "{\"type\":\"pause\",\"id\":\"1\"}",
    "{\"type\":\"load\"}",
    "{\"type\":\"load\",\"exercise\":3}",
    "{\"type\":\"load\",\"pattern\":\"x\"}",
    "{\"type\":\"weather\"}",
    "{\"type\":\"weather\",\"rain\":1.1}",
    "{\"type\":\"weather\",\"rain\":-0.1}",
    "{\"type\":\"weather\",\"rain\":1e999}",
    "{\"type\":\"weather\",\"rain\":NaN}",
    "{\"type\":\"weather\",\"rain\":null}",
    "{\"type\":\"weather\",\"rain\":true}",
    "{\"type\":\"weather\",\"time_of_day\":24.5}",
    "{\"type\":\"weather\",\"visibility\":9}",
    "{\"type\":\"weather\",\"visibility\":200001}",
    "{\"type\":\"weather\",\"wind\":3}",
    "{\"type\":\"weather\",\"wind\":[1]}",
    "{\"type\":\"weather\",\"wind\":[1,2,3]}",
    "{\"type\":\"weather\",\"wind\":[1,\"2\"]}",
    "{\"type\":\"weather\",\"wind\":[1,61]}",
    "{\"type\":\"fault\",\"fault\":\"engine\"}",
    "{\"type\":\"fault\",\"severity\":1}",
    "{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":2}",
    "{\"type\":\"message\"}",
    "{\"type\":\"message\",\"text\":null}",
    "{\"type\":\"message\",\"text\":\"a\nb\"}",
    "{\"type\":\"message\",\"text\":\"a\\nb\"}",
    "{\"type\":\"message\",\"text\":\"a\\u0007\"}",
    "{\"type\":\"message\",\"text\":\"a\\u0000b\"}",
    "{\"type\":\"message\",\"text\":\"a\\u0085b\"}",
    "{\"type\":\"message\",\"text\":\"\\ud800\"}",
    "{\"type\":\"message\",\"text\":\"\xC3\"}",
    "{\"type\":\"message\",\"text\":\"\xC0\xAF\"}",
    "{\"type\":\"message\",\"text\":\"\xED\xA0\x80\"}",
    "{\"type\":\"message\",\"text\":\"\xF4\x90\x80\x80\"}",
    "\xEF\xBB\xBF{\"type\":\"quit\"}",
};

static void test_refused(void **unused)
{
    (void)unused;
    io_link_request request;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (parse(refused[i], &request)) fail_msg("taken: %s", refused[i]);
}

/* A backslash before u0000 that is itself escaped is six plain characters. */
static void test_escaped_backslash(void **unused)
{
    (void)unused;
    assert_string_equal(parsed("{\"type\":\"mark\",\"text\":\"\\\\u0000\"}").text, "\\u0000");
}

static void test_lengths(void **unused)
{
    (void)unused;
    char text[2 * IO_LINK_REQUEST], why[100];
    io_link_request request;
    for (int length = XCH_DIRECTOR_TEXT - 2; length <= XCH_DIRECTOR_TEXT; length++) {
        snprintf(text, sizeof text, "{\"type\":\"mark\",\"text\":\"%0*d\"}", length, 0);
        assert_int_equal(parse(text, &request), length < XCH_DIRECTOR_TEXT);
    }
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"type\":\"pause\"}", 16);
    assert_true(io_link_parse(text, IO_LINK_REQUEST, &request, why, sizeof why));
    assert_false(io_link_parse(text, IO_LINK_REQUEST + 1, &request, why, sizeof why));
    assert_false(io_link_parse("{\"type\":\"pause\"}\0", 17, &request, why, sizeof why));
}

/* Deep nesting is refused, not followed to the end of the stack. */
static void test_depth(void **unused)
{
    (void)unused;
    char text[IO_LINK_REQUEST + 1];
    io_link_request request;
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(parse(text, &request));
}

static void test_written_reads_the_same(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "{\"type\":\"pause\"}",
        "{\"type\":\"load\",\"exercise\":\"a \\\"b\\\" \\\\ c\",\"id\":9007199254740992}",
        "{\"type\":\"weather\",\"time_of_day\":0.1,\"wind\":[-0.3,40]}",
        "{\"type\":\"fault\",\"fault\":\"leak\",\"severity\":0.333333333333333333}",
        "{\"type\":\"message\",\"text\":\"\xE2\x82\xAC\",\"id\":1}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char line[IO_LINK_REQUEST];
        const io_link_request first = parsed(texts[i]);
        const size_t length = io_link_print(&first, line, sizeof line);
        assert_true(length > 0 && length < sizeof line);
        line[length] = '\0';
        const io_link_request second = parsed(line);
        assert_int_equal(second.kind, first.kind);
        assert_true(second.id == first.id);
        assert_string_equal(second.name, first.name);
        assert_string_equal(second.text, first.text);
        assert_memory_equal(second.values, first.values, sizeof first.values);
        assert_int_equal(io_link_print(&first, line, length - 1), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_weather_changes_what_is_said),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_escaped_backslash),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_written_reads_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
