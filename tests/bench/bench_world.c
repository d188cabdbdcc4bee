#include "bench_world.h"

#include <string.h>

static bool read_files(const char *path, hl_arena *arena, hl_report *of_scenario, hl_report *of_machine,
                       bench_world *world)
{
    return auth_scenario_read(path, arena, &world->scenario, of_scenario) == HL_OK &&
           auth_scenario_read_soils(world->scenario, arena, of_scenario) == HL_OK &&
           auth_scenario_read_objects(world->scenario, arena, of_scenario) == HL_OK &&
           auth_machine_read(world->scenario->machine, arena, &world->author, of_machine) == HL_OK;
}

static bool build(hl_report *reports, const mb_formulation *formulation, hl_arena *arena, bench_world *world)
{
    mb_step_options options = world_machine_options(world->author, world->scenario);
    if (formulation != NULL) options.formulation = *formulation;
    return world_machine_build(world->author, world->scenario, &options, arena, &reports[1], &reports[0],
                               &world->machine) == HL_OK;
}

bool bench_world_build(const char *name, const mb_formulation *formulation, hl_arena *arena,
                       bench_world *world)
{
    hl_report *reports = HL_NEW(arena, hl_report, 2); /* too large for the stack */
    return reports != NULL &&
           read_files(bench_asset("scenarios", name, arena), arena, &reports[0], &reports[1], world) &&
           build(reports, formulation, arena, world);
}

bool bench_world_build_text(const char *text, hl_arena *arena, bench_world *world)
{
    hl_report *reports = HL_NEW(arena, hl_report, 2);
    return reports != NULL &&
           auth_scenario_parse(text, strlen(text), bench_asset("scenarios", "text", arena), arena,
                               &world->scenario, &reports[0]) == HL_OK &&
           auth_machine_read_chosen(world->scenario->machine, world->scenario->choices,
                                    world->scenario->choice_count, arena, &world->author,
                                    &reports[1]) == HL_OK &&
           build(reports, NULL, arena, world);
}
