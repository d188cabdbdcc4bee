/* Who is to blame for missed deadlines: the tick itself, or whatever else made threads of this priority wait.
 *
 * The slack is what a period leaves over beside a usual tick (the median). Without a disturbance longer than
 * the slack a usual tick meets its deadline. A miss is explained
 *   - by its own wake-up when that was late by more than the slack, or
 *   - by the probe when it saw, while the tick was under way, a latency longer than the slack less the eighth
 *     of a period by which it wakes later (rt/probe.h): that much of a disturbance it cannot see.
 *
 * Anything else is the program's own fault. */
#ifndef RT_DEADLINES_H
#define RT_DEADLINES_H

#include "rt/loop.h"
#include "rt/probe.h"

typedef struct rt_explanation {
    int64_t slack;             /**< [ns] */
    int64_t missed;            /**< all of them */
    int64_t by_wake, by_probe; /**< explained; a miss that both explain counts as by_wake */
    int64_t unexplained;       /**< among those that are listed */
    int64_t unlisted;          /**< misses that the lists could not hold: nothing is known of them */
} rt_explanation;

/** Look for explanations after a run.
 *  @param probe  stopped; NULL: there was none */
rt_explanation rt_explain(const rt_loop *loop, const rt_probe *probe);

/** The threshold a probe needs to explain the misses of a loop of this period [ns]: nothing shorter
 * counts. */
int64_t rt_probe_threshold(int64_t period);

#endif
