/* 4/3 directional valve: 002 Eq. (26)-(27). Ports P (pump), A, B, T (tank); spool position U in any unit, the
 * papers' volts.
 *
 *   U > 0   opens P-A and B-T, in proportion to |U|
 *   U < 0   opens P-B and A-T, likewise
 *
 * and in the middle the centre position adds
 *
 *   closed   nothing            open    P-A, P-B, A-T, B-T
 *   tandem   P-T                float   A-T, B-T
 *
 * with an opening that falls from 1 at U = 0 to nothing at |U| = centre_width.
 *
 * A load check keeps P-A and P-B from flowing backwards: their flow is multiplied by
 * STEP(p_P - p_A, p_c, p_c + range), one throttle with the edge. The gallery between a poppet and its spool,
 * a few cm^3, has no pressure of its own: as a volume it would follow within microseconds. */
#ifndef HYD_DIRECTIONAL_H
#define HYD_DIRECTIONAL_H

#include "hyd/orifice.h"

/** Edges of the valve; the flow of an edge counts from its first letter to its second. */
typedef enum hyd_edge { HYD_PA, HYD_PB, HYD_AT, HYD_BT, HYD_PT, HYD_EDGES } hyd_edge;

typedef enum hyd_centre {
    HYD_CENTRE_CLOSED,
    HYD_CENTRE_OPEN,
    HYD_CENTRE_TANDEM,
    HYD_CENTRE_FLOAT,
    HYD_CENTRES
} hyd_centre;

/** Spool dynamics: first order, with a rate limit. */
typedef struct hyd_spool {
    double tau;         /**< time constant [s] > 0; 1/(2 pi f) for a catalogue bandwidth f */
    double rate_limit;  /**< largest |dU/dt| [unit of U per s]; 0: none */
    double full_stroke; /**< U_max [unit of U] > 0; the reference is limited to it */
} hyd_spool;

typedef struct hyd_spool_rate {
    double rate, rate_U; /**< [unit of U per s], [1/s] */
} hyd_spool_rate;

typedef struct hyd_directional {
    hyd_spool spool;
    double coefficient[4]; /**< C_v of P-A, P-B, A-T, B-T [m^3/(s sqrt(Pa)) per unit of U] */
    double dead_band;  /**< |U| that opens nothing [unit of U]; the rest is stretched: U_max stays U_max */
    double edge_blend; /**< |U| beyond the dead band over which an edge begins smoothly; 0: a corner, as
                          printed */
    hyd_centre centre;
    double centre_coefficient; /**< C_v of each edge of the centre position at U = 0 [m^3/(s sqrt(Pa))] */
    double centre_width;       /**< [unit of U] > 0 unless the centre is closed */
    double leakage;            /**< K of each of the edges P-A, P-B, A-T, B-T [m^3/(s Pa)] */
    double check_cracking; /**< of a load check before P-A and P-B: drop at which it begins to open [Pa] */
    double check_range;    /**< from there to fully open [Pa]; 0: no load check */
} hyd_directional;

/** The published valve: one coefficient for all edges, closed centre, no dead band. */
hyd_directional hyd_directional_simple(double C_v, double tau, double full_stroke);

/** dU/dt = (U_ref - U)/tau, Eq. (27), within the rate limit. RT. */
hyd_spool_rate hyd_spool_move(const hyd_spool *spool, double U_ref, double U);

/** C_v U of an edge [m^3/(s sqrt(Pa))] at a spool position. RT. */
hyd_curve hyd_directional_opening(const hyd_directional *valve, hyd_edge edge, double U);

/** Flow through an edge: Eq. (26), centre position, leakage and load check included; Q_u is the derivative by
 * U. RT. */
hyd_flow hyd_directional_flow(const hyd_directional *valve, const hyd_flow_law *law, hyd_edge edge, double U,
                              double p_a, double p_b);

#endif
