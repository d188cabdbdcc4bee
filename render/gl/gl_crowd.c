#include "gl_crowd.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces ---- */

static const float NEAR = 100.0F; /* [m] from the middle: pieces of less and of more */
static const float TURN = 6.28318531F;

static const float *corner(const rnd_mesh *mesh, int triangle, int k)
{
    return mesh->vertices[mesh->indices[3 * triangle + k]].position;
}

/* -1: it lies under the sand. */
static int piece_of(const rnd_mesh *mesh, const float field[4], int triangle)
{
    float x = 0.0F, y = 0.0F;
    bool under = true;
    for (int k = 0; k < 3; ++k) {
        const float *p = corner(mesh, triangle, k);
        under = under && p[0] >= field[0] && p[0] <= field[2] && p[1] >= field[1] && p[1] <= field[3];
        x += p[0] / 3.0F - mesh->centre[0] / 3.0F;
        y += p[1] / 3.0F - mesh->centre[1] / 3.0F;
    }
    if (under) return -1;
    const int sector = (int)((atan2f(y, x) / TURN + 0.5F) * GL_SECTORS) % GL_SECTORS;
    return sector + (hypotf(x, y) > NEAR ? GL_SECTORS : 0);
}

static void put(const rnd_mesh *mesh, int triangle, uint32_t *indices, gl_piece *piece)
{
    for (int k = 0; k < 3; ++k) {
        const float *p = corner(mesh, triangle, k);
        for (int axis = 0; axis < 3; ++axis) {
            piece->low[axis] = fminf(piece->low[axis], p[axis]);
            piece->high[axis] = fmaxf(piece->high[axis], p[axis]);
        }
        indices[piece->first + piece->count++] = mesh->indices[3 * triangle + k];
    }
}

void gl_pieces_make(const rnd_mesh *mesh, const float field[4], uint32_t *indices, gl_piece pieces[GL_PIECES])
{
    int first = 0;
    for (int i = 0; i < GL_PIECES; ++i) {
        pieces[i] = (gl_piece){.first = first,
                               .low = {HUGE_VALF, HUGE_VALF, HUGE_VALF},
                               .high = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
        for (int t = 0; t < mesh->index_count / 3; ++t)
            if (piece_of(mesh, field, t) == i) put(mesh, t, indices, &pieces[i]);
        first += pieces[i].count;
    }
}

/* Outside when all corners of the box lie beyond one of clip space's six planes. */
bool gl_piece_seen(const gl_piece *piece, const mat4 view_projection)
{
    int beyond[6] = {0};
    if (piece->count == 0) return false;
    for (int c = 0; c < 8; ++c) {
        const float p[4] = {(c & 1) != 0 ? piece->high[0] : piece->low[0],
                            (c & 2) != 0 ? piece->high[1] : piece->low[1],
                            (c & 4) != 0 ? piece->high[2] : piece->low[2], 1.0F};
        float clip[4] = {0};
        for (int row = 0; row < 4; ++row)
            for (int k = 0; k < 4; ++k) clip[row] += view_projection[k][row] * p[k];
        for (int axis = 0; axis < 3; ++axis) {
            beyond[2 * axis] += clip[axis] < -clip[3];
            beyond[2 * axis + 1] += clip[axis] > clip[3];
        }
    }
    for (int i = 0; i < 6; ++i)
        if (beyond[i] == 8) return false;
    return true;
}

/* ---- crowds ---- */

/* Neighbours of grains, found by sorting these into the cells of a grid that is as wide as neighbours are
 * felt. The grid repeats itself without end, so that it needs no bounds: what is far away and happens to be
 * in the same cell is told apart by its distance. */

enum { SIDE_BITS = 5, SIDE = 1 << SIDE_BITS, CELLS = SIDE * SIDE * SIDE };

/* Neighbours nearer than so many mean radii are felt, each by 1 - (distance / reach)^2. In dense sand, of
 * which 0.6 is solid, the sum is 0.6 * 2/5 * REACH^3 = 15, at the surface of a heap half of it. */
static const float REACH = 4.0F;

/* [m] Cells have a size even where grains have none. */
static const float LEAST_REACH = 0.001F;

/* Sums of a grain that counts as alone, and as part of a heap: the surface of one thrown up loosely. */
static const float ALONE = 1.0F, HEAP = 5.0F;

/* Mean offset to neighbours at a plane surface, weighted, in reaches: mean of the cosine over a half space,
 * 1/2, times the integrals of s^3 (1 - s^2) over s^2 (1 - s^2), 1/12 over 2/15. */
static const float MEAN_AT_SURFACE = 0.3125F;

static bool reserve(gl_crowd *crowd, int count)
{
    if (count <= crowd->capacity) return true;
    gl_crowd_free(crowd);
    crowd->starts = malloc((CELLS + 1) * sizeof *crowd->starts);
    crowd->order = malloc((size_t)count * sizeof *crowd->order);
    crowd->cells = malloc((size_t)count * sizeof *crowd->cells);
    crowd->sorted = malloc((size_t)count * 4 * sizeof *crowd->sorted);
    crowd->capacity = count;
    if (crowd->starts != NULL && crowd->order != NULL && crowd->cells != NULL && crowd->sorted != NULL)
        return true;
    gl_crowd_free(crowd);
    return false;
}

static int place(float x, float reach)
{
    return (int)floorf(x / reach) & (SIDE - 1);
}

static int cell_of(int x, int y, int z)
{
    return ((z & (SIDE - 1)) << SIDE_BITS | (y & (SIDE - 1))) << SIDE_BITS | (x & (SIDE - 1));
}

/* Counting sort: grains of cell c are sorted[starts[c]] to sorted[starts[c + 1] - 1]. */
static void sort(gl_crowd *crowd, const float *grains, int count, float reach)
{
    int *starts = crowd->starts;
    memset(starts, 0, (CELLS + 1) * sizeof *starts);
    for (int i = 0; i < count; ++i) {
        const float *g = grains + (ptrdiff_t)4 * i;
        crowd->cells[i] = cell_of(place(g[0], reach), place(g[1], reach), place(g[2], reach));
        ++starts[crowd->cells[i] + 1];
    }
    for (int c = 0; c < CELLS; ++c) starts[c + 1] += starts[c];
    for (int i = count - 1; i >= 0; --i) { /* ends of cells move down to their starts */
        const int at = --starts[crowd->cells[i] + 1];
        crowd->order[at] = i;
        memcpy(crowd->sorted + (ptrdiff_t)4 * at, grains + (ptrdiff_t)4 * i, 4 * sizeof *grains);
    }
    memmove(starts, starts + 1, CELLS * sizeof *starts);
    starts[CELLS] = count;
}

/* Sum of offsets times weights, and of weights, over what cells `from` to `until` have. Who is out of reach
 * adds nothing, without a branch that would be guessed wrong as often as not. */
static void add_cells(const gl_crowd *crowd, int from, int until, const float *g, float within, float sum[4])
{
    const float *const end = crowd->sorted + (ptrdiff_t)4 * crowd->starts[until + 1];
    for (const float *other = crowd->sorted + (ptrdiff_t)4 * crowd->starts[from]; other < end; other += 4) {
        const float x = other[0] - g[0], y = other[1] - g[1], z = other[2] - g[2];
        const float square = (x * x + y * y + z * z) * within;
        const float weight = square < 1.0F ? 1.0F - square : 0.0F;
        sum[0] += x * weight;
        sum[1] += y * weight;
        sum[2] += z * weight;
        sum[3] += weight;
    }
}

/* The 27 cells around; three in a row along x are one stretch but where the grid begins anew. */
static void add_around(const gl_crowd *crowd, const float *g, float reach, float sum[4])
{
    const int x = place(g[0], reach), y = place(g[1], reach), z = place(g[2], reach);
    const float within = 1.0F / (reach * reach);
    for (int n = 0; n < 9; ++n) {
        const int row = cell_of(0, y + n % 3 - 1, z + n / 3 - 1);
        if (x > 0 && x < SIDE - 1) {
            add_cells(crowd, row + x - 1, row + x + 1, g, within, sum);
            continue;
        }
        for (int k = x - 1; k <= x + 1; ++k)
            add_cells(crowd, row + (k & (SIDE - 1)), row + (k & (SIDE - 1)), g, within, sum);
    }
}

static gl_crowding crowding_of(const float sum[4], float reach)
{
    gl_crowding c = {{0, 0, 0}, 0};
    const float others = sum[3] - 1.0F; /* without the grain itself */
    if (others <= ALONE) return c;
    const float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    const float scale = 1.0F / fmaxf(MEAN_AT_SURFACE * reach * others, length);
    for (int k = 0; k < 3; ++k) c.out[k] = -sum[k] * scale;
    const float t = fminf((others - ALONE) / (HEAP - ALONE), 1.0F);
    c.share = t * t * (3.0F - 2.0F * t);
    return c;
}

static float mean_radius(const float *grains, int count)
{
    float sum = 0.0F;
    for (int i = 0; i < count; ++i) sum += grains[(ptrdiff_t)4 * i + 3];
    return sum / (float)count;
}

bool gl_crowd_find(gl_crowd *crowd, const float *grains, int count, gl_crowding *to)
{
    if (count == 0) return true;
    if (!reserve(crowd, count)) return false;
    const float reach = fmaxf(REACH * mean_radius(grains, count), LEAST_REACH);
    sort(crowd, grains, count, reach);
    for (int i = 0; i < count; ++i) {
        const float *g = crowd->sorted + (ptrdiff_t)4 * i; /* in the order of cells: near ones stay cached */
        float sum[4] = {0, 0, 0, 0};
        add_around(crowd, g, reach, sum);
        to[crowd->order[i]] = crowding_of(sum, reach);
    }
    return true;
}

void gl_crowd_free(gl_crowd *crowd)
{
    free(crowd->starts);
    free(crowd->order);
    free(crowd->cells);
    free(crowd->sorted);
    *crowd = (gl_crowd){0};
}
