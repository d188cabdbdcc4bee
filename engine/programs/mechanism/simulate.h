/* What the files of `headland simulate` share. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "bench/samples.h"
#include "world/mechanism.h"

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

/* ---- what came out ---- */

void simulate_print_summary(simulation *s);
/** The line of the summary about steps that left loops open, of which there must be some. */
void simulate_print_open_loops(const simulation *s, FILE *to);
/** @return exit status */
int simulate_print_json(simulation *s);

#endif
