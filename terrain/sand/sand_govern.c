/* The governor: work that can wait is bounded by what the work that cannot wait leaves of a step; and the
 * limits of a step that follow.
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

sand_limits terr_sand_govern(const terr_sand *sand, int64_t awake, int64_t sinking, int64_t born)
{
    const double left =
        SHARE * sand->step - AWAKE * (double)awake - SINKING * (double)sinking - BORN * (double)born;
    return (sand_limits){.born = fitting(left, BORN, LEAST_BORN, DIG_MOST_BORN),
                         .cells = fitting(left, CELL, LEAST_CELLS, sand->relax_budget)};
}

/* ---- limits of a step ---- */

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

terr_sand_counts terr_sand_limits_at(const terr_sand *sand, int64_t awake, int64_t born)
{
    const int64_t diggings = (int64_t)sand->tool_count * (1 + sand->container_count);
    const int64_t old = awake > born ? awake - born : 0;
    const int64_t others = diggings > 1 ? (diggings - 1) * LEAST_BORN : 0;
    const int64_t births = diggings > 0 ? terr_sand_govern(sand, old, 0, 0).born + others : 0;
    const int64_t dug = least_of(born, least_of(births, sand->capacity));
    const int64_t per_particle = terr_particles_most_contacts(sand->particles) / sand->capacity;
    return (terr_sand_counts){
        .particles = sand->capacity,
        .awake = least_of(awake, sand->capacity),
        .contacts = per_particle * least_of(awake, sand->capacity),
        .born = dug,
        .sinking = least_of(MOST_SINKING, sand->capacity),
        .cells = terr_field_most_looked(sand->field, terr_sand_govern(sand, awake, 0, dug).cells),
        .deferred = terr_field_most_looked(sand->field, 0)};
}

terr_sand_counts terr_sand_limits(const terr_sand *sand)
{
    terr_sand_counts limits = terr_sand_limits_at(sand, sand->capacity, 0);
    const terr_sand_counts free = terr_sand_limits_at(sand, 0, 0),
                           digging = terr_sand_limits_at(sand, 0, sand->capacity);
    limits.born = digging.born;
    limits.cells = free.cells;
    return limits;
}
