/* The real-time loop: clock, threads, measurements. */
#ifndef RT_LOOP_H
#define RT_LOOP_H

#include "xch/messages.h"
#include "xch/ring.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- clock ---- */

/* The clock of the real-time loop, as a pair of functions that tests can replace. */

typedef struct rt_clock {
    void *context;
    int64_t (*now)(void *context);                           /**< [ns] */
    void (*sleep_until)(void *context, int64_t nanoseconds); /**< returns at once if the time has passed */
} rt_clock;

/** CLOCK_MONOTONIC. Reading it does not enter the kernel where the C library has a fast path for it (Linux on
 * x86-64 with the tsc clock source). */
rt_clock rt_clock_monotonic(void);

/** Present time of this clock [ns]. From any thread. */
int64_t rt_now(void);

/** Seconds as whole nanoseconds. */
int64_t rt_nanoseconds(double seconds);

/* ---- histogram ---- */

/* A histogram of durations in nanoseconds, of fixed size. It is exact below 64 ns and has 32 bins per octave
 * above, so a quantile is at most 1/32 (3.2 %) above the true one and never below it. */

enum {
    RT_HISTOGRAM_FINE = 5,     /**< log2 of the bins per octave */
    RT_HISTOGRAM_OCTAVES = 40, /**< the last bin holds durations above 2^40 ns (18 min) */
    RT_HISTOGRAM_BINS = (RT_HISTOGRAM_OCTAVES - RT_HISTOGRAM_FINE + 1) << RT_HISTOGRAM_FINE
};

/** Zero-initialise. */
typedef struct rt_histogram {
    int64_t count, max; /**< max: exact [ns] */
    int64_t bins[RT_HISTOGRAM_BINS];
} rt_histogram;

/** Count a duration [ns]; one below 0 counts as 0. RT. */
void rt_histogram_add(rt_histogram *histogram, int64_t nanoseconds);

/** Quantile of the durations [ns].
 *  @param share  0 < share <= 1: 0.5 the median, 0.999 "p99.9"
 *  @return the upper end of its bin, at most max; 0 when nothing was counted */
int64_t rt_histogram_quantile(const rt_histogram *histogram, double share);

/** The same in microseconds. */
double rt_histogram_us(const rt_histogram *histogram, double share);

/** Add all durations of another histogram: quantiles are then those of both lists together. */
void rt_histogram_merge(rt_histogram *histogram, const rt_histogram *other);

/** Bin of a duration >= 0 [ns], and the largest duration of a bin [ns]: rt_histogram_bin(rt_histogram_end(i))
 * is i. */
int rt_histogram_bin(int64_t nanoseconds);
int64_t rt_histogram_end(int bin);

/* ---- realtime ---- */

/* Requests to the operating system: threads of real-time priority, locked memory. The threads of `io` are in
 * io/thread.
 *
 * Forbidden on the real-time path, i.e. in each function with "RT" in its comment and in all functions it
 * calls:
 *   - allocating and freeing: malloc, free, and C library functions that do so inside
 *   - locking: mutexes, condition variables, semaphores, spinning on another thread's progress. Exception: a
 *     team of physics threads (rt/team.h)
 *   - system calls: files, sockets, sleeps, signals; printing. Measuring a tick (rt/session.h) reads the
 *     clock without a system call (rt/loop.h)
 *   - loops without a bound that is known at load; recursion without one
 *   - touching memory for the first time: it is allocated and written at load, and locked
 *   - retry loops on atomics: a channel succeeds at once or refuses
 * The only sleep is in the loop (rt/loop.h), between ticks. */

enum {
    RT_STACK = 2048 * 1024,        /**< of a real-time thread [bytes] */
    RT_STACK_TOUCHED = 512 * 1024, /**< written before the thread's first work [bytes] */
    RT_ADVICE_LENGTH = 400
};

typedef struct rt_thread_options {
    const char *name; /**< at most 15 characters */
    int priority;     /**< SCHED_FIFO, 1 to 99; 0: ordinary scheduling */
    int cpu;          /**< processor to stay on; below 0: any */
} rt_thread_options;

typedef struct rt_thread {
    pthread_t id;
    rt_thread_options options;
    void (*run)(void *context);
    void *context;
    bool fifo;                     /**< SCHED_FIFO was granted */
    bool pinned;                   /**< the processor was granted */
    char advice[RT_ADVICE_LENGTH]; /**< missing rights and how to get them; empty: none */
} rt_thread;

/** Whether SCHED_FIFO is permitted at a priority, 1 to 99. Tries it on the calling thread and then restores
 * its normal priority. Not RT. */
bool rt_priority_is_permitted(int priority);

/** Start a thread with its stack written, with the requested priority and processor as far as permitted.
 *  @param thread  must not move until rt_thread_join
 *  @return false when the thread cannot be started */
bool rt_thread_start(rt_thread *thread, const rt_thread_options *options, void (*run)(void *context),
                     void *context);

/** Wait for its end. */
void rt_thread_join(rt_thread *thread);

/** Rights of the whole process. */
typedef struct rt_process {
    bool locked;                   /**< all pages are locked in memory */
    int awake;                     /**< keeps processors out of deep sleep while open; below 0: not granted */
    char advice[RT_ADVICE_LENGTH]; /**< missing rights and how to get them; empty: none */
} rt_process;

/** Lock the memory and keep the processors awake, as far as permitted. */
void rt_process_begin(rt_process *process);
void rt_process_end(rt_process *process);

/* ---- loop ---- */

/* A loop at a fixed rate. It sleeps until absolute times on a grid, the multiples of the period, calls the
 * tick, and records wake-up latencies and durations.
 *
 * A tick that ends after the next one is due has missed its deadline. The grid points that passed meanwhile
 * are skipped: the simulation falls behind the clock by this time, and the next tick begins at the next grid
 * point. It never catches up in a burst. */

/** What the loop calls, all from its own thread. */
typedef struct rt_loop_calls {
    void *context;
    /** RT. @param woke  when the tick began [ns]; 0 at maximum speed. @return false: this was the last tick
     */
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

/* ---- probe ---- */

/* A probe beside the real-time loop, like cyclictest: a thread of the same priority and period that only
 * wakes up and reads the clock. Its latencies are caused by the operating system or the hardware. */

enum { RT_PROBE_LATENCIES = 4096 };

typedef struct rt_latency {
    int64_t planned; /**< [ns], CLOCK_MONOTONIC */
    int64_t late;    /**< [ns] */
} rt_latency;

typedef struct rt_probe {
    int64_t period, threshold; /**< [ns]; latencies from the threshold on are listed */
    atomic_bool stop;          /**< from the starter to the probe; carries no other data, hence relaxed */
    rt_thread thread;
    /* written by the probe's thread; to be read after rt_probe_stop */
    rt_histogram wake;
    int64_t beyond; /**< number of latencies from the threshold on */
    int listed;     /**< number of these in the list, which has the first ones */
    rt_latency list[RT_PROBE_LATENCIES];
} rt_probe;

/** Start a probe. It wakes up period/8 after the multiples of the period, so that on the same processor it
 * does not compete with a loop that wakes up at the multiples.
 *  @param probe      must not move until rt_probe_stop
 *  @param threshold  [ns]
 *  @return false: no thread could be started */
bool rt_probe_start(rt_probe *probe, int64_t period, int64_t threshold, const rt_thread_options *options);

/** Stop and wait for its end. */
void rt_probe_stop(rt_probe *probe);

/* ---- deadlines ---- */

/* Causes of missed deadlines: the tick itself, or disturbances that delay threads of this priority.
 *
 * The slack is the period minus the median tick. Without a disturbance longer than the slack, a usual tick
 * meets its deadline. A miss is explained
 *   - by its own wake-up if it was late by more than the slack, or
 *   - by the probe if it measured, during the tick, a latency longer than the slack minus an eighth of a
 *     period. The probe wakes later by this eighth (rt/loop.h) and cannot measure that part of a
 *     disturbance.
 *
 * Other misses are caused by the program itself. */

typedef struct rt_explanation {
    int64_t slack;             /**< [ns] */
    int64_t missed;            /**< all misses */
    int64_t by_wake, by_probe; /**< explained misses; a miss explained by both counts as by_wake */
    int64_t unexplained;       /**< listed misses without an explanation */
    int64_t unlisted;          /**< misses beyond the length of the lists, without known cause */
} rt_explanation;

/** Explain the misses after a run.
 *  @param probe  stopped; NULL: there was none */
rt_explanation rt_deadlines_explain(const rt_loop *loop, const rt_probe *probe);

/** Threshold of a probe that explains the misses of a loop with this period [ns]: shorter latencies do not
 * count. */
int64_t rt_probe_threshold(int64_t period);

/* ---- photons ---- */

/* Latency from the event of a device to the first frame that shows its effect. */

/** Zero-initialise. */
typedef struct rt_photons {
    bool waits; /**< `next` is valid: it has happened but is not shown yet */
    xch_act next;
    rt_histogram latency; /**< from events to frames [ns] */
} rt_photons;

/** Record the latencies of all acts that a shown frame includes.
 *  @param acts  of xch_act, in the order of time; recorded acts are removed
 *  @param time  world time of the frame [s]
 *  @param at    time at which the frame was shown, CLOCK_MONOTONIC [ns] */
void rt_photons_shown(rt_photons *photons, xch_ring *acts, double time, int64_t at);

#endif
