/* Relief valve: opens from a to b when p_a - p_b exceeds a setting. Static; the opening is a STEP of the
 * excess pressure. */
#ifndef HYD_RELIEF_H
#define HYD_RELIEF_H

#include "hyd/orifice.h"

/** Q = C_v STEP(p_a - p_b, setting, setting + range) g(p_a - p_b). RT. */
hyd_flow hyd_relief_flow(const hyd_relief *relief, const hyd_flow_law *law, double p_a, double p_b);

#endif
