/* The operator's controls: those of all machines of the world as one list, those of the first machine first;
 * how far they have been moved. */
#include "parts/parts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static hl_status define(world_machine *machine, world_building *with)
{
    const int count = machine->author->control_count;
    world_controls *controls = machine->controls = HL_NEW(with->arena, world_controls, 1);
    if (controls == NULL) return HL_OUT_OF_MEMORY;
    controls->values = HL_NEW(with->arena, double, count);
    controls->names = HL_NEW(with->arena, const char *, count);
    if (controls->values == NULL || controls->names == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < count; i++) {
        char name[200];
        const char *own = machine->author->controls[i].name;
        snprintf(name, sizeof name, "%s.%s", machine->name == NULL ? "" : machine->name, own);
        controls->names[i] = machine->name == NULL ? own : hl_arena_string(with->arena, name, strlen(name));
        if (controls->names[i] == NULL) return HL_OUT_OF_MEMORY;
    }
    return HL_OK;
}

static void put_blocks(world_machine *machine)
{
    world_block_put(machine, "controls", machine->controls->values,
                    (size_t)machine->author->control_count * sizeof(double), NULL, NULL);
}

const world_part_row world_controls_row = {.name = "controls", .define = define, .blocks = put_blocks};

/* ---- signals ---- */

static double control_value(const world_machine *machine, int control)
{
    return machine->controls->values[control];
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    for (int c = 0; c < machine->author->control_count; c++) {
        const auth_control *control = &machine->author->controls[c];
        const world_signal_row value = {"", "1", 1.0, control_value, control->meaning};
        world_signal_put(machine, &value, "control.", control->name, c, arena);
    }
}

const world_part_row world_controls_shown_row = {.name = "controls", .signals = put_signals};

/* ---- what the operator does ---- */

/* A control of the world: its machine, and its number there. RT. */
static world_machine *owner(const world_machine *machine, int *control)
{
    int i = 0;
    while (*control >= machine->world->machines[i]->author->control_count)
        *control -= machine->world->machines[i++]->author->control_count;
    return machine->world->machines[i];
}

int world_control_count(const world_machine *machine)
{
    int count = 0;
    for (int i = 0; i < machine->world->machine_count; i++)
        count += machine->world->machines[i]->author->control_count;
    return count;
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

static bool is_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Among the machine's own controls, by their own names. */
static int find_own(const world_machine *machine, const char *name, bool (*match)(const char *, const char *))
{
    int first = 0;
    for (int i = 0; machine->world->machines[i] != machine; i++)
        first += machine->world->machines[i]->author->control_count;
    for (int i = 0; i < machine->author->control_count; i++)
        if (match(machine->author->controls[i].name, name)) return first + i;
    return -1;
}

static int find_any(const world_machine *machine, const char *name, bool (*match)(const char *, const char *))
{
    const int count = world_control_count(machine);
    for (int i = 0; i < count; i++) {
        int control = i;
        const world_machine *of = owner(machine, &control);
        if (match(of->controls->names[control], name)) return i;
    }
    return -1;
}

int world_control_find(const world_machine *machine, const char *name)
{
    int found = find_own(machine, name, is_same);
    if (found < 0) found = find_own(machine, name, has_same_signal);
    if (found < 0) found = find_any(machine, name, is_same);
    return found >= 0 ? found : find_any(machine, name, has_same_signal);
}

world_control world_control_info(const world_machine *machine, int control)
{
    const world_machine *of = owner(machine, &control);
    const auth_control *c = &of->author->controls[control];
    return (world_control){of->controls->names[control], c->meaning, c->low, c->high, c->safe, c->initial};
}

void world_control_set(world_machine *machine, int control, double value)
{
    world_machine *of = owner(machine, &control);
    const auth_control *c = &of->author->controls[control];
    of->controls->values[control] = isnan(value) ? c->safe : fmin(fmax(value, c->low), c->high);
    for (int i = 0; i < of->author->fault_count; i++)
        if (of->author->faults[i].control == control) of->faults_set = true;
}

double world_control_get(const world_machine *machine, int control)
{
    const world_machine *of = owner(machine, &control);
    return of->controls->values[control];
}

/* ---- their way: the sum of all their changes, each over its range; it tells calm hands from restless ones
 * ---- */

static hl_status define_travel(world_machine *machine, world_building *with)
{
    machine->travel = HL_NEW(with->arena, world_travel, 1);
    if (machine->travel == NULL) return HL_OUT_OF_MEMORY;
    machine->travel->before = HL_NEW(with->arena, double, machine->author->control_count);
    return machine->travel->before == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void put_travel_blocks(world_machine *machine)
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

static void sum_travel(world_machine *machine)
{
    for (int i = 0; i < machine->author->control_count; i++) {
        const auth_control *control = &machine->author->controls[i];
        const double range = control->high - control->low;
        const double way = fabs(machine->controls->values[i] - machine->travel->before[i]);
        machine->travel->before[i] = machine->controls->values[i];
        if (control->fault < 0 && range > 0.0) machine->travel->way += way / range;
    }
}

const world_part_row world_travel_row = {.name = "travel",
                                         .define = define_travel,
                                         .blocks = put_travel_blocks,
                                         .start = world_travel_start,
                                         .step = sum_travel};

static double travel(const world_machine *machine, int of)
{
    (void)of;
    return machine->travel->way;
}

static void put_travel_signal(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row row = {"controls.travel", "1", 1.0, travel,
                                         "travel of all levers and pedals since the start, in their ranges"};
    world_signal_put(machine, &row, "", "", 0, arena);
}

const world_part_row world_travel_shown_row = {.name = "travel", .signals = put_travel_signal};
