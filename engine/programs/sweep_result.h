/* What came of one run of a sweep: its report.json, read and judged. */
#ifndef SWEEP_RESULT_H
#define SWEEP_RESULT_H

#include "hl/arena.h"

#include <stdbool.h>

/** How far a run is. Only FINISHED and FAILED are kept when a sweep goes on: the same run would end so again.
 */
typedef enum sweep_state {
    SWEEP_MISSING,  /**< no report */
    SWEEP_UNUSABLE, /**< no whole report: the run was stopped, killed or refused, or it is something else */
    SWEEP_FOREIGN,  /**< of another build, other files, other settings */
    SWEEP_FAILED,   /**< the world stopped */
    SWEEP_FINISHED
} sweep_state;

typedef enum sweep_goal { SWEEP_NO_GOAL, SWEEP_GOAL_MISSED, SWEEP_GOAL_REACHED } sweep_goal;

/** What is compared. NaN where a report has none of it. */
typedef enum sweep_measure {
    SWEEP_TIME,    /**< until the goal, else of the whole run [s] */
    SWEEP_FUEL,    /**< [l] */
    SWEEP_MASS,    /**< in all zones together [kg] */
    SWEEP_HITS,    /**< number of them */
    SWEEP_IMPULSE, /**< of all hits [N s] */
    SWEEP_PEAK,    /**< largest of all pressures [Pa] */
    SWEEP_FACTOR,  /**< simulated over elapsed time */
    SWEEP_MEASURES
} sweep_measure;

typedef struct sweep_named {
    const char *name;
    double value;
} sweep_named;

typedef struct sweep_result {
    sweep_state state;
    const char *why;        /**< UNUSABLE, FOREIGN, FAILED: the reason; never NULL */
    const char *state_hash; /**< of the last tick; may be empty */
    sweep_goal goal;
    double measures[SWEEP_MEASURES];
    double wall; /**< time that the ticks took [s]; NaN: not known */
    int zone_count, peak_count;
    const sweep_named *zones; /**< [kg] */
    const sweep_named *peaks; /**< [Pa] */
    const char *peak_signal;  /**< whose the largest is; may be empty */
} sweep_result;

/** What a report must say to be taken for a run's. */
typedef struct sweep_identity {
    const char *program; /**< inputs_program */
    int hash_count, setting_count;
    const char *const *hashes;   /**< of the authored files, in the order of inputs_of */
    const char *const *settings; /**< each `--set` */
} sweep_identity;

/** A result without numbers. */
sweep_result sweep_result_none(sweep_state state, const char *why);

/** Read a report.
 *  @param text  of report.json; NULL: there is none */
sweep_result sweep_result_read(const char *text, const sweep_identity *expected, hl_arena *arena);

/** Whether a run of these has finished with its goal reached. */
bool sweep_any_reached(const sweep_result *results, int count);

/** Whether a run is compared with others: it finished and, where others reached the goal, so did it. One that
 * gave up early used the least fuel, and is no example. */
bool sweep_result_compares(const sweep_result *result, bool any_reached);

/** In a word: "finished", "missing". */
const char *sweep_state_text(sweep_state state);

/** "reached", "missed", or nothing where there is no goal. */
const char *sweep_goal_text(sweep_goal goal);

/** Whether a run need not be made again. */
bool sweep_result_kept(const sweep_result *result);

#endif
