/* Relief valve: opens from a to b when p_a - p_b exceeds a setting. Static; the opening is a STEP of the
 * excess. */
#ifndef HYD_RELIEF_H
#define HYD_RELIEF_H

#include "hyd/orifice.h"

typedef struct hyd_relief {
    double coefficient; /**< C_v, fully open [m^3/(s sqrt(Pa))] */
    double setting;     /**< p_a - p_b at which it begins to open [Pa] > 0 */
    double range;       /**< override: from there to fully open [Pa] > 0 */
} hyd_relief;

/** Q = C_v STEP(p_a - p_b, setting, setting + range) g(p_a - p_b). RT. */
hyd_flow hyd_relief_flow(const hyd_relief *relief, const hyd_flow_law *law, double p_a, double p_b);

#endif
