/* What a scenario asks for: a value of a signal. */
#include "machine/machine_internal.h"

#include <math.h>

/* Share of the way to a goal: what should grow over what is asked for, for what should shrink the other way
 * round. A target of nothing, or below, has no shares: there is only reached or not. */
static double goal_share(const world_machine *machine, int of)
{
    (void)of;
    const world_condition *goal = &machine->goal;
    if (goal->signal < 0) return 0.0;
    const double value = world_signal_now(machine, goal->signal);
    const bool reached = world_condition_holds_at(goal, value);
    if (reached || goal->value <= 0.0) return reached ? 1.0 : 0.0;
    return fmax(goal->above ? value / goal->value : goal->value / value, 0.0);
}

void world_goal_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row share = {"goal.share", "1", 1.0, goal_share,
                                           "of the scenario's goal: 1 when reached"};
    world_signal_put(machine, &share, "", "", 0, arena);
}

hl_status world_goal_define(world_machine *machine, hl_report *report)
{
    machine->goal.signal = -1;
    if (machine->scenario == NULL) return HL_OK;
    machine->goal = world_condition_resolve(machine, &machine->scenario->goal, report);
    if (machine->goal.signal >= 0 && machine->signals[machine->goal.signal].evaluate == goal_share) {
        hl_report_add(report, machine->scenario->goal.place,
                      "the goal's own share cannot be its goal; another signal is expected");
        machine->goal.signal = -1;
    }
    return hl_report_clean(report) ? HL_OK : HL_BAD_INPUT;
}

bool world_goal_reached(const world_machine *machine)
{
    return machine->goal_reached;
}
