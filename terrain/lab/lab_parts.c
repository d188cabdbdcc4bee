/* A level square of soil for experiments. */
#include "lab_parts.h"
#include "ground/gravity.h"

#include <math.h>

static const double DEPTH = 2.0; /* of soil under the surface [m]: deeper than anything reaches down */

terr_lab terr_lab_usual(const terr_soil *soil)
{
    return (terr_lab){.soil = soil, .cell = 0.05, .radius = 0.025, .step = 1e-3};
}

terr_field_def lab_field_def(const terr_lab *lab, double length, double breadth, const terr_ground *shape,
                             hl_arena *arena)
{
    const int columns = (int)ceil(length / lab->cell), rows = (int)ceil(breadth / lab->cell);
    const terr_plane level = {.slope = 0.0};
    return (terr_field_def){.origin = {-0.5 * columns * lab->cell, -0.5 * rows * lab->cell},
                            .cell = lab->cell,
                            .columns = columns,
                            .rows = rows,
                            .shape = shape ? shape : terr_ground_plane(&level, arena),
                            .depth = DEPTH,
                            .soils = lab->soil,
                            .soil_count = 1,
                            .step = lab->step};
}

hl_status lab_sand(const terr_lab *lab, const terr_field_def *field, const terr_tool_def *tool, int capacity,
                   hl_arena *arena, terr_sand **sand, char *why)
{
    const terr_sand_def def = {.field = *field,
                               .particle_capacity = capacity,
                               .particle_radius = lab->radius,
                               .gravity = TERR_GRAVITY,
                               .tools = tool,
                               .tool_count = tool ? 1 : 0};
    return field->shape ? terr_sand_new(&def, arena, sand, why) : HL_OUT_OF_MEMORY;
}

terr_mass lab_missing(const terr_sand *sand)
{
    const terr_ledger ledger = terr_sand_ledger(sand);
    return ledger.initial - ledger.field - ledger.particles - ledger.outside;
}
