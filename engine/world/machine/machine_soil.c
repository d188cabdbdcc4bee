/* From a scenario's sand and a machine's tools to the sand that the machine works in. */
#include "machine_internal.h"

#include "hl/real.h"

#include "world/soil.h"

#include <stdio.h>

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
static bool define_scenery(const world_machine *machine, const terr_ground *shape, hl_arena *arena,
                           terr_sand_def *def)
{
    terr_box *boxes = HL_NEW(arena, terr_box, machine->object_count);
    terr_wall *walls = HL_NEW(arena, terr_wall, machine->object_count);
    if (boxes == NULL || walls == NULL) return false;
    for (int i = 0; i < machine->object_count; i++) {
        const contact_box *box = &machine->objects[i];
        boxes[i] = (terr_box){box->centre, box->half, box->axes};
        if (!is_wall(box, shape)) continue;
        walls[def->field.wall_count++] = (terr_wall){{box->centre.x, box->centre.y},
                                                     {box->half.x, box->half.y},
                                                     hl_atan2(box->axes.m[1][0], box->axes.m[0][0]),
                                                     box->centre.z + box->half.z};
    }
    def->boxes = boxes, def->box_count = machine->object_count;
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

static const terr_tool_def *define_tools(const auth_machine *author, hl_arena *arena, hl_report *report)
{
    terr_tool_def *tools = HL_NEW(arena, terr_tool_def, author->tool_count);
    for (int t = 0; tools != NULL && t < author->tool_count; t++) {
        tools[t] = tool_of(&author->tools[t]);
        const char *wrong = terr_tool_wrong(&tools[t]);
        if (wrong == NULL) continue;
        hl_report_add(report, author->tools[t].place, "tool '%s': %s", author->tools[t].name, wrong);
        return NULL;
    }
    return tools;
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

hl_status world_soil_build(world_machine *machine, double step, hl_arena *arena, hl_report *machine_report,
                           hl_report *scenario_report)
{
    const auth_sand *sand = &machine->scenario->sand;
    for (int i = 0; i < sand->soil_count; i++)
        if (sand->soils[i].soil == NULL) {
            hl_report_add(scenario_report, sand->soils[i].place, "soil '%s' has not been read",
                          sand->soils[i].name);
            return HL_BAD_INPUT;
        }
    terr_sand_def def = {.field = measure_field(sand, machine->ground, step),
                         .particle_capacity = sand->particles,
                         .particle_radius = sand->particle_radius,
                         .gravity = hl_norm(world_vec3(machine->author->mechanism->gravity)),
                         .tool_count = machine->author->tool_count};
    const int complaints = machine_report->count;
    def.tools = define_tools(machine->author, arena, machine_report);
    if (def.tools == NULL) return machine_report->count > complaints ? HL_BAD_INPUT : HL_OUT_OF_MEMORY;
    if (!define_soils(sand, arena, &def.field) || !define_scenery(machine, machine->ground, arena, &def))
        return HL_OUT_OF_MEMORY;
    char why[HL_MESSAGE_LENGTH];
    const hl_status status = terr_sand_new(&def, arena, &machine->sand, why);
    if (status == HL_BAD_INPUT) hl_report_add(scenario_report, sand->place, "%s", why);
    if (status == HL_OUT_OF_MEMORY) {
        hl_report_add(
            scenario_report, sand->place,
            "the sand takes %.0f MB, which are not to be had; a smaller field or larger cells are expected",
            terr_field_bytes(&def.field) / 1e6);
        return HL_BAD_INPUT;
    }
    if (status != HL_OK) return status;
    terr_ground *ground = HL_NEW(arena, terr_ground, 1);
    if (ground == NULL) return HL_OUT_OF_MEMORY;
    *ground = terr_field_ground(terr_sand_field(machine->sand));
    machine->ground = ground;
    return HL_OK;
}

/* ---- what the machine meets the sand with ---- */

static const double CORNER_SIDE = 0.2; /* [m] of the square that a shape's corner presses, at most */

static bool define_corner_supports(world_hitter *hitter, hl_arena *arena)
{
    for (int i = 0; i < hitter->shape_count; i++) hitter->support_count += hitter->grounded[i] ? 8 : 0;
    hitter->supports = HL_NEW(arena, world_support, hitter->support_count);
    if (hitter->supports == NULL) return false;
    int at = 0;
    for (int i = 0; i < hitter->shape_count; i++) {
        const hl_vec3 half = hitter->boxes[i].half;
        const double side = fmin(CORNER_SIDE, fmin(half.x, fmin(half.y, half.z)));
        for (int k = 0; hitter->grounded[i] && k < 8; k++) {
            const hl_vec3 corner = contact_box_corner(&hitter->boxes[i], k);
            hitter->supports[at++] = (world_support){corner, corner, side, 0.0, i};
        }
    }
    return true;
}

/* A point of a profile, and one along the way to the next. */
static hl_vec3 on_profile(const auth_tool *tool, int corner, double share, double y)
{
    const double *here = tool->profile[corner], *next = tool->profile[corner + 1];
    return hl_v3(here[0] + share * (next[0] - here[0]), y, here[1] + share * (next[1] - here[1]));
}

/* The plates between edge and lip rest on soil near their corners, on the middle line of either side, where
 * the field before and beside the tool, which may stand high, is not felt. What such a point carries presses
 * the largest square that lies under its half of the plate. */
static bool define_tool_supports(const world_machine *machine, const world_tool *tool, world_hitter *hitter,
                                 hl_arena *arena)
{
    const auth_tool *author = tool->author;
    const double inset = 2.0 * machine->scenario->sand.cell;
    const double y = 0.25 * author->width;
    hitter->supports = HL_NEW(arena, world_support, 2 * (author->corners - 1));
    if (hitter->supports == NULL) return false;
    for (int i = 0; i + 1 < author->corners; i++) {
        const double *here = author->profile[i], *next = author->profile[i + 1];
        const double dx = next[0] - here[0], dz = next[1] - here[1], length = sqrt(dx * dx + dz * dz);
        const double back = fmin(inset / length, 0.5);
        for (int side = -1; side <= 1; side += 2)
            hitter->supports[hitter->support_count++] =
                (world_support){world_in_body(tool, on_profile(author, i, back, side * y)),
                                world_in_body(tool, on_profile(author, i, 0.5, side * y)),
                                fmin(length, 0.5 * author->width), author->thickness, 0};
    }
    return true;
}

static const world_tool *tool_on(const world_machine *machine, int body)
{
    for (int t = 0; t < machine->tool_count; t++)
        if (machine->tools[t].body == body) return &machine->tools[t];
    return NULL;
}

bool world_supports_define(world_machine *machine, hl_arena *arena)
{
    for (int h = 0; h < machine->hitter_count; h++) {
        world_hitter *hitter = &machine->hitters[h];
        const world_tool *tool = tool_on(machine, hitter->body);
        if (tool == NULL ? !define_corner_supports(hitter, arena)
                         : !define_tool_supports(machine, tool, hitter, arena))
            return false;
    }
    return true;
}

hl_status world_tools_define(world_machine *machine, hl_arena *arena, hl_report *report)
{
    const auth_machine *author = machine->author;
    const int count = machine->sand == NULL ? 0 : author->tool_count;
    machine->tools = HL_NEW(arena, world_tool, count);
    machine->media = HL_NEW(arena, contact_medium, count);
    machine->payloads = HL_NEW(arena, mb_payload, count);
    machine->wheel_soils = HL_NEW(arena, terr_wheel_soil, machine->sand == NULL ? 0 : machine->wheel_count);
    machine->track_soils = HL_NEW(arena, terr_track_soil, machine->sand == NULL ? 0 : author->track_count);
    if (machine->tools == NULL || machine->media == NULL || machine->payloads == NULL ||
        machine->wheel_soils == NULL || machine->track_soils == NULL)
        return HL_OUT_OF_MEMORY;
    for (int t = 0; t < count; t++) {
        const auth_tool *tool = &author->tools[t];
        if (tool_on(machine, tool->body) != NULL) {
            hl_report_add(report, tool->place, "body '%s' has a tool already; one tool a body is expected",
                          author->mechanism->bodies[tool->body].name);
            return HL_BAD_INPUT;
        }
        machine->tools[machine->tool_count++] = (world_tool){.author = tool,
                                                             .body = tool->body,
                                                             .at = world_vec3(tool->at),
                                                             .turn = hl_quat_matrix(world_turn(tool->turn))};
    }
    return HL_OK;
}
