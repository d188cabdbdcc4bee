/* A probe beside the real-time loop, like cyclictest: a thread of the same priority and period that only
 * wakes up and reads the clock. Its latencies are caused by the operating system or the hardware. */
#ifndef RT_PROBE_H
#define RT_PROBE_H

#include "rt/histogram.h"
#include "rt/realtime.h"

#include <stdatomic.h>

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
    int64_t beyond; /**< latencies from the threshold on */
    int listed;     /**< the first of them that the list holds */
    rt_latency list[RT_PROBE_LATENCIES];
} rt_probe;

/** Start probing. It wakes period/8 after the multiples of the period, so that on the same processor it does
 * not compete with a loop that starts at the multiples.
 *  @param probe      must not move until rt_probe_stop
 *  @param threshold  [ns]
 *  @return false: no thread could be started */
bool rt_probe_start(rt_probe *probe, int64_t period, int64_t threshold, const rt_thread_options *options);

/** Stop and wait for its end. */
void rt_probe_stop(rt_probe *probe);

#endif
