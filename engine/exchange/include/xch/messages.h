/* Messages between operators, devices, instructors and the world. */
#ifndef XCH_MESSAGES_H
#define XCH_MESSAGES_H

#include <stdint.h>

/* ---- command ---- */

/* Commands of operators, devices and instructors to the world. */

typedef enum xch_command_kind {
    XCH_COMMAND_SET,   /**< move a control */
    XCH_COMMAND_ALIVE, /**< keep-alive of the source */
    XCH_COMMAND_LOST   /**< the source's device is lost; any later command of the source means its return */
} xch_command_kind;

typedef struct xch_command {
    int64_t time;    /**< time of the device's event, CLOCK_MONOTONIC [ns]; 0: unknown */
    double value;    /**< value in the range of the control */
    int32_t kind;    /**< xch_command_kind */
    int32_t control; /**< index of the control; unused by other kinds */
    int32_t source;  /**< the source's index in the session */
    int32_t unused;  /**< 0 */
} xch_command;

_Static_assert(sizeof(xch_command) == 32, "flat, without padding");

/* ---- act ---- */

/* Acts: ticks that used an event of a device, to measure the latency of a picture. */

typedef struct xch_act {
    int64_t event; /**< time of the device's event, CLOCK_MONOTONIC [ns]; the oldest of several events */
    double time;   /**< simulated time after this tick [s], as in its snapshot */
} xch_act;

_Static_assert(sizeof(xch_act) == 16, "flat, without padding");

/* ---- event ---- */

/* Events of the real-time world, for users and logs. */

/* kind, text, what `subject` counts, what `value` is */
#define XCH_EVENT_LIST(X)                                                                                    \
    X(XCH_EVENT_STARTED, "the world runs", "-", "-")                                                         \
    X(XCH_EVENT_PAUSED, "paused", "-", "-")                                                                  \
    X(XCH_EVENT_RESUMED, "goes on", "-", "-")                                                                \
    X(XCH_EVENT_OVERRUN, "a tick ended after the next was due", "-", "simulated time that slipped [s]")      \
    X(XCH_EVENT_INPUT_LOST, "an operator's input is lost; its controls are at their safe values", "source",  \
      "-")                                                                                                   \
    X(XCH_EVENT_INPUT_BACK, "an operator's input is back", "source", "-")                                    \
    X(XCH_EVENT_RECORDER_STOPPED, "a recorder has stopped; driving goes on", "hook", "-")                    \
    X(XCH_EVENT_WORLD_STOPPED, "the world has stopped at its last good tick", "hl_status", "-")              \
    X(XCH_EVENT_HIT, "a body has hit an object", "object of the scenario", "body")                           \
    X(XCH_EVENT_GOAL, "the goal is reached", "-", "-")                                                       \
    X(XCH_EVENT_TASK_BEGAN, "begins", "task of the scenario", "-")                                           \
    X(XCH_EVENT_TASK_DONE, "done", "task of the scenario", "-")                                              \
    X(XCH_EVENT_TASK_LATE, "too late", "task of the scenario", "-")                                          \
    X(XCH_EVENT_INSTRUCTION, "instruction", "number of the instruction", "-")                                \
    X(XCH_EVENT_EXERCISE_FINISHED, "the exercise is finished", "-", "score [1]")                             \
    X(XCH_EVENT_EXERCISE_FAILED, "the exercise has failed", "-", "-")                                        \
    X(XCH_EVENT_MARK, "marked by the instructor", "-", "-")                                                  \
    X(XCH_EVENT_FINISHED, "the run has come to its end", "-", "-")                                           \
    X(XCH_EVENT_LOOPS_OPEN, "the solver leaves loops open", "-", "largest violation [m, rad or 1]")          \
    X(XCH_EVENT_OVERTURNED, "has overturned", "machine of the world", "tilt [rad]")                          \
    X(XCH_EVENT_UTILITY, "a utility has been struck", "utility of the scenario", "-")                        \
    X(XCH_EVENT_NEAR, "too near to a utility", "utility of the scenario", "distance [m]")                    \
    X(XCH_EVENT_PERSON, "a person has been hit", "person of the scenario", "-")                              \
    X(XCH_EVENT_DANGER, "a person is in the danger zone", "person of the scenario", "distance [m]")          \
    X(XCH_EVENT_MACHINE, "another machine has been hit", "machine of the scenario's list", "-")              \
    X(XCH_EVENT_DROPPED, "a load has been dropped", "object of the scenario", "height of the fall [m]")      \
    X(XCH_EVENT_COUPLING, "a coupling", "see world_coupling_note_pack", "likewise")                          \
    X(XCH_EVENT_SLING, "a hook", "see world_sling_note_pack", "likewise")

typedef enum xch_event_kind {
#define X(kind, text, subject, value) kind,
    XCH_EVENT_LIST(X)
#undef X
        XCH_EVENT_KINDS
} xch_event_kind;

typedef struct xch_event {
    int64_t tick; /**< of the world */
    double value;
    int16_t kind;    /**< xch_event_kind */
    int16_t by;      /**< machine of the world that hits or endangers a person; 0: the driven one */
    int32_t subject; /**< see XCH_EVENT_LIST */
    float place[3];  /**< of what went wrong, from XCH_EVENT_OVERTURNED on [m] */
    float speed;     /**< likewise [m/s] */
} xch_event;

_Static_assert(sizeof(xch_event) == 40, "flat, without padding");

/** Text of a kind, never NULL. */
const char *xch_event_text(int kind);

/* ---- director ---- */

/* Requests of an instructor to a seat, besides moving controls (faults are controls, see xch/messages.h). */

enum { XCH_DIRECTOR_TEXT = 240 };

typedef enum xch_director_kind {
    XCH_DIRECTOR_PAUSE,
    XCH_DIRECTOR_RESUME,
    XCH_DIRECTOR_RESET,   /**< restart the exercise */
    XCH_DIRECTOR_LOAD,    /**< index: of the seat's exercises */
    XCH_DIRECTOR_PATTERN, /**< index: of the machine's patterns of levers */
    /** values: time of day [h], cloud, rain, visibility [m], wind x, y [m/s]; NaN: as it is */
    XCH_DIRECTOR_WEATHER,
    XCH_DIRECTOR_MESSAGE, /**< text, for the head-up display */
    XCH_DIRECTOR_MARK,    /**< text: the label of the mark */
    /** index: of the seat's faults; values[0]: its severity. For lists: the control has already been moved */
    XCH_DIRECTOR_FAULT,
    XCH_DIRECTOR_STOP /**< the exercise ends */
} xch_director_kind;

typedef struct xch_director {
    int32_t kind;  /**< xch_director_kind */
    int32_t index; /**< see xch_director_kind, as for the next two; members not named there are unused */
    double values[6];
    char text[XCH_DIRECTOR_TEXT]; /**< UTF-8, ended by NUL, without control characters */
} xch_director;

_Static_assert(sizeof(xch_director) == 56 + XCH_DIRECTOR_TEXT, "flat, without padding");

#endif
