#include "support/check.h"

#include "swp/plan.h"

static void the_mean_tells_what_is_left(void **state)
{
    (void)state;
    /* 9 runs, 3 done of 10 s each, two at once: three rounds of 10 s */
    const swp_guess guess = {.runs = 9, .done = 3, .parallel = 2, .timed = 3, .time = 30.0};
    CHECK_SAME(swp_estimate_remaining(&guess), 30.0);
}

/* Fewer runs than places: they all take the time of one. */
static void a_run_takes_its_time(void **state)
{
    (void)state;
    const swp_guess guess = {.runs = 3, .done = 2, .parallel = 8, .timed = 2, .time = 20.0};
    CHECK_SAME(swp_estimate_remaining(&guess), 10.0);
    const swp_guess done = {.runs = 3, .done = 3, .parallel = 8, .timed = 3, .time = 30.0};
    CHECK_SAME(swp_estimate_remaining(&done), 0.0);
}

static void asks_before_many(void **state)
{
    (void)state;
    swp_guess guess = {.runs = SWP_MANY + 1, .parallel = 2, .since = 1.0};
    assert_false(swp_estimate_needs_consent(&guess)); /* how long is not known yet */
    guess.timed = guess.done = 1;
    guess.time = 1.0;
    assert_true(swp_estimate_needs_consent(&guess));
    guess.runs = SWP_MANY;
    assert_false(swp_estimate_needs_consent(&guess));
}

static void asks_before_long_ones(void **state)
{
    (void)state;
    swp_guess guess = {.runs = 10, .done = 1, .parallel = 1, .timed = 1, .time = 180.0, .since = 179.0};
    assert_false(
        swp_estimate_needs_consent(&guess)); /* 179 s and nine times 180 s are less than half an hour */
    guess.since = 181.0;
    assert_true(swp_estimate_needs_consent(&guess));
}

/* Nobody has ended yet: 20 runs on two places take ten times what has gone by, at least. */
static void asks_when_it_is_sure(void **state)
{
    (void)state;
    swp_guess guess = {.runs = 20, .parallel = 2, .since = 179.0};
    assert_false(swp_estimate_needs_consent(&guess));
    guess.since = 181.0;
    assert_true(swp_estimate_needs_consent(&guess));
}

static void check_text(double seconds, const char *expected)
{
    char text[40];
    swp_estimate_text(seconds, text, sizeof text);
    assert_string_equal(text, expected);
}

static void says_it_in_the_unit_that_fits(void **state)
{
    (void)state;
    check_text(7.4, "7 s");
    check_text(89.0, "89 s");
    check_text(120.0, "2 min");
    check_text(12600.0, "3.5 h");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_tells_what_is_left),
        cmocka_unit_test(a_run_takes_its_time),
        cmocka_unit_test(asks_before_many),
        cmocka_unit_test(asks_before_long_ones),
        cmocka_unit_test(asks_when_it_is_sure),
        cmocka_unit_test(says_it_in_the_unit_that_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
