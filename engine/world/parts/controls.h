/* What the operator moves. */
#ifndef WORLD_CONTROLS_H
#define WORLD_CONTROLS_H

#include "machine/machine.h"

typedef struct world_controls {
    double *values;     /**< [control_count] as they stand; state */
    const char **names; /**< [control_count] with that of the machine, if it has one */
} world_controls;

/** Share of a control's range, -1 to 1 about its zero. */
static inline double world_share(const auth_control *control, double value)
{
    const double end = value >= 0.0 ? control->high : -control->low;
    return end > 0.0 ? value / end : 0.0;
}

#endif
