/* What moves with time while a button is held: ramps go to their value and come back, creeps stay, and are
 * then where ramps come back to: a pedal over a hand throttle. Of opposite ramps that are held together the
 * first that is bound wins. */
#include "mapper_internal.h"

#include <math.h>

static double towards(double value, double goal, double step)
{
    return value < goal ? fmin(value + step, goal) : fmax(value - step, goal);
}

static double step_of(const io_mapper *mapper, const button_state *button, double seconds)
{
    const target_state *t = &mapper->targets[button->target];
    return button->binding->author->rate * seconds * (t->high - t->low);
}

/* Whether the ramp still moves the target: it is held, or brings it back and nobody else has moved it
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

/* ---- what is held ---- */

/* The first ramp that is held takes its target. */
static void take(io_mapper *mapper, const button_state *button)
{
    target_state *t = &mapper->targets[button->target];
    if (t->taken == mapper->turn) return;
    t->taken = mapper->turn;
    t->ramp = button;
}

/* Where a target creeps from. @return whether a ramp moves it: then only where that comes back to moves */
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

void io_mapper_advance(io_mapper *mapper, double seconds, int64_t time)
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
