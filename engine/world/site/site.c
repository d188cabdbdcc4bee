/* Ground and objects of a scenario, and what they are made of. */
#include "site/site.h"

#include "mechanism/mechanism_internal.h"

#include <stdio.h>
#include <string.h>

/* ---- ground and objects ---- */

/* Grounds know surfaces by number; a scenario has one kind of surface so far. */
enum { ONLY_SURFACE = 0 };

static const terr_ground *build_ground(const auth_ground *from, hl_arena *arena)
{
    switch (from->kind) {
    case AUTH_GROUND_WAVES:
        return terr_ground_waves(&(terr_waves){.amplitude = from->amplitude,
                                               .wavelength = from->wavelength,
                                               .octaves = from->octaves,
                                               .flat_radius = from->flat_radius,
                                               .seed = (unsigned)from->seed,
                                               .surface = ONLY_SURFACE},
                                 arena);
    case AUTH_GROUND_GRID:
        return terr_ground_grid(&(terr_grid){.origin = {from->origin[0], from->origin[1]},
                                             .spacing = from->spacing,
                                             .columns = from->columns,
                                             .rows = from->rows,
                                             .heights = from->heights,
                                             .surface = ONLY_SURFACE},
                                arena);
    case AUTH_GROUND_PLANE:
    default:
        return terr_ground_plane(
            &(terr_plane){.slope = from->slope, .direction = from->direction, .surface = ONLY_SURFACE},
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
    site->object_count = site->scenario == NULL ? 0 : site->scenario->object_count;
    site->objects = HL_NEW(arena, contact_box, site->object_count);
    if (site->objects == NULL) return false;
    for (int i = 0; i < site->object_count; i++)
        site->objects[i] = place_object(&site->scenario->objects[i], site->terrain);
    site->tree = contact_tree_new(site->objects, site->object_count, arena);
    return site->tree != NULL;
}

bool world_site_build(world_site *site, hl_arena *arena)
{
    static const auth_ground flat = {.kind = AUTH_GROUND_PLANE};
    site->terrain = build_ground(site->scenario == NULL ? &flat : &site->scenario->ground, arena);
    site->ground = site->terrain;
    return site->terrain != NULL && build_objects(site, arena);
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
    for (int i = 0; count > 1 && i < count; i++) most += machines[i].author->shape_count;
    site->materials = HL_NEW(arena, const char *, most);
    site->object_materials = HL_NEW(arena, int, site->object_count);
    if (site->materials == NULL || site->object_materials == NULL) return false;
    material_number(site, world_site_ground_material(site));
    for (int i = 0; i < site->object_count; i++)
        site->object_materials[i] =
            material_number(site, world_site_object_material(&site->scenario->objects[i]));
    for (int i = 0; count > 1 && i < count; i++)
        for (int k = 0; k < machines[i].author->shape_count; k++)
            material_number(site, machines[i].author->shapes[k].material);
    return true;
}

/* ---- friction ---- */

/* Lists what is known. */
static void complain_of_surface(const world_site *site, const auth_tire_friction *list, int count,
                                const char *kind, const char *name, hl_report *report)
{
    char known[HL_MESSAGE_LENGTH / 2] = "";
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s'%s'", i ? ", " : "", list[i].surface);
    }
    hl_report_add(report, site->scenario->ground.surface_place,
                  "surface '%s' is not known to %s '%s' of the machine; one of %s is expected",
                  site->scenario->ground.surface, kind, name, known);
}

/* On the scenario's surface; without one, and on sand, the first. */
const auth_tire_friction *world_site_friction(const world_site *site, const auth_tire_friction *list,
                                              int count, const char *kind, const char *name,
                                              hl_report *report)
{
    if (site->scenario == NULL || site->scenario->sand.present) return list;
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].surface, site->scenario->ground.surface) == 0) return &list[i];
    complain_of_surface(site, list, count, kind, name, report);
    return NULL;
}
