#include "gl_seam.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

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

/* Upper and lower end of the seam at a knot. */
static void put_ends(float ends[2][3], const rnd_stock *stock, const rnd_field *of, int column, int row)
{
    const float inside = of->heights[(ptrdiff_t)row * of->columns + column];
    const float x = of->origin[0] + of->cell * (float)column, y = of->origin[1] + of->cell * (float)row;
    const float outside = height_around(stock, x, y, inside);
    for (int i = 0; i < 2; ++i) {
        ends[i][0] = x;
        ends[i][1] = y;
    }
    ends[0][2] = fmaxf(inside, outside) + ABOVE;
    ends[1][2] = fminf(inside, outside) - BELOW;
}

/* A side of the border as a ribbon of triangles. @return its corners */
static int put_side(float (*to)[3], const rnd_stock *stock, const rnd_field *of, bool along_x, bool far)
{
    int count = 0;
    const int last = along_x ? of->columns - 1 : of->rows - 1;
    const int line = !far ? 0 : along_x ? of->rows - 1 : of->columns - 1;
    float ends[2][2][3];
    put_ends(ends[1], stock, of, along_x ? 0 : line, along_x ? line : 0);
    for (int k = STEP; k <= last; k += STEP) {
        memcpy(ends[0], ends[1], sizeof ends[0]);
        put_ends(ends[1], stock, of, along_x ? k : line, along_x ? line : k);
        const float *const corners[6] = {ends[0][0], ends[1][0], ends[1][1],
                                         ends[0][0], ends[1][1], ends[0][1]};
        for (int c = 0; c < 6; ++c) memcpy(to[count++], corners[c], sizeof *to);
    }
    return count;
}

int gl_seam_corners(const rnd_field *of)
{
    return 2 * (of->columns + of->rows) / STEP * 6;
}

int gl_seam_make(const rnd_stock *stock, const rnd_field *of, float (*corners)[3])
{
    int count = 0;
    for (int side = 0; side < 4; ++side)
        count += put_side(corners + count, stock, of, side % 2 == 0, side >= 2);
    return count;
}
