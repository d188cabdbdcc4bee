/* What kind of file a file is, and what is said of files of another kind. */
#include "refusal.h"

#include "auth/file.h"

#include <stdio.h>

static hl_report report; /* too large for the stack */

#define FOLDER HEADLAND_SOURCE "/tests/unit/author/"

static void kinds_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        auth_file_kind kind;
        const char *word;
    } files[] = {
        {HEADLAND_SOURCE "/assets/mechanisms/pendulum.yaml", AUTH_FILE_MECHANISM, "mechanism"},
        {FOLDER "cart.yaml", AUTH_FILE_MACHINE, "machine"},
        {FOLDER "field.yaml", AUTH_FILE_SCENARIO, "scenario"},
        {FOLDER "round.yaml", AUTH_FILE_OPERATOR, "operator"},
        {FOLDER "soil.yaml", AUTH_FILE_SOIL, "soil"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        auth_file_kind kind = AUTH_FILE_KINDS;
        assert_int_equal(auth_file_kind_of(files[i].path, &kind, &report), HL_OK);
        assert_int_equal(kind, files[i].kind);
        assert_string_equal(auth_file_kind_word(kind), files[i].word);
        assert_true(hl_report_clean(&report));
    }
}

/* Write `text` to a file of its own and ask for its kind. */
static hl_status kind_of_text(const char *text, auth_file_kind *kind)
{
    static const char path[] = "test_format.yaml";
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
    const hl_status status = auth_file_kind_of(path, kind, &report);
    remove(path);
    return status;
}

static void other_files_are_complained_about_once(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *words;
    } cases[] = {
        {"version: 1\nheadland: machin\n", 2, 11,
         "unknown kind of file 'machin' in 'headland'; did you mean 'machine'? expected: mechanism, machine, "
         "scenario, operator, soil"},
        {"headland: web\n", 1, 11, "unknown kind of file 'web' in 'headland'; expected: mechanism"},
        {"version: 1\n", 1, 1, "the key 'headland' with one of these words is expected: mechanism, machine"},
        {"[headland, machine]\n", 1, 1, "the key 'headland'"},
        {"headland: [machine]\n", 1, 1, "the key 'headland'"},
        {"headland: {\n", 2, 1, "not valid YAML"},
        {"", 1, 1, "the file is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        auth_file_kind kind;
        assert_int_equal(kind_of_text(cases[i].text, &kind), HL_BAD_INPUT);
        assert_int_equal(report.count, 1);
        assert_int_equal(report.list[0].place.line, cases[i].line);
        assert_int_equal(report.list[0].place.column, cases[i].column);
        if (!strstr(report.list[0].text, cases[i].words)) fail_msg("%s", report.list[0].text);
    }
    auth_file_kind kind;
    assert_int_equal(auth_file_kind_of("no/such/file", &kind, &report), HL_IO_ERROR);
    assert_int_equal(report.count, 1);
}

/* One complaint, not one for each key that the expected kind does not have. */
static void a_file_of_another_kind_gets_one_complaint(void **state)
{
    (void)state;
    static const variation to_mechanism[] = {{"headland: machine", "headland: @machine",
                                              "the file is a machine file; a mechanism file is expected"}};
    static const variation to_machine[] = {{"headland: scenario", "headland: @scenario",
                                            "the file is a scenario file; a machine file is expected"}};
    static const variation to_scenario[] = {{"headland: operator", "headland: @operator",
                                             "the file is an operator file; a scenario file is expected"}};
    static const variation to_operator[] = {{"headland: machine", "headland: @machine",
                                             "the file is a machine file; an operator file is expected"}};
    CHECK_VARIATIONS(parse_mechanism, read_base("cart.yaml"), to_mechanism);
    CHECK_VARIATIONS(parse_machine, read_base("field.yaml"), to_machine);
    CHECK_VARIATIONS(parse_scenario, read_base("round.yaml"), to_scenario);
    static const variation to_soil[] = {{"headland: scenario", "headland: @scenario",
                                         "the file is a scenario file; a soil file is expected"}};
    CHECK_VARIATIONS(parse_operator, read_base("cart.yaml"), to_operator);
    CHECK_VARIATIONS(parse_soil, read_base("field.yaml"), to_soil);
}

/* Other versions may have other keys: about those not a word. */
static void a_file_of_another_version_gets_one_complaint(void **state)
{
    (void)state;
    static const variation list[] = {
        {"version: 1\n", "version: @2\ncolour: red\nlength: 3\n", "'version' is 2; 1 is expected"},
        {"version: 1\n", "version: @0\ncolour: red\n", "'version' is 0; 1 is expected"},
        {"version: 1\n", "version: @12345678901\ncolour: red\n", "'version' is 12345678901; 1 is expected"},
        {"version: 1\n", "version: @one\n", "'version' is 'one'; a whole number"},
        {"version: 1\n", "version: @[2]\n", "'version'"},
        {"version: 1\n", "version: 01\n@colour: red\n", "unknown key 'colour'"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
    CHECK_VARIATIONS(parse_scenario, read_base("field.yaml"), list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told),
        cmocka_unit_test(other_files_are_complained_about_once),
        cmocka_unit_test(a_file_of_another_kind_gets_one_complaint),
        cmocka_unit_test(a_file_of_another_version_gets_one_complaint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
