/* The single commands of a sweep: each run is `headland run` with arguments of its own. */
#ifndef SWP_COMMAND_H
#define SWP_COMMAND_H

#include "swp/plan.h"

#include <stdio.h>

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

#endif
