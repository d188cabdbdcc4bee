/* What the formulations leave of the closures: positions, velocities, accelerations, largest over 2 s of the
 * crank-rocker with steps of 1 ms.
 *
 *  - double-step solves the closures themselves: positions to the tolerance of its inner Newton (1e-12) times
 * the number of bars, velocities and accelerations by linear equations to round-off.
 *  - ali3p: multipliers start a step with the last one's values, so a step leaves at most what is new in
 * them, |Delta lambda|/alpha. The projections (20)-(21) amount to W c = Phi_z^T mu with mu = -h^2/4 alpha
 * Phi_dot (what is left of it): the trapezoidal rule misses velocities by h^2/6 and accelerations by h/3 of
 * their rates, mu is about that part of the multipliers' rate Delta lambda/h, and so |Phi_dot| about 2/3
 * |Delta lambda|/(alpha h),   |Phi_ddot| about 4/3 |Delta lambda|/(alpha h^2). Bounds: three times that, with
 * the largest |Delta lambda| of this very run, plus Newton's tolerance. */
#include "valid/case.h"

#include <math.h>
#include <stdio.h>

static const double step = 1e-3, end = 2.0, newton_tolerance = 1e-12;

typedef struct violation {
    double position, velocity, acceleration; /* largest over the run */
    double force_step; /* largest change of the multipliers over a step, |Delta lambda| [N] */
} violation;

enum { EQUATIONS = 5 };

static double distance(const double *before, const double *now, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += (now[i] - before[i]) * (now[i] - before[i]);
    return sqrt(sum);
}

static bool measure(valid_run *v, const char *formulation, double penalty, violation *worst)
{
    const valid_override override = {
        .formulation = formulation, .step = step, .penalty = penalty, .tolerance = newton_tolerance};
    world_mechanism *m = valid_load(v, "crank-rocker", &override);
    if (!m) return false;
    *worst = (violation){0};
    while (m->state->time < end - 0.5 * step) {
        double lambda[EQUATIONS];
        for (int i = 0; i < EQUATIONS; i++) lambda[i] = m->state->lambda[i];
        if (!valid_step(v, m)) return false;
        mb_evaluate_state(m->model, m->state, m->work);
        worst->position = fmax(worst->position, valid_output(v, m, "closure"));
        worst->velocity = fmax(worst->velocity, valid_output(v, m, "closure_v"));
        worst->acceleration = fmax(worst->acceleration, valid_output(v, m, "closure_a"));
        worst->force_step = fmax(worst->force_step, distance(lambda, m->state->lambda, EQUATIONS));
    }
    return true;
}

static void rows(valid_run *v, const char *method, const violation *worst, violation bound,
                 const char *reason)
{
    char what[100];
    snprintf(what, sizeof what, "%s: largest |Phi|", method);
    valid_bound(v, what, "m", "002 section 6", worst->position, bound.position, reason);
    snprintf(what, sizeof what, "%s: largest |Phi_dot|", method);
    valid_bound(v, what, "m/s", "002 section 6", worst->velocity, bound.velocity, reason);
    snprintf(what, sizeof what, "%s: largest |Phi_ddot|", method);
    valid_bound(v, what, "m/s2", "002 section 6", worst->acceleration, bound.acceleration, reason);
}

static void augmented_lagrangian(valid_run *v, double alpha)
{
    violation worst;
    if (!measure(v, "ali3p", alpha, &worst)) return;
    const double share = worst.force_step / alpha, bars = 2.1 * newton_tolerance;
    char method[40];
    snprintf(method, sizeof method, "ali3p, alpha = %.0e", alpha);
    rows(v, method, &worst,
         (violation){.position = 3.0 * share + bars,
                     .velocity = 2.0 * share / step + bars * 2.0 / step,
                     .acceleration = 4.0 * share / (step * step) + bars * 4.0 / (step * step)},
         "3 x {1, 2/(3 h), 4/(3 h^2)} |Delta lambda|/alpha + Newton's tolerance x {1, 2/h, 4/h^2} over 2.1 m "
         "of bars");
}

static void run(valid_run *v)
{
    violation worst;
    if (measure(v, "double-step", 0.0, &worst))
        rows(v, "double-step", &worst,
             (violation){.position = 2.1 * 1e-12, .velocity = 1e-12, .acceleration = 1e-10},
             "closure to 1e-12 over 2.1 m of bars; round-off of 20 m/s and 1000 m/s2, pivots down to a "
             "hundredth");
    for (double alpha = 1e7; alpha < 2e11; alpha *= 100.0) augmented_lagrangian(v, alpha);
}

const valid_case valid_case_constraints = {"constraints", "what double-step and ali3p leave of the closures",
                                           run};
