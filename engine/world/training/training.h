/* Tasks, regions, profiles and the score of an exercise: what their files share. Private to the world room.
 */
#ifndef WORLD_TRAINING_PARTS_H
#define WORLD_TRAINING_PARTS_H

#include "auth/condition.h"
#include "machine/machine.h"
#include "world/training.h"

#include <math.h>

/* ---- conditions on signals, with their signals found ---- */

/** A condition with its signal found. */
typedef struct world_condition {
    int signal;   /**< -1: there is none */
    bool above;   /**< else below */
    double value; /**< in the signal's unit */
} world_condition;

/** Index of a signal; -1 after a complaint with the nearest name. */
int world_signal_resolve(const world_machine *machine, const char *name, hl_place place, hl_report *report);

/** A value of a file in the unit of its signal; a unit that does not fit is complained about.
 *  @param signal     -1: the value as it stands
 *  @param with_unit  the value was written with a unit and is in SI */
double world_value_in_unit(const world_machine *machine, int signal, double value, bool with_unit,
                           auth_dimension dimension, hl_place place, hl_report *report);

/** Find a condition's signal. Complaints go to the report, at the place of the signal or of the value. */
world_condition world_condition_resolve(const world_machine *machine, const auth_condition *author,
                                        hl_report *report);

/** The same for the change of a signal per second. Its value may have the unit of the signal per second (m/s
 * of a height), or that of the signal alone. */
world_condition world_rate_resolve(const world_machine *machine, const auth_condition *author,
                                   hl_report *report);

/** Whether it holds when its signal has this value. RT. */
static inline bool world_condition_holds_at(const world_condition *condition, double value)
{
    return condition->above ? value > condition->value : value < condition->value;
}

/** Whether it holds; false where there is none. RT. */
static inline bool world_condition_holds(const world_condition *condition, const double *signals)
{
    return condition->signal >= 0 && world_condition_holds_at(condition, signals[condition->signal]);
}

/* ---- model ---- */

/** A region of the scenario. */
typedef struct world_region {
    int body;        /**< whose point may be in it */
    hl_vec3 point;   /**< in the body's frame [m] */
    hl_vec3 floor;   /**< middle of its floor in the world [m] */
    double along[2]; /**< its own x axis in the world's plane */
    hl_vec3 size;    /**< edges along its own axes [m] */
} world_region;

/** A profile of the scenario: the cells of the field whose middle lies in its rectangle. */
typedef struct world_profile {
    double at[2];    /**< middle of the rectangle [m] */
    double along[2]; /**< direction of its length */
    double half[2];  /**< of length and width [m] */
    double height;   /**< of the surface in the middle, in the world [m] */
    double grade, tolerance;
} world_profile;

/** One of the conditions of a task. */
typedef struct world_test {
    const auth_test *author;
    world_condition above, below; /**< `.signal` -1: that bound is not given */
    int signal;                   /**< of SIGNAL and RATE */
    int64_t hold;                 /**< [ticks] */
    double *ring;                 /**< of a RATE: its last values, world_training.ring_length; state */
} world_test;

typedef struct world_task {
    const auth_task *author;
    int first_test;
    int64_t within; /**< [ticks]; 0: any time */
} world_task;

typedef struct world_component {
    int signal;
    bool distance;    /**< measured is the distance of the signal from `around` */
    double around;    /**< in the signal's unit */
    double low, high; /**< of a share, in the signal's unit */
    double best, worst;
    double most;      /**< points */
    const char *unit; /**< in which people are told */
    double told;      /**< so many of it are one of what is measured */
} world_component;

/* ---- state ---- */

/** How the exercise stands; a block of the state. */
typedef struct world_exercise {
    int64_t result;        /**< world_result */
    int64_t ended;         /**< tick at which it did, 0 while it goes on; in practice the first time */
    int64_t reason;        /**< number of the instruction that ended it, -1: none */
    int64_t late;          /**< the task that did, -1: none */
    int64_t message;       /**< number of the instruction whose message shows, -1: none */
    int64_t message_until; /**< tick; 0: until the next */
    int64_t image, image_until;
    int64_t cues[AUTH_CUES]; /**< sounds asked for so far */
    double extra;            /**< points of instructions */
} world_exercise;

typedef enum world_phase { WORLD_WAITS, WORLD_BEGUN, WORLD_DONE, WORLD_LATE } world_phase;

typedef struct world_task_state {
    int64_t phase; /**< world_phase */
    int64_t began; /**< its present turn, or the last [tick] */
    int64_t ended; /**< the last turn [tick] */
    int64_t count; /**< times done */
    int64_t turns; /**< of them since it began other than by repeating */
    int64_t asked; /**< an instruction wants it to begin */
    int64_t ready; /**< its conditions have ceased to hold since it was done: it may be done again */
} world_task_state;

typedef struct world_test_state {
    int64_t since;   /**< tick since which it holds without a break; -1: it does not */
    int64_t samples; /**< of a rate: values seen since the task began */
    double hits;     /**< of its object when the task began */
} world_test_state;

/** What a component of the score has seen. */
typedef struct world_measured {
    int64_t ticks; /**< in which it was measured */
    double sum;    /**< what its measure makes of them: largest, least, sum, ticks within, way, last value */
    double last;   /**< value of the last tick, measured or not */
} world_measured;

/** How far the field is from a profile; or the sums that this comes from. */
typedef struct world_fit {
    double cells;
    double within;        /**< share of its cells; their number */
    double rms;           /**< [m]; sum of squares [m^2] */
    double left, missing; /**< [m^3]; sums of heights [m] */
} world_fit;

typedef struct world_profile_state {
    world_fit fit;
    world_fit sums; /**< of the round that goes on */
} world_profile_state;

typedef struct world_notes {
    int64_t count;
    world_note kept[WORLD_NOTES_KEPT]; /**< a ring */
} world_notes;

typedef struct world_training {
    const auth_training *author;
    bool started; /**< not while the machine settles */
    world_region *regions;
    world_profile *profiles;
    world_task *tasks;
    int test_count, gauge_count;
    world_test *tests;
    const char **gauges; /**< ids */
    world_component *components;
    int ring_length; /**< ticks that a rate looks back */
    int ring_values; /**< of all rates */
    double step;     /**< [s] */

    /* state */
    world_exercise *exercise;
    world_notes *notes;
    world_task_state *task_states;
    world_test_state *test_states;
    double *rings;
    double *counters, *marked, *shown; /**< [counters], [regions], [gauges] */
    world_measured *measured;          /**< [components] */
    world_profile_state *profile_states;
} world_training;

/* ---- building ---- */

/** Boxes of the regions and surfaces of the profiles, on the ground of the scene. Complaints go to the
 * report. False: out of memory (zones.c, profiles.c). */
bool world_regions_define(world_machine *machine, hl_arena *arena, hl_report *report);
bool world_profiles_define(world_machine *machine, hl_arena *arena, hl_report *report);

/** Tasks and their tests, gauges; their signals found (tasks.c, instructions.c). */
bool world_tasks_define(world_machine *machine, hl_arena *arena);
bool world_gauges_define(world_machine *machine, hl_arena *arena);
void world_tests_resolve(world_machine *machine, hl_report *report);

/** Components of the score (score.c). */
bool world_score_define(world_machine *machine, hl_arena *arena);
void world_score_resolve(world_machine *machine, hl_report *report);

void world_region_signals(world_machine *machine, hl_arena *arena);
void world_profile_signals(world_machine *machine, hl_arena *arena);
void world_task_signals(world_machine *machine, hl_arena *arena);
void world_instruction_signals(world_machine *machine, hl_arena *arena);
void world_score_signals(world_machine *machine, hl_arena *arena);

/* ---- start ---- */

void world_profiles_measure(world_machine *machine);
void world_instructions_start(world_machine *machine);
void world_tasks_start(world_machine *machine);
void world_score_start(world_machine *machine);

/* ---- in a tick ---- */

/** More ticks than any drive has: what a file says in seconds is limited to them, and they are whole numbers
 * in a double. */
#define WORLD_MOST_TICKS 1e15

/** A time of a file in ticks, the nearest. */
static inline int64_t world_ticks(const world_training *training, double seconds)
{
    return (int64_t)fmin(fmax(round(seconds / training->step), 0.0), WORLD_MOST_TICKS);
}

/** Whether the point of the machine is in a region, 1 or 0; the machine must have been looked at. RT. */
double world_region_inside(const world_machine *machine, int of);

/** Whether a point of the world is in a region. RT. */
bool world_region_has(const world_machine *machine, int of, hl_vec3 at);

/** Measure the profiles, a twentieth of each. RT. */
void world_profiles_step(world_machine *machine);

/** Cells and particles that the zones and profiles have measured in this tick, and the most that they can
 * measure in one (zones.c, profiles.c). */
int64_t world_zones_measured(const world_machine *machine);
int64_t world_zones_most_measured(const world_machine *machine, int64_t particles);
int64_t world_profiles_measured(const world_machine *machine);
int64_t world_profiles_most_measured(const world_machine *machine);

/** All tasks (tasks.c). RT. */
void world_tasks_step(world_machine *machine);

/** Begin to test anew.
 *  @param again  the task repeats: rates go on */
void world_tests_begin(world_machine *machine, int of, bool again);

typedef struct world_verdict {
    bool hold;  /**< all tests of the task, for so long as they ask */
    bool still; /**< all hold at this moment, hits apart, which are moments themselves */
} world_verdict;

/** Look at the tests of a task, once a tick. RT. */
world_verdict world_tests_evaluate(world_machine *machine, int of);

/** Carry out a list of instructions, until one ends the exercise (instructions.c). RT. */
void world_instruct(world_machine *machine, const auth_instructions *list);
void world_exercise_end(world_machine *machine, world_result result, int64_t reason, int64_t late);
void world_note_add(world_machine *machine, world_note_kind kind, int of);

/** A tick of the score, before the tasks move (score.c). RT. */
void world_score_step(world_machine *machine);

/** Its blocks of the state; continue a fingerprint over all that tasks and score are made of
 * (training.c). */
void world_training_blocks(world_machine *machine);
uint64_t world_training_fingerprint(const world_machine *machine, uint64_t hash);

/** Whether there are tasks or a score. */
static inline bool world_is_exercise(const world_training *training)
{
    return training->author->task_count + training->author->component_count > 0;
}

static inline bool world_goes_on(const world_machine *machine)
{
    const int64_t result = machine->training->exercise->result;
    return result == WORLD_GOES_ON || result == WORLD_PRACTICE;
}

#endif
