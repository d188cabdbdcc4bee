/* Meshes and materials, and models from glTF 2.0 files. */
#ifndef RND_MESH_H
#define RND_MESH_H

#include "hl/arena.h"

#include <cglm/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- mesh ---- */

/* Meshes and materials of models, as used by back ends. Right-handed, z up, metres. */

/** A vertex. Its colour (ambient occlusion and dirt, by default white) is a factor on the material's colour.
 * Texture coordinates: u to the right, v up from the lower edge of an image. */
typedef struct rnd_vertex {
    float position[3], normal[3], uv[2];
    uint8_t colour[4];
} rnd_vertex;

_Static_assert(sizeof(rnd_vertex) == 36, "flat, without padding");

/* The substance of a material: the word before the dot in its name ("paint.green"). It selects the detail
 * texture (assets/textures/detail_WORD.png) and the shading in the back end. */
#define RND_SUBSTANCE_LIST(X)                                                                                \
    X(PLAIN, "plain")                                                                                        \
    X(PAINT, "paint")                                                                                        \
    X(STEEL, "steel")                                                                                        \
    X(CHROME, "chrome")                                                                                      \
    X(RUBBER, "rubber")                                                                                      \
    X(PLASTIC, "plastic")                                                                                    \
    X(FABRIC, "fabric")                                                                                      \
    X(WOOD, "wood")                                                                                          \
    X(BARK, "bark")                                                                                          \
    X(LEAF, "leaf") /* textured cards with alpha, lit from both sides */                                     \
    X(CONCRETE, "concrete")                                                                                  \
    X(GLASS, "glass")   /* blended, drawn last */                                                            \
    X(MIRROR, "mirror") /* shows the picture of a mirror's view */                                           \
    X(LAMP, "lamp")                                                                                          \
    X(SCREEN, "screen")                                                                                      \
    X(SOIL, "soil")                                                                                          \
    X(GRASS, "grass")                                                                                        \
    X(ASPHALT, "asphalt") /* of the ground: a paved square in the meadow */

typedef enum rnd_substance {
#define X(kind, word) RND_##kind,
    RND_SUBSTANCE_LIST(X)
#undef X
        RND_SUBSTANCES
} rnd_substance;

typedef struct rnd_material {
    rnd_substance substance;
    float colour[4]; /**< linear; a below 1 only for GLASS */
    float metallic, roughness, emission[3];
    int mirror; /**< MIRROR: in a model 0 left, 1 right, 2 rear; in a scene's stock k for view 1 + k */
} rnd_material;

/** Triangles of one material. */
typedef struct rnd_mesh {
    rnd_material material;
    int vertex_count, index_count; /**< three indices per triangle, counter-clockwise from outside */
    rnd_vertex *vertices;
    uint32_t *indices;
    float centre[3], radius; /**< bounding sphere [m] */
    bool changes;            /**< positions and normals may change: rnd_draw_list.changed */
} rnd_mesh;

/* ---- model ---- */

/* Models: nodes with meshes, from glTF 2.0 files. assets/models/README.md describes the names of nodes. */

typedef struct rnd_node {
    const char *name; /**< "cabin:steering_wheel" */
    mat4 place;       /**< transformation from node to model, headland's axes (x forward, y left, z up) */
    int first_mesh, mesh_count;
} rnd_node;

typedef struct rnd_model {
    int node_count, mesh_count;
    rnd_node *nodes;
    rnd_mesh *meshes;
} rnd_model;

/** Read a .glb or .gltf file; glTF's axes (y up) are converted to headland's.
 *  @param error  out: the error and what is expected
 *  @return false: cannot be read, has no triangles, or memory is exhausted */
bool rnd_model_read(const char *path, hl_arena *arena, rnd_model *model, char *error, size_t error_size);

/** Make the striped box that is shown instead of a model that cannot be read: one node of this name.
 *  @param size  edges [m], base at z = 0 */
bool rnd_model_striped_box(const char *name, const float size[3], hl_arena *arena, rnd_model *model);

#endif
