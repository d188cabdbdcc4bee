/* What other machines do to a machine's bodies. Of two machines that touch, the contact law is that of the
 * first (parts/contacts.c), implicit in its step; the other one gets the opposite forces, as they are when
 * the step begins. */
#include "parts/pushes.h"

#include "parts/contacts.h"
#include "parts/rest.h"

#include "contact/resistance.h"

#include <string.h>

typedef struct world_pushes {
    contact_medium *media; /* [contacts] found anew in each tick */
} world_pushes;

/* The first machine is pushed by none. */
static hl_status define(world_machine *machine, world_building *with)
{
    if (machine == machine->world->machines[0]) return HL_OK;
    machine->pushes = HL_NEW(with->arena, world_pushes, 1);
    if (machine->pushes == NULL) return HL_OUT_OF_MEMORY;
    machine->pushes->media = HL_NEW(with->arena, contact_medium, machine->contacts->count);
    return machine->pushes->media == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int h = 0; machine->pushes != NULL && h < machine->contacts->count; h++) {
        const int body = machine->contacts->list[h].body;
        world_effort_put(with, contact_resistance(machine->author->mechanism->bodies[body].name, body,
                                                  &machine->pushes->media[h]));
    }
}

void world_push(world_machine *machine, int hitter, hl_vec3 force, hl_vec3 point)
{
    const world_mechanism *m = machine->mechanism;
    const mb_pose pose = mb_pose_of(m->model, m->work, machine->contacts->list[hitter].body);
    contact_medium *medium = &machine->pushes->media[hitter];
    medium->loaded = true;
    medium->force = hl_add(medium->force, force);
    medium->moment = hl_add(medium->moment, hl_cross(hl_sub(point, pose.position), force));
    world_wake(machine);
}

void world_clear_pushes(world_machine *machine)
{
    if (machine->pushes != NULL)
        memset(machine->pushes->media, 0, (size_t)machine->contacts->count * sizeof *machine->pushes->media);
}

const world_part_row world_pushes_row = {.name = "pushes", .define = define, .efforts = put_efforts};
