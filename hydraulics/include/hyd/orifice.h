/* Throttle: 002 Eq. (24)-(25), turbulent, with a laminar law below a transition pressure. Also leakage flow.
 */
#ifndef HYD_ORIFICE_H
#define HYD_ORIFICE_H

#include "hyd/circuit_def.h"
#include "hyd/smooth.h"

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

/** C_v = C_d A sqrt(2/rho), Eq. (25): discharge coefficient [1], area [m^2], density [kg/m^3]. */
double hyd_throttle_coefficient(double C_d, double A, double rho);

/** C_v from a catalogue point: the flow Q [m^3/s] at the pressure drop dp [Pa] over one edge that is open by
 * `opening` (1 for a throttle, the spool's full stroke for a directional valve). */
double hyd_catalogue_coefficient(double Q, double dp, double opening);

#endif
