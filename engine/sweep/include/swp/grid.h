/* The grid of a sweep: what is varied, and the runs that come of it. */
#ifndef SWP_GRID_H
#define SWP_GRID_H

#include "hl/arena.h"

#include <stdbool.h>

enum {
    SWP_AXES = 16,
    SWP_VALUES = 1000,  /* of one key */
    SWP_RUNS = 100000,  /* more in one folder help nobody */
    SWP_WHY = 512,      /* length of a message */
    SWP_NAME_MOST = 200 /* of a run: file systems allow 255 */
};

/** One key of `run --set` and the values it takes. */
typedef struct swp_axis {
    const char *key;
    const char *label; /**< for people and file names: without `machine.` */
    int count;
    const char **values;
    const char **labels; /**< of the values, safe in file names and different from each other */
} swp_axis;

/** All combinations, the last key changing first. */
typedef struct swp_grid {
    int axis_count, run_count; /**< without axes there is one run */
    swp_axis axes[SWP_AXES];
} swp_grid;

/** Add `KEY=V1,V2,...`. Begin with an empty grid, `{.run_count = 1}`.
 *  @param why  out: what is wrong with it, when false */
bool swp_grid_add(swp_grid *grid, const char *text, hl_arena *arena, char why[SWP_WHY]);

/** Add a key with its values; as above. */
bool swp_grid_add_axis(swp_grid *grid, const char *key, const char *const *values, int count, hl_arena *arena,
                       char why[SWP_WHY]);

/** Which of its values a key has in a run: 0 to count - 1. */
int swp_grid_value(const swp_grid *grid, int run, int axis);

/** Whether a key is varied. */
bool swp_grid_has(const swp_grid *grid, const char *key);

/** Name of a run, `bucket=large,throttle=0.5`: a file name, different from those of the other runs. `all`
 * where nothing is varied.
 *  @param name  out */
void swp_grid_name(const swp_grid *grid, int run, char name[SWP_NAME_MOST]);

#endif
