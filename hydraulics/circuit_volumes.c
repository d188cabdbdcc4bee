/* Stage 2 of the evaluation: pressures. 002 Eq. (22) as C dp/dt = sum Q - dV/dt. What a piston sweeps is A
 * s_dot whatever the sign of the chamber lengths: only the volumes have the option (models.md section 2). */
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

node_capacity hyd_node_capacity(const hyd_circuit *circuit, int node, const double *s, const double *s_dot,
                                double p)
{
    const node_model *n = &circuit->nodes[node];
    node_capacity result = {.V = n->volume.hose, .V_dot = 0.0};
    double walls = 0.0; /* sum of V_c/B_c */
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        const double V = chamber_area(circuit, ref) * chamber_length(circuit, ref, s).y;
        result.V += V;
        walls += V * chamber_compliance(circuit, ref);
        if (s_dot)
            result.V_dot += swept_area(circuit, ref) * s_dot[circuit->def.cylinders[ref->cylinder].port];
    }
    result.capacity = hyd_volume_capacity(&circuit->def.oil, &n->volume, result.V, p);
    result.capacity.C += walls;
    result.capacity.stored += walls * p;
    for (int i = n->first_accumulator; i < n->first_accumulator + n->accumulator_count; i++) {
        const hyd_capacity gas =
            hyd_accumulator_capacity(&circuit->def.accumulators[circuit->gas[i]].accumulator, p);
        result.capacity.C += gas.C;
        result.capacity.C_p += gas.C_p;
        result.capacity.stored += gas.stored;
    }
    return result;
}

/* With p_dot = N/C:  row of p_dot = (row of N - p_dot * row of C)/C */
static void divide_row(const hyd_circuit *circuit, hyd_io *io, int node, double p_dot,
                       const hyd_capacity *capacity)
{
    const node_model *n = &circuit->nodes[node];
    const size_t row = (size_t)n->state;
    const double per_C = 1.0 / capacity->C;
    double *by_x = io->x_dot_x + row * (size_t)state_stride(circuit, io);
    double *by_s = io->x_dot_s + row * (size_t)port_stride(circuit, io);
    double *by_s_dot = io->x_dot_s_dot + row * (size_t)port_stride(circuit, io);
    by_x[row] -= p_dot * capacity->C_p;
    for (int i = n->first_chamber; i < n->first_chamber + n->chamber_count; i++) {
        const chamber_ref *ref = &circuit->chambers[i];
        const int port = circuit->def.cylinders[ref->cylinder].port;
        const double slope = chamber_area(circuit, ref) * chamber_length(circuit, ref, io->s).y_x;
        by_s[port] -= p_dot * slope * (capacity->C_V + chamber_compliance(circuit, ref));
        by_s_dot[port] -= swept_area(circuit, ref);
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
        io->x_dot[state] = (io->x_dot[state] - n.V_dot) / n.capacity.C;
        if (io->jacobian) divide_row(circuit, io, node, io->x_dot[state], &n.capacity);
    }
}
