/* Loading mechanism files with complaints on stderr. */
#include "mechanism.h"

#include "nearest.h"
#include "program.h"

#include <stdio.h>

void mechanism_print_report(const hl_report *report)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    for (int i = 0; i < report->count; i++) {
        hl_report_line(report, i, line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    if (report->dropped) fprintf(stderr, "%s: %d more complaints\n", report->file, report->dropped);
}

/* Out of memory is the one trouble that comes without a complaint. */
static int tell(const char *path, hl_status status, const hl_report *report)
{
    mechanism_print_report(report);
    if (hl_report_clean(report)) fprintf(stderr, "%s: %s\n", path, hl_status_text(status));
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
}

auth_mechanism *mechanism_read(const char *path, hl_arena *arena, int *status)
{
    static hl_report report;
    hl_report_begin(&report, path);
    auth_mechanism *author = NULL;
    const hl_status result = auth_mechanism_read(path, arena, &author, &report);
    if (result == HL_OK) return author;
    *status = tell(path, result, &report);
    return NULL;
}

world_mechanism *mechanism_build(const char *path, const auth_mechanism *author,
                                 const mb_step_options *options, hl_arena *arena, int *status)
{
    static hl_report report;
    hl_report_begin(&report, path);
    world_mechanism *mechanism = NULL;
    const hl_status result = world_mechanism_build(author, options, arena, &report, &mechanism);
    if (result == HL_OK) return mechanism;
    *status = tell(path, result, &report);
    return NULL;
}

static bool choose_formulation(const char *command, const char *name, mb_step_options *options)
{
    enum { COUNT = MB_GLOBAL + 1 };
    mb_formulation chosen;
    if (mb_formulation_parse(name, &chosen)) {
        if (chosen != options->formulation) options->penalty = mb_step_options_default().penalty;
        options->formulation = chosen;
        return true;
    }
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = mb_formulation_name((mb_formulation)i);
    fprintf(stderr, "headland %s: unknown formulation '%s'; the nearest is '%s'\n", command, name,
            nearest_name(name, names, COUNT));
    return false;
}

static bool choose_solver(const char *command, const char *name, mb_step_options *options)
{
    enum { COUNT = MB_SOLVER_SPARSE + 1 };
    if (mb_solver_parse(name, &options->solver)) return true;
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = mb_solver_name((mb_solver)i);
    fprintf(stderr, "headland %s: unknown solver '%s'; the nearest is '%s'\n", command, name,
            nearest_name(name, names, COUNT));
    return false;
}

bool mechanism_choose(const char *command, const char *formulation, const char *solver,
                      mb_step_options *options)
{
    return (!formulation || choose_formulation(command, formulation, options)) &&
           (!solver || choose_solver(command, solver, options));
}
