/* The back end that draws nothing: it checks that lists could be drawn, and counts. */
#include "rnd/backend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct null_backend {
    rnd_backend backend; /* first: the same address */
    rnd_stock stock;
    rnd_null_counts counts;
    uint32_t versions[RND_PANELS];
} null_backend;

/* ---- checks ---- */

static bool finite(const float *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(numbers[i])) return false;
    return true;
}

static bool finite_matrix(const vec4 *m)
{
    return finite(m[0], 4) && finite(m[1], 4) && finite(m[2], 4) && finite(m[3], 4);
}

static bool check_views(const rnd_draw_list *list)
{
    if (list->view_count < 1 || list->view_count > RND_VIEWS) return false;
    if (list->cascade_count < 0 || list->cascade_count > RND_CASCADES) return false;
    for (int v = 0; v < list->view_count; v++) {
        const rnd_view *view = &list->views[v];
        if (!finite_matrix(view->view) || !finite_matrix(view->projection) || !finite(view->eye, 3) ||
            !(view->nearest > 0.0F) || !(view->farthest > view->nearest))
            return false;
    }
    for (int c = 0; c < list->cascade_count; c++)
        if (!finite_matrix(list->cascades[c].view_projection) || !(list->cascades[c].texel > 0.0F))
            return false;
    return finite(list->sky.to_sun, 3) && finite(list->sky.sun, 3) && finite(list->sky.zenith, 3) &&
           finite(list->sky.horizon, 3) && finite(list->sky.ground, 3) && isfinite(list->sky.exposure);
}

/* Bits of views and cascades that the list has not. */
static uint32_t strange_bits(const rnd_draw_list *list)
{
    uint32_t known = 0;
    for (int v = 0; v < list->view_count; v++) known |= rnd_in_view(v);
    for (int c = 0; c < list->cascade_count; c++) known |= rnd_in_cascade(c);
    return ~known;
}

static bool check_instances(const null_backend *null, const rnd_draw_list *list)
{
    const uint32_t strange = strange_bits(list);
    if (list->glass_first < 0 || list->glass_first > list->instance_count) return false;
    for (int i = 0; i < list->instance_count; i++) {
        const rnd_instance *instance = &list->instances[i];
        if (instance->mesh < 0 || instance->mesh >= null->stock.mesh_count) return false;
        const bool glass = null->stock.meshes[instance->mesh].material.substance == RND_GLASS;
        if (!finite_matrix(instance->model) || (instance->seen & strange) != 0) return false;
        if (glass != (i >= list->glass_first)) return false;
        if (i > 0 && i < list->glass_first && instance->mesh < list->instances[i - 1].mesh) return false;
    }
    return true;
}

static bool check_field(const null_backend *null, const rnd_draw_list *list)
{
    const rnd_field *field = &list->field;
    if (field->columns > null->stock.field_columns || field->rows > null->stock.field_rows) return false;
    if (field->columns > 0 && (field->heights == NULL || field->shades == NULL || !(field->cell > 0.0F)))
        return false;
    for (int level = 0; level < RND_LEVELS; level++)
        for (int p = 0; p < list->patch_count[level]; p++) {
            const rnd_patch *patch = &list->patches[level][p];
            if (patch->column < 0 || patch->row < 0 || (patch->seen & strange_bits(list)) != 0) return false;
        }
    return true;
}

static bool check_loose(const rnd_draw_list *list)
{
    if (list->grain_count < 0 || (list->grain_count > 0 && !finite(list->grains, 4 * list->grain_count)))
        return false;
    if (list->sprite_count < 0 || list->sprite_count > RND_SPRITES) return false;
    for (int s = 0; s < list->sprite_count; s++)
        if (!finite(list->sprites[s].at, 3) || !isfinite(list->sprites[s].radius)) return false;
    return true;
}

static bool check_panels(const rnd_draw_list *list)
{
    if (list->panel_count < 0 || list->panel_count > RND_PANELS) return false;
    for (int p = 0; p < list->panel_count; p++) {
        const rnd_panel *panel = &list->panels[p];
        if (panel->slot < 0 || panel->slot >= RND_PANELS || panel->picture.pixels == NULL) return false;
        for (int c = 0; c < 4; c++)
            if (!finite(panel->corners[c], 3)) return false;
    }
    return true;
}

static bool check_changed(const null_backend *null, const rnd_draw_list *list)
{
    for (int i = 0; i < list->changed_count; i++) {
        const int mesh = list->changed[i];
        if (mesh < 0 || mesh >= null->stock.mesh_count || !null->stock.meshes[mesh].changes) return false;
        for (int v = 0; v < null->stock.meshes[mesh].vertex_count; v++)
            if (!finite(null->stock.meshes[mesh].vertices[v].position, 3)) return false;
    }
    return true;
}

/* ---- the back end ---- */

static void count(null_backend *null, const rnd_draw_list *list)
{
    rnd_null_counts *counts = &null->counts;
    counts->pictures++;
    counts->instances += list->instance_count;
    for (int i = 0; i < list->instance_count; i++)
        counts->triangles += null->stock.meshes[list->instances[i].mesh].index_count / 3;
    for (int level = 0; level < RND_LEVELS; level++) counts->patches += list->patch_count[level];
    counts->grains += list->grain_count;
    counts->sprites += list->sprite_count;
    counts->panels += list->panel_count;
    for (int p = 0; p < list->panel_count; p++) {
        uint32_t *known = &null->versions[list->panels[p].slot];
        counts->uploads += *known != list->panels[p].picture.version ? 1 : 0;
        *known = list->panels[p].picture.version;
    }
}

static void draw(rnd_backend *backend, const rnd_draw_list *list, int width, int height)
{
    null_backend *null = (null_backend *)backend;
    const bool good = width > 0 && height > 0 && check_views(list) && check_instances(null, list) &&
                      check_field(null, list) && check_loose(list) && check_changed(null, list) &&
                      check_panels(list);
    if (good)
        count(null, list);
    else
        null->counts.bad++;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as rnd_backend has it */
static bool read_nothing(rnd_backend *backend, int width, int height, uint8_t *rgb)
{
    (void)backend, (void)width, (void)height, (void)rgb;
    return false;
}

static void ignore_quality(rnd_backend *backend, rnd_quality quality)
{
    (void)backend, (void)quality;
}

static void free_null(rnd_backend *backend)
{
    free(backend);
}

rnd_backend *rnd_null_new(const rnd_stock *stock)
{
    null_backend *null = calloc(1, sizeof *null);
    if (null == NULL) return NULL;
    null->backend =
        (rnd_backend){.draw = draw, .read = read_nothing, .set_quality = ignore_quality, .free = free_null};
    null->stock = *stock;
    return &null->backend;
}

rnd_null_counts rnd_null_look(const rnd_backend *backend)
{
    return ((const null_backend *)backend)->counts;
}

/* ---- quality ---- */

const char *rnd_quality_word(rnd_quality quality)
{
    static const char *const words[RND_QUALITIES] = {"low", "medium", "high"};
    return quality >= 0 && quality < RND_QUALITIES ? words[quality] : "?";
}
