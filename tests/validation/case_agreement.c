/* ali3p and double-step on the same closed-loop mechanism: with the tightly integrated reference and with
 * each other, to the error that Richardson's rule grants each of them. */
#include "crank_rocker.h"

#include <math.h>
#include <stdio.h>

typedef struct outcome {
    double phi, dphi, phi_error, dphi_error; /* after 1 s */
} outcome;

enum { LAST = VALID_CRANK_ROCKER_TIMES - 1 };

static bool compute(valid_run *v, mb_formulation formulation, outcome *o)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = 1e-3;
    options.tolerance = 1e-12;
    valid_crank_motion coarse, fine;
    if (!valid_crank_rocker_run(v, &options, &coarse)) return false;
    options.step = 5e-4;
    if (!valid_crank_rocker_run(v, &options, &fine)) return false;
    *o = (outcome){.phi = fine.phi[LAST],
                   .dphi = fine.dphi[LAST],
                   .phi_error = valid_richardson(coarse.phi[LAST], fine.phi[LAST], 2, 2.0),
                   .dphi_error = valid_richardson(coarse.dphi[LAST], fine.dphi[LAST], 2, 2.0)};
    return true;
}

static void compare(valid_run *v, const char *what, const char *source, const outcome *exact,
                    const outcome *here)
{
    static const char reason[] = "2 |f(h) - f(h/2)|/3 (Richardson, order 2, safety 2) of those compared";
    char text[100];
    snprintf(text, sizeof text, "%s: crank angle after 1 s", what);
    valid_published(v, text, "rad", source, exact->phi, here->phi, exact->phi_error + here->phi_error,
                    reason);
    snprintf(text, sizeof text, "%s: its velocity", what);
    valid_published(v, text, "rad/s", source, exact->dphi, here->dphi, exact->dphi_error + here->dphi_error,
                    reason);
}

static void run(valid_run *v)
{
    valid_crank_motion reference;
    const double error = valid_crank_rocker_reference(&reference);
    const outcome exact = {reference.phi[LAST], reference.dphi[LAST], error, error};
    outcome ali3p, double_step;
    if (!compute(v, MB_ALI3P, &ali3p) || !compute(v, MB_DOUBLE_STEP, &double_step)) return;
    compare(v, "ali3p", "exact: one-coordinate equation", &exact, &ali3p);
    compare(v, "double-step", "exact: one-coordinate equation", &exact, &double_step);
    compare(v, "ali3p (here) and double-step (published)", "each other", &double_step, &ali3p);
}

const valid_case valid_case_agreement = {"agreement",
                                         "ali3p, double-step and a tight reference on a closed loop", run};
