/* Check valve: passes oil only from a to b; a pilot line x can open it. Static and semi-empirical like 002
 * Eq. (26); the opening is a STEP of the lift pressure of the poppet. */
#ifndef HYD_CHECK_H
#define HYD_CHECK_H

#include "hyd/orifice.h"

/** Lift pressure d = p_a - p_b + R (p_x - p_b), opening STEP(d, cracking, cracking + range), Q = C_v opening
 * g(p_a - p_b). p_x is unused if pilot_ratio is 0. RT. */
hyd_flow hyd_check_flow(const hyd_check *check, const hyd_flow_law *law, double p_a, double p_b, double p_x);

#endif
