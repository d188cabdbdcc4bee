#include "site_window.h"

#include <stdio.h>
#include <string.h>

/* The ground is drawn as a grid about the start. */
enum { GRID = 61 };
static const double GRID_SPACING = 2.0; /* [m] */

void site_window_middle(const auth_scenario *scenario, double at[2])
{
    at[0] = scenario == NULL ? 0.0 : scenario->start.at[0];
    at[1] = scenario == NULL ? 0.0 : scenario->start.at[1];
}

static bool sample_ground(const world_machine *machine, const auth_scenario *scenario, hl_arena *arena,
                          rnd_ground *ground)
{
    const double half = 0.5 * (GRID - 1) * GRID_SPACING;
    double at[2];
    site_window_middle(scenario, at);
    float *heights = HL_NEW(arena, float, GRID *GRID);
    if (heights == NULL) return false;
    *ground = (rnd_ground){.origin = {at[0] - half, at[1] - half},
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

/* False: out of memory. */
static bool make_sand(world_machine *machine, hl_arena *arena, rnd_sand **sand)
{
    terr_sand *there = world_machine_sand(machine);
    *sand = NULL;
    if (there == NULL) return true;
    const terr_field_def *field = terr_field_definition(terr_sand_field(there));
    *sand = rnd_sand_new((field->columns + XCH_TILE - 1) / XCH_TILE, (field->rows + XCH_TILE - 1) / XCH_TILE,
                         arena);
    return *sand != NULL;
}

bool site_window_open(world_machine *machine, const auth_machine *author, const auth_scenario *scenario,
                      const char *instead, hl_arena *arena, site_window *site, char *error, size_t size)
{
    rnd_lines *lines = HL_NEW(arena, rnd_lines, 1);
    rnd_ground ground;
    snprintf(error, size, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    *site = (site_window){0};
    if (lines == NULL || !sample_ground(machine, scenario, arena, &ground) ||
        !rnd_lines_make(author, scenario, &ground, arena, lines) || !make_sand(machine, arena, &site->sand))
        return false;
    const rnd_dials dials = find_dials(machine);
    site->window = rnd_plain_window_open(world_machine_name(machine), lines, site->sand, author->chassis,
                                         &dials, error, size);
    const size_t length = strlen(error);
    if (site->window == NULL) snprintf(error + length, size - length, ", or take %s", instead);
    return site->window != NULL;
}

void site_window_draw(site_window *site, const xch_snapshot *snapshot)
{
    xch_tile tile;
    const unsigned waiting = site->sand == NULL ? 0 : xch_ring_count(site->terrain.tiles);
    for (unsigned i = 0; i < waiting && xch_ring_pop(site->terrain.tiles, &tile); i++)
        rnd_sand_take(site->sand, &tile);
    if (site->sand != NULL) site->sand->grains = xch_latest_read(site->terrain.grains, NULL);
    rnd_plain_window_draw(site->window, snapshot);
}
