/* Where values stand, which ticks there are, how numbers are written. */
#include "support/check.h"

#include "gauge.h"

#include <math.h>
#include <string.h>

static auth_gauge scale(double from, double to)
{
    return (auth_gauge){.from = from, .to = to, .decimals = -1};
}

static void shares_stop_at_the_ends(void **unused)
{
    (void)unused;
    const auth_gauge g = scale(-10.0, 40.0);
    CHECK_SAME(hud_share(&g, -10.0), 0.0);
    CHECK_SAME(hud_share(&g, 15.0), 0.5);
    CHECK_SAME(hud_share(&g, 40.0), 1.0);
    CHECK_SAME(hud_share(&g, -1e9), 0.0);
    CHECK_SAME(hud_share(&g, 1e9), 1.0);
}

static void steps_are_round(void **unused)
{
    (void)unused;
    static const struct {
        double span;
        int most;
        double step;
    } cases[] = {{2500.0, 9, 500.0}, {100.0, 10, 10.0}, {100.0, 9, 20.0},
                 {4.5, 9, 0.5},      {0.07, 10, 0.01},  {1.0, 1, 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases;
         i++) /* a decade is a power from pow(): an ulp or two */
        CHECK_RELATIVE(hud_step(cases[i].span, cases[i].most), cases[i].step, 1e-15);
}

static void ticks_of_a_scale(void **unused)
{
    (void)unused;
    auth_gauge g = scale(-0.5, 4.0);
    g.major = 0.5;
    g.minor = 0.1;
    const hud_ticks ticks = hud_ticks_of(&g, 9);
    assert_int_equal(ticks.first, -5);
    assert_int_equal(ticks.last, 40);
    assert_int_equal(ticks.decimals, 1);
    int majors = 0;
    for (int i = ticks.first; i <= ticks.last; i++) majors += hud_tick_is_major(&ticks, i);
    assert_int_equal(majors, 10);
    assert_true(hud_tick_is_major(&ticks, 0));
    assert_false(hud_tick_is_major(&ticks, 3));
}

/* Both ends of a scale have their tick, whatever rounding does to them. */
static void ends_have_ticks(void **unused)
{
    (void)unused;
    for (int to = 1; to <= 60; to++) {
        auth_gauge g = scale(0.0, 0.1 * to);
        g.major = g.minor = 0.1;
        const hud_ticks ticks = hud_ticks_of(&g, 9);
        assert_int_equal(ticks.first, 0);
        assert_int_equal(ticks.last, to);
    }
}

static void decimals_follow_the_scale(void **unused)
{
    (void)unused;
    static const struct {
        double from, to;
        int decimals;
    } cases[] = {{0, 2500, 0}, {0, 100, 0}, {0, 40, 1}, {-0.5, 4, 2}, {0, 1e-9, 6}, {0, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        auth_gauge g = scale(cases[i].from, cases[i].to);
        assert_int_equal(hud_decimals(&g), cases[i].decimals);
        g.decimals = 3;
        assert_int_equal(hud_decimals(&g), 3);
    }
}

static void tick_numbers_are_written_in_full(void **unused)
{
    (void)unused;
    auth_gauge g = scale(0.0, 1.0);
    g.major = 0.25;
    assert_int_equal(hud_ticks_of(&g, 9).decimals, 2);
    g.major = 0.5;
    assert_int_equal(hud_ticks_of(&g, 9).decimals, 1);
}

#define MINUS "\xE2\x88\x92"

static void numbers(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {{0.0, 0, "0"},
                 {-0.0, 1, "0.0"},
                 {-0.04, 1, "0.0"},
                 {-0.06, 1, MINUS "0.1"},
                 {1234.5, 1, "1234.5"},
                 {-12.346, 2, MINUS "12.35"},
                 {0.05, 2, "0.05"},
                 {999.96, 1, "1000.0"},
                 {(double)NAN, 1, MINUS MINUS},
                 {(double)INFINITY, 0, MINUS MINUS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[HUD_NUMBER_LENGTH];
        hud_number_text(hud_number(cases[i].value, cases[i].decimals), cases[i].decimals, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* Wider than any gauge, but no overflow. */
static void huge_numbers_stop(void **unused)
{
    (void)unused;
    char text[HUD_NUMBER_LENGTH];
    hud_number_text(hud_number(1e300, 6), 6, text);
    assert_string_equal(text, "1000000.000000");
    hud_number_text(hud_number(-1e300, 0), 0, text);
    assert_string_equal(text, MINUS "1000000000000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_stop_at_the_ends),
        cmocka_unit_test(steps_are_round),
        cmocka_unit_test(ticks_of_a_scale),
        cmocka_unit_test(ends_have_ticks),
        cmocka_unit_test(decimals_follow_the_scale),
        cmocka_unit_test(tick_numbers_are_written_in_full),
        cmocka_unit_test(numbers),
        cmocka_unit_test(huge_numbers_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
