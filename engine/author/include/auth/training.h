/* What makes an exercise of a scenario: regions, counters, profiles, tasks with their conditions and
 * instructions, the score, texts, plots of the debriefing. docs/scenario.md explains the keys.
 *
 * After 000 publication IV, section III-B: a scenario is a series of tasks, a task a set of conditions and
 * instructions. Names of signals are resolved by whoever knows the machine, with the places kept here. */
#ifndef AUTH_TRAINING_H
#define AUTH_TRAINING_H

#include "auth/condition.h"

enum {
    AUTH_MAX_REGIONS = 32,
    AUTH_MAX_COUNTERS = 16,
    AUTH_MAX_PROFILES = 8,
    AUTH_MAX_TASKS = 64,
    AUTH_MAX_TESTS = 16,        /**< of a task, alternatives among them */
    AUTH_MAX_INSTRUCTIONS = 12, /**< of a list */
    AUTH_MAX_COMPONENTS = 16,   /**< of a score */
    AUTH_MAX_PLOTS = 12
};

/** A box that a point of the machine may be in: `regions:` a list. Signals `region.NAME.inside` (0 or 1) and
 * `region.NAME.marked`. */
typedef struct auth_region {
    const char *name;
    hl_place place;
    double at[3];     /**< middle of its floor [m]; z above the ground there */
    double size[3];   /**< edges along its own x, y, z [m] */
    double heading;   /**< turn about z [rad], default 0 */
    const char *body; /**< whose point it is; NULL: the chassis. Resolved by whoever knows the machine */
    hl_place body_place;
    double point[3]; /**< in the body's frame [m], default its origin */
} auth_region;

/** Something that instructions count: `counters:` a list. Signal `counter.NAME`. */
typedef struct auth_counter {
    const char *name;
    hl_place place;
    double initial; /**< default 0 */
} auth_counter;

/** A surface that the sand is to get within a rectangle: a trench's bottom, a level. `profiles:` a list.
 * Signals `profile.NAME.within` (share of its area within the tolerance), `.rms` [m] (of the deviation),
 * `.left` [m^3] (soil above the surface), `.missing` [m^3] (below it). */
typedef struct auth_profile {
    const char *name;
    hl_place place;
    double at[2];         /**< middle of the rectangle [m] */
    double heading;       /**< of its length [rad], default 0 */
    double length, width; /**< [m] */
    double height;        /**< of the surface in the middle, above the ground as the field began there [m];
                             negative: dug */
    double grade;         /**< rise along its length [1], default 0 */
    double tolerance;     /**< [m] */
} auth_profile;

/* kind, which of the members say more */
typedef enum auth_test_kind {
    AUTH_TEST_SIGNAL,  /**< `signal: NAME` with `above`, `below` or both: between them */
    AUTH_TEST_RATE,    /**< `rate_of: NAME` likewise: its change per second, over the last 0.1 s */
    AUTH_TEST_INSIDE,  /**< `inside: REGION` */
    AUTH_TEST_OUTSIDE, /**< `outside: REGION` */
    AUTH_TEST_HIT      /**< `hit: OBJECT`: it has been hit since the task began */
} auth_test_kind;

/** One of the conditions of a task: `{signal: NAME, above: X, hold: 2 s}`. */
typedef struct auth_test {
    hl_place place;
    auth_test_kind kind;
    auth_condition above, below; /**< SIGNAL, RATE; `.signal` NULL: that bound is not given. The value of a
                                    rate is per second; written without a unit, with that of the signal, or
                                    with that per second */
    int of;                      /**< region or object */
    double hold;                 /**< so long without a break [s], default 0 */
    int alternative; /**< tests of one task with the same number > 0, written as `{any: [...]}`, are
                        alternatives: one of them suffices; 0: it must hold itself */
} auth_test;

typedef enum auth_instruction_kind {
    AUTH_DO_MESSAGE, /**< `message: TEXT`, `seconds` (default 5 s, 0: until the next), `level` */
    AUTH_DO_IMAGE,   /**< `image: FILE` PNG or SVG, from the scenario's folder; `seconds` likewise */
    AUTH_DO_GAUGE,   /**< `gauge: ID`, `shown: true|false`: of the head-up display */
    AUTH_DO_MARK,    /**< `mark: REGION`, `shown`: it stands out in the picture */
    AUTH_DO_SOUND,   /**< `sound: chime|tick|warning|success|failure` */
    AUTH_DO_COUNT,   /**< `count: COUNTER`, `add` (default 1) */
    AUTH_DO_SCORE,   /**< `score: POINTS` (may be negative), `text`: why */
    AUTH_DO_FAIL,    /**< `fail: TEXT`: the exercise ends, failed */
    AUTH_DO_FINISH,  /**< `finish: TEXT`: the exercise ends, finished */
    AUTH_DO_NEXT     /**< `next: TASK`: it begins now (anew), whatever it comes after */
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
    const char *text; /**< of message, fail, finish, score; file of an image (resolved); id of a gauge */
    double seconds;   /**< message, image [s] */
    auth_message_level level;
    auth_cue cue;
    bool shown;    /**< gauge, mark; default true */
    int of;        /**< region, counter, task */
    double amount; /**< count, score */
    int number;    /**< from 0 among all instructions of the scenario, task after task, each `begin`, `do`,
                      `late`: events and signals refer to it, see auth_training.instructions */
} auth_instruction;

typedef struct auth_instructions {
    int count;
    auth_instruction list[AUTH_MAX_INSTRUCTIONS];
} auth_instructions;

/** `tasks:` a list. Signals `task.NAME.state` (0 waits, 1 goes on, 2 done, 3 late), `task.NAME.time` (it has
 * gone on for so long in its present turn [s]), `task.NAME.count` (times done). */
typedef struct auth_task {
    const char *name;
    hl_place place;
    const char *text; /**< what to do, shown while it goes on; empty: nothing is shown */
    /* It begins when these are done: `after: NAME`, `after: [NAMES]` all of them, `after_any: [NAMES]` one of
     * them. Neither: when the task before it in the list, that is not optional, is done; `after: []`: at once
     */
    int after_count;
    int after[AUTH_MAX_TASKS];
    bool after_any;
    int test_count;
    auth_test tests[AUTH_MAX_TESTS]; /**< `when:` list; it is done when all hold at once; none: at once */
    double within;                   /**< [s] from its beginning; 0: any time */
    int repeat;    /**< `repeat: N` it is done when it has been done so often, each time anew: in between its
                      tests must have ceased to hold; default 1; 0: for ever (`repeat: 0`), it then must be
                      optional */
    bool optional; /**< `optional: true`: the exercise finishes without it; watches are such tasks */
    auth_instructions begin; /**< `begin:` when it begins */
    auth_instructions then;  /**< `do:` each time it is done */
    auth_instructions late;  /**< `late:` when `within` has gone by; default: fail, "too late: TEXT"; of
                                an optional task: nothing */
} auth_task;

/** What a component of the score looks at. In the order of the words. */
typedef enum auth_measure {
    AUTH_MEASURE_END,   /**< `end` its value when the exercise ends; default */
    AUTH_MEASURE_MOST,  /**< `most` its largest value */
    AUTH_MEASURE_LEAST, /**< `least` */
    AUTH_MEASURE_MEAN,  /**< `mean` over time */
    AUTH_MEASURE_SHARE, /**< `share` of the time in which it was between `low` and `high` */
    AUTH_MEASURE_TRAVEL /**< `travel` sum of its changes, up and down */
} auth_measure;

/** `score: {components: [...]}`. Points are weight/all weights * 100 at `best`, 0 at `worst` and beyond, in
 * straight line between. Signal `score.NAME`, its points. */
typedef struct auth_component {
    const char *name;
    hl_place place;
    const char *text; /**< for people; default the name */
    const char *signal;
    hl_place signal_place;
    auth_measure measure;       /**< `of:` */
    auth_condition low, high;   /**< of a share; their `.signal` is set */
    int during;                 /**< task in whose time it is measured; -1: always */
    auth_condition best, worst; /**< values, in `.value` with `.with_unit`; `share`: 1 and 0 by default */
    const char *unit; /**< in which people are told: that of `best` as it is written; "": the signal's */
    double weight;    /**< > 0 */
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
    const char *finished, *failed; /**< `texts:` shown in the end; may be empty */
    const char *hud;               /**< `hud:` path of the layout, resolved; NULL: the user's choice */
    hl_place hud_place;
    int level;    /**< `level:` 1 (default) to 5: difficulty, order in menus */
    int attempts; /**< `attempts:` that count; 0 (default): all */
    int region_count, counter_count, profile_count, task_count, component_count, plot_count;
    auth_region *regions;
    auth_counter *counters;
    auth_profile *profiles;
    auth_task *tasks;
    double pass; /**< `score: pass` points of 100, default 0 */
    auth_component *components;
    auth_plot *plots;
    int instruction_count;                 /**< of all tasks together */
    const auth_instruction **instructions; /**< by their numbers */
} auth_training;

#endif
