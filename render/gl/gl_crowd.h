/* Crowding of grains: their distances, and the direction out of their heap. Grains in a heap are drawn as one
 * surface of sand, flying grains as crumbs. */
#ifndef GL_CROWD_H
#define GL_CROWD_H

#include "rnd/mesh.h"

#include <cglm/types.h>
#include <stdbool.h>

/* ---- pieces of the far ground: without the part under the sand, drawn only if visible ---- */

enum { GL_SECTORS = 16, GL_PIECES = 2 * GL_SECTORS };

typedef struct gl_piece {
    int first, count; /**< indices */
    vec3 low, high;   /**< box around it [m] */
} gl_piece;

/** Sort triangles into pieces: sectors about the mesh's middle, near and far. Triangles that lie under the
 * sand as a whole are left out.
 *  @param field    the sand's, see gl_field_bounds
 *  @param indices  out: room for mesh->index_count */
void gl_pieces_make(const rnd_mesh *mesh, const float field[4], uint32_t *indices,
                    gl_piece pieces[GL_PIECES]);

/** Whether a part of a piece may be in a view. */
bool gl_piece_seen(const gl_piece *piece, const mat4 view_projection);

/** Position of a grain in its heap. */
typedef struct gl_crowding {
    float out[3]; /**< away from the neighbours; 1 long at the surface of a heap, less within it */
    float share;  /**< 0 alone, 1 in a heap */
} gl_crowding;

/** Memory for sorting grains by place; zero-initialised. Owner calls gl_crowd_free. */
typedef struct gl_crowd {
    int *starts, *order, *cells; /**< see gl_crowd.c */
    float *sorted;               /**< [count][4], by cell */
    int capacity;                /**< grains */
} gl_crowd;

/** Find the crowding of each grain.
 *  @param grains  [count][4]: middle, radius [m]
 *  @param to      out: [count]
 *  @return false: out of memory, `to` is not set */
bool gl_crowd_find(gl_crowd *crowd, const float *grains, int count, gl_crowding *to);
void gl_crowd_free(gl_crowd *crowd);

#endif
