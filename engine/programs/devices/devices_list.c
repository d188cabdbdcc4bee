/* headland devices: the devices that are plugged in. */
#include "devices_list.h"

#include "command/device_table.h"
#include "command/print_json.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

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
