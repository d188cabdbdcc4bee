/* What buttons do: the modes. Ramps and creeps move with time: mapper_ramp.c. */
#include "mapper_internal.h"

#include <math.h>

/* ---- modes ---- */

/* Another button that still holds the target; of several the one that was pressed last. */
static const button_state *other_holder(const io_mapper *mapper, int target)
{
    const button_state *holder = NULL;
    for (int s = 0; s < IO_SLOTS; s++)
        for (int i = 0; i < mapper->slots[s].button_count; i++) {
            const button_state *b = &mapper->slots[s].buttons[i];
            if (b->held && b->target == target && b->binding->author->mode == AUTH_BUTTON_HOLD &&
                (holder == NULL || b->pressed > holder->pressed))
                holder = b;
        }
    return holder;
}

/* The value behind that where the control stands; values may come twice in a cycle: 0, 1, 0, -1. */
static double next_of_cycle(const target_state *t, button_state *button)
{
    const auth_button *author = button->binding->author;
    if (author->values[button->at] != t->value) /* somebody else has moved it: from the nearest on */
        for (int i = 0; i < author->value_count; i++)
            if (fabs(author->values[i] - t->value) < fabs(author->values[button->at] - t->value))
                button->at = i;
    button->at = (button->at + 1) % author->value_count;
    return author->values[button->at];
}

/* A press is said even where the control stands so: a session that had lost the device has moved it. */
static void press(io_mapper *mapper, button_state *button, int64_t time)
{
    if (button->binding->target.kind == IO_TARGET_ACTION) {
        const io_move move = {.time = time,
                              .slot = button->slot,
                              .control = -1,
                              .action = (io_action)button->binding->target.index};
        queue_push(&mapper->queue, &move);
    }
    if (button->target < 0) return;
    const target_state *t = &mapper->targets[button->target];
    double value = button->value;
    switch (button->binding->author->mode) {
    case AUTH_BUTTON_HOLD:
    case AUTH_BUTTON_PRESS:
    case AUTH_BUTTON_SWITCH:
        break;
    case AUTH_BUTTON_TOGGLE:
        if (t->value == button->value) value = button->rest;
        break;
    case AUTH_BUTTON_CYCLE:
        value = target_limit(t, next_of_cycle(t, button));
        break;
    case AUTH_BUTTON_STEP:
        creep_by(mapper, button->target, button->binding->author->step, button->slot, time);
        return;
    case AUTH_BUTTON_RAMP:
    case AUTH_BUTTON_CREEP:
        return;
    }
    target_put(mapper, button->target, value, button->slot, time, true);
}

static void let_go(io_mapper *mapper, const button_state *button, int64_t time)
{
    if (button->target < 0 || button->binding->author->mode != AUTH_BUTTON_HOLD) return;
    const button_state *other = other_holder(mapper, button->target);
    target_put(mapper, button->target, other ? other->value : button->rest,
               other ? other->slot : button->slot, time, false);
}

/* ---- events ---- */

void button_hold(io_mapper *mapper, button_state *button, bool held, int64_t time)
{
    if (button->held == held) return;
    button->held = held;
    if (held) {
        button->pressed = ++mapper->turn;
        press(mapper, button, time);
    } else
        let_go(mapper, button, time);
}

void button_event(io_mapper *mapper, button_state *button, bool down, int64_t time)
{
    if (button->down == down) return;
    button->down = down;
    if (!down || modifier_button_acts(&mapper->slots[button->slot], button->binding))
        button_hold(mapper, button, down, time);
}

void button_axis_event(io_mapper *mapper, button_state *button, int count, int64_t time)
{
    static const double slack = 0.05; /* share of the way to come back to be let go: noise presses once */
    const double beyond = button->binding->author->beyond;
    const double share = copysign(1.0, beyond) * axis_share(&button->way, count);
    const double edge = button->down ? fabs(beyond) - slack : fabs(beyond);
    button_event(mapper, button, share >= edge, time);
}

void button_repeat(io_mapper *mapper, const button_state *button, int64_t time)
{
    const auth_button_mode mode = button->binding->author->mode;
    if (!button->held || button->target < 0 || (mode != AUTH_BUTTON_HOLD && mode != AUTH_BUTTON_SWITCH))
        return;
    target_put(mapper, button->target, button->value, button->slot, time, true);
}
