/* CLOCK_MONOTONIC, with absolute sleeps: interruptions and late wake-ups do not accumulate. */
#include "rt/clock.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <time.h>

static const int64_t per_second = 1000000000; /* [ns/s] */

int64_t rt_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * per_second + t.tv_nsec;
}

static int64_t now(void *context)
{
    (void)context;
    return rt_now();
}

static void sleep_until(void *context, int64_t nanoseconds)
{
    (void)context;
    const struct timespec t = {.tv_sec = nanoseconds / per_second, .tv_nsec = nanoseconds % per_second};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
}

rt_clock rt_clock_monotonic(void)
{
    return (rt_clock){.now = now, .sleep_until = sleep_until};
}

int64_t rt_nanoseconds(double seconds)
{
    return llround(seconds * 1e9);
}
