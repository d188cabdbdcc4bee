/* Machines at rest: they make no steps until something moves or touches them. */
#ifndef WORLD_REST_H
#define WORLD_REST_H

#include "machine/machine.h"

typedef struct world_rest {
    double ticks; /**< for which nothing has moved, no more than it takes to sleep; state */
} world_rest;

/** Whether a machine may be left out of a tick: nothing of it has moved for half a second. The driven machine
 * never is. RT. */
bool world_is_at_rest(const world_machine *machine);

/** It makes steps again, from the next tick on. RT. */
void world_wake(world_machine *machine);

/** Wake it if one of its controls has been moved. RT. */
void world_watch_controls(world_machine *machine);

#endif
