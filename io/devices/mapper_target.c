/* What bindings move: controls, and levers that move controls by the pattern of the machine. */
#include "mapper_internal.h"

#include <math.h>
#include <string.h>

/* ---- their ranges ---- */

/* Levers are two-sided, pedals have one side. */
static bool is_pedal(const char *lever)
{
    return strstr(lever, "pedal") != NULL;
}

bool targets_new(io_mapper *mapper, hl_arena *arena)
{
    mapper->control_count = mapper->machine->control_count;
    mapper->lever_count = AUTH_LEVERS;
    mapper->targets = HL_NEW(arena, target_state, mapper->control_count + mapper->lever_count);
    mapper->routes = HL_NEW(arena, lever_route, mapper->lever_count);
    mapper->earlier = HL_NEW(arena, lever_route, mapper->lever_count);
    if (!mapper->targets || !mapper->routes || !mapper->earlier) return false;
    for (int i = 0; i < mapper->control_count; i++) {
        const auth_control *c = &mapper->machine->controls[i];
        mapper->targets[i] = (target_state){.low = c->low,
                                            .high = c->high,
                                            .start = c->initial,
                                            .safe = c->safe,
                                            .value = c->initial,
                                            .slot = -1};
    }
    for (int i = 0; i < mapper->lever_count; i++)
        mapper->targets[mapper->control_count + i] =
            (target_state){.low = is_pedal(auth_lever_word(i)) ? 0.0 : -1.0, .high = 1.0, .slot = -1};
    return true;
}

int target_of(const io_mapper *mapper, const io_target *target)
{
    if (target->kind == IO_TARGET_CONTROL && target->index < mapper->control_count) return target->index;
    if (target->kind == IO_TARGET_LEVER && target->index < mapper->lever_count)
        return mapper->control_count + target->index;
    return -1;
}

bool target_two_sided(const target_state *target)
{
    return target->low < 0.0 && target->high > 0.0;
}

double target_value(const target_state *target, double share)
{
    if (!target_two_sided(target)) return target->low + fmax(share, 0.0) * (target->high - target->low);
    return share < 0.0 ? -share * target->low : share * target->high;
}

double target_rest(const target_state *target)
{
    return target->low <= 0.0 && target->high >= 0.0 ? 0.0 : target->low;
}

double target_limit(const target_state *target, double value)
{
    return fmin(fmax(value, target->low), target->high);
}

/* ---- moving them ---- */

static void put_control(io_mapper *mapper, int control, double value, int slot, int64_t time, bool again)
{
    target_state *t = &mapper->targets[control];
    const bool moves = value != t->value; /* bits are copied: equal means that it stands so */
    t->value = value;
    t->slot = slot;
    if (!moves && !again) return;
    const io_move move = {.time = time, .value = value, .slot = slot, .control = control};
    queue_push(&mapper->queue, &move);
}

/* Where the control of a lever goes. A lever with two sides rests in its middle: a control with one side is
 * then at its low, and follows the upper half. */
static double routed_value(const io_mapper *mapper, const lever_route *route, const target_state *lever)
{
    const target_state *control = &mapper->targets[route->control];
    double share = lever->value;
    if (route->invert) share = target_two_sided(lever) || target_two_sided(control) ? -share : 1.0 - share;
    return target_limit(control, target_value(control, share));
}

static void put_lever(io_mapper *mapper, int lever, int64_t time, bool again)
{
    const lever_route *route = &mapper->routes[lever];
    const target_state *t = &mapper->targets[mapper->control_count + lever];
    if (route->control < 0) return;
    put_control(mapper, route->control, routed_value(mapper, route, t), t->slot, time, again);
}

void target_put(io_mapper *mapper, int target, double value, int slot, int64_t time, bool again)
{
    if (target < mapper->control_count) {
        put_control(mapper, target, value, slot, time, again);
        return;
    }
    mapper->targets[target].value = value;
    mapper->targets[target].slot = slot;
    put_lever(mapper, target - mapper->control_count, time, again);
}

void targets_forget(io_mapper *mapper, int slot, bool lost)
{
    for (int i = 0; i < mapper->control_count + mapper->lever_count; i++) {
        target_state *t = &mapper->targets[i];
        if (t->ramp != NULL && t->ramp->slot == slot) t->ramp = NULL;
        if (t->slot != slot) continue;
        t->value = lost ? t->safe : t->start;
        t->slot = -1;
        t->crept = false;
    }
}

/* ---- patterns ---- */

static lever_route find_route(const io_mapper *mapper, const char *lever)
{
    if (mapper->pattern < 0 || mapper->pattern >= mapper->machine->pattern_count)
        return (lever_route){.control = -1};
    const auth_pattern *pattern = &mapper->machine->patterns[mapper->pattern];
    for (int i = 0; i < pattern->lever_count; i++)
        if (strcmp(pattern->levers[i].lever, lever) == 0)
            return (lever_route){pattern->levers[i].control, pattern->levers[i].invert};
    return (lever_route){.control = -1};
}

void routes_find(io_mapper *mapper)
{
    for (int i = 0; i < mapper->lever_count; i++) mapper->routes[i] = find_route(mapper, auth_lever_word(i));
}

static bool moved(const io_mapper *mapper, int lever)
{
    return mapper->targets[mapper->control_count + lever].slot >= 0;
}

/* Whether a lever that has been moved moves the control now. */
static bool is_routed(const io_mapper *mapper, int control)
{
    for (int i = 0; i < mapper->lever_count; i++)
        if (mapper->routes[i].control == control && moved(mapper, i)) return true;
    return false;
}

void io_mapper_pattern(io_mapper *mapper, int pattern, int64_t time)
{
    memcpy(mapper->earlier, mapper->routes, (size_t)mapper->lever_count * sizeof *mapper->routes);
    mapper->pattern = pattern;
    routes_find(mapper);
    for (int i = 0; i < mapper->lever_count; i++) {
        const int control = mapper->earlier[i].control;
        if (control < 0 || !moved(mapper, i) || is_routed(mapper, control)) continue;
        const target_state *t = &mapper->targets[control];
        put_control(mapper, control, target_rest(t), mapper->targets[mapper->control_count + i].slot, time,
                    false);
    }
    for (int i = 0; i < mapper->lever_count; i++)
        if (moved(mapper, i)) put_lever(mapper, i, time, false);
}
