/* One tick of a world: the order of everything in it. */
#include "machine/machine.h"

#include "parts/parts.h"

/* ---- its parts ---- */

static void part_ended(const world *w, world_part part)
{
    if (w->watch.ended) w->watch.ended(w->watch.context, part);
}

static void sand_part_ended(void *context, terr_part part)
{
    part_ended(context, (world_part)(WORLD_PART_DIG + (int)part));
}

void world_machine_set_timer(world_machine *machine, void (*ended)(void *context, world_part part),
                             void *context)
{
    world *w = machine->world;
    w->watch.ended = ended;
    w->watch.context = context;
    if (w->site.sand != NULL) terr_sand_set_timer(w->site.sand, ended ? sand_part_ended : NULL, w);
}

hl_status world_machine_set_team(world_machine *machine, const hl_team *team, hl_arena *arena)
{
    terr_sand *sand = machine->world->site.sand;
    return sand != NULL ? terr_sand_set_team(sand, team, arena) : HL_OK;
}

/* ---- the tick ---- */

/* Machines at rest are left out, until a control, another machine or the soil under them moves. */
static void choose_sleepers(world *w)
{
    for (int i = 0; i < w->machine_count; i++) {
        world_machine *machine = w->machines[i];
        world_watch_controls(machine);
        machine->asleep = machine->held || world_is_at_rest(machine);
        machine->ground_noted = machine->ground_noted && machine->asleep;
        if (!machine->asleep) continue;
        world_signals_evaluate(machine); /* its poses, if its state has been restored */
        world_note_ground(machine);
    }
}

static void find_poses(world_machine *machine)
{
    WORLD_EACH_PART(machine, hold); /* faults: valves stick and sensors freeze as they stand */
    /* All of this was evaluated with the signals after the last tick. It is evaluated again if a fault has
     * changed tires since then, or if other machines, which touch this one, have moved. */
    machine->looked = machine->looked && !machine->faults_set && machine->world->machine_count == 1;
    machine->faults_set = machine->posed = false;
    if (!machine->looked)
        mb_evaluate_poses(machine->mechanism->model, machine->mechanism->state, machine->mechanism->work);
}

/* The last one first: a machine that wakes may touch one before it. */
static void wake_touched(world *w)
{
    for (int i = w->machine_count - 1; i > 0; i--) {
        world_machine *machine = w->machines[i];
        if (!machine->asleep || machine->held || !world_is_touched(machine)) continue;
        world_wake(machine);
        machine->asleep = false;
        find_poses(machine);
    }
}

/* Contacts and hits at the poses of the beginning. All poses are evaluated first: machines touch each other.
 */
static void begin(world *w)
{
    for (int i = 0; i < w->machine_count; i++) {
        world_clear_pushes(w->machines[i]);
        if (!w->machines[i]->asleep) find_poses(w->machines[i]);
    }
    wake_touched(w);
    world_objects_find(w);
    for (int i = 0; i < w->machine_count; i++) {
        world_machine *machine = w->machines[i];
        if (machine->asleep) continue;
        if (!machine->looked) {
            WORLD_EACH_PART(machine, stand); /* laws of friction of this step */
            WORLD_EACH_PART(machine, sense); /* planes and points of contact */
        }
        machine->looked = false;
        WORLD_EACH_PART(machine, release); /* contacts, tools, hits: what ended, what was struck */
    }
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
        if (w->machines[i]->asleep) continue;
        w->machines[i]->posed = false;
        world_machine_look(w->machines[i]);
        w->machines[i]->posed = true; /* until the signals: sand does not move the machine in this tick */
        WORLD_EACH_PART(w->machines[i], press); /* tires, tracks, shapes */
    }
    world_objects_press(w);
    w->pressed = terr_press_take_work(terr_sand_field(w->site.sand));
    part_ended(w, WORLD_PART_PRESS);
    terr_tool_motion motion[TERR_MAX_TOOLS + TERR_MAX_CONTAINERS];
    terr_tool_load loads[TERR_MAX_TOOLS + TERR_MAX_CONTAINERS];
    const world_machine *last = w->machines[w->machine_count - 1];
    const int tools = last->tools->first + last->tools->count;
    const int containers = last->containers->first + last->containers->count;
    for (int i = 0; i < w->machine_count; i++) {
        world_tools_move(w->machines[i], &motion[w->machines[i]->tools->first]);
        world_containers_move(w->machines[i], &motion[tools + w->machines[i]->containers->first]);
    }
    for (int i = 0; i < w->site.skip_count; i++) motion[tools + containers + i] = w->site.skips[i];
    terr_sand_step(w->site.sand, motion, loads);
    for (int i = 0; i < w->machine_count; i++) {
        const int first = w->machines[i]->tools->first, box = tools + w->machines[i]->containers->first;
        world_tools_load(w->machines[i], &motion[first], &loads[first]);
        world_containers_load(w->machines[i], &motion[box], &loads[box]);
        if (w->machines[i]->asleep) world_watch_ground(w->machines[i]);
    }
}

/* The clock of a machine at rest is that of the others. */
static void end(const world *w, world_machine *machine)
{
    if (!machine->asleep) {
        WORLD_EACH_PART(machine, step); /* zones, way of the controls, tasks, rest */
        return;
    }
    machine->mechanism->state->tick = w->machines[0]->mechanism->state->tick;
    machine->mechanism->state->time = w->machines[0]->mechanism->state->time;
}

hl_status world_step(world *w)
{
    choose_sleepers(w);
    begin(w);
    part_ended(w, WORLD_PART_GROUND);
    for (int i = 0; i < w->machine_count; i++)
        if (!w->machines[i]->asleep) WORLD_EACH_PART(w->machines[i], apply);
    part_ended(w, WORLD_PART_CONTROLS);
    hl_status status = HL_OK;
    for (int i = 0; i < w->machine_count && status == HL_OK; i++)
        if (!w->machines[i]->asleep) status = move(w->machines[i]);
    if (status == HL_OK) world_objects_step(w);
    part_ended(w, WORLD_PART_NEWTON);
    if (status != HL_OK) return status;
    for (int i = 0; i < w->machine_count; i++)
        if (!w->machines[i]->asleep) WORLD_EACH_PART(w->machines[i], remember);
    if (w->site.sand != NULL) world_sand_step(w);
    for (int i = 0; i < w->machine_count; i++) end(w, w->machines[i]);
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
