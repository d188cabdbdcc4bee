/* Order of every formulation's integrator on a closed-loop mechanism with redundant closure equations.
 *
 * Errors are root mean squares of the crank angle over ten instants within a turn, so that no sign change
 * hides them; the order is log2 of the ratio of errors of two steps, one twice the other.
 *  - trapezoidal rule: error against the tightly integrated equation in the crank angle alone;
 *  - RK4 with penalties: closures give way by about lambda/(alpha Omega^2), the same at every step, so each
 * run is compared with the one of half its step: the order towards the formulation's own limit. alpha is kept
 * so low that round-off in M + Phi_z^T alpha Phi_z stays below the differences measured, Omega so low that
 * its time constant is long against the steps (at the default of 20 rad/s the orders are the same, but show
 * at smaller steps only). */
#include "crank_rocker.h"

#include <math.h>
#include <stdio.h>

enum { LEVELS = 4, TIMES = VALID_CRANK_ROCKER_TIMES };

typedef struct method {
    mb_formulation formulation;
    int order;
    double step;    /* [s] the largest */
    double penalty; /* alpha; 0: chosen by the formulation */
    double Omega;   /* [rad/s] */
    bool own_limit;
} method;

static const method methods[] = {
    {MB_ALI3P, 2, 2e-3, 0.0, 0.0, false},
    {MB_DOUBLE_STEP, 2, 2e-3, 0.0, 0.0, false},
    {MB_PENALTY, 4, 2.5e-3, 1e5, 5.0, true},
    {MB_GLOBAL, 4, 2.5e-3, 0.0, 5.0, true},
};

static double difference(const valid_crank_motion *a, const valid_crank_motion *b)
{
    double sum = 0.0;
    for (int k = 0; k < TIMES; k++) sum += (a->phi[k] - b->phi[k]) * (a->phi[k] - b->phi[k]);
    return sqrt(sum / TIMES);
}

/* Runs at steps h, h/2, h/4 ... */
static bool refine(valid_run *v, const method *m, valid_crank_motion motion[LEVELS])
{
    for (int k = 0; k < LEVELS; k++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = m->formulation;
        options.step = ldexp(m->step, -k);
        options.penalty = m->penalty;
        options.stabilisation_frequency = m->Omega;
        options.tolerance = 1e-12;
        if (!valid_crank_rocker_run(v, &options, &motion[k])) return false;
    }
    return true;
}

static void measure(valid_run *v, const method *m, const valid_crank_motion *exact, valid_plot *plot)
{
    valid_crank_motion motion[LEVELS];
    if (!refine(v, m, motion)) return;
    valid_curve *curve = valid_plot_curve(plot, mb_formulation_name(m->formulation), false);
    double error[LEVELS];
    const int levels = m->own_limit ? LEVELS - 1 : LEVELS;
    for (int k = 0; k < levels; k++) {
        error[k] = difference(&motion[k], m->own_limit ? &motion[k + 1] : exact);
        valid_curve_add(curve, ldexp(m->step, -k), error[k]);
    }
    char what[100];
    snprintf(what, sizeof what, "%s: order, from steps of %g and %g ms", mb_formulation_name(m->formulation),
             1e3 * ldexp(m->step, 2 - levels), 1e3 * ldexp(m->step, 1 - levels));
    valid_published(v, what, "1", m->own_limit ? "exact: RK4, to its own limit" : "exact: trapezoidal rule",
                    m->order, log2(error[levels - 2] / error[levels - 1]), 0.25,
                    "another order is off by 1; a quarter of that left to the next terms of the error");
}

static void run(valid_run *v)
{
    valid_crank_motion exact;
    const double error = valid_crank_rocker_reference(&exact);
    valid_bound(v, "error of the reference", "rad", "own: RK4 with steps of 25 and 50 us", error, 1e-11,
                "far below the smallest error measured against it, 1e-6");
    valid_plot *plot = valid_plot_new(v, "errors", "Crank-rocker: error of the crank angle over 1 s",
                                      "step [s]", "error [rad]");
    valid_plot_logarithmic(plot, true, true);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) measure(v, &methods[i], &exact, plot);
}

const valid_case valid_case_convergence = {"convergence", "order of every integrator on a closed loop", run};
