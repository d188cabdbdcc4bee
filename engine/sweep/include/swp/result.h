/* What came of one run of a sweep: its report.json, read and judged. */
#ifndef SWP_RESULT_H
#define SWP_RESULT_H

#include "hl/arena.h"
#include "swp/measure.h"
#include "swp/plan.h"

#include <stdbool.h>

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
    SWP_EXERCISE_PASSED /**< finished, with the points that it asks for */
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
 *  @param text  of report.json; NULL: there is none */
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

#endif
