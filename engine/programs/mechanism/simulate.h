/* What the files of `headland simulate` share. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "bench/samples.h"
#include "world/mechanism_run.h"

#include <stdio.h>

/** A run and what is remembered of it. */
typedef struct simulation {
    const char *path; /**< the mechanism file */
    long steps_wanted;
    world_run run;
    bench_samples times; /**< wall time of each step [us] */
    char failure[400];   /**< why it stopped; empty when it ran to its end */
    const char *advice;  /**< what to try then; NULL: none */
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

void simulate_print_summary(simulation *s);
/** The line of the summary about steps that left loops open, of which there must be some. */
void simulate_print_open_loops(const simulation *s, FILE *to);
/** @return exit status */
int simulate_print_json(simulation *s);

#endif
