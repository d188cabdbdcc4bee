/* Counterbalance valve: holds a load in line a, lets oil to b only when the load or the pilot line x asks for
 * it; a built-in check valve lets oil pass freely from b to a. Static. */
#ifndef HYD_COUNTERBALANCE_H
#define HYD_COUNTERBALANCE_H

#include "hyd/orifice.h"

typedef struct hyd_counterbalance {
    double coefficient;       /**< C_v from a to b, fully open [m^3/(s sqrt(Pa))] */
    double setting;           /**< lift pressure at which it begins to open [Pa] > 0 */
    double range;             /**< from there to fully open [Pa] > 0 */
    double pilot_ratio;       /**< R [1] >= 0 */
    bool vented;              /**< spring chamber vented: the pressure in b does not hold it shut */
    double check_coefficient; /**< C_v of the check valve from b to a; 0: none */
    double check_cracking;    /**< [Pa] >= 0 */
    double check_range;       /**< [Pa] > 0 when there is a check valve */
} hyd_counterbalance;

/** Lift pressure d = p_a + R p_x - (1 + R) p_b, or p_a + R p_x when vented;
 *  Q = C_v STEP(d, setting, setting + range) g(p_a - p_b) less what the check valve lets back. RT. */
hyd_flow hyd_counterbalance_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a,
                                 double p_b, double p_x);

#endif
