/* Rows of 002 section 6 that its two mechanisms share: see hydraulic.h. */
#include "hydraulic.h"

#include <math.h>
#include <stdio.h>

static const char *const formulations[] = {"ali3p", "double-step"};
static const double step = 1e-3;

/* "viscous, ali3p: what" */
static const char *named(char text[160], const char *set, int formulation, const char *what)
{
    snprintf(text, 160, "%s, %s: %s", set, formulations[formulation], what);
    return text;
}

static void newton_rows(valid_run *v, const char *set, int k, const valid_drive_published *p,
                        const valid_drive *o)
{
    char text[160];
    valid_not_above(v, named(text, set, k, "average Newton iterations"), "1", "002 section 6.4",
                    p->average[k], 0.005, o->average, "not more than published");
    valid_not_above(v, named(text, set, k, "most Newton iterations"), "1", "002 section 6.4", p->most[k], 0.0,
                    o->most, "not more than published");
    if (k == 0) return;
    char what[60];
    snprintf(what, sizeof what, "steps that chose z%d as independent coordinate", p->independent);
    valid_published(v, named(text, set, k, what), "1", "002 section 6.1: throughout the simulation", 1e4,
                    o->chosen_steps, 0.0, "a count");
}

/* Work as a state carries the trapezoidal rule's h^2/12 dP/dt, dP/dt from the largest change of the power in
 * a step, and kinetic and potential energy as much again; twice that for the terms of higher order. */
double valid_drive_quadrature(const valid_drive *o)
{
    return 2.0 * 2.0 * step / 12.0 * o->power_jump;
}

static void energy_rows(valid_run *v, const char *set, int k, const valid_drive_published *p,
                        const valid_drive *o)
{
    char text[160];
    valid_not_above(v, named(text, set, k, "peak energy drift, work by right rectangles"), "J",
                    "002 section 6.2", p->drift, 0.005, o->paper_drift,
                    "added the paper's way; not more than published, as printed");
    valid_bound(v, named(text, set, k, "peak energy drift, work as a state"), "J",
                "exact: conservation of energy", o->drift, valid_drive_quadrature(o),
                "the trapezoidal rule's h^2/12 dP/dt, of work and of energies; safety 2");
}

/* The multipliers' change in a step is what a step leaves at most of the closures: case_constraints.c. */
static void constraint_rows(valid_run *v, const char *file, const char *set, int k)
{
    const double alpha = 1e11, tolerance = 1e-12, round_off = 1e-14;
    valid_drive o;
    const valid_drive_def def = {.file = file,
                                 .override = {.formulation = formulations[k],
                                              .penalty = k == 0 ? alpha : 0.0,
                                              .tolerance = tolerance}};
    if (!valid_drive_run(v, &def, &o)) return;
    const double left = 3.0 * o.force_step / alpha;
    /* double-step: positions by its inner Newton, the rest by linear equations */
    const double bound[2][3] = {{left + 10.0 * tolerance, 2.0 / 3.0 * left / step + 10.0 * tolerance,
                                 4.0 / 3.0 * left / (step * step) + 10.0 * tolerance},
                                {10.0 * tolerance, 100.0 * round_off, 1e4 * round_off}};
    static const char *const whats[] = {"largest |Phi|", "largest |Phi_dot|", "largest |Phi_ddot|"};
    static const char *const units[] = {"m", "m/s", "m/s2"};
    char text[160];
    for (int i = 0; i < 3; i++)
        valid_bound(v, named(text, set, k, whats[i]), units[i], "002 section 6.3, Fig. 11 and 12",
                    o.violation[i], bound[k][i],
                    k == 0 ? "what a step's change of the multipliers leaves, three times; alpha = 1e11"
                           : "tolerance of the inner Newton; round-off");
}

void valid_drive_rows(valid_run *v, const char *file, const char *set, const valid_drive_published *p,
                      double work, double work_printed, const char *work_source)
{
    char text[160];
    for (int k = 0; k < 2; k++) {
        valid_drive o;
        const valid_drive_def def = {
            .file = file, .override = {.formulation = formulations[k]}, .expected = p->independent - 1};
        if (!valid_drive_run(v, &def, &o)) return;
        newton_rows(v, set, k, p, &o);
        valid_published(v, named(text, set, k, "maximum actuator work"), "J", work_source, work, o.work,
                        work_printed + valid_drive_quadrature(&o),
                        "half the last printed digit + the trapezoidal rule's error");
        energy_rows(v, set, k, p, &o);
        constraint_rows(v, file, set, k);
    }
}

/* ---- vibration on the oil ---- */

enum { FROM = 9000, UNTIL = 10000 }; /* [ms] */

static double deviation(const double *values, int count)
{
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < count; i++) sum += values[i];
    for (int i = 0; i < count; i++) square += (values[i] - sum / count) * (values[i] - sum / count);
    return sqrt(square / count);
}

static bool ringing(valid_run *v, const char *file, const char *formulation, double h, double *result)
{
    double p3[UNTIL - FROM];
    world_mechanism *m =
        valid_load(v, file, &(valid_override){.formulation = formulation, .step = h, .tolerance = 1e-11});
    if (!m) return false;
    for (int k = FROM; k < UNTIL; k++) {
        if (!valid_run_to(v, m, 1e-3 * k)) return false;
        p3[k - FROM] = valid_output(v, m, "p3");
    }
    *result = deviation(p3, UNTIL - FROM);
    return true;
}

void valid_drive_rings(valid_run *v, const char *file, const valid_driven *reference)
{
    valid_driven_moment *moments = HL_NEW(valid_arena(v), valid_driven_moment, VALID_DRIVEN_MOMENTS);
    double *p3 = HL_NEW(valid_arena(v), double, UNTIL - FROM);
    if (moments == NULL || p3 == NULL) {
        valid_failed(v, "%s: %s", file, hl_status_text(HL_OUT_OF_MEMORY));
        return;
    }
    (void)valid_driven_integrate(reference, moments);
    for (int k = FROM; k < UNTIL; k++) p3[k - FROM] = moments[k].p[2];
    const double exact = deviation(p3, UNTIL - FROM);
    for (int k = 0; k < 2; k++) {
        double coarse, fine;
        if (!ringing(v, file, formulations[k], step, &coarse) ||
            !ringing(v, file, formulations[k], 0.5 * step, &fine))
            return;
        char text[160];
        valid_published(v, named(text, "nominal", k, "vibration on the oil, deviation of p3 from 9 to 10 s"),
                        "Pa", "independent integration in minimal coordinates", exact, coarse,
                        4.0 * valid_richardson(coarse, fine, 2, 2.0),
                        "error of the coarse step, 4/3 |f(h) - f(h/2)|, safety 2");
    }
}
