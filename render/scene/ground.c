/* Tiles of sand become one field of heights. Which level of detail a tile is drawn at follows from what is
 * lost by it: the largest distance of left-out knots from the coarser triangles, as large as it looks from
 * the eye. A level tile is drawn with its fewest triangles even near by. */
#include "rnd/scene.h"

#include "geometry.h"

#include <math.h>
#include <string.h>

enum {
    COARSE = 4, /* knots between samples of the rigid ground where no tile has come yet */
    COARSEST = RND_LEVELS - 1,
    HOLES = 1024 /* more stay open */
};

/* What may be lost, in halves of the picture's height: 1.25 pixels in a picture of 720. Light is the same at
 * all levels, so that only outlines move by it. */
static const float LOSS = 1.25F / 360.0F;

typedef struct tile_shape {
    float low, high;         /* [m] */
    float error[RND_LEVELS]; /* what each level loses [m] */
} tile_shape;

/* A hole of one knot with a grain in it. */
typedef struct hole {
    int column, row;
    float height; /* to which the grain fills it [m] */
} hole;

/* Depth from which a knot below its neighbours is a hole [m]; and how high above the rim, in radii, the
 * middle of a grain may be that lies in it. */
static const float DEEP = 0.01F, IN_HOLE = 0.7F;

struct rnd_ground {
    rnd_surface rigid;
    int columns, rows; /* tiles */
    int across, along; /* knots */
    bool placed;       /* the first tile has come */
    double origin[2], cell;
    float *heights; /* as they are drawn */
    float *own;     /* as tiles have them */
    uint8_t *shades;
    hole *holes, *found; /* that grains fill: in `heights` now, and those found last */
    int hole_count;
    bool taken; /* a tile has come since the holes were filled */
    tile_shape *shapes;
    bool *dirty, *stale; /* changed since the last list; shape to be found anew */
    int (*listed)[2];
    rnd_patch *patches[RND_LEVELS];
};

rnd_ground *rnd_ground_new(int columns, int rows, rnd_surface rigid, hl_arena *arena)
{
    rnd_ground *ground = HL_NEW(arena, rnd_ground, 1);
    if (ground == NULL) return NULL;
    const int tiles = columns * rows;
    ground->rigid = rigid;
    if (tiles == 0) return ground;
    ground->columns = columns;
    ground->rows = rows;
    ground->across = XCH_TILE * columns + 1;
    ground->along = XCH_TILE * rows + 1;
    ground->heights = hl_arena_take(arena, (size_t)ground->across, (size_t)ground->along * sizeof(float));
    ground->own = hl_arena_take(arena, (size_t)ground->across, (size_t)ground->along * sizeof(float));
    ground->holes = HL_NEW(arena, hole, HOLES);
    ground->found = HL_NEW(arena, hole, HOLES);
    ground->shades = hl_arena_take(arena, (size_t)ground->across, (size_t)ground->along);
    ground->shapes = HL_NEW(arena, tile_shape, tiles);
    ground->dirty = HL_NEW(arena, bool, tiles);
    ground->stale = HL_NEW(arena, bool, tiles);
    ground->listed = hl_arena_take(arena, (size_t)tiles, sizeof *ground->listed);
    for (int level = 0; level < RND_LEVELS; level++) ground->patches[level] = HL_NEW(arena, rnd_patch, tiles);
    return hl_arena_failed(arena) ? NULL : ground;
}

/* ---- heights ---- */

static float *knot(const rnd_ground *ground, int column, int row)
{
    return ground->heights + (ptrdiff_t)row * ground->across + column;
}

static float rigid_height(const rnd_ground *ground, int column, int row)
{
    return (float)ground->rigid.height(ground->rigid.context, ground->origin[0] + column * ground->cell,
                                       ground->origin[1] + row * ground->cell);
}

/* A square of COARSE cells between its four corners. */
static void fill_square(const rnd_ground *ground, int column, int row)
{
    const float a = *knot(ground, column, row), b = *knot(ground, column + COARSE, row);
    const float c = *knot(ground, column, row + COARSE), d = *knot(ground, column + COARSE, row + COARSE);
    for (int j = 0; j <= COARSE; j++)
        for (int i = 0; i <= COARSE; i++) {
            const float u = (float)i / COARSE, v = (float)j / COARSE;
            *knot(ground, column + i, row + j) = (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * c + u * d);
        }
}

/* The rigid ground everywhere, at every COARSE-th knot: its bends are longer than that. */
static void place(rnd_ground *ground, const xch_tile *tile)
{
    ground->placed = true;
    ground->cell = tile->cell;
    ground->origin[0] = tile->origin[0] - XCH_TILE * tile->cell * tile->column;
    ground->origin[1] = tile->origin[1] - XCH_TILE * tile->cell * tile->row;
    for (int row = 0; row < ground->along; row += COARSE)
        for (int column = 0; column < ground->across; column += COARSE)
            *knot(ground, column, row) = rigid_height(ground, column, row);
    for (int row = 0; row + COARSE < ground->along; row += COARSE)
        for (int column = 0; column + COARSE < ground->across; column += COARSE)
            fill_square(ground, column, row);
    memcpy(ground->own, ground->heights, (size_t)ground->across * (size_t)ground->along * sizeof(float));
    for (int i = 0; i < ground->columns * ground->rows; i++) ground->dirty[i] = ground->stale[i] = true;
}

static bool is_border(const rnd_ground *ground, int column, int row)
{
    return column == 0 || row == 0 || column == ground->across - 1 || row == ground->along - 1;
}

/* The outermost knots stay on the rigid ground, so that the field meets the ground around it, but for heaps:
 * their slopes are drawn outside. */
static float drawn_height(const rnd_ground *ground, int column, int row, float height)
{
    static const float LEAST_HEAP = 0.02F; /* [m] */
    if (!is_border(ground, column, row)) return height;
    const float rigid = rigid_height(ground, column, row);
    return height > rigid + LEAST_HEAP ? height : rigid;
}

static void mark_stale(rnd_ground *ground, int column, int row)
{
    if (column >= 0 && row >= 0) ground->stale[row * ground->columns + column] = true;
}

void rnd_ground_take(rnd_ground *ground, const xch_tile *tile)
{
    if (tile->column < 0 || tile->column >= ground->columns || tile->row < 0 || tile->row >= ground->rows)
        return;
    if (!ground->placed) place(ground, tile);
    ground->taken = true;
    const int column = XCH_TILE * tile->column, row = XCH_TILE * tile->row;
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++)
            *knot(ground, column + i, row + j) =
                ground->own[(ptrdiff_t)(row + j) * ground->across + column + i] =
                    drawn_height(ground, column + i, row + j, tile->heights[j][i]);
    for (int j = 0; j < XCH_TILE; j++)
        memcpy(ground->shades + (ptrdiff_t)(row + j) * ground->across + column, tile->shades[j], XCH_TILE);
    ground->dirty[tile->row * ground->columns + tile->column] = true;
    /* neighbours before it share its first row and column */
    mark_stale(ground, tile->column, tile->row);
    mark_stale(ground, tile->column - 1, tile->row);
    mark_stale(ground, tile->column, tile->row - 1);
    mark_stale(ground, tile->column - 1, tile->row - 1);
}

/* ---- holes with a grain in them ---- */

/* What is lifted out of a cell is one grain: until it is carried away it lies in the hole that it came from.
 * There it is soil and not a ball: the surface is drawn as if it had not been lifted. */
static bool find_hole(const rnd_ground *ground, const float *grain, hole *to)
{
    const double u = ((double)grain[0] - ground->origin[0]) / ground->cell;
    const double v = ((double)grain[1] - ground->origin[1]) / ground->cell;
    if (!(u >= 1.0 && v >= 1.0 && u < ground->across - 2 && v < ground->along - 2)) return false;
    to->column = (int)(u + 0.5);
    to->row = (int)(v + 0.5);
    const float *here = ground->own + (ptrdiff_t)to->row * ground->across + to->column;
    to->height = fminf(fminf(here[-1], here[1]), fminf(here[-ground->across], here[ground->across]));
    return to->height - *here > DEEP && grain[2] - to->height < IN_HOLE * grain[3];
}

static void mark_dirty(rnd_ground *ground, const hole *h)
{
    for (int row = (h->row - 1) / XCH_TILE; row <= h->row / XCH_TILE; row++)
        for (int column = (h->column - 1) / XCH_TILE; column <= h->column / XCH_TILE; column++)
            if (column < ground->columns && row < ground->rows)
                ground->dirty[row * ground->columns + column] =
                    ground->stale[row * ground->columns + column] = true;
}

static bool same_holes(const rnd_ground *ground, int count)
{
    return !ground->taken && count == ground->hole_count &&
           (count == 0 || memcmp(ground->holes, ground->found, (size_t)count * sizeof(hole)) == 0);
}

void rnd_ground_fill(rnd_ground *ground, int count, const float *grains)
{
    int found = 0;
    if (!ground->placed) return;
    for (int i = 0; i < count && found < HOLES; i++)
        found += find_hole(ground, grains + (ptrdiff_t)4 * i, &ground->found[found]);
    if (same_holes(ground, found)) return;
    ground->taken = false;
    for (int i = 0; i < ground->hole_count; i++) {
        const hole *h = &ground->holes[i];
        *knot(ground, h->column, h->row) = ground->own[(ptrdiff_t)h->row * ground->across + h->column];
        mark_dirty(ground, h);
    }
    ground->hole_count = found;
    for (int i = 0; i < found; i++) {
        ground->holes[i] = ground->found[i];
        *knot(ground, ground->holes[i].column, ground->holes[i].row) = ground->holes[i].height;
        mark_dirty(ground, &ground->holes[i]);
    }
}

double rnd_ground_at(const rnd_ground *ground, double x, double y)
{
    if (ground->placed) {
        const double u = (x - ground->origin[0]) / ground->cell, v = (y - ground->origin[1]) / ground->cell;
        if (u >= 0.0 && v >= 0.0 && u < ground->across - 1 && v < ground->along - 1) {
            const int i = (int)u, j = (int)v;
            const double s = u - i, t = v - j;
            const double near = (1 - s) * (double)*knot(ground, i, j) + s * (double)*knot(ground, i + 1, j);
            const double far =
                (1 - s) * (double)*knot(ground, i, j + 1) + s * (double)*knot(ground, i + 1, j + 1);
            return (1 - t) * near + t * far;
        }
    }
    return ground->rigid.height(ground->rigid.context, x, y);
}

/* ---- levels of detail ---- */

/* Largest distance of the knots of a square of a level from its two triangles, which meet on the diagonal
 * from (0, 0) to (1, 1). */
static float lost_in_square(const rnd_ground *ground, int column, int row, int step)
{
    const float a = *knot(ground, column, row), b = *knot(ground, column + step, row);
    const float c = *knot(ground, column, row + step), d = *knot(ground, column + step, row + step);
    const float share = 1.0F / (float)step;
    float most = 0.0F;
    for (int j = 0; j <= step; j++) {
        const float *heights = knot(ground, column, row + j), v = share * (float)j;
        for (int i = 0; i <= step; i++) {
            const float u = share * (float)i;
            const float there = u > v ? a + u * (b - a) + v * (d - b) : a + v * (c - a) + u * (d - c);
            most = fmaxf(most, fabsf(there - heights[i]));
        }
    }
    return most;
}

static void find_shape(rnd_ground *ground, int column, int row)
{
    tile_shape *shape = &ground->shapes[row * ground->columns + column];
    const int first_column = XCH_TILE * column, first_row = XCH_TILE * row;
    shape->low = shape->high = *knot(ground, first_column, first_row);
    for (int j = 0; j < XCH_KNOTS; j++) {
        const float *heights = knot(ground, first_column, first_row + j);
        for (int i = 0; i < XCH_KNOTS; i++) {
            shape->low = fminf(shape->low, heights[i]);
            shape->high = fmaxf(shape->high, heights[i]);
        }
    }
    for (int level = 1; level < RND_LEVELS; level++) {
        const int step = 1 << level;
        float most = 0.0F;
        for (int j = 0; j < XCH_TILE; j += step)
            for (int i = 0; i < XCH_TILE; i += step)
                most = fmaxf(most, lost_in_square(ground, first_column + i, first_row + j, step));
        shape->error[level] = most;
    }
}

static void box_of(const rnd_ground *ground, int column, int row, float low[3], float high[3])
{
    const tile_shape *shape = &ground->shapes[row * ground->columns + column];
    const double size = XCH_TILE * ground->cell;
    low[0] = (float)(ground->origin[0] + column * size);
    low[1] = (float)(ground->origin[1] + row * size);
    low[2] = shape->low;
    high[0] = low[0] + (float)size;
    high[1] = low[1] + (float)size;
    high[2] = shape->high;
}

/* The coarsest level whose loss is not seen from the eye. */
static int level_of(const tile_shape *shape, const float low[3], const float high[3], const rnd_view *view)
{
    float square = 0.0F;
    for (int i = 0; i < 3; i++) {
        const float off = fmaxf(fmaxf(low[i] - view->eye[i], view->eye[i] - high[i]), 0.0F);
        square += off * off;
    }
    /* a length e at distance d is e P_11/d halves of the picture's height */
    const float allowed = LOSS * sqrtf(square) / view->projection[1][1];
    int level = COARSEST;
    while (level > 0 && shape->error[level] > allowed) level--;
    return level;
}

/* ---- lists ---- */

static void list_tile(const rnd_ground *ground, const rnd_eyes *all, int column, int row, rnd_draw_list *list)
{
    float low[3], high[3];
    uint32_t seen = 0;
    box_of(ground, column, row, low, high);
    for (int i = 0; i < all->count; i++)
        if (rnd_frustum_sees_box(&all->frusta[i], low, high)) seen |= all->bits[i];
    if (seen == 0) return;
    const int level = level_of(&ground->shapes[row * ground->columns + column], low, high, &list->views[0]);
    list->patches[level][list->patch_count[level]++] =
        (rnd_patch){.column = column, .row = row, .seen = seen};
}

static void list_field(rnd_ground *ground, rnd_field *field)
{
    field->columns = ground->across;
    field->rows = ground->along;
    for (int i = 0; i < 2; i++) field->origin[i] = (float)ground->origin[i];
    field->cell = (float)ground->cell;
    field->heights = ground->heights;
    field->shades = ground->shades;
    field->dirty_count = 0;
    field->dirty = (const int(*)[2])ground->listed;
    for (int i = 0; i < ground->columns * ground->rows; i++) {
        if (ground->stale[i]) find_shape(ground, i % ground->columns, i / ground->columns);
        ground->stale[i] = false;
        if (!ground->dirty[i]) continue;
        ground->dirty[i] = false;
        ground->listed[field->dirty_count][0] = i % ground->columns;
        ground->listed[field->dirty_count++][1] = i / ground->columns;
    }
}

void rnd_ground_list(rnd_ground *ground, rnd_draw_list *list)
{
    for (int level = 0; level < RND_LEVELS; level++) {
        list->patch_count[level] = 0;
        list->patches[level] = ground->patches[level];
    }
    list->field.columns = list->field.rows = list->field.dirty_count = 0;
    if (!ground->placed || list->view_count == 0) return;
    list_field(ground, &list->field);
    const rnd_eyes all = rnd_eyes_of(list);
    for (int row = 0; row < ground->rows; row++)
        for (int column = 0; column < ground->columns; column++) list_tile(ground, &all, column, row, list);
}
