/* A loop at a fixed rate. It sleeps until absolute times on a grid, the multiples of the period, calls the
 * tick, and records wake-up latencies and durations.
 *
 * A tick that ends after the next one is due has missed its deadline. The grid points that passed meanwhile
 * are skipped: the simulation falls behind the clock by this time, and the next tick begins at the next grid
 * point. It never catches up in a burst. */
#ifndef RT_LOOP_H
#define RT_LOOP_H

#include "rt/clock.h"
#include "rt/histogram.h"

#include <stdatomic.h>
#include <stdbool.h>

/** What the loop calls, all from its own thread. */
typedef struct rt_loop_calls {
    void *context;
    /** RT. @param woke  when the tick began [ns]; 0 at maximum speed. @return false: this was the last one */
    bool (*tick)(void *context, int64_t woke);
    void (*late)(void *context,
                 int64_t slipped); /**< after a missed deadline, with the number of skipped grid points. RT */
    bool (*ready)(void *context);  /**< maximum speed: whether the next tick may begin; NULL: always */
    void (*idle)(void *context);   /**< every few milliseconds while paused */
    void (*pause)(void *context, bool paused); /**< a pause begins, ends */
} rt_loop_calls;

/** A tick that missed its deadline. */
typedef struct rt_miss {
    int64_t tick;    /**< counted from 0 */
    int64_t planned; /**< planned start [ns] */
    int64_t wake;    /**< delay of the start [ns] */
    int64_t step;    /**< duration [ns] */
} rt_miss;

enum { RT_MISSES = 1024 };

typedef struct rt_loop {
    int64_t period; /**< [ns]; 0: maximum speed, no sleeps */
    rt_clock clock;
    rt_loop_calls calls;
    atomic_bool pause,
        stop; /**< set by any thread, read by the loop; relaxed order, because they guard no other data */
    /* statistics, written by the loop's thread */
    int64_t ticks, missed, slipped; /**< slipped: skipped grid points */
    int64_t began, ended;           /**< when the loop began and ended [ns] */
    int64_t last_step;              /**< duration of the tick that ended last [ns] */
    int64_t paused;                 /**< time spent paused [ns] */
    rt_histogram wake;              /**< actual minus planned begin; empty at maximum speed */
    rt_histogram step;              /**< duration of the tick */
    int miss_count;                 /**< listed: the first RT_MISSES of them */
    rt_miss misses[RT_MISSES];
} rt_loop;

/** Set up a loop that has not run. */
void rt_loop_begin(rt_loop *loop, int64_t period, rt_clock clock, const rt_loop_calls *calls);

/** Run until the tick returns false, or until a stop is requested. */
void rt_loop_run(rt_loop *loop);

/** Pause or continue; stop permanently. From any thread. RT. */
void rt_loop_pause(rt_loop *loop, bool pause);
void rt_loop_stop(rt_loop *loop);

#endif
