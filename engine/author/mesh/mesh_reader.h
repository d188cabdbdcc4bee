/* Private to the readers of mesh files. */
#ifndef AUTHOR_MESH_READER_H
#define AUTHOR_MESH_READER_H

#include "auth/mesh.h"

#include <stdbool.h>
#include <stdint.h>

/** Allocate the arrays for all vertices and triangles of a file; the counts of the mesh start at zero.
 *  @param lines  whether the file is a text
 *  @return NULL: no or too many triangles, after a complaint; or out of memory */
auth_mesh *mesh_new(int64_t vertices, int64_t triangles, bool lines, hl_arena *arena, hl_report *report);

/** Find or add a surface by the part of its name before a dot.
 *  @return -1: the name is empty, there are too many names, after a complaint, or out of memory */
int mesh_surface(auth_mesh *mesh, const char *name, size_t length, hl_place place, hl_arena *arena,
                 hl_report *report);

/** Whether a coordinate is within the largest site. */
bool mesh_is_near(double coordinate);

/** Parse one format. NULL: out of memory, or after a complaint. */
auth_mesh *mesh_parse_obj(const char *text, size_t length, hl_arena *arena, hl_report *report);
auth_mesh *mesh_parse_gltf(const char *bytes, size_t length, const char *name, hl_arena *arena,
                           hl_report *report);

#endif
