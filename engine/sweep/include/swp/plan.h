/* A sweep as it was asked for. */
#ifndef SWP_PLAN_H
#define SWP_PLAN_H

#include "swp/grid.h"

enum { SWP_SETS = 64 /* `--set` of one run */ };

/** An authored file that the runs read. */
typedef struct swp_file {
    const char *path;
    const char *hash; /**< of its text */
} swp_file;

typedef struct swp_plan {
    const char *program;  /**< the build: results of another are others */
    const char *scenario; /**< or machine; paths as they were given: no part of what is compared */
    const char *script;   /**< NULL: the scenario's */
    double seconds;       /**< [s]; 0: as scenario or script say */
    int set_count, file_count;
    const char *const *sets; /**< KEY=V, the same for all runs */
    const swp_file *files;
    swp_grid grid;
} swp_plan;

/** Make the grid of a plan, of which the rest but the files is there, and look whether it can be a sweep.
 *  @param vary  KEY=V1,V2,... each
 *  @param why   out: what is wrong, when false */
bool swp_plan_vary(swp_plan *plan, const char *const *vary, int count, hl_arena *arena, char why[SWP_WHY]);

/** Whether a text can stand in a command on one line: it has no end of line of its own. NULL can. */
bool swp_is_line(const char *text);

#endif
