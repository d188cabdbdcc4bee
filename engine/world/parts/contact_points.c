/* Contact points of a body with shapes: its motion, forces and memory. */
#include "parts/parts.h"

#include "hl/hash.h"

#include <stddef.h>
#include <string.h>

contact_motion world_body_motion(const world_machine *machine, int body)
{
    const world_mechanism *m = machine->mechanism;
    return (contact_motion){mb_pose_of(m->model, m->work, body),
                            mb_point(m->model, m->work, body, hl_v3(0, 0, 0)).velocity,
                            mb_angular_velocity(m->model, m->work, body)};
}

double world_point_force(const world_hitter *hitter, int k, const contact_motion *motion)
{
    return hitter->pair != NULL
               ? contact_pair_point(&hitter->stick, k, motion, NULL).normal_force
               : contact_point_force(&hitter->contact, k, &motion->pose, motion->velocity, motion->turn);
}

contact_result world_hitter_result(const world_machine *machine, const world_hitter *hitter,
                                   const contact_motion *motion)
{
    return hitter->pair != NULL ? contact_pair_look(&hitter->stick, motion, NULL)
                                : contact_look(&hitter->contact, &motion->pose, motion->velocity,
                                               motion->turn, world_effort_states(machine, hitter->effort));
}

static uint64_t pair_memory_hash(const void *data)
{
    const contact_pair_memory *memory = data;
    return hl_hash(HL_HASH_START, memory,
                   offsetof(contact_pair_memory, trace) + (size_t)memory->count * sizeof *memory->trace);
}

static bool pair_memory_fits(const world_machine *machine, const void *from)
{
    (void)machine;
    int64_t count;
    memcpy(&count, from, sizeof count);
    return count >= 0 && count <= CONTACT_MAX_POINTS;
}

void world_memory_put(world_machine *machine, const char *name, contact_pair_memory *memory)
{
    world_block_put(machine, name, memory, sizeof *memory, pair_memory_hash, pair_memory_fits);
}
