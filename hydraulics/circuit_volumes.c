/* Stage 2 of the evaluation: volumes.
 *
 * Balance of mass. With r = exp(integral of c dp) the density over that at p = 0, c the compressibility of
 * oil and air, a node holds the mass rho_0 r (W - G). Its oil space W = V + D is the volume V of hoses and
 * chambers and what the pressure adds, D = p V_h/B_h + p sum V_c/B_c + accumulators; G are the bubbles. From
 * r_dot = c r p_dot the balance d(r (W - G))/dt = sum m, m = r_flow Q the mass flows over rho_0, is
 *
 *   (c (W - G) + D_p) p_dot = sum m/r - V_dot + d G/dt,   V_dot = sum A s_dot (1 + p/B_c)
 *
 * in the state y (hyd/oil.h) with G = K_v (p - y), K_v = c W + D_p at p_v:
 *
 *   C y_dot = sum m/r - V_dot + (d G/dt at constant y),   C = (c (W - G) + D_p) p_y + K_v (1 - p_y)
 *
 * Accumulators. Where they take oil the capacity by p jumps by orders of magnitude. From there on the state
 * is y = p + v(p)/K, v the oil in them and K about the capacity of all else: the capacity by y stays about K,
 * the volume inside is nearly linear in y, and the rule adds it up whatever it opens within a step.
 *
 * Balance of volume, 002 Eq. (22): r = 1, V for W - G, and V_dot = sum A s_dot; a litre is a litre at any
 * pressure.
 *
 * What a piston sweeps is A s_dot whatever the sign of the chamber lengths: only the volumes have the
 * option. */
#include "circuit_internal.h"

#include "hl/real.h"

#include <float.h>
#include <math.h>

hyd_capacity hyd_node_gas(const hyd_circuit *circuit, const node_model *n, double p)
{
    hyd_capacity sum = {.C = 0.0};
    for (int i = n->first_accumulator; i < n->first_accumulator + n->accumulator_count; i++) {
        const hyd_capacity gas =
            hyd_accumulator_capacity(&circuit->def.accumulators[circuit->gas[i]].accumulator, p);
        sum.C += gas.C;
        sum.C_p += gas.C_p;
        sum.stored += gas.stored;
    }
    return sum;
}

/* p + v(p)/K = y: Newton's method, from the left where v is concave, within [opens, y] */
static hyd_pressure charged_pressure(const hyd_circuit *circuit, const node_model *n, double y)
{
    enum { MOST = 200 }; /* halvings would take 64 */
    double low = n->opens, high = y, p = fmin(y, (1.0 + HYD_PRECHARGE_BLEND) * n->opens);
    for (int i = 0; i < MOST; i++) {
        const hyd_capacity gas = hyd_node_gas(circuit, n, p);
        const double over = p - y + (gas.stored - n->gas_there) / n->line;
        if (over > 0.0)
            high = p;
        else
            low = p;
        double next = p - over / (1.0 + gas.C / n->line);
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        const bool found = fabs(next - p) <= 2.0 * DBL_EPSILON * p;
        p = next;
        if (found) break;
    }
    const hyd_capacity gas = hyd_node_gas(circuit, n, p);
    const double p_y = 1.0 / (1.0 + gas.C / n->line);
    return (hyd_pressure){.p = p, .p_y = p_y, .p_yy = -gas.C_p / n->line * p_y * p_y * p_y};
}

hyd_pressure hyd_node_pressure(const hyd_circuit *circuit, const node_model *n, double y)
{
    if (n->line > 0.0 && y > n->opens) return charged_pressure(circuit, n, y);
    return hyd_oil_pressure(&circuit->def.oil, y);
}

double hyd_node_state(const hyd_circuit *circuit, const node_model *n, double p)
{
    if (n->line == 0.0 || p <= n->opens) return p;
    return p + (hyd_node_gas(circuit, n, p).stored - n->gas_there) / n->line;
}

node_oil hyd_node_oil(const hyd_circuit *circuit, const node_model *node, double y)
{
    const hyd_oil *oil = &circuit->def.oil;
    node_oil n = {.pressure = hyd_node_pressure(circuit, node, y), .r = 1.0, .r_p = 0.0};
    n.oil = hyd_oil_compressibility(oil, n.pressure.p);
    if (circuit->def.volume_balance) return n;
    n.r = hl_exp(n.oil.stored);
    n.r_p = n.r * n.oil.c;
    return n;
}

/* A chamber's length, and its slope by the length of the port. */
static hyd_curve chamber_length(const hyd_circuit *circuit, const chamber_ref *ref, const double *s)
{
    const hyd_cylinder_def *c = &circuit->def.cylinders[ref->cylinder];
    const hyd_chambers chambers = hyd_cylinder_chambers(&c->cylinder, s[c->port]);
    return ref->rod_side ? chambers.b : chambers.a;
}

static double chamber_compliance(const hyd_circuit *circuit, const chamber_ref *ref)
{
    const double modulus = circuit->def.cylinders[ref->cylinder].cylinder.chamber_modulus;
    return modulus > 0.0 ? 1.0 / modulus : 0.0;
}

/* Area with the sign of its chamber's growth as the cylinder extends. */
static double swept_area(const hyd_circuit *circuit, const chamber_ref *ref)
{
    return ref->rod_side ? -chamber_area(circuit, ref) : chamber_area(circuit, ref);
}

/* 1 where what the pressure adds to a volume holds oil to be compressed, 0 where volumes are balanced */
static double stretched(const hyd_circuit *circuit)
{
    return circuit->def.volume_balance ? 0.0 : 1.0;
}

/* d K_v/dV of a chamber whose walls have this compliance */
static double bubble_slope(const hyd_circuit *circuit, double compliance)
{
    const double growth = stretched(circuit) * circuit->def.oil.vapour_pressure * compliance;
    return circuit->vapour.c * (1.0 + growth) + compliance;
}

/* Add the chambers' volumes and rates. Return the sum of V_c/B_c [m^3/Pa]. */
static double add_chambers(const hyd_circuit *circuit, const node_model *n, const double *s,
                           const double *s_dot, const hyd_pressure *y, node_capacity *result)
{
    const bool boils = y->tension > 0.0;
    double walls = 0.0;
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        const double V = chamber_area(circuit, ref) * chamber_length(circuit, ref, s).y;
        const double compliance = chamber_compliance(circuit, ref);
        result->V += V;
        walls += V * compliance;
        if (!s_dot) continue;
        const double swept = swept_area(circuit, ref) * s_dot[circuit->def.cylinders[ref->cylinder].port];
        const double growth = stretched(circuit) * compliance * swept;
        result->swept += swept;
        result->V_dot += swept + growth * y->p;
        result->V_dot_p += growth;
        if (boils) result->G_tension += swept * bubble_slope(circuit, compliance);
    }
    return walls;
}

/* D at the pressure p */
static hyd_capacity given_way(const hyd_circuit *circuit, const node_model *n, double walls, double p)
{
    hyd_capacity D = {.C = n->hose_compliance + walls, .stored = (n->hose_compliance + walls) * p};
    if (n->accumulator_count == 0) return D;
    const hyd_capacity gas = hyd_node_gas(circuit, n, p);
    return (hyd_capacity){D.C + gas.C, gas.C_p, D.stored + gas.stored};
}

node_capacity hyd_node_capacity(const hyd_circuit *circuit, int node, const double *s, const double *s_dot,
                                const node_oil *state)
{
    const node_model *n = &circuit->nodes[node];
    const hyd_pressure *y = &state->pressure;
    const double g = stretched(circuit), c = state->oil.c, p_y = y->p_y;
    node_capacity result = {.V = n->hose};
    const double walls = add_chambers(circuit, n, s, s_dot, y, &result);
    const hyd_capacity D = given_way(circuit, n, walls, y->p);
    double K_v = 0.0;
    if (y->tension > 0.0) {
        const hyd_capacity D_v = given_way(circuit, n, walls, circuit->def.oil.vapour_pressure);
        K_v = circuit->vapour.c * (result.V + g * D_v.stored) + D_v.C;
        result.G = K_v * y->tension;
    }
    const double W = result.V + g * (D.stored - result.G), K = c * W + D.C;
    const double W_y = g * (D.C * p_y + K_v * (1.0 - p_y));
    result.C = K * p_y + K_v * (1.0 - p_y);
    result.C_y = (state->oil.c_p * p_y * W + c * W_y + D.C_p * p_y) * p_y + (K - K_v) * y->p_yy;
    result.oil = g > 0.0 ? state->r * W : result.V * (1.0 + state->oil.stored) + D.stored - result.G;
    return result;
}

/* With y_dot = N/C:  row of y_dot = (row of N - y_dot * row of C)/C;  N = (row's flows)/r - V_dot + G_dot */
static void divide_row(const hyd_circuit *circuit, const node_oil *state, hyd_io *io, int node,
                       const node_capacity *volume, double flow)
{
    const node_model *n = &circuit->nodes[node];
    const double g = stretched(circuit), c = state->oil.c, p_y = state->pressure.p_y;
    const double tension = state->pressure.tension;
    const size_t row = (size_t)n->state;
    const double y_dot = io->x_dot[row], per_C = 1.0 / volume->C, per_mass = per_C / state->r;
    double *by_x = io->x_dot_x + row * (size_t)state_stride(circuit, io);
    double *by_s = io->x_dot_s + row * (size_t)port_stride(circuit, io);
    double *by_s_dot = io->x_dot_s_dot + row * (size_t)port_stride(circuit, io);
    for (int i = 0; i < circuit->states; i++) by_x[i] *= per_mass;
    for (int i = 0; i < circuit->def.port_count; i++) by_s_dot[i] *= per_mass;
    by_x[row] -= per_C * (y_dot * volume->C_y + g * flow * c * p_y + volume->V_dot_p * p_y +
                          volume->G_tension * (1.0 - p_y));
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        const int port = circuit->def.cylinders[ref->cylinder].port;
        const double slope = chamber_area(circuit, ref) * chamber_length(circuit, ref, io->s).y_x;
        const double compliance = chamber_compliance(circuit, ref);
        const double growth = 1.0 + g * state->pressure.p * compliance;
        const double bubbles = tension > 0.0 ? bubble_slope(circuit, compliance) : 0.0;
        const double C_V = (c * (growth - g * bubbles * tension) + compliance) * p_y + bubbles * (1.0 - p_y);
        by_s[port] -= per_C * y_dot * slope * C_V;
        by_s_dot[port] -= per_C * swept_area(circuit, ref) * (growth - tension * bubbles);
    }
}

void hyd_apply_capacities(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io)
{
    for (int node = 0; node < circuit->def.node_count; node++) {
        const int state = circuit->nodes[node].state;
        if (state == HYD_NONE) continue;
        const node_oil *oil = &nodes[node];
        const node_capacity n = hyd_node_capacity(circuit, node, io->s, io->s_dot, oil);
        const double flow = io->x_dot[state] / oil->r;
        io->x_dot[state] = (flow - n.V_dot + n.G_tension * oil->pressure.tension) / n.C;
        if (io->jacobian) divide_row(circuit, oil, io, node, &n, flow);
    }
}
