/* Events of devices to their bindings, as the held modifiers allow, and what buttons do. */
#include "mapper_internal.h"

#include <math.h>
#include <string.h>

/* ---- moves of a call ---- */

static io_moves take_moves(io_mapper *mapper)
{
    const io_moves taken = {mapper->move_count, mapper->moves};
    mapper->move_count = 0;
    return taken;
}

io_mapper *io_mapper_new(const auth_machine *machine, hl_arena *arena)
{
    io_mapper *mapper = HL_NEW(arena, io_mapper, 1);
    if (mapper == NULL) return NULL;
    mapper->machine = machine;
    mapper->moves = HL_NEW(arena, io_move, IO_ACTIONS + machine->control_count);
    if (!mapper->moves || !targets_new(mapper, arena)) return NULL;
    routes_find(mapper);
    return mapper;
}

/* ---- modifiers: a binding `with` a button acts only while the button is held; a binding of the same input
 * without `with` acts only if none of those does ---- */

static bool with_held(const slot_state *slot, int with)
{
    return with >= 0 && slot->keys[with];
}

/* Entries that the machine ignores change nothing; `none` of a user's file takes the input away. */
static bool is_ignored(const io_target *target, const char *command)
{
    return target->kind == IO_TARGET_NONE && strcmp(command, "none") != 0;
}

static bool axis_acts(const slot_state *slot, const io_axis *axis)
{
    if (axis->with >= 0) return with_held(slot, axis->with);
    for (int i = 0; i < slot->axis_count; i++) {
        const io_axis *other = slot->axes[i].binding;
        if (other->code == axis->code && other->author->relative == axis->author->relative &&
            with_held(slot, other->with) && !is_ignored(&other->target, other->author->command))
            return false;
    }
    return true;
}

/* The two sides of an axis are two buttons. */
static bool same_input(const io_button *a, const io_button *b)
{
    if (a->axis < 0 || b->axis < 0) return a->axis == b->axis && a->code == b->code;
    return a->axis == b->axis && (a->author->beyond > 0.0) == (b->author->beyond > 0.0);
}

/* Whether the held modifiers let a button act. */
static bool button_acts(const slot_state *slot, const io_button *button)
{
    if (button->with >= 0) return with_held(slot, button->with);
    for (int i = 0; i < slot->button_count; i++) {
        const io_button *other = slot->buttons[i].binding;
        if (with_held(slot, other->with) && same_input(other, button) &&
            !is_ignored(&other->target, other->author->command))
            return false;
    }
    return true;
}

/* ---- modes of buttons ---- */

/* Another button that still holds the target, the last pressed of several. */
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

/* The value after the current one; a value may occur twice in a cycle: 0, 1, 0, -1. */
static double next_of_cycle(const target_state *t, button_state *button)
{
    const auth_button *author = button->binding->author;
    if (author->values[button->at] != t->value) /* moved by something else: continue from the nearest value */
        for (int i = 0; i < author->value_count; i++)
            if (fabs(author->values[i] - t->value) < fabs(author->values[button->at] - t->value))
                button->at = i;
    button->at = (button->at + 1) % author->value_count;
    return author->values[button->at];
}

/* A press counts even if the control already has this value: the session may have moved it while the device
 * was lost. */
static void press(io_mapper *mapper, button_state *button, int64_t time)
{
    if (button->binding->target.kind == IO_TARGET_ACTION) {
        const io_move move = {.time = time,
                              .slot = button->slot,
                              .control = -1,
                              .action = (io_action)button->binding->target.index};
        moves_add(mapper, &move);
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

/* Press or release a button, independently of the device. */
static void button_hold(io_mapper *mapper, button_state *button, bool held, int64_t time)
{
    if (button->held == held) return;
    button->held = held;
    if (held) {
        button->pressed = ++mapper->turn;
        press(mapper, button, time);
    } else
        let_go(mapper, button, time);
}

/* The device has pressed or released a button; nothing happens if that is its state already. */
static void button_event(io_mapper *mapper, button_state *button, bool down, int64_t time)
{
    if (button->down == down) return;
    button->down = down;
    if (!down || button_acts(&mapper->slots[button->slot], button->binding))
        button_hold(mapper, button, down, time);
}

/* The axis of a button that is an axis beyond a threshold has moved. */
static void button_axis_event(io_mapper *mapper, button_state *button, int count, int64_t time)
{
    static const double slack = 0.05; /* hysteresis, as a share of the way: noise presses only once */
    const double beyond = button->binding->author->beyond;
    const double share = copysign(1.0, beyond) * axis_share(&button->way, count);
    const double edge = button->down ? fabs(beyond) - slack : fabs(beyond);
    button_event(mapper, button, share >= edge, time);
}

/* Repeat the value that it holds. */
static void button_repeat(io_mapper *mapper, const button_state *button, int64_t time)
{
    const auth_button_mode mode = button->binding->author->mode;
    if (!button->held || button->target < 0 || (mode != AUTH_BUTTON_HOLD && mode != AUTH_BUTTON_SWITCH))
        return;
    target_put(mapper, button->target, button->value, button->slot, time, true);
}

/* ---- changes of modifiers ---- */

/* All are changed before any acts: an axis whose two bindings move the same target does not pass through its
 * rest. */
static void change_axes(io_mapper *mapper, slot_state *slot, int64_t time)
{
    bool changed[IO_DEVICE_AXES] = {false};
    for (int i = 0; i < slot->axis_count; i++) {
        axis_state *axis = &slot->axes[i];
        const bool active = axis_acts(slot, axis->binding);
        changed[i] = axis->active != active;
        axis->active = active;
    }
    for (int i = 0; i < slot->axis_count; i++)
        if (changed[i] && slot->axes[i].known)
            join_put(mapper, slot->axes[i].target, slot->axes[i].slot, time, false);
}

/* Whether a pressed button that acts now continues what `other` does: the same input moves the same target in
 * the same way, to another value. */
static bool continues(const slot_state *slot, const button_state *button, const button_state *other)
{
    const auth_button_mode mode = button->binding->author->mode;
    return button->down && !button->held && button->target >= 0 && button->target == other->target &&
           mode == other->binding->author->mode &&
           (mode == AUTH_BUTTON_HOLD || mode == AUTH_BUTTON_RAMP || mode == AUTH_BUTTON_CREEP) &&
           same_input(button->binding, other->binding) && button_acts(slot, button->binding);
}

static void change_button(io_mapper *mapper, slot_state *slot, button_state *button, int64_t time)
{
    button_hold(mapper, button, false, time);
    for (int i = 0; i < slot->button_count; i++)
        if (continues(slot, &slot->buttons[i], button)) {
            button_hold(mapper, &slot->buttons[i], true, time);
            return;
        }
}

/* Held buttons of inactive bindings are released, or continued by the binding of the same command. Other
 * newly active bindings wait for the next press, except switches, which act at once. */
static void change_buttons(io_mapper *mapper, slot_state *slot, int64_t time)
{
    for (int i = 0; i < slot->button_count; i++) {
        button_state *button = &slot->buttons[i];
        if (button->held && !button_acts(slot, button->binding)) change_button(mapper, slot, button, time);
    }
    for (int i = 0; i < slot->button_count; i++) {
        button_state *button = &slot->buttons[i];
        if (button->down && !button->held && button->binding->author->mode == AUTH_BUTTON_SWITCH &&
            button_acts(slot, button->binding))
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

static void modifier_changed(io_mapper *mapper, slot_state *slot, int code, int64_t time)
{
    if (!is_modifier(slot, code)) return;
    change_axes(mapper, slot, time);
    change_buttons(mapper, slot, time);
}

/* ---- plugging in and out ---- */

static const io_axis_range *range_of(const io_axis_range *ranges, int code)
{
    return ranges != NULL && code >= 0 && code < ABS_CNT ? &ranges[code] : NULL;
}

static axis_state new_axis(const io_mapper *mapper, int slot, const io_axis *binding,
                           const io_axis_range *ranges)
{
    const int target = target_of(mapper, &binding->target);
    const bool two_sided = !axis_has_side(binding->author) && (binding->author->half || target < 0 ||
                                                               target_two_sided(&mapper->targets[target]));
    return (axis_state){.binding = binding,
                        .way = axis_way_of(binding->author, range_of(ranges, binding->code), two_sided),
                        .slot = slot,
                        .target = target};
}

static button_state new_button(const io_mapper *mapper, int slot, const io_button *binding,
                               const io_axis_range *ranges)
{
    button_state button = {.binding = binding,
                           .way = axis_way_of(NULL, range_of(ranges, binding->axis), true),
                           .slot = slot,
                           .target = target_of(mapper, &binding->target)};
    if (button.target < 0) return button;
    const target_state *t = &mapper->targets[button.target];
    const auth_button *author = binding->author;
    button.value = author->has_value ? target_limit(t, author->value) : t->high;
    button.rest = author->has_rest ? target_limit(t, author->rest) : target_rest(t);
    return button;
}

void io_mapper_plug(io_mapper *mapper, int slot, const io_device_bindings *device,
                    const io_axis_range *ranges)
{
    io_mapper_unplug(mapper, slot);
    slot_state *s = &mapper->slots[slot];
    s->axis_count = device->axis_count < IO_DEVICE_AXES ? device->axis_count : IO_DEVICE_AXES;
    s->button_count = device->button_count < IO_DEVICE_BUTTONS ? device->button_count : IO_DEVICE_BUTTONS;
    for (int i = 0; i < s->axis_count; i++) s->axes[i] = new_axis(mapper, slot, &device->axes[i], ranges);
    for (int i = 0; i < s->button_count; i++)
        s->buttons[i] = new_button(mapper, slot, &device->buttons[i], ranges);
    for (int i = 0; i < s->axis_count; i++) s->axes[i].active = axis_acts(s, s->axes[i].binding);
    join_lists(mapper);
}

void io_mapper_hold_back(io_mapper *mapper, int slot)
{
    slot_state *s = &mapper->slots[slot];
    s->held_back = true;
    for (int i = 0; i < s->axis_count; i++) s->axes[i].held_back = true;
}

bool io_mapper_held_back(const io_mapper *mapper, int slot)
{
    return mapper->slots[slot].held_back;
}

void io_mapper_unplug(io_mapper *mapper, int slot)
{
    slot_state *s = &mapper->slots[slot];
    targets_forget(mapper, slot, true);
    s->held_back = false;
    s->axis_count = s->button_count = 0;
    memset(s->keys, 0, sizeof s->keys);
    join_lists(mapper);
}

/* ---- events ---- */

static void key_event(io_mapper *mapper, slot_state *s, int code, bool down, int64_t time)
{
    if (code < 0 || code >= KEY_CNT || s->keys[code] == down) return;
    s->keys[code] = down;
    modifier_changed(mapper, s, code, time);
    if (s->held_back) return; /* buttons held at this moment wait for their next press */
    for (int i = 0; i < s->button_count; i++)
        if (s->buttons[i].binding->axis < 0 && s->buttons[i].binding->code == code)
            button_event(mapper, &s->buttons[i], down, time);
}

static bool is_hat(int code)
{
    return code >= ABS_HAT0X && code <= ABS_HAT3Y;
}

static bool is_absolute(const axis_state *axis, int code)
{
    return !axis->binding->author->relative && axis->binding->code == code;
}

static void rel_event(io_mapper *mapper, const slot_state *s, int code, int detents, int64_t time)
{
    for (int i = 0; i < s->axis_count && !s->held_back; i++)
        if (s->axes[i].binding->author->relative && s->axes[i].binding->code == code)
            axis_turned(mapper, &s->axes[i], detents, time);
}

static void abs_event(io_mapper *mapper, slot_state *s, int code, int value, int64_t time)
{
    for (int i = 0; i < s->axis_count; i++) {
        axis_state *axis = &s->axes[i];
        if (!is_absolute(axis, code) || !axis_proven(axis, value)) continue;
        s->held_back = s->held_back && is_hat(code);
        axis_event(mapper, axis, value, time);
    }
    for (int i = 0; i < s->button_count && !s->held_back; i++)
        if (s->buttons[i].binding->axis >= 0 && s->buttons[i].binding->axis == code)
            button_axis_event(mapper, &s->buttons[i], value, time);
}

io_moves io_mapper_event(io_mapper *mapper, int slot, int type, int code, int value, int64_t time)
{
    slot_state *s = &mapper->slots[slot];
    if (type == EV_KEY) key_event(mapper, s, code, value != 0, time); /* 2: autorepeat */
    if (type == EV_ABS) abs_event(mapper, s, code, value, time);
    if (type == EV_REL) rel_event(mapper, s, code, value, time);
    return take_moves(mapper);
}

io_moves io_mapper_release(io_mapper *mapper, int slot, int64_t time)
{
    for (int code = 0; code < KEY_CNT; code++) key_event(mapper, &mapper->slots[slot], code, false, time);
    return take_moves(mapper);
}

/* Of several axes of a slot on one target, only the first repeats the value. */
static bool is_first_of_target(const slot_state *s, int index)
{
    for (int i = 0; i < index; i++)
        if (s->axes[i].target == s->axes[index].target) return false;
    return true;
}

io_moves io_mapper_repeat(io_mapper *mapper, int slot, int64_t time)
{
    const slot_state *s = &mapper->slots[slot];
    targets_forget(mapper, slot, false);
    for (int i = 0; i < s->axis_count; i++) {
        const int target = s->axes[i].target;
        if (target >= 0 && join_holds(&mapper->targets[target]) && is_first_of_target(s, i))
            join_put(mapper, target, slot, time, true);
    }
    for (int i = 0; i < s->button_count; i++) button_repeat(mapper, &s->buttons[i], time);
    return take_moves(mapper);
}

io_moves io_mapper_advance(io_mapper *mapper, double seconds, int64_t time)
{
    targets_advance(mapper, seconds, time);
    return take_moves(mapper);
}

io_moves io_mapper_pattern(io_mapper *mapper, int pattern, int64_t time)
{
    routes_change(mapper, pattern, time);
    return take_moves(mapper);
}

bool io_mapper_at_rest(const io_mapper *mapper, int slot, int code, int count)
{
    const slot_state *s = &mapper->slots[slot];
    for (int i = 0; i < s->axis_count; i++) {
        const axis_state *axis = &s->axes[i];
        const auth_axis *author = axis->binding->author;
        if (!is_absolute(axis, code) || axis->target < 0) continue;
        const double raw = axis_turn(author, axis->way.two_sided, axis_share(&axis->way, count));
        if (axis_shape(author, raw) != 0.0) return false;
    }
    return true;
}

bool io_mapper_axis(const io_mapper *mapper, int slot, int code, double *raw, double *shaped)
{
    const slot_state *s = &mapper->slots[slot];
    for (int i = 0; i < s->axis_count; i++) {
        if (!is_absolute(&s->axes[i], code)) continue;
        *raw = s->axes[i].raw;
        *shaped = s->axes[i].shaped;
        return true;
    }
    return false;
}
