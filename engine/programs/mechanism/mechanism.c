/* Loading mechanism files with complaints on stderr. */
#include "mechanism.h"

#include "command/program_log.h"
#include "drv/log.h"

#include <stdio.h>

auth_mechanism *mechanism_read(const char *path, hl_arena *arena, int *status)
{
    static hl_report report;
    hl_report_begin(&report, path);
    auth_mechanism *author = NULL;
    const hl_status result = auth_mechanism_read(path, arena, &author, &report);
    if (result == HL_OK) return author;
    *status = drv_refuse(&program_log, path, result, &report);
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
    *status = drv_refuse(&program_log, path, result, &report);
    return NULL;
}

static bool choose_formulation(const char *name, mb_step_options *options)
{
    enum { COUNT = MB_GLOBAL + 1 };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = mb_formulation_name((mb_formulation)i);
    const int chosen = drv_choose_word(&program_log, "formulation", name, names, COUNT);
    if (chosen < 0) return false;
    if (chosen != (int)options->formulation) options->penalty = mb_step_options_default().penalty;
    options->formulation = (mb_formulation)chosen;
    return true;
}

static bool choose_solver(const char *name, mb_step_options *options)
{
    enum { COUNT = MB_SOLVER_SPARSE + 1 };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = mb_solver_name((mb_solver)i);
    const int chosen = drv_choose_word(&program_log, "solver", name, names, COUNT);
    if (chosen >= 0) options->solver = (mb_solver)chosen;
    return chosen >= 0;
}

bool mechanism_choose(const char *formulation, const char *solver, mb_step_options *options)
{
    return (!formulation || choose_formulation(formulation, options)) &&
           (!solver || choose_solver(solver, options));
}
