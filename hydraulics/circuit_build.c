/* From a definition to a circuit: copies of the lists, indices of the states, components of each node,
 * events. */
#include "circuit_internal.h"

#include <math.h>
#include <string.h>

/* ---- copies ---- */

/* Copy a list whose items begin with their name, names included. */
static void *copy_items(hl_arena *arena, const void *items, int count, size_t size)
{
    char *copy = hl_arena_copy(arena, items, (size_t)count, size);
    for (int i = 0; copy && i < count; i++) {
        const char **name = (const char **)(void *)(copy + (size_t)i * size);
        *name = hl_arena_text(arena, *name);
    }
    return copy;
}

/* @return false: out of memory */
static bool copy_definition(const hyd_circuit_def *def, hl_arena *arena, hyd_circuit_def *copy)
{
    *copy = *def;
#define COPY(list) copy->list##s = copy_items(arena, def->list##s, def->list##_count, sizeof *def->list##s);
    COPY(node)
    COPY(port)
    COPY(orifice)
    COPY(leakage)
    COPY(check)
    COPY(relief)
    COPY(counterbalance)
    COPY(compensator)
    COPY(directional)
    COPY(load_sensing)
    COPY(pump)
    COPY(motor)
    COPY(accumulator)
    COPY(cylinder)
#undef COPY
    hyd_command_def *commands = copy_items(arena, def->commands, def->command_count, sizeof *commands);
    copy->commands = commands;
    for (int i = 0; commands && i < def->command_count; i++)
        commands[i].points =
            HL_COPY(arena, hyd_schedule_point, def->commands[i].points, def->commands[i].point_count);
    return !hl_arena_failed(arena);
}

/* ---- states ---- */

static bool number_states(hyd_circuit *circuit, hl_arena *arena)
{
    const hyd_circuit_def *def = &circuit->def;
    circuit->nodes = HL_NEW(arena, node_model, def->node_count);
    circuit->swash = HL_NEW(arena, int, def->pump_count);
    if (hl_arena_failed(arena)) return false;
    for (int i = 0; i < def->node_count; i++)
        circuit->nodes[i].state = def->nodes[i].kind == HYD_VOLUME ? circuit->volumes++ : HYD_NONE;
    circuit->first_spool = circuit->volumes;
    circuit->first_section = circuit->first_spool + def->directional_count;
    circuit->states = circuit->first_section + def->load_sensing_count;
    for (int i = 0; i < def->pump_count; i++)
        circuit->swash[i] = def->pumps[i].pump.control == HYD_PUMP_FIXED ? HYD_NONE : circuit->states++;
    return true;
}

static bool set_initial(hyd_circuit *circuit, hl_arena *arena)
{
    static const double PRESSURE_SCALE = 1.0, SPOOL_SCALE = 1e-5; /* see hyd_circuit_scale */
    const hyd_circuit_def *def = &circuit->def;
    circuit->initial = HL_NEW(arena, double, circuit->states);
    circuit->scale = HL_NEW(arena, double, circuit->states);
    if (hl_arena_failed(arena)) return false;
    for (int i = 0; i < circuit->states; i++)
        circuit->scale[i] = i < circuit->volumes ? PRESSURE_SCALE : SPOOL_SCALE;
    for (int i = 0; i < def->node_count; i++)
        if (circuit->nodes[i].state != HYD_NONE)
            circuit->initial[circuit->nodes[i].state] =
                hyd_node_state(circuit, &circuit->nodes[i], def->nodes[i].pressure);
    for (int i = 0; i < def->directional_count; i++)
        circuit->initial[circuit->first_spool + i] = def->directionals[i].U_0;
    for (int i = 0; i < def->load_sensing_count; i++)
        circuit->initial[circuit->first_section + i] = def->load_sensings[i].U_0;
    for (int i = 0; i < def->pump_count; i++)
        if (circuit->swash[i] != HYD_NONE) circuit->initial[circuit->swash[i]] = def->pumps[i].e_0;
    return true;
}

/* ---- what sits on a node ---- */

static void list_chambers(hyd_circuit *circuit, int node, int *next)
{
    node_model *n = &circuit->nodes[node];
    n->first_chamber = *next;
    for (int i = 0; i < circuit->def.cylinder_count; i++) {
        const hyd_cylinder_def *c = &circuit->def.cylinders[i];
        if (c->a == node) circuit->chambers[(*next)++] = (chamber_ref){i, false};
        if (c->b == node) circuit->chambers[(*next)++] = (chamber_ref){i, true};
    }
    n->chamber_count = *next - n->first_chamber;
}

static void list_accumulators(hyd_circuit *circuit, int node, int *next)
{
    node_model *n = &circuit->nodes[node];
    n->first_accumulator = *next;
    for (int i = 0; i < circuit->def.accumulator_count; i++)
        if (circuit->def.accumulators[i].a == node) circuit->gas[(*next)++] = i;
    n->accumulator_count = *next - n->first_accumulator;
}

/* What `line` is exactly does not matter: chambers count as half open. */
static void measure_line(const hyd_circuit *circuit, node_model *n)
{
    double V = n->hose, opens = HUGE_VAL;
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        V += 0.5 * chamber_area(circuit, ref) * circuit->def.cylinders[ref->cylinder].cylinder.stroke;
    }
    for (int i = n->first_accumulator; i < n->first_accumulator + n->accumulator_count; i++)
        opens = fmin(opens, circuit->def.accumulators[circuit->gas[i]].accumulator.precharge);
    n->opens = fmax(opens, circuit->def.oil.vapour_pressure);
    n->line = V * hyd_oil_compressibility(&circuit->def.oil, n->opens).c + n->hose_compliance;
    n->gas_there = hyd_node_gas(circuit, n, n->opens).stored;
}

static bool furnish_nodes(hyd_circuit *circuit, hl_arena *arena)
{
    const hyd_circuit_def *def = &circuit->def;
    circuit->chambers = HL_NEW(arena, chamber_ref, 2 * def->cylinder_count);
    circuit->gas = HL_NEW(arena, int, def->accumulator_count);
    if (hl_arena_failed(arena)) return false;
    circuit->vapour = hyd_oil_compressibility(&def->oil, def->oil.vapour_pressure);
    int next_chamber = 0, next_gas = 0;
    for (int i = 0; i < def->node_count; i++) {
        node_model *n = &circuit->nodes[i];
        n->pressure = def->nodes[i].pressure;
        n->hose = def->nodes[i].hose;
        if (def->nodes[i].hose_modulus > 0.0) n->hose_compliance = n->hose / def->nodes[i].hose_modulus;
        list_chambers(circuit, i, &next_chamber);
        list_accumulators(circuit, i, &next_gas);
        if (n->accumulator_count > 0) measure_line(circuit, n);
        n->oil = hyd_node_oil(circuit, n, n->pressure);
        n->oil.pressure.p = n->pressure; /* a source never boils */
    }
    return true;
}

/* ---- events ---- */

static void add_event(hyd_circuit *circuit, hyd_event_kind kind, const char *name, int index)
{
    circuit->events[circuit->event_count++] = (hyd_event){kind, name, index};
}

static bool list_events(hyd_circuit *circuit, hl_arena *arena)
{
    const hyd_circuit_def *def = &circuit->def;
    circuit->events = HL_NEW(arena, hyd_event,
                             2 * def->node_count + def->cylinder_count + def->relief_count + def->pump_count);
    if (!circuit->events) return false;
    for (int i = 0; i < def->node_count; i++) {
        if (def->nodes[i].kind != HYD_VOLUME) continue;
        add_event(circuit, HYD_EVENT_CAVITATION, def->nodes[i].name, i);
        if (def->oil.vapour_pressure > 0.0) add_event(circuit, HYD_EVENT_EMPTIED, def->nodes[i].name, i);
    }
    for (int i = 0; i < def->cylinder_count; i++)
        add_event(circuit, HYD_EVENT_END_STOP, def->cylinders[i].name, i);
    for (int i = 0; i < def->relief_count; i++) add_event(circuit, HYD_EVENT_RELIEF, def->reliefs[i].name, i);
    for (int i = 0; i < def->pump_count; i++) add_event(circuit, HYD_EVENT_BACKWARDS, def->pumps[i].name, i);
    return true;
}

hl_status hyd_circuit_build(const hyd_circuit_def *def, hl_arena *arena, const hyd_circuit **circuit,
                            hl_report *report)
{
    if (!hyd_circuit_check(def, report)) return HL_BAD_INPUT;
    hyd_circuit *built = HL_NEW(arena, hyd_circuit, 1);
    if (!built || !copy_definition(def, arena, &built->def) || !number_states(built, arena) ||
        !furnish_nodes(built, arena) || !set_initial(built, arena) || !list_events(built, arena))
        return HL_OUT_OF_MEMORY;
    *circuit = built;
    return HL_OK;
}

/* What a circuit has. */

hyd_counts hyd_circuit_counts(const hyd_circuit *circuit)
{
    return (hyd_counts){.nodes = circuit->def.node_count,
                        .ports = circuit->def.port_count,
                        .commands = circuit->def.command_count,
                        .states = circuit->states,
                        .volumes = circuit->volumes,
                        .events = circuit->event_count};
}

const hyd_circuit_def *hyd_circuit_definition(const hyd_circuit *circuit)
{
    return &circuit->def;
}

const double *hyd_circuit_initial(const hyd_circuit *circuit)
{
    return circuit->initial;
}

const double *hyd_circuit_scale(const hyd_circuit *circuit)
{
    return circuit->scale;
}

int hyd_circuit_pressure_state(const hyd_circuit *circuit, int node)
{
    return circuit->nodes[node].state;
}

int hyd_circuit_spool_state(const hyd_circuit *circuit, int directional)
{
    return circuit->first_spool + directional;
}

int hyd_circuit_section_state(const hyd_circuit *circuit, int load_sensing)
{
    return circuit->first_section + load_sensing;
}

int hyd_circuit_swash_state(const hyd_circuit *circuit, int pump)
{
    return circuit->swash[pump];
}

double hyd_circuit_pressure(const hyd_circuit *circuit, const double *x, int node)
{
    return node_pressure(circuit, x, node);
}

double hyd_circuit_pressure_slope(const hyd_circuit *circuit, const double *x, int node)
{
    const int state = circuit->nodes[node].state;
    return state == HYD_NONE ? 0.0 : hyd_node_pressure(circuit, &circuit->nodes[node], x[state]).p_y;
}

int hyd_circuit_find_command(const hyd_circuit *circuit, const char *name)
{
    for (int i = 0; i < circuit->def.command_count; i++)
        if (strcmp(circuit->def.commands[i].name, name) == 0) return i;
    return HYD_NONE;
}

/* Commands: schedules sampled at the start of a step. */

/* Last point whose time has come, 0 before the first. */
static int point_at(const hyd_command_def *command, double time)
{
    int low = 0,
        high = command->point_count; /* points below `low` have come, those from `high` on have not */
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (command->points[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : 0;
}

static double sample(const hyd_command_def *command, double time)
{
    const int i = point_at(command, time);
    const hyd_schedule_point *p = &command->points[i];
    if (!command->linear || i + 1 == command->point_count || time <= p[0].time) return p[0].value;
    return p[0].value + (p[1].value - p[0].value) * ((time - p[0].time) / (p[1].time - p[0].time));
}

void hyd_circuit_sample_commands(const hyd_circuit *circuit, double time, double *commands)
{
    for (int i = 0; i < circuit->def.command_count; i++) {
        const hyd_command_def *command = &circuit->def.commands[i];
        /* straight lines need no slack: they have no steps */
        if (command->point_count > 0)
            commands[i] = sample(command, command->linear ? time : time + HYD_SCHEDULE_SLACK);
    }
}

void hyd_circuit_initial_commands(const hyd_circuit *circuit, double *commands)
{
    for (int i = 0; i < circuit->def.command_count; i++) {
        const hyd_command_def *command = &circuit->def.commands[i];
        commands[i] = command->point_count > 0 ? 0.0 : command->initial;
    }
}
