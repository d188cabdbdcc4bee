/* Values of axes: from counts to a share of the way by calibration, dead zone, saturation, curve and notches;
 * and the joint value of several axes on one target. */
#include "mapper_internal.h"

#include <math.h>

/* ---- calibration ---- */

axis_way axis_way_of(const auth_axis *axis, const io_axis_range *range, bool two_sided)
{
    axis_way way = {.from = range ? range->min : 0.0, .to = range ? range->max : 0.0, .two_sided = two_sided};
    if (axis && axis->has_min) way.from = axis->min;
    if (axis && axis->has_max) way.to = axis->max;
    way.centre = axis && axis->has_centre ? axis->centre : 0.5 * (way.from + way.to);
    return way;
}

/* 0 to 1; 0 of a way without length, on devices with invalid ranges. */
static double part(double of, double whole)
{
    return whole == 0.0 ? 0.0 : fmin(fmax(of / whole, 0.0), 1.0);
}

double axis_share(const axis_way *way, double count)
{
    if (!way->two_sided) return part(count - way->from, way->to - way->from);
    const bool above = way->to >= way->from ? count >= way->centre : count <= way->centre;
    return above ? part(count - way->centre, way->to - way->centre)
                 : -part(count - way->centre, way->from - way->centre);
}

double axis_turn(const auth_axis *axis, bool two_sided, double share)
{
    if (axis->invert) share = two_sided ? -share : 1.0 - share;
    return axis->half ? fmax(share, 0.0) : share;
}

/* ---- response ---- */

/* Straight lines through points from [0, 0] to [1, 1]; x is in 0 to 1. */
static double through_points(const auth_axis *axis, double x)
{
    const double(*p)[2] = axis->points;
    int i = 1;
    while (i < axis->point_count - 1 && x > p[i][0]) i++;
    const double wide = p[i][0] - p[i - 1][0];
    if (wide <= 0.0) return p[i][1];
    return p[i - 1][1] + (x - p[i - 1][0]) / wide * (p[i][1] - p[i - 1][1]);
}

/* Progressive: fine near the centre, the full way at the end. */
static double cubic(double progression, double x)
{
    return (1.0 - progression) * x + progression * x * x * x;
}

double axis_shape(const auth_axis *axis, double share)
{
    const double size = fabs(share);
    if (size <= axis->dead_zone) return 0.0;
    double x = 1.0;
    if (size < axis->saturation) /* 0 at the edge of the dead zone: no jump */
        x = (size - axis->dead_zone) / (axis->saturation - axis->dead_zone);
    x = axis->point_count >= 2 ? through_points(axis, x) : cubic(axis->progression, x);
    return copysign(x, share);
}

/* The nearest of the axis' values; without values all are allowed. */
static double axis_notch(const auth_axis *axis, double value)
{
    if (axis->value_count == 0) return value;
    double nearest = axis->values[0];
    for (int i = 1; i < axis->value_count; i++)
        if (fabs(axis->values[i] - value) < fabs(nearest - value)) nearest = axis->values[i];
    return nearest;
}

/* ---- several axes on one target ---- */

void join_lists(io_mapper *mapper)
{
    for (int i = 0; i < mapper->control_count + mapper->lever_count; i++) mapper->targets[i].axes = NULL;
    /* backwards, because each is inserted in front: the lists are in the order of the slots */
    for (int s = IO_SLOTS - 1; s >= 0; s--)
        for (int i = mapper->slots[s].axis_count - 1; i >= 0; i--) {
            axis_state *axis = &mapper->slots[s].axes[i];
            if (axis->target < 0) continue;
            axis->next = mapper->targets[axis->target].axes;
            mapper->targets[axis->target].axes = axis;
        }
}

static bool axis_holds(const axis_state *axis)
{
    return axis->known && axis->active;
}

bool join_holds(const target_state *target)
{
    for (const axis_state *axis = target->axes; axis != NULL; axis = axis->next)
        if (axis_holds(axis)) return true;
    return false;
}

/* The rule of the first axis with a rule; without one the latest axis leads. */
static auth_join rule_of(const target_state *target)
{
    for (const axis_state *axis = target->axes; axis != NULL; axis = axis->next)
        if (axis_holds(axis) && axis->binding->author->join != AUTH_JOIN_NONE)
            return axis->binding->author->join;
    return AUTH_JOIN_LATEST;
}

static bool axis_leads(const axis_state *axis, const axis_state *other, auth_join rule, double rest)
{
    return rule == AUTH_JOIN_LARGEST ? fabs(axis->value - rest) > fabs(other->value - rest)
                                     : axis->moved > other->moved;
}

void join_put(io_mapper *mapper, int target, int slot, int64_t time, bool again)
{
    const target_state *t = &mapper->targets[target];
    const double rest = target_rest(t);
    const auth_join rule = rule_of(t);
    const axis_state *first = NULL; /* of a sum: the latest axis, whose slot moved it */
    double sum = rest;
    for (const axis_state *axis = t->axes; axis != NULL; axis = axis->next) {
        if (!axis_holds(axis)) continue;
        sum += axis->value - rest;
        if (first == NULL || axis_leads(axis, first, rule, rest)) first = axis;
    }
    if (first == NULL)
        target_put(mapper, target, rest, slot, time, again);
    else
        target_put(mapper, target, rule == AUTH_JOIN_SUM ? target_limit(t, sum) : first->value, first->slot,
                   time, again);
}

/* ---- events ---- */

bool axis_has_side(const auth_axis *axis)
{
    return axis->side != AUTH_AXIS_BOTH_SIDES;
}

static double axis_value(const target_state *t, const axis_state *axis)
{
    const auth_axis *author = axis->binding->author;
    const double share = author->side == AUTH_AXIS_NEGATIVE ? -axis->shaped : axis->shaped;
    return target_limit(t, axis_notch(author, target_value(t, share)));
}

/* ---- proof that an axis works as its binding assumes ---- */

/* Pedals of some devices rest at their highest count: their way is counted from the rest. Other axes that
 * keep their position, sliders and levers, are counted as in their binding. */
static void turn_pedal(axis_state *axis)
{
    static const double upper = 0.75; /* share of the range: at the upper end, with a margin for noise */
    const int code = axis->binding->code;
    if ((code != ABS_GAS && code != ABS_BRAKE) || axis->way.two_sided) return;
    if (axis_share(&axis->way, axis->first) < upper) return;
    const double from = axis->way.from;
    axis->way.from = axis->way.to;
    axis->way.to = from;
}

bool axis_proven(axis_state *axis, int count)
{
    /* Share of the range: half of it, a stick pushed from the middle to its end, less the part that worn
     * sticks do not reach. */
    static const double least = 0.4;
    if (!axis->held_back) return true;
    if (!axis->seen) axis->first = axis->low = axis->high = count;
    axis->seen = true;
    if (count < axis->low) axis->low = count;
    if (count > axis->high) axis->high = count;
    const double range = fabs(axis->way.to - axis->way.from), way = (double)axis->high - (double)axis->low;
    if (range <= 0.0 || way < least * range) return false;
    axis->held_back = false;
    turn_pedal(axis);
    return true;
}

void axis_event(io_mapper *mapper, axis_state *axis, int count, int64_t time)
{
    const auth_axis *author = axis->binding->author;
    axis->raw = axis_turn(author, axis->way.two_sided, axis_share(&axis->way, count));
    axis->shaped = axis_shape(author, axis->raw);
    if (axis->target < 0) return;
    const double value = axis_value(&mapper->targets[axis->target], axis);
    if (axis->known && value == axis->value) return;
    axis->known = true;
    axis->value = value;
    axis->moved = ++mapper->turn;
    if (axis->active) join_put(mapper, axis->target, axis->slot, time, false);
}

void axis_turned(io_mapper *mapper, const axis_state *axis, int detents, int64_t time)
{
    const auth_axis *author = axis->binding->author;
    if (axis->target < 0 || !axis->active || detents == 0) return;
    const target_state *t = &mapper->targets[axis->target];
    const double way = author->detent * detents * (t->high - t->low);
    creep_by(mapper, axis->target, author->invert ? -way : way, axis->slot, time);
}
