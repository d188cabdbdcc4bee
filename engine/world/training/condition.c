/* Conditions on signals, resolved for a machine. */
#include "condition.h"

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
        hl_report_add(report, place,
                      "the value's unit does not fit the signal '%s'; a value in %s is expected", info.name,
                      info.unit);
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
