/* Building of a scene: meshes, frames, parts, models, and messages about errors. */
#include "scene_internal.h"

#include "auth/file.h"
#include "file/read.h"
#include "hl/report.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- meshes, frames, parts ---- */

/* ---- complaints ---- */

void scene_report(rnd_scene *scene, const char *format, ...)
{
    if (scene->message_count == RND_MESSAGES) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(scene->messages[scene->message_count++], SCENE_MESSAGE, format, arguments);
    va_end(arguments);
}

void scene_report_at(rnd_scene *scene, const char *file, hl_place place, const char *format, ...)
{
    char text[SCENE_MESSAGE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    scene_report(scene, "%.160s%s%d:%d: %s", file != NULL ? file : "", file != NULL ? ":" : "", place.line,
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
    if (hl_arena_failed(scene->arena)) return; /* the mesh may be missing */
    scene_part *list = scene_grow(scene, scene->parts, scene->part_count, sizeof *list);
    if (list == NULL) return;
    scene->parts = list;
    const bool glass = scene->meshes[mesh].material.substance == RND_GLASS;
    list[scene->part_count++] = (scene_part){mesh, frame, glass};
    scene->glass_count += glass ? 1 : 0;
}

/* ---- models ---- */

/* ---- models by name, read once ---- */

/* ---- files ---- */

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), of = strlen(ending);
    return length > of && strcmp(name + length - of, ending) == 0;
}

/* A name without its extension. */
static void copy_stem(char *to, size_t size, const char *name)
{
    const size_t length = has_ending(name, ".glb") ? strlen(name) - strlen(".glb") : strlen(name);
    snprintf(to, size, "%.*s", (int)length, name);
}

static bool is_file(const char *path)
{
    return file_is_readable(path, FILE_MODEL, NULL);
}

/* The path of a model: relative to the folder of the file that names it, or else in the assets. */
static bool find_file(const rnd_scene *scene, const char *name, const char *file, char path[SCENE_PATH])
{
    const char *assets = scene->setup.assets != NULL ? scene->setup.assets : ".";
    const char *ending = has_ending(name, ".glb") || has_ending(name, ".gltf") ? "" : ".glb";
    if (name[0] == '/') {
        snprintf(path, SCENE_PATH, "%s%s", name, ending);
        return is_file(path);
    }
    if (file != NULL) {
        const char *slash = strrchr(file, '/');
        const int folder = slash == NULL ? 0 : (int)(slash - file) + 1;
        snprintf(path, SCENE_PATH, "%.*s%s%s", folder, file, name, ending);
        if (is_file(path)) return true;
    }
    snprintf(path, SCENE_PATH, "%s/models/%s%s", assets, name, ending);
    if (is_file(path)) return true;
    char whole[SCENE_PATH];
    snprintf(whole, sizeof whole, "%s%s", name, ending);
    return auth_find_shipped(assets, whole, path, SCENE_PATH);
}

/* The model of the assets with the nearest spelling, as a question for a message; empty: none is near. Names
 * are compared without folder and extension. */
static void nearest_model(const rnd_scene *scene, const char *name, char hint[HL_HINT_LENGTH])
{
    char path[SCENE_PATH], wanted[NAME_MAX + 1], best[NAME_MAX + 1] = "";
    const char *slash = strrchr(name, '/');
    copy_stem(wanted, sizeof wanted, slash != NULL ? slash + 1 : name);
    hl_nearest nearest = hl_spelling_begin(wanted);
    snprintf(path, sizeof path, "%s/models", scene->setup.assets != NULL ? scene->setup.assets : ".");
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char word[NAME_MAX + 1];
        if (!has_ending(entry->d_name, ".glb")) continue;
        copy_stem(word, sizeof word, entry->d_name);
        const int before = nearest.distance;
        hl_spelling_offer(&nearest, word);
        if (nearest.distance < before) snprintf(best, sizeof best, "%s", word);
    }
    if (folder != NULL) (void)closedir(folder);
    (void)hl_did_you_mean(best[0] != '\0' ? best : NULL, hint);
}

static void bound(scene_model *model)
{
    for (int k = 0; k < 3; k++) {
        model->low[k] = INFINITY;
        model->high[k] = -INFINITY;
    }
    for (int n = 0; n < model->model.node_count; n++) {
        const rnd_node *node = &model->model.nodes[n];
        matrix place;
        memcpy(place.m, node->place, sizeof place.m);
        for (int m = node->first_mesh; m < node->first_mesh + node->mesh_count; m++)
            for (int v = 0; v < model->model.meshes[m].vertex_count; v++) {
                const float *p = model->model.meshes[m].vertices[v].position;
                const hl_vec3 at = matrix_point(&place, hl_v3((double)p[0], (double)p[1], (double)p[2]));
                const float in_model[3] = {(float)at.x, (float)at.y, (float)at.z};
                for (int k = 0; k < 3; k++) {
                    model->low[k] = fminf(model->low[k], in_model[k]);
                    model->high[k] = fmaxf(model->high[k], in_model[k]);
                }
            }
    }
}

static scene_model *keep_model(rnd_scene *scene, const char *path, const rnd_model *read)
{
    scene_model *model = HL_NEW(scene->arena, scene_model, 1);
    const char *name = hl_arena_text(scene->arena, path);
    if (hl_arena_failed(scene->arena)) return NULL;
    *model = (scene_model){
        .path = name, .model = *read, .first_mesh = scene->stock.mesh_count, .next = scene->models};
    for (int m = 0; m < read->mesh_count; m++) (void)scene_add_mesh(scene, &read->meshes[m]);
    if (hl_arena_failed(scene->arena)) return NULL;
    bound(model);
    scene->models = model;
    return model;
}

scene_model *scene_find_model(rnd_scene *scene, const char *name, const char *file, hl_place place)
{
    char path[SCENE_PATH], error[SCENE_MESSAGE / 2], hint[HL_HINT_LENGTH];
    rnd_model read;
    if (!find_file(scene, name, file, path)) {
        nearest_model(scene, name, hint);
        scene_report_at(scene, file, place, "there is no model '%.100s'%s", name, hint);
        return NULL;
    }
    for (scene_model *model = scene->models; model != NULL; model = model->next)
        if (strcmp(model->path, path) == 0) return model;
    if (rnd_model_read(path, scene->arena, &read, error, sizeof error)) return keep_model(scene, path, &read);
    scene_report_at(scene, file, place, "%.120s: %s", path, error);
    return NULL;
}

void scene_add_model(rnd_scene *scene, const scene_model *model, scene_carrier carrier, int of, matrix place)
{
    for (int n = 0; n < model->model.node_count; n++) {
        const rnd_node *node = &model->model.nodes[n];
        matrix own;
        memcpy(own.m, node->place, sizeof own.m);
        const int frame = scene_add_frame(scene, carrier, of, matrix_mul(&place, &own));
        for (int m = 0; m < node->mesh_count; m++)
            scene_add_part(scene, model->first_mesh + node->first_mesh + m, frame);
    }
}

void scene_check_node(rnd_scene *scene, const scene_model *model, const char *name, hl_place place)
{
    hl_nearest nearest = hl_spelling_begin(name);
    for (int n = 0; n < model->model.node_count; n++) {
        if (strcmp(model->model.nodes[n].name, name) == 0) return;
        hl_spelling_offer(&nearest, model->model.nodes[n].name);
    }
    char hint[HL_HINT_LENGTH];
    scene_report_at(scene, scene->actor.file, place, "'%.60s' is no node of the model%s", name,
                    hl_did_you_mean(nearest.best, hint));
}
