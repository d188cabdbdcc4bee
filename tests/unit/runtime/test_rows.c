/* Telemetry read back: what was written is what is read, and what is wrong is said with its place. */
#include "rt/telemetry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct fixture {
    char path[64];
    hl_arena arena;
    hl_report report;
    rt_rows rows;
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL) return -1;
    snprintf(f->path, sizeof f->path, "/tmp/headland-rows-XXXXXX");
    const int file = mkstemp(f->path);
    *state = f;
    return file < 0 ? -1 : close(file);
}

static int teardown(void **state)
{
    fixture *f = *state;
    unlink(f->path);
    hl_arena_free(&f->arena);
    free(f);
    return 0;
}

static hl_status read_this(fixture *f, const char *text)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return rt_rows_read(f->path, &f->arena, &f->rows, &f->report);
}

static void what_was_written_is_read(void **state)
{
    fixture *f = *state;
    assert_int_equal(
        read_this(f, "time,engine.speed,\"a, \"\"b\"\"\"\n# s,rpm,1\n0,850,-1e-3\n0.5,nan,2\r\n"), HL_OK);
    assert_int_equal(f->rows.columns, 2);
    assert_int_equal(f->rows.count, 2);
    assert_string_equal(f->rows.names[0], "engine.speed");
    assert_string_equal(f->rows.names[1], "a, \"b\"");
    assert_string_equal(f->rows.units[0], "rpm");
    assert_true(f->rows.times[1] == 0.5 && f->rows.values[0] == 850.0 && f->rows.values[1] == -1e-3);
    assert_true(f->rows.values[2] != f->rows.values[2] && f->rows.values[3] == 2.0);
    assert_int_equal(rt_rows_find(&f->rows, "a, \"b\""), 1);
    assert_int_equal(rt_rows_find(&f->rows, "engine"), -1);
}

static void units_may_be_left_out(void **state)
{
    fixture *f = *state;
    assert_int_equal(read_this(f, "time,x\n0,1"), HL_OK);
    assert_string_equal(f->rows.units[0], "1");
}

/* They mean something at a name's beginning only; one that never ends takes the rest of the line. */
static void quotes_inside_a_name(void **state)
{
    fixture *f = *state;
    assert_int_equal(read_this(f, "time,x\",\"y,z,w\n0,1,2\n"), HL_OK);
    assert_int_equal(f->rows.columns, 2);
    assert_string_equal(f->rows.names[0], "x\"");
    assert_string_equal(f->rows.names[1], "y,z,w");
}

static void rows_are_found_by_time(void **state)
{
    fixture *f = *state;
    assert_int_equal(read_this(f, "time,x\n0,1\n1,2\n1,3\n2,4\n"), HL_OK);
    assert_int_equal(rt_rows_at(&f->rows, -5.0), 0);
    assert_int_equal(rt_rows_at(&f->rows, 0.999), 0);
    assert_int_equal(rt_rows_at(&f->rows, 1.0), 2);
    assert_int_equal(rt_rows_at(&f->rows, 99.0), 3);
}

static void what_is_wrong_has_its_place(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *says;
    } cases[] = {
        {"", 0, 1, "empty"},
        {"seconds,x\n0,1\n", 1, 1, "must be 'time'"},
        {"time\n0\n", 1, 1, "at least one name"},
        {"time,x\n# s\n0,1\n", 2, 1, "the row of units"},
        {"time,x\n", 1, 1, "no row of numbers"},
        {"time,x\n0,1\n1,zwei\n", 3, 3, "must be a number"},
        {"time,x,y\n0,1\n", 2, 1, "too short"},
        {"time,x\n0,1,2\n", 2, 5, "more columns"},
        {"time,x\n0,1\n\n-1,1\n", 4, 1, "time decreases"},
        {"time,x\nnan,1\n0,1\n", 2, 1, "time must be finite"},
        {"time,x\n0,1\ninf,1\n", 3, 1, "time must be finite"},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_this(f, cases[i].text), HL_BAD_INPUT);
        assert_int_equal(f->report.count, 1);
        assert_non_null(strstr(f->report.list[0].text, cases[i].says));
        assert_int_equal(f->report.list[0].place.line, cases[i].line);
        assert_int_equal(f->report.list[0].place.column, cases[i].column);
    }
    assert_int_equal(rt_rows_read("/nowhere/at/all.csv", &f->arena, &f->rows, &f->report), HL_IO_ERROR);
    assert_non_null(strstr(f->report.list[0].text, "No such file"));
    assert_int_equal(rt_rows_read("/tmp", &f->arena, &f->rows, &f->report), HL_IO_ERROR);
    assert_non_null(strstr(f->report.list[0].text, "is a folder"));
    assert_non_null(strstr(f->report.list[0].text, "/tmp/telemetry.csv"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_written_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(units_may_be_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(quotes_inside_a_name, setup, teardown),
        cmocka_unit_test_setup_teardown(rows_are_found_by_time, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_wrong_has_its_place, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
