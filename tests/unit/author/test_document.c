/* Files that are no YAML, or YAML made to hurt: refused with one complaint, quickly and within bounds. */
#include "support/check.h"

#include "auth/mechanism.h"

#include "reader/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hl_report report; /* too large for the stack */

/* Parse a text of `length` bytes; the first complaint stands at line:column and contains `words`. */
static void check_refused(const char *text, size_t length, int line, int column, const char *words)
{
    hl_arena arena = {0};
    auth_mechanism *mechanism = NULL;
    const hl_status status = auth_mechanism_parse(text, length, "file", &arena, &mechanism, &report);
    assert_int_equal(status, HL_BAD_INPUT);
    assert_null(mechanism);
    assert_true(report.count >= 1);
    const hl_complaint *first = &report.list[0];
    if (first->place.line != line || first->place.column != column || !strstr(first->text, words))
        fail_msg("%d:%d: %s; expected at %d:%d: %s", first->place.line, first->place.column, first->text,
                 line, column, words);
    hl_arena_free(&arena);
}

static void check_text(const char *text, int line, int column, const char *words)
{
    check_refused(text, strlen(text), line, column, words);
}

static char *repeated(const char *piece, size_t count)
{
    const size_t length = strlen(piece);
    char *text = malloc(count * length + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) memcpy(text + i * length, piece, length);
    text[count * length] = '\0';
    return text;
}

static void empty_files(void **state)
{
    (void)state;
    check_text("", 1, 1, "the file is empty");
    check_text("   \n\n", 1, 1, "the file is empty");
    check_text("# a comment\n", 1, 1, "the file is empty");
    check_text("\xEF\xBB\xBF", 1, 1, "the file is empty");
    check_text("--- \n...\n", 2, 1, "given nothing; a mapping (key: value) is expected");
    check_text("hello\n", 1, 1, "given a single value; a mapping");
    check_text("- a\n", 1, 1, "given a list; a mapping");
}

static void binary_files(void **state)
{
    (void)state;
    check_refused("headland: mechanism\nname: \0x\n", 29, 2, 7, "a NUL byte");
    check_refused("\xFF\xFEh\0e\0", 6, 1, 4, "a NUL byte"); /* UTF-16 */
    check_text("headland: \xC3(\n", 1, 12, "not text: invalid trailing UTF-8 octet");
    check_text("name: \x01\n", 1, 7, "not text: control characters are not allowed");
}

static void broken_yaml(void **state)
{
    (void)state;
    check_text("a: [1, 2\nb: 3\n", 2, 2, "not valid YAML");
    check_text("a: 'open\n", 2, 1, "not valid YAML: found unexpected end of stream");
    check_text("a: b: c\n", 1, 5, "not valid YAML: mapping values are not allowed in this context");
    check_text("\ta: b\n", 1, 1, "not valid YAML");
    check_text("a: 1\n---\nb: 2\n", 2, 1, "a second document");
}

/* Who writes these files knows machines, not YAML: what most probably is wrong stands behind libyaml's words.
 */
static void broken_yaml_is_explained(void **state)
{
    (void)state;
    check_text("a: [1, 2\nb: 3\n", 2, 2, "that began at line 1, column 4; a closing bracket is expected");
    check_text("a: 'open\nb: 1\n", 3, 1, "that began at line 1, column 4; a closing quote is expected");
    check_text("a: Next: go\n", 1, 8, "quotes around a text with a colon");
    check_text("a:\n  - b: 1\n   c: 2\n", 3, 4, "keys of one entry in one column");
    check_text("a: 1\n\tb: 2\n", 2, 1, "blanks, no tabs, before the first word are expected");
    check_text("a:\n\t- b\n", 2, 1, "blanks, no tabs, before the first word are expected");
    check_text("a: 'don't'\n", 1, 9, "quotes around a text with a quote, are expected");
    check_text("a: *Drive* on\n", 1, 10, "quotes around a text that begins with * or & are expected");
    check_text("a: @home\n", 1, 4, "quotes around a text that begins with @, % or ` are expected");
}

static void anchors_and_aliases(void **state)
{
    (void)state;
    check_text("a: 1\nb: *x\n", 2, 4, "an alias");
    check_text("a: &x 1\nb: *x\n", 1, 4, "an anchor");
    check_text("a: &a [l,l,l,l,l,l,l,l,l]\n"
               "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
               "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n",
               1, 4, "an anchor");
    check_text("a: [*a]\n", 1, 5, "an alias");
    check_text("a: &a {b: 1}\n", 1, 4, "an anchor");
    char *many = repeated("- &x 1\n", 200000); /* libyaml compares each with all before it */
    check_text(many, 1, 3, "an anchor");
    free(many);
}

static void deep_nesting(void **state)
{
    (void)state;
    static const char *const pieces[] = {"[", "{a: ", "- ", "? "};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        char *text = repeated(pieces[i], 10000);
        const int column = AUTH_MAX_DEPTH * (int)strlen(pieces[i]) + 1; /* of the first one too deep */
        check_text(text, 1, column, "nested more than 32 levels deep");
        free(text);
    }
}

static void large_files(void **state)
{
    (void)state;
    char *garbage = malloc(10000000);
    assert_non_null(garbage);
    uint64_t seed = 1;
    for (size_t i = 0; i < 10000000; i++) garbage[i] = (char)(127.0 * check_random(&seed));
    check_refused(garbage, 10000000, 1, 1, "the file is longer than");
    memset(garbage, 'x', 10000000);
    check_refused(garbage, AUTH_MAX_BYTES, 1, 1, "given a single value; a mapping");
    free(garbage);

    char *values = repeated("- x\n", AUTH_MAX_NODES + 10); /* the list counts as one value itself */
    check_text(values, AUTH_MAX_NODES, 3, "more than 500000 values");
    free(values);

    char *keys = repeated("k: v\n", 200000);
    check_text(keys, 1, 1, "unknown key 'k' in the file");
    assert_int_equal(report.count, HL_REPORT_CAPACITY);
    free(keys);
}

static void unreadable_files(void **state)
{
    (void)state;
    static const char *const paths[] = {HEADLAND_SOURCE "/assets",
                                        HEADLAND_SOURCE "/assets/no-such-file.yaml", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        hl_arena arena = {0};
        auth_mechanism *mechanism = NULL;
        assert_int_equal(auth_mechanism_read(paths[i], &arena, &mechanism, &report), HL_IO_ERROR);
        assert_null(mechanism);
        assert_int_equal(report.count, 1);
        assert_non_null(strstr(report.list[0].text, "cannot be read"));
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_files),         cmocka_unit_test(binary_files),
        cmocka_unit_test(broken_yaml),         cmocka_unit_test(broken_yaml_is_explained),
        cmocka_unit_test(anchors_and_aliases), cmocka_unit_test(deep_nesting),
        cmocka_unit_test(large_files),         cmocka_unit_test(unreadable_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
