/* Cells of comma-separated values. */
#include "support/check.h"

#include "hl/csv.h"

#include <stdlib.h>

typedef struct written {
    char *text;
    size_t size;
    FILE *file;
} written;

static void begin(written *w)
{
    w->file = open_memstream(&w->text, &w->size);
    assert_non_null(w->file);
}

static void check_written(written *w, const char *expected)
{
    assert_int_equal(fclose(w->file), 0);
    assert_string_equal(w->text, expected);
    free(w->text);
}

static void texts_are_quoted_where_needed(void **state)
{
    (void)state;
    static const char *const cells[][2] = {{"", ""},
                                           {"bucket height", "bucket height"},
                                           {"mass, net", "\"mass, net\""},
                                           {"8\" pipe", "\"8\"\" pipe\""},
                                           {"two\nlines", "\"two\nlines\""},
                                           {"line\r", "\"line\r\""}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        written w;
        begin(&w);
        hl_csv_text(w.file, cells[i][0]);
        check_written(&w, cells[i][1]);
    }
}

static void prefix_is_within_the_quotes(void **state)
{
    (void)state;
    written w;
    begin(&w);
    hl_csv_quoted(w.file, "'", "=1\"+2");
    check_written(&w, "\"'=1\"\"+2\"");
}

static void numbers_that_are_not_finite_are_empty(void **state)
{
    (void)state;
    written w;
    begin(&w);
    hl_csv_number(w.file, 0.1, 17);
    fputc(',', w.file);
    hl_csv_number(w.file, (double)NAN, 17);
    fputc(',', w.file);
    hl_csv_number(w.file, -(double)INFINITY, 3);
    fputc(',', w.file);
    hl_csv_number(w.file, 1234.5, 3);
    check_written(&w, "0.10000000000000001,,,1.23e+03");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_quoted_where_needed),
                                       cmocka_unit_test(prefix_is_within_the_quotes),
                                       cmocka_unit_test(numbers_that_are_not_finite_are_empty)};
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
