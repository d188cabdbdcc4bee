/* Several axes on one target: which of them it follows. */
#include "mapper_internal.h"

#include <math.h>

void join_lists(io_mapper *mapper)
{
    for (int i = 0; i < mapper->control_count + mapper->lever_count; i++) mapper->targets[i].axes = NULL;
    /* backwards, since each is put in front: the lists are in the order of the slots */
    for (int s = IO_SLOTS - 1; s >= 0; s--)
        for (int i = mapper->slots[s].axis_count - 1; i >= 0; i--) {
            axis_state *axis = &mapper->slots[s].axes[i];
            if (axis->target < 0) continue;
            axis->next = mapper->targets[axis->target].axes;
            mapper->targets[axis->target].axes = axis;
        }
}

static bool holds(const axis_state *axis)
{
    return axis->known && axis->active;
}

bool join_holds(const target_state *target)
{
    for (const axis_state *axis = target->axes; axis != NULL; axis = axis->next)
        if (holds(axis)) return true;
    return false;
}

/* The first that says how; axes of different devices, of which none does, follow the latest. */
static auth_join rule_of(const target_state *target)
{
    for (const axis_state *axis = target->axes; axis != NULL; axis = axis->next)
        if (holds(axis) && axis->binding->author->join != AUTH_JOIN_NONE) return axis->binding->author->join;
    return AUTH_JOIN_LATEST;
}

static bool leads(const axis_state *axis, const axis_state *other, auth_join rule, double rest)
{
    return rule == AUTH_JOIN_LARGEST ? fabs(axis->value - rest) > fabs(other->value - rest)
                                     : axis->moved > other->moved;
}

void join_put(io_mapper *mapper, int target, int slot, int64_t time, bool again)
{
    const target_state *t = &mapper->targets[target];
    const double rest = target_rest(t);
    const auth_join rule = rule_of(t);
    const axis_state *first = NULL; /* of a sum: the latest, who answers for it */
    double sum = rest;
    for (const axis_state *axis = t->axes; axis != NULL; axis = axis->next) {
        if (!holds(axis)) continue;
        sum += axis->value - rest;
        if (first == NULL || leads(axis, first, rule, rest)) first = axis;
    }
    if (first == NULL)
        target_put(mapper, target, rest, slot, time, again);
    else
        target_put(mapper, target, rule == AUTH_JOIN_SUM ? target_limit(t, sum) : first->value, first->slot,
                   time, again);
}
