/* Patches of the field at several levels: coarser ones, the seams between them, normals of the facets. */
#include "gl_facets.h"

#include "hl/clamp.h"
#include "xch/terrain.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- coarser patches ---- */

enum {
    CORNERS = 4, /* of a card */
    CARD_INDICES = 6,
    KEPT_ONE_IN = 3 /* cards; with more, crowns would become few large leaves */
};

/* Kept cards are that much longer and wider: sqrt(KEPT_ONE_IN), so that the area stays. */
static const float CARD_GROWTH = 1.732F;

int gl_coarse_solid(const rnd_mesh *mesh, float error, uint32_t *indices)
{
    /* as few as the error allows */
    return (int)meshopt_simplify(indices, mesh->indices, (size_t)mesh->index_count, mesh->vertices->position,
                                 (size_t)mesh->vertex_count, sizeof *mesh->vertices, 0, error, 0, NULL);
}

static bool is_cards(const rnd_mesh *mesh)
{
    const uint32_t cards = (uint32_t)mesh->vertex_count / CORNERS;
    if (mesh->vertex_count != (int)cards * CORNERS || mesh->index_count != (int)cards * CARD_INDICES)
        return false;
    for (int i = 0; i < mesh->index_count; i += 3)
        for (int k = 1; k < 3; ++k)
            if (mesh->indices[i + k] / CORNERS != mesh->indices[i] / CORNERS) return false;
    return true;
}

static void enlarge(const rnd_vertex *from, rnd_vertex *to)
{
    memcpy(to, from, CORNERS * sizeof *to);
    for (int k = 0; k < 3; ++k) {
        float middle = 0.0F;
        for (int c = 0; c < CORNERS; ++c) middle += from[c].position[k] / CORNERS;
        for (int c = 0; c < CORNERS; ++c)
            to[c].position[k] = middle + CARD_GROWTH * (from[c].position[k] - middle);
    }
}

int gl_coarse_leaves(const rnd_mesh *mesh, rnd_vertex *vertices, uint32_t *indices, int *vertex_count)
{
    int count = 0;
    *vertex_count = 0;
    if (!is_cards(mesh)) return 0;
    for (int card = 0; card < mesh->vertex_count / CORNERS; card += KEPT_ONE_IN) {
        enlarge(mesh->vertices + (ptrdiff_t)card * CORNERS, vertices + *vertex_count);
        *vertex_count += CORNERS;
    }
    for (int i = 0; i < mesh->index_count; ++i) {
        const uint32_t card = mesh->indices[i] / CORNERS;
        if (card % KEPT_ONE_IN == 0)
            indices[count++] = card / KEPT_ONE_IN * CORNERS + mesh->indices[i] % CORNERS;
    }
    return count;
}

/* ---- seams between patches ---- */

enum { STEP = 4 /* knots */ };

/* [m] How far the seam reaches above the higher and below the lower of the two grounds that meet at it: more
 * than coarser levels of the field lose, seen from where they are drawn. */
static const float ABOVE = 0.002F, BELOW = 0.1F;

/* Height of a triangle at a place. @return false: the place is not in it */
static bool height_in(const float *a, const float *b, const float *c, float x, float y, float *height)
{
    const float area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const float u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
    const float v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
    if (!(u >= 0.0F && v >= 0.0F && u + v <= 1.0F)) return false;
    *height = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
    return true;
}

/* Height of the mesh of the far ground; where it has none, the one given. Looks at all triangles: once. */
static float height_around(const rnd_stock *stock, float x, float y, float height)
{
    if (stock->ground_mesh < 0) return height;
    const rnd_mesh *mesh = &stock->meshes[stock->ground_mesh];
    for (int i = 0; i < mesh->index_count; i += 3) {
        const float *a = mesh->vertices[mesh->indices[i]].position;
        const float *b = mesh->vertices[mesh->indices[i + 1]].position;
        const float *c = mesh->vertices[mesh->indices[i + 2]].position;
        if (height_in(a, b, c, x, y, &height)) break;
    }
    return height;
}

/* Outside a heap at the border its slope runs out as in terrain/field/field_sample.c: a parabola, whose
 * length for each metre of the heap is that of sand; drawn with this many strips. */
enum { STRIPS = 2, QUAD = 6 };
static const float SLOPE_LENGTH = 3.0F, LEAST_HEAP = 0.02F; /* [m/m], [m] */

/* A knot on a side of the border, in steps of STEP. */
typedef struct seam_point {
    float x, y, inside, outside; /* [m] */
} seam_point;

typedef struct seam_side {
    const rnd_field *of;
    bool along_x, far;
    const float *around; /* heights of the ground outside */
} seam_side;

static int points_of(const rnd_field *of, bool along_x)
{
    return (along_x ? of->columns - 1 : of->rows - 1) / STEP + 1;
}

static seam_point point_at(const seam_side *side, int i)
{
    const rnd_field *of = side->of;
    const int line = !side->far ? 0 : side->along_x ? of->rows - 1 : of->columns - 1;
    const int column = side->along_x ? STEP * i : line, row = side->along_x ? line : STEP * i;
    return (seam_point){.x = of->origin[0] + of->cell * (float)column,
                        .y = of->origin[1] + of->cell * (float)row,
                        .inside = of->heights[(ptrdiff_t)row * of->columns + column],
                        .outside = side->around != NULL ? side->around[i] : 0.0F};
}

/* @return the number of corners, QUAD */
static int put_quad(float (*to)[3], const float a[2][3], const float b[2][3])
{
    const float *const corners[QUAD] = {a[0], b[0], b[1], a[0], b[1], a[1]};
    for (int c = 0; c < QUAD; ++c) memcpy(to[c], corners[c], sizeof *to);
    return QUAD;
}

/* The upright strip closes gaps. */
static void put_ends(float ends[2][3], const seam_point *p)
{
    for (int i = 0; i < 2; ++i) {
        ends[i][0] = p->x;
        ends[i][1] = p->y;
    }
    ends[0][2] = fmaxf(p->inside, p->outside) + ABOVE;
    ends[1][2] = fminf(p->inside, p->outside) - BELOW;
}

/* A place on the slope outside, at a share of its length. */
static void put_on_slope(const seam_side *side, const seam_point *p, float share, float to[3])
{
    const float heap = fmaxf(p->inside - p->outside, 0.0F), way = share * SLOPE_LENGTH * heap;
    const float out = side->far ? way : -way;
    to[0] = p->x + (side->along_x ? 0.0F : out);
    to[1] = p->y + (side->along_x ? out : 0.0F);
    to[2] = p->outside + heap * (1.0F - share) * (1.0F - share) - (share == 1.0F ? BELOW : 0.0F);
}

static int put_slope(float (*to)[3], const seam_side *side, const seam_point *p, const seam_point *q)
{
    int count = 0;
    if (fmaxf(p->inside - p->outside, q->inside - q->outside) < LEAST_HEAP) return 0;
    for (int i = 0; i < STRIPS; ++i) {
        float ends[2][2][3];
        for (int k = 0; k < 2; ++k) {
            put_on_slope(side, p, (float)(i + k) / STRIPS, ends[0][k]);
            put_on_slope(side, q, (float)(i + k) / STRIPS, ends[1][k]);
        }
        count += put_quad(to + count, (const float(*)[3])ends[0], (const float(*)[3])ends[1]);
    }
    return count;
}

static int put_side(float (*to)[3], const seam_side *side)
{
    int count = 0;
    seam_point last = point_at(side, 0);
    for (int i = 1; i < points_of(side->of, side->along_x); ++i) {
        const seam_point next = point_at(side, i);
        float ends[2][2][3];
        put_ends(ends[0], &last);
        put_ends(ends[1], &next);
        count += put_quad(to + count, (const float(*)[3])ends[0], (const float(*)[3])ends[1]);
        count += put_slope(to + count, side, &last, &next);
        last = next;
    }
    return count;
}

int gl_seam_points(const rnd_field *of)
{
    return 2 * (points_of(of, true) + points_of(of, false));
}

int gl_seam_corners(const rnd_field *of)
{
    return gl_seam_points(of) * QUAD * (1 + STRIPS);
}

void gl_seam_measure(const rnd_stock *stock, const rnd_field *of, float *around)
{
    for (int i = 0; i < 4; ++i) {
        const seam_side side = {.of = of, .along_x = i % 2 == 0, .far = i >= 2};
        for (int k = 0; k < points_of(of, side.along_x); ++k) {
            const seam_point p = point_at(&side, k);
            *around++ = height_around(stock, p.x, p.y, p.inside);
        }
    }
}

int gl_seam_make(const rnd_field *of, const float *around, float (*corners)[3])
{
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        const seam_side side = {.of = of, .along_x = i % 2 == 0, .far = i >= 2, .around = around};
        count += put_side(corners + count, &side);
        around += points_of(of, side.along_x);
    }
    return count;
}

/* ---- facets ---- */

/* Cells in which the horizon is looked for: at three distances in eight directions. */
enum {
    DIRECTIONS = 8,
    DISTANCES = 3,
    FARTHEST = 10,
    GROUP = 32, /* knots computed together */
    ROWS = 2 * FARTHEST + 1,
    ACROSS = GROUP + 2 * FARTHEST
};
static const float distances[DISTANCES] = {2, 5, FARTHEST};
static const int offsets[DIRECTIONS][DISTANCES][2] = {
    {{2, 0}, {5, 0}, {10, 0}},    {{1, 1}, {4, 4}, {7, 7}},     {{0, 2}, {0, 5}, {0, 10}},
    {{-1, 1}, {-4, 4}, {-7, 7}},  {{-2, 0}, {-5, 0}, {-10, 0}}, {{-1, -1}, {-4, -4}, {-7, -7}},
    {{0, -2}, {0, -5}, {0, -10}}, {{1, -1}, {4, -4}, {7, -7}},
};

static const float FULL = 32767.0F; /* 1 in GL_RGBA16_SNORM */

bool gl_facets_make(gl_facets *facets, int columns, int rows)
{
    *facets = (gl_facets){.columns = columns, .rows = rows};
    for (int level = 0; level < GL_FACET_LEVELS; ++level) {
        facets->levels[level] =
            calloc((size_t)(columns >> level), (size_t)(rows >> level) * sizeof(gl_facet));
        if (facets->levels[level] == NULL) return false;
    }
    return true;
}

void gl_facets_free(gl_facets *facets)
{
    for (int level = 0; level < GL_FACET_LEVELS; ++level) free(facets->levels[level]);
    *facets = (gl_facets){0};
}

/* ---- level 0 ---- */

static int within(int index, int count)
{
    return index < 0 ? 0 : index < count ? index : count - 1;
}

static float height(const rnd_field *field, int column, int row)
{
    return field
        ->heights[(ptrdiff_t)within(row, field->rows) * field->columns + within(column, field->columns)];
}

static int16_t packed(float share)
{
    return (int16_t)lrintf(FULL * hl_clampf(share, -1.0F, 1.0F));
}

/* Shares of the sky's light that come past the horizon, for knots beside each other: the horizon's height
 * angle a in a direction leaves cos^2 a of the light of a uniform sky, and with t = tan a cos^2 a = 1/(1 +
 * t^2).
 * @param here    height of the first knot, with FARTHEST others around all of them
 * @param stride  heights from one row to the next
 * @param open   out: [GROUP] */
static void find_openness(const float *here, ptrdiff_t stride, float cell, float open[GROUP])
{
    float sum[GROUP] = {0};
    for (int i = 0; i < DIRECTIONS; ++i) {
        float steepest[GROUP] = {0};
        for (int k = 0; k < DISTANCES; ++k) {
            const float *far = here + offsets[i][k][1] * stride + offsets[i][k][0];
            const float scale = 1.0F / (distances[k] * cell);
            for (int at = 0; at < GROUP; ++at) {
                const float slope = (far[at] - here[at]) * scale;
                steepest[at] = slope > steepest[at] ? slope : steepest[at];
            }
        }
        for (int at = 0; at < GROUP; ++at) sum[at] += 1.0F / (1.0F + steepest[at] * steepest[at]);
    }
    for (int at = 0; at < GROUP; ++at) open[at] = sum[at] / DIRECTIONS;
}

/* Beyond the border the field goes on with its last heights. */
static void collect_heights(const rnd_field *field, int column, int row, float there[ROWS][ACROSS])
{
    for (int j = 0; j < ROWS; ++j)
        for (int i = 0; i < ACROSS; ++i)
            there[j][i] = height(field, column + i - FARTHEST, row + j - FARTHEST);
}

/* Mean over the 3 x 3 cells around: shades come in whole cells of 5 mm. */
static float pressed(const rnd_field *field, int column, int row)
{
    float sum = 0.0F;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
            const int at =
                within(row + j, field->rows - 1) * field->columns + within(column + i, field->columns - 1);
            sum += (float)xch_shade_pressed(field->shades[at]);
        }
    return sum / 9.0F;
}

static gl_facet facet_at(const rnd_field *field, int column, int row, float open)
{
    const float dx = height(field, column + 1, row) - height(field, column - 1, row);
    const float dy = height(field, column, row + 1) - height(field, column, row - 1);
    const float scale = 1.0F / (2.0F * field->cell * GL_FACET_SLOPE);
    return (gl_facet){packed(dx * scale), packed(dy * scale), packed(open),
                      packed(pressed(field, column, row) / GL_FACET_PRESSED)};
}

static void update_group(gl_facets *facets, const rnd_field *field, int column, int row, int count)
{
    float there[ROWS][ACROSS], open[GROUP];
    const bool inside = column >= FARTHEST && column + GROUP + FARTHEST <= field->columns &&
                        row >= FARTHEST && row + FARTHEST < field->rows;
    if (inside) {
        find_openness(field->heights + (ptrdiff_t)row * field->columns + column, field->columns, field->cell,
                      open);
    } else {
        collect_heights(field, column, row, there);
        find_openness(&there[FARTHEST][FARTHEST], ACROSS, field->cell, open);
    }
    gl_facet *to = &facets->levels[0][(ptrdiff_t)row * facets->columns + column];
    for (int i = 0; i < count; ++i) to[i] = facet_at(field, column + i, row, open[i]);
}

/* ---- levels ---- */

static gl_facet mean_of(const gl_facet *lower, const gl_facet *upper)
{
    return (gl_facet){
        (int16_t)((lower[0].x + lower[1].x + upper[0].x + upper[1].x) / 4),
        (int16_t)((lower[0].y + lower[1].y + upper[0].y + upper[1].y) / 4),
        (int16_t)((lower[0].open + lower[1].open + upper[0].open + upper[1].open) / 4),
        (int16_t)((lower[0].pressed + lower[1].pressed + upper[0].pressed + upper[1].pressed) / 4)};
}

static void average(gl_facets *facets, int level, gl_rectangle of)
{
    const int across = facets->columns >> level;
    const gl_facet *finer = facets->levels[level - 1];
    for (int row = of.row; row < of.row + of.rows; ++row)
        for (int column = of.column; column < of.column + of.columns; ++column) {
            const gl_facet *lower = finer + (ptrdiff_t)2 * row * 2 * across + (ptrdiff_t)2 * column;
            facets->levels[level][(ptrdiff_t)row * across + column] =
                mean_of(lower, lower + (ptrdiff_t)2 * across);
        }
}

static gl_rectangle coarser(gl_rectangle of)
{
    const int column = of.column / 2, row = of.row / 2;
    return (gl_rectangle){column, row, (of.column + of.columns + 1) / 2 - column,
                          (of.row + of.rows + 1) / 2 - row};
}

void gl_facets_update(gl_facets *facets, const rnd_field *field, gl_rectangle knots,
                      gl_rectangle changed[GL_FACET_LEVELS])
{
    const int left = within(knots.column - FARTHEST, facets->columns);
    const int low = within(knots.row - FARTHEST, facets->rows);
    const int right = within(knots.column + knots.columns - 1 + FARTHEST, facets->columns);
    const int high = within(knots.row + knots.rows - 1 + FARTHEST, facets->rows);
    changed[0] = (gl_rectangle){left, low, right - left + 1, high - low + 1};
    for (int row = low; row <= high; ++row)
        for (int column = left; column <= right; column += GROUP)
            update_group(facets, field, column, row, right - column + 1 < GROUP ? right - column + 1 : GROUP);
    for (int level = 1; level < GL_FACET_LEVELS; ++level) {
        changed[level] = coarser(changed[level - 1]);
        average(facets, level, changed[level]);
    }
}
