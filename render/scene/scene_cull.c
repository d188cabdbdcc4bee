/* View volumes, cascades of shadow maps, culling and the order of drawing. */
#include "geometry.h"
#include "scene_internal.h"

#include "hl/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- view volumes ---- */

rnd_frustum rnd_frustum_of(const mat4 view_projection)
{
    rnd_frustum frustum;
    for (int i = 0; i < 6; i++) {
        /* -w <= x: row 3 + row 0 >= 0; x <= w: row 3 - row 0 >= 0; and so on */
        const float sign = i % 2 == 0 ? 1.0F : -1.0F;
        float *plane = frustum.planes[i];
        for (int j = 0; j < 4; j++) plane[j] = view_projection[j][3] + sign * view_projection[j][i / 2];
        const float length = sqrtf(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
        for (int j = 0; j < 4; j++) plane[j] /= length;
    }
    return frustum;
}

bool rnd_frustum_sees_box(const rnd_frustum *frustum, const float low[3], const float high[3])
{
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->planes[i];
        float farthest = plane[3]; /* of the corner that lies farthest inside */
        for (int j = 0; j < 3; j++) farthest += plane[j] * (plane[j] > 0.0F ? high[j] : low[j]);
        if (farthest < 0.0F) return false;
    }
    return true;
}

bool rnd_frustum_sees_sphere(const rnd_frustum *frustum, const float centre[3], float radius)
{
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->planes[i];
        if (plane[0] * centre[0] + plane[1] * centre[1] + plane[2] * centre[2] + plane[3] < -radius)
            return false;
    }
    return true;
}

rnd_eyes rnd_eyes_of(const rnd_draw_list *list)
{
    rnd_eyes all = {0};
    for (int i = 0; i < list->view_count; i++) {
        matrix projection, view;
        memcpy(projection.m, list->views[i].projection, sizeof projection.m);
        memcpy(view.m, list->views[i].view, sizeof view.m);
        const matrix both = matrix_mul(&projection, &view);
        all.bits[all.count] = rnd_in_view(i);
        all.frusta[all.count++] = rnd_frustum_of(both.m);
    }
    for (int i = 0; i < list->cascade_count; i++) {
        all.bits[all.count] = rnd_in_cascade(i);
        all.frusta[all.count++] = rnd_frustum_of(list->cascades[i].view_projection);
    }
    return all;
}

/* ---- shadow maps that follow the eye ---- */

static const double CASTERS = 80.0; /* [m] towards the sun: trees, sheds, low suns */
static const double MAP = RND_MAP_PIXELS;
static const double STEP = 2.0;        /* step of a box in texels: whole texels of a map of 512, too */
static const double LEAST_SINE = 0.01; /* of the sun's height: below, there is no direct light */

/* The sphere around the part of a view up to a distance: on the line of sight, through the eye and the far
 * corners. It depends only on the angles of view, and so does the size of the box. */
static double sphere_of(const rnd_view *view, double until, double *middle)
{
    const double across = 1.0 / fabs((double)view->projection[0][0]);
    const double along = 1.0 / (double)view->projection[1][1];
    const double square = across * across + along * along; /* of the tangent to a corner */
    *middle = square < 1.0 ? 0.5 * until * (1.0 + square) : until;
    return square < 1.0 ? *middle : until * sqrt(square);
}

/* A box along the sun's light: z of clip space is -1 at its end near the sun. */
static void set_box(const hl_vec3 axes[3], const double middle[3], double half, mat4 m)
{
    const double near = middle[2] + half + CASTERS, far = middle[2] - half;
    const double scale[3] = {1.0 / half, 1.0 / half, -2.0 / (near - far)};
    const double offset[3] = {-middle[0] / half, -middle[1] / half, (near + far) / (near - far)};
    memset(m, 0, sizeof(mat4));
    for (int row = 0; row < 3; row++) {
        m[0][row] = (float)(scale[row] * axes[row].x);
        m[1][row] = (float)(scale[row] * axes[row].y);
        m[2][row] = (float)(scale[row] * axes[row].z);
        m[3][row] = (float)offset[row];
    }
    m[3][3] = 1.0F;
}

static rnd_cascade cascade_of(const rnd_view *view, const hl_vec3 axes[3], double until)
{
    double ahead, middle[3];
    const double radius = sphere_of(view, until, &ahead);
    const double half = radius * MAP / (MAP - 2.0 * STEP); /* room for the steps */
    const double texel = 2.0 * half / MAP, step = STEP * texel;
    const hl_vec3 eye = hl_v3((double)view->eye[0], (double)view->eye[1], (double)view->eye[2]);
    const hl_vec3 sight =
        hl_v3(-(double)view->view[0][2], -(double)view->view[1][2], -(double)view->view[2][2]);
    const hl_vec3 centre = hl_add_scaled(eye, ahead, sight);
    for (int k = 0; k < 3; k++) middle[k] = step * round(hl_dot(axes[k], centre) / step);
    rnd_cascade cascade = {.until = (float)until, .texel = (float)texel};
    set_box(axes, middle, half, cascade.view_projection);
    return cascade;
}

void scene_cascades(const rnd_view *view, const float to_sun[3], int count, const float until[],
                    rnd_draw_list *list)
{
    hl_vec3 axes[3];
    list->cascade_count = (double)to_sun[2] > LEAST_SINE ? count : 0;
    axes[2] = hl_v3((double)to_sun[0], (double)to_sun[1], (double)to_sun[2]);
    axes[0] = hl_any_orthogonal(axes[2]);
    axes[1] = hl_cross(axes[2], axes[0]);
    for (int i = 0; i < list->cascade_count; i++)
        list->cascades[i] = cascade_of(view, axes, (double)until[i]);
}

/* ---- culling ---- */

/* ---- culling: parts with spheres in views or shadow maps become instances ---- */

/* ---- order ---- */

static int by_mesh(const void *a, const void *b)
{
    const scene_part *p = a, *q = b;
    if (p->glass != q->glass) return (int)p->glass - (int)q->glass;
    return p->mesh != q->mesh ? p->mesh - q->mesh : p->frame - q->frame;
}

void scene_sort(rnd_scene *scene)
{
    qsort(scene->parts, (size_t)scene->part_count, sizeof *scene->parts, by_mesh);
    scene->list.instances = HL_NEW(scene->arena, rnd_instance, scene->part_count);
    scene->glass_distance = HL_NEW(scene->arena, float, scene->glass_count);
}

/* ---- culling ---- */

static void centre_of(const scene_frame *frame, const rnd_mesh *mesh, float centre[3])
{
    for (int k = 0; k < 3; k++)
        centre[k] = frame->now.m[0][k] * mesh->centre[0] + frame->now.m[1][k] * mesh->centre[1] +
                    frame->now.m[2][k] * mesh->centre[2] + frame->now.m[3][k];
}

/* Glass casts no shadow, and neither does the ground, which is below everything. */
static uint32_t seen_by(const rnd_scene *scene, const rnd_eyes *eyes, uint32_t views, const scene_part *part,
                        const float centre[3])
{
    const float radius = scene->meshes[part->mesh].radius * scene->frames[part->frame].stretch;
    const bool casts =
        !part->glass && !scene->frames[part->frame].mark && part->mesh != scene->stock.ground_mesh;
    uint32_t seen = 0;
    for (int e = 0; e < eyes->count; e++)
        if ((casts || (eyes->bits[e] & views) != 0) &&
            rnd_frustum_sees_sphere(&eyes->frusta[e], centre, radius))
            seen |= eyes->bits[e];
    return seen;
}

static float square_distance(const float a[3], const float b[3])
{
    float square = 0.0F;
    for (int k = 0; k < 3; k++) square += (a[k] - b[k]) * (a[k] - b[k]);
    return square;
}

/* Sort glass by insertion, far panes first. There are few, and their order hardly changes. */
static rnd_instance *place_for_glass(rnd_scene *scene, float distance)
{
    rnd_draw_list *list = &scene->list;
    rnd_instance *glass = list->instances + list->glass_first;
    int at = list->instance_count++ - list->glass_first;
    for (; at > 0 && scene->glass_distance[at - 1] < distance; at--) {
        glass[at] = glass[at - 1];
        scene->glass_distance[at] = scene->glass_distance[at - 1];
    }
    scene->glass_distance[at] = distance;
    return &glass[at];
}

void scene_cull(rnd_scene *scene)
{
    rnd_draw_list *list = &scene->list;
    const rnd_eyes eyes = rnd_eyes_of(list);
    uint32_t views = 0;
    for (int v = 0; v < list->view_count; v++) views |= rnd_in_view(v);
    list->instance_count = 0;
    for (int p = 0; p < scene->part_count; p++) {
        const scene_part *part = &scene->parts[p];
        const scene_frame *frame = &scene->frames[part->frame];
        float centre[3];
        if (p == scene->part_count - scene->glass_count) list->glass_first = list->instance_count;
        if (frame->hidden) continue;
        centre_of(frame, &scene->meshes[part->mesh], centre);
        const uint32_t seen = seen_by(scene, &eyes, views, part, centre);
        if (seen == 0) continue;
        rnd_instance *instance = part->glass
                                     ? place_for_glass(scene, square_distance(centre, list->views[0].eye))
                                     : &list->instances[list->instance_count++];
        instance->mesh = part->mesh;
        instance->seen = seen;
        memcpy(instance->model, frame->now.m, sizeof instance->model);
    }
    if (scene->glass_count == 0) list->glass_first = list->instance_count;
}
