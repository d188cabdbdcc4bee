/* The costs of this computer (rt/cost.h): the user's file, written by `headland bench --calibrate`. */
#ifndef DRV_COSTS_H
#define DRV_COSTS_H

#include "drv/log.h"
#include "rt/cost.h"

/** Where the user's costs are kept: costs.yaml beside the settings (io/settings.h).
 *  @return false: neither XDG_CONFIG_HOME nor HOME is set, or the path is too long */
bool drv_costs_own_path(char *path, size_t size);

/** Read a file of costs and find its parts and counts.
 *  @param computer  out: the processor on which they were measured, in the arena; "": not given
 *  @return drv_status, after messages unless it is DRV_DONE */
int drv_costs_read(const drv_log *log, const char *path, hl_arena *arena, rt_costs *costs,
                   const char **computer);

/** Make the folders above a file of costs, and check that it can be written: before minutes of measurement.
 *  @return false after a message */
bool drv_costs_prepare(const drv_log *log, const char *path);

/** Write a file of costs, with the folders above it. @return false after a message */
bool drv_costs_write(const drv_log *log, const char *path, const rt_costs *costs, const char *computer);

/** The processor of this computer, as /proc/cpuinfo names it; "unknown". */
void drv_processor_name(char *name, size_t size);

#endif
