/* Results of a sweep side by side: for people, as CSV and as JSON. */
#ifndef SWP_TABLE_H
#define SWP_TABLE_H

#include "swp/grid.h"
#include "swp/result.h"

#include <stdio.h>

/** Best value of a measure among the runs that compete (swp_result_compares).
 *  @return NaN: there is none, or all are equal */
double swp_best(const swp_result *results, int count, swp_measure measure);

/** The table for people, the best of each column marked `*`; then what is to be said about runs that have not
 * finished. Columns of which no run has a number are left out. */
void swp_print_table(const swp_grid *grid, const swp_result *results, FILE *out);

/** A row a run, units in a second row that begins with `#`, full precision, in SI but for litres. */
void swp_print_csv(const swp_grid *grid, const swp_result *results, FILE *out);

/** All of it as JSON. False: out of memory. */
bool swp_print_json(const swp_grid *grid, const swp_result *results, FILE *out);

#endif
