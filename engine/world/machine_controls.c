/* From the operator's controls to what they move: control unit of the driveline, brakes, spools. Once a tick.
 */
#include "machine_internal.h"

/* Share of a control's range, -1 to 1 about its zero. */
static double share(const auth_control *control, double value)
{
    const double end = value >= 0.0 ? control->high : -control->low;
    return end > 0.0 ? value / end : 0.0;
}

/* Levers rest in a dead band and answer progressively: (1 - p) s + p s^3 beyond it. */
static double response(const auth_control *control, double value)
{
    const double s = share(control, value);
    const double beyond = (fabs(s) - control->dead_band) / (1.0 - control->dead_band);
    if (beyond <= 0.0) return 0.0;
    return copysign(beyond * (1.0 + control->progression * (beyond * beyond - 1.0)), s);
}

static double limited(double value, double end)
{
    return fmin(fmax(value, -end), end);
}

/* A follow-up loop drives a joint coordinate to where the control points. */
static double follow_up(const world_machine *machine, const auth_control *control, double value)
{
    const world_mechanism *m = machine->mechanism;
    const double s = share(control, value);
    const double target = s >= 0.0 ? s * control->follow_high : -s * control->follow_low;
    const double present =
        m->state->q[mb_model_q_index(m->model, control->follow.joint) + control->follow.coordinate];
    return limited(control->follow_gain * (target - present), control->full);
}

static double *command_of(const world_machine *machine, int circuit, int command)
{
    return &machine->mechanism->circuits[circuit].hydraulics->commands[command];
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
        *command_of(machine, control->circuit, control->command) =
            control->follows ? follow_up(machine, control, value) : control->full * response(control, value);
    }
    for (int i = 0; i < author->bypass_count; i++) {
        const auth_bypass *bypass = &author->bypasses[i];
        double most = 0.0;
        for (int c = 0; c < bypass->control_count; c++) {
            const int control = bypass->controls[c];
            most = fmax(most, fabs(response(&author->controls[control], machine->controls[control])));
        }
        *command_of(machine, bypass->circuit, bypass->command) = bypass->full * (1.0 - fmin(most, 1.0));
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
    const auth_joint_coordinate crank = machine->author->engine.crankshaft;
    const double *x = m->state->x + mb_model_effort_state(m->model, drive->effort);
    drive_logic_tick(&drive->gearbox, &drive->brakes, &drive->data.model.engine, &controls,
                     m->state->v[mb_model_column(m->model, crank.joint) + crank.coordinate],
                     x[DRIVE_OUTPUT_SPEED], drive->fuel_at_start - x[DRIVE_FUEL], m->options.step,
                     &drive->logic, &drive->inputs);
}

void world_controls_apply(world_machine *machine)
{
    apply_levers(machine);
    if (machine->drive != NULL) apply_drive(machine);
}
