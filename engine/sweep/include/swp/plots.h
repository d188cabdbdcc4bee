/* Results of a sweep as bars, as scripts for gnuplot: one plot a measure. Groups of bars are the values of
 * the first key, bars in a group those of the second; what further keys make of it shows as mean, and as
 * whiskers from the least to the most. */
#ifndef SWP_PLOTS_H
#define SWP_PLOTS_H

#include "swp/grid.h"
#include "swp/result.h"

#include <stdio.h>

/** Whether there is a bar to draw: some run that is compared has a number. */
bool swp_plot_has_bars(const swp_grid *grid, const swp_result *results, swp_measure measure);

/** The script of the plot of a measure that is drawn (swp_look.plot). gnuplot writes PLOT.png and PLOT.svg
 * into the folder that it is started in. */
void swp_plot_script(const swp_grid *grid, const swp_result *results, swp_measure measure, FILE *out);

#endif
