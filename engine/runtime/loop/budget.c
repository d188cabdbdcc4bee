#include "rt/budget.h"

#include <string.h>

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
