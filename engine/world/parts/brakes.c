/* Brakes on joints that hold while levers rest: from the machine's file, their capacities, their signals. */
#include "parts/brakes.h"

#include "parts/levers.h"

#include <math.h>

static const double CLOSING = 0.1; /* [s] in which a spring presses the oil out of a brake */

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    world_brakes *brakes = machine->brakes = HL_NEW(with->arena, world_brakes, 1);
    if (brakes == NULL) return HL_OUT_OF_MEMORY;
    brakes->efforts = HL_NEW(with->arena, int, author->brake_count);
    brakes->data = HL_NEW(with->arena, drive_brake_data, author->brake_count);
    brakes->capacities = HL_NEW(with->arena, double, author->brake_count);
    brakes->closing = HL_NEW(with->arena, double, author->brake_count);
    if (brakes->efforts == NULL || brakes->data == NULL || brakes->capacities == NULL ||
        brakes->closing == NULL)
        return HL_OUT_OF_MEMORY;
    for (int b = 0; b < author->brake_count; b++)
        brakes->data[b] = (drive_brake_data){author->brakes[b].coupling, &brakes->capacities[b]};
    return HL_OK;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    for (int b = 0; b < author->brake_count; b++)
        machine->brakes->efforts[b] = world_effort_put(
            with, drive_brake_effort(author->brakes[b].name, world_joint_measure(author->brakes[b].on),
                                     &machine->brakes->data[b], NULL));
}

static void put_blocks(world_machine *machine)
{
    const size_t size = (size_t)machine->author->brake_count * sizeof(double);
    world_block_put(machine, "times of the brakes", machine->brakes->closing, size, NULL, NULL);
    world_block_put(machine, "brakes", machine->brakes->capacities, size, NULL, NULL);
}

static void forget(world_machine *machine)
{
    for (int b = 0; b < machine->author->brake_count; b++)
        world_effort_states(machine, machine->brakes->efforts[b])[BRAKE_LOSS] = 0.0;
}

static bool is_released(const world_machine *machine, const auth_brake *brake)
{
    for (int i = 0; i < brake->control_count; i++)
        if (world_lever(machine, brake->controls[i]) != 0.0) return true;
    return false;
}

static void apply(world_machine *machine)
{
    const double step = machine->mechanism->options.step;
    for (int b = 0; b < machine->author->brake_count; b++) {
        const auth_brake *brake = &machine->author->brakes[b];
        double *left = &machine->brakes->closing[b];
        *left = is_released(machine, brake) ? brake->delay + CLOSING : fmax(*left - step, 0.0);
        machine->brakes->capacities[b] = brake->torque * (1.0 - fmin(*left / CLOSING, 1.0));
    }
}

/* ---- signals ---- */

static double closed(const world_machine *machine, int of)
{
    return machine->brakes->capacities[of] / machine->author->brakes[of].torque;
}

static double lost_work(const world_machine *machine, int of)
{
    return world_effort_states(machine, machine->brakes->efforts[of])[BRAKE_LOSS];
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"", "1", 1.0, closed, "1 while the brake is closed, 0 open"},
        {".lost_work", "J", 1.0, lost_work, "dissipated in the brake since the start"},
    };
    for (int b = 0; b < machine->author->brake_count; b++)
        world_signals_put(machine, WORLD_ROWS(rows), "brake.", machine->author->brakes[b].name, b, arena);
}

const world_part_row world_brakes_row = {.name = "brakes",
                                         .define = define,
                                         .efforts = put_efforts,
                                         .signals = put_signals,
                                         .blocks = put_blocks,
                                         .forget = forget,
                                         .apply = apply};
