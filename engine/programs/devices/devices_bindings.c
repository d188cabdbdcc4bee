/* headland devices --bindings: which input drives which command, and what that moves in a machine. */
#include "command/device_table.h"
#include "command/print_json.h"
#include "devices_list.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

void devices_axis_text(const io_axis *axis, char *text, size_t size)
{
    const auth_axis *author = axis->author;
    snprintf(text, size, "%s%s%s%s%s", author->with ? author->with : "", author->with ? " + " : "",
             author->axis, author->half ? ", upper half" : "", author->invert ? ", inverted" : "");
}

void devices_button_text(const io_button *button, char *text, size_t size)
{
    const auth_button *author = button->author;
    const char *with = author->with ? author->with : "", *plus = author->with ? " + " : "";
    if (author->button)
        snprintf(text, size, "%s%s%s", with, plus, author->button);
    else
        snprintf(text, size, "%s%s%s %c %g", with, plus, author->axis, author->beyond > 0.0 ? '>' : '<',
                 author->beyond);
}

static const char *action_meaning(int action)
{
    static const char *const meanings[IO_ACTIONS] = {
#define X(id, name, meaning) meaning,
        IO_ACTION_LIST(X)
#undef X
    };
    return meanings[action];
}

/* "name: meaning"; machines need not give one. */
static void control_text(const auth_control *control, const char *before, const char *behind, char *text,
                         size_t size)
{
    snprintf(text, size, "%s%s%s%s%s", before, control->name, behind, *control->meaning ? ": " : "",
             control->meaning);
}

/* The control that a lever moves in the machine's first pattern. */
static void lever_text(const auth_machine *machine, const char *lever, char *text, size_t size)
{
    snprintf(text, size, "- (this machine has no patterns)");
    if (machine->pattern_count == 0) return;
    const auth_pattern *pattern = &machine->patterns[0];
    snprintf(text, size, "- (not in pattern %.48s)", pattern->name);
    for (int i = 0; i < pattern->lever_count; i++) {
        const auth_lever *moved = &pattern->levers[i];
        if (strcmp(moved->lever, lever) != 0) continue;
        char behind[64];
        snprintf(behind, sizeof behind, " (pattern %.48s)", pattern->name);
        control_text(&machine->controls[moved->control], moved->invert ? "-" : "", behind, text, size);
    }
}

static void target_text(const auth_machine *machine, io_target target, char *text, size_t size)
{
    switch (target.kind) {
    case IO_TARGET_CONTROL:
        control_text(&machine->controls[target.index], "", "", text, size);
        return;
    case IO_TARGET_LEVER:
        lever_text(machine, auth_lever_word(target.index), text, size);
        return;
    case IO_TARGET_ACTION:
        snprintf(text, size, "%s", action_meaning(target.index));
        return;
    case IO_TARGET_NONE:
    default:
        snprintf(text, size, "- (this machine has none)");
    }
}

/* ---- rows ---- */

static const char *const heads[] = {"device", "input", "command", "moves"};
enum { COLUMNS = sizeof heads / sizeof *heads };

static int count_rows(const io_bindings *bindings)
{
    int count = 1;
    for (int i = 0; i < bindings->device_count; i++)
        count += bindings->devices[i].axis_count + bindings->devices[i].button_count;
    return count;
}

static void fill(device_row *row, const char *device, const char *command, const auth_machine *machine,
                 io_target target)
{
    snprintf(row->cells[0], DEVICE_CELL, "%s", device);
    snprintf(row->cells[2], DEVICE_CELL, "%s", command);
    target_text(machine, target, row->cells[3], DEVICE_CELL);
}

static int fill_device(device_row *rows, const io_device_bindings *device, const auth_machine *machine)
{
    int at = 0;
    for (int k = 0; k < device->axis_count; k++, at++) {
        const io_axis *axis = &device->axes[k];
        fill(&rows[at], device->author->name, axis->author->command, machine, axis->target);
        devices_axis_text(axis, rows[at].cells[1], DEVICE_CELL);
    }
    for (int k = 0; k < device->button_count; k++, at++) {
        const io_button *button = &device->buttons[k];
        fill(&rows[at], device->author->name, button->author->command, machine, button->target);
        devices_button_text(button, rows[at].cells[1], DEVICE_CELL);
    }
    return at;
}

/* A device that has several ids stands in the list once for each. */
static bool is_again(const io_bindings *bindings, int device)
{
    return device > 0 &&
           strcmp(bindings->devices[device - 1].author->name, bindings->devices[device].author->name) == 0;
}

static cJSON *make_json(const device_row *rows, int count)
{
    cJSON *root = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(root, "bindings");
    for (int i = 0; i < count; i++) {
        cJSON *row = cJSON_CreateObject();
        for (int k = 0; k < COLUMNS; k++) cJSON_AddStringToObject(row, heads[k], rows[i].cells[k]);
        cJSON_AddItemToArray(list, row);
    }
    return root;
}

int devices_bindings(const device_setup *setup, bool json)
{
    const io_bindings *bindings = setup->files.bindings[0];
    device_row *rows = calloc((size_t)count_rows(bindings), sizeof *rows);
    if (!rows) return PROGRAM_ENVIRONMENT;
    int count = 1; /* under the heads */
    for (int k = 0; k < COLUMNS; k++) snprintf(rows[0].cells[k], DEVICE_CELL, "%s", heads[k]);
    for (int i = 0; i < bindings->device_count; i++)
        if (!is_again(bindings, i))
            count += fill_device(&rows[count], &bindings->devices[i], setup->machine.machine);
    int status = PROGRAM_DONE;
    if (json)
        status = print_json(make_json(rows + 1, count - 1));
    else
        device_table_print(rows, count, COLUMNS);
    free(rows);
    return status;
}
