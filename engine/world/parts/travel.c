/* How far the controls have been moved: the sum of all their changes from tick to tick, each over its range.
 * It tells calm hands from restless ones. */
#include "parts/travel.h"

#include "parts/controls.h"

#include <math.h>
#include <string.h>

static hl_status define(world_machine *machine, world_building *with)
{
    machine->travel = HL_NEW(with->arena, world_travel, 1);
    if (machine->travel == NULL) return HL_OUT_OF_MEMORY;
    machine->travel->before = HL_NEW(with->arena, double, machine->author->control_count);
    return machine->travel->before == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void put_blocks(world_machine *machine)
{
    world_block_put(machine, "controls before", machine->travel->before,
                    (size_t)machine->author->control_count * sizeof(double), NULL, NULL);
    world_block_put(machine, "way of the controls", &machine->travel->way, sizeof machine->travel->way, NULL,
                    NULL);
}

void world_travel_start(world_machine *machine)
{
    machine->travel->way = 0.0;
    memcpy(machine->travel->before, machine->controls->values,
           (size_t)machine->author->control_count * sizeof(double));
}

static void step(world_machine *machine)
{
    for (int i = 0; i < machine->author->control_count; i++) {
        const auth_control *control = &machine->author->controls[i];
        const double range = control->high - control->low;
        const double way = fabs(machine->controls->values[i] - machine->travel->before[i]);
        machine->travel->before[i] = machine->controls->values[i];
        if (control->fault < 0 && range > 0.0) machine->travel->way += way / range;
    }
}

const world_part_row world_travel_row = {
    .name = "travel", .define = define, .blocks = put_blocks, .start = world_travel_start, .step = step};

static double travel(const world_machine *machine, int of)
{
    (void)of;
    return machine->travel->way;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row row = {"controls.travel", "1", 1.0, travel,
                                         "way of all levers and pedals since the start, in their ranges"};
    world_signal_put(machine, &row, "", "", 0, arena);
}

const world_part_row world_travel_shown_row = {.name = "travel", .signals = put_signals};
