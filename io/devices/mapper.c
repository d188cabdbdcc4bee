/* Devices come and go in their slots; their events go to the bindings of their code. */
#include "io/mapper.h"

#include "mapper_internal.h"

#include <math.h>
#include <string.h>

io_mapper *io_mapper_new(const auth_machine *machine, hl_arena *arena)
{
    io_mapper *mapper = HL_NEW(arena, io_mapper, 1);
    if (mapper == NULL) return NULL;
    mapper->machine = machine;
    if (!targets_new(mapper, arena) || !queue_new(&mapper->queue, machine->control_count, arena)) return NULL;
    routes_find(mapper);
    return mapper;
}

/* ---- coming and going ---- */

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
    for (int i = 0; i < s->axis_count; i++) s->axes[i].active = modifier_axis_acts(s, s->axes[i].binding);
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
    if (s->held_back) return; /* what is held when the proof comes waits for its next press */
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

void io_mapper_event(io_mapper *mapper, int slot, int type, int code, int value, int64_t time)
{
    slot_state *s = &mapper->slots[slot];
    if (type == EV_KEY) key_event(mapper, s, code, value != 0, time); /* 2: it repeats itself, held */
    if (type == EV_ABS) abs_event(mapper, s, code, value, time);
    if (type == EV_REL) rel_event(mapper, s, code, value, time);
}

void io_mapper_release(io_mapper *mapper, int slot, int64_t time)
{
    for (int code = 0; code < KEY_CNT; code++) key_event(mapper, &mapper->slots[slot], code, false, time);
}

/* Of several axes of a slot on one target the first speaks. */
static bool is_first_of_target(const slot_state *s, int index)
{
    for (int i = 0; i < index; i++)
        if (s->axes[i].target == s->axes[index].target) return false;
    return true;
}

void io_mapper_repeat(io_mapper *mapper, int slot, int64_t time)
{
    const slot_state *s = &mapper->slots[slot];
    targets_forget(mapper, slot, false);
    for (int i = 0; i < s->axis_count; i++) {
        const int target = s->axes[i].target;
        if (target >= 0 && join_holds(&mapper->targets[target]) && is_first_of_target(s, i))
            join_put(mapper, target, slot, time, true);
    }
    for (int i = 0; i < s->button_count; i++) button_repeat(mapper, &s->buttons[i], time);
}

bool io_mapper_next(io_mapper *mapper, io_move *move)
{
    return queue_pop(&mapper->queue, move);
}

bool io_mapper_at_rest(const io_mapper *mapper, int slot, int code, int count)
{
    const slot_state *s = &mapper->slots[slot];
    for (int i = 0; i < s->axis_count; i++) {
        const axis_state *axis = &s->axes[i];
        const auth_axis *author = axis->binding->author;
        if (!is_absolute(axis, code)) continue;
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
