/* What the files of `headland simulate` share. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "bench/samples.h"
#include "world/mechanism.h"

#include <stdio.h>

/** A run and what is remembered of it. */
typedef struct simulation {
    const char *path; /**< the mechanism file */
    world_mechanism *mechanism;
    long steps, steps_wanted;
    bench_samples times; /**< wall time of each step [us] */
    double iterations;   /**< sum over the steps */
    int most_iterations;
    long cut;            /**< steps whose iterations were cut at the bound */
    double largest_left; /**< largest increment that a cut step left [tolerances] */
    long open;           /**< steps that left closures open: mb_loop_bounds */
    double first_open;   /**< time at which the first of them ended [s] */
    double violation[3]; /**< largest |Phi|, |Phi_dot|, |Phi_dot_dot| of any step */
    mb_energy at_start, at_end;
    char failure[400];  /**< why it stopped; empty when it ran to its end */
    const char *advice; /**< what to try then; NULL: none */
} simulation;

/* ---- the output file: FILE.tmp until the run has ended; devices and pipes are written to at once ---- */

typedef struct csv_file {
    FILE *file;
    const char *path, *written; /* its name in the end, and during the run */
    double *values;
    long rows;
    int trouble; /* errno of the first failure to write, 0 when there was none */
} csv_file;

/** Open the file and write the two header rows. False after a message. */
bool csv_begin(csv_file *csv, const char *path, const world_mechanism *mechanism, hl_arena *arena);

/** A row with the outputs at the present state. */
void csv_row(csv_file *csv, const world_mechanism *mechanism);

/** Give the file its name. False after a message when something could not be written. */
bool csv_end(csv_file *csv);

/* ---- what came out ---- */

void simulate_print_summary(simulation *run);
/** The line of the summary about steps that left loops open, of which there must be some. */
void simulate_print_open_loops(const simulation *run, FILE *to);
/** @return exit status */
int simulate_print_json(simulation *run);

#endif
