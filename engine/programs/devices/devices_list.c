/* headland devices: the devices that are plugged in; and with --bindings which input drives which command,
 * and what that moves in a machine. */
#include "command/device_table.h"
#include "command/print_json.h"
#include "devices.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== devices that are plugged in ==== */

/* Who takes the device, or why nobody can. */
static void binding_text(const device_setup *setup, const io_device_info *info, char *text, size_t size)
{
    const io_choice *choice = &setup->choices[info - setup->devices];
    const io_device_bindings *device = choice->device;
    if (info->error)
        io_device_advice(info->error, text, size);
    else if (device)
        snprintf(text, size, "%s: %s%s", device_files_short(setup->files.paths[choice->file]),
                 device->author->name, choice->generic ? ", after an axis is moved" : "");
    else
        snprintf(text, size, "nothing; run headland devices calibrate %s", device_files_short(info->node));
}

/* ---- table ---- */

static void print_table(const device_setup *setup)
{
    static device_row rows[IO_LISTED + 1] = {{{"NAME", "TYPE", "ID", "PORT", "NODE", "BOUND BY"}}};
    for (int i = 0; i < setup->count; i++) {
        const io_device_info *info = &setup->devices[i];
        device_row *row = &rows[i + 1];
        snprintf(row->cells[0], DEVICE_CELL, "%s", info->name);
        snprintf(row->cells[1], DEVICE_CELL, "%s", info->type);
        snprintf(row->cells[2], DEVICE_CELL, "%04x:%04x", (unsigned)info->vendor, (unsigned)info->product);
        snprintf(row->cells[3], DEVICE_CELL, "%s", *info->phys ? info->phys : "-");
        snprintf(row->cells[4], DEVICE_CELL, "%s", info->node);
        binding_text(setup, info, row->cells[5], DEVICE_CELL);
    }
    device_table_print(rows, setup->count + 1, DEVICE_COLUMNS);
}

/* ---- JSON ---- */

static void add_binding(cJSON *row, const device_setup *setup, const io_device_info *info)
{
    const io_choice *choice = &setup->choices[info - setup->devices];
    const io_device_bindings *device = choice->device;
    cJSON_AddBoolToObject(row, "generic", choice->generic);
    if (device) {
        cJSON_AddStringToObject(row, "file", setup->files.paths[choice->file]);
        cJSON_AddStringToObject(row, "binding", device->author->name);
    } else {
        cJSON_AddNullToObject(row, "file");
        cJSON_AddNullToObject(row, "binding");
    }
}

static void add_error(cJSON *row, const io_device_info *info)
{
    char advice[DEVICE_CELL];
    if (!info->error) {
        cJSON_AddNullToObject(row, "error");
        return;
    }
    io_device_advice(info->error, advice, sizeof advice);
    cJSON_AddStringToObject(row, "error", advice);
}

static cJSON *device_json(const device_setup *setup, const io_device_info *info)
{
    char id[60];
    snprintf(id, sizeof id, "%04x:%04x:%04x", (unsigned)info->vendor, (unsigned)info->product,
             (unsigned)info->version);
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "name", info->name);
    cJSON_AddStringToObject(row, "type", info->type);
    cJSON_AddStringToObject(row, "id", id);
    cJSON_AddStringToObject(row, "phys", info->phys);
    cJSON_AddStringToObject(row, "unique", info->unique);
    cJSON_AddStringToObject(row, "node", info->node);
    cJSON_AddNumberToObject(row, "instance", info->instance);
    cJSON_AddNumberToObject(row, "axes", info->axis_count);
    cJSON_AddNumberToObject(row, "buttons", info->button_count);
    cJSON_AddBoolToObject(row, "force", info->force);
    add_error(row, info);
    add_binding(row, setup, info);
    return row;
}

static cJSON *make_json(const device_setup *setup)
{
    cJSON *root = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(root, "devices");
    for (int i = 0; i < setup->count; i++) cJSON_AddItemToArray(list, device_json(setup, &setup->devices[i]));
    return root;
}

int devices_list(device_setup *setup, const device_request *request, bool json)
{
    const int status = device_setup_list(setup, request);
    if (status != PROGRAM_DONE) return status;
    if (json) return print_json(make_json(setup));
    if (setup->count > 0)
        print_table(setup);
    else
        puts("no input devices: plug in a wheel, pedals, a joystick, a gamepad or a panel; the keyboard "
             "always works in the window");
    return PROGRAM_DONE;
}

/* ==== bindings of a file ==== */

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

static cJSON *rows_json(const device_row *rows, int count)
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
        status = print_json(rows_json(rows + 1, count - 1));
    else
        device_table_print(rows, count, COLUMNS);
    free(rows);
    return status;
}
