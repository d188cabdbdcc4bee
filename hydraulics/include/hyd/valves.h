/* Valves, as static laws: flow from pressures, with exact derivatives. */
#ifndef HYD_VALVES_H
#define HYD_VALVES_H

#include "hyd/circuit_def.h"
#include "hyd/smooth.h"

/* ---- orifice ---- */

/* Throttle: 002 Eq. (24)-(25), turbulent, with a laminar law below a transition pressure. Also leakage flow.
 */

/** A flow from a to b and its partial derivatives. Derivatives by quantities that a component does not use
 * are zero.
 */
typedef struct hyd_flow {
    double Q;   /**< [m^3/s], positive from a to b */
    double Q_a; /**< d Q / d p_a [m^3/(s Pa)] */
    double Q_b; /**< d Q / d p_b */
    double Q_x; /**< d Q / d p_x, x a pilot line */
    double Q_u; /**< d Q / d u, u a spool position */
} hyd_flow;

/** g(dp) = sgn(dp) sqrt|dp| [sqrt(Pa)], with the laminar part. RT. */
hyd_curve hyd_pressure_root(const hyd_flow_law *law, double dp);

/** Q = C_v g(p_a - p_b), Eq. (24); C_v [m^3/(s sqrt(Pa))]. RT. */
hyd_flow hyd_orifice_flow(const hyd_flow_law *law, double C_v, double p_a, double p_b);

/** Pressure drop over which the seat of a one-way throttle opens [Pa]: small enough to hold a load, large
 * enough for Newton's method. */
#define HYD_ONE_WAY_RANGE 3e5

/** hyd_orifice_flow only from a to b: multiplied by STEP(p_a - p_b, 0, HYD_ONE_WAY_RANGE). RT. */
hyd_flow hyd_one_way_flow(const hyd_flow_law *law, double C_v, double p_a, double p_b);

/** Q = K (p_a - p_b); K [m^3/(s Pa)]. RT. */
hyd_flow hyd_leakage_flow(double K, double p_a, double p_b);

/* ---- check ---- */

/* Check valve: passes oil only from a to b; a pilot line x can open it. Static and semi-empirical like 002
 * Eq. (26); the opening is a STEP of the lift pressure of the poppet. */

/** Lift pressure d = p_a - p_b + R (p_x - p_b), opening STEP(d, cracking, cracking + range), Q = C_v opening
 * g(p_a - p_b). p_x is unused if pilot_ratio is 0. RT. */
hyd_flow hyd_check_flow(const hyd_check *check, const hyd_flow_law *law, double p_a, double p_b, double p_x);

/* ---- relief ---- */

/* Relief valve: opens from a to b when p_a - p_b exceeds a setting. Static; the opening is a STEP of the
 * excess pressure. */

/** Q = C_v STEP(p_a - p_b, setting, setting + range) g(p_a - p_b). RT. */
hyd_flow hyd_relief_flow(const hyd_relief *relief, const hyd_flow_law *law, double p_a, double p_b);

/* ---- compensator ---- */

/* Pressure compensator: a normally open throttle from a to b. It closes when p_b exceeds the pressure of the
 * pilot line x by the spring's setting, so that a metering edge downstream has a constant pressure drop.
 * Static. */

/** Q = C_v (1 - STEP(p_b - p_x, margin - range/2, margin + range/2)) g(p_a - p_b). RT. */
hyd_flow hyd_compensator_flow(const hyd_compensator *valve, const hyd_flow_law *law, double p_a, double p_b,
                              double p_x);

/* ---- counterbalance ---- */

/* Counterbalance valve: holds a load in line a. The load pressure or the pilot line x opens it from a to b; a
 * built-in check valve passes oil freely from b to a. Static. */

/** Lift pressure d = p_a + R p_x - (1 + R) p_b, or p_a + R p_x when vented;
 *  Q = C_v STEP(d, setting, setting + range) g(p_a - p_b) minus the flow of the check valve. RT. */
hyd_flow hyd_counterbalance_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a,
                                 double p_b, double p_x);

/* ---- directional ---- */

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

/* ---- load sensing ---- */

/* Load-sensing valve section: a 4/3 valve with a compensator before its supply edges, and a shuttle that
 * reports the pressure of the supplied port. Ideal and static: the compensator has no state; it limits the
 * pressure drop over the metering edge to its margin and blocks backward flow. Return edges, centre and
 * leakage are those of the 4/3 valve. */

/** The load pressure that a section reports, and its derivatives. */
typedef struct hyd_load_signal {
    double p, p_A, p_B, p_T, p_u;
} hyd_load_signal;

/** Rounding of the compensator's and the shuttles' corners [Pa]. */
#define HYD_SHUTTLE_WIDTH 1e5

/** Flow through an edge. Supply edges: Q = C_v U g(min(dp, margin)) for dp > 0, otherwise 0, with rounded
 * corners. RT. */
hyd_flow hyd_load_sensing_flow(const hyd_load_sensing *section, const hyd_flow_law *law, hyd_edge edge,
                               double U, double p_a, double p_b);

/** Load pressure: p_A while U supplies A, p_B while it supplies B, p_T in the middle; the transition is a
 * STEP over the first 5 % of the stroke beyond the dead band. RT. */
hyd_load_signal hyd_load_sensing_signal(const hyd_load_sensing *section, double U, double p_A, double p_B,
                                        double p_T);

#endif
