#include "rnd/sand.h"

#include <math.h>

/* [m] How far the strips go at each fineness, and how many knots a step is. A tile is drawn by as many rows
 * and columns as steps fit into it. */
static const struct {
    double reach;
    int step;
} levels[] = {{5.0, 1}, {14.0, 4}, {25.0, RND_KNOTS - 1}};

enum { LEVELS = sizeof levels / sizeof *levels };

rnd_sand *rnd_sand_new(int columns, int rows, hl_arena *arena)
{
    rnd_sand *sand = HL_NEW(arena, rnd_sand, 1);
    if (sand == NULL) return NULL;
    sand->columns = columns;
    sand->rows = rows;
    sand->known = HL_NEW(arena, bool, columns *rows);
    sand->heights = hl_arena_take(arena, (size_t)(columns * rows), sizeof *sand->heights);
    return sand->known == NULL || sand->heights == NULL ? NULL : sand;
}

void rnd_sand_take(rnd_sand *sand, const xch_tile *tile)
{
    if (tile->column < 0 || tile->column >= sand->columns || tile->row < 0 || tile->row >= sand->rows) return;
    const int at = tile->row * sand->columns + tile->column;
    sand->size = XCH_TILE * tile->cell;
    sand->origin[0] = tile->origin[0] - tile->column * sand->size;
    sand->origin[1] = tile->origin[1] - tile->row * sand->size;
    sand->known[at] = true;
    for (int j = 0; j < RND_KNOTS; j++)
        for (int i = 0; i < RND_KNOTS; i++)
            sand->heights[at][j][i] = tile->heights[RND_THIN * j][RND_THIN * i];
}

/* ---- strips ---- */

static bool is_known(const rnd_sand *sand, int column, int row)
{
    return column >= 0 && column < sand->columns && row >= 0 && row < sand->rows &&
           sand->known[row * sand->columns + column];
}

/* Row or column `line` of a tile's knots, every `step` of them. */
static void put_strip(rnd_sand *sand, int column, int row, bool along_x, int line, int step)
{
    const double spacing = sand->size / (RND_KNOTS - 1);
    rnd_strip *strip = &sand->strips[sand->strip_count++];
    strip->count = 0;
    for (int k = 0; k < RND_KNOTS; k += step) {
        const int i = along_x ? k : line, j = along_x ? line : k;
        float *point = strip->points + (ptrdiff_t)3 * strip->count++;
        point[0] = (float)(sand->origin[0] + column * sand->size + i * spacing);
        point[1] = (float)(sand->origin[1] + row * sand->size + j * spacing);
        point[2] = sand->heights[row * sand->columns + column][j][i];
    }
}

/* From the place of who looks to the nearest point of a tile [m]. */
static double distance(const rnd_sand *sand, int column, int row)
{
    const double x = sand->at[0] - sand->origin[0] - column * sand->size;
    const double y = sand->at[1] - sand->origin[1] - row * sand->size;
    return hypot(fmax(fmax(-x, x - sand->size), 0.0), fmax(fmax(-y, y - sand->size), 0.0));
}

/* @return false: there is no room for the tile */
static bool put_tile(rnd_sand *sand, int column, int row)
{
    if (!is_known(sand, column, row)) return true;
    const double far = distance(sand, column, row);
    int level = 0;
    while (level < LEVELS && far > levels[level].reach) level++;
    if (level == LEVELS) return true;
    const int step = levels[level].step;
    if (sand->strip_count + 2 * (RND_KNOTS - 1) / step > RND_STRIPS) return false;
    for (int line = 0; line < RND_KNOTS - 1; line += step) {
        put_strip(sand, column, row, true, line, step);
        put_strip(sand, column, row, false, line, step);
    }
    return true;
}

/* The tiles at Chebyshev distance `ring` from one. @return false: there is no room for all */
static bool put_ring(rnd_sand *sand, int column, int row, int ring)
{
    bool room = true;
    for (int j = -ring; j <= ring; j++) {
        const int across = j == -ring || j == ring || ring == 0 ? 1 : 2 * ring;
        for (int i = -ring; i <= ring; i += across) room = put_tile(sand, column + i, row + j) && room;
    }
    return room;
}

static int clamped(double index, int count)
{
    return (int)fmin(fmax(floor(index), 0.0), count - 1.0);
}

void rnd_sand_look(rnd_sand *sand, double x, double y)
{
    const double most = levels[LEVELS - 1].reach;
    sand->strip_count = 0;
    sand->reach = 0.0;
    sand->at[0] = x;
    sand->at[1] = y;
    if (sand->size <= 0.0) return;
    const int column = clamped((x - sand->origin[0]) / sand->size, sand->columns);
    const int row = clamped((y - sand->origin[1]) / sand->size, sand->rows);
    for (int ring = 0; sand->reach < most && put_ring(sand, column, row, ring); ring++)
        sand->reach = fmin(ring * sand->size, most);
}

bool rnd_sand_shows(const rnd_sand *sand, double x, double y)
{
    if (sand->size <= 0.0 || hypot(x - sand->at[0], y - sand->at[1]) > sand->reach) return false;
    return is_known(sand, (int)floor((x - sand->origin[0]) / sand->size),
                    (int)floor((y - sand->origin[1]) / sand->size));
}
