#include "support/check.h"

#include "train/debrief.h"

static const char *names[] = {"chassis.x", "fuel.used"}, *units[] = {"m", "l"};
static const double times[] = {0, 1, 2, 3, 4, 5, 6},
                    values[] = {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16};
static const train_trace whole = {7, 2, names, units, times, values};

static void keeps_all_rows_that_fit(void **state)
{
    hl_arena arena = {0};
    train_trace thin;
    (void)state;
    assert_int_equal(train_trace_thin(&whole, 7, &arena, &thin), HL_OK);
    assert_int_equal(thin.rows, 7);
    for (int r = 0; r < 7; r++) {
        CHECK_SAME(thin.time[r], r);
        CHECK_SAME(thin.values[2 * r + 1], 10 + r);
    }
    assert_true(thin.values != whole.values && thin.names[0] != names[0]); /* a copy */
    hl_arena_free(&arena);
}

static void thins_at_even_distances_with_both_ends(void **state)
{
    hl_arena arena = {0};
    train_trace thin;
    (void)state;
    assert_int_equal(train_trace_thin(&whole, 3, &arena, &thin), HL_OK);
    assert_int_equal(thin.rows, 3);
    CHECK_SAME(thin.time[0], 0);
    CHECK_SAME(thin.time[1], 3);
    CHECK_SAME(thin.time[2], 6);
    CHECK_SAME(thin.values[2], 3);
    CHECK_SAME(thin.values[5], 16);
    hl_arena_free(&arena);
}

static void thins_an_empty_trace(void **state)
{
    hl_arena arena = {0};
    train_trace thin;
    const train_trace none = {0};
    (void)state;
    assert_int_equal(train_trace_thin(&none, 2, &arena, &thin), HL_OK);
    assert_int_equal(thin.rows, 0);
    hl_arena_free(&arena);
}

static void finds_columns_by_their_names(void **state)
{
    (void)state;
    assert_int_equal(train_trace_find(&whole, "fuel.used"), 1);
    assert_int_equal(train_trace_find(&whole, "fuel"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_all_rows_that_fit),
        cmocka_unit_test(thins_at_even_distances_with_both_ends),
        cmocka_unit_test(thins_an_empty_trace),
        cmocka_unit_test(finds_columns_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
