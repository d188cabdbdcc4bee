/* Circuits while the mechanism runs: commands from outside, events, names of their unknowns. */
#include "circuit/circuit.h"

#include <stdio.h>

/* ---- commands ---- */

int world_mechanism_find_command(const world_mechanism *mechanism, int circuit, const char *name)
{
    return hyd_circuit_find_command(mechanism->circuits[circuit].hydraulics->circuit, name);
}

void world_mechanism_command(world_mechanism *mechanism, int circuit, int command, double value)
{
    double *present = &mechanism->circuits[circuit].hydraulics->commands[command];
    mechanism->jumped |= *present != value;
    *present = value;
}

/* ---- events ---- */

/* Port values are those of the step's last evaluation: within the Newton tolerance of the state. The global
 * formulation evaluates elsewhere. */
void world_circuits_count_events(world_mechanism *mechanism)
{
    if (mechanism->circuit_count > 0 && mechanism->options.formulation == MB_GLOBAL)
        mb_evaluate_state(mechanism->model, mechanism->state, mechanism->work);
    for (int i = 0; i < mechanism->circuit_count; i++) {
        world_circuit *circuit = &mechanism->circuits[i];
        const int effort = world_circuit_effort(mechanism->author, i);
        for (int p = 0; p < circuit->hydraulics->ports; p++) {
            const mb_port_value port = mb_effort_port(mechanism->model, mechanism->work, effort, p);
            circuit->s[p] = port.s;
            circuit->s_dot[p] = port.s_dot;
        }
        hyd_circuit_count_events(circuit->hydraulics->circuit, circuit->s, circuit->s_dot,
                                 mechanism->state->x + mb_model_effort_state(mechanism->model, effort),
                                 &circuit->watch);
    }
}

int world_mechanism_event_count(const world_mechanism *mechanism)
{
    int count = 0;
    for (int i = 0; i < mechanism->circuit_count; i++)
        count += hyd_circuit_counts(mechanism->circuits[i].hydraulics->circuit).events;
    return count;
}

world_event world_mechanism_event(const world_mechanism *mechanism, int event)
{
    int i = 0;
    for (; i < mechanism->circuit_count; i++) {
        const int events = hyd_circuit_counts(mechanism->circuits[i].hydraulics->circuit).events;
        if (event < events) break;
        event -= events;
    }
    if (i == mechanism->circuit_count) return (world_event){.circuit = "", .kind = "", .name = ""};
    const world_circuit *circuit = &mechanism->circuits[i];
    const hyd_event watched = hyd_circuit_event(circuit->hydraulics->circuit, event);
    return (world_event){.circuit = circuit->author->def.name,
                         .kind = hyd_event_name(watched.kind),
                         .name = watched.name,
                         .active = circuit->watch.active[event],
                         .count = circuit->watch.count[event],
                         .extreme = circuit->watch.extreme[event]};
}

/* ---- power ---- */

world_circuit_power world_mechanism_power(const world_mechanism *mechanism, int circuit)
{
    const world_circuit *c = &mechanism->circuits[circuit];
    const world_hydraulics *h = c->hydraulics;
    const int effort = world_circuit_effort(mechanism->author, circuit);
    double s[MB_MAX_EFFORT_PORTS], s_dot[MB_MAX_EFFORT_PORTS], force[MB_MAX_EFFORT_PORTS],
        commands[WORLD_MAX_COMMANDS];
    for (int p = 0; p < h->ports; p++) {
        const mb_port_value port = mb_effort_port(mechanism->model, mechanism->work, effort, p);
        s[p] = port.s;
        s_dot[p] = port.s_dot;
    }
    world_hydraulic_commands(h, mechanism->state->time, commands);
    hyd_io io = {.s = s,
                 .s_dot = s_dot,
                 .x = mechanism->state->x + mb_model_effort_state(mechanism->model, effort),
                 .commands = commands,
                 .force = force,
                 .x_dot = c->rates};
    const hyd_power p = hyd_circuit_power(h->circuit, &io);
    return (world_circuit_power){p.sources, p.shafts, p.cylinders, p.stored, p.losses};
}

/* ---- names ---- */

static const char *circuit_state_owner(const world_circuit *c, int state, const char **what)
{
    const hyd_circuit *circuit = c->hydraulics->circuit;
    const hyd_circuit_def *a = hyd_circuit_definition(circuit);
    *what = "pressure of node";
    for (int i = 0; i < a->node_count; i++)
        if (hyd_circuit_pressure_state(circuit, i) == state) return a->nodes[i].name;
    *what = "spool of";
    for (int i = 0; i < a->directional_count; i++)
        if (hyd_circuit_spool_state(circuit, i) == state) return a->directionals[i].name;
    for (int i = 0; i < a->load_sensing_count; i++)
        if (hyd_circuit_section_state(circuit, i) == state) return a->load_sensings[i].name;
    *what = "displacement of pump";
    for (int i = 0; i < a->pump_count; i++)
        if (hyd_circuit_swash_state(circuit, i) == state) return a->pumps[i].name;
    return NULL;
}

static const char *cylinder_state_owner(const world_circuit *c, int state, const char **what)
{
    for (int i = 0; i < c->hydraulics->cylinder_count; i++) {
        const world_cylinder *cylinder = &c->hydraulics->cylinders[i];
        const int seal = cylinder->seal_state;
        *what = state == cylinder->work_state ? "work of cylinder"
                : state == seal               ? "bristle of cylinder"
                                              : "film of cylinder";
        if (state == cylinder->work_state ||
            (seal != HYD_NONE && state >= seal && state < seal + mb_friction_states(cylinder->seal.law)))
            return c->author->cylinders[i].def.name;
    }
    return NULL;
}

void world_circuit_state_name(const world_circuit *circuit, int state, char *text, size_t size)
{
    const char *what, *owner = circuit_state_owner(circuit, state, &what);
    if (owner == NULL) owner = cylinder_state_owner(circuit, state, &what);
    if (owner == NULL)
        snprintf(text, size, "circuit %s, state %d", circuit->author->def.name, state);
    else
        snprintf(text, size, "circuit %s, %s %s", circuit->author->def.name, what, owner);
}
