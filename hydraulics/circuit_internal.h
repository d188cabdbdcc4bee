/* Internals of the circuit: the built circuit, and the accumulation of flows. */
#ifndef HYD_CIRCUIT_INTERNAL_H
#define HYD_CIRCUIT_INTERNAL_H

#include "hyd/circuit.h"

#include <stdarg.h>

/** A cylinder's chamber on a node. */
typedef struct chamber_ref {
    int cylinder;
    bool rod_side;
} chamber_ref;

/** A node's oil at a state. */
typedef struct node_oil {
    hyd_pressure pressure;
    hyd_compressibility oil;
    double r;   /**< density divided by that at p = 0 [1]; 1 with volume_balance */
    double r_p; /**< d r / d p [1/Pa] */
} node_oil;

/** A node as built. */
typedef struct node_model {
    int state; /**< index in x, HYD_NONE for a source */
    double pressure;
    node_oil oil;                             /**< of a source */
    double hose, hose_compliance;             /**< V_h [m^3], V_h/B_h [m^3/Pa] */
    int first_chamber, chamber_count;         /**< in `chambers` */
    int first_accumulator, accumulator_count; /**< in `gas`: indices of accumulators */
    double line;      /**< approximate capacity without the gas [m^3/Pa]; 0 without accumulators */
    double opens;     /**< pressure above which the state includes the oil of the accumulators [Pa] */
    double gas_there; /**< their oil at that pressure [m^3] */
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
    hyd_compressibility vapour; /**< of the oil at p_v */
};

/** @param y  state of a volume, pressure of a source */
node_oil hyd_node_oil(const hyd_circuit *circuit, const node_model *node, double y);

/** Pressure of a volume as a function of its state. RT. */
hyd_pressure hyd_node_pressure(const hyd_circuit *circuit, const node_model *node, double y);

/** State of a volume at a pressure, not below the vapour pressure. */
double hyd_node_state(const hyd_circuit *circuit, const node_model *node, double p);

/** Oil of all accumulators of a node. RT. */
hyd_capacity hyd_node_gas(const hyd_circuit *circuit, const node_model *node, double p);

/** Pressure of a node. */
static inline double node_pressure(const hyd_circuit *circuit, const double *x, int node)
{
    const node_model *n = &circuit->nodes[node];
    if (n->state == HYD_NONE) return n->pressure;
    const double y = x[n->state];
    if (y >= circuit->def.oil.vapour_pressure && n->line == 0.0) return y;
    return hyd_node_pressure(circuit, n, y).p;
}

/** Terms of the balances, summed with the flows. */
typedef struct flow_tally {
    double source_flow; /**< out of sources, as volume at p = 0 [m^3/s] */
    hyd_power power;    /**< share of `stored` due to flows, see add_flow */
} flow_tally;

/** Stage 1. Set x_dot of the volumes to the sums of mass flows into their nodes, over the density at p = 0,
 * other rates and the forces of pumps and motors to their values; also the derivatives.
 *  @param nodes  oil of every node
 *  @param tally  NULL, or where the terms of the balance are added */
void hyd_gather_flows(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io, flow_tally *tally);

/** Stage 2. Turn sums of flows into the rates of the volumes' states, with the derivatives. */
void hyd_apply_capacities(const hyd_circuit *circuit, const node_oil *nodes, hyd_io *io);

/** A node's volume:  C y_dot = sum m/r - V_dot + G_dot;  derived in circuit_volumes.c. */
typedef struct node_capacity {
    double V;         /**< hoses and chambers, not stretched [m^3] */
    double swept;     /**< piston areas times speeds [m^3/s] */
    double V_dot;     /**< `swept`, and the stretched walls' share [m^3/s] */
    double V_dot_p;   /**< d V_dot/dp [m^3/(s Pa)] */
    double G;         /**< bubbles [m^3] */
    double G_tension; /**< growth of the bubbles at constant y while the chambers grow, divided by the tension
                         [m^3/(s Pa)] */
    double C, C_y;    /**< capacity by y [m^3/Pa], its derivative by y */
    double oil;       /**< oil inside as volume at p = 0 [m^3] */
} node_capacity;

/** @param s_dot  may be NULL: rates are 0 then
 *  @param state  oil of the node */
node_capacity hyd_node_capacity(const hyd_circuit *circuit, int node, const double *s, const double *s_dot,
                                const node_oil *state);

/** Area of a chamber. */
static inline double chamber_area(const hyd_circuit *circuit, const chamber_ref *ref)
{
    const hyd_cylinder *c = &circuit->def.cylinders[ref->cylinder].cylinder;
    return ref->rod_side ? c->area_b : c->area_a;
}

/** Report an error of an item of a definition, with the name of the circuit. */
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
