/* The rigid ground around a place as rings about it: cells of some metres near by, where wheels run and the
 * field meets it, of tens of metres far away. Beyond the near part it turns into low hills of its own, so
 * that whatever the scenario's ground is there is a horizon. */
#include "rnd/scene.h"

#include "hl/clamp.h"

#include <math.h>

enum {
    RINGS = 256,        /* at most */
    FEWEST_SECTORS = 8, /* of the innermost ring */
    MOST_SECTORS = 128,
    WAVES = 4
};

static const double TURN = 6.283185307179586476925; /* [rad] */

/* [m] Cells are NEAR_CELL wide as far as NEAR (a field of 64 x 64 m reaches 45 m from its middle), then wider
 * by GROWTH a metre, at most FAR_CELL. */
static const double NEAR_CELL = 1.5, NEAR = 45.0, GROWTH = 0.1, FAR_CELL = 60.0;

/* Shares of the reach between which the scenario's ground becomes hills. */
static const double FOLLOWED = 0.35, LEFT = 0.8;

/* Low hills: middle height and waves [m], directions [rad], chosen by eye: a calm horizon about a degree high
 * that repeats nowhere. */
static const double HILLS = 5.0;
static const struct {
    double amplitude, length, direction, phase;
} hills[WAVES] = {
    {2.6, 410.0, 0.4, 0.9}, {1.7, 263.0, 1.9, 3.1}, {0.9, 149.0, 2.8, 5.0}, {0.45, 83.0, 1.1, 1.7}};

typedef struct rings {
    rnd_surface rigid;
    double at[2], reach, level; /* level: height of the ground at the middle [m] */
    int count;
    double radius[RINGS];
    int sectors[RINGS], first[RINGS]; /* first: index of its first vertex */
} rings;

static double smooth_step(double from, double to, double x)
{
    const double u = hl_clamp((x - from) / (to - from), 0.0, 1.0);
    return u * u * (3.0 - 2.0 * u);
}

static double height(const rings *mesh, double x, double y)
{
    const double far = hypot(x - mesh->at[0], y - mesh->at[1]) / mesh->reach;
    const double share = smooth_step(FOLLOWED, LEFT, far);
    const double rigid = share < 1.0 ? mesh->rigid.height(mesh->rigid.context, x, y) : 0.0;
    if (share <= 0.0) return rigid;
    double hill = mesh->level + HILLS;
    for (int i = 0; i < WAVES; i++)
        hill += hills[i].amplitude *
                sin(TURN / hills[i].length * (x * cos(hills[i].direction) + y * sin(hills[i].direction)) +
                    hills[i].phase);
    return (1.0 - share) * rigid + share * hill;
}

/* Below the mesh of the ground, and under its apron, out of sight: all corners of a cell that reaches beyond
 * the apron are on the ground. */
static double sunk(const rings *mesh, double x, double y, double above)
{
    static const double DEEPER = 0.5; /* [m] */
    const rnd_surface *rigid = &mesh->rigid;
    const double depth = above - rigid->lowest + DEEPER;
    if (rigid->beyond == NULL) return above;
    const double out = rigid->beyond(rigid->context, x, y);
    return above - depth * (1.0 - smooth_step(0.0, 0.5 * rigid->apron, out));
}

static double cell_at(double radius)
{
    return fmin(NEAR_CELL + GROWTH * fmax(radius - NEAR, 0.0), FAR_CELL);
}

/* Radii, and for each the power of two of sectors that makes cells nearest to square; from ring to ring it
 * stays, doubles or halves. Ring 0 is the middle itself. */
static void lay_rings(rings *mesh)
{
    mesh->radius[0] = 0.0;
    mesh->sectors[0] = 1;
    mesh->first[0] = 0;
    mesh->count = 1;
    int sectors = FEWEST_SECTORS, next = 1;
    for (double r = NEAR_CELL; mesh->count < RINGS; r += cell_at(r)) {
        r = fmin(r, mesh->reach);
        const double wanted = TURN * r / cell_at(r);
        if (wanted > sqrt(2.0) * sectors && sectors < MOST_SECTORS)
            sectors *= 2;
        else if (wanted < sqrt(0.5) * sectors && sectors > FEWEST_SECTORS)
            sectors /= 2;
        mesh->radius[mesh->count] = r;
        mesh->sectors[mesh->count] = sectors;
        mesh->first[mesh->count++] = next;
        next += sectors;
        if (r >= mesh->reach) break;
    }
}

static rnd_vertex vertex_at(const rings *mesh, double x, double y, double step)
{
    const double dx = (height(mesh, x + step, y) - height(mesh, x - step, y)) / (2.0 * step);
    const double dy = (height(mesh, x, y + step) - height(mesh, x, y - step)) / (2.0 * step);
    const double length = sqrt(1.0 + dx * dx + dy * dy);
    return (rnd_vertex){.position = {(float)x, (float)y, (float)sunk(mesh, x, y, height(mesh, x, y))},
                        .normal = {(float)(-dx / length), (float)(-dy / length), (float)(1.0 / length)},
                        .uv = {(float)x, (float)y},
                        .colour = {255, 255, 255, 255}};
}

static void put_vertices(const rings *mesh, rnd_vertex *vertices)
{
    for (int i = 0; i < mesh->count; i++) {
        const double r = mesh->radius[i];
        for (int k = 0; k < mesh->sectors[i]; k++) {
            const double angle = TURN * k / mesh->sectors[i];
            vertices[mesh->first[i] + k] =
                vertex_at(mesh, mesh->at[0] + r * cos(angle), mesh->at[1] + r * sin(angle), 0.5 * cell_at(r));
        }
    }
}

static uint32_t *put_triangle(uint32_t *index, int a, int b, int c)
{
    index[0] = (uint32_t)a;
    index[1] = (uint32_t)b;
    index[2] = (uint32_t)c;
    return index + 3;
}

static int corner(const rings *mesh, int ring, int k)
{
    return mesh->first[ring] + k % mesh->sectors[ring];
}

/* Between a ring and the one outside it, which has as many, twice or half as many sectors; counter-clockwise
 * from above. @return behind the last index */
static uint32_t *join_rings(const rings *mesh, int ring, uint32_t *index)
{
    const int inner = mesh->sectors[ring], outer = mesh->sectors[ring + 1], out = ring + 1;
    for (int k = 0; ring == 0 && k < outer; k++)
        index = put_triangle(index, 0, corner(mesh, out, k), corner(mesh, out, k + 1));
    for (int k = 0; ring > 0 && inner == outer && k < inner; k++) {
        index = put_triangle(index, corner(mesh, ring, k), corner(mesh, out, k), corner(mesh, out, k + 1));
        index =
            put_triangle(index, corner(mesh, ring, k), corner(mesh, out, k + 1), corner(mesh, ring, k + 1));
    }
    for (int k = 0; ring > 0 && 2 * inner == outer && k < inner; k++) {
        const int middle = corner(mesh, out, 2 * k + 1), next = corner(mesh, ring, k + 1);
        index = put_triangle(index, corner(mesh, ring, k), corner(mesh, out, 2 * k), middle);
        index = put_triangle(index, corner(mesh, ring, k), middle, next);
        index = put_triangle(index, next, middle, corner(mesh, out, 2 * k + 2));
    }
    for (int k = 0; inner == 2 * outer && k < outer; k++) {
        const int middle = corner(mesh, ring, 2 * k + 1), next = corner(mesh, out, k + 1);
        index = put_triangle(index, corner(mesh, ring, 2 * k), corner(mesh, out, k), middle);
        index = put_triangle(index, middle, corner(mesh, out, k), next);
        index = put_triangle(index, middle, next, corner(mesh, ring, 2 * k + 2));
    }
    return index;
}

double rnd_ground_apron(double distance)
{
    return 2.5 * cell_at(distance);
}

bool rnd_ground_mesh(rnd_surface rigid, const double at[2], double reach, hl_arena *arena, rnd_mesh *mesh)
{
    rings laid = {.rigid = rigid,
                  .at = {at[0], at[1]},
                  .reach = reach,
                  .level = rigid.height(rigid.context, at[0], at[1])};
    lay_rings(&laid);
    const int last = laid.count - 1;
    const int vertices = laid.first[last] + laid.sectors[last];
    /* between rings of m and n sectors there are m + n triangles, one for each of their edges */
    const int triangles = 2 * (vertices - 1) - laid.sectors[last];
    *mesh = (rnd_mesh){
        .material = {.substance = RND_SOIL, .colour = {1, 1, 1, 1}, .roughness = 1},
        .vertex_count = vertices,
        .index_count = 3 * triangles,
        .vertices = HL_NEW(arena, rnd_vertex, vertices),
        .indices = HL_NEW(arena, uint32_t, 3 * triangles),
        .centre = {(float)at[0], (float)at[1], (float)laid.level},
    };
    if (hl_arena_failed(arena)) return false;
    put_vertices(&laid, mesh->vertices);
    uint32_t *index = mesh->indices;
    for (int ring = 0; ring < last; ring++) index = join_rings(&laid, ring, index);
    for (int i = 0; i < vertices; i++) {
        const float *p = mesh->vertices[i].position;
        const float dx = p[0] - mesh->centre[0], dy = p[1] - mesh->centre[1], dz = p[2] - mesh->centre[2];
        mesh->radius = fmaxf(mesh->radius, sqrtf(dx * dx + dy * dy + dz * dz));
    }
    return true;
}
