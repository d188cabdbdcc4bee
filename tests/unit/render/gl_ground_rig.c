#include "gl_ground_rig.h"

#include "rnd/scene.h"
#include "support/check.h"
#include "xch/terrain.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double cell = 0.05;
static const float ANGLE = 1.0471976F; /* of view, up and down */

static double level(void *context, double x, double y)
{
    (void)context, (void)x, (void)y;
    return 0.0;
}

static void set_light(rnd_draw_list *list)
{
    auth_weather weather = auth_weather_default();
    weather.cloud = 0.0;
    list->sky = rnd_sky_of(&weather);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) list->field.colours[i][k] = 1.0F;
}

void rig_open(rig *r, rnd_quality quality)
{
    char error[512];
    const rnd_surface rigid = {.height = level};
    const double middle[2] = {0, 0};
    r->offscreen = rnd_offscreen_open(RIG_WIDTH, RIG_HEIGHT, error, sizeof error);
    if (r->offscreen == NULL) fail_msg("%s", error);
    assert_true(rnd_ground_mesh(rigid, middle, 300.0, &r->arena, &r->mesh));
    r->stock = (rnd_stock){.mesh_count = 1, .meshes = &r->mesh, .textures = HEADLAND_TEXTURES};
    r->backend = rnd_gl_new(&r->stock, quality, true, error, sizeof error);
    if (r->backend == NULL) fail_msg("%s", error);
    r->ground = rnd_ground_new(RIG_TILES, RIG_TILES, rigid, &r->arena);
    assert_non_null(r->ground);
    for (int i = 0; i < RIG_TILES * RIG_TILES; i++) rig_give(r, i % RIG_TILES, i / RIG_TILES);
    r->instance.seen = ~0U;
    glm_mat4_identity(r->instance.model);
    r->list.instances = &r->instance;
    r->list.instance_count = r->list.glass_first = 1;
    set_light(&r->list);
}

void rig_close(rig *r)
{
    const char *last = "";
    const int complaints = rnd_gl_complaints(r->backend, &last);
    if (complaints > 0) print_error("%s\n", last);
    r->backend->free(r->backend);
    rnd_offscreen_close(r->offscreen);
    hl_arena_free(&r->arena);
    assert_int_equal(complaints, 0);
}

void rig_give(rig *r, int column, int row)
{
    static xch_tile tile;
    const double size = XCH_TILE * cell, low = -0.5 * size * RIG_TILES;
    tile.column = column;
    tile.row = row;
    tile.cell = cell;
    tile.origin[0] = low + size * column;
    tile.origin[1] = low + size * row;
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++) {
            const double x = tile.origin[0] + cell * i, y = tile.origin[1] + cell * j;
            tile.heights[j][i] = (float)r->height(x, y);
            if (i < XCH_TILE && j < XCH_TILE) tile.shades[j][i] = xch_shade(0, r->pressed(x, y));
        }
    rnd_ground_take(r->ground, &tile);
}

void rig_look(rig *r, const vec3 from, const vec3 to)
{
    rnd_view *view = &r->list.views[0];
    r->list.view_count = 1;
    view->nearest = 0.1F;
    view->farthest = 400.0F;
    vec3 up = {0, 0, 1}, target = {to[0], to[1], to[2]};
    memcpy(view->eye, from, sizeof view->eye);
    if (from[0] == to[0] && from[1] == to[1]) up[1] = 1.0F; /* straight down: y is up in the picture */
    glm_lookat(view->eye, target, up, view->view);
    glm_perspective(ANGLE, (float)RIG_WIDTH / RIG_HEIGHT, view->nearest, view->farthest, view->projection);
}

void rig_draw(rig *r, rig_picture *picture)
{
    rnd_ground_list(r->ground, &r->list);
    r->backend->draw(r->backend, &r->list, RIG_WIDTH, RIG_HEIGHT);
    assert_true(r->backend->read(r->backend, RIG_WIDTH, RIG_HEIGHT, picture->rgb[0][0]));
}

void rig_project(const rig *r, const vec3 point, double pixel[2])
{
    mat4 view, projection;
    vec4 p = {point[0], point[1], point[2], 1}, at;
    memcpy(view, r->list.views[0].view, sizeof view);
    memcpy(projection, r->list.views[0].projection, sizeof projection);
    glm_mat4_mulv(view, p, at);
    glm_mat4_mulv(projection, at, p);
    pixel[0] = 0.5 * (1.0 + (double)(p[0] / p[3])) * RIG_WIDTH;
    pixel[1] = 0.5 * (1.0 - (double)(p[1] / p[3])) * RIG_HEIGHT;
}

int rig_bright(const rig_picture *picture, int column, int row)
{
    const uint8_t *p = picture->rgb[row][column];
    return p[0] + p[1] + p[2];
}

double rig_mean(const rig_picture *picture, int left, int top, int right, int bottom)
{
    double sum = 0.0;
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++) sum += rig_bright(picture, column, row);
    return sum / ((right - left) * (bottom - top));
}

int rig_differ(const rig_picture *a, const rig_picture *b, int column, int row)
{
    int most = 0;
    for (int i = 0; i < 3; i++) {
        const int off = abs(a->rgb[row][column][i] - b->rgb[row][column][i]);
        most = off > most ? off : most;
    }
    return most;
}
