/* Parts of a scenario that make it an exercise: regions, counters, profiles, tasks with their conditions and
 * instructions, score, texts, plots of the debriefing. docs/scenario.md explains the keys.
 *
 * After 000 publication IV, section III-B: a scenario is a series of tasks, a task a set of conditions and
 * instructions. Signal names are resolved later, with the machine; their places are kept for error messages.
 */
#ifndef AUTH_TRAINING_H
#define AUTH_TRAINING_H

#include "auth/condition.h"

enum {
    AUTH_MAX_REGIONS = 32,
    AUTH_MAX_COUNTERS = 16,
    AUTH_MAX_PROFILES = 8,
    AUTH_MAX_TASKS = 64,
    AUTH_MAX_TESTS = 16,        /**< of a task, including alternatives */
    AUTH_MAX_INSTRUCTIONS = 12, /**< in one list */
    AUTH_MAX_COMPONENTS = 16,   /**< of a score */
    AUTH_MAX_PLOTS = 12
};

/** A box that is tested for a point of the machine: `regions:` a list. Signals `region.NAME.inside` (0 or 1)
 * and `region.NAME.marked`. */
typedef struct auth_region {
    const char *name;
    hl_place place;
    double at[3];     /**< middle of its floor [m]; z above the ground there */
    double size[3];   /**< edges along its own x, y, z [m] */
    double heading;   /**< rotation about z [rad], default 0 */
    const char *body; /**< body of the point, by name; NULL: the chassis */
    hl_place body_place;
    double point[3]; /**< in the body's frame [m], default its origin */
} auth_region;

/** A counter that instructions change: `counters:` a list. Signal `counter.NAME`. */
typedef struct auth_counter {
    const char *name;
    hl_place place;
    double initial; /**< default 0 */
} auth_counter;

/** A required surface of the sand in a rectangle, e.g. the bottom of a trench, or a level. `profiles:` a
 * list. Signals `profile.NAME.within` (share of its area within the tolerance), `.rms` [m] (of the
 * deviation), `.left` [m^3] (soil above the surface), `.missing` [m^3] (below it). */
typedef struct auth_profile {
    const char *name;
    hl_place place;
    double at[2];         /**< middle of the rectangle [m] */
    double heading;       /**< direction of its length [rad], default 0 */
    double length, width; /**< [m] */
    double height;        /**< of the surface's middle above the initial ground there [m]; negative: dug */
    double grade;         /**< rise along its length [1], default 0 */
    double tolerance;     /**< [m] */
} auth_profile;

/* Kinds of tests and their keys */
typedef enum auth_test_kind {
    AUTH_TEST_SIGNAL,  /**< `signal: NAME` with `above`, `below`, or both for a range */
    AUTH_TEST_RATE,    /**< `rate_of: NAME` with the same keys: change per second, over the last 0.1 s */
    AUTH_TEST_INSIDE,  /**< `inside: REGION`, optional `object: OBJECT` */
    AUTH_TEST_OUTSIDE, /**< `outside: REGION`, likewise */
    AUTH_TEST_HIT      /**< `hit: OBJECT`: the object has been hit since the task began */
} auth_test_kind;

/** One of the conditions of a task: `{signal: NAME, above: X, hold: 2 s}`. */
typedef struct auth_test {
    hl_place place;
    auth_test_kind kind;
    auth_condition above, below; /**< of SIGNAL, RATE; `.signal` NULL: not given. RATE: per second, written
                                    without unit, with the signal's unit, or with that unit per second */
    int of;                      /**< region or object */
    int object;                  /**< for INSIDE, OUTSIDE: its middle is tested, of all copies;
                                    -1: the point of the machine */
    double hold;                 /**< required uninterrupted duration [s], default 0 */
    int alternative; /**< tests of a task with the same number > 0 are alternatives, written as `{any:
                        [...]}`: one of them suffices; 0: the test must hold */
} auth_test;

typedef enum auth_instruction_kind {
    AUTH_DO_MESSAGE, /**< `message: TEXT`, `seconds` (default 5 s, 0: until the next), `level` */
    AUTH_DO_IMAGE, /**< `image: FILE` PNG or SVG, relative to the scenario's folder; `seconds` as for messages
                    */
    AUTH_DO_GAUGE, /**< `gauge: ID`, `shown: true|false`: show or hide a gauge of the head-up display */
    AUTH_DO_MARK,  /**< `mark: REGION`, `shown`: highlight the region in the picture */
    AUTH_DO_SOUND, /**< `sound: chime|tick|warning|success|failure` */
    AUTH_DO_COUNT, /**< `count: COUNTER`, `add` (default 1) */
    AUTH_DO_SCORE, /**< `score: POINTS` (may be negative), `text`: reason */
    AUTH_DO_FAIL,  /**< `fail: TEXT`: the exercise ends, failed */
    AUTH_DO_FINISH, /**< `finish: TEXT`: the exercise ends, finished */
    AUTH_DO_NEXT    /**< `next: TASK`: the task begins now, or begins again, regardless of its `after` */
} auth_instruction_kind;

typedef enum auth_message_level { AUTH_INFO, AUTH_WARNING, AUTH_CRITICAL } auth_message_level;

typedef enum auth_cue {
    AUTH_CUE_CHIME,
    AUTH_CUE_TICK,
    AUTH_CUE_WARNING,
    AUTH_CUE_SUCCESS,
    AUTH_CUE_FAILURE,
    AUTH_CUES
} auth_cue;

typedef struct auth_instruction {
    hl_place place;
    auth_instruction_kind kind;
    const char *text; /**< text of message, fail, finish, score; resolved path of an image; id of a gauge */
    double seconds;   /**< message, image [s] */
    auth_message_level level;
    auth_cue cue;
    bool shown;    /**< gauge, mark; default true */
    int of;        /**< index of the region, counter or task */
    double amount; /**< count, score */
    int number;    /**< index among all instructions of the scenario, in the order of tasks and within a task
                      `begin`, `do`, `late`. Events and signals refer to it, see auth_training.instructions */
} auth_instruction;

typedef struct auth_instructions {
    int count;
    auth_instruction list[AUTH_MAX_INSTRUCTIONS];
} auth_instructions;

/** `tasks:` a list. Signals `task.NAME.state` (0 waiting, 1 active, 2 done, 3 late), `task.NAME.time` (time
 * since it last began [s]), `task.NAME.count` (number of times it was done). */
typedef struct auth_task {
    const char *name;
    hl_place place;
    const char *text; /**< what to do, shown while it is active; empty: nothing is shown */
    /* The task begins when other tasks are done: `after: NAME`; `after: [NAMES]`: all of them; `after_any:
     * [NAMES]`: one of them; `after: []`: at the start. By default it begins when the preceding task in the
     * list that is not optional is done */
    int after_count;
    int after[AUTH_MAX_TASKS];
    bool after_any;
    int test_count;
    auth_test tests[AUTH_MAX_TESTS]; /**< `when:` list; the task is done when all hold at the same time;
                                        empty: immediately */
    double within;                   /**< time limit [s] from its beginning; 0: no limit */
    int repeat; /**< `repeat: N`: the tests must be fulfilled N times before the task is done; in between they
                   must have failed. Default 1; 0: repeats without end, only for optional tasks */
    bool optional;           /**< `optional: true`: not required to finish the exercise, e.g. a watch */
    auth_instructions begin; /**< `begin:` executed when the task begins */
    auth_instructions then;  /**< `do:` executed each time it is done */
    auth_instructions late;  /**< `late:` executed when `within` has passed; default: fail, "too late: TEXT";
                                for an optional task: nothing */
} auth_task;

/** How a component of the score evaluates its signal. In the order of the words. */
typedef enum auth_measure {
    AUTH_MEASURE_END,   /**< `end`: value when the exercise ends; default */
    AUTH_MEASURE_MOST,  /**< `most`: largest value */
    AUTH_MEASURE_LEAST, /**< `least`: smallest value */
    AUTH_MEASURE_MEAN,  /**< `mean`: mean over time */
    AUTH_MEASURE_SHARE, /**< `share`: share of the time with the value between `low` and `high` */
    AUTH_MEASURE_TRAVEL /**< `travel`: sum of all changes, up and down */
} auth_measure;

/** `score: {components: [...]}`. Points: 100 weight/(sum of weights) at `best`, 0 at `worst` and beyond,
 * linear in between. Signal `score.NAME` has the points. */
typedef struct auth_component {
    const char *name;
    hl_place place;
    const char *text; /**< displayed text; default: the name */
    const char *signal;
    hl_place signal_place;
    auth_measure measure;       /**< `of:` */
    auth_condition around;      /**< measured is the distance from it; `.signal` NULL: the value itself */
    auth_condition low, high;   /**< range of a share; their `.signal` is set */
    int during;                 /**< measured while this task is active; -1: always */
    auth_condition best, worst; /**< `.value` and `.with_unit` are used; default for `share`: 1 and 0 */
    const char *unit;           /**< displayed unit: that of `best` in the file; "": the signal's unit */
    double weight;              /**< > 0 */
} auth_component;

/** `plots:` list: a curve over time in the debriefing. */
typedef struct auth_plot {
    const char *title;
    hl_place place;
    const char *signal;
    hl_place signal_place;
    auth_condition low, high; /**< recommended range; `.signal` NULL: not given */
} auth_plot;

typedef struct auth_training {
    const char *title;             /**< `texts: title`, default the scenario's name */
    const char *briefing;          /**< `texts: briefing`, lines; default its description */
    const char *finished, *failed; /**< `texts:` shown at the end; may be empty */
    const char *hud;               /**< `hud:` path of the layout, resolved; NULL: the user's choice */
    hl_place hud_place;
    int level;    /**< `level:` difficulty, 1 (default) to 5; determines the order in menus */
    int attempts; /**< `attempts:` number of attempts that count; 0 (default): all */
    int region_count, counter_count, profile_count, task_count, component_count, plot_count;
    auth_region *regions;
    auth_counter *counters;
    auth_profile *profiles;
    auth_task *tasks;
    double pass; /**< `score: pass`: points required to pass, of 100, default 0 */
    auth_component *components;
    auth_plot *plots;
    int instruction_count;                 /**< of all tasks together */
    const auth_instruction **instructions; /**< by auth_instruction.number */
} auth_training;

#endif
