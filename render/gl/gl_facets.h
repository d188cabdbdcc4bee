/* Slopes of the sand's surface at each knot for shading: computed from heights once, not at every pixel, and
 * averaged for the distance, so that far sand does not shimmer.
 *
 * Level 0 has a facet a knot but for the last row and column, the next one for 2 x 2 of these and so on;
 * tiles of 32 x 32 make all levels even. */
#ifndef GL_FACETS_H
#define GL_FACETS_H

#include "rnd/backend.h"
#include "rnd/draw_list.h"
#include "rnd/mesh.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- the seam between the sand and the ground around it, which has other knots: an upright strip along the
 * border that closes gaps, and outside of heaps at the border their slopes ---- */

/** Points of the seam of a field, and corners at most. */
int gl_seam_points(const rnd_field *of);
int gl_seam_corners(const rnd_field *of);

/** Find the height of the far ground at each point. All its triangles are tested: once a field.
 *  @param around  out: [gl_seam_points] [m] */
void gl_seam_measure(const rnd_stock *stock, const rnd_field *of, float *around);

/** Make the seam, anew when the border has changed.
 *  @param corners  out: of triangles, either side of which may be seen [m]; room for gl_seam_corners
 *  @return how many there are */
int gl_seam_make(const rnd_field *of, const float *around, float (*corners)[3]);

/* ---- coarser shapes of meshes, for simple pictures and far meshes ---- */

/** Fewer triangles over the same corners.
 *  @param error    by which edges of the result may lie off the original's, as a share of the mesh's size
 *  @param indices  out: room for mesh->index_count
 *  @return how many there are */
int gl_coarse_solid(const rnd_mesh *mesh, float error, uint32_t *indices);

/** Leaves: a part of the cards, enlarged, so that the crown remains as dense.
 *  @param vertices,indices  out: room for as many as the mesh has
 *  @param vertex_count      out
 *  @return indices; 0: the mesh is not made of cards of four corners each */
int gl_coarse_leaves(const rnd_mesh *mesh, rnd_vertex *vertices, uint32_t *indices, int *vertex_count);

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

/** A rectangle of a level. */
typedef struct gl_rectangle {
    int column, row, columns, rows;
} gl_rectangle;

/** @return false: out of memory; owner calls gl_facets_free in either case */
bool gl_facets_make(gl_facets *facets, int columns, int rows);
void gl_facets_free(gl_facets *facets);

/** Update the facets that depend on the heights in a rectangle of knots.
 *  @param changed  out: the rectangle of each level */
void gl_facets_update(gl_facets *facets, const rnd_field *field, gl_rectangle knots,
                      gl_rectangle changed[GL_FACET_LEVELS]);

#endif
