/* What a circuit has. */
#include "circuit_internal.h"

#include <string.h>

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
