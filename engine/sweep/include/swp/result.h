/* Results of a sweep: single results, tables, plots. */
#ifndef SWP_RESULT_H
#define SWP_RESULT_H

#include "hl/arena.h"
#include "swp/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- measure ---- */

/* The measures that compare the runs of a sweep, and their display in tables, files and plots. */

/** Measures. The value is NaN if a report does not have it. */
typedef enum swp_measure {
    SWP_SCORE,   /**< of an exercise, of 100 points */
    SWP_TIME,    /**< until the goal or the end of the exercise, otherwise of the whole run [s] */
    SWP_FUEL,    /**< [l] */
    SWP_MASS,    /**< total in all zones [kg] */
    SWP_HITS,    /**< number of hits */
    SWP_IMPULSE, /**< of all hits [N s] */
    SWP_PEAK,    /**< highest pressure in the machine [Pa] */
    SWP_FACTOR,  /**< simulated over elapsed time */
    SWP_MEASURES
} swp_measure;

/** Display of a measure. */
typedef struct swp_look {
    const char *title; /**< column title in the printed table */
    const char *unit;  /**< in the printed table; may be empty */
    double scale;      /**< printed value over value in files */
    int digits;        /**< printed decimals */
    bool more_is_better;
    const char *key;        /**< name in files */
    const char *files_unit; /**< in files: SI, except litres */
    const char *plot;       /**< file name of its plot, "cycle-time"; NULL: no plot */
    const char *plot_title; /**< NULL: no plot */
} swp_look;

/** Display of a measure; never NULL. */
const swp_look *swp_style_of(swp_measure measure);

/** Write a title with the measure's unit (if any): "fuel [l]". */
void swp_title(const char *title, swp_measure measure, char *text, size_t size);

/* ---- result ---- */

/* The result of one run of a sweep, from its report.json. */

/** State of a run. When a sweep is continued, only FINISHED and FAILED runs are kept, because the same run
 * would end in the same way. */
typedef enum swp_state {
    SWP_MISSING,  /**< no report */
    SWP_UNUSABLE, /**< no complete report: the run was stopped, killed or refused, or not a report */
    SWP_FOREIGN,  /**< from another build, other files or other settings */
    SWP_FAILED,   /**< a step failed */
    SWP_FINISHED
} swp_state;

/** Outcome of a run: of the exercise if the scenario has tasks, otherwise of the scenario's goal. */
typedef enum swp_goal {
    SWP_NO_GOAL,
    SWP_GOAL_MISSED,
    SWP_GOAL_REACHED,
    SWP_EXERCISE_FAILED,
    SWP_EXERCISE_GOES_ON,
    SWP_EXERCISE_FINISHED,
    SWP_EXERCISE_PASSED /**< finished, with enough points */
} swp_goal;

typedef struct swp_named {
    const char *name;
    double value;
} swp_named;

typedef struct swp_result {
    swp_state state;
    const char *why;        /**< UNUSABLE, FOREIGN, FAILED: the reason; never NULL */
    const char *state_hash; /**< of the last tick; may be empty */
    swp_goal goal;
    double measures[SWP_MEASURES];
    double wall; /**< computing time of the ticks [s]; NaN: unknown */
    int zone_count, peak_count;
    const swp_named *zones;  /**< [kg] */
    const swp_named *peaks;  /**< [Pa] */
    const char *peak_signal; /**< signal of the highest pressure; may be empty */
} swp_result;

/** Values that a report must have to be the report of a run. */
typedef struct swp_identity {
    const char *program; /**< the build */
    int hash_count, setting_count;
    const char *const *hashes;   /**< of the authored files, in the plan's order */
    const char *const *settings; /**< each `--set` */
} swp_identity;

/** A result without measures. */
swp_result swp_result_none(swp_state state, const char *why);

/** Read a report.
 *  @param text  of report.json; NULL: missing */
swp_result swp_result_read(const char *text, const swp_identity *expected, hl_arena *arena);

/** The same for a run of a plan. */
swp_result swp_result_of(const char *text, const swp_plan *plan, int run, hl_arena *arena);

/** Whether any of these runs has reached its goal or finished its exercise. */
bool swp_has_reached(const swp_result *results, int count);

/** Whether a run is compared with others. It must have finished, its exercise must not have failed, and if
 * any run reached the goal, it must have reached it too. Otherwise a run that stops early would be the best
 * in fuel. */
bool swp_result_compares(const swp_result *result, bool any_reached);

/** Word for a state: "finished", "missing". */
const char *swp_state_text(swp_state state);

/** "reached", "exercise failed"; empty without a goal. */
const char *swp_goal_text(swp_goal goal);

/** Whether the result is kept, so that the run is not repeated. */
bool swp_result_kept(const swp_result *result);

/* ---- table ---- */

/* Results of a sweep in a table: printed, as CSV, and as JSON. */

/** Best value of a measure among the compared runs (swp_result_compares).
 *  @return NaN: no values, or all are equal */
double swp_best(const swp_result *results, int count, swp_measure measure);

/** Print the table, with the best value of each column marked `*`, then the reasons of unfinished runs.
 * Columns without values are omitted. */
void swp_print_table(const swp_grid *grid, const swp_result *results, FILE *out);

/** Print CSV: one row per run, units in the second row, which starts with `#`; full precision, SI except
 * litres. */
void swp_print_csv(const swp_grid *grid, const swp_result *results, FILE *out);

/** Print all results as JSON. False: out of memory. */
bool swp_print_json(const swp_grid *grid, const swp_result *results, FILE *out);

/* ---- plots ---- */

/* Results of a sweep as bar charts, one per measure: scripts for gnuplot. Each group of bars is a value of
 * the first key, each bar in a group a value of the second. Over further keys a bar shows the mean, and
 * whiskers show minimum and maximum. */

/** Whether the chart has bars, i.e. any compared run has a value. */
bool swp_plot_has_bars(const swp_grid *grid, const swp_result *results, swp_measure measure);

/** Write the script of a measure's plot; the measure must have a plot (swp_look.plot). gnuplot writes
 * PLOT.png and PLOT.svg to its working folder. */
void swp_plot_script(const swp_grid *grid, const swp_result *results, swp_measure measure, FILE *out);

#endif
