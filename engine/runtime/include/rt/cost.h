/* Time of a tick from counts: each part of a tick is a sum of terms, count times cost.
 *
 *   estimate = sum of counts of a tick x cost          what it takes usually
 *   bound    = sum of limits x cost, times the spread  what it takes at most, without interruptions
 *              of each part, and of the tick
 *
 * Costs are measured on a computer (headland bench --calibrate): least squares over the ticks of some drives,
 * each driven several times. All runs of a drive have the same counts, so the shortest time of a tick is free
 * of interruptions; costs are fitted to these. The spread of a part is the quantile RT_COST_QUANTILE of time
 * over estimate in the first run, which is made like a drive, over the ticks with much work (at least half of
 * the largest estimate): ticks with little work have large ratios that say nothing about the others. The
 * quantile is below 1 because the longest ticks, 1 in 1000, are mostly interruptions by the system, which no
 * bound of this kind contains. */
#ifndef RT_COST_H
#define RT_COST_H

#include "rt/session.h"
#include "world/budget.h"

#define RT_COST_QUANTILE 0.999

/** Terms of the parts, in the order of the parts: which counts the time of a part follows. Poses and ground
 * are evaluated with the signals where these are read, otherwise in the part `ground`. */
#define RT_TERM_LIST(X)                                                                                      \
    X(COMMANDS, TICKS)                                                                                       \
    X(GROUND, TICKS)                                                                                         \
    X(GROUND, UNKNOWNS)                                                                                      \
    X(GROUND, TREADS)                                                                                        \
    X(GROUND, POINTS)                                                                                        \
    X(GROUND, OBJECTS)                                                                                       \
    X(GROUND, OBJECT_POINTS)                                                                                 \
    X(CONTROLS, UNKNOWNS)                                                                                    \
    X(NEWTON, UNKNOWNS)                                                                                      \
    X(NEWTON, UNKNOWN_ITERATIONS)                                                                            \
    X(NEWTON, TOUCHING_ITERATIONS)                                                                           \
    X(NEWTON, POINT_ITERATIONS)                                                                              \
    X(NEWTON, OBJECTS)                                                                                       \
    X(NEWTON, OBJECT_ITERATIONS)                                                                             \
    X(PRESS, SAND)                                                                                           \
    X(PRESS, PRESSING)                                                                                       \
    X(PRESS, COVERED)                                                                                        \
    X(PRESS, YIELDED)                                                                                        \
    X(DIG, SAND)                                                                                             \
    X(DIG, PARTICLES)                                                                                        \
    X(DIG, BORN)                                                                                             \
    X(PARTICLES, SAND)                                                                                       \
    X(PARTICLES, PARTICLES)                                                                                  \
    X(PARTICLES, AWAKE)                                                                                      \
    X(PARTICLES, CONTACTS)                                                                                   \
    X(PARTICLES, SINKING)                                                                                    \
    X(FLOW, SAND)                                                                                            \
    X(FLOW, CELLS)                                                                                           \
    X(TASKS, TICKS)                                                                                          \
    X(TASKS, JUDGED)                                                                                         \
    X(TASKS, MEASURED)                                                                                       \
    X(SIGNALS, SIGNALS)                                                                                      \
    X(SIGNALS, UNKNOWNS)                                                                                     \
    X(SIGNALS, TREADS)                                                                                       \
    X(SIGNALS, TOUCHING)                                                                                     \
    X(NEWS, TICKS)                                                                                           \
    X(RECORDER, SIGNALS)                                                                                     \
    X(RECORDER, PARTICLES)                                                                                   \
    X(TELEMETRY, SIGNALS)                                                                                    \
    X(SAMPLES, SIGNALS)                                                                                      \
    X(SNAPSHOT, SIGNALS)                                                                                     \
    X(SAND, SAND)                                                                                            \
    X(SAND, PARTICLES)

enum {
#define X(part, count) RT_TERM_##part##_##count,
    RT_TERM_LIST(X)
#undef X
        RT_TERMS
};

/** A term: its part, its count. */
typedef struct rt_term {
    rt_part part;
    world_count count;
} rt_term;

rt_term rt_term_at(int term);

/** Index of a term; -1: the part has no such term. */
int rt_term_find(rt_part part, world_count count);

/** Part and count by their names in files; -1: unknown. */
int rt_part_find(const char *key);
int rt_count_find(const char *key);

typedef struct rt_costs {
    double us[RT_TERMS];     /**< of one of a term's count [us] */
    double spread[RT_PARTS]; /**< of each part [1], 1 or more */
    double tick_spread;      /**< of their sum [1], 1 or more; 0: not known */
} rt_costs;

/** Estimated time of each part at these counts [us]. RT.
 *  @param counts  [WORLD_COUNTS]
 *  @return their sum */
double rt_costs_estimate(const rt_costs *costs, const int64_t *counts, double us[RT_PARTS]);

/** The same times the spreads of the parts: a bound of each, at the limits of the counts.
 *  @return bound of the tick: the estimate times its own spread, which is smaller than those of the parts
 * because they are long in different ticks; if that is not known, the sum of the bounds */
double rt_costs_bound(const rt_costs *costs, const int64_t *limits, double us[RT_PARTS]);

/* ---- fitting ---- */

/** Measured ticks; counts are the same in all runs. */
typedef struct rt_cost_samples {
    int ticks, runs;
    int stride;            /**< ticks from one run to the next in `us`, at least `ticks` */
    const float *us;       /**< [runs][stride][RT_PARTS] */
    const int32_t *counts; /**< [ticks][WORLD_COUNTS] */
} rt_cost_samples;

/** Fit costs and spreads, all not negative. A count that never occurs has cost 0. Not RT.
 *  @return HL_OK, HL_BAD_INPUT: no ticks; HL_OUT_OF_MEMORY */
hl_status rt_costs_fit(const rt_cost_samples *samples, rt_costs *costs);

#endif
