/* Signals of the sand, of tools and of the soil under the tires. Tools and tires have theirs on rigid ground
 * too, all zero, so that whatever refers to them holds for every scenario of a machine. */
#include "machine_internal.h"

#include <math.h>

static terr_tool_load load_of(const world_machine *machine, int tool)
{
    return machine->sand == NULL ? (terr_tool_load){.depth = 0.0} : *terr_sand_load(machine->sand, tool);
}

/* ---- sand ---- */

static double grains(const world_machine *machine, int of)
{
    (void)of;
    return terr_particles_counted(terr_sand_particles(machine->sand)).count;
}

static double grains_awake(const world_machine *machine, int of)
{
    (void)of;
    return terr_particles_counted(terr_sand_particles(machine->sand)).awake;
}

static double active_cells(const world_machine *machine, int of)
{
    (void)of;
    return (double)terr_field_count(terr_sand_field(machine->sand)).active;
}

static double dug(const world_machine *machine, int of)
{
    (void)of;
    return terr_kilograms(terr_sand_ledger(machine->sand).dug);
}

static double merged(const world_machine *machine, int of)
{
    (void)of;
    return terr_kilograms(terr_sand_ledger(machine->sand).merged);
}

static double missing(const world_machine *machine, int of)
{
    (void)of;
    const terr_ledger ledger = terr_sand_ledger(machine->sand);
    return terr_kilograms(ledger.initial - ledger.field - ledger.particles - ledger.outside);
}

static double refused(const world_machine *machine, int of)
{
    (void)of;
    const terr_ledger ledger = terr_sand_ledger(machine->sand);
    const terr_field_counts field = terr_field_count(terr_sand_field(machine->sand));
    return (double)(ledger.squeezed + ledger.lost + field.refused);
}

/* ---- tools ---- */

static double tool_load(const world_machine *machine, int tool)
{
    return load_of(machine, tool).payload.weighed;
}

static double tool_inflow(const world_machine *machine, int tool)
{
    return load_of(machine, tool).payload.inflow;
}

static double tool_mass(const world_machine *machine, int tool)
{
    return load_of(machine, tool).payload.mass;
}

static double tool_depth(const world_machine *machine, int tool)
{
    return load_of(machine, tool).depth;
}

/* Of the soil on the tool, the weight of what lies still in it left out: cutting and grains. */
static double tool_force(const world_machine *machine, int tool)
{
    if (machine->sand == NULL) return 0.0;
    const contact_medium *medium = &machine->media[tool];
    hl_vec3 force = medium->loaded ? medium->force : hl_v3(0, 0, 0);
    const double *x = world_effort_states(machine, machine->tools[tool].effort);
    if (medium->resists) force = hl_add(force, contact_medium_force(medium, x));
    return hl_norm(force);
}

/* What the cutting edge works against the soil's resistance, F.v where it stands. */
static double tool_power(const world_machine *machine, int tool)
{
    if (machine->sand == NULL || !machine->media[tool].resists) return 0.0;
    const contact_medium *medium = &machine->media[tool];
    const world_mechanism *m = machine->mechanism;
    const double *x = world_effort_states(machine, machine->tools[tool].effort);
    const hl_vec3 velocity = mb_point(m->model, m->work, machine->tools[tool].body, medium->point).velocity;
    return fmax(-hl_dot(contact_medium_force(medium, x), velocity), 0.0);
}

/* ---- tires ---- */

static double wheel_sinkage(const world_machine *machine, int wheel)
{
    return machine->sand == NULL ? 0.0 : machine->wheel_soils[wheel].sinkage;
}

static double wheel_pressure(const world_machine *machine, int wheel)
{
    return machine->sand == NULL ? 0.0 : machine->wheel_soils[wheel].pressure;
}

/* ---- the tables ---- */

static const world_signal_row sand_rows[] = {
    {".particles", "1", 1.0, grains, "particles that there are"},
    {".awake", "1", 1.0, grains_awake, "particles that move"},
    {".active_cells", "1", 1.0, active_cells, "cells of the field that may flow"},
    {".dug", "kg", 1.0, dug, "taken from the field by tools since the start"},
    {".merged", "kg", 1.0, merged, "given back to the field since the start"},
    {".missing", "kg", 1.0, missing, "initial mass less field, particles and what lies outside: 0"},
    {".refused", "1", 1.0, refused,
     "particles and touches that found no room, or were lost, since the start"},
};

static const world_signal_row tool_rows[] = {
    {".load", "kg", 1.0, tool_load, "virtual mass sensor: of what it holds, smoothed"},
    {".inflow", "kg", 1.0, tool_inflow, "came in over the edge, less what left over it"},
    {".mass", "kg", 1.0, tool_mass, "of the particles in it"},
    {".depth", "m", 1.0, tool_depth, "deepest immersion of the cutting edge"},
    {".soil_force", "N", 1.0, tool_force,
     "of cutting and of moving particles, without the weight of what lies still"},
    {".soil_power", "W", 1.0, tool_power, "of the cutting edge against the soil"},
};

static const world_signal_row wheel_rows[] = {
    {".sinkage", "m", 1.0, wheel_sinkage, "of the tire in the soil, deepest"},
    {".soil_pressure", "Pa", 1.0, wheel_pressure, "mean, under the tire"},
};

void world_sand_signals(world_machine *machine, hl_arena *arena)
{
    if (machine->sand != NULL) world_signals_put(machine, WORLD_ROWS(sand_rows), "sand", "", 0, arena);
    for (int t = 0; t < machine->author->tool_count; t++)
        world_signals_put(machine, WORLD_ROWS(tool_rows), "", machine->author->tools[t].name, t, arena);
    for (int w = 0; w < machine->wheel_count; w++)
        world_signals_put(machine, WORLD_ROWS(wheel_rows), "wheel.", machine->wheels[w].author->name, w,
                          arena);
}
