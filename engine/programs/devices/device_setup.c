/* A machine, the files of bindings, the devices that there are. */
#include "device_setup.h"

#include "command/assets.h"
#include "command/program_log.h"
#include "program.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

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
    char own[DEVICE_PATH], assets[DEVICE_PATH - sizeof "/machines/tractor.yaml"];
    const char *path = request->machine, *bindings = request->bindings;
    if (!bindings && device_files_own_path(own, sizeof own)) bindings = own;
    if (!path && bindings) path = named_machine(bindings, &setup->arena);
    if (path) return snprintf(setup->machine_path, DEVICE_PATH, "%s", path) < DEVICE_PATH;
    if (!assets_need(request->command, assets, sizeof assets)) return false;
    snprintf(setup->machine_path, DEVICE_PATH, "%s/machines/tractor.yaml", assets);
    return true;
}

int device_setup_read(device_setup *setup, const device_request *request)
{
    int status = PROGRAM_ENVIRONMENT;
    if (!choose_machine(setup, request)) return status;
    if (!drv_load(&program_log, setup->machine_path, NULL, &setup->arena, &setup->machine, &status))
        return status;
    device_reader reader = {.command = request->command,
                            .machine = setup->machine.machine,
                            .machine_path = setup->machine.machine_text.path,
                            .arena = &setup->arena};
    return device_files_read(&reader, request->bindings, &setup->files) ? PROGRAM_DONE : reader.status;
}

/* ---- devices ---- */

int device_setup_list(device_setup *setup, const device_request *request)
{
    char error[200];
    setup->count = io_device_list(setup->devices, error, sizeof error);
    if (setup->count >= 0) {
        const io_binding_files files = device_files_list(&setup->files);
        io_device_choose_all(setup->devices, setup->count, &files, setup->choices);
        return PROGRAM_DONE;
    }
    fprintf(stderr, "headland %s: %s; libudev and a readable /sys are needed\n", request->command, error);
    return PROGRAM_ENVIRONMENT;
}

static bool is_asked_for(const io_device_info *info, const char *word)
{
    char id[40], whole_id[60];
    snprintf(id, sizeof id, "%04x:%04x", (unsigned)info->vendor, (unsigned)info->product);
    snprintf(whole_id, sizeof whole_id, "%s:%04x", id, (unsigned)info->version);
    return strcmp(word, info->node) == 0 || strcmp(word, device_files_short(info->node)) == 0 ||
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
        fprintf(stderr, "headland %s: no input device found; plug one in\n", request->command);
    else
        fprintf(stderr,
                "headland %s: no device matches '%s'; expected a node, an id or a name pattern of one of\n",
                request->command, request->device);
    for (int i = 0; i < setup->count; i++)
        fprintf(stderr, "  %s  %04x:%04x  %s\n", setup->devices[i].node, (unsigned)setup->devices[i].vendor,
                (unsigned)setup->devices[i].product, setup->devices[i].name);
    return 0;
}
