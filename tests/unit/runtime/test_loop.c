/* The loop under a clock of the test: grid, deadlines, no bursts, pauses, stops. */
#include "support/check.h"

#include "rt/loop.h"

enum { TICKS = 64 };
static const int64_t period = 1000; /* [ns] */
static const int64_t start = 12345; /* between two grid points */

/* A clock that only sleeps and ticks move on, and what the loop did. */
typedef struct world {
    int64_t time;
    int64_t oversleep[TICKS], work[TICKS]; /* by number of the tick [ns] */
    int64_t woke[TICKS];
    int ticks, last; /* ticks so far, and after how many the tick itself ends the loop */
    int lates, pauses, resumes, idles, asked;
    int64_t slipped;
    int pause_after, stop_after; /* ticks; 0: never */
    rt_loop loop;
} world;

static int64_t now(void *context)
{
    return ((const world *)context)->time;
}

static void sleep_until(void *context, int64_t time)
{
    world *w = context;
    if (time > w->time) w->time = time;
    if (w->ticks < TICKS) w->time += w->oversleep[w->ticks];
}

static bool tick(void *context, int64_t woke)
{
    world *w = context;
    w->woke[w->ticks] = woke;
    w->time += w->work[w->ticks];
    w->ticks++;
    if (w->ticks == w->pause_after) rt_loop_pause(&w->loop, true);
    if (w->ticks == w->stop_after) rt_loop_stop(&w->loop);
    return w->ticks < w->last;
}

static void late(void *context, int64_t slipped)
{
    world *w = context;
    w->lates++;
    w->slipped += slipped;
}

static void idle(void *context)
{
    world *w = context;
    if (++w->idles == 3) rt_loop_pause(&w->loop, false);
}

static void pause_calls(void *context, bool paused)
{
    world *w = context;
    *(paused ? &w->pauses : &w->resumes) += 1;
}

/* Every third question is answered with yes. */
static bool ready(void *context)
{
    world *w = context;
    return ++w->asked % 3 == 0;
}

static void run(world *w, int64_t every)
{
    const rt_clock clock = {w, now, sleep_until};
    const rt_loop_calls calls = {w, tick, late, ready, idle, pause_calls};
    w->time = start;
    rt_loop_begin(&w->loop, every, clock, &calls);
    rt_loop_run(&w->loop);
}

static void ticks_on_the_grid(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = 10};
    for (int i = 0; i < 10; i++) {
        w.oversleep[i] = 10 * i;
        w.work[i] = 300 + i;
    }
    run(&w, period);
    assert_int_equal(w.ticks, 10);
    for (int i = 0; i < 10;
         i++) /* the first is more than a period after the start, lateness does not add up */
        assert_int_equal(w.woke[i], 14000 + i * period + 10 * i);
    assert_int_equal(w.loop.ticks, 10);
    assert_int_equal(w.loop.missed, 0);
    assert_int_equal(w.lates, 0);
    assert_int_equal(w.loop.wake.count, 10);
    assert_int_equal(w.loop.wake.max, 90);
    assert_int_equal(w.loop.step.max, 309);
    assert_int_equal(w.loop.began, start);
    assert_int_equal(w.loop.ended, 14000 + 9 * period + 90 + 309);
}

/* A tick that ends exactly when the next is due is in time; a nanosecond later it is not. */
static void deadline_to_the_nanosecond(void **state)
{
    (void)state;
    for (int64_t more = 0; more <= 1; more++) {
        static world w;
        w = (world){.last = 3};
        w.work[1] = period + more;
        run(&w, period);
        assert_int_equal(w.loop.missed, more);
        assert_int_equal(w.loop.slipped, more);
        assert_int_equal(w.woke[2], 14000 + (2 + more) * period);
    }
}

/* After a tick of 3.5 periods three grid points are left out; the next ticks come one a period. */
static void overrun_is_not_repaid(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = 6};
    w.oversleep[1] = 7;
    w.work[1] = 3500;
    run(&w, period);
    assert_int_equal(w.loop.missed, 1);
    assert_int_equal(w.loop.slipped, 3);
    assert_int_equal(w.lates, 1);
    assert_int_equal(w.slipped, 3);
    assert_int_equal(w.woke[1], 15007);
    for (int i = 2; i < 6; i++) assert_int_equal(w.woke[i], 14000 + (i + 3) * period);
    assert_int_equal(w.loop.miss_count, 1);
    const rt_miss miss = w.loop.misses[0];
    assert_int_equal(miss.tick, 1);
    assert_int_equal(miss.planned, 15000);
    assert_int_equal(miss.wake, 7);
    assert_int_equal(miss.step, 3500);
}

/* A late wake-up is a late tick like any other. */
static void oversleeping_misses_too(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = 3};
    w.oversleep[0] = 2100;
    w.work[0] = 50;
    run(&w, period);
    assert_int_equal(w.loop.missed, 1);
    assert_int_equal(w.loop.slipped, 2);
    assert_int_equal(w.loop.misses[0].wake, 2100);
    assert_int_equal(w.loop.misses[0].step, 50);
    assert_int_equal(w.woke[1], 17000);
}

/* The list of misses is full: the rest is counted. */
static void misses_beyond_the_list_are_counted(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = TICKS};
    for (int i = 0; i < TICKS; i++) w.work[i] = period + 1;
    const rt_clock clock = {&w, now, sleep_until};
    const rt_loop_calls calls = {&w, tick, late, ready, idle, pause_calls};
    rt_loop_begin(&w.loop, period, clock, &calls);
    w.loop.miss_count = RT_MISSES - 2;
    rt_loop_run(&w.loop);
    assert_int_equal(w.loop.missed, TICKS);
    assert_int_equal(w.loop.miss_count, RT_MISSES);
}

/* A pause is no overrun; the grid is taken up again after it. */
static void pause_and_go_on(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = 8, .pause_after = 4};
    run(&w, period);
    assert_int_equal(w.ticks, 8);
    assert_int_equal(w.pauses, 1);
    assert_int_equal(w.resumes, 1);
    assert_int_equal(w.idles, 3);
    assert_int_equal(w.loop.missed, 0);
    assert_true(w.loop.paused > 0);
    assert_true(w.woke[4] >= w.woke[3] + w.loop.paused);
    assert_int_equal(w.woke[4] % period, 0);
    for (int i = 5; i < 8; i++) assert_int_equal(w.woke[i], w.woke[i - 1] + period);
}

static void stop_ends_it(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = TICKS, .stop_after = 5};
    run(&w, period);
    assert_int_equal(w.ticks, 5);
    w = (world){.last = TICKS, .stop_after = 5, .pause_after = 5}; /* also out of a pause */
    run(&w, period);
    assert_int_equal(w.ticks, 5);
    assert_int_equal(w.idles, 0);
}

/* No sleeps but when somebody is not ready; no wake-ups, no deadlines. */
static void maximum_speed(void **state)
{
    (void)state;
    static world w;
    w = (world){.last = 7, .pause_after = 3};
    for (int i = 0; i < TICKS; i++) w.work[i] = 5000;
    run(&w, 0);
    assert_int_equal(w.ticks, 7);
    for (int i = 0; i < 7; i++) assert_int_equal(w.woke[i], 0);
    assert_int_equal(w.asked, 21);
    assert_int_equal(w.pauses, 1);
    assert_int_equal(w.loop.wake.count, 0);
    assert_int_equal(w.loop.step.count, 7);
    assert_int_equal(w.loop.step.max, 5000);
    assert_int_equal(w.loop.missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ticks_on_the_grid),
                                       cmocka_unit_test(deadline_to_the_nanosecond),
                                       cmocka_unit_test(overrun_is_not_repaid),
                                       cmocka_unit_test(oversleeping_misses_too),
                                       cmocka_unit_test(misses_beyond_the_list_are_counted),
                                       cmocka_unit_test(pause_and_go_on),
                                       cmocka_unit_test(stop_ends_it),
                                       cmocka_unit_test(maximum_speed)};
    return cmocka_run_group_tests_name("loop", tests, NULL, NULL);
}
