/* Models: glTF 2.0 files as nodes with meshes. assets/models/README.md says how nodes are named. */
#ifndef RND_MODEL_H
#define RND_MODEL_H

#include "hl/arena.h"
#include "rnd/mesh.h"

#include <cglm/types.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rnd_node {
    const char *name; /**< "cabin:steering_wheel" */
    mat4 place;       /**< of the node in the model, headland's axes (x forward, y left, z up) */
    int first_mesh, mesh_count;
} rnd_node;

typedef struct rnd_model {
    int node_count, mesh_count;
    rnd_node *nodes;
    rnd_mesh *meshes;
} rnd_model;

/** Read a .glb or .gltf file; glTF's axes (y up) become headland's.
 *  @param error  out: what is wrong and what was expected
 *  @return false: cannot be read, has no triangles, or memory is exhausted */
bool rnd_model_read(const char *path, hl_arena *arena, rnd_model *model, char *error, size_t error_size);

/** A box that nobody takes for the real thing, for a model that cannot be read: one node of that name.
 *  @param size  edges [m], base at z = 0 */
bool rnd_model_placeholder(const char *name, const float size[3], hl_arena *arena, rnd_model *model);

#endif
