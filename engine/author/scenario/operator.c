/* Reading operator scripts: a list of actions, each with start, control and end. */
#include "reader/common.h"
#include "reader/format.h"

#include "auth/operator.h"

/* ---- start and end ---- */

static const auth_operator *script_of(const auth_item *item)
{
    while (item->parent) item = item->parent;
    return item->out;
}

static bool check_after(auth_item *item, const auth_field *field)
{
    const auth_action *action = item->out;
    if (action->after == -1) return auth_item_refuse(item, "delay", "has no effect without 'after'");
    if (action->after < item->index) return true;
    COMPLAIN(item, field->key,
             "action '%s' does not stand before this one in the list; an earlier one is expected",
             auth_item_text(item, field->key));
    return false;
}

static void check_times(auth_item *item)
{
    const auth_action *action = item->out;
    const double seconds = script_of(item)->seconds;
    if (action->until > 0.0 && action->until <= action->from)
        COMPLAIN(item, "until", "'until' is not after 'from'; a later time is expected");
    if (action->from >= seconds && seconds > 0.0)
        COMPLAIN(item, "from",
                 "the script ends after %g s, before this action starts; an earlier time is expected",
                 seconds);
}

static bool ends(const auth_action *action)
{
    return action->until > 0.0 || action->lasting > 0.0 || action->until_when.signal ||
           action->kind == AUTH_ACTION_FOLLOW;
}

/* What never ends cannot be let go; what is set for no time would not be seen. */
static void check_release(auth_item *item)
{
    const auth_action *action = item->out;
    if (!action->release || ends(action) || (action->kind == AUTH_ACTION_SET && action->over > 0.0)) return;
    COMPLAIN(item, "release",
             "'release' of an action without an end; 'until', 'for' or 'until_when' is expected");
}

/* ---- rounds: `repeat` has no descriptor of its own ---- */

static bool check_round(auth_item *item, const auth_field *field)
{
    const auth_action *action = item->out;
    if (action->repeat_from <= item->parent->index) return true;
    COMPLAIN(item, field->key,
             "action '%s' stands after this one in the list; an earlier one, or this one, is expected",
             auth_item_text(item, field->key));
    return false;
}

static const auth_field repeat_fields[] = {
    REFERENCE_AS("from", auth_action, repeat_from, "actions", "action",
                 "Name of an earlier action, or of this one", PLACE(auth_action, repeat_place),
                 .check = check_round),
    PART_AS("until_when", auth_action, repeat_until, auth_condition_table,
            "The round is the last if `{signal: NAME, above: VALUE}` or `below` holds at its end",
            OTHERWISE("never")),
    /* a count of rounds, far above what a drive has time for */
    COUNT_AS("times", auth_action, repeat_times, "Total number of rounds", SPAN("1 to 1000000"),
             OTHERWISE("limited by the script's `seconds`")),
};
static const auth_table repeat = AUTH_TABLE(auth_action, repeat_fields, );

/* Its keys lie in the action itself. */
static bool read_repeat(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_action *action = item->out;
    action->repeat_from = -1;
    return !value || auth_item_part(item, field, value, action);
}

/* ---- what it does ---- */

enum { SET = 1 << AUTH_ACTION_SET, KEEP = 1 << AUTH_ACTION_KEEP, FOLLOW = 1 << AUTH_ACTION_FOLLOW };

static bool begin_action(auth_item *item)
{
    static const char *const keys[] = {"to", "keep", "follow"}; /* in the order of auth_action_kind */
    static const char *const with[] = {"with 'to'", "with 'keep'", "with 'follow'"};
    auth_action *action = item->out;
    const int kind = auth_item_one_of(item, "an action", keys, AUTH_COUNT_OF(keys));
    if (kind == AUTH_NOT_FOUND) return false;
    action->kind = (auth_action_kind)kind;
    return auth_item_set_kind(item, kind, with[kind]);
}

static bool read_at(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_action *action = item->out;
    return !value || auth_read_any(item->reader, action->at_place, field->key, auth_node_text(value),
                                   &action->at, &action->at_dimension, &action->at_with_unit);
}

static void check_action(auth_item *item)
{
    const auth_action *action = item->out;
    check_times(item);
    if (action->kind == AUTH_ACTION_KEEP && !auth_item_has(item, "gain") && !auth_item_has(item, "integral"))
        COMPLAIN(item, "keep", "'keep' without 'gain' and 'integral' keeps nothing; one of them is expected");
    if (action->trailer && (!action->backwards || !(action->drawbar > 0.0)))
        COMPLAIN(item, "trailer",
                 "'trailer' needs 'backwards' and 'drawbar': add 'backwards: true' and 'drawbar'");
    if (!action->trailer && auth_item_has(item, "drawbar"))
        auth_item_refuse(item, "drawbar", "has no effect without 'trailer'");
    check_release(item);
    if (auth_item_has(item, "repeat") && !ends(action) && action->kind == AUTH_ACTION_KEEP)
        COMPLAIN(item, "repeat",
                 "'repeat' after an action without an end; 'until', 'for' or 'until_when' is expected");
}

#define TIME(key, range, ...) QUANTITY(auth_action, key, TIME, range, __VA_ARGS__)
#define CONDITION(key, text)                                                                                 \
    PART(auth_action, key, auth_condition_table,                                                             \
         text " as soon as `{signal: NAME, above: VALUE}` or `{signal: NAME, below: VALUE}` holds",          \
         OPTIONAL)

/* Gains are per unit of whatever signal it is: bare numbers. */
static const auth_field action_fields[] = {
    {AUTH_ROW(NAME, "name", auth_action, name), .names = true, .least = 1, .most = AUTH_NAME_LENGTH,
     .meaning = "For those that come after it, or lead back to it", DEFAULT(""), .otherwise = "none"},
    WORD(auth_action, control, "Control that it moves", PLACE(auth_action, control_place)),
    TIME(from, NOT_NEGATIVE, "It does not start before this time", OPTIONAL),
    REFERENCE(auth_action, after, "actions", "action", "Name of an earlier action: starts when it has ended",
              .check = check_after, OPTIONAL),
    TIME(delay, NOT_NEGATIVE, "Additional delay after the end of that action, with `after`", DEFAULT("0")),
    CONDITION(when, "It starts"),
    TIME(until, POSITIVE, "It ends at this time", OPTIONAL),
    QUANTITY_AS("for", auth_action, lasting, TIME, POSITIVE, "Time from its start", OPTIONAL),
    CONDITION(until_when, "It ends"),
    FLAG(auth_action, release,
         "`true`: at the end the control takes its safe value; otherwise it keeps its last value", OPTIONAL),
    {.type = AUTH_FIELD_PART,
     .key = "repeat",
     .meaning = "Lead back to an earlier action",
     .table = &repeat,
     .read = read_repeat,
     OPTIONAL},
    QUANTITY(auth_action, to, NUMBER, ANY, "The control goes to this value", PLACE(auth_action, to_place),
             OF(SET), OPTIONAL),
    QUANTITY(auth_action, over, TIME, POSITIVE,
             "Along a straight ramp, from its value at the start, in this time", OF(SET),
             OTHERWISE("at once")),
    WORD_AS("keep", auth_action, signal,
            "Name of a signal to keep: control = feed + gain e + integral times the integral of e, e = at - "
            "signal",
            PLACE(auth_action, signal_place), OF(KEEP), OPTIONAL),
    READ(QUANTITY, "at", read_at, "Of `keep`: setpoint of the signal", PLACE(auth_action, at_place),
         NEEDED(KEEP)),
    QUANTITY(auth_action, gain, NUMBER, ANY,
             "Of `keep`: control per unit of the signal; this or `integral` is required", OF(KEEP), OPTIONAL),
    QUANTITY(auth_action, gain, LENGTH, ANY,
             "Of `follow`: control for a curvature of 1/m, the radius of the tightest turn", NEEDED(FOLLOW)),
    QUANTITY(auth_action, integral, NUMBER, ANY,
             "Of `keep`: control per unit of the signal and second; this or `gain` is required", OF(KEEP),
             OPTIONAL),
    QUANTITY(auth_action, feed, NUMBER, ANY, "Of `keep`: control at zero error", OF(KEEP), DEFAULT("0")),
    PAIRS_AS("follow", auth_action, points, point_count, LENGTH, LENGTH, 1, 0,
             "Path to drive, [[x, y], ...]; the control is the steering, positive to the left", OF(FOLLOW),
             OPTIONAL),
    QUANTITY(auth_action, ahead, LENGTH, POSITIVE,
             "Distance of the target point: a small one cuts no corners, a large one is smooth; about 1 s of "
             "travel",
             NEEDED(FOLLOW)),
    FLAG(auth_action, backwards, "`true`: drive the path in reverse", OF(FOLLOW), DEFAULT("false")),
    WORD(auth_action, trailer,
         "Name of a coupled trailer whose axle is to follow the path in reverse; needs `backwards: true`",
         PLACE(auth_action, trailer_place), OF(FOLLOW), .otherwise = "none: the machine itself follows it",
         OPTIONAL),
    QUANTITY(auth_action, drawbar, LENGTH, POSITIVE,
             "Distance from the axle of the trailer to the hitch; required with `trailer`", OF(FOLLOW),
             OPTIONAL),
};
static const auth_table action = AUTH_TABLE(auth_action, action_fields, .place = AUTH_AT(auth_action, place),
                                            .begin = begin_action, .check = check_action);

/* ---- the whole ---- */

static const auth_field fields[] = {
    HEAD(auth_operator, "operator"),
    QUANTITY(auth_operator, seconds, TIME, POSITIVE,
             "Length of the script; if the scenario has none, the run ends then, and an unfinished exercise "
             "counts as stopped"),
    LIST(auth_operator, actions, action_count, action, 1, 0, "List of actions, at least one"),
};

const auth_table auth_operator_table = AUTH_TABLE(auth_operator, fields, );

AUTH_FORMAT(operator, script, OPERATOR, NULL)
