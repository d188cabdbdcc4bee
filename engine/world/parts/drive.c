/* Engine and driveline: from the file, their inputs in a tick, their signals. */
#include "parts/parts.h"

#include "hl/hash.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(drive_logic) % sizeof(double) == 0, "the control unit's state is doubles alone");
_Static_assert(sizeof(drive_inputs) % sizeof(double) == 0, "the driveline's inputs are doubles alone");

/* ---- from the file ---- */

static void define_driveline(const auth_machine *author, world_drive *drive)
{
    drive->data = (drive_effort_data){author->driveline.model, &drive->inputs};
    drive->data.model.engine = author->engine.model;
    drive->logic = drive_logic_start(&author->driveline.gearbox, true);
    drive->fuel_state = DRIVE_FUEL;
    drive->work_state = DRIVE_ENGINE_WORK;
    drive->loss_state = DRIVE_LOSS;
}

static void define_engine_alone(const auth_machine *author, world_drive *drive)
{
    drive->alone = true;
    drive->engine = (drive_engine_data){author->engine.model, &drive->inputs.engine};
    drive->fuel_state = ENGINE_FUEL;
    drive->work_state = ENGINE_WORK;
    drive->loss_state = ENGINE_LOSS;
}

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    if (!author->has_engine) return HL_OK;
    world_drive *drive = machine->drive = HL_NEW(with->arena, world_drive, 1);
    if (drive == NULL) return HL_OUT_OF_MEMORY;
    if (author->has_driveline)
        define_driveline(author, drive);
    else
        define_engine_alone(author, drive);
    drive->fuel_at_start = author->engine.tank * author->engine.fill * author->engine.fuel_density;
    return HL_OK;
}

static void find_ports(const auth_machine *author, mb_measure_def ports[DRIVE_PORTS])
{
    ports[DRIVE_CRANK] = world_joint_measure(author->engine.crankshaft);
    for (int w = 0; w < AUTH_WHEELS; w++) {
        const auth_wheel *wheel = &author->wheels[author->driveline.wheels[w]];
        ports[DRIVE_FRONT_LEFT + w] = world_joint_measure(
            (auth_joint_coordinate){.joint = wheel->joint, .coordinate = 0, .angular = true});
    }
}

static mb_effort_def effort_of(const auth_machine *author, const world_drive *drive)
{
    if (drive->alone)
        return drive_engine_effort("engine", world_joint_measure(author->engine.crankshaft), &drive->engine,
                                   NULL);
    mb_measure_def ports[DRIVE_PORTS];
    find_ports(author, ports);
    return drive_effort("driveline", ports, &drive->data, NULL);
}

static void put_effort(world_machine *machine, world_building *with)
{
    if (machine->drive != NULL)
        machine->drive->effort = world_effort_put(with, effort_of(machine->author, machine->drive));
}

static void put_blocks(world_machine *machine)
{
    world_drive *drive = machine->drive;
    if (drive == NULL) return;
    if (drive->alone) {
        world_block_put(machine, "engine inputs", &drive->inputs.engine, sizeof drive->inputs.engine, NULL,
                        NULL);
        return;
    }
    world_block_put(machine, "control unit", &drive->logic, sizeof drive->logic, NULL, NULL);
    world_block_put(machine, "driveline inputs", &drive->inputs, sizeof drive->inputs, NULL, NULL);
}

static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    const world_drive *drive = machine->drive;
    if (drive == NULL || drive->alone) return hash;
    const drive_gearbox *gearbox = &machine->author->driveline.gearbox;
    return hl_hash(hash, &gearbox->ratio, sizeof gearbox->ratio);
}

/* ---- at the start ---- */

double *world_crank_speed(const world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    const auth_joint_coordinate crank = machine->author->engine.crankshaft;
    return machine->drive == NULL ? NULL
                                  : &m->state->v[mb_model_column(m->model, crank.joint) + crank.coordinate];
}

void world_drive_start(world_machine *machine, bool runs, double share)
{
    world_drive *drive = machine->drive;
    const auth_engine *engine = &machine->author->engine;
    if (drive == NULL) return;
    if (!drive->alone) drive->logic = drive_logic_start(&machine->author->driveline.gearbox, runs);
    *world_crank_speed(machine) = runs ? engine->model.idle_speed : 0.0;
    if (share > 0.0) drive->fuel_at_start = share * engine->tank * engine->fuel_density;
}

static void forget(world_machine *machine)
{
    const world_drive *drive = machine->drive;
    if (drive == NULL) return;
    double *x = world_effort_set(machine, drive->effort);
    x[drive->fuel_state] = x[drive->work_state] = x[drive->loss_state] = 0.0;
}

/* ---- in a tick ---- */

static double fuel_left(const world_machine *machine)
{
    const world_drive *drive = machine->drive;
    return drive->fuel_at_start * world_fault_left(machine, AUTH_FAULT_FUEL) -
           world_effort_states(machine, drive->effort)[drive->fuel_state];
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
    case AUTH_DRIVE_AUTO_IDLE: /* of the levers: parts/levers.c */
    case AUTH_DRIVE_LOCK:
    case AUTH_DRIVE_NONE:
    case AUTH_DRIVE_ROLES:
        break;
    }
}

static void apply(world_machine *machine)
{
    if (machine->drive == NULL) return;
    const world_mechanism *m = machine->mechanism;
    world_drive *drive = machine->drive;
    drive_controls controls = {.key = 1.0}; /* machines without a key run */
    for (int i = 0; i < machine->author->control_count; i++)
        put_role(&controls, &machine->author->controls[i], machine->controls->values[i]);
    controls.throttle = world_auto_idle(machine, controls.throttle);
    const auth_joint_coordinate crank = machine->author->engine.crankshaft;
    const double speed = m->state->v[mb_model_column(m->model, crank.joint) + crank.coordinate];
    const double *x = world_effort_states(machine, drive->effort);
    const double fuel = fuel_left(machine);
    const auth_driveline *line = &machine->author->driveline;
    if (drive->alone)
        drive->inputs.engine =
            drive_engine_tick(&drive->engine.engine, controls.throttle, controls.key, speed, fuel);
    else
        drive_logic_tick(&line->gearbox, &line->brakes, &drive->data.model.engine, &controls, speed,
                         x[DRIVE_OUTPUT_SPEED], fuel, m->options.step, &drive->logic, &drive->inputs);
    drive->inputs.engine.lost = 1.0 - world_fault_left(machine, AUTH_FAULT_ENGINE);
}

/* ---- signals ---- */

static const double RPM = 0.10471975511965977;      /* [rad/s] pi/30 */
static const double LITRE = 1e-3;                   /* [m^3] */
static const double LITRE_PER_HOUR = 1e-3 / 3600.0; /* [m^3/s] */

static double engine_speed(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->look.engine_speed / RPM;
}

static double engine_torque(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->look.engine_torque;
}

static double engine_load(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->look.load;
}

static double engine_running(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->inputs.engine.burning;
}

static double fuel_rate(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->look.fuel_rate / machine->author->engine.fuel_density / LITRE_PER_HOUR;
}

static double drive_state(const world_machine *machine, int state)
{
    return world_effort_states(machine, machine->drive->effort)[state];
}

static double fuel_level(const world_machine *machine, int of)
{
    (void)of;
    return fmax(fuel_left(machine), 0.0) / machine->author->engine.fuel_density /
           LITRE; /* the last step may overdraw */
}

static double fuel_used(const world_machine *machine, int of)
{
    (void)of;
    return drive_state(machine, machine->drive->fuel_state) / machine->author->engine.fuel_density / LITRE;
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
    return machine->drive->look.output_speed / RPM;
}

static double shaft_torque(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->look.shaft_torque;
}

static double drive_loss(const world_machine *machine, int of)
{
    (void)of;
    return machine->drive->look.loss;
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

static const world_signal_row engine_rows[] = {
    {"engine.speed", "rpm", RPM, engine_speed, "of the crankshaft"},
    {"engine.torque", "N m", 1.0, engine_torque, "on the crankshaft"},
    {"engine.load", "1", 1.0, engine_load, "torque over full-load torque at this speed"},
    {"engine.running", "1", 1.0, engine_running, "1 while it burns fuel"},
    {"engine.work", "J", 1.0, engine_work, "of the engine since the start"},
    {"fuel.rate", "l/h", LITRE_PER_HOUR, fuel_rate, "consumption now"},
    {"fuel.level", "l", LITRE, fuel_level, "left in the tank"},
    {"fuel.used", "l", LITRE, fuel_used, "burnt since the start"},
    {"fuel.share", "1", 1.0, fuel_share, "left over a full tank"},
};

static const world_signal_row engine_alone_rows[] = {
    {"engine.loss", "W", 1.0, drive_loss, "dissipated in its friction"},
    {"engine.lost_work", "J", 1.0, lost_work, "dissipated in its friction since the start"},
};

static const world_signal_row driveline_rows[] = {
    {"gear.number", "1", 1.0, gear_number, "gear that is asked for, from 1"},
    {"gear.direction", "1", 1.0, gear_direction, "1 forward, -1 reverse, 0 neutral"},
    {"gear.changing", "1", 1.0, gear_changing, "1 while a gear or the reverser changes"},
    {"driveline.output_speed", "rpm", RPM, output_speed, "of the gearbox's output shaft"},
    {"driveline.shaft_torque", "N m", 1.0, shaft_torque, "behind the gearbox"},
    {"driveline.loss", "W", 1.0, drive_loss, "dissipated in engine friction, clutches, gears, brakes"},
    {"driveline.lost_work", "J", 1.0, lost_work, "dissipated since the start"},
};

static void put_signals(world_machine *machine, hl_arena *arena)
{
    if (machine->drive == NULL) return;
    world_signals_put(machine, WORLD_ROWS(engine_rows), "", "", 0, arena);
    if (machine->drive->alone)
        world_signals_put(machine, WORLD_ROWS(engine_alone_rows), "", "", 0, arena);
    else
        world_signals_put(machine, WORLD_ROWS(driveline_rows), "", "", 0, arena);
}

static void look(world_machine *machine)
{
    const world_drive *drive = machine->drive;
    if (drive == NULL) return;
    const world_mechanism *m = machine->mechanism;
    const double *x = world_effort_states(machine, drive->effort);
    double rates[DRIVE_PORTS];
    for (int p = 0; p < (drive->alone ? 1 : DRIVE_PORTS); p++)
        rates[p] = mb_effort_port(m->model, m->work, drive->effort, p).s_dot;
    machine->drive->look = drive->alone ? drive_engine_evaluate(&drive->engine, rates[0], x)
                                        : drive_evaluate(&drive->data, rates, x);
}

const world_part_row world_drive_row = {.name = "drive",
                                        .define = define,
                                        .efforts = put_effort,
                                        .signals = put_signals,
                                        .blocks = put_blocks,
                                        .forget = forget,
                                        .fingerprint = fingerprint,
                                        .apply = apply,
                                        .look = look};
