/* What the files of `headland sweep` share. */
#ifndef SWEEP_H
#define SWEEP_H

#include "sweep_command.h"
#include "sweep_folder.h"
#include "sweep_manifest.h"
#include "sweep_result.h"

/** The command line. */
typedef struct sweep_request {
    const char *script, *out;
    double seconds; /**< [s]; 0: not given */
    option_list vary, set;
    int parallel; /**< 0: not given */
    bool jobs, collect, fresh, yes, json;
} sweep_request;

typedef struct sweep {
    sweep_request request;
    char program[SWEEP_PATH]; /**< path of this executable */
    char build[INPUTS_PROGRAM];
    sweep_plan plan;
    sweep_job job;
    hl_arena arena;
    sweep_result *results; /**< one a run of the grid */
} sweep;

/** Read what is there of a run's results. */
sweep_result sweep_read(sweep *s, int run);

/** The command of a run.
 *  @param words  out: SWEEP_WORDS, ended by NULL
 *  @return false after a message */
bool sweep_words(sweep *s, int run, const char **words);

/* ---- sweep_check.c ---- */

/** Try every key and value on the machine: in drives of a millisecond, as `headland run` itself would refuse
 * them.
 *  @return exit status; when it is not PROGRAM_DONE the message of the drive that was refused has been
 * printed */
int sweep_check(sweep *s);

/* ---- sweep_drive.c ---- */

/** Make all runs that are not made yet.
 *  @return exit status, after a message */
int sweep_drive(sweep *s);

#endif
