/* Conditions on signals, resolved for a machine, and the goal of a scenario. */
#include "training/training.h"

#include <math.h>

int world_signal_resolve(const world_machine *machine, const char *name, hl_place place, hl_report *report)
{
    const int found = world_signal_find(machine, name);
    if (found >= 0) return found;
    auth_report_unknown_signal(report, place, name, world_signal_nearest(machine, name));
    return -1;
}

double world_value_in_unit(const world_machine *machine, int signal, double value, bool with_unit,
                           auth_dimension dimension, hl_place place, hl_report *report)
{
    if (!with_unit || signal < 0) return value;
    const world_signal info = world_signal_info(machine, signal);
    if (!auth_unit_fits(info.unit, dimension))
        hl_report_add(report, place, "the value's unit does not fit the signal '%s': give a value in %s",
                      info.name, info.unit);
    return value / info.si;
}

world_condition world_condition_resolve(const world_machine *machine, const auth_condition *author,
                                        hl_report *report)
{
    world_condition c = {.signal = -1, .above = author->above};
    if (author->signal == NULL) return c;
    c.signal = world_signal_resolve(machine, author->signal, author->place, report);
    c.value = world_value_in_unit(machine, c.signal, author->value, author->with_unit, author->dimension,
                                  author->value_place, report);
    return c;
}

world_condition world_rate_resolve(const world_machine *machine, const auth_condition *author,
                                   hl_report *report)
{
    auth_condition change = *author; /* in one second */
    const int signal = author->signal ? world_signal_find(machine, author->signal) : -1;
    change.dimension.s++;
    if (signal < 0 || !auth_unit_fits(world_signal_info(machine, signal).unit, change.dimension))
        change.dimension = author->dimension;
    return world_condition_resolve(machine, &change, report);
}

/* ---- the goal of a scenario ---- */

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
                      "the goal's own share cannot be its goal: choose another signal");
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
