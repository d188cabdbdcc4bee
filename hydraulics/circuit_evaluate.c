/* Evaluation of a circuit: flows, pressures, forces; and the balances that check it. */
#include "circuit_internal.h"

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
