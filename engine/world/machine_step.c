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
    world_ground_forget(machine);
    if (machine->sand != NULL) world_sand_limit(machine);
    world_controls_apply(machine);
    m->report = (mb_step_report){.status = HL_OK, .worst_unknown = -1};
    const hl_status status = mb_step(m->model, m->state, m->work, &m->report);
    if (machine->between.tell) machine->between.tell(machine->between.context);
    if (status != HL_OK) return status;
    if (machine->sand != NULL) {
        world_sand_step(machine);
        world_zones_step(machine);
    }
    world_travel_step(machine);
    world_training_step(machine);
    return HL_OK;
}

void world_machine_between(world_machine *machine, void (*tell)(void *context), void *context)
{
    machine->between.tell = tell;
    machine->between.context = context;
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

/* ---- controls ---- */

int world_control_count(const world_machine *machine)
{
    return machine->author->control_count;
}

world_control world_control_info(const world_machine *machine, int control)
{
    const auth_control *c = &machine->author->controls[control];
    return (world_control){c->name, c->meaning, c->low, c->high, c->safe, c->initial};
}

void world_control_set(world_machine *machine, int control, double value)
{
    const auth_control *c = &machine->author->controls[control];
    machine->controls[control] = isnan(value) ? c->safe : fmin(fmax(value, c->low), c->high);
}

double world_control_get(const world_machine *machine, int control)
{
    return machine->controls[control];
}
