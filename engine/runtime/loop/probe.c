#include "rt/probe.h"

#include "rt/clock.h"

#include <string.h>

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
