/* Brakes on joints that hold while levers rest: from the machine's file, their capacities, their signals. */
#include "machine_internal.h"

static const double CLOSING = 0.1; /* [s] in which a spring presses the oil out of a brake */

bool world_brakes_define(world_machine *machine, hl_arena *arena)
{
    const auth_machine *author = machine->author;
    world_brakes *brakes = &machine->brakes;
    brakes->efforts = HL_NEW(arena, int, author->brake_count);
    brakes->data = HL_NEW(arena, drive_brake_data, author->brake_count);
    brakes->capacities = HL_NEW(arena, double, author->brake_count);
    brakes->closing = HL_NEW(arena, double, author->brake_count);
    if (brakes->efforts == NULL || brakes->data == NULL || brakes->capacities == NULL ||
        brakes->closing == NULL)
        return false;
    for (int b = 0; b < author->brake_count; b++) {
        const auth_brake *brake = &author->brakes[b];
        brakes->data[b] = (drive_brake_data){{brake->slip, brake->damping}, &brakes->capacities[b]};
    }
    return true;
}

void world_brake_efforts(world_machine *machine, int first, mb_effort_def *efforts)
{
    const auth_machine *author = machine->author;
    for (int b = 0; b < author->brake_count; b++) {
        machine->brakes.efforts[b] = first + b;
        efforts[b] = drive_brake_effort(author->brakes[b].name, world_joint_measure(author->brakes[b].on),
                                        &machine->brakes.data[b], NULL);
    }
}

static bool is_released(const world_machine *machine, const auth_brake *brake)
{
    for (int i = 0; i < brake->control_count; i++)
        if (world_lever(machine, brake->controls[i]) != 0.0) return true;
    return false;
}

void world_brakes_apply(world_machine *machine)
{
    const double step = machine->mechanism->options.step;
    for (int b = 0; b < machine->author->brake_count; b++) {
        const auth_brake *brake = &machine->author->brakes[b];
        double *left = &machine->brakes.closing[b];
        *left = is_released(machine, brake) ? brake->delay + CLOSING : fmax(*left - step, 0.0);
        machine->brakes.capacities[b] = brake->torque * (1.0 - fmin(*left / CLOSING, 1.0));
    }
}

/* ---- signals ---- */

static double closed(const world_machine *machine, int of)
{
    return machine->brakes.capacities[of] / machine->author->brakes[of].torque;
}

static double lost_work(const world_machine *machine, int of)
{
    return world_effort_states(machine, machine->brakes.efforts[of])[BRAKE_LOSS];
}

static const world_signal_row rows[] = {
    {"", "1", 1.0, closed, "1 while the brake is closed, 0 open"},
    {".lost_work", "J", 1.0, lost_work, "dissipated in the brake since the start"},
};

void world_brake_signals(world_machine *machine, hl_arena *arena)
{
    for (int b = 0; b < machine->author->brake_count; b++)
        world_signals_put(machine, WORLD_ROWS(rows), "brake.", machine->author->brakes[b].name, b, arena);
}
