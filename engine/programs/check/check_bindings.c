/* headland check of bindings. */

#include "check.h"

#include "command/assets.h"
#include "command/program_log.h"
#include "devices/device_files.h"
#include "drv/load.h"
#include "program.h"

#include "auth/file.h"
#include "io/bindings.h"

static hl_report report; /* too large for the stack */

/* The machine that the file names; complaints about the name stand in the file itself. */
static const auth_machine *read_machine(const auth_bindings *author, hl_arena *arena, int *status)
{
    static drv_files files;
    auth_file_kind kind;
    static hl_report other;
    hl_report_begin(&other, author->machine);
    if (auth_file_kind_of(author->machine, &kind, &other) != HL_OK || kind != AUTH_FILE_MACHINE) {
        hl_report_add(&report, author->machine_place,
                      "'machine': %s is not a machine; a machine file is expected", author->machine);
        *status = drv_refuse(&program_log, report.file, HL_BAD_INPUT, &report);
        return NULL;
    }
    return drv_load(&program_log, author->machine, NULL, arena, &files, status) ? files.machine : NULL;
}

/* ---- controls that nothing moves ---- */

/* Enough for every machine: a snapshot carries fewer. */
enum { MOST_CONTROLS = 1024 };

static const device_files *read_shipped(const auth_machine *machine, const char *path, hl_arena *arena)
{
    static device_files files; /* too large for the stack */
    device_reader reader = {.command = "check", .machine = machine, .machine_path = path, .arena = arena};
    char assets[DEVICE_PATH];
    if (!assets_find(NULL, assets, sizeof assets)) return NULL; /* there are no profiles to look into */
    const bool good = machine->control_count <= MOST_CONTROLS && device_files_read_shipped(&reader, &files);
    return good ? &files : NULL;
}

static void warn_of(const auth_machine *machine, const bool *reached, const hl_place *place, const char *what,
                    hl_report *warnings)
{
    for (int i = 0; i < machine->control_count; i++) {
        const auth_control *control = &machine->controls[i];
        if (reached[i] || control->fault >= 0) continue;
        hl_report_add(warnings, place ? *place : control->place,
                      "%s moves the control '%s'; bind it, see "
                      "docs/bindings.md",
                      what, control->name);
    }
}

void check_reach(const auth_machine *machine, const char *path, hl_arena *arena, hl_report *warnings)
{
    bool reached[MOST_CONTROLS] = {false};
    const device_files *files = read_shipped(machine, path, arena);
    if (!files) return;
    device_files_reach(files, machine, reached);
    warn_of(machine, reached, NULL, "no shipped key or device", warnings);
}

/* A file that names its machine is to reach all of it, together with the keyboard. */
static void check_own_reach(const char *path, const io_bindings *bindings, const auth_machine *machine,
                            hl_arena *arena)
{
    bool reached[MOST_CONTROLS] = {false};
    const io_device_bindings *own = NULL;
    const device_files *files = read_shipped(machine, bindings->author->machine, arena);
    if (!files) return;
    for (int i = 0; i < bindings->device_count; i++) {
        const io_device_bindings *device = &bindings->devices[i];
        if (device->author->match.keyboard)
            own = device;
        else
            io_bindings_reach(device, machine, -1, reached);
    }
    const io_device_bindings *keys = io_bindings_join_keys(own, files->keyboard, arena);
    if (keys) io_bindings_reach(keys, machine, -1, reached);
    hl_report_begin_warnings(&report, path);
    warn_of(machine, reached, &bindings->author->machine_place, "no device of this file and no key", &report);
    check_warn(&report);
}

int check_bindings(const char *path, hl_arena *arena)
{
    auth_bindings *author;
    io_bindings *bindings;
    const auth_machine *machine = NULL;
    int status, axes = 0, buttons = 0;
    hl_report_begin(&report, path);
    hl_status result = auth_bindings_read(path, arena, &author, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    if (author->machine && !(machine = read_machine(author, arena, &status))) return status;
    result = io_bindings_resolve(author, machine, machine != NULL, arena, &bindings, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    if (machine) check_own_reach(path, bindings, machine, arena);
    for (int i = 0; i < author->device_count; i++) {
        axes += author->devices[i].axis_count;
        buttons += author->devices[i].button_count;
    }
    return check_ok(path, "%d devices, %d axes, %d buttons%s", author->device_count, axes, buttons,
                    machine ? "" : "; standard commands, because it names no 'machine'");
}
