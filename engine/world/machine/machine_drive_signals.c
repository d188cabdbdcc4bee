/* Signals of the engine and the driveline. */
#include "machine_internal.h"

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
    return world_effort_states(machine, machine->drive->effort)[state];
}

static double fuel_level(const world_machine *machine, int of)
{
    (void)of;
    return fmax(world_fuel_left(machine), 0.0) / machine->author->engine.fuel_density /
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

void world_drive_signals(world_machine *machine, hl_arena *arena)
{
    if (machine->drive == NULL) return;
    world_signals_put(machine, WORLD_ROWS(engine_rows), "", "", 0, arena);
    if (machine->drive->alone)
        world_signals_put(machine, WORLD_ROWS(engine_alone_rows), "", "", 0, arena);
    else
        world_signals_put(machine, WORLD_ROWS(driveline_rows), "", "", 0, arena);
}

void world_drive_look(world_machine *machine)
{
    const world_drive *drive = machine->drive;
    if (drive == NULL) return;
    const world_mechanism *m = machine->mechanism;
    const double *x = world_effort_states(machine, drive->effort);
    double rates[DRIVE_PORTS];
    for (int p = 0; p < (drive->alone ? 1 : DRIVE_PORTS); p++)
        rates[p] = mb_effort_port(m->model, m->work, drive->effort, p).s_dot;
    machine->looks.drive =
        drive->alone ? drive_engine_look(&drive->engine, rates[0], x) : drive_look(&drive->data, rates, x);
}
