/* Objects of a scenario: fixed ones where they stand, free ones on frames that follow their poses. */
#include "geometry.h"

#include "scene_internal.h"

#include <math.h>
#include <string.h>

/* NULL: a plain solid. */
static const scene_model *model_of(rnd_scene *scene, const auth_object *object)
{
    return object->model == NULL
               ? NULL
               : scene_find_model(scene, object->model, scene->setup.scenario_file, object->model_place);
}

/* ---- fixed objects ---- */

static matrix place_of_object(const rnd_scene *scene, const auth_object *object)
{
    const double above = object->absolute ? 0.0 : scene_rigid(scene, object->at[0], object->at[1]);
    return matrix_of_turn(hl_quat_exp(matrix_vec3(object->turn)),
                          hl_v3(object->at[0], object->at[1], above + object->at[2]));
}

/* A model is stretched so that its own box becomes the object's. */
static void add_as_model(rnd_scene *scene, const auth_object *object, const scene_model *model)
{
    double scale[3], middle[2];
    for (int k = 0; k < 3; k++) {
        const double extent = (double)(model->high[k] - model->low[k]);
        scale[k] = extent > 0.0 ? object->size[k] / extent : 1.0;
    }
    for (int k = 0; k < 2; k++) middle[k] = 0.5 * (double)(model->low[k] + model->high[k]);
    const matrix place = matrix_scaled(place_of_object(scene, object), scale[0], scale[1], scale[2]);
    const matrix to_base = matrix_moved(-middle[0], -middle[1], -(double)model->low[2]);
    scene_add_model(scene, model, SCENE_STILL, MB_GROUND, matrix_mul(&place, &to_base));
}

static void add_as_box(rnd_scene *scene, const auth_object *object, bool striped)
{
    static const rnd_material concrete = {RND_CONCRETE, {0.52F, 0.50F, 0.47F, 1}, 0, 0.85F, {0}, 0};
    const float size[3] = {(float)object->size[0], (float)object->size[1], (float)object->size[2]};
    matrix place = place_of_object(scene, object);
    const matrix middle = matrix_moved(0, 0, 0.5 * object->size[2]);
    rnd_mesh mesh;
    if (!striped) place = matrix_mul(&place, &middle);
    if (striped ? !solid_striped(size, scene->arena, &mesh)
                : !solid_box(size, true, concrete, scene->arena, &mesh))
        return;
    scene_add_part(scene, scene_add_mesh(scene, &mesh),
                   scene_add_frame(scene, SCENE_STILL, MB_GROUND, place));
}

static void add_fixed(rnd_scene *scene, const auth_object *object)
{
    const scene_model *model = model_of(scene, object);
    if (model != NULL)
        add_as_model(scene, object, model);
    else
        add_as_box(scene, object, object->model != NULL);
}

/* ---- free objects without a model: their solids ---- */

/* Colours of materials, worn and dusty. */
static rnd_material material_of(const char *name)
{
    static const struct {
        const char *name;
        rnd_material material;
    } list[] = {
        {"wood", {RND_PLAIN, {0.42F, 0.29F, 0.17F, 1}, 0, 0.85F, {0}, 0}},
        {"steel", {RND_PLAIN, {0.17F, 0.23F, 0.30F, 1}, 0.3F, 0.5F, {0}, 0}},
        {"stone", {RND_PLAIN, {0.33F, 0.32F, 0.30F, 1}, 0, 0.9F, {0}, 0}},
        {"rubber", {RND_PLAIN, {0.60F, 0.16F, 0.03F, 1}, 0, 0.7F, {0}, 0}},
        {"straw", {RND_PLAIN, {0.62F, 0.49F, 0.24F, 1}, 0, 0.95F, {0}, 0}},
    };
    for (size_t i = 0; name != NULL && i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].name, name) == 0) return list[i].material;
    return (rnd_material){RND_CONCRETE, {0.52F, 0.50F, 0.47F, 1}, 0, 0.85F, {0}, 0};
}

enum { ARC = 9 /* corners of a quarter of a circle */ };

/* The profile of a cylinder, or of a ball drawn out to a capsule: from its rear end to its front. */
static bool turned(const auth_solid *solid, rnd_material material, hl_arena *arena, rnd_mesh *mesh)
{
    const float r = (float)solid->radius, half = 0.5F * (float)solid->length;
    solid_corner profile[2 * ARC];
    int count = 0;
    if (solid->kind == AUTH_SOLID_CYLINDER) {
        profile[count++] = (solid_corner){-half, 0.0F, 0.9F, false};
        profile[count++] = (solid_corner){-half, r, 0.9F, true};
        profile[count++] = (solid_corner){half, r, 0.9F, true};
        profile[count++] = (solid_corner){half, 0.0F, 0.9F, false};
    }
    for (int i = 0; solid->kind != AUTH_SOLID_CYLINDER && i < 2 * ARC; i++) {
        const float angle = 1.57079633F * (float)(i % ARC + (i < ARC ? -(ARC - 1) : 0)) / (ARC - 1);
        profile[count++] =
            (solid_corner){(i < ARC ? -half : half) + r * sinf(angle), r * cosf(angle), 0.9F, false};
    }
    return solid_turned(count, profile, 0, material, arena, mesh);
}

/* Triangles of three points that have all others on one side. Points in one plane give triangles that lie on
 * each other, which looks the same. */
static bool hull(const auth_solid *solid, rnd_material material, hl_arena *arena, rnd_mesh *mesh)
{
    static const double flat = 1e-6; /* [m] */
    const int n = solid->point_count, most = n * n * 2;
    *mesh = (rnd_mesh){.material = material,
                       .vertices = HL_NEW(arena, rnd_vertex, 3 * most),
                       .indices = HL_NEW(arena, uint32_t, 3 * most)};
    if (hl_arena_failed(arena)) return false;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int c = b + 1; c < n && mesh->index_count + 3 <= 3 * most; c++) {
                const hl_vec3 p[3] = {matrix_vec3(solid->points[a]), matrix_vec3(solid->points[b]),
                                      matrix_vec3(solid->points[c])};
                hl_vec3 normal = hl_cross(hl_sub(p[1], p[0]), hl_sub(p[2], p[0]));
                if (!(hl_norm(normal) > 1e-12)) continue;
                normal = hl_normalized(normal);
                double above = 0.0, below = 0.0;
                for (int k = 0; k < n; k++) {
                    const double side = hl_dot(normal, hl_sub(matrix_vec3(solid->points[k]), p[0]));
                    above = fmax(above, side);
                    below = fmin(below, side);
                }
                if (above > flat && below < -flat) continue;
                const bool flip = above > flat;
                if (flip) normal = hl_scale(-1.0, normal);
                for (int k = 0; k < 3; k++) {
                    const hl_vec3 at = p[flip ? 2 - k : k];
                    rnd_vertex *v = &mesh->vertices[mesh->vertex_count];
                    *v = (rnd_vertex){.position = {(float)at.x, (float)at.y, (float)at.z},
                                      .normal = {(float)normal.x, (float)normal.y, (float)normal.z},
                                      .colour = {225, 225, 225, 255}};
                    mesh->indices[mesh->index_count++] = (uint32_t)mesh->vertex_count++;
                }
            }
    solid_bound(mesh);
    return true;
}

/* Rotates x, the axis of revolution, to the axis of the solid. */
static hl_quat axis_turn(int axis)
{
    static const double quarter = 1.57079632679489661923;
    if (axis == 1) return hl_quat_exp(hl_v3(0, 0, quarter));
    if (axis == 2) return hl_quat_exp(hl_v3(0, -quarter, 0));
    return (hl_quat){1, 0, 0, 0};
}

static bool mesh_of(rnd_scene *scene, const auth_object *object, const auth_solid *solid, rnd_mesh *mesh)
{
    const rnd_material material = material_of(solid->material != NULL ? solid->material : object->material);
    const float size[3] = {(float)solid->size[0], (float)solid->size[1], (float)solid->size[2]};
    if (solid->kind == AUTH_SOLID_BOX) return solid_box(size, false, material, scene->arena, mesh);
    if (solid->kind == AUTH_SOLID_HULL) return hull(solid, material, scene->arena, mesh);
    return turned(solid, material, scene->arena, mesh);
}

static matrix place_of_solid(const auth_solid *solid)
{
    hl_quat turn = hl_quat_exp(matrix_vec3(solid->turn));
    if (solid->kind == AUTH_SOLID_CYLINDER || solid->kind == AUTH_SOLID_CAPSULE)
        turn = hl_quat_mul(turn, axis_turn(solid->axis));
    return matrix_of_turn(turn, matrix_vec3(solid->at));
}

/* ---- free objects ---- */

/* A model fills the box about the object's solids. */
static matrix place_in_box(const auth_object *object, const scene_model *model)
{
    double scale[3];
    for (int k = 0; k < 3; k++) {
        const double extent = (double)(model->high[k] - model->low[k]);
        scale[k] = extent > 0.0 ? object->size[k] / extent : 1.0;
    }
    const matrix corner = matrix_scaled(matrix_moved(object->low[0], object->low[1], object->low[2]),
                                        scale[0], scale[1], scale[2]);
    const matrix to_corner =
        matrix_moved(-(double)model->low[0], -(double)model->low[1], -(double)model->low[2]);
    return matrix_mul(&corner, &to_corner);
}

/* Copies share the meshes of the first copy. @param first_mesh  its first mesh; -1: this is the first copy */
static int add_solids(rnd_scene *scene, const auth_object *object, int index, int first_mesh)
{
    int first = first_mesh;
    for (int i = 0; i < object->solid_count; i++) {
        int mesh = first_mesh + i;
        if (first_mesh < 0) {
            rnd_mesh made;
            if (!mesh_of(scene, object, &object->solids[i], &made)) return first;
            mesh = scene_add_mesh(scene, &made);
            if (i == 0) first = mesh;
        }
        scene_add_part(scene, mesh,
                       scene_add_frame(scene, SCENE_OBJECT, index, place_of_solid(&object->solids[i])));
    }
    return first;
}

void scene_make_objects(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    const int fixed = auth_scenario_fixed(scenario);
    int first_mesh = -1;
    for (int i = 0; i < scenario->object_count && !hl_arena_failed(scene->arena); i++) {
        const auth_object *object = &scenario->objects[i];
        if (object->model != NULL && strcmp(object->model, "none") == 0) continue;
        if (!object->free) {
            add_fixed(scene, object);
            continue;
        }
        const scene_model *model = model_of(scene, object);
        const bool like_last = i > fixed && object->entry == object[-1].entry;
        if (model != NULL)
            scene_add_model(scene, model, SCENE_OBJECT, i - fixed, place_in_box(object, model));
        else
            first_mesh = add_solids(scene, object, i - fixed, like_last ? first_mesh : -1);
    }
}
