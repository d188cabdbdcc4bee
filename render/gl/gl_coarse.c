#include "gl_coarse.h"

#include <meshoptimizer.h>
#include <stdbool.h>
#include <string.h>

/* Errors are shares of a mesh's size: from where coarse shapes are shown that is half a pixel. */
static const float LARGEST_ERROR = 0.004F;

enum {
    CORNERS = 4, /* of a card */
    CARD_INDICES = 6,
    KEPT_ONE_IN = 3 /* cards; with more, crowns would become few large leaves */
};

/* Kept cards are that much longer and wider: sqrt(KEPT_ONE_IN), so that the area stays. */
static const float CARD_GROWTH = 1.732F;

int gl_coarse_solid(const rnd_mesh *mesh, uint32_t *indices)
{
    /* as few as the error allows */
    return (int)meshopt_simplify(indices, mesh->indices, (size_t)mesh->index_count, mesh->vertices->position,
                                 (size_t)mesh->vertex_count, sizeof *mesh->vertices, 0, LARGEST_ERROR, 0,
                                 NULL);
}

static bool is_cards(const rnd_mesh *mesh)
{
    const uint32_t cards = (uint32_t)mesh->vertex_count / CORNERS;
    if (mesh->vertex_count != (int)cards * CORNERS || mesh->index_count != (int)cards * CARD_INDICES)
        return false;
    for (int i = 0; i < mesh->index_count; i += 3)
        for (int k = 1; k < 3; ++k)
            if (mesh->indices[i + k] / CORNERS != mesh->indices[i] / CORNERS) return false;
    return true;
}

static void enlarge(const rnd_vertex *from, rnd_vertex *to)
{
    memcpy(to, from, CORNERS * sizeof *to);
    for (int k = 0; k < 3; ++k) {
        float middle = 0.0F;
        for (int c = 0; c < CORNERS; ++c) middle += from[c].position[k] / CORNERS;
        for (int c = 0; c < CORNERS; ++c)
            to[c].position[k] = middle + CARD_GROWTH * (from[c].position[k] - middle);
    }
}

int gl_coarse_leaves(const rnd_mesh *mesh, rnd_vertex *vertices, uint32_t *indices, int *vertex_count)
{
    int count = 0;
    *vertex_count = 0;
    if (!is_cards(mesh)) return 0;
    for (int card = 0; card < mesh->vertex_count / CORNERS; card += KEPT_ONE_IN) {
        enlarge(mesh->vertices + (ptrdiff_t)card * CORNERS, vertices + *vertex_count);
        *vertex_count += CORNERS;
    }
    for (int i = 0; i < mesh->index_count; ++i) {
        const uint32_t card = mesh->indices[i] / CORNERS;
        if (card % KEPT_ONE_IN == 0)
            indices[count++] = card / KEPT_ONE_IN * CORNERS + mesh->indices[i] % CORNERS;
    }
    return count;
}
