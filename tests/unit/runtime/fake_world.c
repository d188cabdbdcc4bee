/* A world of three controls and three signals that fails on request. */
#include "fake_world.h"

#include <math.h>
#include <string.h>

world_machine fake_world(void)
{
    return (world_machine){
        .signals = FAKE_SIGNALS, .bodies = FAKE_BODIES, .fails_at = -1, .not_a_number_at = INT64_MAX};
}

int world_control_count(const world_machine *machine)
{
    (void)machine;
    return FAKE_CONTROLS;
}

world_control world_control_info(const world_machine *machine, int control)
{
    (void)machine;
    return (world_control){.name = "control", .low = -1.0, .high = 1.0, .safe = fake_safe[control]};
}

void world_control_set(world_machine *machine, int control, double value)
{
    machine->state.controls[control] = value;
}

double world_control_get(const world_machine *machine, int control)
{
    return machine->state.controls[control];
}

void world_machine_set_timer(world_machine *machine, void (*ended)(void *context, world_part part),
                             void *context)
{
    machine->watch.ended = ended;
    machine->watch.context = context;
}

hl_status world_machine_set_team(world_machine *machine, const hl_team *team, hl_arena *arena)
{
    (void)machine;
    (void)team;
    (void)arena;
    return HL_OK;
}

/* One more of each in each tick. */
void world_count_step(const world_machine *machine, int64_t *counts)
{
    for (int i = 0; i < WORLD_COUNTS; i++) counts[i] = machine->state.tick + i;
}

/* All but the sand. */
static void tell_parts(const world_machine *machine)
{
    for (int part = 0; machine->watch.ended != NULL && part < WORLD_PARTS; part++)
        if (part < WORLD_PART_PRESS || part > WORLD_PART_FLOW)
            machine->watch.ended(machine->watch.context, (world_part)part);
}

hl_status world_machine_step(world_machine *machine)
{
    tell_parts(machine);
    if (machine->state.tick + 1 == machine->fails_at) return HL_NOT_CONVERGED;
    machine->state.tick++;
    machine->sand_steps++;
    machine->state.sum += machine->state.controls[0];
    return HL_OK;
}

int64_t world_machine_tick(const world_machine *machine)
{
    return machine->state.tick;
}

bool world_loops_open(const world_machine *machine)
{
    const int64_t tick = machine->state.tick;
    return machine->opens_at > 0 && (tick == machine->opens_at || tick == machine->opens_at + 1);
}

double world_loop_violation(const world_machine *machine)
{
    return world_loops_open(machine) ? 2e-6 : 1e-8;
}

int world_hit_count(const world_machine *machine)
{
    return machine->hits_at > 0 ? (int)(machine->state.tick / machine->hits_at) : 0;
}

world_hit world_hit_at(const world_machine *machine, int hit)
{
    (void)machine;
    (void)hit;
    return (world_hit){.body = 1, .object = 7};
}

bool world_goal_reached(const world_machine *machine)
{
    return machine->goal_at > 0 && machine->state.tick >= machine->goal_at;
}

int64_t world_note_count(const world_machine *machine)
{
    return machine->notes_at > 0 ? machine->state.tick / machine->notes_at : 0;
}

world_note world_note_at(const world_machine *machine, int64_t index)
{
    return (world_note){(index + 1) * machine->notes_at, WORLD_NOTE_TASK_DONE, (int32_t)index};
}

int64_t world_incident_count(const world_machine *machine)
{
    return machine->incidents_at > 0 ? machine->state.tick / machine->incidents_at : 0;
}

world_incident world_incident_at(const world_machine *machine, int64_t index)
{
    return (world_incident){.tick = (index + 1) * machine->incidents_at,
                            .kind = index % 2 == 0 ? AUTH_ENDING_PERSON : AUTH_ENDING_HIT,
                            .of = (int32_t)index,
                            .place = {1.0, 2.0, 3.0},
                            .speed = 0.5};
}

int world_machine_count(const world_machine *machine)
{
    (void)machine;
    return 1;
}

bool world_has_overturned(const world_machine *machine, int index, world_incident *what)
{
    if (machine->overturns_at == 0 || machine->state.tick < machine->overturns_at) return false;
    *what = (world_incident){.kind = AUTH_ENDING_OVERTURNED, .of = index, .speed = 2.0, .value = 1.5};
    return true;
}

int64_t world_coupling_note_count(const world_machine *machine)
{
    (void)machine;
    return 0;
}

int64_t world_sling_note_count(const world_machine *machine)
{
    (void)machine;
    return 0;
}

world_sling_note world_sling_note_at(const world_machine *machine, int64_t at)
{
    (void)machine;
    (void)at;
    return (world_sling_note){.act = 0};
}

void world_sling_note_pack(const world_sling_note *note, int32_t *subject, double *value)
{
    (void)note;
    *subject = 0;
    *value = 0.0;
}

world_coupling_note world_coupling_note_at(const world_machine *machine, int64_t note)
{
    (void)machine;
    (void)note;
    return (world_coupling_note){.act = 0};
}

void world_coupling_note_pack(const world_coupling_note *note, int32_t *subject, double *value)
{
    (void)note;
    *subject = 0;
    *value = 0.0;
}

world_result world_exercise_result(const world_machine *machine)
{
    const bool over = machine->exercise_at > 0 && machine->state.tick >= machine->exercise_at;
    return over ? machine->exercise_result : WORLD_GOES_ON;
}

double world_score_total(const world_machine *machine)
{
    return world_exercise_result(machine) == WORLD_FINISHED ? 87.0 : 0.0;
}

double world_machine_time(const world_machine *machine)
{
    return (double)machine->state.tick * fake_step;
}

double world_machine_step_size(const world_machine *machine)
{
    (void)machine;
    return fake_step;
}

int world_signal_count(const world_machine *machine)
{
    return machine->signals;
}

world_signal world_signal_info(const world_machine *machine, int signal)
{
    (void)machine;
    return (world_signal){.name = "", .unit = "1", .meaning = "", .si = 1.0 + signal};
}

void world_machine_evaluate_signals(world_machine *machine, double *values)
{
    for (int i = 0; i < machine->signals; i++) values[i] = (double)i;
    values[0] = (double)machine->state.tick;
    values[1] = machine->state.tick >= machine->not_a_number_at ? (double)NAN : machine->state.sum;
}

size_t world_rigid_state_size(const world_machine *machine)
{
    return sizeof machine->state;
}

void world_rigid_state_save(const world_machine *machine, void *to)
{
    memcpy(to, &machine->state, sizeof machine->state);
}

void world_rigid_state_restore(world_machine *machine, const void *from)
{
    memcpy(&machine->state, from, sizeof machine->state);
}

terr_sand *world_machine_sand(world_machine *machine)
{
    return machine->sand;
}

int world_body_count(const world_machine *machine)
{
    return machine->bodies;
}

int world_object_count(const world_machine *machine)
{
    (void)machine;
    return 0;
}

void world_object_pose(const world_machine *machine, int object, hl_vec3 *position, hl_quat *rotation)
{
    (void)machine, (void)object;
    *position = hl_v3(0, 0, 0);
    *rotation = (hl_quat){1, 0, 0, 0};
}

void world_body_pose(const world_machine *machine, int body, hl_vec3 *position, hl_quat *rotation)
{
    *position = (hl_vec3){(double)body, (double)machine->state.tick, 3.0};
    *rotation = (hl_quat){1.0, 0.0, 0.0, 0.0};
}

bool world_operator_act(world_operator *driver, world_machine *machine, const double *signals)
{
    if (driver->acts-- <= 0) return false;
    world_control_set(machine, 2, signals[0]);
    return true;
}
