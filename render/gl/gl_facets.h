/* How the sand's surface faces the light at each knot, for shading: found from heights once and not at every
 * pixel, and averaged for the distance, so that far sand does not shimmer.
 *
 * Level 0 has a facet a knot but for the last row and column, the next one for 2 x 2 of these and so on;
 * tiles of 32 x 32 make all levels even. */
#ifndef GL_FACETS_H
#define GL_FACETS_H

#include "rnd/draw_list.h"

#include <stdbool.h>
#include <stdint.h>

enum { GL_FACET_LEVELS = 6 };

/** Slopes along x and y over GL_FACET_SLOPE, share of the sky that is open, depth of pressing over
 * GL_FACET_PRESSED; all times 32767, as GL_RGBA16_SNORM has them. */
typedef struct gl_facet {
    int16_t x, y, open, pressed;
} gl_facet;

static const float GL_FACET_SLOPE = 4.0F, GL_FACET_PRESSED = 0.155F /* [m] */;

/** Facets of a field. */
typedef struct gl_facets {
    int columns, rows; /**< of level 0 */
    gl_facet *levels[GL_FACET_LEVELS];
} gl_facets;

/** A rectangle of a level: from (column, row), so many. */
typedef struct gl_rectangle {
    int column, row, columns, rows;
} gl_rectangle;

/** @return false: out of memory; owner calls gl_facets_free in either case */
bool gl_facets_make(gl_facets *facets, int columns, int rows);
void gl_facets_free(gl_facets *facets);

/** Find the facets anew that change with the heights in a rectangle of knots.
 *  @param changed  out: the rectangle of each level */
void gl_facets_update(gl_facets *facets, const rnd_field *field, gl_rectangle knots,
                      gl_rectangle changed[GL_FACET_LEVELS]);

#endif
