/* The operator's controls; and once a tick from them to what they move: control unit of the driveline,
 * brakes, spools. */
#include "machine_internal.h"

#include <ctype.h>
#include <string.h>

static double limited(double value, double end)
{
    return fmin(fmax(value, -end), end);
}

/* A follow-up loop drives a joint coordinate to where the control points. */
static double follow_up(const world_machine *machine, const auth_control *control, double value)
{
    const world_mechanism *m = machine->mechanism;
    const double s = world_share(control, value);
    const double target = s >= 0.0 ? s * control->follow_high : -s * control->follow_low;
    const double present =
        m->state->q[mb_model_q_index(m->model, control->follow.joint) + control->follow.coordinate];
    return limited(control->follow_gain * (target - present), control->full);
}

/* How far open the valve of a control stands, as the by-pass sees it: 0 to 1 [share of its command]. */
static double opening(const world_machine *machine, int control)
{
    const auth_control *c = &machine->author->controls[control];
    const double *stuck = world_stuck_command(machine, c->circuit, c->command);
    return fabs(stuck != NULL ? *stuck / c->full : world_lever(machine, control));
}

/* Commands are written where the circuit reads them, without world_mechanism_command's search for a jump: a
 * spool is a state, and a reference that moves a little each tick acts half a step late at most. */
static void apply_levers(const world_machine *machine)
{
    const auth_machine *author = machine->author;
    for (int i = 0; i < author->control_count; i++) {
        const auth_control *control = &author->controls[i];
        if (control->circuit < 0) continue;
        const double value = machine->controls[i];
        *world_circuit_command(machine, control->circuit, control->command) =
            control->follows ? follow_up(machine, control, value) : control->full * world_lever(machine, i);
    }
    for (int i = 0; i < author->bypass_count; i++) {
        const auth_bypass *bypass = &author->bypasses[i];
        double most = 0.0;
        for (int c = 0; c < bypass->control_count; c++)
            most = fmax(most, opening(machine, bypass->controls[c]));
        *world_circuit_command(machine, bypass->circuit, bypass->command) =
            bypass->full * (1.0 - fmin(most, 1.0));
    }
    for (int i = 0; i < author->pilot_count; i++) {
        const auth_pilot *pilot = &author->pilots[i];
        *world_circuit_command(machine, pilot->circuit, pilot->command) = world_pilot_command(machine, pilot);
    }
}

static void put_role(drive_controls *to, const auth_control *control, double value)
{
    switch (control->drive) {
    case AUTH_DRIVE_THROTTLE:
        to->throttle = value;
        break;
    case AUTH_DRIVE_CLUTCH:
        to->clutch = value;
        break;
    case AUTH_DRIVE_BRAKE_LEFT:
        to->brake_left = fmax(to->brake_left, value);
        if (control->both_brakes) to->brake_right = fmax(to->brake_right, value);
        break;
    case AUTH_DRIVE_BRAKE_RIGHT:
        to->brake_right = fmax(to->brake_right, value);
        break;
    case AUTH_DRIVE_PARKING_BRAKE:
        to->parking_brake = value;
        break;
    case AUTH_DRIVE_DIRECTION:
        to->direction = value;
        break;
    case AUTH_DRIVE_GEAR_UP:
        to->gear_up = value;
        break;
    case AUTH_DRIVE_GEAR_DOWN:
        to->gear_down = value;
        break;
    case AUTH_DRIVE_FOUR_WHEEL_DRIVE:
        to->four_wheel_drive = value;
        break;
    case AUTH_DRIVE_REAR_LOCK:
        to->rear_lock = value;
        break;
    case AUTH_DRIVE_FRONT_LOCK:
        to->front_lock = value;
        break;
    case AUTH_DRIVE_KEY:
        to->key = value;
        break;
    case AUTH_DRIVE_AUTO_IDLE: /* of the levers: machine_levers.c */
    case AUTH_DRIVE_LOCK:
    case AUTH_DRIVE_NONE:
    case AUTH_DRIVE_ROLES:
        break;
    }
}

static void apply_drive(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    world_drive *drive = machine->drive;
    drive_controls controls = {.key = 1.0}; /* machines without a key run */
    for (int i = 0; i < machine->author->control_count; i++)
        put_role(&controls, &machine->author->controls[i], machine->controls[i]);
    controls.throttle = world_auto_idle(machine, controls.throttle);
    const auth_joint_coordinate crank = machine->author->engine.crankshaft;
    const double speed = m->state->v[mb_model_column(m->model, crank.joint) + crank.coordinate];
    const double *x = world_effort_states(machine, drive->effort);
    const double fuel_left = world_fuel_left(machine);
    if (drive->alone)
        drive->inputs.engine =
            drive_engine_tick(&drive->engine.engine, controls.throttle, controls.key, speed, fuel_left);
    else
        drive_logic_tick(&drive->gearbox, &drive->brakes, &drive->data.model.engine, &controls, speed,
                         x[DRIVE_OUTPUT_SPEED], fuel_left, m->options.step, &drive->logic, &drive->inputs);
    drive->inputs.engine.lost = 1.0 - world_fault_left(machine, AUTH_FAULT_ENGINE);
}

void world_controls_apply(world_machine *machine)
{
    apply_levers(machine);
    world_faults_apply(machine);
    if (machine->drive != NULL) apply_drive(machine);
    world_brakes_apply(machine);
}

/* ---- what the operator does ---- */

int world_control_count(const world_machine *machine)
{
    return machine->author->control_count;
}

/* Names of signals have '_' where names of controls have spaces. */
static char as_in_signals(char c)
{
    return (char)(isspace((unsigned char)c) ? '_' : c);
}

static bool has_same_signal(const char *a, const char *b)
{
    for (; as_in_signals(*a) == as_in_signals(*b); a++, b++)
        if (*a == '\0') return true;
    return false;
}

int world_control_find(const world_machine *machine, const char *name)
{
    const auth_control *controls = machine->author->controls;
    const int count = machine->author->control_count;
    for (int i = 0; i < count; i++)
        if (strcmp(controls[i].name, name) == 0) return i;
    for (int i = 0; i < count; i++)
        if (has_same_signal(controls[i].name, name)) return i;
    return -1;
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
