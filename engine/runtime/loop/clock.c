/* CLOCK_MONOTONIC, with absolute sleeps: interruptions and late wake-ups do not accumulate. */
#include "worker.h"

#include "rt/loop.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
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

/* ---- photons ---- */

void rt_photons_shown(rt_photons *photons, xch_ring *acts, double time, int64_t at)
{
    while (photons->waits || xch_ring_pop(acts, &photons->next)) {
        photons->waits = photons->next.time > time;
        if (photons->waits) return;
        rt_histogram_add(&photons->latency, at - photons->next.event);
    }
}

/* ---- probes ---- */

static void remember(rt_probe *probe, int64_t planned, int64_t late)
{
    rt_histogram_add(&probe->wake, late);
    if (late < probe->threshold) return;
    probe->beyond++;
    if (probe->listed == RT_PROBE_LATENCIES) return;
    probe->list[probe->listed++] = (rt_latency){.planned = planned, .late = late};
}

static void run(void *context)
{
    rt_probe *probe = context;
    const rt_clock clock = rt_clock_monotonic();
    const int64_t period = probe->period;
    int64_t next = (rt_now() / period + 2) * period + period / 8;
    while (!atomic_load_explicit(&probe->stop, memory_order_relaxed)) {
        clock.sleep_until(clock.context, next);
        const int64_t late = rt_now() - next;
        remember(probe, next, late);
        next += (late / period + 1) * period; /* points that passed meanwhile are left out */
    }
}

bool rt_probe_start(rt_probe *probe, int64_t period, int64_t threshold, const rt_thread_options *options)
{
    memset(probe, 0, sizeof *probe);
    probe->period = period;
    probe->threshold = threshold;
    atomic_init(&probe->stop, false);
    return rt_thread_start(&probe->thread, options, run, probe);
}

void rt_probe_stop(rt_probe *probe)
{
    atomic_store_explicit(&probe->stop, true, memory_order_relaxed);
    rt_thread_join(&probe->thread);
}

/* ---- workers ---- */

/* A thread of ordinary priority that empties a ring. */

/* 5 ms: a few ticks at most wait */
static const struct timespec between = {.tv_nsec = 5 * 1000 * 1000};

static void *worker_run(void *worker_of)
{
    rt_worker *worker = worker_of;
    while (!atomic_load_explicit(&worker->stop, memory_order_acquire)) {
        worker->work(worker->of);
        nanosleep(&between, NULL);
    }
    worker->work(worker->of);
    return NULL;
}

/* Neither the priority nor the signals of whoever starts it. */
static int create(rt_worker *worker)
{
    pthread_attr_t attributes;
    int trouble = pthread_attr_init(&attributes);
    if (trouble) return trouble;
    const struct sched_param ordinary = {.sched_priority = 0};
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    pthread_attr_setschedparam(&attributes, &ordinary);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    trouble = pthread_create(&worker->thread, &attributes, worker_run, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return trouble;
}

bool rt_worker_start(rt_worker *worker, void (*work)(void *of), void *of)
{
    worker->work = work;
    worker->of = of;
    atomic_init(&worker->stop, false);
    return create(worker) == 0;
}

void rt_worker_stop(rt_worker *worker)
{
    atomic_store_explicit(&worker->stop, true, memory_order_release);
    pthread_join(worker->thread, NULL);
}
