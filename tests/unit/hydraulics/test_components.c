/* Equations of the hydraulic components: published numbers, limits, and every partial derivative against
 * central differences. */
#include "support/check.h"

#include "hyd/circuit.h"
#include "plants.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A formula of some ten rounded operations, pow and exp good to an ulp or two. */
static const double ROUNDING = 50.0 * DBL_EPSILON;
static const double BAR = 1e5;
static const hyd_flow_law SMOOTH = {.transition = 2e5};
static const hyd_flow_law SECANT = {.transition = 2e5, .secant = true};

/* ---- reference formulas ---- */

/* B_e of 002 Eq. (23) for a volume of a hose and a cylinder chamber, without air and vapour, at p = 0 [Pa].
 */
static double effective_modulus(const hyd_oil *oil, double hose, double hose_modulus, double chamber,
                                double chamber_modulus)
{
    const double V = hose + chamber;
    double inverse = 1.0 / oil->bulk_modulus;
    if (hose_modulus > 0.0) inverse += hose / (V * hose_modulus);
    if (chamber_modulus > 0.0) inverse += chamber / (V * chamber_modulus);
    return 1.0 / inverse;
}

/* C_v from a catalogue point: the flow Q [m^3/s] at the pressure drop dp [Pa] over one edge that is open by
 * `opening`. */
static double catalogue_coefficient(double Q, double dp, double opening)
{
    return Q / (opening * sqrt(dp));
}

/* ---- smooth ---- */

static double step_value(double x, const void *context)
{
    (void)context;
    return hyd_step(x, 2.0, 5.0).y;
}

static double positive_value(double x, const void *context)
{
    return hyd_positive(x, *(const double *)context).y;
}

static double max_value(double a, const void *context)
{
    return hyd_max(a, *(const double *)context, 0.5).m;
}

static void smooth_blocks(void **state)
{
    (void)state;
    const double width = 2.0, other = 1.0;
    CHECK_SAME(hyd_step(2.0, 2.0, 5.0).y, 0.0);
    CHECK_SAME(hyd_step(3.5, 2.0, 5.0).y, 0.5);
    CHECK_SAME(hyd_step(5.0, 2.0, 5.0).y, 1.0);
    CHECK_SAME(hyd_positive(3.0, width).y, 3.0);
    CHECK_SAME(hyd_positive(-1.0, 0.0).y, 0.0);
    CHECK_SAME(hyd_positive(0.25, 0.0).y_x, 1.0);
    CHECK_RELATIVE(hyd_max(1.0, 1.0, 0.5).m, 1.25, ROUNDING);
    for (double x = -1.05; x < 6.0; x += 0.1) {
        CHECK_DERIVATIVE(step_value, NULL, x, hyd_step(x, 2.0, 5.0).y_x, 1e-4, ROUNDING);
        CHECK_DERIVATIVE(positive_value, &width, x, hyd_positive(x, width).y_x, 1e-4, ROUNDING);
        CHECK_DERIVATIVE(max_value, &other, x, hyd_max(x, other, 0.5).m_a, 1e-4, ROUNDING);
        CHECK_SAME(hyd_max(x, other, 0.5).m_b, hyd_max(other, x, 0.5).m_a);
    }
}

/* ---- oil ---- */

/* 002 Table 1 */
static const hyd_oil PLAIN = {.density = 850.0, .bulk_modulus = 1500e6};
static const hyd_oil RICH = {.density = 870.0,
                             .bulk_modulus = 1400e6,
                             .bulk_slope = 10.0,
                             .air_fraction = 0.01,
                             .vapour_pressure = 2e4};

/* The volumes of 002 Table 1 at the start, Eq. (42)-(43) with l2_0 = sqrt 2 - 1.1 m; the expected numbers by
 * Eq. (23) with 30 digits. */
static void effective_modulus_of_the_published_volumes(void **state)
{
    (void)state;
    const double A2 = 5.02654824574366918e-3, A3 = 4.06443549558179500e-3, l2 = 0.314213562373095049;
    CHECK_RELATIVE(effective_modulus(&PLAIN, 4.71e-5, 550e6, 0.0, 31500e6), 402439024.390243902, ROUNDING);
    CHECK_RELATIVE(effective_modulus(&PLAIN, 3.14e-5, 550e6, A2 * l2, 31500e6), 1363816947.39857892,
                   ROUNDING);
    CHECK_RELATIVE(effective_modulus(&PLAIN, 7.85e-5, 550e6, A3 * (1.1 - l2), 31500e6), 1349039344.01403942,
                   ROUNDING);
}

static double compressibility_by_p(double p, const void *oil)
{
    return hyd_oil_compressibility(oil, p).c;
}

static double stored_by_p(double p, const void *oil)
{
    return hyd_oil_compressibility(oil, p).stored;
}

/* From below zero over the air's floor (0.1 bar) to working pressure. */
static void compressibility_derivatives(void **state)
{
    (void)state;
    const double pressures[] = {-3e3, 2e3, 6e3, 1.2e4, 1.9e4, 5e4, 1e5, 1e6, 2.5e7};
    for (size_t i = 0; i < sizeof pressures / sizeof *pressures; i++) {
        const double p = pressures[i], h = 1e-3 * fabs(p);
        const hyd_compressibility value = hyd_oil_compressibility(&RICH, p);
        CHECK_DERIVATIVE(compressibility_by_p, &RICH, p, value.c_p, h, ROUNDING);
        CHECK_DERIVATIVE(stored_by_p, &RICH, p, value.c, h, ROUNDING);
    }
}

/* Without options it is V/B_e of Eq. (23). */
static void capacity_is_that_of_the_effective_modulus(void **state)
{
    (void)state;
    const hyd_compressibility oil = hyd_oil_compressibility(&PLAIN, 5e6);
    CHECK_RELATIVE(4.71e-5 * oil.c + 4.71e-5 / 550e6,
                   4.71e-5 / effective_modulus(&PLAIN, 4.71e-5, 550e6, 0.0, 0.0), ROUNDING);
    CHECK_RELATIVE(oil.stored, oil.c * 5e6, ROUNDING);
    CHECK_SAME(oil.c_p, 0.0);
}

static double pressure_at(double y, const void *oil)
{
    return hyd_oil_pressure(oil, y).p;
}

static double slope_at(double y, const void *oil)
{
    return hyd_oil_pressure(oil, y).p_y;
}

/* Above p_v the state is the pressure; below, the pressure follows on with slope 1 and stays above p_v/4. */
static void boiling_oil_keeps_its_pressure(void **state)
{
    (void)state;
    const double below[] = {1.99e4, 1e4, 0.0, -1e5, -1e8};
    CHECK_SAME(hyd_oil_pressure(&RICH, 3e6).p, 3e6);
    CHECK_SAME(hyd_oil_pressure(&RICH, 2e4).p_y, 1.0);
    CHECK_SAME(hyd_oil_pressure(&RICH, 2e4).tension, 0.0);
    CHECK_NEAR(hyd_oil_pressure(&RICH, 2e4 - 1e-3).p, 2e4 - 1e-3, 1e-9); /* u^2 d = 1e-6/1.5e4 */
    CHECK_RELATIVE(hyd_oil_pressure(&RICH, 5e3).p, 1.25e4, ROUNDING);    /* u = 1 */
    CHECK_SAME(hyd_oil_pressure(&PLAIN, -1e6).p, -1e6);                  /* no cavitation */
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        const double y = below[i], h = 1e-3 * fmax(2e4 - y, 1e3);
        const hyd_pressure pressure = hyd_oil_pressure(&RICH, y);
        assert_true(pressure.p > 5e3 && pressure.p < 2e4);
        CHECK_RELATIVE(pressure.tension, pressure.p - y, ROUNDING);
        if (i == 0) continue; /* the corner is nearer than h */
        CHECK_DERIVATIVE(pressure_at, &RICH, y, pressure.p_y, h, ROUNDING);
        CHECK_DERIVATIVE(slope_at, &RICH, y, pressure.p_yy, h, ROUNDING);
    }
}

/* ---- orifice ---- */

/* Eq. (24)-(25) with Table 1: C_v = 0.8 * 2.83e-5 sqrt(2/850); and the directional valve's printed constant,
 * four digits, is the catalogue point of 24 l/min at 35 bar over one edge at 10 V. */
static void published_flow_constants(void **state)
{
    (void)state;
    const double C_v = throttle_coefficient(0.8, 2.83e-5, 850.0);
    CHECK_RELATIVE(C_v, 1.09820131016451570e-6, ROUNDING);
    CHECK_RELATIVE(hyd_orifice_flow(&SMOOTH, C_v, 5e6, 4e6).Q, 1000.0 * 1.09820131016451570e-6, ROUNDING);
    CHECK_NEAR(catalogue_coefficient(24.0 / 60000.0, 35 * BAR, 10.0), 2.138e-8, 0.0005e-8);
}

static double root_value(double dp, const void *context)
{
    return hyd_pressure_root(context, dp).y;
}

static void laminar_meets_turbulent(void **state)
{
    (void)state;
    const double dp_t = 2e5, below = nextafter(dp_t, 0.0);
    const hyd_curve smooth = hyd_pressure_root(&SMOOTH, below), secant = hyd_pressure_root(&SECANT, below);
    const hyd_curve root = hyd_pressure_root(&SMOOTH, dp_t);
    CHECK_RELATIVE(root.y, sqrt(dp_t), ROUNDING);
    CHECK_RELATIVE(smooth.y, root.y, ROUNDING);
    CHECK_RELATIVE(smooth.y_x, root.y_x, ROUNDING);
    CHECK_RELATIVE(secant.y, root.y, ROUNDING);
    CHECK_RELATIVE(secant.y_x, 2.0 * root.y_x, ROUNDING);
    CHECK_RELATIVE(hyd_pressure_root(&SECANT, 5e4).y, 5e4 / sqrt(2e5), ROUNDING); /* a secant below dp_t */
    const hyd_flow_law standard = {.transition = 0.0};
    CHECK_SAME(hyd_pressure_root(&standard, 1e5).y, hyd_pressure_root(&SMOOTH, 1e5).y);
    for (double dp = -9.5e5; dp < 1e6; dp += 3.1e4) {
        CHECK_DERIVATIVE(root_value, &SMOOTH, dp, hyd_pressure_root(&SMOOTH, dp).y_x, 10.0, ROUNDING);
        CHECK_DERIVATIVE(root_value, &SECANT, dp, hyd_pressure_root(&SECANT, dp).y_x, 10.0, ROUNDING);
        CHECK_SAME(hyd_pressure_root(&SMOOTH, -dp).y, -hyd_pressure_root(&SMOOTH, dp).y);
    }
}

/* ---- flows by pressures: all valves in one frame ---- */

static const hyd_check PILOTED = {.coefficient = 3e-7, .cracking = 0.5e5, .range = 2e5, .pilot_ratio = 3.0};
static const hyd_relief RELIEF = {.coefficient = 4e-7, .setting = 6e6, .range = 1e6};
static const hyd_counterbalance BALANCE = {.coefficient = 2e-7,
                                           .setting = 4e6,
                                           .range = 3e6,
                                           .pilot_ratio = 2.5,
                                           .check_coefficient = 3e-7,
                                           .check_cracking = 1e5,
                                           .check_range = 3e5};
static const hyd_compensator COMPENSATOR = {.coefficient = 3e-7, .margin = 8e5, .range = 4e5};
static const hyd_directional SPOOL = {.spool = {.tau = 0.01, .rate_limit = 400.0, .full_stroke = 10.0},
                                      .coefficient = {2e-8, 2.2e-8, 1.5e-8, 1.8e-8},
                                      .dead_band = 1.0,
                                      .edge_blend = 0.5,
                                      .centre = HYD_CENTRE_OPEN,
                                      .centre_coefficient = 1e-8,
                                      .centre_width = 2.0,
                                      .leakage = 1e-13};
static const hyd_directional CHECKED = {.spool = {.tau = 0.01, .full_stroke = 10.0},
                                        .coefficient = {2e-8, 2.2e-8, 1.5e-8, 1.8e-8},
                                        .leakage = 1e-13,
                                        .check_cracking = 0.5e5,
                                        .check_range = 3e5};
static const hyd_load_sensing SECTION = {.valve = {.spool = {.tau = 0.01, .full_stroke = 10.0},
                                                   .coefficient = {2e-8, 2e-8, 3e-8, 3e-8},
                                                   .dead_band = 1.0,
                                                   .edge_blend = 0.5,
                                                   .leakage = 1e-13},
                                         .margin = 1e6};

typedef hyd_flow flow_function(double a, double b, double x, double u);

static hyd_flow of_orifice(double a, double b, double x, double u)
{
    (void)x, (void)u;
    return hyd_orifice_flow(&SMOOTH, 1e-6, a, b);
}

static hyd_flow of_one_way(double a, double b, double x, double u)
{
    (void)x, (void)u;
    return hyd_one_way_flow(&SMOOTH, 1e-6, a, b);
}

static hyd_flow of_leakage(double a, double b, double x, double u)
{
    (void)x, (void)u;
    return hyd_leakage_flow(1e-12, a, b);
}

static hyd_flow of_check(double a, double b, double x, double u)
{
    (void)u;
    return hyd_check_flow(&PILOTED, &SMOOTH, a, b, x);
}

static hyd_flow of_relief(double a, double b, double x, double u)
{
    (void)x, (void)u;
    return hyd_relief_flow(&RELIEF, &SMOOTH, a, b);
}

static hyd_flow of_counterbalance(double a, double b, double x, double u)
{
    (void)u;
    return hyd_counterbalance_flow(&BALANCE, &SMOOTH, a, b, x);
}

static hyd_flow of_vented(double a, double b, double x, double u)
{
    (void)u;
    hyd_counterbalance vented = BALANCE;
    vented.vented = true;
    return hyd_counterbalance_flow(&vented, &SMOOTH, a, b, x);
}

static hyd_flow of_compensator(double a, double b, double x, double u)
{
    (void)u;
    return hyd_compensator_flow(&COMPENSATOR, &SMOOTH, a, b, x);
}

static hyd_flow of_feed(double a, double b, double x, double u)
{
    (void)x;
    return hyd_directional_flow(&SPOOL, &SMOOTH, HYD_PA, u, a, b);
}

static hyd_flow of_checked_feed(double a, double b, double x, double u)
{
    (void)x;
    return hyd_directional_flow(&CHECKED, &SMOOTH, HYD_PA, u, a, b);
}

static hyd_flow of_return(double a, double b, double x, double u)
{
    (void)x;
    return hyd_directional_flow(&SPOOL, &SECANT, HYD_AT, u, a, b);
}

static hyd_flow of_tandem(double a, double b, double x, double u)
{
    (void)x;
    hyd_directional tandem = SPOOL;
    tandem.centre = HYD_CENTRE_TANDEM;
    return hyd_directional_flow(&tandem, &SMOOTH, HYD_PT, u, a, b);
}

static hyd_flow of_section_feed(double a, double b, double x, double u)
{
    (void)x;
    return hyd_load_sensing_flow(&SECTION, &SMOOTH, HYD_PB, u, a, b);
}

static hyd_flow of_section_return(double a, double b, double x, double u)
{
    (void)x;
    return hyd_load_sensing_flow(&SECTION, &SMOOTH, HYD_BT, u, a, b);
}

typedef struct flow_case {
    flow_function *flow;
    double at[4]; /* p_a, p_b, p_x, u */
    int varied;
} flow_case;

static double varied_flow(double value, const void *context)
{
    const flow_case *c = context;
    double at[4];
    memcpy(at, c->at, sizeof at);
    at[c->varied] = value;
    return c->flow(at[0], at[1], at[2], at[3]).Q;
}

static void check_flow_derivatives(flow_function *flow, uint64_t *seed)
{
    const double steps[] = {20.0, 20.0, 20.0, 1e-5};
    flow_case c = {.flow = flow};
    /* half of the cases with pressures close together, where laminar laws and poppets are at work */
    const double spread = check_random(seed) > 0.0 ? 9e6 : 4e5;
    for (int k = 0; k < 3; k++) c.at[k] = 1e7 + spread * check_random(seed);
    c.at[3] = 9.0 * check_random(seed) * fabs(check_random(seed));
    const hyd_flow value = flow(c.at[0], c.at[1], c.at[2], c.at[3]);
    const double analytic[] = {value.Q_a, value.Q_b, value.Q_x, value.Q_u};
    for (c.varied = 0; c.varied < 4; c.varied++)
        CHECK_DERIVATIVE(varied_flow, &c, c.at[c.varied], analytic[c.varied], steps[c.varied], ROUNDING);
}

static void flow_derivatives(void **state)
{
    (void)state;
    flow_function *const flows[] = {of_orifice,      of_one_way,        of_leakage, of_check,
                                    of_relief,       of_counterbalance, of_vented,  of_compensator,
                                    of_feed,         of_checked_feed,   of_return,  of_tandem,
                                    of_section_feed, of_section_return};
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof flows / sizeof *flows; i++)
        for (int k = 0; k < 300; k++) check_flow_derivatives(flows[i], &seed);
}

/* ---- pressure valves ---- */

static void check_valve_characteristic(void **state)
{
    (void)state;
    const hyd_check check = {.coefficient = 3e-7, .cracking = 0.5e5, .range = 2e5};
    CHECK_SAME(hyd_check_flow(&check, &SMOOTH, 1e6, 1e6 + 1.0, 0.0).Q, 0.0);
    CHECK_SAME(hyd_check_flow(&check, &SMOOTH, 1e6, 9e6, 0.0).Q, 0.0);
    CHECK_SAME(hyd_check_flow(&check, &SMOOTH, 1.04e6, 1e6, 0.0).Q, 0.0);
    CHECK_RELATIVE(hyd_check_flow(&check, &SMOOTH, 2e6, 1e6, 0.0).Q, 3e-7 * 1e3, ROUNDING);
    /* half the range above cracking: half open, dp = 1.5e5 in the cubic part: u = 3/4 */
    const double g = 0.25 * sqrt(2e5) * 0.75 * (5.0 - 0.5625);
    CHECK_RELATIVE(hyd_check_flow(&check, &SMOOTH, 1.15e6, 1e6, 0.0).Q, 3e-7 * 0.5 * g, ROUNDING);
    /* a pilot of ratio 3 opens against a load of 9 MPa when 3 (p_x - p_b) exceeds it: then oil flows back */
    CHECK_SAME(hyd_check_flow(&PILOTED, &SMOOTH, 1e6, 10e6, 12e6).Q, 0.0);
    CHECK_RELATIVE(hyd_check_flow(&PILOTED, &SMOOTH, 1e6, 10e6, 14e6).Q, -3e-7 * 3e3, ROUNDING);
}

/* Nothing backwards, the orifice's flow above the seat's range. */
static void one_way_throttle_holds(void **state)
{
    (void)state;
    CHECK_SAME(hyd_one_way_flow(&SMOOTH, 1e-6, 1e6, 1e7).Q, 0.0);
    CHECK_SAME(hyd_one_way_flow(&SMOOTH, 1e-6, 1e6, 1e6).Q, 0.0);
    CHECK_SAME(hyd_one_way_flow(&SMOOTH, 1e-6, 2e6, 1e6).Q, hyd_orifice_flow(&SMOOTH, 1e-6, 2e6, 1e6).Q);
    const double half = 0.5 * HYD_ONE_WAY_RANGE; /* where STEP is a half */
    CHECK_RELATIVE(hyd_one_way_flow(&SMOOTH, 1e-6, half, 0.0).Q,
                   0.5 * hyd_orifice_flow(&SMOOTH, 1e-6, half, 0.0).Q, ROUNDING);
}

static void relief_characteristic(void **state)
{
    (void)state;
    CHECK_SAME(hyd_relief_flow(&RELIEF, &SMOOTH, 6.1e6, 0.1e6).Q, 0.0);
    CHECK_SAME(hyd_relief_flow(&RELIEF, &SMOOTH, 0.1e6, 9e6).Q, 0.0);
    CHECK_RELATIVE(hyd_relief_flow(&RELIEF, &SMOOTH, 6.6e6, 0.1e6).Q, 0.5 * 4e-7 * sqrt(6.5e6), ROUNDING);
    CHECK_RELATIVE(hyd_relief_flow(&RELIEF, &SMOOTH, 9.1e6, 0.1e6).Q, 4e-7 * 3e3, ROUNDING);
    double last = 0.0;
    for (double p = 6.15e6; p < 9e6; p += 5e4) {
        const double Q = hyd_relief_flow(&RELIEF, &SMOOTH, p, 0.1e6).Q;
        assert_true(Q > last);
        last = Q;
    }
}

static void counterbalance_holds_and_lowers(void **state)
{
    (void)state;
    const double load = 3.9e6, tank = 0.0;
    CHECK_SAME(hyd_counterbalance_flow(&BALANCE, &SMOOTH, load, tank, 0.0).Q, 0.0);
    /* the pilot lifts with 2.5 p_x: 3.9 + 2.5 * 1.24 = 7.0 MPa opens fully */
    CHECK_RELATIVE(hyd_counterbalance_flow(&BALANCE, &SMOOTH, load, tank, 1.24e6).Q, 2e-7 * sqrt(load),
                   ROUNDING);
    /* lifting: the check valve feeds the load */
    CHECK_RELATIVE(hyd_counterbalance_flow(&BALANCE, &SMOOTH, load, load + 1e6, 0.0).Q, -3e-7 * 1e3,
                   ROUNDING);
    /* back pressure holds it shut unless its spring chamber is vented */
    CHECK_SAME(hyd_counterbalance_flow(&BALANCE, &SMOOTH, load, 1e6, 1.24e6).Q, 0.0);
    CHECK_RELATIVE(of_vented(load, 1e6, 1.24e6, 0.0).Q, 2e-7 * sqrt(2.9e6), ROUNDING);
}

/* Supply - compensator - metering edge - load: the drop over the edge keeps to the margin within half the
 * range, whatever supply and load are, as long as the supply is high enough. */
static void compensator_keeps_the_drop(void **state)
{
    (void)state;
    const double edge = 1e-7;
    for (double supply = 4e6; supply < 2e7; supply += 3e6)
        for (double load = 0.0; load < 2.5e6; load += 8e5) {
            double low = load, high = supply;
            for (int i = 0; i < 80; i++) { /* bisection of the pressure between them */
                const double p = 0.5 * (low + high);
                const double surplus = hyd_compensator_flow(&COMPENSATOR, &SMOOTH, supply, p, load).Q -
                                       hyd_orifice_flow(&SMOOTH, edge, p, load).Q;
                if (surplus > 0.0)
                    low = p;
                else
                    high = p;
            }
            CHECK_NEAR(low - load, COMPENSATOR.margin, 0.5 * COMPENSATOR.range);
        }
}

/* ---- directional valve and section ---- */

/* 002 Eq. (26) on all four edges, with the ports of docs/hydraulics.md. */
static void directional_as_published(void **state)
{
    (void)state;
    const hyd_directional v = hyd_directional_simple(2.138e-8, 4.547e-3, 10.0);
    CHECK_RELATIVE(hyd_directional_flow(&v, &SECANT, HYD_PA, 10.0, 7.6e6, 3.6e6).Q, 2.138e-8 * 10.0 * 2e3,
                   ROUNDING);
    CHECK_RELATIVE(hyd_directional_flow(&v, &SECANT, HYD_BT, 5.0, 4.1e6, 0.1e6).Q, 2.138e-8 * 5.0 * 2e3,
                   ROUNDING);
    CHECK_RELATIVE(hyd_directional_flow(&v, &SECANT, HYD_PB, -10.0, 7.6e6, 3.6e6).Q, 2.138e-8 * 10.0 * 2e3,
                   ROUNDING);
    CHECK_RELATIVE(hyd_directional_flow(&v, &SECANT, HYD_AT, -10.0, 0.1e6, 4.1e6).Q, -2.138e-8 * 10.0 * 2e3,
                   ROUNDING);
    for (hyd_edge edge = HYD_PA; edge < HYD_EDGES; edge++) {
        CHECK_SAME(hyd_directional_opening(&v, edge, 0.0).y, 0.0);
        const bool positive = edge == HYD_PA || edge == HYD_BT;
        CHECK_SAME(hyd_directional_opening(&v, edge, positive ? -3.0 : 3.0).y, 0.0);
    }
    const hyd_spool_rate rate = hyd_spool_move(&v.spool, -10.0, 4.0); /* Eq. (27) */
    CHECK_RELATIVE(rate.rate, -14.0 / 4.547e-3, ROUNDING);
    CHECK_RELATIVE(rate.rate_U, -1.0 / 4.547e-3, ROUNDING);
}

static void centres_and_dead_band(void **state)
{
    (void)state;
    hyd_directional v = SPOOL;
    const bool opens[HYD_CENTRES][HYD_EDGES] = {
        {0, 0, 0, 0, 0}, {1, 1, 1, 1, 0}, {0, 0, 0, 0, 1}, {0, 0, 1, 1, 0}};
    for (v.centre = HYD_CENTRE_CLOSED; v.centre < HYD_CENTRES; v.centre++)
        for (hyd_edge edge = HYD_PA; edge < HYD_EDGES; edge++) {
            CHECK_SAME(hyd_directional_opening(&v, edge, 0.0).y, opens[v.centre][edge] ? 1e-8 : 0.0);
            if (edge == HYD_PT) CHECK_SAME(hyd_directional_opening(&v, edge, 2.0).y, 0.0);
        }
    v.centre = HYD_CENTRE_CLOSED;
    CHECK_SAME(hyd_directional_opening(&v, HYD_PA, 1.0).y, 0.0); /* the dead band's end */
    CHECK_RELATIVE(hyd_directional_opening(&v, HYD_PA, 10.0).y, 2e-8 * 10.0,
                   ROUNDING); /* full stroke stays full */
    CHECK_RELATIVE(hyd_directional_opening(&v, HYD_PB, -5.5).y, 2.2e-8 * 10.0 / 2.0, ROUNDING); /* half way */
}

/* As without the check from cracking and range on; half of it half way; nothing backwards; the way to the
 * tank has none. */
static void load_check_holds(void **state)
{
    (void)state;
    hyd_directional plain = CHECKED;
    plain.check_range = 0.0;
    const double Q = hyd_directional_flow(&plain, &SMOOTH, HYD_PA, 5.0, 4e6, 3e6).Q;
    CHECK_SAME(hyd_directional_flow(&CHECKED, &SMOOTH, HYD_PA, 5.0, 4e6, 3e6).Q, Q);
    CHECK_RELATIVE(hyd_directional_flow(&CHECKED, &SMOOTH, HYD_PB, -5.0, 3.2e6, 3e6).Q,
                   0.5 * hyd_directional_flow(&plain, &SMOOTH, HYD_PB, -5.0, 3.2e6, 3e6).Q, ROUNDING);
    CHECK_SAME(hyd_directional_flow(&CHECKED, &SMOOTH, HYD_PA, 5.0, 3.05e6, 3e6).Q, 0.0);
    CHECK_SAME(hyd_directional_flow(&CHECKED, &SMOOTH, HYD_PA, 5.0, 1e6, 9e6).Q, 0.0);
    CHECK_SAME(hyd_directional_flow(&CHECKED, &SMOOTH, HYD_BT, 5.0, 1e6, 9e6).Q,
               hyd_directional_flow(&plain, &SMOOTH, HYD_BT, 5.0, 1e6, 9e6).Q);
}

static void spool_keeps_its_limits(void **state)
{
    (void)state;
    const hyd_spool_rate fast = hyd_spool_move(&SPOOL.spool, 9.0, 0.0),
                         slow = hyd_spool_move(&SPOOL.spool, 9.0, 8.0);
    CHECK_SAME(fast.rate, 400.0);
    CHECK_SAME(fast.rate_U, 0.0);
    CHECK_RELATIVE(slow.rate, 100.0, ROUNDING);
    CHECK_RELATIVE(slow.rate_U, -100.0, ROUNDING);
    CHECK_RELATIVE(hyd_spool_move(&SPOOL.spool, 25.0, 9.0).rate, 100.0, ROUNDING); /* 10 is full */
}

/* Flow depends on the spool alone once the supply is a margin above the load; none flows back. The rounded
 * corner takes at most width^2/(4 (dp - margin)) = 2.5e9/2e6 Pa off the margin. */
static void section_meters_whatever_the_load(void **state)
{
    (void)state;
    const double Q = hyd_directional_opening(&SECTION.valve, HYD_PA, 5.0).y * 1e3; /* sqrt(margin) */
    for (double load = 1e6; load <= 17e6; load += 4e6) {
        const double leak = SECTION.valve.leakage * (20e6 - load);
        CHECK_NEAR(hyd_load_sensing_flow(&SECTION, &SMOOTH, HYD_PA, 5.0, 20e6, load).Q - leak, Q,
                   Q * 0.5 * 1250.0 / 1e6);
    }
    CHECK_RELATIVE(hyd_load_sensing_flow(&SECTION, &SMOOTH, HYD_PA, 5.0, 1e6, 5e6).Q, -4e6 * 1e-13, ROUNDING);
}

typedef struct signal_case {
    double at[4]; /* U, p_A, p_B, p_T */
    int varied;
} signal_case;

static double signal_value(double value, const void *context)
{
    const signal_case *c = context;
    double at[4];
    memcpy(at, c->at, sizeof at);
    at[c->varied] = value;
    return hyd_load_sensing_signal(&SECTION, at[0], at[1], at[2], at[3]).p;
}

static void section_reports_the_fed_port(void **state)
{
    (void)state;
    CHECK_SAME(hyd_load_sensing_signal(&SECTION, 3.0, 8e6, 2e6, 1e5).p, 8e6);
    CHECK_SAME(hyd_load_sensing_signal(&SECTION, -3.0, 8e6, 2e6, 1e5).p, 2e6);
    CHECK_SAME(hyd_load_sensing_signal(&SECTION, 0.5, 8e6, 2e6, 1e5).p, 1e5);
    const double steps[] = {1e-5, 10.0, 10.0, 10.0};
    for (double U = -2.05; U < 2.1; U += 0.1) {
        signal_case c = {{U, 8e6, 2e6, 1e5}, 0};
        const hyd_load_signal s = hyd_load_sensing_signal(&SECTION, U, 8e6, 2e6, 1e5);
        const double analytic[] = {s.p_u, s.p_A, s.p_B, s.p_T};
        for (c.varied = 0; c.varied < 4; c.varied++)
            CHECK_DERIVATIVE(signal_value, &c, c.at[c.varied], analytic[c.varied], steps[c.varied], ROUNDING);
    }
}

/* ---- pumps and motors ---- */

static const hyd_machine MACHINE = {.displacement = 45e-6 / 6.283185307179586,
                                    .leakage = 2e-12,
                                    .viscous_drag = 0.02,
                                    .pressure_drag = 0.05,
                                    .drag_speed = 2.0};

/* 45 cm^3/rev at 2000 rpm give 90 l/min, and at 20 MPa want 143.24 N m. */
static void ideal_pump_by_hand(void **state)
{
    (void)state;
    const hyd_machine ideal = {.displacement = MACHINE.displacement};
    const double w = 2000.0 * 6.283185307179586 / 60.0;
    const hyd_machine_value v = hyd_machine_evaluate(&ideal, w, 1.0, 1e5, 20.1e6);
    CHECK_RELATIVE(v.Q, 90.0 / 60000.0, ROUNDING);
    CHECK_RELATIVE(v.T, -45e-6 * 20e6 / 6.283185307179586, ROUNDING);
    CHECK_RELATIVE(-v.T * w, v.Q * 20e6, ROUNDING);
    CHECK_RELATIVE(hyd_machine_evaluate(&ideal, w, 0.5, 1e5, 20.1e6).Q, 45.0 / 60000.0, ROUNDING);
}

typedef struct machine_case {
    double at[4]; /* w, e, p_a, p_b */
    int varied, output;
    bool motor;
} machine_case;

static const hyd_motor GEARED = {
    .machine = {.displacement = 6e-6, .leakage = 1e-12, .pressure_drag = 0.04, .drag_speed = 1.0},
    .gear = -3.0};

static hyd_machine_value machine_at(const machine_case *c, const double at[4])
{
    return c->motor ? hyd_motor_evaluate(&GEARED, at[0], at[1], at[2], at[3])
                    : hyd_machine_evaluate(&MACHINE, at[0], at[1], at[2], at[3]);
}

static double machine_output(double value, const void *context)
{
    const machine_case *c = context;
    double at[4];
    memcpy(at, c->at, sizeof at);
    at[c->varied] = value;
    const hyd_machine_value v = machine_at(c, at);
    return c->output == 0 ? v.Q : v.T;
}

static void check_machine(machine_case c)
{
    const hyd_machine_value v = machine_at(&c, c.at);
    const double analytic[2][4] = {{v.Q_w, v.Q_e, v.Q_a, v.Q_b}, {v.T_w, v.T_e, v.T_a, v.T_b}};
    const double steps[] = {1e-4, 1e-5, 20.0, 20.0};
    for (c.output = 0; c.output < 2; c.output++)
        for (c.varied = 0; c.varied < 4; c.varied++)
            CHECK_DERIVATIVE(machine_output, &c, c.at[c.varied], analytic[c.output][c.varied],
                             steps[c.varied], ROUNDING);
    if (c.motor) return;
    /* power in at the shaft less power out with the oil is what is lost, and that is no gain */
    const double dp = c.at[3] - c.at[2], loss = hyd_machine_loss(&MACHINE, c.at[0], c.at[2], c.at[3]);
    CHECK_NEAR(-v.T * c.at[0] - v.Q * dp, loss, ROUNDING * (fabs(v.T * c.at[0]) + fabs(v.Q * dp)));
    assert_true(loss >= 0.0);
}

static void machine_derivatives_and_power(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int k = 0; k < 200; k++) {
        machine_case c = {.motor = k % 2 == 1};
        const double near = check_random(&seed) > 0.0 ? 1.0 : 1e-2;
        c.at[0] = 200.0 * near * check_random(&seed);
        c.at[1] = check_random(&seed);
        c.at[2] = 1e7 * (1.0 + check_random(&seed));
        c.at[3] = c.at[2] + 1e7 * near * check_random(&seed);
        check_machine(c);
    }
}

/* The drag of a working machine is k D |dp|: a machine without other losses shows it alone. */
static void pressure_drag_is_proportional_to_the_drop(void **state)
{
    (void)state;
    const hyd_machine m = {.displacement = 1e-5, .pressure_drag = 0.05, .drag_speed = 1.0};
    for (double dp = HYD_DRAG_PRESSURE; dp < 5e7; dp *= 1.7)
        for (int sign = -1; sign <= 1; sign += 2) {
            const hyd_machine_value v = hyd_machine_evaluate(&m, 100.0, 0.0, 1e5, 1e5 + sign * dp);
            CHECK_RELATIVE(v.T, -0.05 * 1e-5 * dp, ROUNDING * 1e5 / HYD_DRAG_PRESSURE);
        }
    for (double dp = -HYD_DRAG_PRESSURE; dp <= HYD_DRAG_PRESSURE; dp += 1e3) {
        const double T = -hyd_machine_evaluate(&m, 100.0, 0.0, 0.0, dp).T;
        assert_true(T >= 0.0 && T <= 0.05 * 1e-5 * fabs(dp) * (1.0 + ROUNDING));
    }
}

/* Motor with gear 3 the other way round: port speed w, motor -3 w. */
static void motor_is_the_machine_behind_a_gear(void **state)
{
    (void)state;
    const hyd_machine_value m = hyd_machine_evaluate(&GEARED.machine, -30.0, 1.0, 9e6, 1e6);
    const hyd_machine_value v = hyd_motor_evaluate(&GEARED, 10.0, 1.0, 9e6, 1e6);
    CHECK_SAME(v.Q, m.Q);
    CHECK_RELATIVE(v.T, -3.0 * m.T, ROUNDING);
    assert_true(hyd_motor_evaluate(&GEARED, -10.0, 1.0, 9e6, 1e6).T <
                0.0); /* p_a drives it backwards on the port */
}

/* Two speeds: at the least displacement the same oil turns it faster, with less torque. */
static void motor_has_two_displacements(void **state)
{
    (void)state;
    const hyd_motor travel = {.machine = {.displacement = 2e-5}, .gear = 50.0, .least = 0.6};
    CHECK_SAME(hyd_motor_share(&travel, 0.0), 1.0);
    CHECK_SAME(hyd_motor_share(&travel, -1.0), 1.0);
    CHECK_RELATIVE(hyd_motor_share(&travel, 0.5), 0.8, ROUNDING);
    CHECK_RELATIVE(hyd_motor_share(&travel, 1.0), 0.6, ROUNDING);
    CHECK_RELATIVE(hyd_motor_share(&travel, 2.0), 0.6, ROUNDING);
    const hyd_machine_value low = hyd_motor_evaluate(&travel, 3.0, 1.0, 3e7, 1e6),
                            high = hyd_motor_evaluate(&travel, 5.0, 0.6, 3e7, 1e6);
    CHECK_RELATIVE(high.Q, low.Q, ROUNDING);
    CHECK_RELATIVE(high.T, 0.6 * low.T, ROUNDING);
}

static const hyd_pump SENSING = {.control = HYD_PUMP_LOAD_SENSING,
                                 .tau = 0.05,
                                 .least = 0.02,
                                 .margin = 2e6,
                                 .droop = 4e5,
                                 .pressure_limit = 2e7};

typedef struct swash_case {
    const hyd_pump *pump;
    hyd_swash_input input;
    double e;
    int varied;
} swash_case;

static double *swash_variable(swash_case *c)
{
    double *const variables[] = {&c->e,          &c->input.p_a,      &c->input.p_b,
                                 &c->input.p_LS, &c->input.dp_other, &c->input.w};
    return variables[c->varied];
}

static double swash_value(double value, const void *context)
{
    swash_case c = *(const swash_case *)context;
    *swash_variable(&c) = value;
    return hyd_swash_move(c.pump, &c.input, c.e).rate;
}

static void check_swash_derivatives(swash_case c)
{
    const hyd_swash_rate r = hyd_swash_move(c.pump, &c.input, c.e);
    const double analytic[] = {r.rate_e, r.rate_a, r.rate_b, r.rate_LS, r.rate_other, r.rate_w};
    const double steps[] = {1e-5, 20.0, 20.0, 20.0, 20.0, 1e-4};
    for (c.varied = 0; c.varied < 6; c.varied++)
        CHECK_DERIVATIVE(swash_value, &c, *swash_variable(&c), analytic[c.varied], steps[c.varied], ROUNDING);
}

static void swash_plate_control(void **state)
{
    (void)state;
    /* starved: opens; satisfied: closes to the least; at the limit: closes whatever the load */
    const hyd_swash_input starved = {.p_b = 5e6, .p_LS = 4e6}, satisfied = {.p_b = 7e6, .p_LS = 4e6},
                          limited = {.p_b = 2.1e7, .p_LS = 2.5e7}, half = {.command = -0.5, .p_b = 1e7},
                          back = {.command = -1.0, .p_b = 1e7};
    CHECK_RELATIVE(hyd_swash_move(&SENSING, &starved, 0.0).rate, 1.0 / 0.05, ROUNDING);
    CHECK_NEAR(hyd_swash_move(&SENSING, &satisfied, 0.02).rate, 0.0, ROUNDING);
    CHECK_RELATIVE(hyd_swash_move(&SENSING, &limited, 1.0).rate, -1.0 / 0.05, ROUNDING);
    const hyd_pump commanded = {.control = HYD_PUMP_COMMAND, .tau = 0.1, .least = -1.0, .rate_limit = 3.0};
    CHECK_RELATIVE(hyd_swash_move(&commanded, &half, -0.4).rate, -1.0, ROUNDING);
    CHECK_SAME(hyd_swash_move(&commanded, &back, 1.0).rate, -3.0);
    for (double p_b = 1.75e7; p_b < 2.05e7; p_b += 3.3e4)
        check_swash_derivatives(
            (swash_case){.pump = &SENSING, .e = 0.3, .input = {.p_b = p_b, .p_LS = 1.77e7}});
}

/* 114 cm^3/rev and 640 N m: alone at 35 MPa all of it, D dp = 635 N m; two at 35 MPa half of it each. */
static const hyd_pump REGULATED = {.machine = {.displacement = 114e-6 / 6.283185307179586},
                                   .control = HYD_PUMP_LOAD_SENSING,
                                   .tau = 0.05,
                                   .margin = 2e6,
                                   .droop = 4e5,
                                   .torque_limit = 640.0};

/* Fraction at which the swash plate rests. */
static double resting(const hyd_pump *pump, double dp, double dp_other)
{
    const hyd_swash_input starved = {.p_a = 1e5, .p_b = 1e5 + dp, .p_LS = 1e5 + dp, .dp_other = dp_other};
    return hyd_swash_move(pump, &starved, 0.0).rate * pump->tau;
}

static void torque_limit_shares_the_engine(void **state)
{
    (void)state;
    const double D = REGULATED.machine.displacement;
    CHECK_RELATIVE(resting(&REGULATED, 3.5e7, 0.0), 1.0, ROUNDING);
    CHECK_RELATIVE(resting(&REGULATED, -1e6, 0.0), 1.0, ROUNDING); /* nothing to divide by */
    /* beyond the blend two alike take the limit together, whatever each has to do */
    for (double dp = 5e6; dp < 4e7; dp += 5e6) {
        const double e = resting(&REGULATED, dp, 3.5e7);
        if (e < 1.0 - HYD_TORQUE_BLEND) CHECK_RELATIVE(e * D * (dp + 3.5e7), 640.0, ROUNDING);
    }
    /* the blend lets pass at most 4/27 of its width, at a third of it: e_T = 1 - blend/3 */
    const double dp = 640.0 / (D * (1.0 - HYD_TORQUE_BLEND / 3.0));
    CHECK_RELATIVE(resting(&REGULATED, dp, 0.0), 1.0 - 5.0 / 27.0 * HYD_TORQUE_BLEND, ROUNDING);
    for (double p = 1e7; p < 3.4e7; p += 4.7e5)
        check_swash_derivatives(
            (swash_case){.pump = &REGULATED,
                         .e = 0.4,
                         .input = {.p_a = 3e5, .p_b = p, .p_LS = p - 1.7e6, .dp_other = 2.9e7 - 0.3 * p}});
}

/* From 180 rad/s on all of the torque, at half of it half of the torque, at rest and backwards none. */
static void torque_limit_falls_with_the_speed(void **state)
{
    (void)state;
    hyd_pump pump = REGULATED;
    pump.torque_speed = 180.0;
    hyd_swash_input input = {.p_b = 3e7, .p_LS = 3e7, .dp_other = 3e7};
    const double full = pump.machine.displacement * 6e7;
    const double w[] = {-10.0, 0.0, 90.0, 180.0, 250.0}, share[] = {0.0, 0.0, 0.5, 1.0, 1.0};
    for (int i = 0; i < 5; i++) {
        input.w = w[i];
        CHECK_NEAR(hyd_swash_move(&pump, &input, 0.0).rate * pump.tau, share[i] * 640.0 / full, ROUNDING);
    }
    for (input.w = -20.0; input.w < 220.0; input.w += 3.7)
        check_swash_derivatives((swash_case){.pump = &pump, .e = 0.4, .input = input});
    input.w = 0.0; /* pressures that fade while the shaft stands ask for nothing, above tank or below */
    input.dp_other = 0.0;
    for (int i = -2; i <= 2; i++) {
        input.p_b = i;
        CHECK_NEAR(hyd_swash_move(&pump, &input, 0.0).rate * pump.tau, 0.0, ROUNDING);
    }
}

/* ---- accumulator ---- */

static const hyd_accumulator GAS = {.gas_volume = 1e-3, .precharge = 3e6, .exponent = 1.4};

static double gas_capacity(double p, const void *context)
{
    return hyd_accumulator_capacity(context, p).C;
}

static double gas_stored(double p, const void *context)
{
    return hyd_accumulator_capacity(context, p).stored;
}

/* p V_g^n = p_0 V_0^n from the end of the blend on; no oil below the precharge. */
static void accumulator_is_polytropic(void **state)
{
    (void)state;
    const double p_1 = 3e6 * (1.0 + HYD_PRECHARGE_BLEND);
    for (double p = p_1; p < 4e7; p *= 1.3) {
        const double gas = 1e-3 - hyd_accumulator_capacity(&GAS, p).stored;
        /* V_0 less the oil cancels at most to V_0/6 */
        CHECK_RELATIVE(p * pow(gas, 1.4), 3e6 * pow(1e-3, 1.4), 10.0 * ROUNDING);
    }
    for (double p = -1e6; p <= 3e6; p += 1e5) {
        CHECK_SAME(hyd_accumulator_capacity(&GAS, p).C, 0.0);
        CHECK_SAME(hyd_accumulator_capacity(&GAS, p).stored, 0.0);
    }
}

/* Capacity, its slope and the oil inside go through both ends of the blend without a jump, and the capacity
 * is nowhere negative. In the blend u is a difference of pressures, and three coefficients of 15 to 32 cancel
 * to 1. */
static void accumulator_opens_smoothly(void **state)
{
    (void)state;
    for (double n = 1.0; n <= 2.0; n += 0.25) {
        const hyd_accumulator gas = {.gas_volume = 1e-3, .precharge = 3e6, .exponent = n};
        const double p_1 = 3e6 * (1.0 + HYD_PRECHARGE_BLEND);
        const double cancelled = 100.0 * DBL_EPSILON / HYD_PRECHARGE_BLEND;
        const hyd_capacity below = hyd_accumulator_capacity(&gas, nextafter(p_1, 0.0)),
                           above = hyd_accumulator_capacity(&gas, p_1);
        CHECK_RELATIVE(below.C, above.C, cancelled);
        CHECK_NEAR(below.C_p, above.C_p, cancelled * above.C / (HYD_PRECHARGE_BLEND * 3e6));
        CHECK_RELATIVE(below.stored, above.stored, cancelled);
        const hyd_capacity first = hyd_accumulator_capacity(&gas, nextafter(3e6, 4e6));
        CHECK_NEAR(first.C, 0.0, cancelled * above.C);
        for (double p = 3.0001e6; p < 2e7; p += 1.1e3 + 0.1 * (p - 3e6)) {
            const hyd_capacity c = hyd_accumulator_capacity(&gas, p);
            assert_true(c.C > 0.0);
            CHECK_DERIVATIVE(gas_capacity, &gas, p, c.C_p, 50.0, ROUNDING);
            CHECK_DERIVATIVE(gas_stored, &gas, p, c.C, 50.0, ROUNDING);
        }
    }
}

/* ---- cylinder ---- */

/* 002 Table 1 */
static const hyd_cylinder PUBLISHED = {.area_a = 5.02654824574366918e-3,
                                       .area_b = 4.06443549558179500e-3,
                                       .stroke = 1.1,
                                       .length_0 = 1.41421356237309505,
                                       .chamber_0 = 0.31421356237309505,
                                       .chamber_modulus = 31500e6};

static hyd_cylinder furnished(void)
{
    hyd_cylinder c = PUBLISHED;
    c.least_chamber = 0.01;
    c.stop_stiffness = 5e7;
    c.stop_damping = 2e5;
    c.stop_ramp = 2e-3;
    c.stop_dissipation = 3.0;
    c.efficiency = 0.88;
    c.friction_speed = 0.01;
    c.curve = (hyd_speed_curve){4, {0.0, 0.1, 0.4, 1.0}, {0.9, 0.2, 0.5, 1.0}}; /* the shape of 001 Fig. 5 */
    return c;
}

/* Eq. (43) with both signs, and (29) without friction. */
static void cylinder_as_published(void **state)
{
    (void)state;
    hyd_cylinder c = PUBLISHED;
    const hyd_chambers physical = hyd_cylinder_chambers(&c, c.length_0 + 0.1);
    c.sign = HYD_SIGN_PRINTED;
    const hyd_chambers printed = hyd_cylinder_chambers(&c, c.length_0 + 0.1);
    CHECK_RELATIVE(physical.a.y, 0.41421356237309505, ROUNDING);
    CHECK_RELATIVE(physical.a.y + physical.b.y, 1.1, ROUNDING);
    CHECK_RELATIVE(printed.a.y, 0.21421356237309505, ROUNDING);
    CHECK_RELATIVE(printed.a.y + printed.b.y, 1.1, ROUNDING);
    CHECK_SAME(physical.a.y_x, 1.0);
    CHECK_SAME(printed.a.y_x, -1.0);
    CHECK_RELATIVE(hyd_cylinder_push(&c, 1.5, 0.3, 6e6, 3.5e6).F, 6e6 * c.area_a - 3.5e6 * c.area_b,
                   ROUNDING);
}

/* 001 Eq. (2.54) beyond the speed in which the sign changes: tanh(0.4/0.01) is 1 to round-off. */
static void efficiency_takes_its_share(void **state)
{
    (void)state;
    const hyd_cylinder c = furnished();
    const double pressure_force = 6e6 * c.area_a - 3.5e6 * c.area_b;
    CHECK_RELATIVE(hyd_cylinder_push(&c, 1.5, 0.4, 6e6, 3.5e6).F, pressure_force * (1.0 - 0.12 * 0.5),
                   ROUNDING);
    CHECK_RELATIVE(hyd_cylinder_push(&c, 1.5, -0.4, 6e6, 3.5e6).F, pressure_force * (1.0 + 0.12 * 0.5),
                   ROUNDING);
    CHECK_RELATIVE(hyd_cylinder_speed_factor(&c, 3.0).y, 1.0, ROUNDING);
    CHECK_RELATIVE(hyd_cylinder_speed_factor(&c, 0.1).y, 0.2, 1e-8 /* 1 - tanh(10) = 4e-9 */);
    CHECK_SAME(hyd_cylinder_speed_factor(&c, 0.0).y, 0.0);
}

/* k d (1 + a u): more on the way in, less on the way out, and never a pull. */
static void end_stops_dissipate(void **state)
{
    (void)state;
    hyd_cylinder c = PUBLISHED;
    c.stop_stiffness = 5e7;
    c.stop_dissipation = 4.0;
    const double end = c.length_0 - c.chamber_0 - 1e-3, tolerance = 5e7 * 8.0 * DBL_EPSILON;
    CHECK_NEAR(hyd_cylinder_push(&c, end, -0.2, 0.0, 0.0).F, 5e4 * 1.8, tolerance);
    CHECK_NEAR(hyd_cylinder_push(&c, end, 0.2, 0.0, 0.0).F, 5e4 * 0.2, tolerance);
    CHECK_SAME(hyd_cylinder_push(&c, end, 0.3, 0.0, 0.0).F, 0.0);
}

/* 001 Eq. (25): 1 mm into the stop at rest, and with 0.2 m/s into it where the damping has its full weight;
 * on the way out there is no damping. */
static void end_stops_push_back(void **state)
{
    (void)state;
    hyd_cylinder c = PUBLISHED;
    c.stop_stiffness = 5e7;
    c.stop_damping = 2e5;
    const double closed = c.length_0 - c.chamber_0, open = closed + c.stroke;
    const double tolerance = 5e7 * 4.0 * DBL_EPSILON; /* the penetration is a difference of lengths */
    CHECK_NEAR(hyd_cylinder_push(&c, closed - 1e-3, 0.0, 0.0, 0.0).F, 5e4, tolerance);
    CHECK_NEAR(hyd_cylinder_push(&c, closed - 1e-3, -0.2, 0.0, 0.0).F, 5e4 + 4e4, tolerance);
    CHECK_NEAR(hyd_cylinder_push(&c, closed - 1e-3, 0.2, 0.0, 0.0).F, 5e4, tolerance);
    CHECK_NEAR(hyd_cylinder_push(&c, open + 1e-3, 0.2, 0.0, 0.0).F, -5e4 - 4e4, tolerance);
    CHECK_SAME(hyd_cylinder_push(&c, open - 1e-3, 0.2, 0.0, 0.0).F, 0.0);
    CHECK_NEAR(hyd_cylinder_overrun(&c, open + 1e-3), 1e-3, 4.0 * DBL_EPSILON);
    CHECK_NEAR(hyd_cylinder_overrun(&c, closed - 1e-3), -1e-3, 4.0 * DBL_EPSILON);
}

typedef struct cylinder_case {
    hyd_cylinder cylinder;
    double at[4]; /* s, v, p_a, p_b */
    int varied;
} cylinder_case;

static double cylinder_output(double value, const void *context)
{
    const cylinder_case *c = context;
    double at[4];
    memcpy(at, c->at, sizeof at);
    at[c->varied] = value;
    return hyd_cylinder_push(&c->cylinder, at[0], at[1], at[2], at[3]).F;
}

static double chamber_a(double s, const void *context)
{
    return hyd_cylinder_chambers(context, s).a.y;
}

static double chamber_b(double s, const void *context)
{
    return hyd_cylinder_chambers(context, s).b.y;
}

static void cylinder_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const double steps[] = {1e-7, 1e-6, 20.0, 20.0};
    for (int k = 0; k < 300; k++) {
        cylinder_case c = {.cylinder = furnished()};
        /* a third of the places in either stop, and half of the speeds slow */
        const double closed = c.cylinder.length_0 - c.cylinder.chamber_0, reach = 3e-3 * check_random(&seed);
        const double places[] = {closed - fabs(reach), closed + 0.55 + 100.0 * reach,
                                 closed + 1.1 + fabs(reach)};
        c.at[0] = places[k % 3];
        c.at[1] = (k % 2 == 0 ? 0.5 : 5e-3) * check_random(&seed);
        for (int i = 2; i < 4; i++) c.at[i] = 1e7 * (1.0 + check_random(&seed));
        const hyd_cylinder_force f = hyd_cylinder_push(&c.cylinder, c.at[0], c.at[1], c.at[2], c.at[3]);
        const double analytic[] = {f.F_s, f.F_v, f.F_a, f.F_b};
        for (c.varied = 0; c.varied < 4; c.varied++)
            CHECK_DERIVATIVE(cylinder_output, &c, c.at[c.varied], analytic[c.varied], steps[c.varied],
                             ROUNDING);
        const hyd_chambers chambers = hyd_cylinder_chambers(&c.cylinder, c.at[0]);
        CHECK_DERIVATIVE(chamber_a, &c.cylinder, c.at[0], chambers.a.y_x, 1e-6, ROUNDING);
        CHECK_DERIVATIVE(chamber_b, &c.cylinder, c.at[0], chambers.b.y_x, 1e-6, ROUNDING);
        assert_true(chambers.a.y > 0.0 && chambers.b.y > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_blocks),
        cmocka_unit_test(effective_modulus_of_the_published_volumes),
        cmocka_unit_test(compressibility_derivatives),
        cmocka_unit_test(capacity_is_that_of_the_effective_modulus),
        cmocka_unit_test(boiling_oil_keeps_its_pressure),
        cmocka_unit_test(published_flow_constants),
        cmocka_unit_test(laminar_meets_turbulent),
        cmocka_unit_test(flow_derivatives),
        cmocka_unit_test(check_valve_characteristic),
        cmocka_unit_test(one_way_throttle_holds),
        cmocka_unit_test(relief_characteristic),
        cmocka_unit_test(counterbalance_holds_and_lowers),
        cmocka_unit_test(compensator_keeps_the_drop),
        cmocka_unit_test(directional_as_published),
        cmocka_unit_test(centres_and_dead_band),
        cmocka_unit_test(load_check_holds),
        cmocka_unit_test(spool_keeps_its_limits),
        cmocka_unit_test(section_meters_whatever_the_load),
        cmocka_unit_test(section_reports_the_fed_port),
        cmocka_unit_test(ideal_pump_by_hand),
        cmocka_unit_test(machine_derivatives_and_power),
        cmocka_unit_test(pressure_drag_is_proportional_to_the_drop),
        cmocka_unit_test(motor_is_the_machine_behind_a_gear),
        cmocka_unit_test(motor_has_two_displacements),
        cmocka_unit_test(swash_plate_control),
        cmocka_unit_test(torque_limit_shares_the_engine),
        cmocka_unit_test(torque_limit_falls_with_the_speed),
        cmocka_unit_test(accumulator_is_polytropic),
        cmocka_unit_test(accumulator_opens_smoothly),
        cmocka_unit_test(cylinder_as_published),
        cmocka_unit_test(efficiency_takes_its_share),
        cmocka_unit_test(end_stops_push_back),
        cmocka_unit_test(end_stops_dissipate),
        cmocka_unit_test(cylinder_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
