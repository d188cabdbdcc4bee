/* A sweep after its runs: results, tables, plots. */
#ifndef SWP_RESULT_H
#define SWP_RESULT_H

#include "hl/arena.h"
#include "swp/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- measure ---- */

/* What runs of a sweep are compared by, and how each is shown: in tables, in files and in plots. */

/** What is compared. NaN where a report has none of it. */
typedef enum swp_measure {
    SWP_SCORE,   /**< of an exercise, of 100 points */
    SWP_TIME,    /**< until the goal or the end of the exercise, else of the whole run [s] */
    SWP_FUEL,    /**< [l] */
    SWP_MASS,    /**< in all zones together [kg] */
    SWP_HITS,    /**< number of them */
    SWP_IMPULSE, /**< of all hits [N s] */
    SWP_PEAK,    /**< largest of all pressures of the machine [Pa] */
    SWP_FACTOR,  /**< simulated over elapsed time */
    SWP_MEASURES
} swp_measure;

/** How a measure is shown. */
typedef struct swp_look {
    const char *title; /**< of its column, for people */
    const char *unit;  /**< for people; may be empty */
    double scale;      /**< number for people per number in files */
    int digits;        /**< after the point, for people */
    bool more_is_better;
    const char *key;        /**< in files */
    const char *files_unit; /**< in files: SI, but for litres */
    const char *plot;       /**< name of its plot's files, "cycle-time"; NULL: it is not drawn */
    const char *plot_title; /**< NULL likewise */
} swp_look;

/** Of one of SWP_MEASURES; never NULL. */
const swp_look *swp_style_of(swp_measure measure);

/** A title with the measure's unit, "fuel [l]", if it has one. */
void swp_title(const char *title, swp_measure measure, char *text, size_t size);

/* ---- result ---- */

/* The result of one run of a sweep, from its report.json. */

/** How far a run is. Only FINISHED and FAILED are kept when a sweep goes on: the same run would end so
 * again. */
typedef enum swp_state {
    SWP_MISSING,  /**< no report */
    SWP_UNUSABLE, /**< no whole report: the run was stopped, killed or refused, or it is something else */
    SWP_FOREIGN,  /**< of another build, other files, other settings */
    SWP_FAILED,   /**< the world stopped */
    SWP_FINISHED
} swp_state;

/** What a run was asked for, and what came of it: the tasks of an exercise where there are some, else the
 * scenario's goal. */
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
    double wall; /**< time that the ticks took [s]; NaN: not known */
    int zone_count, peak_count;
    const swp_named *zones;  /**< [kg] */
    const swp_named *peaks;  /**< [Pa] */
    const char *peak_signal; /**< whose the largest is; may be empty */
} swp_result;

/** What a report must say to be taken for a run's. */
typedef struct swp_identity {
    const char *program; /**< the build */
    int hash_count, setting_count;
    const char *const *hashes;   /**< of the authored files, in the plan's order */
    const char *const *settings; /**< each `--set` */
} swp_identity;

/** A result without numbers. */
swp_result swp_result_none(swp_state state, const char *why);

/** Read a report.
 *  @param text  of report.json; NULL: missing */
swp_result swp_result_read(const char *text, const swp_identity *expected, hl_arena *arena);

/** The same for a run of a plan. */
swp_result swp_result_of(const char *text, const swp_plan *plan, int run, hl_arena *arena);

/** Whether a run of these has finished with its goal reached, or its exercise finished. */
bool swp_has_reached(const swp_result *results, int count);

/** Whether a run is compared with others: it finished and, where others reached the goal, so did it; and its
 * exercise has not failed. One that gave up early used the least fuel, and is no example. */
bool swp_result_compares(const swp_result *result, bool any_reached);

/** In a word: "finished", "missing". */
const char *swp_state_text(swp_state state);

/** "reached", "exercise failed", or nothing where there is no goal. */
const char *swp_goal_text(swp_goal goal);

/** Whether a run need not be made again. */
bool swp_result_kept(const swp_result *result);

/* ---- table ---- */

/* Results of a sweep side by side: for people, as CSV and as JSON. */

/** Best value of a measure among the runs that compete (swp_result_compares).
 *  @return NaN: none, or all equal */
double swp_best(const swp_result *results, int count, swp_measure measure);

/** The table for people, the best of each column marked `*`; then what is to be said about runs that have not
 * finished. Columns of which no run has a number are left out. */
void swp_print_table(const swp_grid *grid, const swp_result *results, FILE *out);

/** A row a run, units in a second row that begins with `#`, full precision, in SI but for litres. */
void swp_print_csv(const swp_grid *grid, const swp_result *results, FILE *out);

/** All of it as JSON. False: out of memory. */
bool swp_print_json(const swp_grid *grid, const swp_result *results, FILE *out);

/* ---- plots ---- */

/* Results of a sweep as bars, as scripts for gnuplot: one plot a measure. Groups of bars are the values of
 * the first key, bars in a group those of the second; what further keys make of it shows as mean, and as
 * whiskers from the least to the most. */

/** Whether there is a bar to draw: some run that is compared has a number. */
bool swp_plot_has_bars(const swp_grid *grid, const swp_result *results, swp_measure measure);

/** The script of the plot of a measure that is drawn (swp_look.plot). gnuplot writes PLOT.png and PLOT.svg
 * into the folder that it is started in. */
void swp_plot_script(const swp_grid *grid, const swp_result *results, swp_measure measure, FILE *out);

#endif
