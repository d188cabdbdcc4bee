/* What the files of `headland sweep` share. */
#ifndef SWEEP_H
#define SWEEP_H

#include "command/options.h"
#include "drv/load.h"
#include "sweep_folder.h"
#include "swp/plan.h"
#include "swp/result.h"

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
    char build[DRV_PROGRAM];
    swp_plan plan;
    drv_inputs inputs;
    swp_file files[DRV_INPUTS]; /**< of the plan, from the inputs */
    swp_job job;
    hl_arena arena;
    swp_result *results; /**< one a run of the grid */
} sweep;

/** Complain on stderr. False. */
bool sweep_refuse(const char *text);

/* ---- sweep_runs.c ---- */

/** Make the plan of what is asked for, with its grid and the authored files.
 *  @param status  out: exit status when false, after a message */
bool sweep_make_plan(sweep *s, const char *scenario, int *status);

/** The command of a run.
 *  @param words  out: SWP_WORDS, ended by NULL
 *  @return false after a message */
bool sweep_words(sweep *s, int run, const char **words);

/** Read what is there of a run's results. */
swp_result sweep_read(sweep *s, int run);

/** The same of all runs. False after a message. */
bool sweep_read_all(sweep *s);

/** Write the plots into a folder that is there: NAME.gnuplot, NAME.png and NAME.svg for every measure that is
 * drawn and of which some run has a number.
 *  @return exit status, after a message */
int sweep_draw(const sweep *s, const char *folder);

/* ---- sweep_check.c ---- */

/** Try every key and value on the machine: in drives of a millisecond, as `headland run` itself would refuse
 * them.
 *  @return exit status; when it is not PROGRAM_DONE the message of the drive that was refused has been
 * printed */
int sweep_check(sweep *s);

/* ---- sweep_script.c ---- */

/** Look for keys that are controls and that the script moves: a warning with the line of the script, or,
 * where the script sets the control at the start, a complaint.
 *  @return false after a complaint: all values of a key would give the same run */
bool sweep_check_script(const sweep *s);

/* ---- sweep_drive.c ---- */

/** Make all runs that are not made yet.
 *  @return exit status, after a message */
int sweep_drive(sweep *s);

#endif
