/* Throttle. Source: 002 Eq. (24)-(25); 000 Eq. (2.36). Below the transition pressure dp_t the flow is
 * laminar:
 *
 *   smooth   g = sqrt(dp_t) u (5 - u^2)/4, u = dp/dp_t: odd, at u = 1 value 1 and slope (5 - 3)/4 = 1/2 as
 *            the root's
 *   secant   g = dp/sqrt(dp_t), the papers': value continuous, slope 1 against 1/2 */
#include "controlled.h"

#include <math.h>

hyd_curve hyd_pressure_root(const hyd_flow_law *law, double dp)
{
    const double transition = law->transition > 0.0 ? law->transition : HYD_TRANSITION;
    if (fabs(dp) >= transition) {
        const double root = sqrt(fabs(dp));
        return (hyd_curve){copysign(root, dp), 0.5 / root};
    }
    const double root = sqrt(transition);
    if (law->secant) return (hyd_curve){dp / root, 1.0 / root};
    const double u = dp / transition;
    return (hyd_curve){0.25 * root * u * (5.0 - u * u), 0.25 * (5.0 - 3.0 * u * u) / root};
}

hyd_flow hyd_orifice_flow(const hyd_flow_law *law, double C_v, double p_a, double p_b)
{
    const hyd_curve g = hyd_pressure_root(law, p_a - p_b);
    return (hyd_flow){.Q = C_v * g.y, .Q_a = C_v * g.y_x, .Q_b = -C_v * g.y_x};
}

hyd_flow hyd_one_way_flow(const hyd_flow_law *law, double C_v, double p_a, double p_b)
{
    const hyd_lift drop = hyd_lift_of(1.0, p_a, -1.0, p_b, 0.0, 0.0);
    return hyd_controlled_flow(law, C_v, hyd_step(drop.d, 0.0, HYD_ONE_WAY_RANGE), &drop, p_a, p_b);
}

double hyd_throttle_coefficient(double C_d, double A, double rho)
{
    return C_d * A * sqrt(2.0 / rho);
}

double hyd_catalogue_coefficient(double Q, double dp, double opening)
{
    return Q / (opening * sqrt(dp));
}
