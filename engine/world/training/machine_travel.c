/* How far the controls have been moved: the sum of all their changes from tick to tick, each over its range.
 * It tells calm hands from restless ones. */
#include "machine_training.h"

#include <string.h>

bool world_travel_define(world_machine *machine, hl_arena *arena)
{
    machine->travel = HL_NEW(arena, double, 1);
    machine->controls_before = HL_NEW(arena, double, machine->author->control_count);
    return machine->travel != NULL && machine->controls_before != NULL;
}

void world_travel_start(world_machine *machine)
{
    *machine->travel = 0.0;
    memcpy(machine->controls_before, machine->controls,
           (size_t)machine->author->control_count * sizeof *machine->controls);
}

void world_controls_start(world_machine *machine)
{
    world_travel_start(machine);
    if (machine->training == NULL) return;
    world_signals_look(machine);
    world_score_start(machine); /* ways of signals begin there too */
}

void world_travel_step(world_machine *machine)
{
    for (int i = 0; i < machine->author->control_count; i++) {
        const auth_control *control = &machine->author->controls[i];
        const double range = control->high - control->low;
        const double way = fabs(machine->controls[i] - machine->controls_before[i]);
        machine->controls_before[i] = machine->controls[i];
        if (control->fault < 0 && range > 0.0) *machine->travel += way / range;
    }
}

static double travel(const world_machine *machine, int of)
{
    (void)of;
    return *machine->travel;
}

void world_travel_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row row = {"controls.travel", "1", 1.0, travel,
                                         "way of all levers and pedals since the start, in their ranges"};
    world_signal_put(machine, &row, "", "", 0, arena);
}
