/* Room for the points of contact of a machine's shapes, tires and tracks.
 *
 * The work of a step is proportional to the points of all bodies. Two bodies of a machine can have
 * CONTACT_MAX_POINTS, all others then have LEAST_POINTS, their deepest ones: bodies take room in their order,
 * and leave as many for each that follows. */
#include "parts/parts.h"

enum { LEAST_POINTS = 2 };

int world_most_points(const world_machine *machine)
{
    const int bodies = machine->contacts->count + machine->treads->count;
    const int full = bodies < 2 ? bodies : 2;
    return full * CONTACT_MAX_POINTS + (bodies - full) * LEAST_POINTS;
}

int world_room_for_points(const world_machine *machine, int used, int following)
{
    const int left = world_most_points(machine) - used - following * LEAST_POINTS;
    return left < CONTACT_MAX_POINTS ? left : CONTACT_MAX_POINTS;
}

int world_shape_points(const world_machine *machine)
{
    int count = 0;
    for (int h = 0; h < machine->contacts->count; h++) count += machine->contacts->list[h].set.count;
    return count;
}
