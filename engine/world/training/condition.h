/* Conditions of authored files on the signals of a machine. Private to the world room. */
#ifndef WORLD_CONDITION_H
#define WORLD_CONDITION_H

#include "auth/condition.h"
#include "world/machine.h"

/** A condition with its signal found. */
typedef struct world_condition {
    int signal;   /**< -1: there is none */
    bool above;   /**< else below */
    double value; /**< in the signal's unit */
} world_condition;

/** Index of a signal; -1 after a complaint with the nearest name. */
int world_signal_resolve(const world_machine *machine, const char *name, hl_place place, hl_report *report);

/** A value of a file in the unit of its signal; a unit that does not fit is complained about.
 *  @param signal     -1: the value as it stands
 *  @param with_unit  the value was written with a unit and is in SI */
double world_value_in_unit(const world_machine *machine, int signal, double value, bool with_unit,
                           auth_dimension dimension, hl_place place, hl_report *report);

/** Find a condition's signal. Complaints go to the report, at the place of the signal or of the value. */
world_condition world_condition_resolve(const world_machine *machine, const auth_condition *author,
                                        hl_report *report);

/** The same for the change of a signal per second. Its value may have the unit of the signal per second (m/s
 * of a height), or that of the signal alone. */
world_condition world_rate_resolve(const world_machine *machine, const auth_condition *author,
                                   hl_report *report);

/** Whether it holds when its signal has this value. RT. */
static inline bool world_condition_holds_at(const world_condition *condition, double value)
{
    return condition->above ? value > condition->value : value < condition->value;
}

/** Whether it holds; false where there is none. RT. */
static inline bool world_condition_holds(const world_condition *condition, const double *signals)
{
    return condition->signal >= 0 && world_condition_holds_at(condition, signals[condition->signal]);
}

#endif
