/* Oil as a spring: a load on a closed cylinder vibrates with k = B (A1^2/V1 + A2^2/V2); oil and power are
 * balanced; small volumes do not ring. */
#include "auth/circuit.h"
#include "hydraulic_reference.h"
#include "valid/case.h"

#include <math.h>
#include <stdio.h>

static const char *const formulations[] = {"ali3p", "double-step"};

/* ---- closed cylinder ---- */

static const double B = 1500e6, half_stroke = 0.5, mass = 3e4;

static double exact_frequency(void)
{
    const double A1 = VALID_DRIVEN_A2, A2 = VALID_DRIVEN_A3, V1 = A1 * half_stroke, V2 = A2 * half_stroke;
    return sqrt(B * (A1 * A1 / V1 + A2 * A2 / V2) / mass);
}

typedef struct spring {
    double frequency;    /* [rad/s] */
    double lost_mass[2]; /* largest relative change of the oil's mass in each chamber */
    double balance;      /* largest |kinetic energy gained - work| [J] */
    double swing[2];     /* largest |z1| in the first and in the last second [m] */
} spring;

/* Constant B: rho = rho_0 exp(p/B), so that ln of the mass is p/B + ln l + constant. */
static double log_mass(double p, double length)
{
    return p / B + log(length);
}

static bool vibrate(valid_run *v, const char *formulation, double h, spring *s)
{
    world_mechanism *m = valid_load(
        v, "oil-spring", &(valid_override){.formulation = formulation, .step = h, .tolerance = 1e-15});
    if (!m) return false;
    valid_period period = {0};
    const double kinetic = valid_output(v, m, "kinetic"), p1 = valid_output(v, m, "p1"),
                 p2 = valid_output(v, m, "p2");
    *s = (spring){.frequency = 0.0};
    while (m->state->time < 10.0 - 0.5 * h) {
        if (!valid_step(v, m)) return false;
        mb_evaluate_state(m->model, m->state, m->work);
        const double z = valid_output(v, m, "z1"), t = m->state->time;
        valid_period_add(&period, (valid_sample){t, z, valid_output(v, m, "dz1")});
        const double lost[2] = {
            log_mass(valid_output(v, m, "p1"), half_stroke + z) - log_mass(p1, half_stroke),
            log_mass(valid_output(v, m, "p2"), half_stroke - z) - log_mass(p2, half_stroke)};
        for (int i = 0; i < 2; i++) s->lost_mass[i] = fmax(s->lost_mass[i], fabs(lost[i]));
        s->balance =
            fmax(s->balance, fabs(valid_output(v, m, "kinetic") - kinetic - valid_output(v, m, "work")));
        if (t < 1.0) s->swing[0] = fmax(s->swing[0], fabs(z));
        if (t > 9.0) s->swing[1] = fmax(s->swing[1], fabs(z));
    }
    s->frequency = 2.0 * acos(-1.0) / valid_period_mean(&period);
    return true;
}

static void closed_cylinder(valid_run *v, const char *formulation)
{
    spring coarse, fine;
    if (!vibrate(v, formulation, 1e-3, &coarse) || !vibrate(v, formulation, 5e-4, &fine)) return;
    char text[120];
    snprintf(text, sizeof text, "%s: frequency of the closed cylinder", formulation);
    const double omega = exact_frequency(), reason = 1e-3 * omega;
    valid_published(v, text, "rad/s", "exact: k = B (A1^2/V1 + A2^2/V2)", omega, coarse.frequency, reason,
                    "0.1 %; the trapezoidal rule is (omega h)^2/12 = 0.008 % low");
    snprintf(text, sizeof text, "%s: last swing over the first", formulation);
    valid_published(v, text, "1", "exact: no damping", 1.0, coarse.swing[1] / coarse.swing[0],
                    omega * omega * 1e-6 / 8.0, "tops are missed by half a step at most, (omega h)^2/8");
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%s: oil lost in chamber %d, of its mass, 0.5 ms", formulation, i + 1);
        valid_bound(v, text, "1", "exact: p/B + ln V is constant", fine.lost_mass[i],
                    1.5 * 0.25 * coarse.lost_mass[i] + 1e-12,
                    "a quarter of that at 1 ms, safety 1.5, + round-off of 1e4 steps");
    }
    snprintf(text, sizeof text, "%s: kinetic energy less work of the oil, 0.5 ms", formulation);
    valid_bound(v, text, "J", "exact: power balance", fine.balance, 1.5 * 0.25 * coarse.balance + 1e-12,
                "a quarter of that at 1 ms, safety 1.5, + round-off");
}

/* ---- balances of a running circuit ---- */

/* Oil and energy of the four-bar mechanism's circuit, its flows and capacities written out again. Integrals
 * by the trapezoidal rule, as the pressures themselves. */
typedef struct balance {
    double oil;        /* what came in less what went out and was stored: largest [m^3] */
    double passed_oil; /* through the pump's edge in all [m^3] */
    double power;      /* pump less tank, losses, work on the mechanism and storage: largest [J] */
    double energy;     /* given by the pump in all [J] */
} balance;

typedef struct instant {
    double p[3], s;
    double in, supplied, lost, given; /* net flow [m^3/s]; powers [W] */
    double capacity[3], pump;         /* [m^3/Pa], |flow of the pump| [m^3/s] */
} instant;

static instant look(valid_run *v, const world_mechanism *m, const valid_driven *d)
{
    instant i = {.p = {valid_output(v, m, "p1"), valid_output(v, m, "p2"), valid_output(v, m, "p3")},
                 .s = valid_output(v, m, "s")};
    const double U = valid_output(v, m, "U"), ds = valid_output(v, m, "ds");
    const valid_driven_oil oil = valid_driven_oil_at(d, i.p, U, i.s);
    const double A = U > 0.0 ? VALID_DRIVEN_PUMP : d->tank, B_port = U > 0.0 ? d->tank : VALID_DRIVEN_PUMP;
    i.in = oil.Q_d1 - oil.Q_3d;
    i.supplied = A * oil.Q_d1 - B_port * oil.Q_3d;
    i.lost = (A - i.p[0]) * oil.Q_d1 + (i.p[2] - B_port) * oil.Q_3d + (i.p[0] - i.p[1]) * oil.Q_t;
    i.given = (i.p[1] * VALID_DRIVEN_A2 - i.p[2] * VALID_DRIVEN_A3) * ds;
    for (int k = 0; k < 3; k++) i.capacity[k] = oil.C[k];
    i.pump = fabs(U > 0.0 ? oil.Q_d1 : oil.Q_3d);
    return i;
}

static bool run_circuit(valid_run *v, double h, balance *b)
{
    const valid_driven d = valid_driven_four_bar();
    world_mechanism *m = valid_load(v, "four-bar-viscous", &(valid_override){.step = h, .tolerance = 1e-11});
    if (!m) return false;
    *b = (balance){.oil = 0.0};
    double oil = 0.0, energy = 0.0;
    instant last = look(v, m, &d);
    while (m->state->time < 10.0 - 0.5 * h) {
        if (!valid_step(v, m)) return false;
        mb_evaluate_state(m->model, m->state, m->work);
        const instant now = look(v, m, &d);
        oil += 0.5 * h * (last.in + now.in) - (VALID_DRIVEN_A2 - VALID_DRIVEN_A3) * (now.s - last.s);
        energy += 0.5 * h * (last.supplied + now.supplied - last.lost - now.lost - last.given - now.given);
        for (int k = 0; k < 3; k++) {
            const double stored = 0.5 * (last.capacity[k] + now.capacity[k]) * (now.p[k] - last.p[k]);
            oil -= stored;
            energy -= 0.5 * (last.p[k] + now.p[k]) * stored;
        }
        b->oil = fmax(b->oil, fabs(oil));
        b->power = fmax(b->power, fabs(energy));
        b->passed_oil += h * now.pump;
        b->energy += h * now.pump * VALID_DRIVEN_PUMP;
        last = now;
    }
    return true;
}

static void running_circuit(valid_run *v)
{
    balance coarse, fine;
    if (!run_circuit(v, 1e-3, &coarse) || !run_circuit(v, 5e-4, &fine)) return;
    valid_bound(v, "four-bar: oil missing over oil pumped, 0.5 ms", "1", "exact: oil balance",
                fine.oil / fine.passed_oil, 1.5 * 0.25 * coarse.oil / coarse.passed_oil,
                "a quarter of that at 1 ms, safety 1.5");
    valid_bound(v, "four-bar: pump less losses, work and storage, over the pump's energy, 0.5 ms", "1",
                "exact: power balance", fine.power / fine.energy, 1.5 * 0.25 * coarse.power / coarse.energy,
                "a quarter of that at 1 ms, safety 1.5");
}

/* ---- small volumes ---- */

/* Steps in which the pressure turns round for the fourth time running, by more than 1 Pa (100 Newton
 * tolerances) each time: a mode that the step carries along with alternating sign does so for ever. */
static bool zigzags(valid_run *v, double hose, const char *formulation, double *count, double *average)
{
    auth_mechanism *author = valid_read(v, "four-bar-viscous");
    if (!author) return false;
    author->circuits[0].def.nodes[2].hose = hose; /* V1 */
    world_mechanism *m = valid_build(v, author, &(valid_override){.formulation = formulation});
    if (!m) return false;
    double p = valid_output(v, m, "p1"), last = 0.0;
    int turns = 0, steps = 0;
    *count = *average = 0.0;
    for (; m->state->time < 10.0 - 5e-4; steps++) {
        if (!valid_step(v, m)) return false;
        const double now = valid_output(v, m, "p1"), change = now - p;
        turns = change * last < 0.0 && fmin(fabs(change), fabs(last)) > 1.0 ? turns + 1 : 0;
        if (turns >= 4) *count += 1.0;
        *average += m->report.iterations;
        p = now, last = change;
    }
    *average /= steps;
    return true;
}

static void small_volume(valid_run *v, const char *formulation)
{
    double count, average, usual_count, usual;
    if (!zigzags(v, 1e-6, formulation, &count, &average) ||
        !zigzags(v, 47.1e-6, formulation, &usual_count, &usual))
        return;
    char text[120];
    snprintf(text, sizeof text, "%s: steps in which a volume of 1e-6 m3 rings", formulation);
    valid_published(v, text, "1", "exact: its time constant is about 1 us", 0.0, count, 0.0, "a count");
    snprintf(text, sizeof text, "%s: Newton iterations with 1e-6 m3 over those with 47.1e-6 m3", formulation);
    valid_published(v, text, "1", "exact: a fast mode that has died out costs nothing", 1.0, average / usual,
                    0.1, "an undamped remnant costs an iteration in every step, 0.8 more");
}

static void run(valid_run *v)
{
    for (int k = 0; k < 2; k++) closed_cylinder(v, formulations[k]);
    running_circuit(v);
    for (int k = 0; k < 2; k++) small_volume(v, formulations[k]);
}

const valid_case valid_case_oil_spring = {"oil-spring",
                                          "closed cylinder, balances of oil and power, small volumes", run};
