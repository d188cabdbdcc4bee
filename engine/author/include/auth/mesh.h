/* Triangle meshes in files: Wavefront OBJ and glTF 2.0.
 *
 * OBJ: `v` and `f` lines, with the axes of the scenario (z up) in metres; polygons must be flat and convex.
 * `usemtl` names the surface of the faces after it. glTF files have y up: (x, y, z) becomes (x, -z, y). If
 * names of nodes contain `_collision`, only these nodes and their descendants are read. The name of the
 * material is the surface. Names of surfaces end at the first dot: `asphalt.001` is `asphalt`. */
#ifndef AUTH_MESH_H
#define AUTH_MESH_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"
#include "hl/vec3.h"

enum {
    AUTH_MESH_VERTICES = 1 << 20,  /**< at most */
    AUTH_MESH_TRIANGLES = 1 << 19, /**< at most */
    AUTH_MESH_SURFACES = 16        /**< at most */
};

typedef struct auth_mesh {
    int vertex_count, triangle_count;
    hl_vec3 *vertices;   /**< [m] */
    int (*triangles)[3]; /**< counter-clockwise seen from outside */
    int *surfaces;       /**< [triangle_count] index in `surface_names`; -1: no surface given */
    int *lines;          /**< [triangle_count] lines in the file; NULL: not a text file */
    int surface_count;
    const char *surface_names[AUTH_MESH_SURFACES];
} auth_mesh;

/** Parse the bytes of a mesh file. Neighbours and areas are not checked: see collision/mesh.h.
 *  @param name    of the file, for messages; its extension is the format: .obj, .gltf or .glb
 *  @param mesh    out, in the arena; NULL unless the result is HL_OK
 *  @param report  begun by this call
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status auth_mesh_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_mesh **mesh, hl_report *report);

#endif
