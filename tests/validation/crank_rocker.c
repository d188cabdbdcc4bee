/* Four-bar linkage in its crank angle phi: coupler angle beta and rocker angle gamma from the closure
 *     r e(phi) + l e(beta) = d e_x + s e(gamma),
 * its first and second derivatives from linear equations in beta' and gamma'. */
#include "crank_rocker.h"

#include "reference.h"

#include <math.h>

/* Data of crank-rocker.yaml: bars of 1 kg/m. */
static const double r = 0.3, l = 1.0, s = 0.8, d = 0.9, g = 9.81;

static const double interval = 0.1; /* [s] */

/* Solve l beta (-sin b, cos b) - s gamma (-sin c, cos c) = (x, y). */
static void bar_rates(double b, double c, double x, double y, double *beta, double *gamma)
{
    const double determinant = sin(c - b);
    *beta = (x * cos(c) + y * sin(c)) / (l * determinant);
    *gamma = (x * cos(b) + y * sin(b)) / (s * determinant);
}

static void closure(double phi, valid_angle *coupler, valid_angle *rocker)
{
    /* From A to C, and by the law of cosines from there to B, above the line. */
    const double x = d - r * cos(phi), y = -r * sin(phi), far = hypot(x, y);
    const double b = atan2(y, x) + acos((l * l + far * far - s * s) / (2.0 * l * far));
    const double c = atan2(l * sin(b) - y, l * cos(b) - x);
    double db, dc, ddb, ddc;
    bar_rates(b, c, r * sin(phi), -r * cos(phi), &db, &dc);
    bar_rates(b, c, r * cos(phi) + l * cos(b) * db * db - s * cos(c) * dc * dc,
              r * sin(phi) + l * sin(b) * db * db - s * sin(c) * dc * dc, &ddb, &ddc);
    *coupler = (valid_angle){b, db, ddb};
    *rocker = (valid_angle){c, dc, ddc};
}

static valid_one_coordinate equation(double phi)
{
    const valid_angle crank = {phi, 1.0, 0.0};
    valid_angle coupler, rocker;
    closure(phi, &coupler, &rocker);
    const valid_path O = {0}, C = {.x = d}, A = valid_path_along(O, r, crank);
    valid_one_coordinate m = {0};
    valid_add_body(&m, r, r * r * r / 12.0, valid_path_along(O, 0.5 * r, crank), crank, g);
    valid_add_body(&m, l, l * l * l / 12.0, valid_path_along(A, 0.5 * l, coupler), coupler, g);
    valid_add_body(&m, s, s * s * s / 12.0, valid_path_along(C, 0.5 * s, rocker), rocker, g);
    return m;
}

static void rates(const void *parameters, double t, const double *y, double *dy)
{
    (void)parameters, (void)t;
    dy[0] = y[1];
    dy[1] = valid_free_acceleration(equation(y[0]), y[1]);
}

double valid_crank_rocker_reference(valid_crank_motion *motion)
{
    double y[] = {acos(0.5), 8.0}, error = 0.0;
    for (int k = 0; k < VALID_CRANK_ROCKER_TIMES; k++) {
        error += valid_reference(rates, NULL, 2, y, interval, 4000);
        motion->phi[k] = y[0];
        motion->dphi[k] = y[1];
    }
    return error;
}

static world_mechanism *build(valid_run *run, const mb_step_options *options)
{
    const auth_mechanism *author = valid_read(run, "crank-rocker");
    hl_report *report = HL_NEW(valid_arena(run), hl_report, 1);
    world_mechanism *m = NULL;
    if (!author) return NULL;
    if (report) {
        hl_report_begin(report, author->name);
        if (world_mechanism_build(author, options, valid_arena(run), report, &m) == HL_OK) return m;
    }
    valid_failed(run, "crank-rocker cannot be built");
    return NULL;
}

bool valid_crank_rocker_run(valid_run *run, const mb_step_options *options, valid_crank_motion *motion)
{
    world_mechanism *m = build(run, options);
    if (!m) return false;
    for (int k = 0; k < VALID_CRANK_ROCKER_TIMES; k++) {
        if (!valid_run_to(run, m, interval * (k + 1))) return false;
        motion->phi[k] = valid_output(run, m, "phi");
        motion->dphi[k] = valid_output(run, m, "dphi");
    }
    return true;
}
