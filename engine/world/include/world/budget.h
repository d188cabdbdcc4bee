/* Counts from which the computing time of a tick follows, and their limits: with the cost of each (rt/cost.h)
 * they give an estimate and a bound of the time. Counts are no part of the state: they describe the last
 * step. */
#ifndef WORLD_BUDGET_H
#define WORLD_BUDGET_H

#include "world/machine.h"

/** What is counted: name in files, and in words. Machines at rest count nothing.
 *
 *   unknowns            velocity columns and states of efforts, all machines together
 *   unknown_iterations  the same, each times the Newton iterations of its machine
 *   treads              tires, and stations of tracks
 *   touching, touching_iterations  bodies with shapes, tires and tracks that have points of contact; these
 *                       times the Newton iterations of their machine
 *   points, point_iterations  of contact of shapes, tires and tracks with objects and ground; as above
 *   objects, object_points, object_iterations  free objects awake; their points of contact; these times the
 *                       largest number of iterations of any island
 *   sand, pressing      ticks and treads, on sites with sand
 *   covered, yielded    cells of the field under tires, tracks, shapes and objects; those that they press
 * down measured, judged    by zones and profiles; tests of tasks and components of the score deferred_...
 * work that waits for the next step because there was too much of it */
#define WORLD_COUNT_LIST(X)                                                                                  \
    X(TICKS, "ticks", "ticks")                                                                               \
    X(UNKNOWNS, "unknowns", "unknowns")                                                                      \
    X(UNKNOWN_ITERATIONS, "unknown_iterations", "unknowns x iterations")                                     \
    X(TREADS, "treads", "tires, track stations")                                                             \
    X(TOUCHING, "touching", "bodies in contact")                                                             \
    X(TOUCHING_ITERATIONS, "touching_iterations", "bodies in contact x iterations")                          \
    X(POINTS, "points", "contact points")                                                                    \
    X(POINT_ITERATIONS, "point_iterations", "contact points x iterations")                                   \
    X(OBJECTS, "objects", "free objects awake")                                                              \
    X(OBJECT_POINTS, "object_points", "points of objects")                                                   \
    X(OBJECT_ITERATIONS, "object_iterations", "points of objects x iterations")                              \
    X(SAND, "sand", "ticks with sand")                                                                       \
    X(PRESSING, "pressing", "tires, stations on sand")                                                       \
    X(COVERED, "covered", "cells under loads")                                                               \
    X(YIELDED, "yielded", "cells that yield")                                                                \
    X(PARTICLES, "particles", "particles")                                                                   \
    X(AWAKE, "awake", "particles awake")                                                                     \
    X(CONTACTS, "contacts", "contacts of particles")                                                         \
    X(BORN, "born", "particles dug")                                                                         \
    X(SINKING, "sinking", "particles merging")                                                               \
    X(CELLS, "cells", "cells that may flow")                                                                 \
    X(DEFERRED_CELLS, "deferred_cells", "cells deferred")                                                    \
    X(DEFERRED_ISLANDS, "deferred_islands", "islands of objects deferred")                                   \
    X(MEASURED, "measured", "cells, particles measured")                                                     \
    X(JUDGED, "judged", "tests, score components")                                                           \
    X(SIGNALS, "signals", "signals")

typedef enum world_count {
#define X(count, key, words) WORLD_COUNT_##count,
    WORLD_COUNT_LIST(X)
#undef X
        WORLD_COUNTS
} world_count;

/** Name of a count in files ("unknown_iterations"), and in words. */
const char *world_count_key(world_count count);
const char *world_count_words(world_count count);

/** Of the last step of the world. RT: some dozen operations for each machine.
 *  @param counts  out: [WORLD_COUNTS] */
void world_count_step(const world_machine *machine, int64_t *counts);

/** The largest that any step can have, from the limits of the parts: iterations, room of lists, capacities.
 * Not all can occur in one step.
 *  @param limits  out: [WORLD_COUNTS] */
void world_count_limits(const world_machine *machine, int64_t *limits);

/** The counts of the step that takes longest if one of each count takes this time. As the limits, but sand
 * that is awake leaves less of a step to soil that is dug and flows (the governor of the sand).
 *  @param us   [WORLD_COUNTS]
 *  @param counts  out: [WORLD_COUNTS] */
void world_count_longest(const world_machine *machine, const double *us, int64_t *counts);

#endif
