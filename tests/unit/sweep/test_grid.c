#include "support/check.h"

#include "swp/plan.h"

#include <stdio.h>
#include <string.h>

static hl_arena arena;

static swp_grid grid_of(const char *const *texts, int count)
{
    char why[SWP_WHY];
    swp_grid grid = {.run_count = 1};
    for (int i = 0; i < count; i++) assert_true(swp_grid_add(&grid, texts[i], &arena, why));
    return grid;
}

static void check_name(const swp_grid *grid, int run, const char *expected)
{
    char name[SWP_NAME_MOST];
    swp_grid_name(grid, run, name);
    assert_string_equal(name, expected);
}

static void the_last_key_changes_first(void **state)
{
    (void)state;
    const swp_grid grid = grid_of((const char *[]){"machine.bucket=small,large", "throttle=0.5,0.75,1"}, 2);
    assert_int_equal(grid.run_count, 6);
    assert_string_equal(grid.axes[0].key, "machine.bucket");
    check_name(&grid, 0, "bucket=small,throttle=0.5");
    check_name(&grid, 1, "bucket=small,throttle=0.75");
    check_name(&grid, 3, "bucket=large,throttle=0.5");
    check_name(&grid, 5, "bucket=large,throttle=1");
    assert_int_equal(swp_grid_value(&grid, 5, 0), 1);
    assert_int_equal(swp_grid_value(&grid, 5, 1), 2);
    assert_true(swp_grid_has(&grid, "machine.bucket"));
    assert_false(swp_grid_has(&grid, "bucket"));
}

static void nothing_varied_is_one_run(void **state)
{
    (void)state;
    const swp_grid grid = {.run_count = 1};
    check_name(&grid, 0, "all");
}

/* What no file name should hold becomes `_`, and names that would be equal then are numbered. */
static void names_are_safe_and_differ(void **state)
{
    (void)state;
    const swp_grid grid = grid_of((const char *[]){"machine.a/b=x y,x/y,x_y-2,x_y", "a_b==,.."}, 2);
    check_name(&grid, 0, "a_b=x_y,a_b-2=_");
    check_name(&grid, 2, "a_b=x_y-2,a_b-2=_");
    check_name(&grid, 4, "a_b=x_y-2-2,a_b-2=_");
    check_name(&grid, 7, "a_b=x_y-3,a_b-2=..");
}

static void long_names_are_cut_and_differ(void **state)
{
    (void)state;
    char first[SWP_NAME_MOST], second[SWP_NAME_MOST], text[3][300];
    for (int i = 0; i < 3; i++)
        snprintf(text[i], sizeof text[i], "%c%0*d=%0*d,%0*d", 'a' + i, 90, 0, 80, 1, 80, 2);
    const swp_grid grid = grid_of((const char *[]){text[0], text[1], text[2]}, 3);
    swp_grid_name(&grid, 0, first);
    swp_grid_name(&grid, 1, second);
    assert_int_equal(strlen(first), SWP_NAME_MOST - 1);
    assert_string_not_equal(first, second);
}

static void check_refusal(swp_grid grid, const char *text, const char *part)
{
    char why[SWP_WHY] = "";
    assert_false(swp_grid_add(&grid, text, &arena, why));
    if (!strstr(why, part)) fail_msg("'%s' says '%s', not '%s'", text, why, part);
}

static void refuses_what_is_no_axis(void **state)
{
    (void)state;
    const swp_grid grid = grid_of((const char *[]){"throttle=0,1"}, 1);
    check_refusal(grid, "lift", "give KEY=V1,V2");
    check_refusal(grid, "=1", "no valid key");
    check_refusal(grid, "lift=", "empty value");
    check_refusal(grid, "lift=1,,2", "empty value");
    check_refusal(grid, "lift=1,2,1", "same value twice");
    check_refusal(grid, "lift=1\n,2", "control characters");
    check_refusal(grid, "throttle=3", "given twice");
}

/* 1000 values, the most of a key: two such keys are a million runs. */
static void refuses_too_many(void **state)
{
    (void)state;
    static char text[8000];
    char why[SWP_WHY];
    size_t length = (size_t)snprintf(text, sizeof text, "a=0");
    for (int i = 1; i < SWP_VALUES; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, ",%d", i);
    swp_grid grid = {.run_count = 1};
    assert_true(swp_grid_add(&grid, text, &arena, why));
    assert_int_equal(grid.run_count, SWP_VALUES);
    text[0] = 'b';
    check_refusal(grid, text, "larger than 100000");
    snprintf(text + length, sizeof text - length, ",more");
    check_refusal((swp_grid){.run_count = 1}, text, "too many values");
}

static int free_all(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_key_changes_first), cmocka_unit_test(nothing_varied_is_one_run),
        cmocka_unit_test(names_are_safe_and_differ),  cmocka_unit_test(long_names_are_cut_and_differ),
        cmocka_unit_test(refuses_what_is_no_axis),    cmocka_unit_test(refuses_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
