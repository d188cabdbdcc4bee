/* Planning of a sweep: grid, plan, commands, duration. */
#ifndef SWP_PLAN_H
#define SWP_PLAN_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- grid ---- */

/* The grid of a sweep: the varied keys and the resulting runs. */

enum {
    SWP_AXES = 16,
    SWP_VALUES = 1000,  /* of one key */
    SWP_RUNS = 100000,  /* most runs in one folder */
    SWP_WHY = 512,      /* length of a message */
    SWP_NAME_MOST = 200 /* of a run: file systems allow 255 */
};

/** A varied key of `run --set` and its values. */
typedef struct swp_axis {
    const char *key;
    const char *label; /**< for display and file names: without `machine.` */
    int count;
    const char **values;
    const char **labels; /**< of the values: safe in file names, unique */
} swp_axis;

/** All combinations, the last key changing first. */
typedef struct swp_grid {
    int axis_count, run_count; /**< without axes there is one run */
    swp_axis axes[SWP_AXES];
} swp_grid;

/** Add `KEY=V1,V2,...` to a grid. The initial grid is `{.run_count = 1}`.
 *  @param why  out: the error, if the result is false */
bool swp_grid_add(swp_grid *grid, const char *text, hl_arena *arena, char why[SWP_WHY]);

/** The same with the values as an array. */
bool swp_grid_add_axis(swp_grid *grid, const char *key, const char *const *values, int count, hl_arena *arena,
                       char why[SWP_WHY]);

/** Index of the value of a key in a run: 0 to count - 1. */
int swp_grid_value(const swp_grid *grid, int run, int axis);

/** Whether a key is varied. */
bool swp_grid_has(const swp_grid *grid, const char *key);

/** Name of a run, `bucket=large,throttle=0.5`: a valid file name, unique in the grid. `all` if no key is
 * varied.
 *  @param name  out */
void swp_grid_name(const swp_grid *grid, int run, char name[SWP_NAME_MOST]);

/* ---- plan ---- */

/* A sweep as requested by the user. */

enum { SWP_SETS = 64 /* `--set` of one run */ };

/** An authored file that the runs use. */
typedef struct swp_file {
    const char *path;
    const char *hash; /**< of its text */
} swp_file;

typedef struct swp_plan {
    const char *program;  /**< build of the program; results of different builds are not mixed */
    const char *scenario; /**< or machine; path as given by the user; not compared */
    const char *script;   /**< NULL: the scenario's */
    double seconds;       /**< [s]; 0: given by scenario or script */
    int set_count, file_count;
    const char *const *sets; /**< KEY=V, the same for all runs */
    const swp_file *files;
    swp_grid grid;
} swp_plan;

/** Make the grid of a plan, and check the plan. All other members except the files must be set.
 *  @param vary  KEY=V1,V2,... each
 *  @param why   out: the error, if the result is false */
bool swp_plan_vary(swp_plan *plan, const char *const *vary, int count, hl_arena *arena, char why[SWP_WHY]);

/** Whether a text has no line breaks, so that it can be part of a command line. True for NULL. */
bool swp_is_line(const char *text);

/* ---- command ---- */

/* The commands of a sweep: each run is a `headland run` with arguments. */

enum { SWP_WORDS = 16 + 2 * (SWP_SETS + SWP_AXES) /* of a command, including NULL */ };

/** Parameters common to all runs of a sweep. */
typedef struct swp_job {
    const char *program;  /**< path of the executable */
    const char *scenario; /**< or machine */
    const char *script;   /**< NULL: the scenario's */
    double seconds;       /**< [s]; 0: given by scenario or script */
    int set_count;
    const char *const *sets; /**< KEY=V */
} swp_job;

/** Make the words of one command.
 *  @param settings  KEY=V of this run, each passed with `--set` after the common ones
 *  @param out       output folder of the run
 *  @param words     out: SWP_WORDS, ended by NULL; allocated in the arena or pointers to the arguments
 *  @return false when memory is exhausted */
bool swp_command(const swp_job *job, const char *const *settings, int count, const char *out, hl_arena *arena,
                 const char **words);

/** Make KEY=V in the arena. NULL: out of memory. */
const char *swp_setting(const swp_axis *axis, int value, hl_arena *arena);

/** Make KEY=V for each key of a run, in the arena. NULL: out of memory. */
const char **swp_settings(const swp_grid *grid, int run, hl_arena *arena);

/** Print a command on one line, quoted so that a POSIX shell reads the same words. */
void swp_print_command(const char *const *words, FILE *out);

/* ---- manifest ---- */

/* sweep.json: the plan to which the results in a folder belong. */

/** Write a plan as JSON, to be freed with free(). NULL: out of memory. */
char *swp_manifest_write(const swp_plan *plan);

/** Read a manifest.
 *  @return false: not a manifest; `why` has the reason */
bool swp_manifest_read(const char *text, hl_arena *arena, swp_plan *plan, char why[SWP_WHY]);

/** Whether results of the plan `old` are valid for the plan `now`. The same keys may have more or fewer
 * values, because the names of the runs do not change.
 *  @param why  out: the difference, if the result is false */
bool swp_manifest_agrees(const swp_plan *old, const swp_plan *now, char why[SWP_WHY]);

/* ---- estimate ---- */

/* Duration of a sweep, and whether to ask for confirmation. */

enum { SWP_MANY = 100 /* more runs need --yes */ };
extern const double swp_long; /**< a longer sweep needs --yes [s] */

/** Progress of a running sweep. */
typedef struct swp_guess {
    int runs;     /**< runs to be made, without those kept from earlier */
    int done;     /**< completed of these */
    int parallel; /**< runs at once */
    int timed;    /**< runs with known duration, including those kept from earlier */
    double time;  /**< total duration of these [s] */
    double since; /**< time since the start of the sweep [s] */
} swp_guess;

/** Estimate the remaining time [s] from the mean duration of the runs. Before any duration is known, the
 * result is a lower bound, because each run takes at least the time passed so far. */
double swp_estimate_remaining(const swp_guess *guess);

/** Whether to ask for confirmation: with more than SWP_MANY runs, as soon as a duration is known; or if the
 * total time exceeds swp_long, as soon as that is certain. */
bool swp_estimate_needs_consent(const swp_guess *guess);

/** "40 s", "12 min", "3.4 h". */
void swp_estimate_text(double seconds, char *text, size_t size);

#endif
