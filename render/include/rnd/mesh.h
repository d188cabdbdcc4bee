/* Meshes and materials: geometry as models bring it and back ends take it. Right-handed, z up, metres. */
#ifndef RND_MESH_H
#define RND_MESH_H

#include <stdint.h>

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

#endif
