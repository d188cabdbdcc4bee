/* Coarser shapes of meshes, for simple pictures and what is far away. */
#ifndef GL_COARSE_H
#define GL_COARSE_H

#include "rnd/mesh.h"

/** Fewer triangles over the same corners. Edges of the result lie within 0.4 % of the mesh's size of the
 * original's.
 *  @param indices  out: room for mesh->index_count
 *  @return how many there are */
int gl_coarse_solid(const rnd_mesh *mesh, uint32_t *indices);

/** Leaves: some of the cards, made larger in return, so that a crown stays as dense.
 *  @param vertices,indices  out: room for as many as the mesh has
 *  @param vertex_count      out
 *  @return indices; 0: the mesh is not made of cards of four corners each */
int gl_coarse_leaves(const rnd_mesh *mesh, rnd_vertex *vertices, uint32_t *indices, int *vertex_count);

#endif
