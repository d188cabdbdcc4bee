/* Meshes and materials, and the models of glTF 2.0 files that bring them. */
#ifndef RND_MESH_H
#define RND_MESH_H

#include "hl/arena.h"

#include <cglm/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- mesh ---- */

/* Meshes and materials: geometry as models bring it and back ends take it. Right-handed, z up, metres. */

/** A corner. Colour: ambient occlusion and dirt, a factor on the material's colour; white without. Texture
 * coordinates: u to the right, v up from the lower edge of an image. */
typedef struct rnd_vertex {
    float position[3], normal[3], uv[2];
    uint8_t colour[4];
} rnd_vertex;

_Static_assert(sizeof(rnd_vertex) == 36, "flat, without padding");

/* What a material is made of: the word before the dot in its name ("paint.green"). It chooses the fine detail
 * that the back end adds (assets/textures/detail_WORD.png) and how it is drawn. */
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
    X(LEAF, "leaf") /* cards with a texture's alpha, lit from both sides */                                  \
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
    int mirror; /**< MIRROR: of a model 0 left, 1 right, 2 rear; of a scene's stock k for view 1 + k */
} rnd_material;

/** Triangles of one material. */
typedef struct rnd_mesh {
    rnd_material material;
    int vertex_count, index_count; /**< counter-clockwise from outside, three indices a triangle */
    rnd_vertex *vertices;
    uint32_t *indices;
    float centre[3], radius; /**< sphere around it [m] */
} rnd_mesh;

/* ---- model ---- */

/* Models: glTF 2.0 files as nodes with meshes. assets/models/README.md says how nodes are named. */

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
