/* Counts of the ticks of a budget: apart from its times, which tests measure without a world. */
#include "rt/session.h"

void rt_budget_count(rt_budget *budget, const world_machine *machine)
{
    if (budget == NULL) return;
    world_count_step(machine, budget->counts);
    for (int i = 0; i < WORLD_COUNTS; i++) {
        budget->sums[i] += (double)budget->counts[i];
        if (budget->counts[i] > budget->most[i]) budget->most[i] = budget->counts[i];
    }
}
