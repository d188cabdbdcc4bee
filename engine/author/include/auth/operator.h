/* An operator script (`headland: operator`) drives a machine without a person. It is a list of actions. Each
 * moves one control: to a value at a time, along a ramp, in a closed loop on a signal, or along a path.
 * docs/operator.md explains the file.
 *
 * Names of controls and signals are resolved later, with the machine (world/operator.h); their places are
 * kept for error messages. A control without a running action keeps its last value; if the action had
 * `release: true`, the control returns to its safe value. If several actions on one control run, the last in
 * the list is effective. */
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
                          path; needs the signals `chassis.x`, `chassis.y`, `chassis.heading`; steering
                          control = gain * required curvature [1/m]; `backwards: true` for reversing;
                          `trailer: NAME`, `drawbar: L` [m]: reverse this implement along the path */
} auth_action_kind;

typedef struct auth_action {
    const char *name; /**< `after` and `repeat` refer to it; default empty */
    hl_place place;
    const char *control;
    hl_place control_place;
    auth_action_kind kind;
    /* start: when all given conditions are fulfilled; default time 0 */
    double from;         /**< [s] */
    int after;           /**< index of an earlier action, whose end starts this one; -1: none */
    double delay;        /**< delay after that end [s] */
    auth_condition when; /**< the condition must hold */
    /* end: when the first given condition is fulfilled; without conditions the action runs to the end of the
     * script, a ramp to its end */
    double until;              /**< [s]; 0: none */
    double lasting;            /**< `for`: [s] from the start; 0: none */
    auth_condition until_when; /**< `until_when` */
    bool release;
    /* `repeat: {from: NAME, until_when: {...}, times: N}`: the block from action NAME to this action is
     * repeated when this action ends. Actions of the block that still run then end. In the new round all wait
     * for their starts again; `from` and `until` count from the start of the round. The last round is the one
     * after which the condition holds, or number `times`. Actions `after` this one start after the last round
     */
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
    const char *trailer; /**< implement to reverse along the path; NULL: the machine itself follows it */
    hl_place trailer_place;
    double drawbar; /**< distance from the axle of the trailer to the hitch [m] */
} auth_action;

typedef struct auth_operator {
    const char *name, *description;
    double seconds; /**< length of the script [s] */
    int action_count;
    auth_action *actions;
} auth_operator;

/** Read a script; see auth_mechanism_read. */
hl_status auth_operator_read(const char *path, hl_arena *arena, auth_operator **script, hl_report *report);
hl_status auth_operator_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_operator **script, hl_report *report);

#endif
