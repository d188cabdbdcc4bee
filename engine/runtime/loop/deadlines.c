/* Measurements: histograms, latency from input to frame, missed deadlines, the time budget of a tick. */
#include "rt/loop.h"
#include "rt/session.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- histograms ---- */

enum { FINE = 1 << RT_HISTOGRAM_FINE };

int rt_histogram_bin(int64_t nanoseconds)
{
    if (nanoseconds < FINE) return (int)nanoseconds;
    if (nanoseconds >> RT_HISTOGRAM_OCTAVES) return RT_HISTOGRAM_BINS - 1;
    const int exponent = 63 - __builtin_clzll((unsigned long long)nanoseconds);
    const int cut = exponent - RT_HISTOGRAM_FINE; /* bits that are dropped */
    return (cut << RT_HISTOGRAM_FINE) + (int)(nanoseconds >> cut);
}

int64_t rt_histogram_end(int bin)
{
    if (bin < 2 * FINE) return bin;
    const int cut = (bin >> RT_HISTOGRAM_FINE) - 1;
    return ((int64_t)(bin - (cut << RT_HISTOGRAM_FINE) + 1) << cut) - 1;
}

void rt_histogram_add(rt_histogram *histogram, int64_t nanoseconds)
{
    const int64_t duration = nanoseconds > 0 ? nanoseconds : 0;
    histogram->bins[rt_histogram_bin(duration)]++;
    histogram->count++;
    if (duration > histogram->max) histogram->max = duration;
}

int64_t rt_histogram_quantile(const rt_histogram *histogram, double share)
{
    const double wanted = ceil(share * (double)histogram->count);
    int64_t below = 0;
    for (int i = 0; i < RT_HISTOGRAM_BINS - 1; i++) {
        below += histogram->bins[i];
        if (below > 0 && (double)below >= wanted)
            return rt_histogram_end(i) < histogram->max ? rt_histogram_end(i) : histogram->max;
    }
    return histogram->max;
}

double rt_histogram_us(const rt_histogram *histogram, double share)
{
    return 1e-3 * (double)rt_histogram_quantile(histogram, share);
}

void rt_histogram_merge(rt_histogram *histogram, const rt_histogram *other)
{
    for (int i = 0; i < RT_HISTOGRAM_BINS; i++) histogram->bins[i] += other->bins[i];
    histogram->count += other->count;
    if (other->max > histogram->max) histogram->max = other->max;
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

/* ---- deadlines ---- */

/* Whether a listed wake-up was late by more than `least` between the two times. */
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

rt_explanation rt_deadlines_explain(const rt_loop *loop, const rt_probe *probe)
{
    rt_explanation e = {.slack = loop->period - rt_histogram_quantile(&loop->step, 0.5),
                        .missed = loop->missed,
                        .unlisted = loop->missed - loop->miss_count};
    for (int i = 0; i < loop->miss_count; i++) {
        const rt_miss *miss = &loop->misses[i];
        const bool in_time = e.slack > 0; /* otherwise ticks are late without any disturbance */
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

/* ---- budgets ---- */

typedef struct part_name {
    const char *key, *text;
} part_name;

static const part_name names[RT_PARTS] = {
    [RT_PART_COMMANDS] = {"commands", "commands, script"},
    [RT_PART_WORLD + (int) WORLD_PART_GROUND] = {"ground", "ground, contacts"},
    [RT_PART_WORLD + (int) WORLD_PART_CONTROLS] = {"controls", "control unit, levers"},
    [RT_PART_WORLD + (int) WORLD_PART_NEWTON] = {"newton", "Newton step"},
    [RT_PART_WORLD + (int) WORLD_PART_PRESS] = {"press", "sand: pressed"},
    [RT_PART_WORLD + (int) WORLD_PART_DIG] = {"dig", "sand: dug, carried"},
    [RT_PART_WORLD + (int) WORLD_PART_PARTICLES] = {"particles", "sand: particles"},
    [RT_PART_WORLD + (int) WORLD_PART_FLOW] = {"flow", "sand: flow"},
    [RT_PART_WORLD + (int) WORLD_PART_TASKS] = {"tasks", "zones, tasks, score"},
    [RT_PART_SIGNALS] = {"signals", "signals"},
    [RT_PART_NEWS] = {"news", "events, peaks"},
    [RT_PART_RECORDER] = {"recorder", "hash, recorder"},
    [RT_PART_TELEMETRY] = {"telemetry", "telemetry"},
    [RT_PART_SAMPLES] = {"samples", "samples: sound, seat"},
    [RT_PART_SNAPSHOT] = {"snapshot", "snapshots"},
    [RT_PART_SAND] = {"sand", "sand for pictures"},
};

static int64_t now(const rt_budget *budget)
{
    return budget->clock.now(budget->clock.context);
}

void rt_budget_begin(rt_budget *budget, rt_clock clock)
{
    memset(budget, 0, sizeof *budget);
    budget->clock = clock;
}

void rt_budget_tick(rt_budget *budget)
{
    if (budget == NULL) return;
    memset(budget->spent, 0, sizeof budget->spent);
    budget->began = budget->last = now(budget);
}

void rt_budget_ended(rt_budget *budget, rt_part part)
{
    if (budget == NULL) return;
    const int64_t time = now(budget);
    budget->spent[part] += time - budget->last;
    budget->last = time;
}

void rt_budget_finish(rt_budget *budget)
{
    if (budget == NULL) return;
    const int64_t taken = budget->last - budget->began;
    if (taken > budget->tick.max) memcpy(budget->longest, budget->spent, sizeof budget->longest);
    rt_histogram_add(&budget->tick, taken);
    for (int i = 0; i < RT_PARTS; i++) {
        budget->total[i] += budget->spent[i];
        rt_histogram_add(&budget->parts[i], budget->spent[i]);
    }
}

double rt_budget_mean(const rt_budget *budget, rt_part part)
{
    return budget->tick.count > 0 ? (double)budget->total[part] / (double)budget->tick.count : 0.0;
}

const char *rt_part_key(rt_part part)
{
    return names[part].key;
}

const char *rt_part_text(rt_part part)
{
    return names[part].text;
}
