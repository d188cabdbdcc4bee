#include "support/check.h"

#include "swp/result.h"

#include <string.h>

/* Rows of the table by hand are easily left out. */
static void every_measure_is_described(void **state)
{
    (void)state;
    for (int m = 0; m < SWP_MEASURES; m++) {
        const swp_look *look = swp_style_of((swp_measure)m);
        assert_true(look->title && *look->title && look->key && *look->key);
        assert_true(look->unit && look->files_unit && *look->files_unit && look->scale > 0.0);
        assert_int_equal(!look->plot, !look->plot_title);
        for (int other = 0; other < m; other++)
            assert_string_not_equal(look->key, swp_style_of((swp_measure)other)->key);
    }
}

/* A pascal is 1e-5 bar; all else is shown as it stands in the files. */
static void scales_fit_the_units(void **state)
{
    (void)state;
    for (int m = 0; m < SWP_MEASURES; m++) {
        const swp_look *look = swp_style_of((swp_measure)m);
        const bool converted = strcmp(look->unit, "bar") == 0;
        assert_int_equal(converted, strcmp(look->files_unit, "Pa") == 0);
        CHECK_SAME(look->scale, converted ? 1e-5 : 1.0);
    }
}

static void check_title(swp_measure measure, const char *expected)
{
    char text[40];
    swp_title("title", measure, text, sizeof text);
    assert_string_equal(text, expected);
}

static void titles_have_their_unit(void **state)
{
    (void)state;
    check_title(SWP_PEAK, "title [bar]");
    check_title(SWP_IMPULSE, "title [N s]");
    check_title(SWP_HITS, "title");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_measure_is_described),
        cmocka_unit_test(scales_fit_the_units),
        cmocka_unit_test(titles_have_their_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
