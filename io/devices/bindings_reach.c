/* What bindings move in a machine, and the user's keys over the shipped ones. */
#include "io/bindings.h"

#include <stdio.h>
#include <string.h>

/* ---- reach ---- */

static void reach_lever(const auth_machine *machine, int pattern, const char *lever, bool *reached)
{
    for (int p = 0; p < machine->pattern_count; p++) {
        const auth_pattern *of = &machine->patterns[p];
        for (int i = 0; (pattern < 0 || p == pattern) && i < of->lever_count; i++)
            if (strcmp(of->levers[i].lever, lever) == 0) reached[of->levers[i].control] = true;
    }
}

static void reach(const io_target *target, const auth_machine *machine, int pattern, bool *reached)
{
    if (target->kind == IO_TARGET_CONTROL) reached[target->index] = true;
    if (target->kind == IO_TARGET_LEVER)
        reach_lever(machine, pattern, auth_lever_word(target->index), reached);
}

void io_bindings_reach(const io_device_bindings *device, const auth_machine *machine, int pattern,
                       bool *reached)
{
    for (int i = 0; i < device->axis_count; i++) reach(&device->axes[i].target, machine, pattern, reached);
    for (int i = 0; i < device->button_count; i++)
        reach(&device->buttons[i].target, machine, pattern, reached);
}

int io_bindings_unreached(const auth_machine *machine, const bool *reached, char *text, size_t size)
{
    static const char more[] = ", ...";
    int count = 0;
    size_t length = 0;
    *text = '\0';
    for (int i = 0; i < machine->control_count; i++) {
        const auth_control *control = &machine->controls[i];
        if (reached[i] || control->fault >= 0) continue;
        count++;
        if (length + 2 + strlen(control->name) + sizeof more < size)
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", control->name);
        else if (length + sizeof more <= size && (length < 3 || strcmp(text + length - 3, "...") != 0))
            length += (size_t)snprintf(text + length, size - length, "%s", more);
    }
    return count;
}

/* ---- keys ---- */

static bool binds_key(const io_device_bindings *device, const io_button *key)
{
    for (int i = 0; i < device->button_count; i++)
        if (device->buttons[i].code == key->code && device->buttons[i].with == key->with) return true;
    return false;
}

const io_device_bindings *io_bindings_join_keys(const io_device_bindings *own,
                                                const io_device_bindings *shipped, hl_arena *arena)
{
    if (own == NULL) return shipped;
    if (shipped == NULL) return own;
    io_device_bindings *joined = HL_NEW(arena, io_device_bindings, 1);
    io_button *buttons = HL_NEW(arena, io_button, own->button_count + shipped->button_count);
    if (joined == NULL || buttons == NULL) return NULL;
    *joined = *own;
    joined->buttons = buttons;
    if (own->button_count > 0) memcpy(buttons, own->buttons, sizeof *buttons * (size_t)own->button_count);
    for (int i = 0; i < shipped->button_count && joined->button_count < IO_DEVICE_BUTTONS; i++)
        if (!binds_key(own, &shipped->buttons[i])) buttons[joined->button_count++] = shipped->buttons[i];
    return joined;
}
