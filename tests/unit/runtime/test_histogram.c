/* The histogram against sorted lists. */
#include "support/check.h"

#include "rt/loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DURATIONS = 5000 };

/* Of one duration every quantile is the duration itself: it is also the largest. */
static void one_duration(void **state)
{
    (void)state;
    for (int64_t duration = 0; duration < (int64_t)1 << 41; duration += 1 + duration / 7) {
        rt_histogram h = {0};
        rt_histogram_add(&h, duration);
        assert_int_equal(h.count, 1);
        assert_int_equal(h.max, duration);
        assert_int_equal(rt_histogram_quantile(&h, 0.5), duration);
        assert_int_equal(rt_histogram_quantile(&h, 1.0), duration);
    }
}

/* The end of a bin: at most 1/32 above, never below; exact below 64 ns. */
static void bins_are_narrow(void **state)
{
    (void)state;
    for (int64_t duration = 0; duration < (int64_t)1 << 40; duration += 1 + duration / 11) {
        rt_histogram h = {0};
        rt_histogram_add(&h, duration);
        rt_histogram_add(&h, (int64_t)1 << 45);
        const int64_t half = rt_histogram_quantile(&h, 0.5);
        assert_true(half >= duration);
        assert_true(half <= duration + duration / 32);
        if (duration < 64) assert_int_equal(half, duration);
    }
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Quantiles of many durations over six decades: at most 1/32 above those of the sorted list. */
static void quantiles_of_many(void **state)
{
    (void)state;
    static rt_histogram h;
    static int64_t list[DURATIONS];
    uint64_t seed = 1;
    memset(&h, 0, sizeof h);
    for (int i = 0; i < DURATIONS; i++) {
        list[i] = (int64_t)pow(10.0, 4.5 + 3.0 * check_random(&seed));
        rt_histogram_add(&h, list[i]);
    }
    qsort(list, DURATIONS, sizeof *list, compare);
    const double shares[] = {0.0002, 0.1, 0.5, 0.99, 0.999, 1.0};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        const int64_t exact = list[(int)ceil(shares[i] * DURATIONS) - 1];
        const int64_t quantile = rt_histogram_quantile(&h, shares[i]);
        assert_true(quantile >= exact);
        assert_true(quantile <= exact + exact / 32);
    }
    assert_int_equal(h.max, list[DURATIONS - 1]);
}

/* The parts of a list, merged, are the histogram of the whole list. */
static void merged_is_the_whole(void **state)
{
    (void)state;
    static rt_histogram whole, parts[3], merged;
    uint64_t seed = 5;
    for (int i = 0; i < DURATIONS; i++) {
        const int64_t duration = (int64_t)pow(10.0, 4.5 + 3.0 * check_random(&seed));
        rt_histogram_add(&whole, duration);
        rt_histogram_add(&parts[(i * i) % 3], duration);
    }
    for (int i = 0; i < 3; i++) rt_histogram_merge(&merged, &parts[i]);
    assert_memory_equal(&merged, &whole, sizeof whole);
}

static void ends_are_in_their_bins(void **state)
{
    (void)state;
    for (int i = 0; i < RT_HISTOGRAM_BINS; i++) {
        assert_int_equal(rt_histogram_bin(rt_histogram_end(i)), i);
        if (i > 0) assert_int_equal(rt_histogram_bin(rt_histogram_end(i - 1) + 1), i);
    }
}

static void ends_of_the_range(void **state)
{
    (void)state;
    rt_histogram h = {0};
    assert_int_equal(rt_histogram_quantile(&h, 0.5), 0); /* empty */
    rt_histogram_add(&h, -5);
    assert_int_equal(rt_histogram_quantile(&h, 1.0), 0);
    rt_histogram_add(&h, INT64_MAX);
    assert_int_equal(rt_histogram_quantile(&h, 1.0), INT64_MAX);
    assert_int_equal(rt_histogram_quantile(&h, 0.5), 0);
    assert_int_equal(h.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_duration),           cmocka_unit_test(bins_are_narrow),
        cmocka_unit_test(quantiles_of_many),      cmocka_unit_test(merged_is_the_whole),
        cmocka_unit_test(ends_are_in_their_bins), cmocka_unit_test(ends_of_the_range)};
    return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
