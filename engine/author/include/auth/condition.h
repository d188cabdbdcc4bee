/* A condition on a signal, as scripts and scenarios write it. Signal names are resolved later, with the
 * machine. */
#ifndef AUTH_CONDITION_H
#define AUTH_CONDITION_H

#include "auth/quantity.h"
#include "hl/report.h"

#include <stdbool.h>

/** A condition on a signal: `{signal: NAME, above: X}` or `below`. */
typedef struct auth_condition {
    const char *signal; /**< NULL: no condition */
    hl_place place, value_place;
    bool above; /**< true: `above`; false: `below` */
    double value;
    bool with_unit; /**< true: the value had a unit and is in SI; false: it is in the signal's own unit */
    auth_dimension dimension; /**< of that unit */
} auth_condition;

/** Report an unknown signal name.
 *  @param nearest  the most similar signal name; NULL: no name is similar */
void auth_report_unknown_signal(hl_report *report, hl_place place, const char *name, const char *nearest);

#endif
