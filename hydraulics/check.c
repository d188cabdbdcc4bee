/* Check valve, also pilot operated. The pilot piston pushes with R p_x against R p_b. */
#include "hyd/valves.h"

#include "controlled.h"

hyd_flow hyd_check_flow(const hyd_check *check, const hyd_flow_law *law, double p_a, double p_b, double p_x)
{
    const double R = check->pilot_ratio;
    const hyd_lift lift = hyd_lift_of(1.0, p_a, -1.0 - R, p_b, R, p_x);
    const hyd_curve opening = hyd_step(lift.d, check->cracking, check->cracking + check->range);
    return hyd_controlled_flow(law, check->coefficient, opening, &lift, p_a, p_b);
}
