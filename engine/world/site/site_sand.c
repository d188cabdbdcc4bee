/* From a scenario's sand and the tools of its machines to the sand that they work in. */
#include "site/site.h"

#include "mechanism/mechanism_internal.h"

#include "hl/real.h"
#include "world/soil.h"

#include <math.h>

enum { USUAL_TILES = 2048 /* of 32 x 32 cells: a drive of a kilometre and a day's digging; 25 MB */ };

/* ---- what lies in the field ---- */

static bool define_soils(const auth_sand *sand, hl_arena *arena, terr_field_def *field)
{
    terr_soil *soils = HL_NEW(arena, terr_soil, sand->soil_count);
    terr_pile *piles = HL_NEW(arena, terr_pile, sand->pile_count);
    terr_patch *patches = HL_NEW(arena, terr_patch, sand->patch_count);
    if (soils == NULL || piles == NULL || patches == NULL) return false;
    for (int i = 0; i < sand->soil_count; i++) soils[i] = world_soil_of(sand->soils[i].soil);
    for (int i = 0; i < sand->pile_count; i++) {
        const auth_pile *pile = &sand->piles[i];
        piles[i] = (terr_pile){{pile->at[0], pile->at[1]}, pile->height, pile->soil};
    }
    for (int i = 0; i < sand->patch_count; i++) {
        const auth_soil_patch *patch = &sand->patches[i];
        patches[i] =
            (terr_patch){{patch->low[0], patch->low[1]}, {patch->high[0], patch->high[1]}, patch->soil};
    }
    field->soils = soils, field->soil_count = sand->soil_count;
    field->piles = piles, field->pile_count = sand->pile_count;
    field->patches = patches, field->patch_count = sand->patch_count;
    return true;
}

static const double STANDS =
    0.3; /* [m] an object whose base is higher than this leaves room for sand below */
static const double UPRIGHT = 0.999; /* cosine of the lean up to which an object is a wall to the field */

static bool is_wall(const contact_box *box, const terr_ground *shape)
{
    const double base = box->centre.z - box->half.z;
    return box->axes.m[2][2] > UPRIGHT &&
           base - terr_ground_at(shape, box->centre.x, box->centre.y).height < STANDS;
}

/* Every object is a box to the particles; those that stand on the ground are walls to the field. */
static bool define_scenery(const world_site *site, const terr_ground *shape, hl_arena *arena,
                           terr_sand_def *def)
{
    terr_box *boxes = HL_NEW(arena, terr_box, site->object_count);
    terr_wall *walls = HL_NEW(arena, terr_wall, site->object_count);
    if (boxes == NULL || walls == NULL) return false;
    for (int i = 0; i < site->object_count; i++) {
        const contact_box *box = &site->objects[i];
        boxes[i] = (terr_box){box->centre, box->half, box->axes};
        if (!is_wall(box, shape)) continue;
        walls[def->field.wall_count++] = (terr_wall){{box->centre.x, box->centre.y},
                                                     {box->half.x, box->half.y},
                                                     hl_atan2(box->axes.m[1][0], box->axes.m[0][0]),
                                                     box->centre.z + box->half.z};
    }
    def->boxes = boxes, def->box_count = site->object_count;
    def->field.walls = walls;
    return true;
}

static terr_tool_def tool_of(const auth_tool *from)
{
    terr_tool_def tool = {.corners = from->corners,
                          .width = from->width,
                          .thickness = from->thickness,
                          .sides = from->sides,
                          .teeth = from->teeth,
                          .tooth_width = from->tooth_width,
                          .tooth_length = from->tooth_length};
    for (int i = 0; i < from->corners; i++)
        for (int k = 0; k < 2; k++) tool.profile[i][k] = from->profile[i][k];
    return tool;
}

/* @return HL_OK, HL_BAD_INPUT after a complaint, HL_OUT_OF_MEMORY */
static hl_status define_tools(const world_site_machine *machines, int count, hl_arena *arena,
                              terr_sand_def *def)
{
    for (int i = 0; i < count; i++) def->tool_count += machines[i].author->tool_count;
    terr_tool_def *tools = HL_NEW(arena, terr_tool_def, def->tool_count);
    if (tools == NULL) return HL_OUT_OF_MEMORY;
    def->tools = tools;
    for (int i = 0; i < count; i++)
        for (int t = 0; t < machines[i].author->tool_count; t++, tools++) {
            const auth_tool *author = &machines[i].author->tools[t];
            *tools = tool_of(author);
            const char *wrong = terr_tool_validate(tools);
            if (wrong == NULL) continue;
            hl_report_add(machines[i].report, author->place, "tool '%s': %s", author->name, wrong);
            return HL_BAD_INPUT;
        }
    return HL_OK;
}

/* Rounded up, forgiving the rounding of the quotient. */
static int cells_in(double length, double cell)
{
    return (int)ceil(length / cell - 1e-6);
}

static terr_field_def measure_field(const auth_sand *sand, const terr_ground *shape, double step)
{
    terr_field_def field = {.origin = {sand->from[0], sand->from[1]},
                            .cell = sand->cell,
                            .columns = cells_in(sand->to[0] - sand->from[0], sand->cell),
                            .rows = cells_in(sand->to[1] - sand->from[1], sand->cell),
                            .shape = shape,
                            .depth = sand->depth,
                            .loose_depth = sand->loose_depth,
                            .step = step};
    const int tiles =
        ((field.columns + TERR_TILE - 1) / TERR_TILE) * ((field.rows + TERR_TILE - 1) / TERR_TILE);
    field.tile_capacity = sand->tiles > 0 ? sand->tiles : tiles < USUAL_TILES ? tiles : USUAL_TILES;
    return field;
}

static bool has_all_soils(const auth_sand *sand, hl_report *report)
{
    for (int i = 0; i < sand->soil_count; i++) {
        if (sand->soils[i].soil != NULL) continue;
        hl_report_add(report, sand->soils[i].place, "soil '%s' has not been read", sand->soils[i].name);
        return false;
    }
    return true;
}

hl_status world_site_sand_build(world_site *site, double step, const world_site_machine *machines, int count,
                                hl_arena *arena, hl_report *report)
{
    if (site->scenario == NULL || !site->scenario->sand.present) return HL_OK;
    const auth_sand *sand = &site->scenario->sand;
    if (!has_all_soils(sand, report)) return HL_BAD_INPUT;
    terr_sand_def def = {.field = measure_field(sand, site->terrain, step),
                         .particle_capacity = sand->particles,
                         .particle_radius = sand->particle_radius,
                         .gravity = hl_norm(world_vec3(machines[0].author->mechanism->gravity))};
    hl_status status = define_tools(machines, count, arena, &def);
    if (status != HL_OK) return status;
    if (!define_soils(sand, arena, &def.field) || !define_scenery(site, site->terrain, arena, &def))
        return HL_OUT_OF_MEMORY;
    char why[HL_MESSAGE_LENGTH];
    status = terr_sand_new(&def, arena, &site->sand, why);
    if (status == HL_BAD_INPUT) hl_report_add(report, sand->place, "%s", why);
    if (status == HL_OUT_OF_MEMORY) {
        hl_report_add(
            report, sand->place,
            "the sand takes %.0f MB, which are not to be had; a smaller field or larger cells are expected",
            terr_field_bytes(&def.field) / 1e6);
        return HL_BAD_INPUT;
    }
    if (status != HL_OK) return status;
    terr_ground *ground = HL_NEW(arena, terr_ground, 1);
    if (ground == NULL) return HL_OUT_OF_MEMORY;
    *ground = terr_field_ground(terr_sand_field(site->sand));
    site->ground = ground;
    return HL_OK;
}
