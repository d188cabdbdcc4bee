/* One tick of a machine. */
#include "machine_internal.h"

void world_machine_look(world_machine *machine)
{
    mb_look(machine->mechanism->model, machine->mechanism->state, machine->mechanism->work);
    if (machine->sand != NULL) world_sand_stand(machine);
    world_faults_deflate(machine);
    world_ground_sense(machine);
}

hl_status world_machine_step(world_machine *machine)
{
    world_mechanism *m = machine->mechanism;
    world_faults_watch(machine);
    machine->looked = false;
    world_machine_look(machine);
    world_hits_watch(machine);
    world_contacts_keep(machine);
    if (machine->sand != NULL) world_sand_release(machine);
    world_part_ended(machine, WORLD_PART_GROUND);
    world_controls_apply(machine);
    world_part_ended(machine, WORLD_PART_CONTROLS);
    m->report = (mb_step_report){.status = HL_OK, .worst_unknown = -1};
    const hl_status status = mb_step(m->model, m->state, m->work, &m->report);
    world_part_ended(machine, WORLD_PART_NEWTON);
    if (status != HL_OK) return status;
    if (machine->sand != NULL) {
        world_sand_step(machine);
        world_zones_step(machine);
    }
    world_travel_step(machine);
    world_training_step(machine);
    world_part_ended(machine, WORLD_PART_TASKS);
    return HL_OK;
}

/* ---- its parts ---- */

void world_part_ended(const world_machine *machine, world_part part)
{
    if (machine->watch.ended) machine->watch.ended(machine->watch.context, part);
}

static void sand_part_ended(void *context, terr_part part)
{
    world_part_ended(context, (world_part)(WORLD_PART_DIG + (int)part));
}

void world_machine_watch(world_machine *machine, void (*ended)(void *context, world_part part), void *context)
{
    machine->watch.ended = ended;
    machine->watch.context = context;
    if (machine->sand != NULL) terr_sand_watch(machine->sand, ended ? sand_part_ended : NULL, machine);
}

const mb_step_report *world_machine_report(const world_machine *machine)
{
    return &machine->mechanism->report;
}

int64_t world_machine_tick(const world_machine *machine)
{
    return machine->mechanism->state->tick;
}

double world_machine_time(const world_machine *machine)
{
    return machine->mechanism->state->time;
}

double world_machine_step_size(const world_machine *machine)
{
    return machine->mechanism->options.step;
}
