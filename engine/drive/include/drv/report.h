/* What came of a round: report.json, and the figures that a summary for people is made of. */
#ifndef DRV_REPORT_H
#define DRV_REPORT_H

#include "drv/drive.h"

/** The report as JSON, to be freed with free(); NULL when memory is exhausted. The session has ended.
 *  @param hash  of the state at the end */
char *drv_report_json(const drv_drive *drive, uint64_t hash);

/** Time that was simulated, and that it took without pauses [s]. */
double drv_simulated(const drv_drive *drive);
double drv_wall(const drv_drive *drive);
double drv_real_time_factor(const drv_drive *drive);

/** A quantile of a histogram [us]. */
double drv_quantile(const rt_histogram *histogram, double share);

/** Why the world stopped. NULL: it did not. */
const char *drv_failure_text(const drv_drive *drive, char *text, size_t size);

/** From events of devices to pictures. NULL: nothing was shown. */
const rt_histogram *drv_photons(const drv_drive *drive);

/** By how much loops may be open without a note [m, rad or 1]. */
double drv_loop_bound(const drv_drive *drive);

/** State of a task at the end: "waits", "goes on", "done", "late". */
const char *drv_task_state(const drv_drive *drive, const auth_task *task);

/** "goes on", "finished", "failed" */
const char *drv_exercise_result(const drv_drive *drive);

/** Why the exercise has ended; may be empty. The text may be in the arena. */
const char *drv_exercise_reason(const drv_drive *drive, hl_arena *arena);

/** Whether it was finished with the points that pass. */
bool drv_exercise_passed(const drv_drive *drive);

#endif
