/* Rheonomic driver: a slider-crank whose crank follows a function of time.
 *
 * The moment of the driver is known from the equation in the crank angle alone, J phi'' + J' phi'^2/2 + V' =
 * moment, with the kinematics of crank r, rod l: sin beta = r sin phi/l, x = r cos phi + l cos beta. The
 * multiplier is minus that moment (tau + Phi_z^T lambda = 0). */
#include "reference.h"
#include "refine.h"

#include <math.h>
#include <stdio.h>

static const double end = 2.0, newton_tolerance = 1e-12;

/* Data of crank.yaml. */
static const double r = 0.2, l = 0.5, crank_mass = 1.0, rod_mass = 2.0, slider_mass = 3.0, g = 9.81;

static valid_one_coordinate equation(double phi)
{
    const valid_angle crank = {phi, 1.0, 0.0};
    /* The rod points down by beta: its angle is -beta. */
    const double beta = asin(r * sin(phi) / l), d = r * cos(phi) / (l * cos(beta));
    const valid_angle rod = {-beta, -d, -((-r * sin(phi) + l * sin(beta) * d * d) / (l * cos(beta)))};
    const valid_path O = {0}, A = valid_path_along(O, r, crank), B = valid_path_along(A, l, rod);
    const valid_angle still = {0};
    valid_one_coordinate m = {0};
    valid_add_body(&m, crank_mass, crank_mass * r * r / 12.0, valid_path_along(O, 0.5 * r, crank), crank, g);
    valid_add_body(&m, rod_mass, rod_mass * l * l / 12.0, valid_path_along(A, 0.5 * l, rod), rod, g);
    valid_add_body(&m, slider_mass, 0.0, (valid_path){.x = B.x, .dx = B.dx, .ddx = B.ddx}, still, g);
    return m;
}

/* 0.3 + 8 t + 0.5 sin(5 t + 0.2) */
static void prescribed(double t, double *phi, double *dphi, double *ddphi)
{
    *phi = 0.3 + 8.0 * t + 0.5 * sin(5.0 * t + 0.2);
    *dphi = 8.0 + 2.5 * cos(5.0 * t + 0.2);
    *ddphi = -12.5 * sin(5.0 * t + 0.2);
}

typedef struct errors {
    double position, velocity, acceleration; /* largest, of the crank angle */
    double moment;                           /* largest error of the driver's moment over the run */
    double start;                            /* the same of the assembled start */
} errors;

static double moment_error(const world_mechanism *m, double *analytic)
{
    double phi, dphi, ddphi;
    prescribed(m->state->time, &phi, &dphi, &ddphi);
    *analytic = valid_moment(equation(phi), dphi, ddphi);
    return -m->state->lambda[mb_model_driver_equation(m->model, 0)] - *analytic;
}

static bool follow(valid_run *v, const char *formulation, double step, valid_curve *curve, errors *e)
{
    world_mechanism *m = valid_load(
        v, "crank",
        &(valid_override){.formulation = formulation, .step = step, .tolerance = newton_tolerance});
    if (!m) return false;
    double analytic;
    *e = (errors){.start = fabs(moment_error(m, &analytic))};
    while (m->state->time < end - 0.5 * step) {
        if (!valid_step(v, m)) return false;
        double phi, dphi, ddphi;
        prescribed(m->state->time, &phi, &dphi, &ddphi);
        e->position = fmax(e->position, fabs(valid_output(v, m, "phi") - phi));
        e->velocity = fmax(e->velocity, fabs(valid_output(v, m, "dphi") - dphi));
        e->acceleration = fmax(e->acceleration, fabs(valid_output(v, m, "ddphi") - ddphi));
        e->moment = fmax(e->moment, fabs(moment_error(m, &analytic)));
        valid_curve_add(curve, m->state->time, analytic);
    }
    return true;
}

static void driven(valid_run *v, const char *formulation, int order, valid_curve *curve)
{
    errors coarse, fine;
    char what[100];
    if (!follow(v, formulation, 1e-3, NULL, &coarse) || !follow(v, formulation, 5e-4, curve, &fine)) return;
    snprintf(what, sizeof what, "%s: moment of the driver at the start", formulation);
    valid_bound(v, what, "N m", "exact: one-coordinate equation", fine.start, 1e-9,
                "consistent accelerations and multipliers: round-off, closed to 1e-11 m");
    snprintf(what, sizeof what, "%s: largest error of the driven angle", formulation);
    valid_bound(v, what, "rad", "exact: the driver's function", fine.position, 1e-11,
                "ten times Newton's tolerance");
    snprintf(what, sizeof what, "%s: largest error of its velocity", formulation);
    valid_bound(v, what, "rad/s", "exact: the driver's function", fine.velocity,
                10.0 * newton_tolerance * 2.0 / 5e-4, "the same, 2/h-fold");
    snprintf(what, sizeof what, "%s: largest error of the driver's moment, 0.5 ms", formulation);
    const double shrinks = ldexp(coarse.moment, -order);
    valid_bound(v, what, "N m", "exact: one-coordinate equation", fine.moment, 1.5 * shrinks + 1e-9,
                order == 1 ? "half of that at 1 ms: multipliers answer the trapezoidal accelerations, first "
                             "order; safety 1.5"
                           : "a quarter of that at 1 ms, safety 1.5");
}

static void run(valid_run *v)
{
    valid_plot *plot =
        valid_plot_new(v, "moment", "Driven slider-crank: moment of the driver", "t [s]", "moment [N m]");
    driven(v, "ali3p", 1, valid_plot_curve(plot, "analytic", false));
    driven(v, "double-step", 1, NULL);
}

const valid_case valid_case_crank = {"crank", "slider-crank with a rheonomic driver: motion and moment", run};
