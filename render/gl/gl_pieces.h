/* The far ground in pieces: without what lies under the sand, and only those that a view sees. */
#ifndef GL_PIECES_H
#define GL_PIECES_H

#include "rnd/mesh.h"

#include <cglm/types.h>
#include <stdbool.h>

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

/** Whether a part of a piece may lie in a view. */
bool gl_piece_seen(const gl_piece *piece, const mat4 view_projection);

#endif
