#include "site_window.h"

#include <stdio.h>
#include <string.h>

/* The ground is drawn as a grid about the start. */
enum { GRID = 61 };
static const double GRID_SPACING = 2.0; /* [m] */

static bool sample_ground(const world_machine *machine, const auth_scenario *scenario, hl_arena *arena,
                          rnd_ground *ground)
{
    const double half = 0.5 * (GRID - 1) * GRID_SPACING;
    const double x = scenario == NULL ? 0.0 : scenario->start.at[0],
                 y = scenario == NULL ? 0.0 : scenario->start.at[1];
    float *heights = HL_NEW(arena, float, GRID *GRID);
    if (heights == NULL) return false;
    *ground = (rnd_ground){.origin = {x - half, y - half},
                           .spacing = GRID_SPACING,
                           .columns = GRID,
                           .rows = GRID,
                           .heights = heights};
    for (int j = 0; j < GRID; j++)
        for (int i = 0; i < GRID; i++)
            heights[j * GRID + i] = (float)world_ground_height(machine, ground->origin[0] + i * GRID_SPACING,
                                                               ground->origin[1] + j * GRID_SPACING);
    return true;
}

static rnd_dials find_dials(const world_machine *machine)
{
    return (rnd_dials){.engine_speed = world_signal_find(machine, "engine.speed"),
                       .speed = world_signal_find(machine, "vehicle.speed"),
                       .roll = world_signal_find(machine, "chassis.roll"),
                       .fuel = world_signal_find(machine, "fuel.share"),
                       .gear = world_signal_find(machine, "gear.number"),
                       .direction = world_signal_find(machine, "gear.direction")};
}

rnd_plain_window *site_window_open(const world_machine *machine, const auth_machine *author,
                                   const auth_scenario *scenario, const char *instead, hl_arena *arena,
                                   char *error, size_t size)
{
    rnd_lines *lines = HL_NEW(arena, rnd_lines, 1);
    rnd_ground ground;
    snprintf(error, size, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (lines == NULL || !sample_ground(machine, scenario, arena, &ground) ||
        !rnd_lines_make(author, scenario, &ground, arena, lines))
        return NULL;
    const rnd_dials dials = find_dials(machine);
    rnd_plain_window *window =
        rnd_plain_window_open(world_machine_name(machine), lines, author->chassis, &dials, error, size);
    const size_t length = strlen(error);
    if (window == NULL) snprintf(error + length, size - length, ", or take %s", instead);
    return window;
}
