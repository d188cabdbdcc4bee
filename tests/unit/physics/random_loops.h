/* Random closed mechanisms: chains of bodies on random joints whose last body is tied to the ground or to
 * another chain where it happens to be, so that they can always be assembled. */
#ifndef RANDOM_LOOPS_H
#define RANDOM_LOOPS_H

#include "mb/step.h"

typedef struct random_loops {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    mb_assembly_report assembly;
} random_loops;

/** Build the mechanism of a seed and assemble it.
 *  @param fastest  largest first guess of a joint's speed [m/s or rad/s]
 *  @return false: no consistent start was found; everything is released */
bool random_loops_open(random_loops *m, uint64_t seed, double fastest, const mb_step_options *options);
void random_loops_close(random_loops *m);

#endif
