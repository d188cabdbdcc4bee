/* Modifiers: a binding `with` a button acts only while that is held; one of the same input without acts only
 * while none of those does. */
#include "mapper_internal.h"

static bool with_held(const slot_state *slot, int with)
{
    return with >= 0 && slot->keys[with];
}

bool modifier_axis_acts(const slot_state *slot, const io_axis *axis)
{
    if (axis->with >= 0) return with_held(slot, axis->with);
    for (int i = 0; i < slot->axis_count; i++) {
        const io_axis *other = slot->axes[i].binding;
        if (other->code == axis->code && other->author->relative == axis->author->relative &&
            with_held(slot, other->with))
            return false;
    }
    return true;
}

/* An axis to its two sides is two buttons. */
static bool same_input(const io_button *a, const io_button *b)
{
    if (a->axis < 0 || b->axis < 0) return a->axis == b->axis && a->code == b->code;
    return a->axis == b->axis && (a->author->beyond > 0.0) == (b->author->beyond > 0.0);
}

bool modifier_button_acts(const slot_state *slot, const io_button *button)
{
    if (button->with >= 0) return with_held(slot, button->with);
    for (int i = 0; i < slot->button_count; i++) {
        const io_button *other = slot->buttons[i].binding;
        if (with_held(slot, other->with) && same_input(other, button)) return false;
    }
    return true;
}

/* All change before any speaks: an axis whose two bindings move one target takes no detour over its rest. */
static void change_axes(io_mapper *mapper, slot_state *slot, int64_t time)
{
    bool changed[IO_DEVICE_AXES];
    for (int i = 0; i < slot->axis_count; i++) {
        axis_state *axis = &slot->axes[i];
        const bool active = modifier_axis_acts(slot, axis->binding);
        changed[i] = axis->active != active;
        axis->active = active;
    }
    for (int i = 0; i < slot->axis_count; i++)
        if (changed[i] && slot->axes[i].known)
            join_put(mapper, slot->axes[i].target, slot->axes[i].slot, time, false);
}

/* What was held is let go; what is held anew waits for a press of its own, but a switch stands where it
 * stands. */
static void change_buttons(io_mapper *mapper, slot_state *slot, int64_t time)
{
    for (int i = 0; i < slot->button_count; i++) {
        button_state *button = &slot->buttons[i];
        if (button->held && !modifier_button_acts(slot, button->binding))
            button_hold(mapper, button, false, time);
    }
    for (int i = 0; i < slot->button_count; i++) {
        button_state *button = &slot->buttons[i];
        if (button->down && !button->held && button->binding->author->mode == AUTH_BUTTON_SWITCH &&
            modifier_button_acts(slot, button->binding))
            button_hold(mapper, button, true, time);
    }
}

static bool is_modifier(const slot_state *slot, int code)
{
    for (int i = 0; i < slot->axis_count; i++)
        if (slot->axes[i].binding->with == code) return true;
    for (int i = 0; i < slot->button_count; i++)
        if (slot->buttons[i].binding->with == code) return true;
    return false;
}

void modifier_changed(io_mapper *mapper, slot_state *slot, int code, int64_t time)
{
    if (!is_modifier(slot, code)) return;
    change_axes(mapper, slot, time);
    change_buttons(mapper, slot, time);
}
