/* Counterbalance valve: holds a load in line a, lets oil to b only when the load or the pilot line x asks for
 * it; a built-in check valve lets oil pass freely from b to a. Static. */
#ifndef HYD_COUNTERBALANCE_H
#define HYD_COUNTERBALANCE_H

#include "hyd/orifice.h"

/** Lift pressure d = p_a + R p_x - (1 + R) p_b, or p_a + R p_x when vented;
 *  Q = C_v STEP(d, setting, setting + range) g(p_a - p_b) less what the check valve lets back. RT. */
hyd_flow hyd_counterbalance_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a,
                                 double p_b, double p_x);

#endif
