/* What a scene is made of, as it is put together: meshes, frames, parts; and complaints about what is
 * missing. */
#include "scene_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- complaints ---- */

void scene_complain(rnd_scene *scene, const char *format, ...)
{
    if (scene->message_count == RND_MESSAGES) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(scene->messages[scene->message_count++], SCENE_MESSAGE, format, arguments);
    va_end(arguments);
}

void scene_complain_at(rnd_scene *scene, const char *file, hl_place place, const char *format, ...)
{
    char text[SCENE_MESSAGE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    scene_complain(scene, "%.160s%s%d:%d: %s", file != NULL ? file : "", file != NULL ? ":" : "", place.line,
                   place.column, text);
}

/* ---- lists ---- */

void *scene_grow(rnd_scene *scene, void *list, int count, size_t size)
{
    enum { FIRST = 16 };
    const bool full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);
    if (!full) return list;
    void *larger = hl_arena_take(scene->arena, count == 0 ? FIRST : 2 * (size_t)count, size);
    if (larger != NULL && count > 0) memcpy(larger, list, (size_t)count * size);
    return larger;
}

int scene_add_mesh(rnd_scene *scene, const rnd_mesh *mesh)
{
    rnd_mesh *list = scene_grow(scene, scene->meshes, scene->stock.mesh_count, sizeof *list);
    if (list == NULL) return 0;
    scene->meshes = list;
    scene->stock.meshes = list;
    list[scene->stock.mesh_count] = *mesh;
    return scene->stock.mesh_count++;
}

static float stretch_of(const matrix *m)
{
    double most = 0.0;
    for (int k = 0; k < 3; k++) most = fmax(most, hl_norm(matrix_column(m, k)));
    return (float)most;
}

int scene_add_frame(rnd_scene *scene, scene_carrier carrier, int of, matrix place)
{
    scene_frame *list = scene_grow(scene, scene->frames, scene->frame_count, sizeof *list);
    if (list == NULL) return 0;
    scene->frames = list;
    if (carrier == SCENE_BODY) of += scene->actor.first_body;
    list[scene->frame_count] = (scene_frame){
        .carrier = carrier, .of = of, .place = place, .now = place, .stretch = stretch_of(&place)};
    return scene->frame_count++;
}

void scene_add_part(rnd_scene *scene, int mesh, int frame)
{
    if (hl_arena_failed(scene->arena)) return; /* there may be no such mesh */
    scene_part *list = scene_grow(scene, scene->parts, scene->part_count, sizeof *list);
    if (list == NULL) return;
    scene->parts = list;
    const bool glass = scene->meshes[mesh].material.substance == RND_GLASS;
    list[scene->part_count++] = (scene_part){mesh, frame, glass};
    scene->glass_count += glass ? 1 : 0;
}
