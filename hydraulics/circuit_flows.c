/* Stage 1 of the evaluation: every component's flow Q carries the mass Q (r_a + r_b)/2, over the density at
 * p = 0, from one node to another, so that what leaves a node enters another to the last bit. x_dot and
 * x_dot_x serve as the sums until the capacities divide them. */
#include "circuit_internal.h"

#include <math.h>

/* What a flow depends on beyond the pressures of its two ends. HYD_NONE where there is nothing. */
typedef struct flow_path {
    int a, b;  /* nodes */
    int x;     /* pilot node */
    int state; /* of Q_u */
} flow_path;

typedef struct gathering {
    const hyd_circuit *circuit;
    const node_oil *nodes;
    hyd_io *io;
    flow_tally *tally;
} gathering;

static double pressure(const gathering *g, int node)
{
    return g->nodes[node].pressure.p;
}

static int state_of(const gathering *g, int node)
{
    return node == HYD_NONE ? HYD_NONE : g->circuit->nodes[node].state;
}

/* Pressure of a pilot line that may not be there. */
static double pilot_pressure(const gathering *g, int node)
{
    return node == HYD_NONE ? 0.0 : pressure(g, node);
}

/* sum of mass flows into the node of state `row` += sign * flow */
static void add_row(const gathering *g, int row, double sign, const flow_path *path, const hyd_flow *flow)
{
    hyd_io *io = g->io;
    io->x_dot[row] += sign * flow->Q;
    if (!io->jacobian) return;
    double *derivative = io->x_dot_x + (size_t)row * (size_t)state_stride(g->circuit, io);
    const int a = state_of(g, path->a), b = state_of(g, path->b), x = state_of(g, path->x);
    if (a != HYD_NONE) derivative[a] += sign * flow->Q_a;
    if (b != HYD_NONE) derivative[b] += sign * flow->Q_b;
    if (x != HYD_NONE) derivative[x] += sign * flow->Q_x;
    if (path->state != HYD_NONE) derivative[path->state] += sign * flow->Q_u;
}

/* Density of what flows: the mean of both nodes. */
static double mean_density(const gathering *g, int a, int b)
{
    return 0.5 * (g->nodes[a].r + g->nodes[b].r);
}

static hyd_flow mass_flow(const gathering *g, const flow_path *path, const hyd_flow *volume)
{
    const double r = mean_density(g, path->a, path->b), half = 0.5 * volume->Q;
    return (hyd_flow){.Q = volume->Q * r,
                      .Q_a = fma(half, g->nodes[path->a].r_p, volume->Q_a * r),
                      .Q_b = fma(half, g->nodes[path->b].r_p, volume->Q_b * r),
                      .Q_x = volume->Q_x * r,
                      .Q_u = volume->Q_u * r};
}

static bool is_closed(const hyd_flow *flow)
{
    return flow->Q == 0.0 && flow->Q_a == 0.0 && flow->Q_b == 0.0 && flow->Q_x == 0.0 && flow->Q_u == 0.0;
}

/* A flow counts with Q p in the balance of power. What a volume takes in is Q r_flow/r; the rest, compression
 * that the oil brings along, is stored too. (The enthalpy of the mass flow, Q r_flow times the integral of
 * dp/r, differs from Q p by the same amount at both ends, but for terms of (c p)^2.) */
static void tally_end(const gathering *g, int node, double Q, double mass)
{
    const node_oil *n = &g->nodes[node];
    if (state_of(g, node) == HYD_NONE) {
        g->tally->source_flow -= mass;
        g->tally->power.sources -= n->pressure.p * Q;
    } else {
        g->tally->power.stored += n->pressure.p * (Q - mass / n->r);
    }
}

static void add_flow(const gathering *g, flow_path path, hyd_flow flow)
{
    if (is_closed(&flow)) return; /* most edges of the valves are */
    const int a = state_of(g, path.a), b = state_of(g, path.b);
    const hyd_flow mass = mass_flow(g, &path, &flow);
    if (a != HYD_NONE) add_row(g, a, -1.0, &path, &mass);
    if (b != HYD_NONE) add_row(g, b, 1.0, &path, &mass);
    if (!g->tally) return;
    tally_end(g, path.a, -flow.Q, -mass.Q);
    tally_end(g, path.b, flow.Q, mass.Q);
}

/* A flow whose whole power is lost. */
static void add_restriction(const gathering *g, flow_path path, hyd_flow flow)
{
    add_flow(g, path, flow);
    if (g->tally) g->tally->power.losses += flow.Q * (pressure(g, path.a) - pressure(g, path.b));
}

static void add_plain(const gathering *g, int a, int b, hyd_flow flow)
{
    add_restriction(g, (flow_path){a, b, HYD_NONE, HYD_NONE}, flow);
}

static void add_piloted(const gathering *g, int a, int b, int x, hyd_flow flow)
{
    add_restriction(g, (flow_path){a, b, x, HYD_NONE}, flow);
}

/* ---- restrictions ---- */

static void gather_restrictors(const gathering *g)
{
    const hyd_circuit_def *def = &g->circuit->def;
    for (int i = 0; i < def->orifice_count; i++) {
        const hyd_orifice_def *o = &def->orifices[i];
        const double opening = o->commanded ? hyd_limited(g->io->commands[o->command], 0.0, 1.0).y : 1.0;
        const double C_v = opening * o->coefficient, p_a = pressure(g, o->a), p_b = pressure(g, o->b);
        add_plain(g, o->a, o->b,
                  o->one_way ? hyd_one_way_flow(&def->flow_law, C_v, p_a, p_b)
                             : hyd_orifice_flow(&def->flow_law, C_v, p_a, p_b));
    }
    for (int i = 0; i < def->leakage_count; i++) {
        const hyd_leakage_def *l = &def->leakages[i];
        add_plain(g, l->a, l->b, hyd_leakage_flow(l->conductance, pressure(g, l->a), pressure(g, l->b)));
    }
    for (int i = 0; i < def->cylinder_count; i++) {
        const hyd_cylinder_def *c = &def->cylinders[i];
        if (c->cylinder.leakage > 0.0)
            add_plain(g, c->a, c->b,
                      hyd_leakage_flow(c->cylinder.leakage, pressure(g, c->a), pressure(g, c->b)));
    }
}

static void gather_pressure_valves(const gathering *g)
{
    const hyd_circuit_def *def = &g->circuit->def;
    for (int i = 0; i < def->check_count; i++) {
        const hyd_check_def *v = &def->checks[i];
        const int x = v->check.pilot_ratio > 0.0 ? v->x : HYD_NONE;
        add_piloted(g, v->a, v->b, x,
                    hyd_check_flow(&v->check, &def->flow_law, pressure(g, v->a), pressure(g, v->b),
                                   pilot_pressure(g, x)));
    }
    for (int i = 0; i < def->relief_count; i++) {
        const hyd_relief_def *v = &def->reliefs[i];
        add_plain(g, v->a, v->b,
                  hyd_relief_flow(&v->relief, &def->flow_law, pressure(g, v->a), pressure(g, v->b)));
    }
    for (int i = 0; i < def->counterbalance_count; i++) {
        const hyd_counterbalance_def *v = &def->counterbalances[i];
        const int x = v->valve.pilot_ratio > 0.0 ? v->x : HYD_NONE;
        add_piloted(g, v->a, v->b, x,
                    hyd_counterbalance_flow(&v->valve, &def->flow_law, pressure(g, v->a), pressure(g, v->b),
                                            pilot_pressure(g, x)));
    }
    for (int i = 0; i < def->compensator_count; i++) {
        const hyd_compensator_def *v = &def->compensators[i];
        add_piloted(g, v->a, v->b, v->x,
                    hyd_compensator_flow(&v->valve, &def->flow_law, pressure(g, v->a), pressure(g, v->b),
                                         pressure(g, v->x)));
    }
}

/* ---- spools ---- */

static void move_spool(const gathering *g, const hyd_spool *spool, int command, int state)
{
    const hyd_spool_rate rate = hyd_spool_move(spool, g->io->commands[command], g->io->x[state]);
    g->io->x_dot[state] = rate.rate;
    if (g->io->jacobian)
        g->io->x_dot_x[(size_t)state * (size_t)state_stride(g->circuit, g->io) + (size_t)state] +=
            rate.rate_U;
}

/* The nodes of an edge, by the nodes of the ports. */
typedef struct edge_ends {
    int from, to;
} edge_ends;

static edge_ends ends_of(hyd_edge edge, int P, int A, int B, int T)
{
    const edge_ends ends[HYD_EDGES] = {
        [HYD_PA] = {P, A}, [HYD_PB] = {P, B}, [HYD_AT] = {A, T}, [HYD_BT] = {B, T}, [HYD_PT] = {P, T}};
    return ends[edge];
}

static void gather_directional(const gathering *g, int i)
{
    const hyd_directional_def *v = &g->circuit->def.directionals[i];
    const int state = g->circuit->first_spool + i;
    for (hyd_edge edge = HYD_PA; edge < HYD_EDGES; edge++) {
        const edge_ends e = ends_of(edge, v->P, v->A, v->B, v->T);
        const hyd_flow flow = hyd_directional_flow(&v->valve, &g->circuit->def.flow_law, edge,
                                                   g->io->x[state], pressure(g, e.from), pressure(g, e.to));
        add_restriction(g, (flow_path){e.from, e.to, HYD_NONE, state}, flow);
    }
    move_spool(g, &v->valve.spool, v->command, state);
}

static void gather_section(const gathering *g, int i)
{
    const hyd_load_sensing_def *v = &g->circuit->def.load_sensings[i];
    const int state = g->circuit->first_section + i;
    for (hyd_edge edge = HYD_PA; edge < HYD_EDGES; edge++) {
        const edge_ends e = ends_of(edge, v->P, v->A, v->B, v->T);
        const hyd_flow flow = hyd_load_sensing_flow(&v->section, &g->circuit->def.flow_law, edge,
                                                    g->io->x[state], pressure(g, e.from), pressure(g, e.to));
        add_restriction(g, (flow_path){e.from, e.to, HYD_NONE, state}, flow);
    }
    move_spool(g, &v->section.valve.spool, v->command, state);
}

/* ---- load pressure ---- */

/* The shuttles' pressure, and its derivative by each section's signal and by the pressure that it starts
 * from. */
typedef struct load_pressure {
    double p, p_start;
    double weight[HYD_MAX_SECTIONS]; /* 0 for sections of other groups */
    hyd_load_signal signal[HYD_MAX_SECTIONS];
} load_pressure;

/* Highest load of a group, at least p_start: one shuttle after the other. A shuttle scales the weights of
 * those before it. */
static load_pressure highest_load(const gathering *g, int group, double p_start)
{
    load_pressure load = {.p = p_start, .p_start = 1.0};
    for (int i = 0; i < g->circuit->def.load_sensing_count; i++) {
        const hyd_load_sensing_def *v = &g->circuit->def.load_sensings[i];
        if (v->group != group) continue;
        load.signal[i] = hyd_load_sensing_signal(&v->section, g->io->x[g->circuit->first_section + i],
                                                 pressure(g, v->A), pressure(g, v->B), pressure(g, v->T));
        const hyd_maximum m = hyd_max(load.p, load.signal[i].p, HYD_SHUTTLE_WIDTH);
        load.p = m.m;
        load.p_start *= m.m_a;
        for (int j = 0; j < i; j++) load.weight[j] *= m.m_a;
        load.weight[i] = m.m_b;
    }
    return load;
}

static void add_by_node(const gathering *g, double *row, int node, double value)
{
    const int state = state_of(g, node);
    if (state != HYD_NONE) row[state] += value;
}

/* row += factor * d p_LS / d x */
static void add_load_derivative(const gathering *g, const load_pressure *load, int start, double factor,
                                double *row)
{
    add_by_node(g, row, start, factor * load->p_start);
    for (int i = 0; i < g->circuit->def.load_sensing_count; i++) {
        if (load->weight[i] == 0.0) continue;
        const hyd_load_sensing_def *v = &g->circuit->def.load_sensings[i];
        const hyd_load_signal *signal = &load->signal[i];
        const double by_signal = factor * load->weight[i];
        add_by_node(g, row, v->A, by_signal * signal->p_A);
        add_by_node(g, row, v->B, by_signal * signal->p_B);
        add_by_node(g, row, v->T, by_signal * signal->p_T);
        row[g->circuit->first_section + i] += by_signal * signal->p_u;
    }
}

/* ---- pumps and motors ---- */

/* The pump whose torque counts in the limit of this one too, NULL when there is none. */
static const hyd_pump_def *neighbour_of(const gathering *g, const hyd_pump_def *pump)
{
    const bool alone = pump->pump.torque_limit == 0.0 || pump->senses == HYD_NONE;
    return alone ? NULL : &g->circuit->def.pumps[pump->senses];
}

static void move_swash(const gathering *g, const hyd_pump_def *pump, int state, double w)
{
    hyd_io *io = g->io;
    const bool senses = pump->pump.control == HYD_PUMP_LOAD_SENSING;
    const hyd_pump_def *other = neighbour_of(g, pump);
    const load_pressure load =
        senses ? highest_load(g, pump->group, pressure(g, pump->a)) : (load_pressure){.p = 0.0};
    const hyd_swash_input input = {
        .command = pump->pump.control == HYD_PUMP_COMMAND ? io->commands[pump->command] : 0.0,
        .p_a = pressure(g, pump->a),
        .p_b = pressure(g, pump->b),
        .p_LS = load.p,
        .w = w,
        .dp_other = other != NULL ? pressure(g, other->b) - pressure(g, other->a) : 0.0};
    const hyd_swash_rate rate = hyd_swash_move(&pump->pump, &input, io->x[state]);
    io->x_dot[state] = rate.rate;
    if (!io->jacobian) return;
    double *row = io->x_dot_x + (size_t)state * (size_t)state_stride(g->circuit, io);
    row[state] += rate.rate_e;
    add_by_node(g, row, pump->a, rate.rate_a);
    add_by_node(g, row, pump->b, rate.rate_b);
    if (other != NULL) add_by_node(g, row, other->a, -rate.rate_other);
    if (other != NULL) add_by_node(g, row, other->b, rate.rate_other);
    if (senses) add_load_derivative(g, &load, pump->a, rate.rate_LS, row);
    if (pump->driven) return;
    const size_t ports = (size_t)port_stride(g->circuit, io);
    io->x_dot_s_dot[(size_t)state * ports + (size_t)pump->port] += rate.rate_w;
}

/* A machine between nodes a and b on a port (HYD_NONE: driven from outside), displacement fraction in `state`
 * or fixed. */
static void add_machine(const gathering *g, int a, int b, int port, int state, const hyd_machine_value *v)
{
    hyd_io *io = g->io;
    const hyd_flow flow = {.Q = v->Q, .Q_a = v->Q_a, .Q_b = v->Q_b, .Q_u = v->Q_e};
    add_flow(g, (flow_path){a, b, HYD_NONE, state}, flow);
    if (port == HYD_NONE) return;
    io->force[port] += v->T;
    if (!io->jacobian) return;
    const size_t ports = (size_t)port_stride(g->circuit, io), states = (size_t)state_stride(g->circuit, io);
    const int from = state_of(g, a), to = state_of(g, b);
    const double mass_w = v->Q_w * mean_density(g, a, b);
    if (from != HYD_NONE) io->x_dot_s_dot[(size_t)from * ports + (size_t)port] -= mass_w;
    if (to != HYD_NONE) io->x_dot_s_dot[(size_t)to * ports + (size_t)port] += mass_w;
    io->force_s_dot[(size_t)port * ports + (size_t)port] += v->T_w;
    double *row = io->force_x + (size_t)port * states;
    add_by_node(g, row, a, v->T_a);
    add_by_node(g, row, b, v->T_b);
    if (state != HYD_NONE) row[state] += v->T_e;
}

static void gather_pump(const gathering *g, int i)
{
    const hyd_pump_def *pump = &g->circuit->def.pumps[i];
    const int state = g->circuit->swash[i], port = pump->driven ? HYD_NONE : pump->port;
    const double w = pump->driven ? pump->speed : g->io->s_dot[port],
                 e = state == HYD_NONE ? 1.0 : g->io->x[state];
    const double p_a = pressure(g, pump->a), p_b = pressure(g, pump->b);
    const hyd_machine_value value = hyd_machine_evaluate(&pump->pump.machine, w, e, p_a, p_b);
    add_machine(g, pump->a, pump->b, port, state, &value);
    if (state != HYD_NONE) move_swash(g, pump, state, w);
    if (!g->tally) return;
    g->tally->power.shafts -= value.T * w;
    g->tally->power.losses += hyd_machine_loss(&pump->pump.machine, w, p_a, p_b);
}

static void gather_motor(const gathering *g, int i)
{
    const hyd_motor_def *motor = &g->circuit->def.motors[i];
    const double w = g->io->s_dot[motor->port], p_a = pressure(g, motor->a), p_b = pressure(g, motor->b);
    const double e = motor->commanded ? hyd_motor_share(&motor->motor, g->io->commands[motor->command]) : 1.0;
    const hyd_machine_value value = hyd_motor_evaluate(&motor->motor, w, e, p_a, p_b);
    add_machine(g, motor->a, motor->b, motor->port, HYD_NONE, &value);
    if (!g->tally) return;
    g->tally->power.shafts -= value.T * w;
    g->tally->power.losses += hyd_machine_loss(&motor->motor.machine, motor->motor.gear * w, p_a, p_b);
}

void hyd_gather_flows(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io, flow_tally *tally)
{
    const gathering g = {circuit, nodes, io, tally};
    for (int i = 0; i < circuit->volumes; i++) io->x_dot[i] = 0.0;
    for (int i = 0; i < circuit->def.port_count; i++) io->force[i] = 0.0;
    gather_restrictors(&g);
    gather_pressure_valves(&g);
    for (int i = 0; i < circuit->def.directional_count; i++) gather_directional(&g, i);
    for (int i = 0; i < circuit->def.load_sensing_count; i++) gather_section(&g, i);
    for (int i = 0; i < circuit->def.pump_count; i++) gather_pump(&g, i);
    for (int i = 0; i < circuit->def.motor_count; i++) gather_motor(&g, i);
}
