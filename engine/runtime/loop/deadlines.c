/* Matching missed deadlines with the latencies of the probe. */
#include "rt/deadlines.h"

#include <stddef.h>

/* A probe in the list was late by more than `least` at some time between the two. */
static bool probe_saw(const rt_probe *probe, int64_t from, int64_t to, int64_t least)
{
    for (int i = 0; i < probe->listed; i++) {
        const rt_latency *seen = &probe->list[i];
        if (seen->late > least && seen->planned < to && seen->planned + seen->late > from) return true;
    }
    return false;
}

int64_t rt_probe_threshold(int64_t period)
{
    return period / 4;
}

rt_explanation rt_explain(const rt_loop *loop, const rt_probe *probe)
{
    rt_explanation e = {.slack = loop->period - rt_histogram_quantile(&loop->step, 0.5),
                        .missed = loop->missed,
                        .unlisted = loop->missed - loop->miss_count};
    for (int i = 0; i < loop->miss_count; i++) {
        const rt_miss *miss = &loop->misses[i];
        const bool in_time = e.slack > 0; /* a usual tick; else none needs a disturbance to be late */
        if (in_time && miss->wake > e.slack)
            e.by_wake++;
        else if (in_time && probe &&
                 probe_saw(probe, miss->planned, miss->planned + miss->wake + miss->step,
                           e.slack - loop->period / 8))
            e.by_probe++;
        else
            e.unexplained++;
    }
    return e;
}
