/* Results of a sweep as bars: one plot a measure. */
#ifndef SWEEP_PLOTS_H
#define SWEEP_PLOTS_H

#include "sweep_grid.h"
#include "sweep_result.h"

#include <stdio.h>

/** Write the plots into a folder that is there: NAME.gnuplot, NAME.png and NAME.svg for every measure of
 * which some run has a number. Groups of bars are the values of the first key, bars in a group those of the
 * second; what further keys make of it shows as mean, and as whiskers from the least to the most.
 *  @return exit status, after a message */
int sweep_plots(const sweep_grid *grid, const sweep_result *results, const char *folder);

/** The script of one plot, as gnuplot reads it. */
void sweep_plot_script(const sweep_grid *grid, const sweep_result *results, sweep_measure measure, FILE *out);

/** Name of a measure's files, "cycle-time"; NULL: it is not drawn. */
const char *sweep_plot_name(sweep_measure measure);

#endif
