/* The single commands of a sweep: each run is `headland run` with arguments of its own. */
#ifndef SWEEP_COMMAND_H
#define SWEEP_COMMAND_H

#include "options.h"
#include "sweep_grid.h"

#include <stdio.h>

enum { SWEEP_WORDS = 16 + 2 * (OPTION_LIST_MOST + SWEEP_AXES) /* of a command, with the NULL */ };

/** What all runs of a sweep share. */
typedef struct sweep_job {
    const char *program;  /**< path of the executable */
    const char *scenario; /**< or machine */
    const char *script;   /**< NULL: the scenario's */
    const char *out;      /**< folder of the sweep */
    double seconds;       /**< [s]; 0: as scenario or script say */
    const option_list *sets;
} sweep_job;

/** The words of one command.
 *  @param settings  KEY=V, each with `--set`: of the run, after those that all share
 *  @param out       its folder
 *  @param words     out: SWEEP_WORDS, ended by NULL; they lie in the arena or are the arguments' own
 *  @return false when memory is exhausted */
bool sweep_command(const sweep_job *job, const char *const *settings, int count, const char *out,
                   hl_arena *arena, const char **words);

/** KEY=V in the arena. NULL: out of memory. */
const char *sweep_setting(const sweep_axis *axis, int value, hl_arena *arena);

/** KEY=V of a run of the grid, one a key, in the arena. NULL: out of memory. */
const char **sweep_settings(const sweep_grid *grid, int run, hl_arena *arena);

/** Print a command on one line, quoted so that a POSIX shell reads the same words. */
void sweep_print_command(const char *const *words, FILE *out);

#endif
