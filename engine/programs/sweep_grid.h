/* The grid of a sweep: what is varied, and the runs that come of it. */
#ifndef SWEEP_GRID_H
#define SWEEP_GRID_H

#include "hl/arena.h"

#include <stdbool.h>

enum {
    SWEEP_AXES = 16,
    SWEEP_VALUES = 1000,  /* of one key */
    SWEEP_RUNS = 100000,  /* more in one folder help nobody */
    SWEEP_WHY = 512,      /* length of a message */
    SWEEP_NAME_MOST = 200 /* of a run: file systems allow 255 */
};

/** One key of `run --set` and the values it takes. */
typedef struct sweep_axis {
    const char *key;
    const char *label; /**< for people and file names: without `machine.` */
    int count;
    const char **values;
    const char **labels; /**< of the values, safe in file names and different from each other */
} sweep_axis;

/** All combinations, the last key changing first. */
typedef struct sweep_grid {
    int axis_count, run_count; /**< without axes there is one run */
    sweep_axis axes[SWEEP_AXES];
} sweep_grid;

/** Add `KEY=V1,V2,...`. Begin with an empty grid, `{.run_count = 1}`.
 *  @param why  out: what is wrong with it, when false */
bool sweep_grid_add(sweep_grid *grid, const char *text, hl_arena *arena, char why[SWEEP_WHY]);

/** Add a key with its values; as above. */
bool sweep_grid_add_axis(sweep_grid *grid, const char *key, const char *const *values, int count,
                         hl_arena *arena, char why[SWEEP_WHY]);

/** Which of its values a key has in a run: 0 to count - 1. */
int sweep_grid_value(const sweep_grid *grid, int run, int axis);

/** Whether a key is varied. */
bool sweep_grid_has(const sweep_grid *grid, const char *key);

/** Name of a run, `bucket=large,throttle=0.5`: a file name, different from those of the other runs. `all`
 * where nothing is varied. */
void sweep_grid_name(const sweep_grid *grid, int run, char name[SWEEP_NAME_MOST]);

#endif
