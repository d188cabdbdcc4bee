/* Check valve: lets oil pass from a to b only; a pilot line x may push it open. Static, semi-empirical like
 * 002 Eq. (26) with the opening a STEP of the pressure that lifts the poppet. */
#ifndef HYD_CHECK_H
#define HYD_CHECK_H

#include "hyd/orifice.h"

typedef struct hyd_check {
    double coefficient; /**< C_v, fully open [m^3/(s sqrt(Pa))] */
    double cracking;    /**< p_a - p_b at which it begins to open [Pa] >= 0 */
    double range;       /**< from there to fully open [Pa] > 0 */
    double pilot_ratio; /**< area of the pilot piston over that of the seat [1]; 0: no pilot line */
} hyd_check;

/** Lift pressure d = p_a - p_b + R (p_x - p_b), opening STEP(d, cracking, cracking + range), Q = C_v opening
 * g(p_a - p_b). p_x is not looked at when pilot_ratio is 0. RT. */
hyd_flow hyd_check_flow(const hyd_check *check, const hyd_flow_law *law, double p_a, double p_b, double p_x);

#endif
