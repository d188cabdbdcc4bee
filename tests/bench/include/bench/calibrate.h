/* Measuring the costs of this computer (rt/cost.h). */
#ifndef BENCH_CALIBRATE_H
#define BENCH_CALIBRATE_H

#include "drv/log.h"
#include "rt/cost.h"

/** Drive the scenarios of calibration, each once in real time and twice at maximum speed, with recorder,
 * snapshots and sand for pictures, and fit the costs. The run in real time has priority, caches and wake-ups
 * of a drive: spreads are those of this run.
 *  @param assets    folder of the authored files
 *  @param seconds   length of each drive [s]
 *  @param progress  drives done; NULL: none
 *  @param costs     out
 *  @return drv_status, after messages unless it is DRV_DONE */
int bench_calibrate(const drv_log *log, const char *assets, double seconds, const drv_progress *progress,
                    rt_costs *costs);

#endif
