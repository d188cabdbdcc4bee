/* What the sources of the circuit share: the built circuit, and the accumulation of flows. */
#ifndef HYD_CIRCUIT_INTERNAL_H
#define HYD_CIRCUIT_INTERNAL_H

#include "hyd/circuit.h"

#include <stdarg.h>

/** A cylinder's chamber on a node. */
typedef struct chamber_ref {
    int cylinder;
    bool rod_side;
} chamber_ref;

/** A node as built. */
typedef struct node_model {
    int state; /**< index in x, HYD_NONE for a source */
    double pressure;
    hyd_volume volume;
    int first_chamber, chamber_count;         /**< in `chambers` */
    int first_accumulator, accumulator_count; /**< in `gas`: indices of accumulators */
} node_model;

struct hyd_circuit {
    hyd_circuit_def def; /**< own copy */
    node_model *nodes;
    chamber_ref *chambers;
    int *gas;
    int states, volumes;
    int first_spool, first_section;
    int *swash; /**< per pump: index in x, or HYD_NONE */
    double *initial, *scale;
    int event_count;
    hyd_event *events;
};

/** Pressure of a node. */
static inline double node_pressure(const hyd_circuit *circuit, const double *x, int node)
{
    const node_model *n = &circuit->nodes[node];
    if (n->state == HYD_NONE) return n->pressure;
    const double y = x[n->state];
    return y >= circuit->def.oil.vapour_pressure ? y : hyd_oil_pressure(&circuit->def.oil, y).p;
}

/** What the balances add up while the flows are gathered. */
typedef struct flow_tally {
    double source_flow; /**< out of sources [m^3/s] */
    hyd_power power;    /**< all but `stored` */
} flow_tally;

/** Stage 1. Set x_dot of the volumes to the sums of flows into their nodes, other rates and the forces of
 * pumps and motors to their values; likewise the derivatives.
 *  @param tally  NULL, or where to add the balance's terms */
void hyd_gather_flows(const hyd_circuit *circuit, hyd_io *io, flow_tally *tally);

/** Stage 2. Turn sums of flows into the rates of the volumes' states, with the derivatives. */
void hyd_apply_capacities(const hyd_circuit *circuit, hyd_io *io);

/** A node's volume. With K(V, p) the capacity of oil, air, hoses, chambers and accumulators, K_v = K(V, p_v),
 * and G = K_v (p - y) its bubbles:  C y_dot = sum Q - V_dot + G_dot.  C = K dp/dy + K_v (1 - dp/dy);
 * derivatives in `capacity` are by y and V. */
typedef struct node_capacity {
    double V;     /**< hoses and chambers [m^3] */
    double V_dot; /**< what the pistons sweep [m^3/s] */
    double G;     /**< [m^3] */
    double G_dot; /**< what the bubbles gain at constant y as the volume grows [m^3/s] */
    double K_vV;  /**< d K_v/dV without the chambers' walls [1/Pa] */
    hyd_pressure pressure;
    hyd_capacity capacity;
} node_capacity;

/** @param s_dot  may be NULL: V_dot and G_dot are 0 then
 *  @param y      state of the volume */
node_capacity hyd_node_capacity(const hyd_circuit *circuit, int node, const double *s, const double *s_dot,
                                double y);

/** Area of a chamber. */
static inline double chamber_area(const hyd_circuit *circuit, const chamber_ref *ref)
{
    const hyd_cylinder *c = &circuit->def.cylinders[ref->cylinder].cylinder;
    return ref->rod_side ? c->area_b : c->area_a;
}

/** Add a complaint about an item of a definition, which names the circuit. */
void hyd_complain(const hyd_circuit_def *def, hl_report *report, hl_place place, const char *format,
                  va_list arguments);

/** Row lengths of the matrices. */
static inline int state_stride(const hyd_circuit *circuit, const hyd_io *io)
{
    return io->state_stride > 0 ? io->state_stride : circuit->states;
}

static inline int port_stride(const hyd_circuit *circuit, const hyd_io *io)
{
    return io->port_stride > 0 ? io->port_stride : circuit->def.port_count;
}

#endif
