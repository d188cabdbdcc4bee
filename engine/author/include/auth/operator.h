/* An operator script (`headland: operator`): who drives when nobody sits there. A list of actions, each
 * moving one control: at timed values, along ramps, or closing a loop on a signal or along a path.
 * docs/operator.md explains it.
 *
 * Names of controls and signals are resolved by whoever knows the machine (world/operator.h), with the places
 * kept here. An action runs from its start until its end; a control without a running action keeps its last
 * value, unless the action said `release: true`, which brings it back to its safe value. Of several running
 * actions on one control the last in the list acts. */
#ifndef AUTH_OPERATOR_H
#define AUTH_OPERATOR_H

#include "auth/condition.h"
#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

typedef enum auth_action_kind {
    AUTH_ACTION_SET,   /**< `to: V` [, `over: T` a ramp from the value at the start] */
    AUTH_ACTION_KEEP,  /**< `keep: SIGNAL`, `at: V` [, `gain`, `integral`, `feed`]: control = feed + gain e +
                            integral of e, e = at - signal, limited to the control's range without wind-up;
                            e and the gains in the signal's own unit */
    AUTH_ACTION_FOLLOW /**< `follow: [[x, y], ...]` [m], `ahead: D` [m], `gain: R` [m]: pure pursuit of a
                          path; needs the signals `chassis.x`, `chassis.y`, `chassis.heading`; the control is
                          the steering, control = gain * curvature wanted [1/m]; `backwards: true` when
                          reversing */
} auth_action_kind;

typedef struct auth_action {
    const char *name; /**< may be referred to by `after`; default empty */
    hl_place place;
    const char *control;
    hl_place control_place;
    auth_action_kind kind;
    /* start: the latest of those given; at least one, default time 0 */
    double from;         /**< [s] */
    int after;           /**< index of an earlier action whose end starts this one; -1 none */
    double delay;        /**< after that [s] */
    auth_condition when; /**< and when the condition holds */
    /* end: the first of those given; none: for ever. A ramp without an end ends with the ramp */
    double until;              /**< [s]; 0: none */
    double lasting;            /**< `for`: [s] from the start; 0: none */
    auth_condition until_when; /**< `until_when` */
    bool release;
    /* `repeat: {from: NAME, until_when: {...}, times: N}`: when this action has ended, all actions from the
     * one called NAME down to this one wait anew, their `from` and `until` counted from then, and those of
     * them that still run end; unless the condition holds, or they have run `times` times. Only in the last
     * round has this action ended for those that come `after` it */
    int repeat_from; /**< index of an earlier action, or of this one; -1: none */
    hl_place repeat_place;
    auth_condition repeat_until; /**< signal NULL: none */
    int repeat_times;            /**< 0: any number */
    double to, over;             /**< set */
    hl_place to_place;
    const char *signal; /**< keep */
    hl_place signal_place, at_place;
    double at, gain, integral, feed; /**< keep; gain of follow */
    bool at_with_unit;               /**< as with_unit of a condition */
    auth_dimension at_dimension;
    int point_count; /**< follow */
    double (*points)[2];
    double ahead;
    bool backwards;
} auth_action;

typedef struct auth_operator {
    const char *name, *description;
    double seconds; /**< length of the script [s] */
    int action_count;
    auth_action *actions;
} auth_operator;

/** Read a script, as auth_mechanism_read does a mechanism. */
hl_status auth_operator_read(const char *path, hl_arena *arena, auth_operator **script, hl_report *report);
hl_status auth_operator_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_operator **script, hl_report *report);

#endif
