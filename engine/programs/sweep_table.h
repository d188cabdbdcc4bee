/* Results of a sweep side by side: for people, as CSV and as JSON. */
#ifndef SWEEP_TABLE_H
#define SWEEP_TABLE_H

#include "sweep_grid.h"
#include "sweep_result.h"

#include <stdio.h>

/** How a measure is shown. */
typedef struct sweep_column {
    const char *title, *unit; /**< unit: empty where there is none */
    double scale;             /**< number shown per SI number */
    int digits;               /**< after the point */
    bool more_is_better;
} sweep_column;

const sweep_column *sweep_column_of(sweep_measure measure);

/** Best value of a measure among runs that finished (and reached the goal, where one did).
 *  @return NaN: there is none, or all are equal */
double sweep_best(const sweep_result *results, int count, sweep_measure measure);

/** The table for people, the best of each column marked `*`; then what is to be said about runs that have not
 * finished. Columns of which no run has a number are left out. */
void sweep_print_table(const sweep_grid *grid, const sweep_result *results, FILE *out);

/** A row a run, units in a second row that begins with `#`, full precision, in SI but for litres. */
void sweep_print_csv(const sweep_grid *grid, const sweep_result *results, FILE *out);

/** All of it as JSON. False: out of memory. */
bool sweep_print_json(const sweep_grid *grid, const sweep_result *results, FILE *out);

#endif
