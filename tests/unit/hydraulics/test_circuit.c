/* Circuits as a whole: the published rates, the full Jacobian, balances, the oil spring, cavitation,
 * commands, events. */
#include "support/check.h"
#include "support/exhaustion.h"

#include "hl/dense.h"
#include "plants.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double ROUNDING = 50.0 * DBL_EPSILON;

enum { MAX_STATES = 16, MAX_PORTS = 6 };

static hl_report report; /* too large for the stack */

/* A built circuit and room for one evaluation. */
typedef struct bench {
    hl_arena arena;
    const hyd_circuit *circuit;
    int states, ports;
    double s[MAX_PORTS], s_dot[MAX_PORTS], x[MAX_STATES], commands[MAX_STATES];
    double force[MAX_PORTS], x_dot[MAX_STATES];
    double force_s[MAX_PORTS * MAX_PORTS], force_s_dot[MAX_PORTS * MAX_PORTS],
        force_x[MAX_PORTS * MAX_STATES];
    double x_dot_s[MAX_STATES * MAX_PORTS], x_dot_s_dot[MAX_STATES * MAX_PORTS],
        x_dot_x[MAX_STATES * MAX_STATES];
} bench;

static void bench_build(bench *b, void (*fill)(plant *))
{
    static plant p;
    fill(&p);
    memset(b, 0, sizeof *b);
    if (hyd_circuit_build(&p.def, &b->arena, &b->circuit, &report) != HL_OK)
        fail_msg("%s", report.list[0].text);
    memset(&p, 0xCD, sizeof p); /* the circuit holds its own copy */
    const hyd_counts counts = hyd_circuit_counts(b->circuit);
    b->states = counts.states;
    b->ports = counts.ports;
    memcpy(b->x, hyd_circuit_initial(b->circuit), (size_t)counts.states * sizeof(double));
    hyd_circuit_initial_commands(b->circuit, b->commands);
    hyd_circuit_sample_commands(b->circuit, 0.0, b->commands);
}

static hyd_io bench_io(bench *b)
{
    return (hyd_io){.s = b->s,
                    .s_dot = b->s_dot,
                    .x = b->x,
                    .commands = b->commands,
                    .force = b->force,
                    .x_dot = b->x_dot};
}

static void bench_evaluate(bench *b)
{
    hyd_io io = bench_io(b);
    hyd_circuit_evaluate(b->circuit, &io);
}

/* @param stride  added to the rows beyond what the circuit needs */
static hyd_io bench_tangent(bench *b, int stride)
{
    double *const matrices[] = {b->force_s, b->force_s_dot, b->force_x,
                                b->x_dot_s, b->x_dot_s_dot, b->x_dot_x};
    const size_t sizes[] = {sizeof b->force_s, sizeof b->force_s_dot, sizeof b->force_x,
                            sizeof b->x_dot_s, sizeof b->x_dot_s_dot, sizeof b->x_dot_x};
    for (int i = 0; i < 6; i++) memset(matrices[i], 0, sizes[i]);
    hyd_io io = bench_io(b);
    io.jacobian = true;
    io.port_stride = b->ports + stride;
    io.state_stride = b->states + stride;
    io.force_s = b->force_s;
    io.force_s_dot = b->force_s_dot;
    io.force_x = b->force_x;
    io.x_dot_s = b->x_dot_s;
    io.x_dot_s_dot = b->x_dot_s_dot;
    io.x_dot_x = b->x_dot_x;
    hyd_circuit_evaluate(b->circuit, &io);
    return io;
}

/* ---- the published circuit ---- */

/* 002 Eq. (44) written out, with the throttle and the valve turbulent. */
static void four_bar_rates_are_equation_44(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_four_bar);
    assert_int_equal(b.states, 4);
    const double A2 = 5.02654824574366918e-3, A3 = 4.06443549558179500e-3, s_dot = 0.07;
    b.s[0] = 1.5;
    b.s_dot[0] = s_dot;
    const double x[] = {6.5e6, 5.5e6, 3.0e6, 4.0};
    memcpy(b.x, x, sizeof x);
    b.commands[0] = 10.0;
    bench_evaluate(&b);
    const double l2 = 1.5 - 1.1, l3 = 1.1 - l2; /* l2_0 + s - s_0 = s - l */
    const double c1 = 4.71e-5 / 1500e6 + 4.71e-5 / 550e6;
    const double c2 = (3.14e-5 + A2 * l2) / 1500e6 + 3.14e-5 / 550e6 + A2 * l2 / 31500e6;
    const double c3 = (7.85e-5 + A3 * l3) / 1500e6 + 7.85e-5 / 550e6 + A3 * l3 / 31500e6;
    const double Q_d1 = 2.138e-8 * 4.0 * sqrt(1.1e6), Q_t = 1.09820131016451570e-6 * sqrt(1e6);
    const double Q_3d = 2.138e-8 * 4.0 * sqrt(2.9e6);
    CHECK_RELATIVE(b.x_dot[0], (Q_d1 - Q_t) / c1, ROUNDING);
    CHECK_RELATIVE(b.x_dot[1], (Q_t - A2 * s_dot) / c2, ROUNDING);
    CHECK_RELATIVE(b.x_dot[2], (A3 * s_dot - Q_3d) / c3, 2.0 * ROUNDING); /* the two flows nearly cancel */
    CHECK_RELATIVE(b.x_dot[3], 6.0 / 4.547e-3, ROUNDING);
    CHECK_RELATIVE(b.force[0], 5.5e6 * A2 - 3.0e6 * A3, ROUNDING);
    hl_arena_free(&b.arena);
}

/* Initial pressures: 002 section 5, F_s0 = sqrt 2 g (3 m1 + 2 m2 + m3); the force is that one, and nothing
 * moves. */
static void four_bar_starts_at_rest(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_four_bar);
    b.s[0] = sqrt(2.0);
    bench_evaluate(&b);
    CHECK_RELATIVE(b.force[0], sqrt(2.0) * 9.81 * 795.0,
                   ROUNDING * 3.0 /* a difference of forces of 25 and 14 kN */);
    for (int i = 0; i < 4; i++) CHECK_SAME(b.x_dot[i], 0.0);
    assert_int_equal(hyd_circuit_pressure_state(b.circuit, FOUR_BAR_PUMP), HYD_NONE);
    assert_int_equal(hyd_circuit_pressure_state(b.circuit, FOUR_BAR_V3), 2);
    assert_int_equal(hyd_circuit_spool_state(b.circuit, 0), 3);
    CHECK_SAME(hyd_circuit_pressure(b.circuit, b.x, FOUR_BAR_PUMP), 7.6e6);
    CHECK_SAME(hyd_circuit_scale(b.circuit)[0], 1.0);
    CHECK_SAME(hyd_circuit_scale(b.circuit)[3], 1e-5);
    hl_arena_free(&b.arena);
}

/* Nothing of the definition is needed once the circuit is built. */
static void circuit_holds_its_own_names(void **state)
{
    (void)state;
    static plant p;
    static char name[] = "V2";
    hl_arena arena = {0};
    const hyd_circuit *circuit = NULL;
    plant_four_bar(&p);
    p.nodes[FOUR_BAR_V2].name = name;
    assert_int_equal(hyd_circuit_build(&p.def, &arena, &circuit, &report), HL_OK);
    name[0] = 'W';
    assert_string_equal(hyd_circuit_definition(circuit)->nodes[FOUR_BAR_V2].name, "V2");
    hl_arena_free(&arena);
}

/* ---- Jacobian ---- */

typedef struct derivative_case {
    bench *b;
    double *input;
    const double *output;
} derivative_case;

static double varied_output(double value, const void *context)
{
    const derivative_case *c = context;
    const double kept = *c->input;
    *c->input = value;
    bench_evaluate(c->b);
    *c->input = kept;
    return *c->output;
}

/* The rounding of a rate is that of its largest flow over a capacity of some 1e-13 m^3/Pa: flows cancel.
 * Steps: pressures 50 Pa, spools and fractions 1e-6, lengths 1e-7 m, speeds 1e-5. */
static void check_columns(bench *b, double *inputs, int count, const double *steps, const double *force,
                          const double *x_dot, int stride)
{
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < b->ports; i++) {
            const derivative_case c = {b, &inputs[j], &b->force[i]};
            CHECK_DERIVATIVE(varied_output, &c, inputs[j], force[i * stride + j], steps[j], 20.0 * ROUNDING);
        }
        for (int i = 0; i < b->states; i++) {
            const derivative_case c = {b, &inputs[j], &b->x_dot[i]};
            CHECK_DERIVATIVE(varied_output, &c, inputs[j], x_dot[i * stride + j], steps[j], 20.0 * ROUNDING);
        }
    }
}

static void randomise(bench *b, uint64_t *seed)
{
    const bool low =
        check_random(seed) > 0.5; /* a quarter of the states is in the bubbles or under the air's floor */
    const int volumes = hyd_circuit_counts(b->circuit).volumes;
    for (int i = 0; i < volumes; i++)
        b->x[i] = low ? 1.5e4 * (1.0 + check_random(seed)) - (i % 3 == 0 ? 1e5 : 0.0)
                      : 8e6 * (1.05 + check_random(seed));
    for (int i = volumes; i < b->states; i++)
        b->x[i] = i < volumes + 3 ? 6.0 * check_random(seed) : 0.5 + 0.5 * check_random(seed);
    for (int i = 0; i < b->ports; i++) b->s_dot[i] = 2.0 * check_random(seed);
    b->s[0] = 1.45 + 0.05 * check_random(seed);
    b->s[3] = 1.1 + 2e-3 * check_random(seed); /* at the end stop */
    b->commands[0] = 10.0 * check_random(seed);
    b->commands[1] = 10.0 * check_random(seed);
}

static void full_jacobian_against_differences(void **state)
{
    (void)state;
    static bench b;
    bench_build(&b, plant_everything);
    assert_int_equal(b.states, 14);
    const double shapes[] = {1e-7, 1e-4, 1e-4, 1e-7}, speeds[] = {1e-5, 1e-4, 1e-4, 1e-5};
    const double steps[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6};
    uint64_t seed = 5;
    for (int k = 0; k < 60; k++) {
        randomise(&b, &seed);
        bench_tangent(&b, 0);
        check_columns(&b, b.s, b.ports, shapes, b.force_s, b.x_dot_s, b.ports);
        check_columns(&b, b.s_dot, b.ports, speeds, b.force_s_dot, b.x_dot_s_dot, b.ports);
        check_columns(&b, b.x, b.states, steps, b.force_x, b.x_dot_x, b.states);
    }
    hl_arena_free(&b.arena);
}

/* As a corner of larger matrices the numbers are the same, and the rest is left alone. */
static void matrices_may_be_corners_of_larger_ones(void **state)
{
    (void)state;
    static bench tight, wide;
    bench_build(&tight, plant_everything);
    bench_build(&wide, plant_everything);
    uint64_t seed = 6;
    randomise(&tight, &seed);
    memcpy(wide.x, tight.x, sizeof wide.x);
    memcpy(wide.s, tight.s, sizeof wide.s);
    memcpy(wide.s_dot, tight.s_dot, sizeof wide.s_dot);
    memcpy(wide.commands, tight.commands, sizeof wide.commands);
    bench_tangent(&tight, 0);
    const hyd_io io = bench_tangent(&wide, 2);
    for (int i = 0; i < tight.states; i++) {
        for (int j = 0; j < tight.states; j++)
            CHECK_SAME(wide.x_dot_x[i * io.state_stride + j], tight.x_dot_x[i * tight.states + j]);
        for (int j = 0; j < tight.ports; j++)
            CHECK_SAME(wide.x_dot_s_dot[i * io.port_stride + j], tight.x_dot_s_dot[i * tight.ports + j]);
        CHECK_SAME(wide.x_dot_x[i * io.state_stride + tight.states], 0.0);
    }
    for (int i = 0; i < tight.ports; i++)
        for (int j = 0; j < tight.states; j++)
            CHECK_SAME(wide.force_x[i * io.state_stride + j], tight.force_x[i * tight.states + j]);
    hl_arena_free(&tight.arena);
    hl_arena_free(&wide.arena);
}

/* ---- balances ---- */

/* Largest of some numbers. */
static double size_of(const double *terms, int count)
{
    double size = 0.0;
    for (int i = 0; i < count; i++) size = fmax(size, fabs(terms[i]));
    return size;
}

static void power_and_flow_balance_at_any_state(void **state)
{
    (void)state;
    static bench b;
    bench_build(&b, plant_everything);
    uint64_t seed = 7;
    for (int k = 0; k < 200; k++) {
        randomise(&b, &seed);
        hyd_io io = bench_io(&b);
        const hyd_power w = hyd_circuit_power(b.circuit, &io);
        const double terms[] = {w.sources, w.shafts, w.cylinders, w.stored, w.losses};
        CHECK_NEAR(w.sources + w.shafts, w.cylinders + w.stored + w.losses, ROUNDING * size_of(terms, 5));
        assert_true(w.losses > 0.0);
        /* flows are up to some 1e-2 m^3/s: speeds of 2 m/s on two bores */
        CHECK_NEAR(hyd_circuit_flow_defect(b.circuit, &io), 0.0, ROUNDING * 0.05);
    }
    hl_arena_free(&b.arena);
}

/* One step of the classical fourth-order rule; port values move as `motion` says. */
typedef void motion_function(bench *b, double t);

static void runge_kutta(bench *b, double t, double h, motion_function *motion)
{
    const double nodes[] = {0.0, 0.5, 0.5, 1.0}, weights[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    double start[MAX_STATES], sum[MAX_STATES];
    memcpy(start, b->x, sizeof start);
    memcpy(sum, b->x, sizeof sum);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < b->states && k > 0; i++) b->x[i] = start[i] + nodes[k] * h * b->x_dot[i];
        if (motion) motion(b, t + nodes[k] * h);
        bench_evaluate(b);
        for (int i = 0; i < b->states; i++) sum[i] += weights[k] * h * b->x_dot[i];
    }
    memcpy(b->x, sum, sizeof sum);
}

/* Mass of a volume of the closed plant as volume at p = 0: V e^(p/B) (1 + p/B_h). */
static double held(double V, double p)
{
    return V * exp(p / 1500e6) * (1.0 + p / 550e6);
}

/* No source: mass is kept, and at the end all pressures are the one at which the volumes hold it. The fastest
 * volume settles in a millisecond: the rule's errors, (h/1 ms)^4, are below rounding. */
static void closed_circuit_keeps_its_oil(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_closed);
    const double mass = hyd_circuit_oil_mass(b.circuit, b.s, b.x), h = 1e-6;
    const double volumes = held(1e-4, 9e6) + held(3e-4, 1e6) + held(2e-3, 4e6);
    CHECK_RELATIVE(mass, 850.0 * volumes, ROUNDING);
    enum { STEPS = 40000 };
    for (int k = 0; k < STEPS; k++) runge_kutta(&b, k * h, h, NULL);
    /* the mass is that of the volumes but for a part p/B of at most 1 %, in which 3 x 40000 additions round
     */
    CHECK_RELATIVE(hyd_circuit_oil_mass(b.circuit, b.s, b.x), mass, DBL_EPSILON * (4.0 + 0.01 * 3.0 * STEPS));
    double p = 4e6; /* Newton: held' = held (1/B + 1/(B_h + p)) */
    for (int k = 0; k < 20; k++) p += (volumes / held(2.4e-3, p) - 1.0) / (1.0 / 1500e6 + 1.0 / (550e6 + p));
    for (int i = 0; i < 3; i++) CHECK_NEAR(b.x[i], p, 1.0);
    hl_arena_free(&b.arena);
}

/* ---- the oil spring ---- */

static double analytic_spring(void)
{
    const double A2 = 5.02654824574366918e-3, A3 = 4.06443549558179500e-3, l2 = sqrt(2.0) - 1.1,
                 l3 = 1.1 - l2;
    const double p2 = 5e6, p3 = 5e6 * (0.08 * 0.08) / (0.08 * 0.08 - 0.035 * 0.035);
    /* what the pressure adds to hose and chamber holds oil too, and the stretched bore sweeps more */
    const double D2 = 3.14e-5 / 550e6 + A2 * l2 / 31500e6, D3 = 7.85e-5 / 550e6 + A3 * l3 / 31500e6;
    const double C2 = (3.14e-5 + A2 * l2 + D2 * p2) / 1500e6 + D2,
                 C3 = (7.85e-5 + A3 * l3 + D3 * p3) / 1500e6 + D3;
    return A2 * A2 * (1.0 + p2 / 31500e6) / C2 + A3 * A3 * (1.0 + p3 / 31500e6) / C3;
}

/* Closed chambers: dF/ds = F_p dp/ds with dp/ds = dp_dot/ds_dot; B_e (A2^2/V2 + A3^2/V3) in all, with the
 * walls stretched by the pressure. */
static void locked_cylinder_is_a_spring(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_locked);
    b.s[0] = sqrt(2.0);
    bench_tangent(&b, 0);
    const double stiffness = -(b.force_x[0] * b.x_dot_s_dot[0] + b.force_x[1] * b.x_dot_s_dot[1]);
    CHECK_RELATIVE(stiffness, analytic_spring(), ROUNDING);
    hl_arena_free(&b.arena);
}

/* A mass of 1000 kg on it, 10 micrometres out: after ten analytic periods it is back, within 0.1 % of a
 * period. By the leapfrog rule with 2000 steps a period, whose period is short by (2 pi/2000)^2/24 = 4e-7 of
 * itself; the pressures, exact functions of the length while no oil moves, by the midpoint rule. The spring
 * is linear within 1e-5 m/0.3 m. */
static void mass_on_the_oil_spring_keeps_time(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_locked);
    const double mass = 1000.0, period = 6.283185307179586 / sqrt(analytic_spring() / mass),
                 h = period / 2000.0;
    b.s[0] = sqrt(2.0);
    bench_evaluate(&b);
    const double balance = b.force[0];
    const double amplitude = 1e-5;
    double v = amplitude * 6.283185307179586 / period, offset = 0.0;
    int crossings = 0;
    double last_crossing = 0.0;
    for (int k = 0; crossings < 10; k++) {
        const double before = offset;
        offset += h * v;
        b.s[0] = sqrt(2.0) + 0.5 * (before + offset);
        b.s_dot[0] = v;
        bench_evaluate(&b);
        for (int i = 0; i < b.states; i++) b.x[i] += h * b.x_dot[i];
        bench_evaluate(&b);
        v += h * (b.force[0] - balance) / mass;
        if (before < 0.0 && offset >= 0.0) {
            crossings++;
            last_crossing = h * (k + before / (before - offset));
        }
        assert_true(k < 40000);
    }
    /* the start, v known half a step before the offset, is at 1/2 h */
    CHECK_RELATIVE(last_crossing, 10.0 * period, 1e-3);
    hl_arena_free(&b.arena);
}

/* ---- cavitation ---- */

static void pull_and_push(bench *b, double t)
{
    const double w = 6.283185307179586;
    b->s[0] = 1.4 + 0.05 * (1.0 - cos(w * t));
    b->s_dot[0] = 0.05 * w * sin(w * t);
}

static void plant_pulled(plant *p)
{
    plant_locked(p);
    p->def.oil.vapour_pressure = 2e4;
    p->nodes[LOCKED_A].pressure = 1e5;
    p->nodes[LOCKED_B].pressure = 2e5;
    p->nodes[LOCKED_B].hose = 1.0; /* so soft that it hardly resists */
    p->nodes[LOCKED_B].hose_modulus = 0.0;
}

/* Closed chambers pulled apart by 10 cm and pushed together again: bubbles hold the pressure between p_v/4
 * and p_v, are counted once, and vanish with the pressure back where it was. */
static void bubbles_come_and_go(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_pulled);
    hyd_watch watch = hyd_event_counters_new(b.circuit, &b.arena);
    assert_non_null(watch.active);
    pull_and_push(&b, 0.0);
    const double s_start = b.s[0], mass = hyd_circuit_oil_mass(b.circuit, b.s, b.x);
    enum { STEPS = 1000 };
    double lowest = 1e9, most = 0.0;
    for (int k = 0; k < STEPS; k++) {
        runge_kutta(&b, (double)k / STEPS, 1.0 / STEPS, pull_and_push);
        hyd_circuit_count_events(b.circuit, b.s, b.s_dot, b.x, &watch);
        const double p = hyd_circuit_pressure(b.circuit, b.x, LOCKED_A);
        lowest = fmin(lowest, p);
        assert_true(p > 5e3);
        most = fmax(most, (p - b.x[0]) / 1500e6); /* bubbles in shares of the volume, about */
    }
    assert_true(lowest < 2e4);
    assert_int_equal(hyd_circuit_event(b.circuit, 0).kind, HYD_EVENT_CAVITATION);
    assert_string_equal(hyd_circuit_event(b.circuit, 0).name, "a");
    assert_int_equal(watch.count[0], 1);
    assert_false(watch.active[0]);
    CHECK_SAME(watch.extreme[0], lowest);
    assert_true(most > 0.1);
    CHECK_NEAR(b.s[0], s_start, 1e-9);
    /* nothing jumps in a closed volume when bubbles form: left is the rule's error, 2 (w h)^5/120 a step of
     * the 10 cm of a bore and its square in shares of y; far below is rounding of the other side's ton */
    const double bore = 850.0 * 5.03e-3 * 0.1, w_h = 6.28 / STEPS;
    CHECK_NEAR(hyd_circuit_oil_mass(b.circuit, b.s, b.x), mass, bore * STEPS * pow(w_h, 5) / 60.0 + 1e-12);
    hl_arena_free(&b.arena);
}

/* ---- commands ---- */

static void schedules_are_right_continuous(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_four_bar);
    const struct {
        double time, value;
    } expected[] = {{-1.0, 0.0}, {0.999, 0.0}, {1.0, 10.0}, {2.499, 10.0},
                    {2.5, 0.0},  {5.0, -10.0}, {8.0, 0.0},  {99.0, 0.0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        hyd_circuit_sample_commands(b.circuit, expected[i].time, b.commands);
        CHECK_SAME(b.commands[0], expected[i].value);
    }
    double t = 0.0;
    for (int k = 0; k < 2500; k++) t += 1e-3; /* 2.5 s but for rounding */
    hyd_circuit_sample_commands(b.circuit, t, b.commands);
    CHECK_SAME(b.commands[0], 0.0);
    hl_arena_free(&b.arena);
}

static void plant_ramped(plant *p)
{
    static const hyd_schedule_point RAMP[] = {{1.0, 0.0}, {3.0, 8.0}, {4.0, 8.0}};
    plant_everything(p);
    p->commands[1] =
        (hyd_command_def){.name = "tilt lever", .point_count = 3, .points = RAMP, .linear = true};
}

static void ramps_and_external_commands(void **state)
{
    (void)state;
    static bench b;
    bench_build(&b, plant_ramped);
    CHECK_SAME(b.commands[0], 0.25); /* external: as the definition says, then as the caller says */
    b.commands[0] = -7.0;
    hyd_circuit_sample_commands(b.circuit, 1.5, b.commands);
    CHECK_SAME(b.commands[0], -7.0);
    CHECK_SAME(b.commands[1], 2.0);
    hyd_circuit_sample_commands(b.circuit, 0.0, b.commands);
    CHECK_SAME(b.commands[1], 0.0);
    hyd_circuit_sample_commands(b.circuit, 10.0, b.commands);
    CHECK_SAME(b.commands[1], 8.0);
    assert_int_equal(hyd_circuit_find_command(b.circuit, "neck opening"), 3);
    assert_int_equal(hyd_circuit_find_command(b.circuit, "nothing"), HYD_NONE);
    hl_arena_free(&b.arena);
}

/* ---- events ---- */

static int find_event(const hyd_circuit *circuit, hyd_event_kind kind, const char *name)
{
    for (int i = 0; i < hyd_circuit_counts(circuit).events; i++)
        if (hyd_circuit_event(circuit, i).kind == kind &&
            strcmp(hyd_circuit_event(circuit, i).name, name) == 0)
            return i;
    fail_msg("no event %s of %s", hyd_event_name(kind), name);
    return -1;
}

static void events_are_counted_and_named(void **state)
{
    (void)state;
    static bench b;
    bench_build(&b, plant_everything);
    hyd_watch watch = hyd_event_counters_new(b.circuit, &b.arena);
    b.s[0] = b.s[3] = 1.5;
    b.s_dot[1] = 100.0;
    const int stop = find_event(b.circuit, HYD_EVENT_END_STOP, "tilt");
    const int relief = find_event(b.circuit, HYD_EVENT_RELIEF, "main relief");
    const int backwards = find_event(b.circuit, HYD_EVENT_BACKWARDS, "charge pump");
    const int empty = find_event(b.circuit, HYD_EVENT_EMPTIED, "motor line");
    hyd_circuit_count_events(b.circuit, b.s, b.s_dot, b.x, &watch);
    for (int i = 0; i < hyd_circuit_counts(b.circuit).events; i++) assert_false(watch.active[i]);
    for (int k = 0; k < 2; k++) {                                 /* two samples in the event: one event */
        b.s[3] = 1.1 - 1.1 * DBL_EPSILON * 64.0 - 1e-3 * (k + 1); /* closed at sqrt 2 - l2_0 = 1.1 m */
        b.s_dot[3] = -0.4;
        b.x[0] = 9e6 + 1e6 * k;
        b.x[5] = -2e9; /* more tension than the bulk modulus: bubbles as large as the volume */
        b.s_dot[1] = -5.0;
        hyd_circuit_count_events(b.circuit, b.s, b.s_dot, b.x, &watch);
    }
    assert_int_equal(watch.count[stop], 1);
    CHECK_SAME(watch.extreme[stop], 0.4);
    assert_int_equal(watch.count[relief], 1);
    CHECK_RELATIVE(watch.extreme[relief], 9.8e6, ROUNDING);
    assert_int_equal(watch.count[backwards], 1);
    CHECK_SAME(watch.extreme[backwards], 5.0);
    assert_int_equal(watch.count[empty], 1);
    b.s[3] = 1.5;
    hyd_circuit_count_events(b.circuit, b.s, b.s_dot, b.x, &watch);
    assert_false(watch.active[stop]);
    assert_string_equal(hyd_event_name(HYD_EVENT_END_STOP), "end-stop");
    hl_arena_free(&b.arena);
}

/* ---- stiffness ---- */

static void plant_small(plant *p)
{
    plant_four_bar(p);
    p->nodes[FOUR_BAR_V1].hose = 1e-6;
}

/* One Newton correction of the backward Euler rule x = x_k + h f(x). Returns the largest correction of a
 * pressure [Pa]. */
static double newton(bench *b, const double *x_k, double h)
{
    double matrix[MAX_STATES * MAX_STATES], step[MAX_STATES];
    int pivot[MAX_STATES];
    const int n = b->states;
    bench_tangent(b, 0);
    for (int i = 0; i < n * n; i++) matrix[i] = (i % (n + 1) == 0 ? 1.0 : 0.0) - h * b->x_dot_x[i];
    for (int i = 0; i < n; i++) step[i] = x_k[i] + h * b->x_dot[i] - b->x[i];
    assert_int_equal(hl_lu_factor(matrix, n, pivot), HL_OK);
    hl_lu_solve(matrix, n, pivot, step, 1);
    for (int i = 0; i < n; i++) b->x[i] += step[i];
    return size_of(step, hyd_circuit_counts(b->circuit).volumes);
}

/* A cubic centimetre of oil before the throttle, 1 ms steps, the valve thrown open on a locked cylinder: time
 * constants of 10 microseconds. Newton's method meets the papers' 0.01 Pa in no
 * more iterations than their worst step took, 6; no pressure overshoots the pump's,
 * and both sides of the throttle come to rest there (the slowest time constant, V2 filled through the laminar
 * valve, is 2.4 ms). */
static void small_volumes_at_a_millisecond(void **state)
{
    (void)state;
    bench b;
    bench_build(&b, plant_small);
    b.s[0] = sqrt(2.0);
    b.commands[0] = 10.0;
    for (int k = 0; k < 200; k++) {
        double x_k[MAX_STATES];
        memcpy(x_k, b.x, sizeof x_k);
        int iterations = 1;
        while (newton(&b, x_k, 1e-3) > 1e-2) assert_true(++iterations <= 6);
        for (int i = 0; i < 2; i++) assert_true(b.x[i] > x_k[i] - 1e-2 && b.x[i] < 7.6e6 + 1e-2);
    }
    CHECK_NEAR(b.x[0], 7.6e6, 0.1);
    CHECK_NEAR(b.x[1], 7.6e6, 0.1);
    hl_arena_free(&b.arena);
}

static bool build_everything(hl_arena *arena, void *context)
{
    const hyd_circuit *circuit = NULL;
    const hl_status status = hyd_circuit_build(&((plant *)context)->def, arena, &circuit, &report);
    assert_true(status == HL_OK || status == HL_OUT_OF_MEMORY);
    assert_true((circuit != NULL) == (status == HL_OK));
    return status == HL_OK;
}

static void exhausted_memory_is_reported(void **state)
{
    (void)state;
    static plant p;
    plant_everything(&p);
    check_exhaustion(build_everything, &p, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bar_rates_are_equation_44),
        cmocka_unit_test(four_bar_starts_at_rest),
        cmocka_unit_test(circuit_holds_its_own_names),
        cmocka_unit_test(full_jacobian_against_differences),
        cmocka_unit_test(matrices_may_be_corners_of_larger_ones),
        cmocka_unit_test(power_and_flow_balance_at_any_state),
        cmocka_unit_test(closed_circuit_keeps_its_oil),
        cmocka_unit_test(locked_cylinder_is_a_spring),
        cmocka_unit_test(mass_on_the_oil_spring_keeps_time),
        cmocka_unit_test(bubbles_come_and_go),
        cmocka_unit_test(schedules_are_right_continuous),
        cmocka_unit_test(ramps_and_external_commands),
        cmocka_unit_test(events_are_counted_and_named),
        cmocka_unit_test(small_volumes_at_a_millisecond),
        cmocka_unit_test(exhausted_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
