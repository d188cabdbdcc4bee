/* headland devices: the machine, the files of bindings and the devices of all actions; lists of devices and
 * of bindings. */
#include "devices.h"

#include "command/terminal.h"
#include "drv/assets.h"
#include "program.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 320 };

/* ==== what all actions share ==== */

/* ---- files ---- */

/* The machine that the bindings name. Trouble with the file is told when it is read in earnest. */
static const char *named_machine(const char *bindings, hl_arena *arena)
{
    static hl_report report;
    auth_bindings *author = NULL;
    hl_report_begin(&report, bindings);
    return auth_bindings_read(bindings, arena, &author, &report) == HL_OK ? author->machine : NULL;
}

static bool choose_machine(device_setup *setup, const device_request *request)
{
    char own[DRV_BINDINGS_PATH], assets[DRV_BINDINGS_PATH - sizeof "/machines/tractor.yaml"];
    const char *path = request->machine, *bindings = request->bindings;
    if (!bindings && drv_bindings_own_path(own, sizeof own)) bindings = own;
    if (!path && bindings) path = named_machine(bindings, &setup->arena);
    if (path) return snprintf(setup->machine_path, DRV_BINDINGS_PATH, "%s", path) < DRV_BINDINGS_PATH;
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return false;
    snprintf(setup->machine_path, DRV_BINDINGS_PATH, "%s/machines/tractor.yaml", assets);
    return true;
}

int device_setup_read(device_setup *setup, const device_request *request)
{
    int status = PROGRAM_ENVIRONMENT;
    if (!choose_machine(setup, request)) return status;
    if (!drv_load(&program_log, setup->machine_path, NULL, &setup->arena, &setup->machine, &status))
        return status;
    drv_bindings_reader reader = {.log = &program_log,
                                  .machine = setup->machine.machine,
                                  .machine_path = setup->machine.machine_text.path,
                                  .arena = &setup->arena};
    return drv_bindings_read(&reader, request->bindings, &setup->files) ? PROGRAM_DONE : reader.status;
}

/* ---- devices ---- */

int device_setup_list(device_setup *setup)
{
    char error[200];
    setup->count = io_device_list(setup->devices, error, sizeof error);
    if (setup->count >= 0) {
        const io_binding_files files = drv_bindings_list(&setup->files);
        io_device_choose_all(setup->devices, setup->count, &files, setup->choices);
        return PROGRAM_DONE;
    }
    return program_end(PROGRAM_ENVIRONMENT, "%s; libudev and a readable /sys are needed", error);
}

static bool is_asked_for(const io_device_info *info, const char *word)
{
    char id[40], whole_id[60];
    snprintf(id, sizeof id, "%04x:%04x", (unsigned)info->vendor, (unsigned)info->product);
    snprintf(whole_id, sizeof whole_id, "%s:%04x", id, (unsigned)info->version);
    return strcmp(word, info->node) == 0 || strcmp(word, drv_file_name(info->node)) == 0 ||
           strcmp(word, id) == 0 || strcmp(word, whole_id) == 0 || fnmatch(word, info->name, 0) == 0;
}

int device_setup_choose(const device_setup *setup, const device_request *request, int chosen[IO_LISTED],
                        int *status)
{
    int count = 0;
    for (int i = 0; i < setup->count; i++)
        if (!request->device || is_asked_for(&setup->devices[i], request->device)) chosen[count++] = i;
    if (count > 0) return count;
    *status = setup->count > 0 ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT;
    if (setup->count == 0)
        drv_say(&program_log, "no input device found; plug one in");
    else
        drv_say(&program_log, "no device matches '%s'; expected a node, an id or a name pattern of one of",
                request->device);
    for (int i = 0; i < setup->count; i++)
        fprintf(stderr, "  %s  %04x:%04x  %s\n", setup->devices[i].node, (unsigned)setup->devices[i].vendor,
                (unsigned)setup->devices[i].product, setup->devices[i].name);
    return 0;
}

/* ==== devices that are plugged in ==== */

/* What binds the device, or why it cannot be read. */
static void binding_text(const device_setup *setup, const io_device_info *info, char *text, size_t size)
{
    const io_choice *choice = &setup->choices[info - setup->devices];
    const io_device_bindings *device = choice->device;
    if (info->error)
        io_device_advice(info->error, text, size);
    else if (device)
        snprintf(text, size, "%s: %s%s", drv_file_name(setup->files.paths[choice->file]),
                 device->author->name, choice->generic ? ", after an axis is moved" : "");
    else
        snprintf(text, size, "nothing; run headland devices calibrate %s", drv_file_name(info->node));
}

static int print_devices(device_setup *setup)
{
    static const char *const heads[] = {"NAME", "TYPE", "ID", "PORT", "NODE", "BOUND BY"};
    text_table table;
    char bound[CELL];
    if (!table_begin(&table, &setup->arena, heads, 6, setup->count)) return PROGRAM_ENVIRONMENT;
    for (int i = 0; i < setup->count; i++) {
        const io_device_info *info = &setup->devices[i];
        table_cell(&table, "%s", info->name);
        table_cell(&table, "%s", info->type);
        table_cell(&table, "%04x:%04x", (unsigned)info->vendor, (unsigned)info->product);
        table_cell(&table, "%s", *info->phys ? info->phys : "-");
        table_cell(&table, "%s", info->node);
        binding_text(setup, info, bound, sizeof bound);
        table_cell(&table, "%s", bound);
    }
    table_print(&table);
    return PROGRAM_DONE;
}

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
    char advice[CELL];
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

int devices_list(device_setup *setup, bool json)
{
    const int status = device_setup_list(setup);
    if (status != PROGRAM_DONE) return status;
    if (json) return print_json(make_json(setup));
    if (setup->count > 0) return print_devices(setup);
    puts("no input devices: plug in a wheel, pedals, a joystick, a gamepad or a panel; the keyboard always "
         "works "
         "in the window");
    return PROGRAM_DONE;
}

/* ==== bindings of a file ==== */

static void add_row(text_table *table, const char *device, const char *input, const char *command,
                    const auth_machine *machine, io_target target)
{
    char moved[CELL];
    io_target_text(target, machine, moved, sizeof moved);
    table_cell(table, "%s", device);
    table_cell(table, "%s", input);
    table_cell(table, "%s", command);
    table_cell(table, "%s", moved);
}

static void add_device(text_table *table, const io_device_bindings *device, const auth_machine *machine)
{
    char input[CELL];
    for (int k = 0; k < device->axis_count; k++) {
        const io_axis *axis = &device->axes[k];
        io_axis_text(axis, input, sizeof input);
        add_row(table, device->author->name, input, axis->author->command, machine, axis->target);
    }
    for (int k = 0; k < device->button_count; k++) {
        const io_button *button = &device->buttons[k];
        io_button_text(button, input, sizeof input);
        add_row(table, device->author->name, input, button->author->command, machine, button->target);
    }
}

/* A device that has several ids is listed once for each. */
static bool is_again(const io_bindings *bindings, int device)
{
    return device > 0 &&
           strcmp(bindings->devices[device - 1].author->name, bindings->devices[device].author->name) == 0;
}

int devices_bindings(device_setup *setup, bool json)
{
    static const char *const heads[] = {"device", "input", "command", "moves"};
    const io_bindings *bindings = setup->files.bindings[0];
    text_table table;
    int rows = 0;
    for (int i = 0; i < bindings->device_count; i++)
        rows += bindings->devices[i].axis_count + bindings->devices[i].button_count;
    if (!table_begin(&table, &setup->arena, heads, 4, rows)) return PROGRAM_ENVIRONMENT;
    for (int i = 0; i < bindings->device_count; i++)
        if (!is_again(bindings, i)) add_device(&table, &bindings->devices[i], setup->machine.machine);
    if (!json) {
        table_print(&table);
        return PROGRAM_DONE;
    }
    cJSON *root = cJSON_CreateObject();
    cJSON_AddItemToObject(root, "bindings", table_json(&table));
    return print_json(root);
}
