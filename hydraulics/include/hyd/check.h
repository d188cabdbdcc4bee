/* Check valve: lets oil pass from a to b only; a pilot line x may push it open. Static, semi-empirical like
 * 002 Eq. (26) with the opening a STEP of the pressure that lifts the poppet. */
#ifndef HYD_CHECK_H
#define HYD_CHECK_H

#include "hyd/orifice.h"

/** Lift pressure d = p_a - p_b + R (p_x - p_b), opening STEP(d, cracking, cracking + range), Q = C_v opening
 * g(p_a - p_b). p_x is not looked at when pilot_ratio is 0. RT. */
hyd_flow hyd_check_flow(const hyd_check *check, const hyd_flow_law *law, double p_a, double p_b, double p_x);

#endif
