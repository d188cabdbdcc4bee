/* Terms of the parts of a tick, estimate and bound. */
#include "rt/cost.h"

#include <string.h>

enum {
    RT_PART_GROUND = RT_PART_WORLD + (int)WORLD_PART_GROUND,
    RT_PART_CONTROLS = RT_PART_WORLD + (int)WORLD_PART_CONTROLS,
    RT_PART_NEWTON = RT_PART_WORLD + (int)WORLD_PART_NEWTON,
    RT_PART_PRESS = RT_PART_WORLD + (int)WORLD_PART_PRESS,
    RT_PART_DIG = RT_PART_WORLD + (int)WORLD_PART_DIG,
    RT_PART_PARTICLES = RT_PART_WORLD + (int)WORLD_PART_PARTICLES,
    RT_PART_FLOW = RT_PART_WORLD + (int)WORLD_PART_FLOW,
    RT_PART_TASKS = RT_PART_WORLD + (int)WORLD_PART_TASKS
};

static const rt_term terms[RT_TERMS] = {
#define X(part, count) {(rt_part)RT_PART_##part, WORLD_COUNT_##count},
    RT_TERM_LIST(X)
#undef X
};

rt_term rt_term_at(int term)
{
    return terms[term];
}

int rt_term_find(rt_part part, world_count count)
{
    for (int i = 0; i < RT_TERMS; i++)
        if (terms[i].part == part && terms[i].count == count) return i;
    return -1;
}

int rt_part_find(const char *key)
{
    for (int i = 0; i < RT_PARTS; i++)
        if (strcmp(rt_part_key((rt_part)i), key) == 0) return i;
    return -1;
}

int rt_count_find(const char *key)
{
    for (int i = 0; i < WORLD_COUNTS; i++)
        if (strcmp(world_count_key((world_count)i), key) == 0) return i;
    return -1;
}

double rt_costs_estimate(const rt_costs *costs, const int64_t *counts, double us[RT_PARTS])
{
    double sum = 0.0;
    for (int i = 0; i < RT_PARTS; i++) us[i] = 0.0;
    for (int i = 0; i < RT_TERMS; i++) us[terms[i].part] += costs->us[i] * (double)counts[terms[i].count];
    for (int i = 0; i < RT_PARTS; i++) sum += us[i];
    return sum;
}

double rt_costs_bound(const rt_costs *costs, const int64_t *limits, double us[RT_PARTS])
{
    double sum = 0.0;
    const double tick = rt_costs_estimate(costs, limits, us) * costs->tick_spread;
    for (int i = 0; i < RT_PARTS; i++) sum += us[i] *= costs->spread[i];
    return costs->tick_spread > 0.0 ? tick : sum;
}
