/* 4/3 directional valve. Source: 002 Eq. (26)-(27); 001 (tree harvester) Fig. 3 for the four edges.
 *
 * Departures: dead band, rounded edges, centre positions, leakage and load check are ours, off when zero; the
 * reference is limited to the full stroke. On the corner U = 0 of a sharp edge the derivative is that of the
 * closed side. */
#include "hyd/valves.h"

#include <math.h>

hyd_directional hyd_directional_simple(double C_v, double tau, double full_stroke)
{
    return (hyd_directional){.spool = {.tau = tau, .full_stroke = full_stroke},
                             .coefficient = {C_v, C_v, C_v, C_v}};
}

hyd_spool_rate hyd_spool_move(const hyd_spool *spool, double U_ref, double U)
{
    const double reference = hyd_limited(U_ref, -spool->full_stroke, spool->full_stroke).y;
    const double rate = (reference - U) / spool->tau;
    if (spool->rate_limit == 0.0) return (hyd_spool_rate){rate, -1.0 / spool->tau};
    const hyd_curve limited = hyd_limited(rate, -spool->rate_limit, spool->rate_limit);
    return (hyd_spool_rate){limited.y, -limited.y_x / spool->tau};
}

/* Which edges a centre position opens, in the order of hyd_edge. */
static const bool CENTRE_OPENS[HYD_CENTRES][HYD_EDGES] = {
    [HYD_CENTRE_CLOSED] = {false, false, false, false, false},
    [HYD_CENTRE_OPEN] = {true, true, true, true, false},
    [HYD_CENTRE_TANDEM] = {false, false, false, false, true},
    [HYD_CENTRE_FLOAT] = {false, false, true, true, false},
};

/* +1 for the edges that U > 0 opens, -1 for those that U < 0 opens */
static double edge_side(hyd_edge edge)
{
    return edge == HYD_PA || edge == HYD_BT ? 1.0 : -1.0;
}

hyd_curve hyd_directional_opening(const hyd_directional *valve, hyd_edge edge, double U)
{
    hyd_curve opening = {0.0, 0.0};
    if (edge != HYD_PT) {
        const double side = edge_side(edge), stroke = valve->spool.full_stroke;
        const double C_v = valve->coefficient[edge] * (stroke / (stroke - valve->dead_band));
        const hyd_curve travel = hyd_positive(side * U - valve->dead_band, valve->edge_blend);
        opening = (hyd_curve){C_v * travel.y, C_v * side * travel.y_x};
    }
    if (!CENTRE_OPENS[valve->centre][edge]) return opening;
    const hyd_curve away = hyd_step(fabs(U), 0.0, valve->centre_width);
    opening.y += valve->centre_coefficient * (1.0 - away.y);
    opening.y_x -= valve->centre_coefficient * away.y_x * copysign(1.0, U);
    return opening;
}

static hyd_flow checked(const hyd_directional *valve, double dp, hyd_flow flow)
{
    const hyd_curve lift = hyd_step(dp, valve->check_cracking, valve->check_cracking + valve->check_range);
    return (hyd_flow){.Q = lift.y * flow.Q,
                      .Q_a = lift.y * flow.Q_a + lift.y_x * flow.Q,
                      .Q_b = lift.y * flow.Q_b - lift.y_x * flow.Q,
                      .Q_u = lift.y * flow.Q_u};
}

hyd_flow hyd_directional_flow(const hyd_directional *valve, const hyd_flow_law *law, hyd_edge edge, double U,
                              double p_a, double p_b)
{
    const hyd_curve opening = hyd_directional_opening(valve, edge, U);
    const double K = edge == HYD_PT ? 0.0 : valve->leakage;
    if (opening.y == 0.0 && opening.y_x == 0.0 && K == 0.0)
        return (hyd_flow){.Q = 0.0}; /* shut: spare the root */
    const hyd_curve g = hyd_pressure_root(law, p_a - p_b);
    const double slope = opening.y * g.y_x + K;
    const hyd_flow flow = {
        .Q = opening.y * g.y + K * (p_a - p_b), .Q_a = slope, .Q_b = -slope, .Q_u = opening.y_x * g.y};
    const bool behind_check = valve->check_range > 0.0 && (edge == HYD_PA || edge == HYD_PB);
    return behind_check ? checked(valve, p_a - p_b, flow) : flow;
}

/* Load-sensing section: 001 (tree harvester) mentions compensated valves without equations; this is the ideal
 * one. The compensator leaves min(dp, margin) over the metering edge; a STEP over the laminar range of dp
 * takes the place of the load-holding check valve's corner. */

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
