/* Running validation cases and showing what came out: `headland validate` is a thin shell around this. */
#ifndef VALID_RUNNER_H
#define VALID_RUNNER_H

#include "valid/case.h"

#include <stdio.h>

/** All cases, in the order in which they are run and listed. */
int valid_case_count(void);
const valid_case *valid_case_at(int index);

/** The case of that name, or NULL. */
const valid_case *valid_case_find(const char *name);

/** Rows and plots of all cases that were run. */
typedef struct valid_results valid_results;

/** @param assets  folder that holds mechanisms/; kept by reference
 *  @param plots   keep the series that the cases offer */
valid_results *valid_results_new(const char *assets, bool plots);
void valid_results_free(valid_results *results);

/** Run one case; a case that hands in no row at all gets a failing one. */
void valid_results_run(valid_results *results, const valid_case *a_case);

/** Rows that do not hold. */
int valid_results_failed(const valid_results *results);

/** Rows as a table for people, or as JSON (docs/validation.md). False when writing fails. */
bool valid_print_table(const valid_results *results, FILE *out);
bool valid_print_json(const valid_results *results, FILE *out);

/** A plot of a program's own, GROUP-NAME.png and .svg; as valid_plot_new. `group` is kept by reference. */
valid_plot *valid_results_plot(valid_results *results, const char *group, const char *name, const char *title,
                               const char *x_label, const char *y_label);

typedef enum valid_plot_status {
    VALID_PLOT_OK,
    VALID_PLOT_NO_GNUPLOT, /**< gnuplot is not installed or cannot be started */
    VALID_PLOT_FAILED      /**< a file cannot be written, or gnuplot failed */
} valid_plot_status;

/** Write every plot into `directory` (made if need be): data, script, PNG and SVG.
 *  @param trouble  what went wrong, for people */
valid_plot_status valid_write_plots(const valid_results *results, const char *directory, char *trouble,
                                    size_t trouble_size);

/** Run gnuplot on a script, from inside a folder. What it prints to stderr is not shown.
 *  @param trouble  out: what went wrong, with the error that gnuplot names; unchanged with VALID_PLOT_OK */
valid_plot_status valid_gnuplot(const char *directory, const char *script, char *trouble,
                                size_t trouble_size);

#endif
