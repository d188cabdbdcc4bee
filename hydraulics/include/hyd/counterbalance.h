/* Counterbalance valve: holds a load in line a. The load pressure or the pilot line x opens it from a to b; a
 * built-in check valve passes oil freely from b to a. Static. */
#ifndef HYD_COUNTERBALANCE_H
#define HYD_COUNTERBALANCE_H

#include "hyd/orifice.h"

/** Lift pressure d = p_a + R p_x - (1 + R) p_b, or p_a + R p_x when vented;
 *  Q = C_v STEP(d, setting, setting + range) g(p_a - p_b) minus the flow of the check valve. RT. */
hyd_flow hyd_counterbalance_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a,
                                 double p_b, double p_x);

#endif
