/* Way of the controls. */
#ifndef WORLD_TRAVEL_H
#define WORLD_TRAVEL_H

#include "machine/machine.h"

typedef struct world_travel {
    double *before; /**< [control_count] at the end of the last tick; state */
    double way;     /**< of them all since the start, in their ranges; state */
} world_travel;

/** None so far. */
void world_travel_start(world_machine *machine);

#endif
