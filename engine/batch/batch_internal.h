/* What the files of a sweep share. */
#ifndef BATCH_INTERNAL_H
#define BATCH_INTERNAL_H

#include "bat/sweep.h"

#include <stdio.h>

/* ---- folder.c ---- */

/** DIR/NAME. False after a message: it is too long. */
bool batch_path(const drv_log *log, const char *folder, const char *name, char path[BAT_PATH]);

/** A file of a run: DIR/runs/RUN/NAME; its folder for an empty NAME. */
bool batch_run_path(const drv_log *log, const char *folder, const char *run, const char *name,
                    char path[BAT_PATH]);

typedef enum batch_found { BATCH_NOTHING, BATCH_SWEEP, BATCH_TROUBLE } batch_found;

/** Find out what a folder holds. A folder with other files than those of a sweep is refused.
 *  @param plan    out: of BATCH_SWEEP
 *  @param status  out: drv_status of BATCH_TROUBLE, after a message */
batch_found batch_folder_read(const drv_log *log, const char *folder, hl_arena *arena, swp_plan *plan,
                              int *status);

/** Make the folder and reserve it until this process ends. False after a message. */
bool batch_folder_take(const drv_log *log, const char *folder);

/** Remove what runs have written. False after a message. */
bool batch_folder_clear(const drv_log *log, const char *folder);

/** Write a file completely or not at all: beside it, then renamed.
 *  @param print  writes it
 *  @return false after a message */
bool batch_write_file(const drv_log *log, const char *path, void (*print)(const void *context, FILE *out),
                      const void *context);

/* ---- trial.c ---- */

/** Try all keys and values on the machine, then find keys that are controls and that the script moves: a
 * warning with the line of the script or, if the script sets the control at the start, a complaint.
 *  @return drv_status, after messages unless it is done */
int batch_try(bat_sweep *s);

/* ---- sweep.c ---- */

/** Read what is there of a run's results. */
swp_result batch_read(bat_sweep *s, int run);

/** The same of all runs. False after a message. */
bool batch_read_all(bat_sweep *s);

#endif
