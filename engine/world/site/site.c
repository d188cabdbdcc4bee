/* Ground, objects and sand of a scenario, and what they are made of. */
#include "site/site.h"

#include "mechanism/mechanism_internal.h"

#include "hl/real.h"
#include "world/soil.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- ground and objects ---- */

/* Grounds know surfaces by number: the scenario's is the first, those of its mesh follow. */
enum { USUAL_SURFACE = 0 };

static terr_sample sample_mesh(const void *self, double x, double y)
{
    const coll_top top = coll_top_at(self, x, y);
    return (terr_sample){top.height, top.normal, top.material};
}

/* Complaints about the mesh become complaints about the key that names it, of a grid about the ground. */
static hl_status refuse_mesh(const auth_ground *from, const hl_report *of_mesh, hl_report *report)
{
    char line[HL_MESSAGE_LENGTH];
    const bool file = from->kind == AUTH_GROUND_MESH;
    for (int i = 0; i < of_mesh->count; i++) {
        hl_report_line(of_mesh, i, line, sizeof line);
        hl_report_add(report, file ? from->file_place : from->place, "'%s': %s", file ? "file" : "heights",
                      line);
    }
    report->dropped += of_mesh->dropped;
    return HL_BAD_INPUT;
}

static void name_surfaces(world_site *site, const auth_mesh *mesh)
{
    for (int i = 0; i < mesh->surface_count; i++)
        site->surfaces[site->surface_count++] = mesh->surface_names[i];
}

/* Two triangles a cell, of the surface of the scenario. NULL: out of memory */
static const auth_mesh *mesh_of_grid(const auth_ground *from, hl_arena *arena)
{
    const int columns = from->columns, rows = from->rows;
    auth_mesh *mesh = HL_NEW(arena, auth_mesh, 1);
    if (mesh == NULL) return NULL;
    mesh->vertices = HL_NEW(arena, hl_vec3, columns * rows);
    mesh->triangle_count = 2 * (columns - 1) * (rows - 1);
    mesh->triangles = hl_arena_take(arena, (size_t)mesh->triangle_count, sizeof *mesh->triangles);
    mesh->surfaces = HL_NEW(arena, int, mesh->triangle_count);
    if (hl_arena_failed(arena)) return NULL;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            mesh->vertices[mesh->vertex_count++] =
                hl_v3(from->origin[0] + column * from->spacing, from->origin[1] + row * from->spacing,
                      from->heights[row * columns + column]);
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int cell = t / 2, at = cell / (columns - 1) * columns + cell % (columns - 1);
        const int across = at + columns + 1;
        int *corners = mesh->triangles[t];
        corners[0] = at;
        corners[1] = t % 2 == 0 ? at + 1 : across;
        corners[2] = t % 2 == 0 ? across : at + columns;
        mesh->surfaces[t] = -1;
    }
    return mesh;
}

/* @param of_mesh  receives the complaints about triangles, with their lines */
static hl_status check_mesh(world_site *site, const auth_mesh *mesh, const char *name, hl_arena *arena,
                            hl_report *of_mesh)
{
    int *materials = HL_NEW(arena, int, mesh->triangle_count);
    if (materials == NULL) return HL_OUT_OF_MEMORY;
    for (int t = 0; t < mesh->triangle_count; t++) materials[t] = mesh->surfaces[t] + 1;
    const coll_mesh_def def = {.vertex_count = mesh->vertex_count,
                               .triangle_count = mesh->triangle_count,
                               .vertices = mesh->vertices,
                               .triangles = (const int(*)[3])mesh->triangles,
                               .materials = materials,
                               .lines = mesh->lines};
    hl_report_begin(of_mesh, name);
    site->mesh = coll_mesh_new(&def, of_mesh, arena);
    if (site->mesh == NULL) return hl_report_clean(of_mesh) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT;
    if (coll_faces_up(site->mesh) > 0) return HL_OK;
    hl_report_add(of_mesh, (hl_place){0, 0},
                  "no face has an upward normal: z must be up (in glTF files y), and windings "
                  "counter-clockwise seen from above");
    return HL_BAD_INPUT;
}

static hl_status build_mesh(world_site *site, const auth_ground *from, hl_arena *arena, hl_report *report)
{
    hl_report *of_mesh = HL_NEW(arena, hl_report, 1);
    terr_ground *ground = HL_NEW(arena, terr_ground, 1);
    if (of_mesh == NULL || ground == NULL) return HL_OUT_OF_MEMORY;
    const bool grid = from->kind == AUTH_GROUND_GRID;
    const auth_mesh *mesh = grid ? mesh_of_grid(from, arena) : from->mesh;
    if (mesh == NULL && grid) return HL_OUT_OF_MEMORY;
    if (mesh == NULL) {
        hl_report_add(report, from->file_place, "'file': '%s' has not been read", from->file);
        return HL_BAD_INPUT;
    }
    const hl_status status = check_mesh(site, mesh, grid ? "grid" : from->file, arena, of_mesh);
    if (status == HL_BAD_INPUT) return refuse_mesh(from, of_mesh, report);
    name_surfaces(site, mesh);
    *ground = (terr_ground){site->mesh, sample_mesh, 0.0};
    site->terrain = ground;
    return status;
}

static terr_sample sample_washboard(const void *self, double x, double y)
{
    terr_sample sample = {.surface = USUAL_SURFACE};
    sample.height = coll_washboard_at(self, x, y, &sample.normal);
    return sample;
}

static const terr_ground *build_washboard(world_site *site, const auth_ground *from, hl_arena *arena)
{
    coll_washboard *washboard = HL_NEW(arena, coll_washboard, 1);
    terr_ground *ground = HL_NEW(arena, terr_ground, 1);
    if (washboard == NULL || ground == NULL) return NULL;
    *washboard = (coll_washboard){.shape = from->shape == AUTH_WASHBOARD_TRAPEZOID ? COLL_WASHBOARD_TRAPEZOID
                                                                                   : COLL_WASHBOARD_SINE,
                                  .wavelength = from->wavelength,
                                  .height = from->height,
                                  .crest = from->crest,
                                  .bottom = from->bottom,
                                  .shift = from->shift,
                                  .from = from->from,
                                  .periods = from->periods};
    site->washboard = washboard;
    *ground = (terr_ground){washboard, sample_washboard, 0.0};
    return ground;
}

static const terr_ground *build_ground(world_site *site, const auth_ground *from, hl_arena *arena)
{
    switch (from->kind) {
    case AUTH_GROUND_WAVES:
        return terr_ground_waves(&(terr_waves){.amplitude = from->amplitude,
                                               .wavelength = from->wavelength,
                                               .octaves = from->octaves,
                                               .flat_radius = from->flat_radius,
                                               .seed = (unsigned)from->seed,
                                               .surface = USUAL_SURFACE},
                                 arena);
    case AUTH_GROUND_GRID:
        return terr_ground_grid(&(terr_grid){.origin = {from->origin[0], from->origin[1]},
                                             .spacing = from->spacing,
                                             .columns = from->columns,
                                             .rows = from->rows,
                                             .heights = from->heights,
                                             .surface = USUAL_SURFACE},
                                arena);
    case AUTH_GROUND_WASHBOARD:
        return build_washboard(site, from, arena);
    case AUTH_GROUND_PLANE:
    case AUTH_GROUND_MESH: /* build_mesh */
    default:
        return terr_ground_plane(
            &(terr_plane){.slope = from->slope, .direction = from->direction, .surface = USUAL_SURFACE},
            arena);
    }
}

/* An object stands on the ground with the middle of its base, or where it says. */
static contact_box place_object(const auth_object *object, const terr_ground *ground)
{
    const hl_vec3 half = hl_scale(0.5, world_vec3(object->size));
    const hl_mat3 axes = hl_quat_matrix(world_turn(object->turn));
    const double height =
        object->absolute ? 0.0 : terr_ground_at(ground, object->at[0], object->at[1]).height;
    const hl_vec3 base = hl_v3(object->at[0], object->at[1], height + object->at[2]);
    return (contact_box){hl_add(base, hl_mul(&axes, hl_v3(0, 0, half.z))), axes, half};
}

static bool build_objects(world_site *site, hl_arena *arena)
{
    site->object_count = site->scenario == NULL ? 0 : auth_scenario_fixed(site->scenario);
    site->objects = HL_NEW(arena, contact_box, site->object_count);
    if (site->objects == NULL) return false;
    for (int i = 0; i < site->object_count; i++)
        site->objects[i] = place_object(&site->scenario->objects[i], site->terrain);
    site->tree = contact_tree_new(site->objects, site->object_count, arena);
    return site->tree != NULL;
}

hl_status world_site_build(world_site *site, hl_arena *arena, hl_report *report)
{
    static const auth_ground flat = {.kind = AUTH_GROUND_PLANE};
    const auth_ground *from = site->scenario == NULL ? &flat : &site->scenario->ground;
    site->surfaces[site->surface_count++] = from->surface;
    if (from->kind == AUTH_GROUND_MESH || (from->kind == AUTH_GROUND_GRID && from->ledges)) {
        const hl_status status = build_mesh(site, from, arena, report);
        if (status != HL_OK) return status;
    } else
        site->terrain = build_ground(site, from, arena);
    site->ground = site->terrain;
    return site->terrain != NULL && build_objects(site, arena) ? HL_OK : HL_OUT_OF_MEMORY;
}

int world_site_disc(const world_site *site, const coll_disc *disc, hl_vec3 foot, double margin, int most,
                    coll_plane *planes)
{
    if (!world_site_has_profile(site)) return 0;
    if (site->sand != NULL && terr_field_reaches(terr_sand_field(site->sand), foot.x, foot.y)) return 0;
    if (site->washboard != NULL)
        return coll_washboard_planes(site->washboard, disc, margin, most, USUAL_SURFACE, planes);
    return coll_disc_planes(site->mesh, disc, margin, most, planes);
}

/* ---- materials: the ground's is the first ---- */

/* Scenarios that no file was read for may leave their materials out. */
const char *world_site_ground_material(const world_site *site)
{
    if (site->scenario != NULL && site->scenario->ground.material != NULL)
        return site->scenario->ground.material;
    return site->sand != NULL ? AUTH_SAND_MATERIAL : AUTH_GROUND_MATERIAL;
}

const char *world_site_object_material(const auth_object *object)
{
    return object->material != NULL ? object->material : AUTH_OBJECT_MATERIAL;
}

int world_site_material(const world_site *site, const char *name)
{
    for (int i = 0; i < site->material_count; i++)
        if (strcmp(site->materials[i], name) == 0) return i;
    return -1;
}

static int material_number(world_site *site, const char *name)
{
    const int known = world_site_material(site, name);
    if (known >= 0) return known;
    site->materials[site->material_count] = name;
    return site->material_count++;
}

bool world_site_number_materials(world_site *site, const world_site_machine *machines, int count,
                                 hl_arena *arena)
{
    int most = site->object_count + 1;
    bool touch = count > 1; /* each other, or their implements */
    for (int i = 0; i < count; i++) touch |= machines[i].author->implement_count > 0;
    for (int i = 0; touch && i < count; i++) most += machines[i].author->shape_count;
    site->materials = HL_NEW(arena, const char *, most);
    site->object_materials = HL_NEW(arena, int, site->object_count);
    if (site->materials == NULL || site->object_materials == NULL) return false;
    material_number(site, world_site_ground_material(site));
    for (int i = 0; i < site->object_count; i++)
        site->object_materials[i] =
            material_number(site, world_site_object_material(&site->scenario->objects[i]));
    for (int i = 0; touch && i < count; i++)
        for (int k = 0; k < machines[i].author->shape_count; k++)
            material_number(site, machines[i].author->shapes[k].material);
    return true;
}

/* ---- friction ---- */

/* Lists what is known. */
static void complain_of_surface(const world_site *site, const auth_tire_friction *list, int count,
                                const char *kind, const char *name, const char *machine, hl_report *report)
{
    char known[HL_MESSAGE_LENGTH / 2] = "";
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s'%s'", i ? ", " : "", list[i].surface);
    }
    hl_report_add(report, site->scenario->ground.surface_place,
                  "surface '%s' is not known to %s '%s' of the machine%s%s%s: give one of %s",
                  site->scenario->ground.surface, kind, name, machine ? " '" : "", machine ? machine : "",
                  machine ? "'" : "", known);
}

static const auth_tire_friction *find_friction(const auth_tire_friction *list, int count, const char *surface)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].surface, surface) == 0) return &list[i];
    return NULL;
}

/* On the scenario's surface; without one, and on sand, the first. On sand in a mesh its surface counts, as
 * the machine drives on the mesh too. */
const auth_tire_friction *world_site_friction(const world_site *site, const auth_tire_friction *list,
                                              int count, const char *kind, const char *name,
                                              const char *machine, hl_report *report)
{
    if (site->scenario == NULL) return list;
    const auth_ground *ground = &site->scenario->ground;
    if (site->scenario->sand.present && (ground->kind != AUTH_GROUND_MESH || ground->surface == NULL))
        return list;
    const auth_tire_friction *found = find_friction(list, count, ground->surface);
    if (found != NULL) return found;
    complain_of_surface(site, list, count, kind, name, machine, report);
    return NULL;
}

void world_site_frictions(const world_site *site, const auth_tire_friction *list, int count,
                          const auth_tire_friction *usual, const tire_friction *friction[WORLD_SURFACES])
{
    for (int i = 0; i < site->surface_count; i++) {
        const auth_tire_friction *found =
            i == USUAL_SURFACE ? NULL : find_friction(list, count, site->surfaces[i]);
        friction[i] = found != NULL ? &found->law : &usual->law;
    }
}

/* ---- sand: soils, piles, patches, walls, tools and containers ---- */

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

static bool is_valid_container(const terr_container_def *def, const char *name, hl_place place,
                               hl_report *report)
{
    const char *wrong = terr_container_validate(def);
    if (wrong != NULL) hl_report_add(report, place, "container '%s': %s", name, wrong);
    return wrong == NULL;
}

static terr_container_def container_of(const auth_container *from)
{
    terr_container_def to = {.cell = from->cell,
                             .thickness = from->thickness,
                             .friction = from->friction,
                             .gate = from->has_gate ? (terr_side)from->gate.side : TERR_SIDE_NONE,
                             .shell = true};
    for (int k = 0; k < 3; k++) to.size[k] = from->size[k];
    for (int k = 0; k < 2; k++) to.taper[k] = from->taper[k];
    return to;
}

/* Particles touch its objects in place of a shell. */
static terr_container_def container_of_skip(const auth_skip *from)
{
    terr_container_def to = {
        .cell = from->cell, .thickness = from->thickness, .friction = from->friction, .gate = TERR_SIDE_NONE};
    for (int k = 0; k < 3; k++) to.size[k] = from->size[k];
    return to;
}

static terr_tool_motion place_of_skip(const auth_skip *skip, const terr_ground *ground)
{
    const double height = terr_ground_at(ground, skip->at[0], skip->at[1]).height;
    return (terr_tool_motion){.position =
                                  hl_v3(skip->at[0], skip->at[1], height + skip->at[2] + skip->thickness),
                              .rotation = hl_quat_matrix(hl_quat_exp(hl_v3(0, 0, skip->heading)))};
}

/* Of the machines in their order, then of the scenario.
 * @return HL_OK, HL_BAD_INPUT after a complaint, HL_OUT_OF_MEMORY */
static hl_status define_containers(world_site *site, const world_site_machine *machines, int count,
                                   hl_arena *arena, hl_report *report, terr_sand_def *def)
{
    const auth_scenario *scenario = site->scenario;
    int most = scenario->skip_count;
    for (int i = 0; i < count; i++) most += machines[i].author->container_count;
    terr_container_def *list = HL_NEW(arena, terr_container_def, most);
    site->skips = HL_NEW(arena, terr_tool_motion, scenario->skip_count);
    if (list == NULL || site->skips == NULL) return HL_OUT_OF_MEMORY;
    def->containers = list;
    for (int i = 0; i < count; i++)
        for (int c = 0; c < machines[i].author->container_count; c++) {
            const auth_container *author = &machines[i].author->containers[c];
            list[def->container_count] = container_of(author);
            if (!is_valid_container(&list[def->container_count++], author->name, author->place,
                                    machines[i].report))
                return HL_BAD_INPUT;
        }
    for (; site->skip_count < scenario->skip_count; site->skip_count++) {
        const auth_skip *skip = &scenario->skips[site->skip_count];
        list[def->container_count] = container_of_skip(skip);
        if (!is_valid_container(&list[def->container_count++], skip->name, skip->place, report))
            return HL_BAD_INPUT;
        site->skips[site->skip_count] = place_of_skip(skip, site->terrain);
    }
    return HL_OK;
}

static void fill_skips(const world_site *site)
{
    const int first = terr_sand_container_count(site->sand) - site->skip_count;
    for (int i = 0; i < site->skip_count; i++)
        if (site->scenario->skips[i].filled > 0.0)
            terr_sand_fill_container(site->sand, first + i, terr_quanta(site->scenario->skips[i].filled), 0);
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
    if (status == HL_OK) status = define_containers(site, machines, count, arena, report, &def);
    if (status != HL_OK) return status;
    if (!define_soils(sand, arena, &def.field) || !define_scenery(site, site->terrain, arena, &def))
        return HL_OUT_OF_MEMORY;
    char why[HL_MESSAGE_LENGTH];
    status = terr_sand_new(&def, arena, &site->sand, why);
    if (status == HL_BAD_INPUT) hl_report_add(report, sand->place, "%s", why);
    if (status == HL_OUT_OF_MEMORY) {
        hl_report_add(
            report, sand->place,
            "the sand needs %.0f MB of memory, which are not available: use a smaller field or larger cells",
            terr_field_bytes(&def.field) / 1e6);
        return HL_BAD_INPUT;
    }
    if (status != HL_OK) return status;
    fill_skips(site);
    terr_ground *ground = HL_NEW(arena, terr_ground, 1);
    if (ground == NULL) return HL_OUT_OF_MEMORY;
    *ground = terr_field_ground(terr_sand_field(site->sand));
    site->ground = ground;
    return HL_OK;
}

/* ---- soils ---- */

terr_soil world_soil_of(const auth_soil *from)
{
    return (terr_soil){.name = from->name,
                       .loose_density = from->loose_density,
                       .bank_density = from->bank_density,
                       .repose = from->repose,
                       .friction_angle = from->friction_angle,
                       .cohesion = from->cohesion,
                       .steel_friction = from->steel_friction,
                       .adhesion = from->adhesion,
                       .bekker_cohesive = from->bekker_cohesive,
                       .bekker_frictional = from->bekker_frictional,
                       .bekker_exponent = from->bekker_exponent,
                       .janosi_displacement = from->janosi_displacement,
                       .tip_pressure = from->tip_pressure,
                       .pressing = from->pressing,
                       .solid_share = from->solid_share,
                       .restitution = from->restitution,
                       .sliding_friction = from->sliding_friction,
                       .rolling_friction = from->rolling_friction};
}

/* ---- heaps in containers on the ground ---- */

terr_sample world_site_surface_at(const world_site *site, double x, double y, bool *heaped)
{
    terr_sample ground = terr_ground_at(site->ground, x, y);
    *heaped = false;
    for (int i = 0; i < site->skip_count; i++) {
        const terr_tool_motion *at = &site->skips[i];
        const int index = terr_sand_container_count(site->sand) - site->skip_count + i;
        hl_vec3 normal;
        double height;
        const hl_vec3 local =
            hl_mul_transposed(&at->rotation, hl_sub(hl_v3(x, y, at->position.z), at->position));
        if (!terr_sand_heap_at(site->sand, index, local, &height, &normal)) continue;
        ground.height = at->position.z + height;
        ground.normal = hl_mul(&at->rotation, normal);
        *heaped = true;
    }
    return ground;
}
