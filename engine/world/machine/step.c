/* One tick of a world: the order of everything in it. */
#include "machine/machine.h"

#include "parts/tools.h"

/* ---- its parts ---- */

static void part_ended(const world *w, world_part part)
{
    if (w->watch.ended) w->watch.ended(w->watch.context, part);
}

static void sand_part_ended(void *context, terr_part part)
{
    part_ended(context, (world_part)(WORLD_PART_DIG + (int)part));
}

void world_machine_watch(world_machine *machine, void (*ended)(void *context, world_part part), void *context)
{
    world *w = machine->world;
    w->watch.ended = ended;
    w->watch.context = context;
    if (w->site.sand != NULL) terr_sand_watch(w->site.sand, ended ? sand_part_ended : NULL, w);
}

/* ---- the tick ---- */

/* What the poses at its beginning tell. */
static void begin(world_machine *machine)
{
    WORLD_EACH_PART(machine, hold); /* faults: valves stick and sensors freeze as they stand */
    machine->looked = false;
    world_machine_look(machine);       /* stand, sense: laws of friction, planes and points of contact */
    WORLD_EACH_PART(machine, release); /* contacts, tools, hits: what ended, what was struck */
}

/* One implicit step of bodies, hydraulics, driveline, tires and contacts. */
static hl_status move(world_machine *machine)
{
    world_mechanism *m = machine->mechanism;
    m->report = (mb_step_report){.status = HL_OK, .worst_unknown = -1};
    return mb_step(m->model, m->state, m->work, &m->report);
}

void world_sand_step(world *w)
{
    for (int i = 0; i < w->machine_count; i++) {
        world_machine_look(w->machines[i]);
        WORLD_EACH_PART(w->machines[i], press); /* tires, tracks, shapes */
    }
    part_ended(w, WORLD_PART_PRESS);
    terr_tool_motion motion[TERR_MAX_TOOLS];
    terr_tool_load loads[TERR_MAX_TOOLS];
    for (int i = 0; i < w->machine_count; i++)
        world_tools_move(w->machines[i], &motion[w->machines[i]->tools->first]);
    terr_sand_step(w->site.sand, motion, loads);
    for (int i = 0; i < w->machine_count; i++) {
        const int first = w->machines[i]->tools->first;
        world_tools_load(w->machines[i], &motion[first], &loads[first]);
    }
}

hl_status world_step(world *w)
{
    for (int i = 0; i < w->machine_count; i++) begin(w->machines[i]);
    part_ended(w, WORLD_PART_GROUND);
    for (int i = 0; i < w->machine_count; i++) WORLD_EACH_PART(w->machines[i], apply);
    part_ended(w, WORLD_PART_CONTROLS);
    hl_status status = HL_OK;
    for (int i = 0; i < w->machine_count && status == HL_OK; i++) status = move(w->machines[i]);
    part_ended(w, WORLD_PART_NEWTON);
    if (status != HL_OK) return status;
    if (w->site.sand != NULL) world_sand_step(w);
    for (int i = 0; i < w->machine_count; i++) WORLD_EACH_PART(w->machines[i], step);
    part_ended(w, WORLD_PART_TASKS);
    return HL_OK;
}

hl_status world_machine_step(world_machine *machine)
{
    return world_step(machine->world);
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
