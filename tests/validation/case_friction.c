/* Publication II: a four-bar mechanism driven by a cylinder with four laws of seal friction.
 *
 * Readings as in the design notes: printed sign of Eq. (44), both chambers 0.45 m at the start. The cylinder
 * works against its load all the way: the maximum work is that of the largest magnitude, below zero. */
#include "hydraulic.h"

#include <math.h>
#include <stdio.h>

typedef struct friction_law {
    const char *name, *file;
    mb_friction_law law;
    double average; /* Newton iterations */
    int most;
    double work, drift; /* [J] */
    bool dynamic;
} friction_law;

static const friction_law laws[] = {
    {"Bengisu-Akay", "friction-bengisu-akay", MB_FRICTION_BENGISU_AKAY, 1.43, 3, 121.02, 0.45, false},
    {"Brown-McPhee", "friction-brown-mcphee", MB_FRICTION_BROWN_MCPHEE, 1.42, 3, 120.99, 0.45, false},
    {"LuGre", "friction-lugre", MB_FRICTION_LUGRE, 1.60, 3, 120.94, 0.44, true},
    {"modified LuGre", "friction-modified-lugre", MB_FRICTION_MODIFIED_LUGRE, 1.62, 5, 120.97, 0.44, true}};
enum { LAWS = sizeof laws / sizeof *laws };

static const char *named(char text[160], const friction_law *l, const char *what)
{
    snprintf(text, 160, "%s: %s", l->name, what);
    return text;
}

/* ---- published ---- */

static void most_iterations(valid_run *v, const friction_law *l, const char *method, const valid_drive *o)
{
    char text[160], what[100];
    snprintf(what, sizeof what, "%s, most Newton iterations", method);
    valid_not_above(v, named(text, l, what), "1", "publication II, Table 3", l->most, 0.0, o->most,
                    "not more than published");
}

/* The papers' own way: forward differences, renewed in each iteration. */
static void newton_as_published(valid_run *v, const friction_law *l, const valid_drive *o)
{
    char text[160];
    valid_published(v, named(text, l, "double-step with forward differences, average Newton iterations"), "1",
                    "publication II, Table 3", l->average, o->average, 0.02,
                    "0.02, to which independent integration meets Table 3");
    most_iterations(v, l, "double-step with forward differences", o);
}

/* The analytic tangent, kept while that pays, must not cost iterations: compared with our own forward
 * differences. */
static void newton_rows(valid_run *v, const friction_law *l, const char *formulation, const valid_drive *o,
                        const valid_drive *differences)
{
    char text[160], what[120];
    snprintf(what, sizeof what, "%s, average Newton iterations above forward differences", formulation);
    valid_bound(v, named(text, l, what), "1", "two ways of our own",
                fmax(o->average - differences->average, 0.0), 0.02, "the spread of Table 3's readings");
    most_iterations(v, l, formulation, o);
}

static void energy_rows(valid_run *v, const friction_law *l, const char *method, const valid_drive *o)
{
    char text[160], what[100];
    snprintf(what, sizeof what, "%s, maximum cylinder work, magnitude", method);
    valid_published(v, named(text, l, what), "J", "publication II section 6.3", l->work, -o->least_work, 0.05,
                    "within 0.05 J");
    snprintf(what, sizeof what, "%s, peak energy drift, work by right rectangles", method);
    valid_published(v, named(text, l, what), "J", "publication II section 6.3", l->drift, o->paper_drift,
                    0.01 + 0.005, "0.01 J, to which independent integration meets it + half the last digit");
    snprintf(what, sizeof what, "%s, peak energy drift, work as a state", method);
    valid_bound(v, named(text, l, what), "J", "exact: conservation of energy", o->drift,
                valid_drive_quadrature(o),
                "the trapezoidal rule's h^2/12 dP/dt, of work and of energies; safety 2");
}

static void published(valid_run *v, const friction_law *l)
{
    static const char *const formulations[] = {"ali3p", "double-step"};
    valid_drive differences, o;
    const valid_drive_def papers = {.file = l->file,
                                    .override = {.formulation = "double-step", .numeric_tangent = true}};
    if (!valid_drive_run(v, &papers, &differences)) return;
    newton_as_published(v, l, &differences);
    for (int k = 0; k < 2; k++) {
        const valid_drive_def def = {.file = l->file, .override = {.formulation = formulations[k]}};
        if (!valid_drive_run(v, &def, &o)) return;
        newton_rows(v, l, formulations[k], &o, &differences);
        energy_rows(v, l, formulations[k], &o);
    }
}

/* ---- accuracy ---- */

static mb_friction seal(mb_friction_law law)
{
    return (mb_friction){.law = law,
                         .F_c = 210.0,
                         .F_s = 830.0,
                         .v_s = 0.0125,
                         .xi = 50.0,
                         .sigma_0 = sqrt(54.0) * 1e6,
                         .sigma_1 = sqrt(10.0) * 1e4,
                         .sigma_2 = 330.0,
                         .n = 0.5,
                         .v_b = 0.70,
                         .tau_hp = 0.25,
                         .tau_hn = 1.5,
                         .tau_h0 = 40.0,
                         .v_dwell = 1e-6};
}

static void accuracy(valid_run *v, const friction_law *l)
{
    valid_driven reference = valid_driven_friction();
    reference.seal = seal(l->law);
    const valid_reach reach = {l->dynamic ? 4.1e-5 : 3.5e-5, l->dynamic ? 53e3 : 47e3};
    valid_drive_accuracy(v, l->name, l->file, "ali3p", &reference, reach);
}

/* ---- loops of friction over velocity ---- */

/* Area of the loops that friction force and velocity run through. A law that is a function of the velocity
 * returns on its own path: what is left is the polygon's error, of second order. Lag and pre-slip leave an
 * area.
 * `most`: largest difference of the force from the law at this velocity, static laws. */
static bool loop_area(valid_run *v, const friction_law *l, double h, double *area, double *most)
{
    world_mechanism *m = valid_load(v, l->file, &(valid_override){.step = h});
    if (!m) return false;
    const mb_friction f = seal(l->law);
    *area = *most = 0.0;
    double v0 = valid_output(v, m, "ds"), F0 = -valid_output(v, m, "F_mu");
    while (m->state->time < 10.0 - 0.5 * h) {
        if (!valid_step(v, m)) return false;
        mb_evaluate_state(m->model, m->state, m->work);
        const double v1 = valid_output(v, m, "ds"), F1 = -valid_output(v, m, "F_mu");
        *area += 0.5 * (F0 + F1) * (v1 - v0);
        *most = fmax(*most, fabs(F1 - mb_friction_evaluate(&f, v1, 0.0, 0.0).force));
        v0 = v1, F0 = F1;
    }
    return true;
}

static void loops(valid_run *v, const friction_law *l)
{
    double coarse, fine, most;
    if (!loop_area(v, l, 1e-3, &coarse, &most) || !loop_area(v, l, 5e-4, &fine, &most)) return;
    const double error = valid_richardson(coarse, fine, 2, 2.0);
    char text[160];
    if (l->dynamic) {
        valid_bound(v, named(text, l, "error of the loop area of friction over velocity, over the area"), "1",
                    "publication II section 6.2, Fig. 9b: pre-slip and lag", error / fabs(fine), 0.5,
                    "there is an area: it does not vanish with the step");
        return;
    }
    valid_published(v, named(text, l, "loop area of friction over velocity"), "W",
                    "publication II section 6.2, Fig. 9b: no lag", 0.0, fine, error,
                    "2 |f(h) - f(h/2)|/3 (Richardson, order 2, safety 2)");
    valid_bound(v, named(text, l, "friction force less the law at its velocity"), "N",
                "exact: a function of the velocity", most, 1e-9, "round-off of 1 kN");
}

static void plot_loops(valid_run *v)
{
    valid_plot *plot = valid_plot_new(v, "loops", "Friction force over velocity", "ds/dt [m/s]", "F_mu [N]");
    for (int i = 0; i < LAWS && plot; i++) {
        const valid_drive_plots p = {.friction = valid_plot_curve(plot, laws[i].name, false)};
        valid_drive o;
        (void)valid_drive_run(v, &(valid_drive_def){.file = laws[i].file, .plots = &p}, &o);
    }
}

/* ---- order of convergence ---- */

/* Outputs of modified LuGre, one row a millisecond. */
enum { MILLISECONDS = 10000, TRACED = 3 };
static const char *const traced[TRACED] = {"z1", "F_mu", "h"};

static double *trace(valid_run *v, const char *file, int steps_per_ms)
{
    world_mechanism *m = valid_load(v, file, &(valid_override){.step = 1e-3 / steps_per_ms});
    double *values = HL_NEW(valid_arena(v), double, TRACED *MILLISECONDS);
    if (!m || !values) return NULL;
    for (int i = 0; i < MILLISECONDS; i++) {
        for (int k = 0; k < steps_per_ms; k++)
            if (!valid_step(v, m)) return NULL;
        mb_evaluate_state(m->model, m->state, m->work);
        for (int k = 0; k < TRACED; k++) values[TRACED * i + k] = valid_output(v, m, traced[k]);
    }
    return values;
}

static double difference(const double *coarse, const double *fine, int output)
{
    double most = 0.0;
    for (int i = output; i < TRACED * MILLISECONDS; i += TRACED) most = fmax(most, fabs(coarse[i] - fine[i]));
    return most;
}

/* The film's time constant jumps at the dwell, which a seal that swings to rest crosses within a fraction of
 * a step: the film loses the second order, and nothing else does. */
static void orders(valid_run *v, const friction_law *l)
{
    const double *coarse = trace(v, l->file, 1), *half = trace(v, l->file, 2), *fine = trace(v, l->file, 4);
    if (!coarse || !half || !fine) return;
    static const char *const what[TRACED] = {"crank angle, differences of 1, 0.5 and 0.25 ms, their ratio",
                                             "seal friction, differences of 1, 0.5 and 0.25 ms, their ratio",
                                             "film, differences of 1, 0.5 and 0.25 ms, their ratio"};
    for (int k = 0; k < TRACED; k++) {
        char text[160];
        const double ratio = difference(half, fine, k) / difference(coarse, half, k);
        valid_bound(v, named(text, l, what[k]), "1", k < 2 ? "exact: 1/4, order 2" : "exact: 1/2, order 1",
                    ratio, k < 2 ? 0.3 : 0.5,
                    k < 2 ? "order 1.74 at least: 1/4, and what is left of higher orders"
                          : "order 1: the law jumps at the dwell");
    }
}

static void run(valid_run *v)
{
    for (int i = 0; i < LAWS; i++) {
        published(v, &laws[i]);
        accuracy(v, &laws[i]);
        loops(v, &laws[i]);
        if (laws[i].law == MB_FRICTION_MODIFIED_LUGRE) orders(v, &laws[i]);
        valid_drive_plot(v, laws[i].file + sizeof "friction-" - 1, laws[i].file, "ali3p", 3);
    }
    plot_loops(v);
}

const valid_case valid_case_friction = {"friction",
                                        "four laws of seal friction in a cylinder, publication II", run};
