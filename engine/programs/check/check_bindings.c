/* headland check of bindings. */
#include "check_bindings.h"

#include "check_verdict.h"
#include "command/complaints.h"
#include "program.h"
#include "run/machine.h"

#include "auth/file.h"
#include "io/bindings.h"

static hl_report report; /* too large for the stack */

/* The machine that the file names; complaints about the name stand in the file itself. */
static const auth_machine *read_machine(const auth_bindings *author, hl_arena *arena, int *status)
{
    static machine_files files;
    auth_file_kind kind;
    static hl_report other;
    hl_report_begin(&other, author->machine);
    if (auth_file_kind_of(author->machine, &kind, &other) != HL_OK || kind != AUTH_FILE_MACHINE) {
        hl_report_add(&report, author->machine_place,
                      "'machine': %s cannot be read as one; a machine file is expected", author->machine);
        *status = complaints_refuse(report.file, HL_BAD_INPUT, &report);
        return NULL;
    }
    return machine_read("check", author->machine, arena, &files, status) ? files.machine : NULL;
}

int check_bindings(const char *path, hl_arena *arena)
{
    auth_bindings *author;
    io_bindings *bindings;
    const auth_machine *machine = NULL;
    int status, axes = 0, buttons = 0;
    hl_report_begin(&report, path);
    hl_status result = auth_bindings_read(path, arena, &author, &report);
    if (result != HL_OK) return complaints_refuse(path, result, &report);
    if (author->machine && !(machine = read_machine(author, arena, &status))) return status;
    result = io_bindings_resolve(author, machine, machine != NULL, arena, &bindings, &report);
    if (result != HL_OK) return complaints_refuse(path, result, &report);
    for (int i = 0; i < author->device_count; i++) {
        axes += author->devices[i].axis_count;
        buttons += author->devices[i].button_count;
    }
    return check_ok(path, "%d devices, %d axes, %d buttons%s", author->device_count, axes, buttons,
                    machine ? "" : "; standard commands: it names no 'machine'");
}
