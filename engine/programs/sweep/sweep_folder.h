/* The folder of a sweep:
 *
 *   DIR/sweep.json        what was asked for
 *   DIR/runs/NAME/        what each run writes, and log: what it said
 *   DIR/table.csv         all of them
 *   DIR/plots/            pictures of them */
#ifndef SWEEP_FOLDER_H
#define SWEEP_FOLDER_H

#include "hl/arena.h"
#include "swp/plan.h"

#include <stdio.h>

enum { SWEEP_PATH = 1024 };

/** DIR/NAME. False after a message: it is too long. */
bool sweep_path(const char *folder, const char *name, char path[SWEEP_PATH]);

/** A file of a run: DIR/runs/RUN/NAME; its folder for an empty NAME. */
bool sweep_run_path(const char *folder, const char *run, const char *name, char path[SWEEP_PATH]);

typedef enum sweep_found { SWEEP_FOUND_NOTHING, SWEEP_FOUND_SWEEP, SWEEP_FOUND_TROUBLE } sweep_found;

/** Look what is there. A folder that holds something else than a sweep is refused.
 *  @param plan    out: of SWEEP_FOUND_SWEEP
 *  @param status  out: the exit status of SWEEP_FOUND_TROUBLE, after a message */
sweep_found sweep_folder_look(const char *folder, hl_arena *arena, swp_plan *plan, int *status);

/** Make the folder and keep other sweeps out of it until this process ends. False after a message. */
bool sweep_folder_take(const char *folder);

/** Remove what runs have written. False after a message. */
bool sweep_folder_clear(const char *folder);

/** Write a file so that it is whole or not there: beside it, then renamed.
 *  @param print  writes it
 *  @return false after a message */
bool sweep_folder_write(const char *path, void (*print)(const void *context, FILE *out), const void *context);

#endif
