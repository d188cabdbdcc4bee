/* A zoo: two trees with every joint type, every kind of measure, effort states and a wrench, in general
 * position. No physical purpose: every term of the equations of motion is there and none vanishes. */
#ifndef ZOO_H
#define ZOO_H

#include "mb/step.h"

typedef struct zoo {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} zoo;

/** Build the zoo at a random but reproducible state.
 *  @param with_loops    close loops of every type (redundant and in conflict: never assembled, only
 * evaluated)
 *  @param with_efforts  put efforts with and without states on it */
void zoo_open(zoo *z, const mb_step_options *options, bool with_loops, bool with_efforts);
void zoo_close(zoo *z);

/** Reproducible numbers in (-1, 1). */
double zoo_random(unsigned long long *seed);

#endif
