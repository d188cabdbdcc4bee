/* What other machines do to a machine's bodies. */
#ifndef WORLD_PUSHES_H
#define WORLD_PUSHES_H

#include "machine/machine.h"

/** A force on a body with shapes acts in the step to come, and wakes the machine. RT.
 *  @param hitter        of the machine's contacts
 *  @param force, point  in the world [N], [m] */
void world_push(world_machine *machine, int hitter, hl_vec3 force, hl_vec3 point);

/** Nothing pushes, until world_push. RT. */
void world_clear_pushes(world_machine *machine);

#endif
