/* Targets of bindings: controls, and levers that move controls by the pattern of the machine; ramps and
 * creeps, which move them with time. */
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

/* ---- moves of a call ---- */

static int key_of(const io_move *move)
{
    return move->control < 0 ? (int)move->action : IO_ACTIONS + move->control;
}

/* Only the last move of each control and action in a call is kept: there is room for one of each. */
void moves_add(io_mapper *mapper, const io_move *move)
{
    const int key = key_of(move);
    int at = 0;
    while (at < mapper->move_count && key_of(&mapper->moves[at]) != key) at++;
    if (at < mapper->move_count)
        memmove(&mapper->moves[at], &mapper->moves[at + 1],
                (size_t)(mapper->move_count - at - 1) * sizeof *mapper->moves);
    else
        mapper->move_count++;
    mapper->moves[mapper->move_count - 1] = *move;
}

/* ---- moving them ---- */

static void put_control(io_mapper *mapper, int control, double value, int slot, int64_t time, bool again)
{
    target_state *t = &mapper->targets[control];
    const bool moves = value != t->value; /* values are copied: equal bits mean no move */
    t->value = value;
    t->slot = slot;
    if (!moves && !again) return;
    const io_move move = {.time = time, .value = value, .slot = slot, .control = control};
    moves_add(mapper, &move);
}

/* The value of a lever's control. A two-sided lever rests in its middle: a one-sided control is then at its
 * low end and follows the upper half. */
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

static bool is_moved(const io_mapper *mapper, int lever)
{
    return mapper->targets[mapper->control_count + lever].slot >= 0;
}

/* Whether a moved lever is routed to the control now. */
static bool is_routed(const io_mapper *mapper, int control)
{
    for (int i = 0; i < mapper->lever_count; i++)
        if (mapper->routes[i].control == control && is_moved(mapper, i)) return true;
    return false;
}

void routes_change(io_mapper *mapper, int pattern, int64_t time)
{
    memcpy(mapper->earlier, mapper->routes, (size_t)mapper->lever_count * sizeof *mapper->routes);
    mapper->pattern = pattern;
    routes_find(mapper);
    for (int i = 0; i < mapper->lever_count; i++) {
        const int control = mapper->earlier[i].control;
        if (control < 0 || !is_moved(mapper, i) || is_routed(mapper, control)) continue;
        const target_state *t = &mapper->targets[control];
        put_control(mapper, control, target_rest(t), mapper->targets[mapper->control_count + i].slot, time,
                    false);
    }
    for (int i = 0; i < mapper->lever_count; i++)
        if (is_moved(mapper, i)) put_lever(mapper, i, time, false);
}

/* ---- ramps and creeps: a ramp moves to its value while a button is held and then returns; a creep stays,
 * and ramps then return to it, like a pedal over a hand throttle. Of opposite ramps held together the first
 * bound one leads ---- */

static double towards(double value, double goal, double step)
{
    return value < goal ? fmin(value + step, goal) : fmax(value - step, goal);
}

static double step_of(const io_mapper *mapper, const button_state *button, double seconds)
{
    const target_state *t = &mapper->targets[button->target];
    return button->binding->author->rate * seconds * (t->high - t->low);
}

/* Whether the ramp still moves the target: it is held, or returns it and nothing else has moved the target
 * since. */
static bool ramps(const target_state *t)
{
    return t->ramp != NULL && (t->ramp->held || t->value == t->ramped_to);
}

static double ramp_goal(const target_state *t)
{
    if (t->ramp->held) return t->ramp->value;
    return t->crept ? t->crept_to : t->ramp->rest;
}

/* The first held ramp takes the target. */
static void take(io_mapper *mapper, const button_state *button)
{
    target_state *t = &mapper->targets[button->target];
    if (t->taken == mapper->turn) return;
    t->taken = mapper->turn;
    t->ramp = button;
}

/* Set the start of a creep. @return whether a ramp moves the target: then only the value to which it returns
 * creeps */
static bool begin_creep(target_state *t)
{
    const bool under = ramps(t);
    if (!under)
        t->crept_to = t->value;
    else if (!t->crept)
        t->crept_to = t->ramp->rest;
    t->crept = true;
    return under;
}

static void creep(io_mapper *mapper, const button_state *button, double seconds, int64_t time)
{
    target_state *t = &mapper->targets[button->target];
    const bool under = begin_creep(t);
    t->crept_to = towards(t->crept_to, button->value, step_of(mapper, button, seconds));
    if (!under) target_put(mapper, button->target, t->crept_to, button->slot, time, false);
}

void creep_by(io_mapper *mapper, int target, double way, int slot, int64_t time)
{
    target_state *t = &mapper->targets[target];
    const bool under = begin_creep(t);
    t->crept_to = target_limit(t, t->crept_to + way);
    if (!under) target_put(mapper, target, t->crept_to, slot, time, true);
}

static void ramp(io_mapper *mapper, int target, double seconds, int64_t time)
{
    target_state *t = &mapper->targets[target];
    const double goal = ramp_goal(t);
    t->ramped_to = towards(t->value, goal, step_of(mapper, t->ramp, seconds));
    target_put(mapper, target, t->ramped_to, t->ramp->slot, time, false);
    if (!t->ramp->held && t->value == goal) t->ramp = NULL;
}

/* Held buttons of a mode, slot by slot in the order of their bindings: the next from (*s, *i) on. */
static const button_state *next_held(const io_mapper *mapper, auth_button_mode mode, int *s, int *i)
{
    for (; *s < IO_SLOTS; (*s)++, *i = 0)
        for (; *i < mapper->slots[*s].button_count; (*i)++) {
            const button_state *b = &mapper->slots[*s].buttons[*i];
            if (!b->held || b->target < 0 || b->binding->author->mode != mode) continue;
            (*i)++;
            return b;
        }
    return NULL;
}

void targets_advance(io_mapper *mapper, double seconds, int64_t time)
{
    const button_state *b;
    mapper->turn++;
    for (int s = 0, i = 0; (b = next_held(mapper, AUTH_BUTTON_RAMP, &s, &i)) != NULL;) take(mapper, b);
    for (int s = 0, i = 0; (b = next_held(mapper, AUTH_BUTTON_CREEP, &s, &i)) != NULL;)
        creep(mapper, b, seconds, time);
    for (int t = 0; t < mapper->control_count + mapper->lever_count; t++)
        if (ramps(&mapper->targets[t])) ramp(mapper, t, seconds, time);
}

bool io_mapper_moving(const io_mapper *mapper)
{
    const button_state *b;
    for (int s = 0, i = 0; (b = next_held(mapper, AUTH_BUTTON_RAMP, &s, &i)) != NULL;)
        if (mapper->targets[b->target].value != b->value) return true;
    for (int s = 0, i = 0; (b = next_held(mapper, AUTH_BUTTON_CREEP, &s, &i)) != NULL;) {
        const target_state *t = &mapper->targets[b->target];
        if ((ramps(t) ? t->crept_to : t->value) != b->value) return true;
    }
    for (int t = 0; t < mapper->control_count + mapper->lever_count; t++) {
        const target_state *target = &mapper->targets[t];
        if (ramps(target) && !target->ramp->held && target->value != ramp_goal(target)) return true;
    }
    return false;
}
