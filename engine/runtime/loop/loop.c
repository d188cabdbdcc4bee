/* The clock, and a loop at a fixed rate on an absolute grid. */
#include "rt/loop.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* ---- CLOCK_MONOTONIC, with absolute sleeps: interruptions and late wake-ups do not accumulate ---- */

static const int64_t per_second = 1000000000; /* [ns/s] */

int64_t rt_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * per_second + t.tv_nsec;
}

static int64_t clock_now(void *context)
{
    (void)context;
    return rt_now();
}

static void clock_sleep_until(void *context, int64_t nanoseconds)
{
    (void)context;
    const struct timespec t = {.tv_sec = nanoseconds / per_second, .tv_nsec = nanoseconds % per_second};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
}

rt_clock rt_clock_monotonic(void)
{
    return (rt_clock){.now = clock_now, .sleep_until = clock_sleep_until};
}

int64_t rt_nanoseconds(double seconds)
{
    return llround(seconds * 1e9);
}

/* ---- the loop ---- */

static const int64_t pause_slice = 5000000; /* [ns] between checks of the request while paused */
static const int64_t wait_slice = 200000;   /* [ns] between checks whether the next tick may begin */

void rt_loop_begin(rt_loop *loop, int64_t period, rt_clock clock, const rt_loop_calls *calls)
{
    memset(loop, 0, sizeof *loop);
    loop->period = period;
    loop->clock = clock;
    loop->calls = *calls;
    atomic_init(&loop->pause, false);
    atomic_init(&loop->stop, false);
}

void rt_loop_pause(rt_loop *loop, bool pause)
{
    atomic_store_explicit(&loop->pause, pause, memory_order_relaxed);
}

void rt_loop_stop(rt_loop *loop)
{
    atomic_store_explicit(&loop->stop, true, memory_order_relaxed);
}

static bool shall_stop(rt_loop *loop)
{
    return atomic_load_explicit(&loop->stop, memory_order_relaxed);
}

static bool shall_pause(rt_loop *loop)
{
    return atomic_load_explicit(&loop->pause, memory_order_relaxed) && !shall_stop(loop);
}

static int64_t now(const rt_loop *loop)
{
    return loop->clock.now(loop->clock.context);
}

static void sleep_until(const rt_loop *loop, int64_t time)
{
    loop->clock.sleep_until(loop->clock.context, time);
}

/* Wait while paused. True when there was a pause. */
static bool wait_while_paused(rt_loop *loop)
{
    if (!shall_pause(loop)) return false;
    const int64_t since = now(loop);
    loop->calls.pause(loop->calls.context, true);
    while (shall_pause(loop)) {
        loop->calls.idle(loop->calls.context);
        sleep_until(loop, now(loop) + pause_slice);
    }
    loop->calls.pause(loop->calls.context, false);
    loop->paused += now(loop) - since;
    return true;
}

static void remember_miss(rt_loop *loop, int64_t planned, int64_t woke, int64_t ended)
{
    loop->missed++;
    if (loop->miss_count == RT_MISSES) return;
    loop->misses[loop->miss_count++] =
        (rt_miss){.tick = loop->ticks - 1, .planned = planned, .wake = woke - planned, .step = ended - woke};
}

/* One tick, planned for a time. *next: the grid point for the one after it. */
static bool timed_tick(rt_loop *loop, int64_t planned, int64_t *next)
{
    sleep_until(loop, planned);
    const int64_t woke = now(loop);
    const bool more = loop->calls.tick(loop->calls.context, woke);
    const int64_t ended = now(loop);
    loop->ticks++;
    rt_histogram_add(&loop->wake, woke - planned);
    loop->last_step = ended - woke;
    rt_histogram_add(&loop->step, loop->last_step);
    *next = planned + loop->period;
    if (ended <= *next) return more;
    const int64_t slipped = (ended - *next + loop->period - 1) / loop->period; /* up to the next grid point */
    *next += slipped * loop->period;
    loop->slipped += slipped;
    remember_miss(loop, planned, woke, ended);
    loop->calls.late(loop->calls.context, slipped);
    return more;
}

/* The second grid point from now on: a whole period to get ready. */
static int64_t first_planned(const rt_loop *loop)
{
    return (now(loop) / loop->period + 2) * loop->period;
}

static void run_timed(rt_loop *loop)
{
    int64_t next = first_planned(loop);
    for (bool more = true; more;) {
        if (wait_while_paused(loop)) next = first_planned(loop);
        if (shall_stop(loop)) return;
        more = timed_tick(loop, next, &next);
    }
}

static void run_at_maximum_speed(rt_loop *loop)
{
    for (bool more = true; more;) {
        wait_while_paused(loop);
        if (shall_stop(loop)) return;
        if (loop->calls.ready && !loop->calls.ready(loop->calls.context)) {
            sleep_until(loop, now(loop) + wait_slice);
            continue;
        }
        const int64_t before = now(loop);
        more = loop->calls.tick(loop->calls.context, 0);
        loop->ticks++;
        loop->last_step = now(loop) - before;
        rt_histogram_add(&loop->step, loop->last_step);
    }
}

void rt_loop_run(rt_loop *loop)
{
    loop->began = now(loop);
    if (loop->period > 0)
        run_timed(loop);
    else
        run_at_maximum_speed(loop);
    loop->ended = now(loop);
}
