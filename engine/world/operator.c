/* A scripted operator. Each action waits, runs and ends; while it runs it moves its control. A `repeat` puts
 * a block of them back to wait. */
#include "world/operator.h"

#include "hl/real.h"
#include "hl/report.h"
#include "training/training.h"

#include <math.h>
#include <stdio.h>

typedef enum phase { WAITING, RUNNING, ENDED } phase;

typedef struct action {
    const auth_action *author;
    int control, signal;
    double at; /* in the signal's unit */
    double low, high, safe;
    world_condition when, until_when, repeat_until;
    phase phase;
    double origin;       /* from which its `from` and `until` count: 0, or when it was put back to wait [s] */
    int rounds;          /* that a `repeat` has led back */
    double began, ended; /* [s] */
    int trailer[3];      /* signals of the trailer that follows the path: x, y, heading */
    double from;         /* value of the control at the start */
    double integral;
    int passed; /* points of the path that lie behind */
} action;

struct world_operator {
    double seconds, step;
    int x, y, heading; /* signals */
    int action_count;
    action *actions;
};

/* ---- building ---- */

static int find_control(const world_machine *machine, const auth_action *author, hl_report *report)
{
    const int found = world_control_find(machine, author->control);
    if (found >= 0) return found;
    char hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(author->control);
    for (int i = 0; i < world_control_count(machine); i++)
        hl_spelling_offer(&nearest, world_control_info(machine, i).name);
    hl_report_add(report, author->control_place,
                  "unknown control '%s': machine '%s' has no such control; expected one of those that "
                  "`headland signals` lists as control.NAME%s",
                  author->control, world_machine_name(machine), hl_did_you_mean(nearest.best, hint));
    return -1;
}

static void check_range(const action *a, hl_report *report)
{
    const auth_action *author = a->author;
    if (author->kind != AUTH_ACTION_SET || (author->to >= a->low && author->to <= a->high)) return;
    hl_report_add(report, author->to_place, "'to' is %g, outside the range of '%s': give %g to %g",
                  author->to, author->control, a->low, a->high);
}

static void find_trailer(const world_machine *machine, action *a, hl_report *report)
{
    static const char *const parts[] = {"x", "y", "heading"};
    for (int i = 0; i < 3; i++) {
        char name[160]; /* a name has at most 64 characters */
        snprintf(name, sizeof name, "%s.chassis.%s", a->author->trailer, parts[i]);
        a->trailer[i] = world_signal_resolve(machine, name, a->author->trailer_place, report);
        if (a->trailer[i] < 0) return;
    }
}

static action resolve_action(const world_machine *machine, const auth_action *author, hl_report *report)
{
    action a = {.author = author, .control = find_control(machine, author, report), .signal = -1};
    if (a.control >= 0) {
        const world_control control = world_control_info(machine, a.control);
        a.low = control.low;
        a.high = control.high;
        a.safe = control.safe;
        check_range(&a, report);
    }
    if (author->kind == AUTH_ACTION_KEEP) {
        a.signal = world_signal_resolve(machine, author->signal, author->signal_place, report);
        a.at = world_value_in_unit(machine, a.signal, author->at, author->at_with_unit, author->at_dimension,
                                   author->at_place, report);
    }
    if (author->trailer) find_trailer(machine, &a, report);
    a.when = world_condition_resolve(machine, &author->when, report);
    a.until_when = world_condition_resolve(machine, &author->until_when, report);
    a.repeat_until = world_condition_resolve(machine, &author->repeat_until, report);
    return a;
}

hl_status world_operator_build(const auth_operator *script, const world_machine *machine, hl_arena *arena,
                               hl_report *report, world_operator **built)
{
    *built = NULL;
    world_operator *driver = HL_NEW(arena, world_operator, 1);
    action *actions = HL_NEW(arena, action, script->action_count);
    if (driver == NULL || actions == NULL) return HL_OUT_OF_MEMORY;
    *driver = (world_operator){.seconds = script->seconds,
                               .step = world_machine_step_size(machine),
                               .x = world_signal_find(machine, "chassis.x"),
                               .y = world_signal_find(machine, "chassis.y"),
                               .heading = world_signal_find(machine, "chassis.heading"),
                               .action_count = script->action_count,
                               .actions = actions};
    for (int i = 0; i < script->action_count; i++)
        actions[i] = resolve_action(machine, &script->actions[i], report);
    if (!hl_report_clean(report)) return HL_BAD_INPUT;
    *built = driver;
    return HL_OK;
}

/* ---- start and end of an action ---- */

static bool may_start(const world_operator *driver, const action *a, double time, const double *signals)
{
    if (!mb_time_reached(time, a->origin + a->author->from)) return false;
    if (a->author->after >= 0) {
        const action *before = &driver->actions[a->author->after];
        if (before->phase != ENDED || !mb_time_reached(time, before->ended + a->author->delay)) return false;
    }
    return a->when.signal < 0 || world_condition_holds(&a->when, signals);
}

static bool ramp_is_all(const auth_action *a)
{
    return a->kind == AUTH_ACTION_SET && !(a->until > 0.0) && !(a->lasting > 0.0) &&
           a->until_when.signal == NULL;
}

static bool path_done(const action *a)
{
    return a->author->kind == AUTH_ACTION_FOLLOW && a->passed >= a->author->point_count;
}

static bool must_end(const action *a, double time, const double *signals)
{
    const auth_action *author = a->author;
    return (author->until > 0.0 && mb_time_reached(time, a->origin + author->until)) ||
           (author->lasting > 0.0 && mb_time_reached(time, a->began + author->lasting)) ||
           world_condition_holds(&a->until_when, signals) || path_done(a) ||
           (ramp_is_all(author) && mb_time_reached(time, a->began + author->over));
}

/* ---- what a running action does ---- */

static double ramp(const action *a, double time)
{
    const double share = a->author->over > 0.0 ? fmin((time - a->began) / a->author->over, 1.0) : 1.0;
    return a->from + share * (a->author->to - a->from);
}

/* PI control; the integral stands still while the control is at its end and the error pushes further. */
static double keep(action *a, double step, double value)
{
    const double error = a->at - value;
    const double integral = a->integral + a->author->integral * error * step;
    const double wanted = a->author->feed + a->author->gain * error + integral;
    if ((wanted < a->high || error * a->author->integral < 0.0) &&
        (wanted > a->low || error * a->author->integral > 0.0))
        a->integral = integral;
    return fmin(fmax(a->author->feed + a->author->gain * error + a->integral, a->low), a->high);
}

/* Pure pursuit: the circle through a place, tangent to the direction of travel, and a point of the path
 * `ahead` of it has the curvature 2 sin(alpha)/distance, alpha the bearing of the point. A point that
 * has been passed is not used again. Returns the curvature, positive to the left. */
static double pursue(action *a, double x, double y, double travel)
{
    const auth_action *author = a->author;
    double dx = 0.0, dy = 0.0, distance = 0.0;
    for (; a->passed < author->point_count; a->passed++) {
        dx = author->points[a->passed][0] - x;
        dy = author->points[a->passed][1] - y;
        distance = hl_hypot(dx, dy);
        if (distance > author->ahead || a->passed == author->point_count - 1) break;
    }
    const double bearing = hl_atan2(dy, dx) - travel;
    double sine, cosine;
    hl_sincos(bearing, &sine, &cosine);
    if (a->passed == author->point_count - 1 && cosine <= 0.0) a->passed++; /* the end lies behind */
    return 2.0 * sine / fmax(distance, author->ahead);
}

/* Reversing a trailer with a drawbar of length L, whose hitch is b behind the machine's axle. With the
 * articulation angle phi (heading of the machine minus that of the trailer) and the curvature c of the
 * machine's path, per metre of reverse travel the trailer turns by -(sin(phi) - b c cos(phi))/L, and phi
 * changes by (sin(phi) - c (L + b cos(phi)))/L: it is unstable. c = (sin(phi) + k (phi - wanted))/(L + b
 * cos(phi)) makes it approach `wanted`, at which the trailer has the curvature that it needs. */
static double reverse_trailer(const world_operator *driver, action *a, const double *signals)
{
    static const double steepest = 0.7; /* sine of the largest wanted angle: beyond it trailers jackknife */
    static const double k = 1.5;        /* phi approaches the wanted angle within L/k */
    const double length = a->author->drawbar, x = signals[a->trailer[0]], y = signals[a->trailer[1]];
    const double heading = signals[a->trailer[2]];
    double along, across, sine, cosine;
    hl_sincos(heading, &across, &along);
    hl_sincos(signals[driver->heading] - heading, &sine, &cosine);
    const double offset =
        hl_hypot(x + length * along - signals[driver->x], y + length * across - signals[driver->y]);
    const double reach = length + offset * cosine;
    const double wanted = -reach * pursue(a, x, y, heading + HL_PI);
    const double angle = hl_asin(fmin(fmax(wanted, -steepest), steepest));
    return (sine + k * (hl_atan2(sine, cosine) - angle)) / fmax(reach, length);
}

static double follow(const world_operator *driver, action *a, const double *signals)
{
    const auth_action *author = a->author;
    double curvature;
    if (author->trailer) {
        curvature = reverse_trailer(driver, a, signals);
    } else {
        const double turned = author->backwards ? HL_PI : 0.0;
        curvature = pursue(a, signals[driver->x], signals[driver->y], signals[driver->heading] + turned);
        /* wheels turned to the left lead to the right when reversing */
        if (author->backwards) curvature = -curvature;
    }
    return fmin(fmax(author->gain * curvature, a->low), a->high);
}

static double act(const world_operator *driver, action *a, double time, const double *signals)
{
    switch (a->author->kind) {
    case AUTH_ACTION_KEEP:
        return keep(a, driver->step, signals[a->signal]);
    case AUTH_ACTION_FOLLOW:
        return follow(driver, a, signals);
    case AUTH_ACTION_SET:
    default:
        return ramp(a, time);
    }
}

/* ---- the course of an action ---- */

static void start(const world_machine *machine, action *a, double time)
{
    a->phase = RUNNING;
    a->began = time;
    a->from = world_control_get(machine, a->control);
    a->integral = 0.0;
    a->passed = 0;
}

static void end(world_machine *machine, action *a, double time)
{
    a->phase = ENDED;
    a->ended = time;
    if (a->author->release) world_control_set(machine, a->control, a->safe);
}

static bool repeats(const action *a, const double *signals)
{
    const auth_action *author = a->author;
    if (author->repeat_from < 0 || world_condition_holds(&a->repeat_until, signals)) return false;
    return author->repeat_times == 0 || a->rounds + 1 < author->repeat_times;
}

/* Everything from the first action of the block to its last one waits anew; repeats within the block begin
 * to count anew. */
static void put_back(world_operator *driver, world_machine *machine, int last, double time)
{
    for (int i = driver->actions[last].author->repeat_from; i <= last; i++) {
        action *a = &driver->actions[i];
        if (a->phase == RUNNING) end(machine, a, time);
        a->phase = WAITING;
        a->origin = time;
        a->rounds = i == last ? a->rounds + 1 : 0;
    }
}

bool world_operator_act(world_operator *driver, world_machine *machine, const double *signals)
{
    const double time = world_machine_time(machine);
    for (int i = 0; i < driver->action_count; i++) {
        action *a = &driver->actions[i];
        if (a->phase == WAITING && may_start(driver, a, time, signals)) start(machine, a, time);
        if (a->phase != RUNNING) continue;
        const bool ends = must_end(a, time, signals);
        if (!ends || ramp_is_all(a->author))
            world_control_set(machine, a->control, act(driver, a, time, signals));
        if (!ends) continue;
        end(machine, a, time);
        if (repeats(a, signals)) put_back(driver, machine, i, time);
    }
    return !mb_time_reached(time, driver->seconds);
}
