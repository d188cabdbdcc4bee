/* Signals of a machine: what its parts tell by themselves, and what its file lists under `outputs`. */
#include "machine_internal.h"

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
    return atan2(R.m[1][0], R.m[0][0]);
}

/* Angles of the body's axes against the horizontal, as an inclinometer shows them. */
static double roll(const world_machine *machine, int of)
{
    (void)of;
    return asin(fmin(fmax(chassis_pose(machine).rotation.m[2][1], -1.0), 1.0));
}

static double pitch(const world_machine *machine, int of)
{
    (void)of;
    return asin(fmin(fmax(chassis_pose(machine).rotation.m[2][0], -1.0), 1.0));
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

/* ---- engine and driveline ---- */

static const double RPM = 0.10471975511965977;      /* [rad/s] pi/30 */
static const double LITRE = 1e-3;                   /* [m^3] */
static const double LITRE_PER_HOUR = 1e-3 / 3600.0; /* [m^3/s] */

static double engine_speed(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.engine_speed / RPM;
}

static double engine_torque(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.engine_torque;
}

static double engine_load(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.load;
}

static double engine_running(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->inputs.engine.burning;
}

static double fuel_rate(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.fuel_rate / machine->author->engine.fuel_density / LITRE_PER_HOUR;
}

static double drive_state(const world_machine *machine, int state)
{
    const world_mechanism *m = machine->mechanism;
    return m->state->x[mb_model_effort_state(m->model, machine->drive->effort) + state];
}

static double fuel_level(const world_machine *machine, int of)
{
    (void)of;
    const double left = machine->drive->fuel_at_start - drive_state(machine, machine->drive->fuel_state);
    return fmax(left, 0.0) / machine->author->engine.fuel_density / LITRE; /* the last step may overdraw */
}

static double fuel_share(const world_machine *machine, int of)
{
    return fuel_level(machine, of) * LITRE / machine->author->engine.tank;
}

static double gear_number(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->logic.gear + 1.0;
}

static double gear_direction(const world_machine *machine, int of)
{
    (void)of;
    const drive_logic *logic = &machine->drive->logic;
    return logic->direction[(int)logic->active];
}

static double gear_changing(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->logic.progress < 1.0 ? 1.0 : 0.0;
}

static double output_speed(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.output_speed / RPM;
}

static double shaft_torque(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.shaft_torque;
}

static double drive_loss(const world_machine *machine, int of)
{
    (void)of;
    return machine->looks.drive.loss;
}

static double engine_work(const world_machine *machine, int of)
{
    (void)of;
    return drive_state(machine, machine->drive->work_state);
}

static double lost_work(const world_machine *machine, int of)
{
    (void)of;
    return drive_state(machine, machine->drive->loss_state);
}

/* ---- wheels ---- */

/* In a rut the discs' normals lean towards each other: what counts is across their mean plane. */
static double wheel_load(const world_machine *machine, int wheel)
{
    const tire_contact *tire = &machine->looks.tires[wheel];
    const world_wheel *of = &machine->wheels[wheel];
    double load = 0.0;
    for (int d = 0; d < of->tire.model.discs; d++)
        load += tire->disc_force[d] * hl_dot(of->ground.normal[d], tire->normal);
    return load;
}

static double wheel_traction(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].friction[0];
}

static double wheel_side_force(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].friction[1];
}

static double wheel_side_slip(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].slip_velocity[1];
}

static double wheel_deflection(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].deflection;
}

static double wheel_speed(const world_machine *machine, int wheel)
{
    const world_mechanism *m = machine->mechanism;
    return m->state->v[mb_model_column(m->model, machine->wheels[wheel].author->joint)];
}

/* Slip: what the tread runs faster than the ground, over the faster of the two; below walking pace over that,
 * since a ratio of two small numbers says nothing. */
static double wheel_slip(const world_machine *machine, int wheel)
{
    static const double SLOW = 0.1; /* [m/s] */
    const tire_contact *tire = &machine->looks.tires[wheel];
    const double tread = wheel_speed(machine, wheel) * tire->rolling_radius;
    const double slip = -tire->slip_velocity[0]; /* tread backwards drives */
    return slip / fmax(fmax(fabs(tread), fabs(tread - slip)), SLOW);
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

static double violation(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->report.position_violation;
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

typedef world_signal_row entry;

static const entry chassis_entries[] = {
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

static const entry engine_entries[] = {
    {"engine.speed", "rpm", RPM, engine_speed, "of the crankshaft"},
    {"engine.torque", "N m", 1.0, engine_torque, "on the crankshaft"},
    {"engine.load", "1", 1.0, engine_load, "torque over full-load torque at this speed"},
    {"engine.running", "1", 1.0, engine_running, "1 while it burns fuel"},
    {"engine.work", "J", 1.0, engine_work, "of the engine since the start"},
    {"fuel.rate", "l/h", LITRE_PER_HOUR, fuel_rate, "consumption now"},
    {"fuel.level", "l", LITRE, fuel_level, "left in the tank"},
    {"fuel.share", "1", 1.0, fuel_share, "left over a full tank"},
};

static const entry engine_alone_entries[] = {
    {"engine.loss", "W", 1.0, drive_loss, "dissipated in its friction"},
    {"engine.lost_work", "J", 1.0, lost_work, "dissipated in its friction since the start"},
};

static const entry driveline_entries[] = {
    {"gear.number", "1", 1.0, gear_number, "gear that is asked for, from 1"},
    {"gear.direction", "1", 1.0, gear_direction, "1 forward, -1 reverse, 0 neutral"},
    {"gear.changing", "1", 1.0, gear_changing, "1 while a gear or the reverser changes"},
    {"driveline.output_speed", "rpm", RPM, output_speed, "of the gearbox's output shaft"},
    {"driveline.shaft_torque", "N m", 1.0, shaft_torque, "behind the gearbox"},
    {"driveline.loss", "W", 1.0, drive_loss, "dissipated in engine friction, clutches, gears, brakes"},
    {"driveline.lost_work", "J", 1.0, lost_work, "dissipated since the start"},
};

static const entry wheel_entries[] = {
    {"load", "N", 1.0, wheel_load, "normal force on the ground"},
    {"slip", "1", 1.0, wheel_slip, "longitudinal slip, positive driving"},
    {"speed", "rad/s", 1.0, wheel_speed, "of the wheel in its bearing"},
    {"traction", "N", 1.0, wheel_traction, "force of the ground, positive forward"},
    {"side_force", "N", 1.0, wheel_side_force, "force of the ground, positive to the left"},
    {"side_slip", "m/s", 1.0, wheel_side_slip, "sideways speed of the tread, positive to the left"},
    {"deflection", "m", 1.0, wheel_deflection, "of the tire, largest"},
};

#define LENGTH(list) ((int)(sizeof(list) / sizeof *(list)))

/* "wheel." "front left" "load" -> "wheel.front_left.load" */
static const char *joined(const char *first, const char *name, const char *last, hl_arena *arena)
{
    char text[200];
    snprintf(text, sizeof text, "%s%s%s", first, name, last);
    for (char *c = text; *c; c++)
        if (isspace((unsigned char)*c)) *c = '_';
    return hl_arena_string(arena, text, strlen(text));
}

static void put(world_machine *machine, const entry *e, const char *name, int of)
{
    machine->signals[machine->signal_count++] =
        (world_signal_entry){{name, e->unit, e->meaning, e->si}, e->evaluate, of};
}

void world_signal_put(world_machine *machine, const world_signal_row *row, const char *first,
                      const char *name, const char *last, int of, hl_arena *arena)
{
    put(machine, row, joined(first, name, last, arena), of);
}

static void put_table(world_machine *machine, const entry *entries, int count)
{
    for (int i = 0; i < count; i++) put(machine, &entries[i], entries[i].name, 0);
}

static void put_drive(world_machine *machine)
{
    if (machine->drive == NULL) return;
    put_table(machine, engine_entries, LENGTH(engine_entries));
    if (machine->drive->alone)
        put_table(machine, engine_alone_entries, LENGTH(engine_alone_entries));
    else
        put_table(machine, driveline_entries, LENGTH(driveline_entries));
}

static void put_wheels(world_machine *machine, hl_arena *arena)
{
    for (int w = 0; w < machine->wheel_count; w++)
        for (int i = 0; i < LENGTH(wheel_entries); i++) {
            char last[64];
            snprintf(last, sizeof last, ".%s", wheel_entries[i].name);
            put(machine, &wheel_entries[i], joined("wheel.", machine->wheels[w].author->name, last, arena),
                w);
        }
}

enum { CONTACT_SIGNALS = 2 };

static void put_contacts(world_machine *machine, hl_arena *arena)
{
    static const entry force = {"force", "N", 1.0, contact_force, "of all contacts of the body"};
    static const entry load = {"load", "kg", 1.0, contact_load,
                               "what rests on the body; negative while it leans on something"};
    for (int h = 0; h < machine->hitter_count; h++) {
        const char *body = machine->author->mechanism->bodies[machine->hitters[h].body].name;
        put(machine, &force, joined("contact.", body, ".force", arena), h);
        put(machine, &load, joined("contact.", body, ".load", arena), h);
    }
}

static void put_controls(world_machine *machine, hl_arena *arena)
{
    for (int c = 0; c < machine->author->control_count; c++) {
        const auth_control *control = &machine->author->controls[c];
        const entry value = {"", "1", 1.0, control_value, control->meaning};
        put(machine, &value, joined("control.", control->name, "", arena), c);
    }
}

static void put_outputs(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int i = 0; i < m->output_count; i++) {
        const entry output = {"", m->output_units[i], 1.0, NULL, m->output_meanings[i]};
        put(machine, &output, m->output_names[i], i);
    }
}

static hl_status check_names(const world_machine *machine, hl_report *report)
{
    for (int i = 0; i < machine->signal_count; i++) {
        if (machine->signals[i].info.name == NULL) return HL_OUT_OF_MEMORY;
        const int first = world_signal_find(machine, machine->signals[i].info.name);
        if (first == i) continue;
        hl_report_add(report, (hl_place){1, 1},
                      "the signal '%s' is there twice; outputs need names that no part of the "
                      "machine gives its signals",
                      machine->signals[i].info.name);
        return HL_BAD_INPUT;
    }
    return HL_OK;
}

static void check_signal(const world_machine *machine, const char *signal, hl_place place, hl_report *report)
{
    if (signal == NULL || world_signal_find(machine, signal) >= 0) return;
    const char *nearest = world_signal_nearest(machine, signal);
    hl_report_add(report, place, "unknown signal '%s'; a signal of this machine is expected%s%s%s", signal,
                  nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* Parts of the picture, voices and the steering wheel follow signals. */
static hl_status check_followers(const world_machine *machine, hl_report *report)
{
    const auth_machine *author = machine->author;
    for (int i = 0; i < author->picture.move_count; i++)
        check_signal(machine, author->picture.moves[i].signal, author->picture.moves[i].signal_place, report);
    for (int v = 0; v < author->sound_count; v++)
        for (int i = 0; i < AUTH_VOICE_INPUTS; i++)
            check_signal(machine, author->sounds[v].signals[i], author->sounds[v].signal_places[i], report);
    check_signal(machine, author->feel.torque, author->feel.torque_place, report);
    return hl_report_clean(report) ? HL_OK : HL_BAD_INPUT;
}

hl_status world_signals_define(world_machine *machine, hl_arena *arena, hl_report *report)
{
    const int most = LENGTH(chassis_entries) + LENGTH(engine_entries) + LENGTH(engine_alone_entries) +
                     LENGTH(driveline_entries) + machine->author->pilot_count +
                     world_brake_signal_count(machine) + world_track_signal_count(machine) +
                     machine->wheel_count * LENGTH(wheel_entries) + CONTACT_SIGNALS * machine->hitter_count +
                     machine->author->control_count + machine->mechanism->output_count +
                     world_sand_signal_count(machine) + WORLD_SEAT_SIGNALS + WORLD_HIT_SIGNALS +
                     machine->zone_count + WORLD_GOAL_SIGNALS;
    machine->signals = HL_NEW(arena, world_signal_entry, most);
    machine->looks.tires = HL_NEW(arena, tire_contact, machine->wheel_count);
    machine->looks.tracks = HL_NEW(arena, track_contact, machine->track_count);
    machine->looks.contacts = HL_NEW(arena, contact_result, machine->hitter_count);
    machine->looks.outputs = HL_NEW(arena, double, machine->mechanism->output_count);
    if (machine->signals == NULL || machine->looks.tires == NULL || machine->looks.tracks == NULL ||
        machine->looks.contacts == NULL || machine->looks.outputs == NULL)
        return HL_OUT_OF_MEMORY;
    put_table(machine, chassis_entries, LENGTH(chassis_entries));
    put_drive(machine);
    world_pilot_signals(machine, arena);
    world_brake_signals(machine, arena);
    put_wheels(machine, arena);
    world_track_signals(machine, arena);
    put_contacts(machine, arena);
    world_sand_signals(machine, arena);
    world_seat_signals(machine, arena);
    world_hit_signals(machine, arena);
    world_zone_signals(machine, arena);
    world_goal_signals(machine, arena);
    put_outputs(machine);
    put_controls(machine, arena);
    const hl_status status = check_names(machine, report);
    return status == HL_OK ? check_followers(machine, report) : status;
}

/* ---- looking ---- */

static const double *effort_states(const world_machine *machine, int effort)
{
    return machine->mechanism->state->x + mb_model_effort_state(machine->mechanism->model, effort);
}

void world_wheels_look(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int w = 0; w < machine->wheel_count; w++) {
        const world_wheel *wheel = &machine->wheels[w];
        const mb_pose pose = mb_pose_of(m->model, m->work, wheel->body);
        machine->looks.tires[w] = tire_look(
            &wheel->tire, &pose, mb_point(m->model, m->work, wheel->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, wheel->body), effort_states(machine, wheel->effort));
    }
}

static void look_at_contacts(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int h = 0; h < machine->hitter_count; h++) {
        const world_hitter *hitter = &machine->hitters[h];
        const mb_pose pose = mb_pose_of(m->model, m->work, hitter->body);
        machine->looks.contacts[h] = contact_look(
            &hitter->contact, &pose, mb_point(m->model, m->work, hitter->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, hitter->body), effort_states(machine, hitter->effort));
    }
}

static void look_at_drive(world_machine *machine)
{
    const world_drive *drive = machine->drive;
    if (drive == NULL) return;
    const world_mechanism *m = machine->mechanism;
    const double *x = effort_states(machine, drive->effort);
    double rates[DRIVE_PORTS];
    for (int p = 0; p < (drive->alone ? 1 : DRIVE_PORTS); p++)
        rates[p] = mb_effort_port(m->model, m->work, drive->effort, p).s_dot;
    machine->looks.drive =
        drive->alone ? drive_engine_look(&drive->engine, rates[0], x) : drive_look(&drive->data, rates, x);
}

double world_signal_now(const world_machine *machine, int signal)
{
    const world_signal_entry *s = &machine->signals[signal];
    return s->evaluate == NULL ? machine->looks.outputs[s->of] : s->evaluate(machine, s->of);
}

void world_machine_signals(world_machine *machine, double *values)
{
    world_machine_look(machine);
    world_mechanism_outputs_looked(machine->mechanism, machine->looks.outputs); /* refreshes the work */
    world_wheels_look(machine);
    world_tracks_look(machine);
    look_at_contacts(machine);
    look_at_drive(machine);
    machine->looks.energy = mb_energies(machine->mechanism->model, machine->mechanism->work);
    for (int i = 0; i < machine->signal_count; i++) values[i] = world_signal_now(machine, i);
    machine->goal_reached = world_condition_holds(&machine->goal, values);
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
    return nearest.best;
}

int world_control_find(const world_machine *machine, const char *name)
{
    for (int i = 0; i < machine->author->control_count; i++)
        if (strcmp(machine->author->controls[i].name, name) == 0) return i;
    return -1;
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
