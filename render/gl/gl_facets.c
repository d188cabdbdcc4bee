#include "gl_facets.h"

#include "xch/terrain.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Directions and distances [cells] in which the horizon is looked for. */
enum { DIRECTIONS = 8, DISTANCES = 3, FARTHEST = 10 };
static const int distances[DISTANCES] = {2, 5, FARTHEST};
static const float ALONG[DIRECTIONS][2] = {{1, 0},  {0.7071F, 0.7071F},   {0, 1},  {-0.7071F, 0.7071F},
                                           {-1, 0}, {-0.7071F, -0.7071F}, {0, -1}, {0.7071F, -0.7071F}};

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

/* Share of the sky's light that comes past the horizon: its height angle a in a direction leaves cos^2 a of
 * the light of a uniform sky, and with t = tan a cos^2 a = 1/(1 + t^2). */
static float openness(const rnd_field *field, int column, int row)
{
    const float here = height(field, column, row);
    float sum = 0.0F;
    for (int i = 0; i < DIRECTIONS; ++i) {
        float steepest = 0.0F;
        for (int k = 0; k < DISTANCES; ++k) {
            const float along = (float)distances[k];
            const int x = column + (int)lrintf(along * ALONG[i][0]),
                      y = row + (int)lrintf(along * ALONG[i][1]);
            steepest = fmaxf(steepest, (height(field, x, y) - here) / (along * field->cell));
        }
        sum += 1.0F / (1.0F + steepest * steepest);
    }
    return sum / DIRECTIONS;
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

static gl_facet facet_at(const rnd_field *field, int column, int row)
{
    const float dx = height(field, column + 1, row) - height(field, column - 1, row);
    const float dy = height(field, column, row + 1) - height(field, column, row - 1);
    const float scale = 1.0F / (2.0F * field->cell * GL_FACET_SLOPE);
    return (gl_facet){packed(dx * scale), packed(dy * scale), packed(openness(field, column, row)),
                      packed(pressed(field, column, row) / GL_FACET_PRESSED)};
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
        for (int column = left; column <= right; ++column)
            facets->levels[0][(ptrdiff_t)row * facets->columns + column] = facet_at(field, column, row);
    for (int level = 1; level < GL_FACET_LEVELS; ++level) {
        changed[level] = coarser(changed[level - 1]);
        average(facets, level, changed[level]);
    }
}
