/* Events of the real-time world, for users and logs. */
#ifndef XCH_EVENT_H
#define XCH_EVENT_H

#include <stdint.h>

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
    X(XCH_EVENT_LOOPS_OPEN, "the solver leaves loops open", "-", "largest violation [m, rad or 1]")

typedef enum xch_event_kind {
#define X(kind, text, subject, value) kind,
    XCH_EVENT_LIST(X)
#undef X
        XCH_EVENT_KINDS
} xch_event_kind;

typedef struct xch_event {
    int64_t tick; /**< of the world */
    double value;
    int32_t kind;    /**< xch_event_kind */
    int32_t subject; /**< see XCH_EVENT_LIST */
} xch_event;

_Static_assert(sizeof(xch_event) == 24, "flat, without padding");

/** Text of a kind, never NULL. */
const char *xch_event_text(int kind);

#endif
