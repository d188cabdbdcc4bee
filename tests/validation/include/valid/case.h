/* Writing a validation case: a function that runs something published (or known exactly) and hands in rows.
 *
 *   static void run(valid_run *v)
 *   {
 *       world_mechanism *m = valid_load(v, "pendulum", NULL);
 *       if (!m || !valid_run_to(v, m, 10.0)) return;
 *       valid_published(v, "x(10)", "m", "source", -0.275, valid_output(v, m, "P.x"), 1e-6, "why 1e-6");
 *   }
 *   const valid_case valid_case_pendulum = {"pendulum", "a title", run};
 *
 * and a line in cases.c. Cases may print nothing and keep nothing: rows and plots are all that leaves them.
 */
#ifndef VALID_CASE_H
#define VALID_CASE_H

#include "world/mechanism.h"

#include <stdbool.h>

typedef struct valid_run valid_run;

typedef struct valid_case {
    const char *name;  /**< as on the command line */
    const char *title; /**< one line for --list */
    void (*run)(valid_run *run);
} valid_case;

/* ---- rows ---- */

/** A row with a published or exact number: holds when |here - published| <= tolerance.
 *  @param what    what is compared, e.g. "x(10)"
 *  @param unit    SI, "1" for pure numbers
 *  @param source  paper, table or figure; or "exact: ..." with the reason
 *  @param reason  where the tolerance comes from */
void valid_published(valid_run *run, const char *what, const char *unit, const char *source, double published,
                     double here, double tolerance, const char *reason);

/** A row with a published number that ours must not exceed (iterations, drift): holds when
 *  here <= published + printed, half of its last printed digit (0 for whole numbers). */
void valid_not_above(valid_run *run, const char *what, const char *unit, const char *source, double published,
                     double printed, double here, const char *reason);

/** A row without a published number: holds when |here| <= bound. Say in `what` what is compared. */
void valid_bound(valid_run *run, const char *what, const char *unit, const char *source, double here,
                 double bound, const char *reason);

/** A row for something that could not be computed; it does not hold. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void valid_failed(valid_run *run, const char *format, ...);

/* ---- mechanisms ---- */

/** What a case wants otherwise than the file: zero and NULL keep the file's own. */
typedef struct valid_override {
    const char *formulation, *solver; /**< names as on the command line */
    double step;                      /**< [s] */
    double penalty, tolerance;
    int max_iterations;
    bool numeric_tangent;
} valid_override;

/** Memory that lives as long as the case. */
hl_arena *valid_arena(valid_run *run);

/** Read assets/mechanisms/NAME.yaml. NULL after a failing row. */
auth_mechanism *valid_read(valid_run *run, const char *name);

/** Build and assemble an authored mechanism, possibly changed by the case. NULL after a failing row. */
world_mechanism *valid_build(valid_run *run, const auth_mechanism *author, const valid_override *override);

/** Read, build and assemble. `override` may be NULL. NULL after a failing row. */
world_mechanism *valid_load(valid_run *run, const char *name, const valid_override *override);

/** One step; false after a failing row that names the step and the unknown. */
bool valid_step(valid_run *run, world_mechanism *mechanism);

/** Step until the time is `seconds` (to half a step); false after a failing row. */
bool valid_run_to(valid_run *run, world_mechanism *mechanism, double seconds);

/** Value of the output column `name` (e.g. "P3.x") now; NaN after a failing row when there is no such column.
 */
double valid_output(valid_run *run, const world_mechanism *mechanism, const char *name);

/** Error estimate of `fine`, computed with half the step of `coarse`, by Richardson's rule:
 *  safety |coarse - fine| / (2^order - 1). */
double valid_richardson(double coarse, double fine, int order, double safety);

/* ---- plots: kept only when asked for; every function accepts the NULL that stands for "not wanted" ---- */

typedef struct valid_plot valid_plot;
typedef struct valid_curve valid_curve;

/** A picture CASE-NAME.png and .svg. `name` is part of a file name: letters, digits and hyphens.
 *  @return NULL when no plots are wanted */
valid_plot *valid_plot_new(valid_run *run, const char *name, const char *title, const char *x_label,
                           const char *y_label);

/** Logarithmic axes. */
void valid_plot_logarithmic(valid_plot *plot, bool x, bool y);

/** The same scale on both axes: a map. */
void valid_plot_equal(valid_plot *plot);

/** Add a named curve. `points`: draw marks rather than a line, e.g. for published figures. */
valid_curve *valid_plot_curve(valid_plot *plot, const char *name, bool points);

/** Add a point to a curve. */
void valid_curve_add(valid_curve *curve, double x, double y);

#endif
