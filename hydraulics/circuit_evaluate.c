/* Evaluation of a circuit: flows, pressures, forces; and the balances that check it. */
#include "circuit_internal.h"

#include <math.h>

/* Stage 3. Add the cylinders' forces. */
static void add_cylinder_forces(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io,
                                flow_tally *tally)
{
    const size_t ports = (size_t)port_stride(circuit, io), states = (size_t)state_stride(circuit, io);
    for (int i = 0; i < circuit->def.cylinder_count; i++) {
        const hyd_cylinder_def *c = &circuit->def.cylinders[i];
        const hyd_cylinder_force f = hyd_cylinder_push(&c->cylinder, io->s[c->port], io->s_dot[c->port],
                                                       nodes[c->a].pressure.p, nodes[c->b].pressure.p);
        io->force[c->port] += f.F;
        if (tally) tally->power.cylinders += f.pressure_force * io->s_dot[c->port];
        if (!io->jacobian) continue;
        const size_t port = (size_t)c->port;
        const int a = circuit->nodes[c->a].state, b = circuit->nodes[c->b].state;
        io->force_s[port * ports + port] += f.F_s;
        io->force_s_dot[port * ports + port] += f.F_v;
        if (a != HYD_NONE) io->force_x[port * states + (size_t)a] += f.F_a * nodes[c->a].pressure.p_y;
        if (b != HYD_NONE) io->force_x[port * states + (size_t)b] += f.F_b * nodes[c->b].pressure.p_y;
    }
}

/* Derivatives by pressures into those by the volumes' states, where they differ. */
static void turn_columns(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io)
{
    const size_t states = (size_t)state_stride(circuit, io);
    for (int node = 0; node < circuit->def.node_count; node++) {
        const int state = circuit->nodes[node].state;
        const double slope = nodes[node].pressure.p_y;
        if (state == HYD_NONE || slope == 1.0) continue;
        for (int i = 0; i < circuit->states; i++) io->x_dot_x[(size_t)i * states + (size_t)state] *= slope;
        for (int i = 0; i < circuit->def.port_count; i++)
            io->force_x[(size_t)i * states + (size_t)state] *= slope;
    }
}

static void find_oil(const hyd_circuit *circuit, const double *x, node_oil nodes[HYD_MAX_NODES])
{
    for (int i = 0; i < circuit->def.node_count; i++) {
        const node_model *n = &circuit->nodes[i];
        nodes[i] = n->state == HYD_NONE ? n->oil : hyd_node_oil(circuit, n, x[n->state]);
    }
}

static void evaluate(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io, flow_tally *tally)
{
    hyd_gather_flows(circuit, nodes, io, tally);
    if (io->jacobian) turn_columns(circuit, nodes, io);
    hyd_apply_capacities(circuit, nodes, io);
    add_cylinder_forces(circuit, nodes, io, tally);
}

void hyd_circuit_evaluate(const hyd_circuit *circuit, hyd_io *io)
{
    node_oil nodes[HYD_MAX_NODES];
    find_oil(circuit, io->x, nodes);
    evaluate(circuit, nodes, io, NULL);
}

/* ---- balances ---- */

/* What cylinders on a source push into it is oil, and power, that the source does not give. */
static void add_swept_sources(const hyd_circuit *circuit, const hyd_io *io, flow_tally *tally)
{
    for (int i = 0; i < circuit->def.cylinder_count; i++) {
        const hyd_cylinder_def *c = &circuit->def.cylinders[i];
        const double into_a = c->cylinder.area_a * io->s_dot[c->port],
                     into_b = -c->cylinder.area_b * io->s_dot[c->port];
        const node_model *a = &circuit->nodes[c->a], *b = &circuit->nodes[c->b];
        if (a->state == HYD_NONE) tally->power.sources += a->pressure * into_a;
        if (b->state == HYD_NONE) tally->power.sources += b->pressure * into_b;
    }
}

/* Rate of oil that enters a volume, over its density: C y_dot + V_dot - (bubbles' gain at constant y) */
static double inflow(const node_capacity *n, const node_oil *oil, double y_dot)
{
    return n->C * y_dot - n->G_tension * oil->pressure.tension + n->V_dot;
}

hyd_power hyd_circuit_power(const hyd_circuit *circuit, hyd_io *io)
{
    node_oil nodes[HYD_MAX_NODES];
    flow_tally tally = {.source_flow = 0.0};
    io->jacobian = false;
    find_oil(circuit, io->x, nodes);
    evaluate(circuit, nodes, io, &tally);
    add_swept_sources(circuit, io, &tally);
    for (int node = 0; node < circuit->def.node_count; node++) {
        const int state = circuit->nodes[node].state;
        if (state == HYD_NONE) continue;
        const node_capacity n = hyd_node_capacity(circuit, node, io->s, io->s_dot, &nodes[node]);
        tally.power.stored += nodes[node].pressure.p * (inflow(&n, &nodes[node], io->x_dot[state]) - n.swept);
    }
    return tally.power;
}

double hyd_circuit_flow_defect(const hyd_circuit *circuit, hyd_io *io)
{
    node_oil nodes[HYD_MAX_NODES];
    flow_tally tally = {.source_flow = 0.0};
    io->jacobian = false;
    find_oil(circuit, io->x, nodes);
    evaluate(circuit, nodes, io, &tally);
    double defect = -tally.source_flow;
    for (int node = 0; node < circuit->def.node_count; node++) {
        const int state = circuit->nodes[node].state;
        if (state == HYD_NONE) continue;
        const node_capacity n = hyd_node_capacity(circuit, node, io->s, io->s_dot, &nodes[node]);
        defect += nodes[node].r * inflow(&n, &nodes[node], io->x_dot[state]);
    }
    return defect;
}

double hyd_circuit_oil_mass(const hyd_circuit *circuit, const double *s, const double *x)
{
    double volume = 0.0;
    for (int node = 0; node < circuit->def.node_count; node++) {
        const int state = circuit->nodes[node].state;
        if (state == HYD_NONE) continue;
        const node_oil oil = hyd_node_oil(circuit, &circuit->nodes[node], x[state]);
        volume += hyd_node_capacity(circuit, node, s, NULL, &oil).oil;
    }
    return circuit->def.oil.density * volume;
}

/* Events: conditions that do not stop a step but are reported. Evaluated after the step, never in it. */

hyd_event hyd_circuit_event(const hyd_circuit *circuit, int event)
{
    return circuit->events[event];
}

const char *hyd_event_name(hyd_event_kind kind)
{
    static const char *const NAMES[] = {[HYD_EVENT_CAVITATION] = "cavitation",
                                        [HYD_EVENT_EMPTIED] = "emptied",
                                        [HYD_EVENT_END_STOP] = "end-stop",
                                        [HYD_EVENT_RELIEF] = "relief-open",
                                        [HYD_EVENT_BACKWARDS] = "pump-backwards"};
    return NAMES[kind];
}

hyd_watch hyd_event_counters_new(const hyd_circuit *circuit, hl_arena *arena)
{
    hyd_watch watch = {.active = HL_NEW(arena, bool, circuit->event_count),
                       .count = HL_NEW(arena, long, circuit->event_count),
                       .extreme = HL_NEW(arena, double, circuit->event_count)};
    if (!watch.count || !watch.extreme) watch.active = NULL;
    return watch;
}

/* Is it going on, and how far. */
typedef struct finding {
    bool on;
    double measure;
} finding;

static finding emptied(const hyd_circuit *circuit, int node, const double *s, const double *x)
{
    const double y = x[circuit->nodes[node].state];
    if (y >= circuit->def.oil.vapour_pressure) return (finding){false, 0.0};
    const node_oil oil = hyd_node_oil(circuit, &circuit->nodes[node], y);
    const node_capacity n = hyd_node_capacity(circuit, node, s, NULL, &oil);
    return (finding){n.G >= n.V, n.G};
}

static finding look(const hyd_circuit *circuit, const hyd_event *event, const double *s, const double *s_dot,
                    const double *x)
{
    const hyd_circuit_def *def = &circuit->def;
    const int i = event->index;
    switch (event->kind) {
    case HYD_EVENT_CAVITATION: {
        const double p = node_pressure(circuit, x, i);
        return (finding){p < def->oil.vapour_pressure, p};
    }
    case HYD_EVENT_EMPTIED:
        return emptied(circuit, i, s, x);
    case HYD_EVENT_END_STOP: {
        const hyd_cylinder_def *c = &def->cylinders[i];
        return (finding){hyd_cylinder_overrun(&c->cylinder, s[c->port]) != 0.0, fabs(s_dot[c->port])};
    }
    case HYD_EVENT_RELIEF: {
        const hyd_relief_def *r = &def->reliefs[i];
        const double dp = node_pressure(circuit, x, r->a) - node_pressure(circuit, x, r->b);
        return (finding){dp > r->relief.setting, dp};
    }
    case HYD_EVENT_BACKWARDS:
        break;
    }
    const hyd_pump_def *pump = &def->pumps[i];
    const double w = pump->driven ? pump->speed : s_dot[pump->port];
    return (finding){w < 0.0, -w};
}

/* Cavitation's extreme is the lowest, an end stop's is that of the entry, others' are the highest. */
static void note_extreme(hyd_event_kind kind, bool began, double measure, double *extreme, bool first)
{
    if (kind == HYD_EVENT_END_STOP && !began) return;
    const bool further = kind == HYD_EVENT_CAVITATION ? measure < *extreme : measure > *extreme;
    if (first || further) *extreme = measure;
}

void hyd_circuit_count_events(const hyd_circuit *circuit, const double *s, const double *s_dot,
                              const double *x, hyd_watch *watch)
{
    for (int i = 0; i < circuit->event_count; i++) {
        const finding f = look(circuit, &circuit->events[i], s, s_dot, x);
        const bool began = f.on && !watch->active[i];
        if (f.on)
            note_extreme(circuit->events[i].kind, began, f.measure, &watch->extreme[i], watch->count[i] == 0);
        if (began) watch->count[i]++;
        watch->active[i] = f.on;
    }
}
