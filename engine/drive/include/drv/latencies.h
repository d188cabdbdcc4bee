/* Latencies of drives: histograms in report.json, and histograms merged over several reports. */
#ifndef DRV_LATENCIES_H
#define DRV_LATENCIES_H

#include "drv/log.h"
#include "rt/loop.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/** A histogram as in report.json: quantiles and the maximum [us], the number of durations.
 *  @param bins  with `bins_ns`, a list of [largest duration of the bin in ns, number] without empty bins
 *  @return NULL when memory is exhausted */
cJSON *drv_histogram_json(const rt_histogram *histogram, bool bins);

/** Add a histogram that was written with its bins. @return false: it is malformed; nothing was added */
bool drv_histogram_parse(const cJSON *json, rt_histogram *histogram);

/** Latencies that a drive measures. */
typedef enum drv_latency {
    DRV_LATENCY_WAKE,
    DRV_LATENCY_STEP,
    DRV_LATENCY_PROBE,
    DRV_LATENCY_INPUT,
    DRV_LATENCY_PICTURE,
    DRV_LATENCIES
} drv_latency;

/** Name of a latency in tables: "wake-up latency". */
const char *drv_latency_name(drv_latency latency);

/** Sums over drives. Zero-initialise. */
typedef struct drv_latencies {
    int64_t runs, ticks;
    double step;                            /**< tick, the same in all drives [s] */
    int64_t missed, slipped;                /**< deadlines; periods */
    bool explained;                         /**< whether the causes of the misses are known for all drives */
    int64_t by_wake, by_probe, unexplained; /**< misses by cause; unexplained: includes unlisted ones */
    bool fifo, locked;                      /**< in all drives */
    rt_histogram histograms[DRV_LATENCIES]; /**< [ns] */
} drv_latencies;

/** Read a report and add its latencies.
 *  @param path  report.json, or the folder with it
 *  @return drv_status, after a message if it is not DRV_DONE */
int drv_latencies_add(const drv_log *log, const char *path, drv_latencies *sums);

/** The sums in the form of a report: drv_latencies_add reads it. @return NULL when memory is exhausted */
cJSON *drv_latencies_json(const drv_latencies *sums);

#endif
