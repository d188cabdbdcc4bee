/* Relief valve: direct, static. */
#include "hyd/valves.h"

#include "controlled.h"

hyd_flow hyd_relief_flow(const hyd_relief *relief, const hyd_flow_law *law, double p_a, double p_b)
{
    const hyd_lift lift = hyd_lift_of(1.0, p_a, -1.0, p_b, 0.0, 0.0);
    const hyd_curve opening = hyd_step(lift.d, relief->setting, relief->setting + relief->range);
    return hyd_controlled_flow(law, relief->coefficient, opening, &lift, p_a, p_b);
}
