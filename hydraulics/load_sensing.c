/* Load-sensing section: 001 (tree harvester) mentions compensated valves without equations; this is the ideal
 * one. The compensator leaves min(dp, margin) over the metering edge; a STEP over the laminar range of dp
 * takes the place of the load-holding check valve's corner. */
#include "hyd/valves.h"

/* Share of the full stroke beyond the dead band over which the reported pressure changes over. */
static const double CHANGE_OVER = 0.05;

/* Drop over the metering edge as a root [sqrt(Pa)], by p_a - p_b. */
static hyd_curve metering_root(const hyd_load_sensing *section, const hyd_flow_law *law, double dp)
{
    const double transition = law->transition > 0.0 ? law->transition : HYD_TRANSITION;
    const hyd_curve check = hyd_step(dp, 0.0, transition);
    const hyd_maximum kept = hyd_max(-dp, -section->margin, HYD_SHUTTLE_WIDTH); /* min(dp, margin) = -max */
    const hyd_curve root = hyd_pressure_root(law, -kept.m);
    return (hyd_curve){check.y * root.y, check.y_x * root.y + check.y * root.y_x * kept.m_a};
}

hyd_flow hyd_load_sensing_flow(const hyd_load_sensing *section, const hyd_flow_law *law, hyd_edge edge,
                               double U, double p_a, double p_b)
{
    if (edge != HYD_PA && edge != HYD_PB)
        return hyd_directional_flow(&section->valve, law, edge, U, p_a, p_b);
    const hyd_curve opening = hyd_directional_opening(&section->valve, edge, U);
    const hyd_curve g = metering_root(section, law, p_a - p_b);
    const double K = section->valve.leakage, slope = opening.y * g.y_x + K;
    return (hyd_flow){
        .Q = opening.y * g.y + K * (p_a - p_b), .Q_a = slope, .Q_b = -slope, .Q_u = opening.y_x * g.y};
}

hyd_load_signal hyd_load_sensing_signal(const hyd_load_sensing *section, double U, double p_A, double p_B,
                                        double p_T)
{
    const double from = section->valve.dead_band, to = from + CHANGE_OVER * section->valve.spool.full_stroke;
    const hyd_curve a = hyd_step(U, from, to), b = hyd_step(-U, from, to); /* never both above 0 */
    return (hyd_load_signal){.p = p_T + a.y * (p_A - p_T) + b.y * (p_B - p_T),
                             .p_A = a.y,
                             .p_B = b.y,
                             .p_T = 1.0 - a.y - b.y,
                             .p_u = a.y_x * (p_A - p_T) - b.y_x * (p_B - p_T)};
}
