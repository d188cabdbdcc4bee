/* Counterbalance valve: a relief valve with a pilot piston of R times the seat's area, and a check valve
 * beside it. */
#include "hyd/valves.h"

#include "controlled.h"

/* The flow that the check valve lets through from b to a, counted from a to b. */
static hyd_flow free_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a, double p_b)
{
    if (valve->check_coefficient == 0.0) return (hyd_flow){.Q = 0.0};
    const hyd_check check = {.coefficient = valve->check_coefficient,
                             .cracking = valve->check_cracking,
                             .range = valve->check_range};
    const hyd_flow back = hyd_check_flow(&check, law, p_b, p_a, 0.0);
    return (hyd_flow){.Q = -back.Q, .Q_a = -back.Q_b, .Q_b = -back.Q_a};
}

hyd_flow hyd_counterbalance_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a,
                                 double p_b, double p_x)
{
    const double R = valve->pilot_ratio;
    const hyd_lift lift = hyd_lift_of(1.0, p_a, valve->vented ? 0.0 : -1.0 - R, p_b, R, p_x);
    const hyd_curve opening = hyd_step(lift.d, valve->setting, valve->setting + valve->range);
    hyd_flow flow = hyd_controlled_flow(law, valve->coefficient, opening, &lift, p_a, p_b);
    const hyd_flow check = free_flow(valve, law, p_a, p_b);
    flow.Q += check.Q;
    flow.Q_a += check.Q_a;
    flow.Q_b += check.Q_b;
    return flow;
}
