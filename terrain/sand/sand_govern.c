/* The governor: work that can wait is bounded by what the work that cannot wait leaves of a step.
 *
 * Awake particles must move in each step. Soil that flows in the field, and soil that a tool frees, can wait:
 * the cells that are left are looked at first in the next step (field_flux.c), soil at a tool stays in the
 * field until it is dug (tool_birth.c). Both are limited so that the weighted sum of the counts stays below
 * SHARE of the step. Weights are constants, and counts are state: a replay defers the same work on every
 * computer, however fast. */
#include "sand_parts.h"

/* Time [s] of one of each: medians of headland bench --calibrate on two processors (Zen 4, Zen 5 with other
 * load), rounded up. Of a particle that is awake, with its contacts; of one that merges; of one that is dug,
 * with the cells that it comes from; of a cell that is looked at. */
static const double AWAKE = 60e-9, SINKING = 150e-9, BORN = 15e-6, CELL = 10e-9;

static const double SHARE = 0.6; /* of a step for the sand; the others are for the machine and the outputs */

enum {
    LEAST_BORN = 4,    /* a tool that works is never without soil */
    LEAST_CELLS = 2048 /* two tiles */
};

/* Whole number of units of a cost that fit, within limits. */
static int fitting(double left, double cost, int least, int most)
{
    const double count = left / cost;
    if (!(count < most)) return most;
    return count > least ? (int)count : least < most ? least : most;
}

sand_limits terr_sand_govern(const terr_sand *sand, int64_t born)
{
    const int awake = terr_particles_counted(sand->particles).awake;
    const double left = SHARE * sand->step - AWAKE * awake - SINKING * (double)sand->core.sinking;
    return (sand_limits){.born = fitting(left, BORN, LEAST_BORN, DIG_MOST_BORN),
                         .cells = fitting(left - BORN * (double)born, CELL, LEAST_CELLS, sand->relax_budget)};
}
