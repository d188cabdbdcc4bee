/* The ground: tiles in one field, levels of detail that lose nothing one sees, what is seen from where, and
 * the mesh around it. */
#include "support/check.h"

#include "geometry.h"
#include "rnd/scene.h"
#include "xch/terrain.h"

#include <cglm/cglm.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 6, ROWS = 4 };

static hl_arena arena;
static rnd_draw_list list;
static const double cell = 0.05, origin[2] = {-3.0, 2.0};
static const double size = XCH_TILE * 0.05; /* of a tile [m] */

static double slope(void *context, double x, double y)
{
    (void)context;
    return 0.1 * x - 0.2 * y + 1.0;
}
static const rnd_surface rigid = {.height = slope};

static double waves(void *context, double x, double y)
{
    (void)context;
    return 0.25 * sin(0.21 * x) + 0.04 * sin(0.84 * y);
}

static int begin(void **unused)
{
    (void)unused;
    memset(&list, 0, sizeof list);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

/* A tile whose surface is the rigid ground's plus `more(x, y)`. */
static void give(rnd_ground *ground, int column, int row, double (*more)(double x, double y))
{
    static xch_tile tile;
    tile.column = column;
    tile.row = row;
    tile.cell = cell;
    tile.origin[0] = origin[0] + size * column;
    tile.origin[1] = origin[1] + size * row;
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++) {
            const double x = tile.origin[0] + cell * i, y = tile.origin[1] + cell * j;
            tile.heights[j][i] = (float)(slope(NULL, x, y) + more(x, y));
        }
    for (int j = 0; j < XCH_TILE; j++)
        for (int i = 0; i < XCH_TILE; i++) tile.shades[j][i] = xch_shade(column % 8, 0.01 * row);
    rnd_ground_take(ground, &tile);
}

static double nothing(double x, double y)
{
    (void)x;
    (void)y;
    return 0.0;
}
static double raised(double x, double y)
{
    (void)x;
    (void)y;
    return 0.5;
}
static double lowered(double x, double y)
{
    return -raised(x, y);
}
/* A ridge of 0.1 m that only steps of one cell can show. */
static double comb(double x, double y)
{
    (void)y;
    return 0.1 * (double)(lround((x - origin[0]) / cell) % 2);
}

static rnd_ground *field(void)
{
    rnd_ground *ground = rnd_ground_new(COLUMNS, ROWS, rigid, &arena);
    assert_non_null(ground);
    return ground;
}

/* View 0 from a place to another. */
static void look(double ex, double ey, double ez, double x, double y, double z)
{
    rnd_view *view = &list.views[0];
    list.view_count = 1;
    view->eye[0] = (float)ex;
    view->eye[1] = (float)ey;
    view->eye[2] = (float)ez;
    glm_lookat(view->eye, (vec3){(float)x, (float)y, (float)z}, (vec3){0, 0, 1}, view->view);
    glm_perspective(1.0F, 16.0F / 9.0F, 0.1F, 500.0F, view->projection);
}

/* The level a tile is listed at with a bit; -1: not at all. */
static int listed_level(int column, int row, uint32_t bit)
{
    int found = -1;
    for (int level = 0; level < RND_LEVELS; level++)
        for (int i = 0; i < list.patch_count[level]; i++) {
            const rnd_patch *patch = &list.patches[level][i];
            if (patch->column != column || patch->row != row || (patch->seen & bit) == 0) continue;
            assert_int_equal(found, -1); /* once */
            found = level;
        }
    return found;
}

static void before_the_first_tile_there_is_only_rigid_ground(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    CHECK_SAME(rnd_ground_at(ground, 1.0, 3.0), slope(NULL, 1.0, 3.0));
    look(0, 0, 3, 0, 10, 1);
    rnd_ground_list(ground, &list);
    assert_int_equal(list.field.columns, 0);
    for (int level = 0; level < RND_LEVELS; level++) assert_int_equal(list.patch_count[level], 0);
}

/* A cell at (0, 4) from which a grain was lifted, 0.09 m deep. */
static double pit(double x, double y)
{
    return fabs(x) < 0.01 && fabs(y - 4.0) < 0.01 ? -0.09 : 0.0;
}

static int count_dirty(rnd_ground *ground)
{
    look(0, 0, 3, 0, 10, 1);
    rnd_ground_list(ground, &list);
    return list.field.dirty_count;
}

/* The grain that still lies there is soil of the surface; without it, or with one that flies over it, there
 * is a hole. The rigid ground falls by 5 and 10 mm from cell to cell: the lowest neighbour is 10 mm below. */
static void a_hole_with_its_grain_in_it_is_closed(void **unused)
{
    (void)unused;
    const float lying[] = {5.0F, 5.0F, 9.0F, 0.03F, 0.004F, 3.99F, 0.14F, 0.03F},
                flying[] = {0.0F, 4.0F, 0.6F, 0.03F};
    rnd_ground *ground = field();
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) give(ground, column, row, pit);
    const double level = slope(NULL, 0.0, 4.0);
    (void)count_dirty(ground);
    rnd_ground_fill(ground, 1, flying);
    CHECK_NEAR(rnd_ground_at(ground, 0.0, 4.0), level - 0.09, 1e-5);
    assert_int_equal(count_dirty(ground), 0);
    rnd_ground_fill(ground, 2, lying);
    CHECK_NEAR(rnd_ground_at(ground, 0.0, 4.0), level - 0.01, 1e-5);
    assert_true(count_dirty(ground) > 0);
    rnd_ground_fill(ground, 2, lying); /* nothing new: nothing is uploaded */
    assert_int_equal(count_dirty(ground), 0);
    give(ground, 1, 1, pit); /* the tile comes again, as it is */
    rnd_ground_fill(ground, 2, lying);
    CHECK_NEAR(rnd_ground_at(ground, 0.0, 4.0), level - 0.01, 1e-5);
    rnd_ground_fill(ground, 0, NULL);
    CHECK_NEAR(rnd_ground_at(ground, 0.0, 4.0), level - 0.09, 1e-5);
}

static void a_field_without_tiles_is_none(void **unused)
{
    (void)unused;
    rnd_ground *ground = rnd_ground_new(0, 0, rigid, &arena);
    assert_non_null(ground);
    give(ground, 0, 0, nothing);
    look(0, 0, 3, 0, 10, 1);
    rnd_ground_list(ground, &list);
    assert_int_equal(list.field.columns, 0);
    CHECK_SAME(rnd_ground_at(ground, 1.0, 3.0), slope(NULL, 1.0, 3.0));
}

static void tiles_become_one_field(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) give(ground, column, row, raised);
    look(0, 0, 3, 0, 10, 1);
    rnd_ground_list(ground, &list);
    const rnd_field *f = &list.field;
    assert_int_equal(f->columns, XCH_TILE * COLUMNS + 1);
    assert_int_equal(f->rows, XCH_TILE * ROWS + 1);
    CHECK_NEAR((double)f->origin[0], origin[0], 1e-6);
    CHECK_NEAR((double)f->origin[1], origin[1], 1e-6);
    for (int j = 1; j < f->rows - 1; j++)
        for (int i = 1; i < f->columns - 1; i++) /* single precision at 2 m: 1.2e-7 */
            CHECK_NEAR((double)f->heights[j * f->columns + i],
                       slope(NULL, origin[0] + cell * i, origin[1] + cell * j) + 0.5, 3e-7);
    assert_int_equal(f->shades[(XCH_TILE * 2 + 5) * f->columns + XCH_TILE * 3 + 7], xch_shade(3, 0.02));
}

static void the_border_lies_on_the_rigid_ground(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) give(ground, column, row, lowered);
    const double far_x = origin[0] + size * COLUMNS, far_y = origin[1] + size * ROWS;
    for (double s = 0.02; s < 1.0; s += 0.05) {
        const double x = origin[0] + s * size * COLUMNS, y = origin[1] + s * size * ROWS;
        /* single precision; and, at the far ends, 1e-9 m of the last cell's slope of 0.5/0.05 */
        CHECK_NEAR(rnd_ground_at(ground, x, origin[1]), slope(NULL, x, origin[1]), 1e-6);
        CHECK_NEAR(rnd_ground_at(ground, origin[0], y), slope(NULL, origin[0], y), 1e-6);
        CHECK_NEAR(rnd_ground_at(ground, x, far_y - 1e-9), slope(NULL, x, far_y), 1e-6);
        CHECK_NEAR(rnd_ground_at(ground, far_x - 1e-9, y), slope(NULL, far_x, y), 1e-6);
    }
}

/* Heaps at the border reach it with their height; it falls back with them. */
static void heaps_at_the_border_reach_it(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) give(ground, column, row, raised);
    for (double s = 0.02; s < 1.0; s += 0.05) {
        const double x = origin[0] + s * size * COLUMNS, y = origin[1] + s * size * ROWS;
        CHECK_NEAR(rnd_ground_at(ground, x, origin[1]), slope(NULL, x, origin[1]) + 0.5, 1e-6);
        CHECK_NEAR(rnd_ground_at(ground, origin[0], y), slope(NULL, origin[0], y) + 0.5, 1e-6);
    }
    give(ground, 0, 0, lowered);
    CHECK_NEAR(rnd_ground_at(ground, origin[0], origin[1] + 0.5), slope(NULL, origin[0], origin[1] + 0.5),
               1e-6);
}

static void heights_between_knots_are_bilinear(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    give(ground, 2, 1, comb);
    /* a quarter from a low knot to a high one; a plane is its own bilinear interpolation */
    const double x = origin[0] + 2 * size + 10.25 * cell, y = origin[1] + size + 12.6 * cell;
    CHECK_NEAR(rnd_ground_at(ground, x, y), slope(NULL, x, y) + 0.025, 1e-6);
    /* the neighbour has not come: rigid, whole at once (samples of a plane: exact) */
    const double there = origin[0] + 4.5 * size;
    CHECK_NEAR(rnd_ground_at(ground, there, y), slope(NULL, there, y), 1e-6);
}

static void only_changed_tiles_are_dirty(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    look(0, 0, 3, 0, 10, 1);
    give(ground, 2, 1, nothing);
    rnd_ground_list(ground, &list);
    assert_int_equal(list.field.dirty_count, COLUMNS * ROWS); /* all are new */
    rnd_ground_list(ground, &list);
    assert_int_equal(list.field.dirty_count, 0);
    give(ground, 3, 2, raised);
    give(ground, 3, 2, nothing);
    rnd_ground_list(ground, &list);
    assert_int_equal(list.field.dirty_count, 1);
    assert_int_equal(list.field.dirty[0][0], 3);
    assert_int_equal(list.field.dirty[0][1], 2);
    give(ground, COLUMNS, 0, nothing); /* no such tile */
    give(ground, 0, -1, nothing);
    rnd_ground_list(ground, &list);
    assert_int_equal(list.field.dirty_count, 0);
}

static void a_plane_needs_few_triangles_and_a_comb_many_when_near(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    give(ground, 2, 1, comb);
    const double x = origin[0] + 2.5 * size, y = origin[1] + 1.5 * size;
    look(x - 6.0, y, 4.0, x, y, 1.0);
    rnd_ground_list(ground, &list);
    assert_int_equal(listed_level(2, 1, rnd_in_view(0)), 0);
    assert_int_equal(listed_level(3, 1, rnd_in_view(0)), RND_LEVELS - 1);
    /* 0.1 m are 1.25 of 360 pixels at 0.1 * P_11 * 360/1.25 m: 53 m at an angle of 1 rad */
    look(x - 48.0, y, 4.0, x, y, 1.0);
    rnd_ground_list(ground, &list);
    assert_int_equal(listed_level(2, 1, rnd_in_view(0)), 0);
    look(x - 60.0, y, 4.0, x, y, 1.0);
    rnd_ground_list(ground, &list);
    assert_int_equal(listed_level(2, 1, rnd_in_view(0)), RND_LEVELS - 1);
}

/* Largest distance of a tile's knots from the triangles of its level [m], by its own way: barycentric. */
static double loss(const rnd_field *f, int column, int row, int step)
{
    double most = 0.0;
    for (int j = 0; j <= XCH_TILE; j++)
        for (int i = 0; i <= XCH_TILE; i++) {
            int i0 = i / step * step, j0 = j / step * step;
            if (i0 == XCH_TILE) i0 -= step;
            if (j0 == XCH_TILE) j0 -= step;
            const float *h = f->heights + (row * XCH_TILE + j0) * f->columns + column * XCH_TILE + i0;
            const double a = (double)h[0], b = (double)h[step], c = (double)h[step * f->columns],
                         d = (double)h[step * f->columns + step];
            const double u = (double)(i - i0) / step, v = (double)(j - j0) / step;
            const double there = u > v ? a + u * (b - a) + v * (d - b) : a + v * (c - a) + u * (d - c);
            most = fmax(most, fabs(there - (double)h[(j - j0) * f->columns + i - i0]));
        }
    return most;
}

/* From the eye to the nearest knot of a tile [m]. */
static double away_from(const rnd_field *f, int column, int row)
{
    const float *from = list.views[0].eye;
    double nearest = 1e9;
    for (int j = 0; j <= XCH_TILE; j++)
        for (int i = 0; i <= XCH_TILE; i++) {
            const int across = column * XCH_TILE + i, along = row * XCH_TILE + j;
            const double x = origin[0] + cell * across - (double)from[0];
            const double y = origin[1] + cell * along - (double)from[1];
            const double z = (double)f->heights[along * f->columns + across] - (double)from[2];
            nearest = fmin(nearest, sqrt(x * x + y * y + z * z));
        }
    return nearest;
}

static double rough(double x, double y)
{
    uint64_t seed = (uint64_t)lround(x / cell * 7919.0) * 104729U + (uint64_t)lround(y / cell * 31.0);
    return 0.01 * check_random(&seed) + 0.05 * sin(3.0 * x) * cos(2.0 * y);
}

static void no_level_loses_more_than_a_pixel(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) give(ground, column, row, rough);
    int levels = 0;
    for (double away = 2.0; away < 200.0; away *= 1.3) {
        look(origin[0] - away, origin[1] + 1.0, 3.0, origin[0] + 4.0, origin[1] + 2.0, 0.0);
        rnd_ground_list(ground, &list);
        for (int level = 0; level < RND_LEVELS; level++)
            for (int k = 0; k < list.patch_count[level]; k++) {
                const rnd_patch *patch = &list.patches[level][k];
                const double near = away_from(&list.field, patch->column, patch->row);
                const double pixels = loss(&list.field, patch->column, patch->row, 1 << level) *
                                      (double)list.views[0].projection[1][1] * 360.0 / near;
                assert_true(pixels <= 1.25 * 1.0001 || level == 0);
                levels |= 1 << level;
            }
    }
    assert_int_equal(levels, (1 << RND_LEVELS) - 1); /* all of them were at work */
}

static void only_what_is_seen_is_listed(void **unused)
{
    (void)unused;
    rnd_ground *ground = field();
    give(ground, 0, 0, nothing);
    const double x = origin[0] + 0.5 * size, y = origin[1] + 0.5 * size, z = slope(NULL, x, y);
    /* straight down on tile (0, 0) from 1 m: half the picture's width is 0.97 m there */
    look(x, y + 0.01, z + 1.0, x, y, z);
    list.cascade_count = 1;
    mat4 sun, box;
    const double mid[3] = {origin[0] + 3.5 * size, origin[1] + 2.5 * size, 1.0};
    glm_lookat((vec3){(float)mid[0], (float)mid[1], 20.0F}, (vec3){(float)mid[0], (float)mid[1], 0.0F},
               (vec3){0, 1, 0}, sun);
    glm_ortho(-0.5F, 0.5F, -0.5F, 0.5F, 0.1F, 50.0F, box);
    glm_mat4_mul(box, sun, list.cascades[0].view_projection);
    rnd_ground_list(ground, &list);
    assert_true(listed_level(0, 0, rnd_in_view(0)) >= 0);
    assert_int_equal(listed_level(3, 2, rnd_in_view(0)), -1);
    assert_true(listed_level(3, 2, rnd_in_cascade(0)) >= 0);
    assert_int_equal(listed_level(0, 0, rnd_in_cascade(0)), -1);
    assert_int_equal(listed_level(5, 3, ~0U), -1);
    list.view_count = list.cascade_count = 0;
}

/* A box is seen when one of its points is: checked by projecting many of them. */
static void boxes_and_spheres_with_a_point_in_the_picture_are_seen(void **unused)
{
    (void)unused;
    mat4 both;
    look(1, 2, 3, 8, 5, 1);
    glm_mat4_mul(list.views[0].projection, list.views[0].view, both);
    const rnd_frustum frustum = rnd_frustum_of((const vec4 *)both);
    uint64_t seed = 5;
    int in = 0, hidden = 0;
    for (int k = 0; k < 500; k++) {
        float low[3], high[3];
        vec4 p = {0, 0, 0, 1}, clip;
        for (int i = 0; i < 3; i++) {
            low[i] = (float)(20.0 * check_random(&seed));
            high[i] = low[i] + (float)(2.0 + 2.0 * check_random(&seed));
            p[i] = 0.5F * (low[i] + high[i]);
        }
        glm_mat4_mulv(both, p, clip);
        const bool inside =
            fabsf(clip[0]) <= clip[3] && fabsf(clip[1]) <= clip[3] && fabsf(clip[2]) <= clip[3];
        const bool sphere = rnd_frustum_sees_sphere(&frustum, p, 0.5F);
        if (inside) {
            assert_true(rnd_frustum_sees_box(&frustum, low, high));
            assert_true(sphere);
            in++;
        } else {
            hidden += !rnd_frustum_sees_box(&frustum, low, high) && !sphere;
        }
    }
    assert_true(in > 10);
    assert_true(hidden > 250); /* behind the eye alone are about half of them */
}

/* ---- the mesh around ---- */

/* Edges from a lower to a higher index count +1, the others -1: inside they cancel. */
typedef struct edge {
    uint32_t low, high;
    int sense;
} edge;

static int by_ends(const void *a, const void *b)
{
    const edge *p = a, *q = b;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    return p->high < q->high ? -1 : p->high > q->high;
}

static void the_mesh_has_no_gap(void **unused)
{
    (void)unused;
    rnd_mesh mesh;
    const double at[2] = {3.0, -2.0}, reach = 600.0;
    assert_true(rnd_ground_mesh((rnd_surface){.height = waves}, at, reach, &arena, &mesh));
    edge *edges = HL_NEW(&arena, edge, mesh.index_count);
    for (int i = 0; i < mesh.index_count; i++) {
        const uint32_t a = mesh.indices[i], b = mesh.indices[i % 3 == 2 ? i - 2 : i + 1];
        assert_true(a < (uint32_t)mesh.vertex_count);
        edges[i] = a < b ? (edge){a, b, 1} : (edge){b, a, -1};
    }
    qsort(edges, (size_t)mesh.index_count, sizeof *edges, by_ends);
    int rim = 0;
    for (int i = 0; i < mesh.index_count; rim++) {
        if (i + 1 < mesh.index_count && by_ends(&edges[i], &edges[i + 1]) == 0) {
            assert_int_equal(edges[i].sense + edges[i + 1].sense, 0);
            i += 2;
            rim--;
            continue;
        }
        /* only the outermost ring has no neighbour */
        const float *p = mesh.vertices[edges[i].low].position;
        CHECK_NEAR(hypot((double)p[0] - at[0], (double)p[1] - at[1]), reach, 1e-3);
        i++;
    }
    assert_true(rim >= 64);
    assert_true(mesh.index_count / 3 < 20000); /* what software can draw beside a tractor */
}

static void the_mesh_follows_the_ground_and_faces_up(void **unused)
{
    (void)unused;
    rnd_mesh mesh;
    const double at[2] = {3.0, -2.0};
    const rnd_surface surface = {.height = waves};
    assert_true(rnd_ground_mesh(surface, at, 600.0, &arena, &mesh));
    for (int i = 0; i < mesh.vertex_count; i++) {
        const rnd_vertex *v = &mesh.vertices[i];
        const double x = (double)v->position[0], y = (double)v->position[1];
        const double n[3] = {(double)v->normal[0], (double)v->normal[1], (double)v->normal[2]};
        CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0, 1e-6);
        assert_true(n[2] > 0.9); /* nothing steeper than 25 deg in these waves and hills */
        if (hypot(x - at[0], y - at[1]) > 0.35 * 600.0) continue;
        /* the coordinates were rounded to single after the height was taken: 4e-6 m of a slope of 0.1 */
        CHECK_NEAR((double)v->position[2], waves(NULL, x, y), 1e-5);
    }
    for (int i = 0; i < mesh.index_count; i += 3) {
        const float *a = mesh.vertices[mesh.indices[i]].position;
        const float *b = mesh.vertices[mesh.indices[i + 1]].position;
        const float *c = mesh.vertices[mesh.indices[i + 2]].position;
        assert_true((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0F);
        const double x = (double)(a[0] + b[0] + c[0]) / 3, y = (double)(a[1] + b[1] + c[1]) / 3;
        if (hypot(x - at[0], y - at[1]) > 44.0) continue;
        /* cells of 1.5 m, up to sqrt 2 wider along the ring: bending 0.84^2 * 0.04 + 0.21^2 * 0.25 = 0.04 1/m
         * leaves at most 0.04/8 (1.5^2 + 2.1^2) m between the surface and its triangles */
        CHECK_NEAR((double)(a[2] + b[2] + c[2]) / 3, waves(NULL, x, y), 0.034);
    }
}

static void the_mesh_has_a_horizon_on_any_ground(void **unused)
{
    (void)unused;
    rnd_mesh mesh;
    const double at[2] = {0, 0}, steep = 600.0 * 0.1;
    assert_true(rnd_ground_mesh(rigid, at, 600.0, &arena, &mesh));
    double least = 1e9, most = -1e9;
    for (int i = 0; i < mesh.vertex_count; i++) {
        const rnd_vertex *v = &mesh.vertices[i];
        if (hypot((double)v->position[0], (double)v->position[1]) < 500.0) continue;
        least = fmin(least, (double)v->position[2]);
        most = fmax(most, (double)v->position[2]);
    }
    /* hills of some metres, not the slope gone on */
    assert_true(most - least > 2.0);
    assert_true(most < 1.0 + 0.3 * steep && least > 1.0 - 0.3 * steep);
}

/* ---- the mesh of a scenario's ground ---- */

static const double HALF = 20.0, PLATEAU = 1.0;

/* A square with a step at x = 0. */
static double step_height(void *unused, double x, double y)
{
    (void)unused, (void)y;
    return x < 0.0 ? 0.0 : PLATEAU;
}

static double beyond_square(void *unused, double x, double y)
{
    (void)unused;
    return hypot(fmax(fabs(x) - HALF, 0.0), fmax(fabs(y) - HALF, 0.0));
}

/* The height of what is drawn highest at a place; only upward triangles. */
static double drawn_height(const rnd_mesh *mesh, double x, double y)
{
    double highest = -1e9;
    for (int i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->vertices[mesh->indices[i]].position,
                    *b = mesh->vertices[mesh->indices[i + 1]].position,
                    *c = mesh->vertices[mesh->indices[i + 2]].position;
        const double abx = (double)b[0] - (double)a[0], aby = (double)b[1] - (double)a[1],
                     acx = (double)c[0] - (double)a[0], acy = (double)c[1] - (double)a[1],
                     px = x - (double)a[0], py = y - (double)a[1], area = abx * acy - aby * acx;
        const double u = (px * acy - py * acx) / area, v = (abx * py - aby * px) / area;
        if (!(area > 1e-9) || u < 0.0 || v < 0.0 || u + v > 1.0) continue;
        highest = fmax(highest,
                       (double)a[2] + u * ((double)b[2] - (double)a[2]) + v * ((double)c[2] - (double)a[2]));
    }
    return highest;
}

/* The mesh is seen within its borders, its flat continuation around it, the far ground nowhere above; corners
 * at the step keep both normals; each triangle has the look of its surface. */
static void the_site_is_drawn_as_it_is(void **unused)
{
    (void)unused;
    hl_vec3 vertices[8];
    for (int i = 0; i < 8; i++)
        vertices[i] = hl_v3(i < 2   ? -HALF
                            : i < 6 ? 0.0
                                    : HALF,
                            i % 2 == 0 ? -HALF : HALF, i < 4 ? 0.0 : PLATEAU);
    int triangles[6][3] = {{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}, {4, 6, 7}, {4, 7, 5}};
    int surfaces[6] = {0, 0, -1, -1, 1, 1};
    const auth_mesh site = {.vertex_count = 8,
                            .triangle_count = 6,
                            .vertices = vertices,
                            .triangles = triangles,
                            .surfaces = surfaces,
                            .surface_count = 2,
                            .surface_names = {"asphalt", "grass"}};
    const double at[2] = {-10.0, 4.0};
    const rnd_surface surface = {
        .height = step_height, .beyond = beyond_square, .lowest = 0.0, .apron = rnd_ground_apron(50.0)};
    rnd_mesh mesh;
    assert_true(rnd_ground_mesh(surface, at, 600.0, &arena, &mesh));
    const int far = mesh.index_count;
    assert_true(rnd_ground_add_site(surface, &site, "firm gravel", &arena, &mesh));
    for (int i = 0; i < mesh.index_count; i++) assert_true(mesh.indices[i] < (uint32_t)mesh.vertex_count);
    assert_true(mesh.index_count > far + 18);
    static const uint8_t looks[3][4] = {{0, 255, 0, 0}, {255, 0, 0, 0}, {255, 255, 255, 255}};
    for (int t = 0; t < 6; t++)
        for (int k = 0; k < 3; k++)
            assert_memory_equal(mesh.vertices[mesh.indices[3 * t + k]].colour, looks[t / 2], 4);
    CHECK_SAME((double)mesh.vertices[mesh.indices[1]].normal[2], 1.0);  /* vertex 2 on the lower plane */
    CHECK_SAME((double)mesh.vertices[mesh.indices[6]].normal[0], -1.0); /* and on the wall */
    for (double x = -29.3; x < 30.0; x += 1.7)
        for (double y = -29.1; y < 30.0; y += 1.3) {
            if (fabs(x) < 0.5 || beyond_square(NULL, x, y) > 5.0) continue;
            CHECK_NEAR(drawn_height(&mesh, x, y), x < 0.0 ? 0.0 : PLATEAU, 1e-5);
        }
}

/* ---- washboards ---- */

/* Crests of 1 m, slopes of 0.45 m, bottoms of 0.3 m, 0.3 m deep; five of them from x = 2 m, right side 0.7 m
 * further. */
static double ditches(void *context, double x, double y)
{
    (void)context;
    const double u = x - 2.0 - (y < 0.0 ? 0.7 : 0.0), phase = fmod(u, 2.2);
    if (u < 0.0 || u > 11.0 || phase < 1.0) return 0.0;
    return -fmin(0.3, fmin((phase - 1.0) / 0.45, (2.2 - phase) / 0.45) * 0.3);
}

/* Height of the triangle of a mesh above a place; NaN: no triangle there. */
static double faces_at(const auth_mesh *mesh, double x, double y)
{
    for (int t = 0; t < mesh->triangle_count; t++) {
        const hl_vec3 a = mesh->vertices[mesh->triangles[t][0]], b = mesh->vertices[mesh->triangles[t][1]],
                      c = mesh->vertices[mesh->triangles[t][2]];
        const double full = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        const double s = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / full,
                     r = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / full;
        if (full > 0.0 && s >= 0.0 && r >= 0.0 && s + r <= 1.0)
            return a.z + s * (b.z - a.z) + r * (c.z - a.z);
    }
    return (double)NAN;
}

static void faces_of_a_washboard_are_its_profile(void **unused)
{
    (void)unused;
    const auth_ground ground = {.kind = AUTH_GROUND_WASHBOARD,
                                .shape = AUTH_WASHBOARD_TRAPEZOID,
                                .wavelength = 2.2,
                                .height = 0.3,
                                .crest = 1.0,
                                .bottom = 0.3,
                                .shift = 0.7,
                                .from = 2.0,
                                .periods = 5};
    const double at[2] = {0.0, 0.0};
    rnd_surface surface = {.height = ditches};
    const auth_mesh *mesh = rnd_ground_washboard(&ground, at, &surface, &arena);
    assert_non_null(mesh);
    uint64_t seed = 3;
    for (int i = 0; i < 2000; i++) {
        const double x = 7.8 + 6.7 * check_random(&seed), y = 14.9 * check_random(&seed);
        if (fabs(y) < 1e-3) continue;
        CHECK_NEAR(faces_at(mesh, x, y), ditches(NULL, x, y), 1e-9);
        CHECK_SAME(surface.beyond(surface.context, x, y), 0.0);
        CHECK_SAME(surface.height(surface.context, x, y), ditches(NULL, x, y));
    }
    CHECK_NEAR(surface.beyond(surface.context, -2.0, 0.0), 3.0, 1e-12);
    CHECK_NEAR(surface.beyond(surface.context, 5.0, 18.0), 3.0, 1e-12);
    const double far[2] = {-200.0, 0.0};
    surface = (rnd_surface){.height = ditches};
    assert_null(rnd_ground_washboard(&ground, far, &surface, &arena));
    assert_null(surface.beyond);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(faces_of_a_washboard_are_its_profile, begin, end),
        cmocka_unit_test_setup_teardown(the_site_is_drawn_as_it_is, begin, end),
        cmocka_unit_test_setup_teardown(before_the_first_tile_there_is_only_rigid_ground, begin, end),
        cmocka_unit_test_setup_teardown(a_hole_with_its_grain_in_it_is_closed, begin, end),
        cmocka_unit_test_setup_teardown(a_field_without_tiles_is_none, begin, end),
        cmocka_unit_test_setup_teardown(tiles_become_one_field, begin, end),
        cmocka_unit_test_setup_teardown(the_border_lies_on_the_rigid_ground, begin, end),
        cmocka_unit_test_setup_teardown(heaps_at_the_border_reach_it, begin, end),
        cmocka_unit_test_setup_teardown(heights_between_knots_are_bilinear, begin, end),
        cmocka_unit_test_setup_teardown(only_changed_tiles_are_dirty, begin, end),
        cmocka_unit_test_setup_teardown(a_plane_needs_few_triangles_and_a_comb_many_when_near, begin, end),
        cmocka_unit_test_setup_teardown(no_level_loses_more_than_a_pixel, begin, end),
        cmocka_unit_test_setup_teardown(only_what_is_seen_is_listed, begin, end),
        cmocka_unit_test_setup_teardown(boxes_and_spheres_with_a_point_in_the_picture_are_seen, begin, end),
        cmocka_unit_test_setup_teardown(the_mesh_has_no_gap, begin, end),
        cmocka_unit_test_setup_teardown(the_mesh_follows_the_ground_and_faces_up, begin, end),
        cmocka_unit_test_setup_teardown(the_mesh_has_a_horizon_on_any_ground, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
