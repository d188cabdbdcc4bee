/* Orifices and valves with a poppet, and the smooth functions they are made of. */
#include "hyd/smooth.h"

#include "hyd/valves.h"

#include <math.h>

/* ---- smooth functions ---- */

/* The cubic STEP of 001 (tree harvester, Eq. (25)). */
hyd_curve hyd_step(double x, double x0, double x1)
{
    const double u = (x - x0) / (x1 - x0);
    if (!(u > 0.0)) return (hyd_curve){0.0, 0.0};
    if (u >= 1.0) return (hyd_curve){1.0, 0.0};
    return (hyd_curve){u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / (x1 - x0)};
}

/* With u = x/width: width u^2 (2 - u); at u = 1 value width and slope 4 u - 3 u^2 = 1. */
hyd_curve hyd_positive(double x, double width)
{
    if (!(x > 0.0)) return (hyd_curve){0.0, 0.0};
    if (x >= width) return (hyd_curve){x, 1.0};
    const double u = x / width;
    return (hyd_curve){width * u * u * (2.0 - u), u * (4.0 - 3.0 * u)};
}

hyd_curve hyd_limited(double x, double low, double high)
{
    if (x <= low) return (hyd_curve){low, 0.0};
    if (x >= high) return (hyd_curve){high, 0.0};
    return (hyd_curve){x, 1.0};
}

/* With d = a - b and r = sqrt(d^2 + width^2):  m = (a + b + r)/2,  dm/da = (1 + d/r)/2 */
hyd_maximum hyd_max(double a, double b, double width)
{
    const double d = a - b, r = sqrt(d * d + width * width);
    return (hyd_maximum){0.5 * (a + b + r), 0.5 * (1.0 + d / r), 0.5 * (1.0 - d / r)};
}

/* ---- orifice ----
 *
 * Source: 002 Eq. (24)-(25); 000 Eq. (2.36). Below the transition pressure dp_t the flow is
 * laminar:
 *
 *   smooth   g = sqrt(dp_t) u (5 - u^2)/4, u = dp/dp_t: odd, at u = 1 value 1 and slope (5 - 3)/4 = 1/2 as
 *            the root's
 *   secant   g = dp/sqrt(dp_t), the papers': value continuous, slope 1 against 1/2 */
hyd_curve hyd_pressure_root(const hyd_flow_law *law, double dp)
{
    const double transition = law->transition > 0.0 ? law->transition : HYD_TRANSITION;
    if (fabs(dp) >= transition) {
        const double root = sqrt(fabs(dp));
        return (hyd_curve){copysign(root, dp), 0.5 / root};
    }
    const double root = sqrt(transition);
    if (law->secant) return (hyd_curve){dp / root, 1.0 / root};
    const double u = dp / transition;
    return (hyd_curve){0.25 * root * u * (5.0 - u * u), 0.25 * (5.0 - 3.0 * u * u) / root};
}

hyd_flow hyd_orifice_flow(const hyd_flow_law *law, double C_v, double p_a, double p_b)
{
    const hyd_curve g = hyd_pressure_root(law, p_a - p_b);
    return (hyd_flow){.Q = C_v * g.y, .Q_a = C_v * g.y_x, .Q_b = -C_v * g.y_x};
}

/* Laminar flow through a gap. */
hyd_flow hyd_leakage_flow(double K, double p_a, double p_b)
{
    return (hyd_flow){.Q = K * (p_a - p_b), .Q_a = K, .Q_b = -K};
}

/* ---- valves with a poppet: the opening depends on a lift pressure ---- */

/* Lift pressure as a weighted sum of the pressures. */
typedef struct hyd_lift {
    double d;             /**< [Pa] */
    double w_a, w_b, w_x; /**< its derivatives by p_a, p_b, p_x [1] */
} hyd_lift;

static hyd_lift hyd_lift_of(double w_a, double p_a, double w_b, double p_b, double w_x, double p_x)
{
    /* a line without weight is unused: it may be missing */
    return (hyd_lift){w_a * p_a + w_b * p_b + (w_x == 0.0 ? 0.0 : w_x * p_x), w_a, w_b, w_x};
}

/* Q = C_v y(d) g(p_a - p_b), `opening` = y at the lift's d. RT. */
static hyd_flow hyd_controlled_flow(const hyd_flow_law *law, double C_v, hyd_curve opening,
                                    const hyd_lift *lift, double p_a, double p_b)
{
    const hyd_curve g = hyd_pressure_root(law, p_a - p_b);
    const double by_lift = C_v * opening.y_x * g.y, by_drop = C_v * opening.y * g.y_x;
    return (hyd_flow){.Q = C_v * opening.y * g.y,
                      .Q_a = by_drop + by_lift * lift->w_a,
                      .Q_b = -by_drop + by_lift * lift->w_b,
                      .Q_x = by_lift * lift->w_x};
}

hyd_flow hyd_one_way_flow(const hyd_flow_law *law, double C_v, double p_a, double p_b)
{
    const hyd_lift drop = hyd_lift_of(1.0, p_a, -1.0, p_b, 0.0, 0.0);
    return hyd_controlled_flow(law, C_v, hyd_step(drop.d, 0.0, HYD_ONE_WAY_RANGE), &drop, p_a, p_b);
}

/* Check valve, also pilot operated: the pilot piston pushes with R p_x against R p_b. */
hyd_flow hyd_check_flow(const hyd_check *check, const hyd_flow_law *law, double p_a, double p_b, double p_x)
{
    const double R = check->pilot_ratio;
    const hyd_lift lift = hyd_lift_of(1.0, p_a, -1.0 - R, p_b, R, p_x);
    const hyd_curve opening = hyd_step(lift.d, check->cracking, check->cracking + check->range);
    return hyd_controlled_flow(law, check->coefficient, opening, &lift, p_a, p_b);
}

/* Relief valve: direct, static. */
hyd_flow hyd_relief_flow(const hyd_relief *relief, const hyd_flow_law *law, double p_a, double p_b)
{
    const hyd_lift lift = hyd_lift_of(1.0, p_a, -1.0, p_b, 0.0, 0.0);
    const hyd_curve opening = hyd_step(lift.d, relief->setting, relief->setting + relief->range);
    return hyd_controlled_flow(law, relief->coefficient, opening, &lift, p_a, p_b);
}

/* Pressure compensator: its outlet pressure against the load pressure and a spring. */
hyd_flow hyd_compensator_flow(const hyd_compensator *valve, const hyd_flow_law *law, double p_a, double p_b,
                              double p_x)
{
    const hyd_lift lift = hyd_lift_of(0.0, p_a, 1.0, p_b, -1.0, p_x);
    const double half = 0.5 * valve->range;
    const hyd_curve closing = hyd_step(lift.d, valve->margin - half, valve->margin + half);
    return hyd_controlled_flow(law, valve->coefficient, (hyd_curve){1.0 - closing.y, -closing.y_x}, &lift,
                               p_a, p_b);
}

/* Counterbalance valve: a relief valve with a pilot piston of R times the seat's area, and a check valve
 * beside it. */

/* The flow that the check valve lets through from b to a, counted from a to b. */
static hyd_flow free_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a, double p_b)
{
    if (valve->check_coefficient == 0.0) return (hyd_flow){.Q = 0.0};
    const hyd_check check = {.coefficient = valve->check_coefficient,
                             .cracking = valve->check_cracking,
                             .range = valve->check_range};
    const hyd_flow back = hyd_check_flow(&check, law, p_b, p_a, 0.0);
    return (hyd_flow){.Q = -back.Q, .Q_a = -back.Q_b, .Q_b = -back.Q_a};
}

hyd_flow hyd_counterbalance_flow(const hyd_counterbalance *valve, const hyd_flow_law *law, double p_a,
                                 double p_b, double p_x)
{
    const double R = valve->pilot_ratio;
    const hyd_lift lift = hyd_lift_of(1.0, p_a, valve->vented ? 0.0 : -1.0 - R, p_b, R, p_x);
    const hyd_curve opening = hyd_step(lift.d, valve->setting, valve->setting + valve->range);
    hyd_flow flow = hyd_controlled_flow(law, valve->coefficient, opening, &lift, p_a, p_b);
    const hyd_flow check = free_flow(valve, law, p_a, p_b);
    flow.Q += check.Q;
    flow.Q_a += check.Q_a;
    flow.Q_b += check.Q_b;
    return flow;
}
