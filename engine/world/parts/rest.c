/* Machines at rest. A machine beside the driven one of which nothing has moved for a while, its crankshaft
 * neither, is left out of ticks: a parked machine costs nothing. It wakes when one of its controls moves or
 * another machine touches it. */
#include "parts/rest.h"

#include "parts/controls.h"
#include "parts/travel.h"

#include <math.h>
#include <string.h>

static const double REST = 1e-4; /* [m/s, rad/s] slower than this nothing moves */
static const double SLEEP = 0.5; /* [s] without motion after which a machine makes no steps */

static double most_ticks(const world_machine *machine)
{
    return SLEEP / machine->mechanism->options.step;
}

static hl_status define(world_machine *machine, world_building *with)
{
    if (machine->name == NULL) return HL_OK;
    machine->rest = HL_NEW(with->arena, world_rest, 1);
    return machine->rest == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void put_blocks(world_machine *machine)
{
    if (machine->rest != NULL)
        world_block_put(machine, "rest", &machine->rest->ticks, sizeof machine->rest->ticks, NULL, NULL);
}

static void start(world_machine *machine)
{
    if (machine->rest != NULL) machine->rest->ticks = 0.0;
}

static void step(world_machine *machine)
{
    if (machine->rest == NULL) return;
    const world_mechanism *m = machine->mechanism;
    const int columns = mb_model_counts(m->model).columns;
    double fastest = 0.0;
    for (int c = 0; c < columns; c++) fastest = fmax(fastest, fabs(m->state->v[c]));
    machine->rest->ticks = fastest < REST ? machine->rest->ticks + 1.0 : 0.0;
    if (!world_is_at_rest(machine)) return;
    memset(m->state->v, 0, (size_t)columns * sizeof(double));
    memset(m->state->a, 0, (size_t)columns * sizeof(double));
    machine->looked = false;
}

bool world_is_at_rest(const world_machine *machine)
{
    return machine->rest != NULL && machine->rest->ticks >= most_ticks(machine);
}

void world_wake(world_machine *machine)
{
    if (machine->rest != NULL) machine->rest->ticks = 0.0;
}

void world_watch_controls(world_machine *machine)
{
    for (int i = 0; i < machine->author->control_count; i++)
        if (machine->controls->values[i] != machine->travel->before[i]) world_wake(machine);
}

const world_part_row world_rest_row = {
    .name = "rest", .define = define, .blocks = put_blocks, .start = start, .step = step};
