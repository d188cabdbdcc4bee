/* Pressure compensator: its outlet pressure against the load pressure and a spring. */
#include "hyd/valves.h"

#include "controlled.h"

hyd_flow hyd_compensator_flow(const hyd_compensator *valve, const hyd_flow_law *law, double p_a, double p_b,
                              double p_x)
{
    const hyd_lift lift = hyd_lift_of(0.0, p_a, 1.0, p_b, -1.0, p_x);
    const double half = 0.5 * valve->range;
    const hyd_curve closing = hyd_step(lift.d, valve->margin - half, valve->margin + half);
    return hyd_controlled_flow(law, valve->coefficient, (hyd_curve){1.0 - closing.y, -closing.y_x}, &lift,
                               p_a, p_b);
}
