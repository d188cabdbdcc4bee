/* What a scenario asks for: a value of a signal. */
#include "machine/machine.h"
#include "training/condition.h"

#include <math.h>

typedef struct world_goal {
    world_condition condition;
    bool reached; /* at the last world_machine_evaluate_signals */
} world_goal;

static hl_status define(world_machine *machine, world_building *with)
{
    machine->goal = HL_NEW(with->arena, world_goal, 1);
    if (machine->goal == NULL) return HL_OUT_OF_MEMORY;
    machine->goal->condition.signal = -1;
    return HL_OK;
}

/* Share of the way to a goal: what should grow over what is asked for, for what should shrink the other way
 * round. A target of nothing, or below, has no shares: there is only reached or not. */
static double goal_share(const world_machine *machine, int of)
{
    (void)of;
    const world_condition *goal = &machine->goal->condition;
    if (goal->signal < 0) return 0.0;
    const double value = world_signal_now(machine, goal->signal);
    const bool reached = world_condition_holds_at(goal, value);
    if (reached || goal->value <= 0.0) return reached ? 1.0 : 0.0;
    return fmax(goal->above ? value / goal->value : goal->value / value, 0.0);
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row share = {"goal.share", "1", 1.0, goal_share,
                                           "of the scenario's goal: 1 when reached"};
    world_signal_put(machine, &share, "", "", 0, arena);
}

static hl_status resolve(world_machine *machine, world_building *with)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    if (scenario == NULL) return HL_OK;
    world_condition *condition = &machine->goal->condition;
    *condition = world_condition_resolve(machine, &scenario->goal, with->scenario_report);
    if (condition->signal >= 0 && machine->world->signals[condition->signal].evaluate == goal_share) {
        hl_report_add(with->scenario_report, scenario->goal.place,
                      "the goal's own share cannot be its goal; another signal is expected");
        condition->signal = -1;
    }
    return hl_report_clean(with->scenario_report) ? HL_OK : HL_BAD_INPUT;
}

static void show(world_machine *machine, double *values)
{
    machine->goal->reached = world_condition_holds(&machine->goal->condition, values);
}

bool world_goal_reached(const world_machine *machine)
{
    return machine->goal->reached;
}

const world_part_row world_goal_row = {.name = "goal",
                                       .of_exercise = true,
                                       .define = define,
                                       .signals = put_signals,
                                       .resolve = resolve,
                                       .show = show};
