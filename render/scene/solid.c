#include "geometry.h"

#include <math.h>

/* ---- meshes ---- */

static bool begin(rnd_mesh *mesh, int vertices, int indices, rnd_material material, hl_arena *arena)
{
    *mesh = (rnd_mesh){.material = material,
                       .vertices = HL_NEW(arena, rnd_vertex, vertices),
                       .indices = HL_NEW(arena, uint32_t, indices)};
    return !hl_arena_failed(arena);
}

static rnd_vertex *add_vertex(rnd_mesh *mesh, const float position[3], const float normal[3], float shade)
{
    rnd_vertex *v = &mesh->vertices[mesh->vertex_count++];
    for (int k = 0; k < 3; k++) {
        v->position[k] = position[k];
        v->normal[k] = normal[k];
        v->colour[k] = (uint8_t)lroundf(255.0F * shade);
    }
    v->colour[3] = 255;
    return v;
}

/* Corners counter-clockwise from outside. */
static void add_quad(rnd_mesh *mesh, int a, int b, int c, int d)
{
    const int corners[6] = {a, b, c, a, c, d};
    for (int k = 0; k < 6; k++) mesh->indices[mesh->index_count++] = (uint32_t)corners[k];
}

void solid_bound(rnd_mesh *mesh)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    float most = 0.0F;
    for (int v = 0; v < mesh->vertex_count; v++)
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], mesh->vertices[v].position[k]);
            high[k] = fmaxf(high[k], mesh->vertices[v].position[k]);
        }
    for (int k = 0; k < 3; k++) mesh->centre[k] = mesh->vertex_count > 0 ? 0.5F * (low[k] + high[k]) : 0.0F;
    for (int v = 0; v < mesh->vertex_count; v++) {
        float square = 0.0F;
        for (int k = 0; k < 3; k++) {
            const float d = mesh->vertices[v].position[k] - mesh->centre[k];
            square += d * d;
        }
        most = fmaxf(most, square);
    }
    mesh->radius = sqrtf(most);
}

/* ---- boxes ---- */

enum { KNOTS = 6 /* along the side of a face: middles of the two rounded edges, four on the flat */ };

static const float ROUNDED = 0.02F;      /* [m] radius of edges, at most ... */
static const float ROUNDED_SHARE = 0.1F; /* ... of the shortest edge of the box */
static const float SHADED = 0.3F;        /* [m] above the ground that occlusion reaches */
static const float AT_GROUND = 0.5F;     /* share of the sky that the foot of a wall sees */
static const float ON_EDGE = 0.97F;      /* dirt stays in the flat, edges are worn: hardly to be seen */

/* Where a knot lies along an axis, from -1 (the rounded edge) over the flat to 1. */
static float flat_of(int knot, float half_flat, float shaded)
{
    const float at[KNOTS] = {-half_flat,         -half_flat, -half_flat + shaded,
                             half_flat - shaded, half_flat,  half_flat};
    return at[knot];
}

static float sign_of(int knot)
{
    return knot == 0 ? -1.0F : knot == KNOTS - 1 ? 1.0F : 0.0F;
}

typedef struct box {
    float half[3], rounded;
    bool standing;
} box;

/* A point of the face that looks along `side` of an axis. The outermost knots lie in the middle of the
 * rounded edge, where faces meet: there the normal is that of the edge. */
static void add_box_vertex(rnd_mesh *mesh, const box *b, int axis, float side, int i, int j)
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    float normal[3], at[3];
    normal[axis] = side;
    normal[u] = sign_of(i);
    normal[v] = sign_of(j);
    const float length = sqrtf(1.0F + fabsf(normal[u]) + fabsf(normal[v]));
    const float fu = b->half[u] - b->rounded, fv = b->half[v] - b->rounded;
    at[axis] = side * (b->half[axis] - b->rounded);
    at[u] = flat_of(i, fu, fminf(SHADED, 0.5F * fu));
    at[v] = flat_of(j, fv, fminf(SHADED, 0.5F * fv));
    for (int k = 0; k < 3; k++) {
        normal[k] /= length;
        at[k] += b->rounded * normal[k];
    }
    const float above = fminf((at[2] + b->half[2]) / SHADED, 1.0F);
    const float edge = normal[u] == 0.0F && normal[v] == 0.0F ? ON_EDGE : 1.0F;
    add_vertex(mesh, at, normal, b->standing ? edge * (AT_GROUND + (1.0F - AT_GROUND) * above) : edge);
}

bool solid_box(const float size[3], bool standing, rnd_material material, hl_arena *arena, rnd_mesh *mesh)
{
    enum { FACES = 6, CELLS = (KNOTS - 1) * (KNOTS - 1) };
    const float shortest = fminf(size[0], fminf(size[1], size[2]));
    const box b = {.half = {0.5F * size[0], 0.5F * size[1], 0.5F * size[2]},
                   .rounded = fminf(ROUNDED, ROUNDED_SHARE * shortest),
                   .standing = standing};
    if (!begin(mesh, FACES * KNOTS * KNOTS, 6 * FACES * CELLS, material, arena)) return false;
    for (int face = 0; face < FACES; face++) {
        const bool up = face % 2 == 0;
        const int first = mesh->vertex_count;
        for (int j = 0; j < KNOTS; j++)
            for (int i = 0; i < KNOTS; i++) add_box_vertex(mesh, &b, face / 2, up ? 1.0F : -1.0F, i, j);
        for (int j = 0; j + 1 < KNOTS; j++)
            for (int i = 0; i + 1 < KNOTS; i++) {
                const int a = first + j * KNOTS + i, c = a + KNOTS + 1;
                if (up)
                    add_quad(mesh, a, a + 1, c, c - 1);
                else
                    add_quad(mesh, a, c - 1, c, a + 1);
            }
    }
    solid_bound(mesh);
    return true;
}

/* ---- bodies of revolution ---- */

enum { SEGMENTS = 48 };
static const float BETWEEN_BLOCKS = 0.55F; /* grooves see less of the sky */

/* Normal of the profile's piece from one corner to the next: to the left of its direction. */
static void normal_of_piece(const solid_corner *from, float normal[2])
{
    const float along = from[1].along - from[0].along, out = from[1].radius - from[0].radius;
    const float length = hypotf(along, out);
    normal[0] = length > 0.0F ? -out / length : 0.0F;
    normal[1] = length > 0.0F ? along / length : 1.0F;
}

/* Normal at one end of a piece: shared with its neighbour unless the corner is sharp. */
static void normal_at(int count, const solid_corner *profile, int piece, int end, float normal[2])
{
    const int other = end == 0 ? piece - 1 : piece + 1;
    float beside[2];
    normal_of_piece(&profile[piece], normal);
    if (profile[piece + end].sharp || other < 0 || other + 1 >= count) return;
    normal_of_piece(&profile[other], beside);
    const float length = hypotf(normal[0] + beside[0], normal[1] + beside[1]);
    for (int k = 0; k < 2 && length > 0.0F; k++) normal[k] = (normal[k] + beside[k]) / length;
}

static void add_ring(rnd_mesh *mesh, const solid_corner *corner, const float normal[2], int blocks)
{
    for (int s = 0; s <= SEGMENTS; s++) {
        const float angle = 6.2831853F * (float)s / SEGMENTS;
        const float sine = sinf(angle), cosine = cosf(angle);
        const bool groove = blocks > 0 && normal[1] > 0.9F && s * 2 * blocks / SEGMENTS % 2 == 1;
        const float at[3] = {corner->along, corner->radius * cosine, corner->radius * sine};
        const float n[3] = {normal[0], normal[1] * cosine, normal[1] * sine};
        rnd_vertex *v = add_vertex(mesh, at, n, corner->shade * (groove ? BETWEEN_BLOCKS : 1.0F));
        v->uv[0] = (float)s / SEGMENTS;
        v->uv[1] = corner->along;
    }
}

bool solid_turned(int count, const solid_corner *profile, int blocks, rnd_material material, hl_arena *arena,
                  rnd_mesh *mesh)
{
    const int pieces = count - 1;
    if (!begin(mesh, 2 * pieces * (SEGMENTS + 1), 6 * pieces * SEGMENTS, material, arena)) return false;
    for (int p = 0; p < pieces; p++) {
        const int first = mesh->vertex_count;
        for (int end = 0; end < 2; end++) {
            float normal[2];
            normal_at(count, profile, p, end, normal);
            add_ring(mesh, &profile[p + end], normal, blocks);
        }
        for (int s = 0; s < SEGMENTS; s++)
            add_quad(mesh, first + s, first + s + 1, first + SEGMENTS + 2 + s, first + SEGMENTS + 1 + s);
    }
    solid_bound(mesh);
    return true;
}

/* ---- striped boxes ---- */

enum { STRIPES = 8 };

bool solid_striped(const float size[3], hl_arena *arena, rnd_mesh *mesh)
{
    enum { SIDES = 4 };
    static const float around[SIDES + 1][2] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    static const float normals[SIDES][3] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    static const rnd_material magenta = {RND_PLAIN, {1, 0, 1, 1}, 0, 0.8F, {0}, 0};
    static const float up[3] = {0, 0, 1}, down[3] = {0, 0, -1};
    if (!begin(mesh, 4 * (SIDES * STRIPES + 2), 6 * (SIDES * STRIPES + 2), magenta, arena)) return false;
    for (int k = 0; k < SIDES * STRIPES; k++) {
        const int side = k / STRIPES, stripe = k % STRIPES, first = mesh->vertex_count;
        for (int c = 0; c < 4; c++) {
            const float *corner = around[side + (c == 1 || c == 2 ? 1 : 0)];
            const float share = (float)(stripe + (c > 1 ? 1 : 0)) / STRIPES;
            const float at[3] = {0.5F * size[0] * corner[0], 0.5F * size[1] * corner[1], size[2] * share};
            add_vertex(mesh, at, normals[side], stripe % 2 == 0 ? 1.0F : 0.0F);
        }
        add_quad(mesh, first, first + 1, first + 2, first + 3);
    }
    for (int end = 0; end < 2; end++) {
        const int first = mesh->vertex_count;
        for (int c = 0; c < 4; c++) {
            const float at[3] = {0.5F * size[0] * around[c][0], 0.5F * size[1] * around[c][1],
                                 end == 1 ? size[2] : 0.0F};
            add_vertex(mesh, at, end == 1 ? up : down, 1.0F);
        }
        if (end == 1)
            add_quad(mesh, first, first + 1, first + 2, first + 3);
        else
            add_quad(mesh, first, first + 3, first + 2, first + 1);
    }
    solid_bound(mesh);
    return true;
}

bool solid_rod(float radius, rnd_material material, hl_arena *arena, rnd_mesh *mesh)
{
    const solid_corner profile[] = {
        {-0.5F, 0, 1, false}, {-0.5F, radius, 1, true}, {0.5F, radius, 1, true}, {0.5F, 0, 1, false}};
    return solid_turned(4, profile, 0, material, arena, mesh);
}
