/* Pressure compensator: a normally open throttle from a to b. It closes when p_b exceeds the pressure of the
 * pilot line x by the spring's setting, so that a metering edge behind it has a constant pressure drop.
 * Static. */
#ifndef HYD_COMPENSATOR_H
#define HYD_COMPENSATOR_H

#include "hyd/orifice.h"

/** Q = C_v (1 - STEP(p_b - p_x, margin - range/2, margin + range/2)) g(p_a - p_b). RT. */
hyd_flow hyd_compensator_flow(const hyd_compensator *valve, const hyd_flow_law *law, double p_a, double p_b,
                              double p_x);

#endif
