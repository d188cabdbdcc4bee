#include "bench_world.h"

static bool read_files(const char *path, hl_arena *arena, hl_report *of_scenario, hl_report *of_machine,
                       bench_world *world)
{
    return auth_scenario_read(path, arena, &world->scenario, of_scenario) == HL_OK &&
           auth_scenario_read_soils(world->scenario, arena, of_scenario) == HL_OK &&
           auth_machine_read(world->scenario->machine, arena, &world->author, of_machine) == HL_OK;
}

bool bench_world_build(const char *name, const mb_formulation *formulation, hl_arena *arena,
                       bench_world *world)
{
    hl_report *reports = HL_NEW(arena, hl_report, 2); /* too large for the stack */
    if (reports == NULL) return false;
    if (!read_files(bench_asset("scenarios", name, arena), arena, &reports[0], &reports[1], world))
        return false;
    mb_step_options options = world_machine_options(world->author, world->scenario);
    if (formulation != NULL) options.formulation = *formulation;
    return world_machine_build(world->author, world->scenario, &options, arena, &reports[1], &reports[0],
                               &world->machine) == HL_OK;
}
