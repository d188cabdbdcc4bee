/* Runs of the papers' hydraulically driven mechanisms: see hydraulic.h. */
#include "hydraulic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double end = 10.0;

/* What a run remembers from step to step. */
typedef struct follower {
    const valid_drive_def *def;
    world_mechanism *m;
    valid_drive *drive;
    double start_energy, rectangles, power, offset[2];
    double *lambda;
    double spent; /* time in steps [s] */
} follower;

static void raise(double *largest, double value)
{
    if (!(fabs(value) <= *largest)) *largest = fabs(value); /* what is not a number wins */
}

static bool is_settled(const valid_driven *d, double time)
{
    for (int i = 1; i < 5; i++)
        if (time > d->signal[i].time && time < d->signal[i].time + 0.05) return false;
    return true;
}

/* ---- one step ---- */

static void compare(valid_run *v, follower *f)
{
    const valid_driven *d = f->def->reference;
    const double time = f->m->state->time;
    const long k = lround(time * 1e3);
    if (d == NULL || fabs(time - 1e-3 * (double)k) > 1e-9) return; /* between the reference's moments */
    static const char *const pressures[] = {"p1", "p2", "p3"};
    const valid_driven_moment *exact = &f->def->moments[k];
    valid_drive *o = f->drive;
    for (int i = 0; i < 2; i++) {
        const double error = valid_output(v, f->m, d->watched[i]) - f->offset[i] - exact->watched[i] +
                             f->def->moments[0].watched[i];
        raise(&o->angle, error);
        if (is_settled(d, time)) raise(&o->settled_angle, error);
    }
    for (int i = 0; i < 3; i++) {
        const double error = valid_output(v, f->m, pressures[i]) - exact->p[i];
        raise(&o->pressure, error);
        if (is_settled(d, time)) raise(&o->settled, error);
    }
}

static void watch_energy(valid_run *v, follower *f)
{
    valid_drive *o = f->drive;
    const double kinetic = valid_output(v, f->m, "kinetic"), potential = valid_output(v, f->m, "potential"),
                 work = valid_output(v, f->m, "work"), time = f->m->state->time;
    const double power = valid_output(v, f->m, "F") * valid_output(v, f->m, "ds"),
                 gain = kinetic + potential - f->start_energy;
    f->rectangles += power * f->m->options.step; /* right rectangles */
    raise(&o->power_jump, power - f->power);
    f->power = power;
    o->work = fmax(o->work, work);
    o->least_work = fmin(o->least_work, work);
    raise(&o->drift, gain - work);
    if (fabs(gain - f->rectangles) > o->paper_drift) o->paper_drift_at = time;
    raise(&o->paper_drift, gain - f->rectangles);
    const valid_drive_plots *p = f->def->plots;
    if (p == NULL) return;
    valid_curve_add(p->kinetic, time, kinetic);
    valid_curve_add(p->potential, time, potential);
    valid_curve_add(p->work, time, work);
    valid_curve_add(p->drift, time, gain - f->rectangles);
}

static void watch_constraints(valid_run *v, follower *f)
{
    static const char *const columns[] = {"closure", "closure_v", "closure_a"};
    valid_drive *o = f->drive;
    for (int i = 0; i < 3; i++) {
        const double violation = valid_output(v, f->m, columns[i]);
        raise(&o->violation[i], violation);
        if (f->def->plots) valid_curve_add(f->def->plots->violation[i], f->m->state->time, violation);
    }
    const int equations = mb_model_counts(f->m->model).equations;
    double sum = 0.0;
    for (int i = 0; i < equations; i++) {
        const double step = f->m->state->lambda[i] - f->lambda[i];
        sum += step * step;
        f->lambda[i] = f->m->state->lambda[i];
    }
    raise(&o->force_step, sqrt(sum));
}

static void watch_columns(valid_run *v, const follower *f)
{
    const valid_drive_plots *p = f->def->plots;
    if (p == NULL) return;
    const double time = f->m->state->time;
    char name[16];
    for (int i = 0; i < p->angles; i++) {
        snprintf(name, sizeof name, "z%d", i + 1);
        valid_curve_add(p->angle[i], time, valid_output(v, f->m, name));
    }
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "p%d", i + 1);
        valid_curve_add(p->pressure[i], time, 1e-6 * valid_output(v, f->m, name));
    }
    valid_curve_add(p->iterations, time, f->m->report.iterations);
    valid_curve_add(p->cost, time, 1e3 * f->spent);
    valid_curve_add(p->friction, valid_output(v, f->m, "ds"), -valid_output(v, f->m, "F_mu"));
}

static void watch_newton(const follower *f)
{
    valid_drive *o = f->drive;
    o->average += f->m->report.iterations;
    if (f->m->report.iterations > o->most) o->most = f->m->report.iterations;
    int columns[16];
    if (mb_model_counts(f->m->model).columns <= 16 && mb_independent_columns(f->m->work, columns) == 1 &&
        columns[0] == f->def->expected)
        o->chosen_steps++;
}

/* ---- a run ---- */

/* [s] from an arbitrary start: for the plots of cost only, no row depends on it */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool begin(valid_run *v, follower *f)
{
    *f->drive = (valid_drive){0};
    f->m = valid_load(v, f->def->file, &f->def->override);
    if (f->m == NULL) return false;
    const int equations = mb_model_counts(f->m->model).equations;
    f->lambda = HL_NEW(valid_arena(v), double, equations);
    if (f->lambda == NULL) return false;
    memcpy(f->lambda, f->m->state->lambda, (size_t)equations * sizeof *f->lambda);
    f->start_energy = valid_output(v, f->m, "kinetic") + valid_output(v, f->m, "potential");
    for (int i = 0; i < 2 && f->def->reference; i++)
        f->offset[i] = valid_output(v, f->m, f->def->reference->watched[i]);
    return true;
}

bool valid_drive_run(valid_run *v, const valid_drive_def *def, valid_drive *drive)
{
    follower f = {.def = def, .drive = drive};
    if (!begin(v, &f)) return false;
    int steps = 0;
    for (; f.m->state->time < end - 0.5 * f.m->options.step; steps++) {
        const double before = now();
        if (!valid_step(v, f.m)) return false;
        f.spent += now() - before;
        mb_evaluate_state(f.m->model, f.m->state, f.m->work);
        watch_newton(&f);
        watch_energy(v, &f);
        watch_constraints(v, &f);
        watch_columns(v, &f);
        compare(v, &f);
    }
    drive->average /= steps;
    return true;
}

/* ---- accuracy ---- */

static void accuracy_rows(valid_run *v, const char *what, const valid_drive *coarse, const valid_drive *fine,
                          valid_reach reach, double error)
{
    char text[160];
    const char *source = "independent integration in minimal coordinates";
    snprintf(text, sizeof text, "%s: largest error of the angles, 1 ms", what);
    valid_bound(v, text, "rad", source, coarse->angle, 2.0 * reach.angle,
                "twice what the trapezoidal rule reaches");
    snprintf(text, sizeof text, "%s: largest error of the pressures, 1 ms", what);
    valid_bound(v, text, "Pa", source, coarse->pressure, 2.0 * reach.pressure,
                "twice what the trapezoidal rule reaches");
    snprintf(text, sizeof text, "%s: estimated error of the reference", what);
    valid_bound(v, text, "Pa", "Richardson, 20 and 40 us", error, 0.01 * reach.pressure,
                "a hundredth of what is measured with it");
    snprintf(text, sizeof text, "%s: order of the angles", what);
    valid_published(v, text, "1", "exact: trapezoidal rule, 1 and 0.5 ms, 50 ms after switching left out",
                    2.0, log2(coarse->settled_angle / fine->settled_angle), 0.25,
                    "another order is off by 1; a quarter of that left to the next terms of the error");
    snprintf(text, sizeof text, "%s: order of the pressures", what);
    valid_published(v, text, "1", "exact: trapezoidal rule, 1 and 0.5 ms, 50 ms after switching left out",
                    2.0, log2(coarse->settled / fine->settled), 0.25,
                    "another order is off by 1; a quarter of that left to the next terms of the error");
}

void valid_drive_accuracy(valid_run *v, const char *what, const char *file, const char *formulation,
                          const valid_driven *reference, valid_reach reach)
{
    valid_driven_moment *moments = HL_NEW(valid_arena(v), valid_driven_moment, VALID_DRIVEN_MOMENTS);
    if (moments == NULL) {
        valid_failed(v, "%s: %s", what, hl_status_text(HL_OUT_OF_MEMORY));
        return;
    }
    const double error = valid_driven_integrate(reference, moments);
    valid_drive drive[2];
    for (int k = 0; k < 2; k++) {
        const valid_drive_def def = {
            .file = file,
            .override = {.formulation = formulation, .step = ldexp(1e-3, -k), .tolerance = 1e-11},
            .reference = reference,
            .moments = moments};
        if (!valid_drive_run(v, &def, &drive[k])) return;
    }
    accuracy_rows(v, what, &drive[0], &drive[1], reach, error);
}

/* ---- plots ---- */

void valid_drive_plot(valid_run *v, const char *label, const char *file, const char *formulation, int angles)
{
    char name[80], title[120];
    valid_drive_plots p = {.angles = angles};
#define PLOT(what, title_of, y)                                                                              \
    (snprintf(name, sizeof name, "%s-" what, label), snprintf(title, sizeof title, "%s: " title_of, file),   \
     valid_plot_new(v, name, title, "t [s]", y))
    valid_plot *plot = PLOT("angles", "joint coordinates", "z [rad]");
    for (int i = 0; i < angles; i++) {
        snprintf(name, sizeof name, "z%d", i + 1);
        p.angle[i] = valid_plot_curve(plot, name, false);
    }
    plot = PLOT("pressures", "pressures", "p [MPa]");
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "p%d", i + 1);
        p.pressure[i] = valid_plot_curve(plot, name, false);
    }
    plot = PLOT("energies", "energies", "energy [J]");
    p.kinetic = valid_plot_curve(plot, "kinetic", false);
    p.potential = valid_plot_curve(plot, "potential", false);
    p.work = valid_plot_curve(plot, "work of the cylinder", false);
    p.drift =
        valid_plot_curve(PLOT("drift", "energy drift as the papers add it", "drift [J]"), "drift", false);
    plot = PLOT("violations", "constraint violations", "violation [m, m/s, m/s2]");
    valid_plot_logarithmic(plot, false, true);
    p.violation[0] = valid_plot_curve(plot, "position", false);
    p.violation[1] = valid_plot_curve(plot, "velocity", false);
    p.violation[2] = valid_plot_curve(plot, "acceleration", false);
    p.iterations =
        valid_plot_curve(PLOT("iterations", "Newton iterations", "iterations"), "iterations", true);
    p.cost = valid_plot_curve(PLOT("cost", "cumulative time", "time spent [ms]"), "all steps so far", false);
#undef PLOT
    valid_drive drive;
    const valid_drive_def def = {.file = file, .override = {.formulation = formulation}, .plots = &p};
    (void)valid_drive_run(v, &def, &drive);
}
