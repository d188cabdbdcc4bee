/* Stage 2 of the evaluation: volumes. 002 Eq. (22) as C dp/dt = sum Q - dV/dt. What a piston sweeps is A
 * s_dot whatever the sign of the chamber lengths: only the volumes have the option.
 *
 * With bubbles (hyd/oil.h) the same balance, d(stored)/dt = sum Q - dV/dt, is one of the state y: stored =
 * stored(V, p) - G with G(V, y) = K_v (p - y). The share of the bubbles, dG/dV V_dot, goes to the other side;
 * that of what the oil stores, which is compressed by p/B, is left out as in 002. */
#include "circuit_internal.h"

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

/* Chambers of a node taken together. */
typedef struct node_walls {
    double compliance;     /* sum of V_c/B_c [m^3/Pa] */
    double compliance_dot; /* sum of V_c_dot/B_c */
} node_walls;

static node_walls add_chambers(const hyd_circuit *circuit, const node_model *n, const double *s,
                               const double *s_dot, node_capacity *result)
{
    node_walls walls = {0.0, 0.0};
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        const double V = chamber_area(circuit, ref) * chamber_length(circuit, ref, s).y;
        const double compliance = chamber_compliance(circuit, ref);
        result->V += V;
        walls.compliance += V * compliance;
        if (!s_dot) continue;
        const double swept = swept_area(circuit, ref) * s_dot[circuit->def.cylinders[ref->cylinder].port];
        result->V_dot += swept;
        walls.compliance_dot += swept * compliance;
    }
    return walls;
}

/* K at the pressure p, and what it has stored */
static hyd_capacity filled_capacity(const hyd_circuit *circuit, const node_model *n, double V, double walls,
                                    double p)
{
    hyd_capacity K = hyd_volume_capacity(&circuit->def.oil, &n->volume, V, p);
    K.C += walls;
    K.stored += walls * p;
    for (int i = n->first_accumulator; i < n->first_accumulator + n->accumulator_count; i++) {
        const hyd_capacity gas =
            hyd_accumulator_capacity(&circuit->def.accumulators[circuit->gas[i]].accumulator, p);
        K.C += gas.C;
        K.C_p += gas.C_p;
        K.stored += gas.stored;
    }
    return K;
}

/* C = K p_y + K_v (1 - p_y), and what else the bubbles change */
static void add_bubbles(const hyd_circuit *circuit, const node_model *n, const node_walls *walls,
                        node_capacity *result)
{
    const hyd_pressure *pressure = &result->pressure;
    const hyd_capacity K = result->capacity, K_v = filled_capacity(circuit, n, result->V, walls->compliance,
                                                                   circuit->def.oil.vapour_pressure);
    const double p_y = pressure->p_y, rest = 1.0 - p_y;
    result->K_vV = K_v.C_V;
    result->G = K_v.C * pressure->tension;
    result->G_dot = (K_v.C_V * result->V_dot + walls->compliance_dot) * pressure->tension;
    result->capacity = (hyd_capacity){.C = K.C * p_y + K_v.C * rest,
                                      .C_p = K.C_p * p_y * p_y + (K.C - K_v.C) * pressure->p_yy,
                                      .C_V = K.C_V * p_y + K_v.C_V * rest,
                                      .stored = K.stored - result->G};
}

node_capacity hyd_node_capacity(const hyd_circuit *circuit, int node, const double *s, const double *s_dot,
                                double y)
{
    const node_model *n = &circuit->nodes[node];
    node_capacity result = {.V = n->volume.hose, .pressure = hyd_oil_pressure(&circuit->def.oil, y)};
    const node_walls walls = add_chambers(circuit, n, s, s_dot, &result);
    result.capacity = filled_capacity(circuit, n, result.V, walls.compliance, result.pressure.p);
    if (result.pressure.tension > 0.0) add_bubbles(circuit, n, &walls, &result);
    return result;
}

/* With y_dot = N/C:  row of y_dot = (row of N - y_dot * row of C)/C;  N holds -V_dot + G_dot */
static void divide_row(const hyd_circuit *circuit, hyd_io *io, int node, double y_dot,
                       const node_capacity *volume)
{
    const node_model *n = &circuit->nodes[node];
    const hyd_capacity *capacity = &volume->capacity;
    const double tension = volume->pressure.tension;
    const size_t row = (size_t)n->state;
    const double per_C = 1.0 / capacity->C;
    double *by_x = io->x_dot_x + row * (size_t)state_stride(circuit, io);
    double *by_s = io->x_dot_s + row * (size_t)port_stride(circuit, io);
    double *by_s_dot = io->x_dot_s_dot + row * (size_t)port_stride(circuit, io);
    by_x[row] -= y_dot * capacity->C_p;
    if (tension > 0.0) by_x[row] += volume->G_dot / tension * (volume->pressure.p_y - 1.0);
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        const int port = circuit->def.cylinders[ref->cylinder].port;
        const double slope = chamber_area(circuit, ref) * chamber_length(circuit, ref, io->s).y_x;
        const double compliance = chamber_compliance(circuit, ref);
        by_s[port] -= y_dot * slope * (capacity->C_V + compliance);
        by_s_dot[port] -= swept_area(circuit, ref) * (1.0 - tension * (volume->K_vV + compliance));
    }
    for (int i = 0; i < circuit->states; i++) by_x[i] *= per_C;
    for (int i = 0; i < circuit->def.port_count; i++) {
        by_s[i] *= per_C;
        by_s_dot[i] *= per_C;
    }
}

void hyd_apply_capacities(const hyd_circuit *circuit, hyd_io *io)
{
    for (int node = 0; node < circuit->def.node_count; node++) {
        const int state = circuit->nodes[node].state;
        if (state == HYD_NONE) continue;
        const node_capacity n = hyd_node_capacity(circuit, node, io->s, io->s_dot, io->x[state]);
        io->x_dot[state] = (io->x_dot[state] - n.V_dot + n.G_dot) / n.capacity.C;
        if (io->jacobian) divide_row(circuit, io, node, io->x_dot[state], &n);
    }
}
