/* The pattern of most cases: run a mechanism with a step and with half of it, compare the finer run with what
 * is published, and let the difference of the two say how far off it may be. */
#ifndef VALID_REFINE_H
#define VALID_REFINE_H

#include "valid/case.h"

enum { VALID_MAX_VALUES = 16 };

/** A number to compare: an output column at a time. */
typedef struct valid_value {
    double time;        /**< [s]; values are listed in rising order of time */
    const char *column; /**< output of the mechanism file */
    const char *what, *unit;
    double published;
    double printed; /**< half of the last printed digit of the published number */
} valid_value;

/** Called before the first step and after each step of the finer run, e.g. for plots. */
typedef void (*valid_look)(valid_run *run, const world_mechanism *mechanism, void *context);

typedef struct valid_refinement {
    const char *file;        /**< mechanism */
    const char *source;      /**< of the published numbers */
    valid_override override; /**< with the coarse step */
    const valid_value *values;
    int count;       /**< at most VALID_MAX_VALUES */
    valid_look look; /**< may be NULL */
    void *context;
} valid_refinement;

/** Reason of the rows: order 2, safety 2. */
extern const char valid_refinement_reason[];

/** Run to the last time and read all values off. False after a failing row. */
bool valid_read_values(valid_run *run, const valid_refinement *refinement, double step, double *values);

/** Run twice and hand in a row for each value: tolerance 2 |f(h) - f(h/2)|/3 + printed. */
void valid_refine(valid_run *run, const valid_refinement *refinement);

#endif
