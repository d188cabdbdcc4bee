/* Load-sensing valve section: a 4/3 valve with a compensator before its supply edges, and a shuttle that
 * reports the pressure of the supplied port. Ideal and static: the compensator has no state; it limits the
 * pressure drop over the metering edge to its margin and blocks backward flow. Return edges, centre and
 * leakage are those of the 4/3 valve. */
#ifndef HYD_LOAD_SENSING_H
#define HYD_LOAD_SENSING_H

#include "hyd/directional.h"

/** The load pressure that a section reports, and its derivatives. */
typedef struct hyd_load_signal {
    double p, p_A, p_B, p_T, p_u;
} hyd_load_signal;

/** Rounding of the compensator's and the shuttles' corners [Pa]. */
#define HYD_SHUTTLE_WIDTH 1e5

/** Flow through an edge. Supply edges: Q = C_v U g(min(dp, margin)) for dp > 0, otherwise 0, with rounded
 * corners. RT. */
hyd_flow hyd_load_sensing_flow(const hyd_load_sensing *section, const hyd_flow_law *law, hyd_edge edge,
                               double U, double p_a, double p_b);

/** Load pressure: p_A while U supplies A, p_B while it supplies B, p_T in the middle; the transition is a
 * STEP over the first 5 % of the stroke beyond the dead band. RT. */
hyd_load_signal hyd_load_sensing_signal(const hyd_load_sensing *section, double U, double p_A, double p_B,
                                        double p_T);

#endif
