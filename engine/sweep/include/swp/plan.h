/* A sweep before its runs: grid, plan, commands, duration. */
#ifndef SWP_PLAN_H
#define SWP_PLAN_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- grid ---- */

/* The grid of a sweep: varied keys and resulting runs. */

enum {
    SWP_AXES = 16,
    SWP_VALUES = 1000,  /* of one key */
    SWP_RUNS = 100000,  /* most runs in one folder */
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

/* ---- plan ---- */

/* A sweep as it was asked for. */

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

/** Whether a text fits into a command of one line: no line ends in it. True for NULL. */
bool swp_is_line(const char *text);

/* ---- command ---- */

/* The single commands of a sweep: each run is `headland run` with its arguments. */

enum { SWP_WORDS = 16 + 2 * (SWP_SETS + SWP_AXES) /* of a command, with the NULL */ };

/** What all runs of a sweep share. */
typedef struct swp_job {
    const char *program;  /**< path of the executable */
    const char *scenario; /**< or machine */
    const char *script;   /**< NULL: the scenario's */
    double seconds;       /**< [s]; 0: as scenario or script say */
    int set_count;
    const char *const *sets; /**< KEY=V */
} swp_job;

/** The words of one command.
 *  @param settings  KEY=V, each with `--set`: of the run, after those that all share
 *  @param out       its folder
 *  @param words     out: SWP_WORDS, ended by NULL; they lie in the arena or are the arguments' own
 *  @return false when memory is exhausted */
bool swp_command(const swp_job *job, const char *const *settings, int count, const char *out, hl_arena *arena,
                 const char **words);

/** KEY=V in the arena. NULL: out of memory. */
const char *swp_setting(const swp_axis *axis, int value, hl_arena *arena);

/** KEY=V of a run of the grid, one a key, in the arena. NULL: out of memory. */
const char **swp_settings(const swp_grid *grid, int run, hl_arena *arena);

/** Print a command on one line, quoted so that a POSIX shell reads the same words. */
void swp_print_command(const char *const *words, FILE *out);

/* ---- manifest ---- */

/* sweep.json: what the results in a folder belong to. */

/** As JSON, to be freed with free(); NULL: out of memory. */
char *swp_manifest_write(const swp_plan *plan);

/** Read it back.
 *  @return false: it is something else; `why` says what */
bool swp_manifest_read(const char *text, hl_arena *arena, swp_plan *plan, char why[SWP_WHY]);

/** Whether results of `old` are results of `now`. More or fewer values of the same keys do not matter: each
 * run keeps its name.
 *  @param why  out: what differs, when false */
bool swp_manifest_agrees(const swp_plan *old, const swp_plan *now, char why[SWP_WHY]);

/* ---- guess ---- */

/* Duration of a sweep, and whether to ask for confirmation. */

enum { SWP_MANY = 100 /* runs that are not begun without --yes */ };
extern const double swp_long; /**< nor a sweep that takes longer than this [s] */

/** What is known of a sweep under way. */
typedef struct swp_guess {
    int runs;     /**< to be made now: those that stand from before do not count */
    int done;     /**< of these */
    int parallel; /**< runs at once */
    int timed;    /**< runs whose time is known, those from before among them */
    double time;  /**< of those together [s] */
    double since; /**< the sweep has begun [s] */
} swp_guess;

/** Time that is left [s], from the mean of the runs whose time is known. Before there is one: at least this,
 * since no run has taken less than has gone by. */
double swp_estimate_remaining(const swp_guess *guess);

/** Whether to ask: more than SWP_MANY runs, as soon as a run's time is known; or a whole that takes longer
 * than swp_long, as soon as that is sure. */
bool swp_estimate_needs_consent(const swp_guess *guess);

/** "40 s", "12 min", "3.4 h". */
void swp_estimate_text(double seconds, char *text, size_t size);

#endif
