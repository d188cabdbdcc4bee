/* Signals of a machine: what its parts tell by themselves, and what its file lists under `outputs`. */
#include "machine_internal.h"
#include "training/condition.h"

#include "hl/real.h"
#include "hl/spelling.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- chassis ---- */

static mb_pose chassis_pose(const world_machine *machine)
{
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, machine->chassis);
}

static double chassis_x(const world_machine *machine, int of)
{
    (void)of;
    return chassis_pose(machine).position.x;
}

static double chassis_y(const world_machine *machine, int of)
{
    (void)of;
    return chassis_pose(machine).position.y;
}

static double chassis_z(const world_machine *machine, int of)
{
    (void)of;
    return chassis_pose(machine).position.z;
}

static double heading(const world_machine *machine, int of)
{
    (void)of;
    const hl_mat3 R = chassis_pose(machine).rotation;
    return hl_atan2(R.m[1][0], R.m[0][0]);
}

/* Angles of the body's axes against the horizontal, as an inclinometer shows them. */
static double roll(const world_machine *machine, int of)
{
    (void)of;
    return hl_asin(fmin(fmax(chassis_pose(machine).rotation.m[2][1], -1.0), 1.0));
}

static double pitch(const world_machine *machine, int of)
{
    (void)of;
    return hl_asin(fmin(fmax(chassis_pose(machine).rotation.m[2][0], -1.0), 1.0));
}

static double speed(const world_machine *machine, int of)
{
    (void)of;
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = chassis_pose(machine).rotation;
    const hl_vec3 forward = {R.m[0][0], R.m[1][0], R.m[2][0]};
    return hl_dot(forward, mb_point(m->model, m->work, machine->chassis, hl_v3(0, 0, 0)).velocity);
}

static double yaw_rate(const world_machine *machine, int of)
{
    (void)of;
    return mb_angular_velocity(machine->mechanism->model, machine->mechanism->work, machine->chassis).z;
}

static double now(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->state->time;
}

/* ---- contacts, energies, solver, controls ---- */

static double contact_force(const world_machine *machine, int hitter)
{
    return hl_norm(machine->looks.contacts[hitter].force);
}

/* What rests on a body, in kilograms. */
static double contact_load(const world_machine *machine, int hitter)
{
    const double g = hl_norm(world_vec3(machine->author->mechanism->gravity));
    return g > 0.0 ? -machine->looks.contacts[hitter].force.z / g : 0.0;
}

static double contact_lost(const world_machine *machine, int hitter)
{
    return world_effort_states(machine, machine->hitters[hitter].effort)[CONTACT_LOSS];
}

static double contacts_left_out(const world_machine *machine, int of)
{
    (void)of;
    double count = 0.0;
    for (int h = 0; h < machine->hitter_count; h++) count += machine->hitters[h].left_out;
    return count;
}

static double kinetic(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.energy.kinetic;
}

static double gravity(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.energy.gravity;
}

static double stored(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.energy.stored;
}

static double iterations(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->report.iterations;
}

double world_loop_violation(const world_machine *machine)
{
    return machine->mechanism->report.position_violation;
}

bool world_loops_open(const world_machine *machine)
{
    return machine->mechanism->report.open;
}

static double violation(const world_machine *machine, int of)
{
    (void)of;
    return world_loop_violation(machine);
}

static double cut(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->report.cut ? 1.0 : 0.0;
}

static double control_value(const world_machine *machine, int control)
{
    return machine->controls[control];
}

/* ---- the tables ---- */

static const world_signal_row chassis_rows[] = {
    {"time", "s", 1.0, now, "time since the start"},
    {"chassis.x", "m", 1.0, chassis_x, "position of the chassis' origin"},
    {"chassis.y", "m", 1.0, chassis_y, "position of the chassis' origin"},
    {"chassis.z", "m", 1.0, chassis_z, "height of the chassis' origin"},
    {"chassis.heading", "rad", 1.0, heading, "direction of travel, from x towards y"},
    {"chassis.roll", "rad", 1.0, roll, "inclinometer: positive with the left side up"},
    {"chassis.pitch", "rad", 1.0, pitch, "inclinometer: positive with the nose up"},
    {"chassis.yaw_rate", "rad/s", 1.0, yaw_rate, "turning about the vertical, positive to the left"},
    {"vehicle.speed", "m/s", 1.0, speed, "along the chassis, positive forward"},
    {"contact.left_out", "1", 1.0, contacts_left_out,
     "boxes and points of contact that found no room in their tables"},
    {"energy.kinetic", "J", 1.0, kinetic, "of all bodies"},
    {"energy.gravity", "J", 1.0, gravity, "of all bodies, zero at the world's origin"},
    {"energy.stored", "J", 1.0, stored, "in springs, tires, shafts"},
    {"solver.iterations", "1", 1.0, iterations, "Newton iterations of the last step"},
    {"solver.cut", "1", 1.0, cut, "1 when the last step's iterations ended before they had converged"},
    {"solver.violation", "m", 1.0, violation, "of the loop closures after the last step"},
};

/* "wheel." "front left" ".load" -> "wheel.front_left.load" */
static const char *joined(const char *first, const char *name, const char *last, hl_arena *arena)
{
    char text[200];
    snprintf(text, sizeof text, "%s%s%s", first, name, last);
    for (char *c = text; *c; c++)
        if (isspace((unsigned char)*c)) *c = '_';
    return hl_arena_string(arena, text, strlen(text));
}

void world_signal_put(world_machine *machine, const world_signal_row *row, const char *first,
                      const char *name, int of, hl_arena *arena)
{
    const int at = machine->signal_count++;
    if (machine->signals == NULL) return;
    machine->signals[at] = (world_signal_entry){
        {joined(first, name, row->name, arena), row->unit, row->meaning, row->si}, row->evaluate, of};
}

void world_signals_put(world_machine *machine, const world_signal_row *rows, int count, const char *first,
                       const char *name, int of, hl_arena *arena)
{
    for (int i = 0; i < count; i++) world_signal_put(machine, &rows[i], first, name, of, arena);
}

static double air_force(const world_machine *machine, int of)
{
    (void)of;
    const world_mechanism *m = machine->mechanism;
    const auth_air_drag *drag = &machine->author->air_drag;
    const hl_vec3 velocity = mb_point(m->model, m->work, drag->body, world_vec3(drag->at)).velocity;
    return hl_norm(mb_drag_force(&machine->air_drag, velocity));
}

static double air_lost(const world_machine *machine, int of)
{
    (void)of;
    return world_effort_states(machine, machine->air_drag_effort)[MB_DRAG_LOSS];
}

static void put_air(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"air.drag", "N", 1.0, air_force, "drag of the air"},
        {"air.lost_work", "J", 1.0, air_lost, "taken by the drag of the air since the start"},
    };
    if (machine->author->air_drag.present) world_signals_put(machine, WORLD_ROWS(rows), "", "", 0, arena);
}

static void put_contacts(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".force", "N", 1.0, contact_force, "of all contacts of the body"},
        {".load", "kg", 1.0, contact_load, "what rests on the body; negative while it leans on something"},
        {".lost_work", "J", 1.0, contact_lost, "taken by blows and friction of the body since the start"},
    };
    for (int h = 0; h < machine->hitter_count; h++)
        world_signals_put(machine, WORLD_ROWS(rows), "contact.",
                          machine->author->mechanism->bodies[machine->hitters[h].body].name, h, arena);
}

static void put_controls(world_machine *machine, hl_arena *arena)
{
    for (int c = 0; c < machine->author->control_count; c++) {
        const auth_control *control = &machine->author->controls[c];
        const world_signal_row value = {"", "1", 1.0, control_value, control->meaning};
        world_signal_put(machine, &value, "control.", control->name, c, arena);
    }
}

static void put_outputs(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int i = 0; i < m->output_count; i++) {
        const int at = machine->signal_count++;
        if (machine->signals == NULL) continue;
        machine->signals[at] = (world_signal_entry){
            {m->output_names[i], m->output_units[i], m->output_meanings[i], 1.0}, NULL, i};
    }
}

/* All signals in their order; the first time they are counted, see world_signal_put. */
static void put_all(world_machine *machine, hl_arena *arena)
{
    machine->signal_count = 0;
    world_signals_put(machine, WORLD_ROWS(chassis_rows), "", "", 0, arena);
    world_drive_signals(machine, arena);
    world_pilot_signals(machine, arena);
    world_brake_signals(machine, arena);
    world_wheel_signals(machine, arena);
    world_track_signals(machine, arena);
    put_air(machine, arena);
    put_contacts(machine, arena);
    world_sand_signals(machine, arena);
    world_seat_signals(machine, arena);
    world_hit_signals(machine, arena);
    world_zone_signals(machine, arena);
    world_goal_signals(machine, arena);
    world_travel_signals(machine, arena);
    world_training_signals(machine, arena);
    put_outputs(machine);
    put_controls(machine, arena);
}

/* The output that a signal, or one of its axes, is named after; NULL: none. */
static const auth_output *output_named(const world_machine *machine, const char *signal)
{
    const auth_mechanism *author = machine->author->mechanism;
    for (int i = 0; i < author->output_count; i++) {
        const size_t length = strlen(author->outputs[i].name);
        const bool is = strncmp(signal, author->outputs[i].name, length) == 0;
        if (is && (signal[length] == '\0' || signal[length] == '.')) return &author->outputs[i];
    }
    return NULL;
}

/* Two signals of one name: mostly an output that repeats what the machine shows by itself. */
static void complain_name(const world_machine *machine, int first, hl_report *report)
{
    const world_signal is = machine->signals[first].info;
    const auth_output *output = output_named(machine, is.name);
    if (output != NULL)
        hl_report_add(report, output->place,
                      "output '%s' repeats the name of a signal that the machine has by itself (%s, in %s); "
                      "no output, or "
                      "one with another name, is expected (`headland signals FILE` lists them)",
                      is.name, is.meaning, is.unit);
    else
        hl_report_add(
            report, machine->author->mechanism->bodies[machine->chassis].place,
            "two parts of the machine give the signal '%s'; names that differ by more than blanks and "
            "underscores are expected",
            is.name);
}

static hl_status check_names(const world_machine *machine, hl_report *report)
{
    for (int i = 0; i < machine->signal_count; i++) {
        if (machine->signals[i].info.name == NULL) return HL_OUT_OF_MEMORY;
        const int first = world_signal_find(machine, machine->signals[i].info.name);
        if (first == i) continue;
        complain_name(machine, first, report);
        return HL_BAD_INPUT;
    }
    return HL_OK;
}

static void check_signal(const world_machine *machine, const char *signal, hl_place place, hl_report *report)
{
    if (signal != NULL) (void)world_signal_resolve(machine, signal, place, report);
}

/* Parts of the picture, voices, the steering wheel and broken sensors follow signals. */
static hl_status check_followers(world_machine *machine, hl_report *report)
{
    const auth_machine *author = machine->author;
    for (int i = 0; i < author->picture.move_count; i++)
        check_signal(machine, author->picture.moves[i].signal, author->picture.moves[i].signal_place, report);
    for (int v = 0; v < author->sound_count; v++)
        for (int i = 0; i < AUTH_VOICE_INPUTS; i++)
            check_signal(machine, author->sounds[v].signals[i], author->sounds[v].signal_places[i], report);
    check_signal(machine, author->feel.torque, author->feel.torque_place, report);
    for (int i = 0; i < author->fault_count; i++) {
        if (author->faults[i].kind != AUTH_FAULT_SENSOR) continue;
        check_signal(machine, author->faults[i].signal, author->faults[i].signal_place, report);
        machine->fault_signals[i] = world_signal_find(machine, author->faults[i].signal);
    }
    return hl_report_clean(report) ? HL_OK : HL_BAD_INPUT;
}

hl_status world_signals_define(world_machine *machine, hl_arena *arena, hl_report *report)
{
    put_all(machine, arena);
    machine->signals = HL_NEW(arena, world_signal_entry, machine->signal_count);
    machine->looks.tires = HL_NEW(arena, tire_contact, machine->wheel_count);
    machine->looks.tracks = HL_NEW(arena, track_contact, machine->track_count);
    machine->looks.contacts = HL_NEW(arena, contact_result, machine->hitter_count);
    machine->looks.outputs = HL_NEW(arena, double, machine->mechanism->output_count);
    if (machine->signals == NULL || machine->looks.tires == NULL || machine->looks.tracks == NULL ||
        machine->looks.contacts == NULL || machine->looks.outputs == NULL)
        return HL_OUT_OF_MEMORY;
    put_all(machine, arena);
    const hl_status status = check_names(machine, report);
    return status == HL_OK ? check_followers(machine, report) : status;
}

/* ---- looking ---- */

static void look_at_contacts(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int h = 0; h < machine->hitter_count; h++) {
        const world_hitter *hitter = &machine->hitters[h];
        const mb_pose pose = mb_pose_of(m->model, m->work, hitter->body);
        machine->looks.contacts[h] = contact_look(
            &hitter->contact, &pose, mb_point(m->model, m->work, hitter->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, hitter->body),
            world_effort_states(machine, hitter->effort));
    }
}

double world_signal_now(const world_machine *machine, int signal)
{
    const world_signal_entry *s = &machine->signals[signal];
    return s->evaluate == NULL ? machine->looks.outputs[s->of] : s->evaluate(machine, s->of);
}

void world_signals_look(world_machine *machine)
{
    if (machine->looked) return;
    world_machine_look(machine);
    world_mechanism_outputs_looked(machine->mechanism, machine->looks.outputs); /* refreshes the work */
    world_wheels_look(machine);
    world_tracks_look(machine);
    look_at_contacts(machine);
    world_drive_look(machine);
    machine->looks.energy = mb_energies(machine->mechanism->model, machine->mechanism->work);
    machine->looked = true;
}

void world_machine_signals(world_machine *machine, double *values)
{
    world_signals_look(machine);
    for (int i = 0; i < machine->signal_count; i++) values[i] = world_signal_now(machine, i);
    machine->goal_reached = world_condition_holds(&machine->goal, values);
    world_faults_show(machine, values);
}

int world_signal_count(const world_machine *machine)
{
    return machine->signal_count;
}

world_signal world_signal_info(const world_machine *machine, int signal)
{
    return machine->signals[signal].info;
}

int world_signal_find(const world_machine *machine, const char *name)
{
    for (int i = 0; i < machine->signal_count; i++)
        if (strcmp(machine->signals[i].info.name, name) == 0) return i;
    return -1;
}

const char *world_signal_nearest(const world_machine *machine, const char *name)
{
    hl_nearest nearest = hl_nearest_begin(name);
    for (int i = 0; i < machine->signal_count; i++) hl_nearest_offer(&nearest, machine->signals[i].info.name);
    for (int i = 0; i < machine->signal_count && !nearest.best; i++) /* "zone.bay" for "zone.bay.mass" */
        if (strncmp(machine->signals[i].info.name, name, strlen(name)) == 0 &&
            machine->signals[i].info.name[strlen(name)] == '.')
            return machine->signals[i].info.name;
    return nearest.best;
}

/* ---- pictures ---- */

int world_body_count(const world_machine *machine)
{
    return machine->author->mechanism->body_count;
}

void world_body_pose(const world_machine *machine, int body, hl_vec3 *position, hl_quat *rotation)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, body);
    *position = pose.position;
    *rotation = hl_quat_from_matrix(&pose.rotation);
}
