/* Sweeps as child processes: a folder of results, trial drives of all values, the runs in parallel.
 *
 *   DIR/sweep.json        what was asked for
 *   DIR/runs/NAME/        what each run writes, and log: its messages
 *   DIR/table.csv         all results
 *   DIR/plots/            their plots */
#ifndef BAT_SWEEP_H
#define BAT_SWEEP_H

#include "drv/load.h"
#include "drv/results.h"
#include "swp/plan.h"
#include "swp/result.h"

enum { BAT_PATH = 1024 };

/** What is asked for. */
typedef struct bat_request {
    const drv_log *log;
    const char *program;      /**< path of the executable that runs */
    const char *scenario;     /**< or machine; NULL: that of the folder, for collecting */
    const char *script, *out; /**< script NULL: the scenario's */
    double seconds;           /**< [s]; 0: as scenario or script say */
    int vary_count, set_count;
    const char *const *vary, *const *set; /**< KEY=V1,V2,... and KEY=V */
    int parallel;                         /**< runs at once; 0: one a processor */
    bool fresh;                           /**< the results in the folder are removed first */
    bool yes;                             /**< many runs, or long ones, are permitted */
    drv_plotter plot;
    bool (*interrupted)(void);
    void (*show)(const char *line); /**< shows the progress; NULL: it is not shown. An empty line: it ends */
} bat_request;

/** Zero-initialise but the request; end it with hl_arena_free of the arena. */
typedef struct bat_sweep {
    bat_request request;
    char build[DRV_PROGRAM];
    swp_plan plan;
    drv_inputs inputs;
    swp_file files[DRV_INPUTS]; /**< of the plan, from the inputs */
    swp_job job;
    hl_arena arena;
    swp_result *results; /**< one a run of the grid */
} bat_sweep;

/** Make the plan, try all values in drives of a millisecond, as `headland run` itself would refuse them, and
 * prepare the folder: empty, or with results of the same plan. It is reserved until this process ends.
 *  @return drv_status, after messages unless it is done */
int bat_prepare(bat_sweep *s);

/** Write the words of the command of a run.
 *  @param words  out: SWP_WORDS, ended by NULL
 *  @return false after a message */
bool bat_words(bat_sweep *s, int run, const char **words);

/** Make all runs that are not finished yet, and read their results.
 *  @return drv_status, after messages unless it is done */
int bat_run_all(bat_sweep *s);

/** Read the results in the folder, which must be of the request's plan, if that has a scenario.
 *  @return drv_status, after messages unless it is done */
int bat_collect(bat_sweep *s);

/** Write table.csv and make the folder of the plots.
 *  @param table, plots  out: their paths
 *  @return false after a message */
bool bat_write_table(const bat_sweep *s, char table[BAT_PATH], char plots[BAT_PATH]);

/** Draw the plots: NAME.gnuplot, NAME.png and NAME.svg of each measure that is drawn and of which a run has a
 * number.
 *  @return drv_status, after a message unless it is done */
int bat_draw(const bat_sweep *s, const char *plots);

#endif
