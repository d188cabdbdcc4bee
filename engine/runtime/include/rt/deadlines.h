/* Causes of missed deadlines: the tick itself, or disturbances that delay threads of this priority.
 *
 * The slack is the period minus the median tick. Without a disturbance longer than the slack, a usual tick
 * meets its deadline. A miss is explained
 *   - by its own wake-up if it was late by more than the slack, or
 *   - by the probe if it measured, during the tick, a latency longer than the slack minus an eighth of a
 * period. The probe wakes later by this eighth (rt/probe.h) and cannot measure that part of a disturbance.
 *
 * Other misses are caused by the program itself. */
#ifndef RT_DEADLINES_H
#define RT_DEADLINES_H

#include "rt/loop.h"
#include "rt/probe.h"

typedef struct rt_explanation {
    int64_t slack;             /**< [ns] */
    int64_t missed;            /**< all of them */
    int64_t by_wake, by_probe; /**< explained; a miss that both explain counts as by_wake */
    int64_t unexplained;       /**< among those that are listed */
    int64_t unlisted;          /**< misses beyond the length of the lists, without known cause */
} rt_explanation;

/** Explain the misses after a run.
 *  @param probe  stopped; NULL: there was none */
rt_explanation rt_deadlines_explain(const rt_loop *loop, const rt_probe *probe);

/** Threshold of a probe that explains the misses of a loop with this period [ns]: shorter latencies do not
 * count. */
int64_t rt_probe_threshold(int64_t period);

#endif
