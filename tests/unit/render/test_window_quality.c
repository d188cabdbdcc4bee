/* The choice of quality by the time that pictures take, and the figures of pictures. */
#include "support/check.h"

#include "figures.h"

#include <math.h>

static const double budget = 1.0 / 60.0; /* [s] */

/* Pictures of that time until something changes or ten seconds have passed. @return seconds until then */
static double draw(quality *q, double busy)
{
    for (double seconds = 0.0; seconds < 10.0; seconds += budget)
        if (quality_frame(q, busy, budget)) return seconds;
    return 10.0;
}

static void software_begins_low(void **state)
{
    (void)state;
    assert_int_equal(quality_begin(true, budget).level, RND_LOW);
    assert_int_equal(quality_begin(false, budget).level, RND_HIGH);
}

static void good_times_change_nothing(void **state)
{
    (void)state;
    quality q = quality_begin(false, budget);
    assert_true(draw(&q, budget) >= 10.0);
    assert_true(draw(&q, 1.25 * budget) >= 10.0); /* 1.3 is too long */
    q = quality_begin(true, budget);
    assert_true(draw(&q, 0.55 * budget) >= 10.0); /* half is ample */
    assert_int_equal(q.level, RND_LOW);
}

static void slow_pictures_step_down(void **state)
{
    (void)state;
    quality q = quality_begin(false, budget);
    /* half a second to settle, then two of times */
    CHECK_NEAR(draw(&q, 1.4 * budget), 2.5, 2.0 * budget);
    assert_int_equal(q.level, RND_MEDIUM);
    draw(&q, 1.4 * budget);
    assert_int_equal(q.level, RND_LOW);
    assert_int_equal(q.level, RND_LOW);
}

/* Pictures whose time is a fixed part and one that grows with the pixels of the world, for ten seconds.
 * @return changes of the resolution */
static int draw_pixels(quality *q, double fixed, double pixels)
{
    int changes = 0;
    for (double seconds = 0.0, busy; seconds < 10.0; seconds += busy) {
        busy = fixed + pixels * q->resolution * q->resolution;
        changes += quality_frame(q, busy, fmax(busy, budget));
    }
    return changes;
}

static void below_the_lowest_quality_the_resolution_follows_the_budget(void **state)
{
    (void)state;
    quality q = quality_begin(true, budget);
    CHECK_SAME(q.resolution, 1.0);
    assert_in_range(draw_pixels(&q, 0.2 * budget, 1.5 * budget), 1, 3);
    const double share = 0.2 + 1.5 * q.resolution * q.resolution; /* of the budget */
    assert_true(share > 0.75 && share < 1.1);
    assert_int_equal(draw_pixels(&q, 0.2 * budget, 1.5 * budget), 0); /* it rests */
    draw_pixels(&q, 0.2 * budget, 9.0 * budget);
    CHECK_SAME(q.resolution, 0.5); /* there is nothing below */
    assert_int_equal(q.level, RND_LOW);
    assert_int_equal(draw_pixels(&q, 3.0 * budget, 0.0), 0);
    for (int i = 0; i < 2; i++) draw_pixels(&q, 0.1 * budget, 0.5 * budget);
    CHECK_SAME(q.resolution, 1.0); /* with all pixels again before a better quality */
    assert_int_equal(q.level, RND_LOW);
}

/* With all pixels shapes and shadows become finer too: there must be time for them. */
static void all_pixels_need_more_time(void **state)
{
    (void)state;
    quality q = quality_begin(true, budget);
    draw(&q, 1.2 * budget);
    assert_true(q.resolution < 1.0);
    for (int i = 0; i < 20; i++) draw(&q, 0.7 * budget);
    CHECK_SAME(q.resolution, 1.0 - 1.0 / 16.0);
    draw(&q, 0.55 * budget);
    CHECK_SAME(q.resolution, 1.0);
}

static void large_pictures_may_have_a_third_of_their_resolution(void **state)
{
    (void)state;
    CHECK_SAME(quality_least_resolution(360), 0.5);
    CHECK_RELATIVE(quality_least_resolution(600), 0.4, 1e-12);
    CHECK_SAME(quality_least_resolution(1080), 0.34);
    quality q = quality_begin(true, budget);
    q.least = quality_least_resolution(1080);
    for (int i = 0; i < 20; i++) draw(&q, 3.0 * budget);
    CHECK_SAME(q.resolution, 0.34);
}

/* One picture of twenty is a stutter and no reason. */
static void few_slow_pictures_do_not_count(void **state)
{
    (void)state;
    quality q = quality_begin(false, budget);
    for (int i = 0; i < 1000; i++)
        assert_false(quality_frame(&q, i % 20 == 0 ? 5.0 * budget : budget, budget));
    /* three of twenty are one */
    bool changed = false;
    for (int i = 0; i < 1000; i++) changed |= quality_frame(&q, i % 20 < 3 ? 5.0 * budget : budget, budget);
    assert_true(changed);
}

static void what_was_too_slow_is_not_tried_again(void **state)
{
    (void)state;
    quality q = quality_begin(true, budget);
    draw(&q, 0.3 * budget);
    assert_int_equal(q.level, RND_MEDIUM);
    draw(&q, 2.0 * budget);
    assert_int_equal(q.level, RND_LOW);
    assert_true(draw(&q, 0.3 * budget) >= 10.0);
    quality_resized(&q); /* a smaller picture may do */
    draw(&q, 0.3 * budget);
    assert_int_equal(q.level, RND_MEDIUM);
}

/* ---- figures ---- */

static void rate_and_percentile(void **state)
{
    (void)state;
    figures f = figures_begin();
    CHECK_SAME(figures_rate(&f), 0.0);
    CHECK_SAME(figures_p99(&f), 0.0);
    for (int i = 0; i < 300; i++)
        figures_add(&f,
                    &(figures_frame){.interval = i % 100 == 50 ? 0.08 : 0.02, .scene = 0.001, .draw = 0.004});
    /* 0.02 s are 50 a second; of the last second one took four times as long: 47 or 48 */
    CHECK_NEAR(figures_rate(&f), 47.5, 1.0);
    CHECK_RELATIVE(figures_p99(&f), (double)0.02F,
                   1e-6); /* three of 300 are longer: less than one of 100 beyond it */
    CHECK_RELATIVE(f.mean.scene, 0.001, 1e-12);
    CHECK_RELATIVE(f.mean.draw, 0.004, 1e-12);
    for (int i = 0; i < 3 * FIGURES_FRAMES; i++) figures_add(&f, &(figures_frame){.interval = 0.01});
    CHECK_NEAR(figures_rate(&f), 100.0, 1.0);
    CHECK_RELATIVE(figures_p99(&f), (double)0.01F, 1e-6);
}

/* A command at 1.000 s is seen in the first picture that shows a world of that instant or later. */
static void command_to_picture(void **state)
{
    (void)state;
    enum { MS = 1000000 };
    figures f = figures_begin();
    figures_latency(&f, 990 * MS, 970 * MS, 0);
    CHECK_RELATIVE(f.age, 0.020, 1e-12);
    assert_true(f.answer < 0.0);
    figures_latency(&f, 1010 * MS, 990 * MS, 1000 * MS);
    assert_true(f.answer < 0.0);
    figures_latency(&f, 1030 * MS, 1010 * MS, 1005 * MS); /* another has come meanwhile */
    CHECK_RELATIVE(f.answer, 0.030, 1e-12);
    figures_latency(&f, 1050 * MS, 1030 * MS, 1005 * MS);
    CHECK_RELATIVE(f.answer, 0.045, 1e-12);
    figures_latency(&f, 2000 * MS, 1990 * MS, 1005 * MS); /* the same command is not seen twice */
    CHECK_RELATIVE(f.answer, 0.045, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(software_begins_low),
        cmocka_unit_test(good_times_change_nothing),
        cmocka_unit_test(slow_pictures_step_down),
        cmocka_unit_test(below_the_lowest_quality_the_resolution_follows_the_budget),
        cmocka_unit_test(all_pixels_need_more_time),
        cmocka_unit_test(large_pictures_may_have_a_third_of_their_resolution),
        cmocka_unit_test(few_slow_pictures_do_not_count),
        cmocka_unit_test(what_was_too_slow_is_not_tried_again),
        cmocka_unit_test(rate_and_percentile),
        cmocka_unit_test(command_to_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
