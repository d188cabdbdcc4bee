#include "gl_pieces.h"

#include <math.h>

static const float NEAR = 100.0F; /* [m] from the middle: pieces of less and of more */
static const float TURN = 6.28318531F;

static const float *corner(const rnd_mesh *mesh, int triangle, int k)
{
    return mesh->vertices[mesh->indices[3 * triangle + k]].position;
}

/* -1: it lies under the sand. */
static int piece_of(const rnd_mesh *mesh, const float field[4], int triangle)
{
    float x = 0.0F, y = 0.0F;
    bool under = true;
    for (int k = 0; k < 3; ++k) {
        const float *p = corner(mesh, triangle, k);
        under = under && p[0] >= field[0] && p[0] <= field[2] && p[1] >= field[1] && p[1] <= field[3];
        x += p[0] / 3.0F - mesh->centre[0] / 3.0F;
        y += p[1] / 3.0F - mesh->centre[1] / 3.0F;
    }
    if (under) return -1;
    const int sector = (int)((atan2f(y, x) / TURN + 0.5F) * GL_SECTORS) % GL_SECTORS;
    return sector + (hypotf(x, y) > NEAR ? GL_SECTORS : 0);
}

static void put(const rnd_mesh *mesh, int triangle, uint32_t *indices, gl_piece *piece)
{
    for (int k = 0; k < 3; ++k) {
        const float *p = corner(mesh, triangle, k);
        for (int axis = 0; axis < 3; ++axis) {
            piece->low[axis] = fminf(piece->low[axis], p[axis]);
            piece->high[axis] = fmaxf(piece->high[axis], p[axis]);
        }
        indices[piece->first + piece->count++] = mesh->indices[3 * triangle + k];
    }
}

void gl_pieces_make(const rnd_mesh *mesh, const float field[4], uint32_t *indices, gl_piece pieces[GL_PIECES])
{
    int first = 0;
    for (int i = 0; i < GL_PIECES; ++i) {
        pieces[i] = (gl_piece){.first = first,
                               .low = {HUGE_VALF, HUGE_VALF, HUGE_VALF},
                               .high = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
        for (int t = 0; t < mesh->index_count / 3; ++t)
            if (piece_of(mesh, field, t) == i) put(mesh, t, indices, &pieces[i]);
        first += pieces[i].count;
    }
}

/* Outside when all corners of the box lie beyond one of clip space's six planes. */
bool gl_piece_seen(const gl_piece *piece, const mat4 view_projection)
{
    int beyond[6] = {0};
    if (piece->count == 0) return false;
    for (int c = 0; c < 8; ++c) {
        const float p[4] = {(c & 1) != 0 ? piece->high[0] : piece->low[0],
                            (c & 2) != 0 ? piece->high[1] : piece->low[1],
                            (c & 4) != 0 ? piece->high[2] : piece->low[2], 1.0F};
        float clip[4] = {0};
        for (int row = 0; row < 4; ++row)
            for (int k = 0; k < 4; ++k) clip[row] += view_projection[k][row] * p[k];
        for (int axis = 0; axis < 3; ++axis) {
            beyond[2 * axis] += clip[axis] < -clip[3];
            beyond[2 * axis + 1] += clip[axis] > clip[3];
        }
    }
    for (int i = 0; i < 6; ++i)
        if (beyond[i] == 8) return false;
    return true;
}
