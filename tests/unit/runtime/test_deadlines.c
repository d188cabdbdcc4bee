/* Explanations of missed deadlines, on made-up runs: period 1000 ns, usual tick 40 ns, hence slack 960 ns. */
#include "support/check.h"

#include "rt/loop.h"

#include <string.h>

static rt_loop loop;
static rt_probe probe;

static int begin(void **state)
{
    (void)state;
    memset(&loop, 0, sizeof loop);
    memset(&probe, 0, sizeof probe);
    loop.period = 1000;
    for (int i = 0; i < 100; i++) rt_histogram_add(&loop.step, 40);
    return 0;
}

static void miss(int64_t planned, int64_t wake, int64_t step)
{
    loop.missed++;
    loop.misses[loop.miss_count++] = (rt_miss){.planned = planned, .wake = wake, .step = step};
}

static void probe_saw(int64_t planned, int64_t late)
{
    probe.beyond++;
    probe.list[probe.listed++] = (rt_latency){planned, late};
}

static void nothing_missed(void **state)
{
    (void)state;
    const rt_explanation e = rt_deadlines_explain(&loop, &probe);
    assert_int_equal(e.slack, 960);
    assert_int_equal(e.missed, 0);
    assert_int_equal(e.by_wake + e.by_probe + e.unexplained + e.unlisted, 0);
}

static void own_wake_up_explains(void **state)
{
    (void)state;
    miss(5000, 961, 40);
    miss(9000, 960, 41); /* a usual tick would have been in time */
    const rt_explanation e = rt_deadlines_explain(&loop, NULL);
    assert_int_equal(e.missed, 2);
    assert_int_equal(e.by_wake, 1);
    assert_int_equal(e.unexplained, 1);
}

/* The probe wakes 125 ns later, so 835 ns of a disturbance of 960 ns are the least that it sees. */
static void probe_explains_what_it_saw_at_the_time(void **state)
{
    (void)state;
    miss(5000, 3, 1500);
    probe_saw(5125, 835);
    assert_int_equal(rt_deadlines_explain(&loop, &probe).by_probe, 0);
    probe_saw(5125, 836);
    assert_int_equal(rt_deadlines_explain(&loop, &probe).by_probe, 1);
    assert_int_equal(rt_deadlines_explain(&loop, NULL).by_probe, 0);
}

static void probe_explains_nothing_at_other_times(void **state)
{
    (void)state;
    miss(5000, 3, 1500);     /* until 6503 */
    probe_saw(4000, 1000);   /* until 5000 */
    probe_saw(6503, 100000); /* from then on */
    assert_int_equal(rt_deadlines_explain(&loop, &probe).unexplained, 1);
    probe_saw(4000, 1001);
    assert_int_equal(rt_deadlines_explain(&loop, &probe).by_probe, 1);
}

static void ticks_too_long_explain_themselves(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) rt_histogram_add(&loop.step, 1100);
    miss(5000, 30, 1100);
    probe_saw(5125, 900);
    const rt_explanation e = rt_deadlines_explain(&loop, &probe);
    assert_true(e.slack < 0);
    assert_int_equal(e.unexplained, 1);
}

static void what_is_not_listed_is_said(void **state)
{
    (void)state;
    miss(5000, 2000, 40);
    loop.missed += 7;
    const rt_explanation e = rt_deadlines_explain(&loop, NULL);
    assert_int_equal(e.missed, 8);
    assert_int_equal(e.by_wake, 1);
    assert_int_equal(e.unlisted, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_missed, begin),
        cmocka_unit_test_setup(own_wake_up_explains, begin),
        cmocka_unit_test_setup(probe_explains_what_it_saw_at_the_time, begin),
        cmocka_unit_test_setup(probe_explains_nothing_at_other_times, begin),
        cmocka_unit_test_setup(ticks_too_long_explain_themselves, begin),
        cmocka_unit_test_setup(what_is_not_listed_is_said, begin),
    };
    return cmocka_run_group_tests_name("deadlines", tests, NULL, NULL);
}
