/* sweep.json: what the results in a folder belong to. */
#ifndef SWEEP_MANIFEST_H
#define SWEEP_MANIFEST_H

#include "inputs.h"
#include "options.h"
#include "sweep_grid.h"

/** A sweep as it was asked for. */
typedef struct sweep_plan {
    const char *program;  /**< inputs_program */
    const char *scenario; /**< paths as they were given; no part of what is compared */
    const char *script;   /**< NULL: the scenario's */
    double seconds;       /**< [s]; 0: as scenario or script say */
    option_list sets;
    inputs files;
    sweep_grid grid;
} sweep_plan;

/** As JSON, to be freed with free(); NULL: out of memory. */
char *sweep_manifest_write(const sweep_plan *plan);

/** Read it back.
 *  @return false: it is something else; `why` says what */
bool sweep_manifest_read(const char *text, hl_arena *arena, sweep_plan *plan, char why[SWEEP_WHY]);

/** Whether results of `old` are results of `now`. More or fewer values of the same keys do not matter: each
 * run keeps its name.
 *  @param why  out: what differs, when false */
bool sweep_manifest_agrees(const sweep_plan *old, const sweep_plan *now, char why[SWEEP_WHY]);

#endif
