/* What can be seen: parts whose spheres lie in views or in shadow maps become instances. */
#include "frustum.h"
#include "scene_internal.h"

#include <stdlib.h>
#include <string.h>

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

/* Glass casts no shadow, and the ground, which lies under everything, none that could be told from its own
 * shade. */
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

/* Glass goes in where it belongs: far ones first. There are few, and their order hardly changes. */
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
