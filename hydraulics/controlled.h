/* A throttle whose opening depends on a lift pressure: common part of check, relief and counterbalance valves
 * and compensators. */
#ifndef HYD_CONTROLLED_H
#define HYD_CONTROLLED_H

#include "hyd/valves.h"

/** Lift pressure as a weighted sum of the pressures. */
typedef struct hyd_lift {
    double d;             /**< [Pa] */
    double w_a, w_b, w_x; /**< its derivatives by p_a, p_b, p_x [1] */
} hyd_lift;

static inline hyd_lift hyd_lift_of(double w_a, double p_a, double w_b, double p_b, double w_x, double p_x)
{
    /* a line without weight is unused: it may be missing */
    return (hyd_lift){w_a * p_a + w_b * p_b + (w_x == 0.0 ? 0.0 : w_x * p_x), w_a, w_b, w_x};
}

/** Q = C_v y(d) g(p_a - p_b), `opening` = y at the lift's d. RT. */
static inline hyd_flow hyd_controlled_flow(const hyd_flow_law *law, double C_v, hyd_curve opening,
                                           const hyd_lift *lift, double p_a, double p_b)
{
    const hyd_curve g = hyd_pressure_root(law, p_a - p_b);
    const double by_lift = C_v * opening.y_x * g.y, by_drop = C_v * opening.y * g.y_x;
    return (hyd_flow){.Q = C_v * opening.y * g.y,
                      .Q_a = by_drop + by_lift * lift->w_a,
                      .Q_b = -by_drop + by_lift * lift->w_b,
                      .Q_x = by_lift * lift->w_x};
}

#endif
