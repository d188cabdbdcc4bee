/* 4/3 directional valve: 002 Eq. (26)-(27). Ports P (pump), A, B, T (tank); spool position U in any unit, the
 * papers' volts.
 *
 *   U > 0   opens P-A and B-T, in proportion to |U|
 *   U < 0   opens P-B and A-T, likewise
 *
 * and near the middle the centre position adds
 *
 *   closed   nothing            open    P-A, P-B, A-T, B-T
 *   tandem   P-T                float   A-T, B-T
 *
 * with an opening that falls from 1 at U = 0 to 0 at |U| = centre_width.
 *
 * A load check prevents backward flow through P-A and P-B: their flow is multiplied by STEP(p_P - p_A, p_c,
 * p_c + range), so that check and edge are one throttle. The gallery between poppet and spool (a few cm^3)
 * has no pressure state: it would settle within microseconds. */
#ifndef HYD_DIRECTIONAL_H
#define HYD_DIRECTIONAL_H

#include "hyd/orifice.h"

/** Edges of the valve; the flow of an edge is positive from its first letter to its second. */
typedef enum hyd_edge { HYD_PA, HYD_PB, HYD_AT, HYD_BT, HYD_PT, HYD_EDGES } hyd_edge;

typedef struct hyd_spool_rate {
    double rate, rate_U; /**< [unit of U per s], [1/s] */
} hyd_spool_rate;

/** The published valve: the same coefficient for all edges, closed centre, no dead band. */
hyd_directional hyd_directional_simple(double C_v, double tau, double full_stroke);

/** dU/dt = (U_ref - U)/tau, Eq. (27), within the rate limit. RT. */
hyd_spool_rate hyd_spool_move(const hyd_spool *spool, double U_ref, double U);

/** C_v U of an edge [m^3/(s sqrt(Pa))] at a spool position. RT. */
hyd_curve hyd_directional_opening(const hyd_directional *valve, hyd_edge edge, double U);

/** Flow through an edge: Eq. (26) with centre position, leakage and load check; Q_u is the derivative by U.
 * RT. */
hyd_flow hyd_directional_flow(const hyd_directional *valve, const hyd_flow_law *law, hyd_edge edge, double U,
                              double p_a, double p_b);

#endif
