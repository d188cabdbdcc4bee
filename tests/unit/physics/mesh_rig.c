#include "mesh_rig.h"

#include "support/check.h"

#include <string.h>

hl_vec3 rig_random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

rig_pose rig_random_pose(uint64_t *seed, double spread)
{
    const hl_vec3 at = rig_random_vector(seed, spread);
    return (rig_pose){at, hl_quat_matrix(hl_quat_exp(rig_random_vector(seed, 3.0)))};
}

hl_vec3 rig_place(const rig_pose *pose, hl_vec3 local)
{
    return hl_add(pose->at, hl_mul(&pose->axes, local));
}

static int add_vertex(rig_mesh *mesh, hl_vec3 at)
{
    assert_true(mesh->vertex_count < RIG_VERTICES);
    mesh->vertices[mesh->vertex_count] = at;
    return mesh->vertex_count++;
}

static void add_triangle(rig_mesh *mesh, int a, int b, int c)
{
    assert_true(mesh->triangle_count < RIG_TRIANGLES);
    memcpy(mesh->triangles[mesh->triangle_count++], (int[3]){a, b, c}, 3 * sizeof(int));
}

void rig_sheet(rig_mesh *mesh, int nx, int ny, double width, double depth, uint64_t *seed)
{
    *mesh = (rig_mesh){.vertex_count = 0};
    for (int j = 0; j <= ny; j++)
        for (int i = 0; i <= nx; i++) {
            const bool inside = i > 0 && i < nx && j > 0 && j < ny;
            const double dx = inside ? 0.3 * check_random(seed) : 0.0,
                         dy = inside ? 0.3 * check_random(seed) : 0.0;
            add_vertex(mesh, hl_v3(width * ((i + dx) / nx - 0.5), depth * ((j + dy) / ny - 0.5), 0.0));
        }
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            const int a = j * (nx + 1) + i, b = a + 1, c = b + nx + 1, d = a + nx + 1;
            if (check_random(seed) < 0.0) {
                add_triangle(mesh, a, b, c);
                add_triangle(mesh, a, c, d);
            } else {
                add_triangle(mesh, a, b, d);
                add_triangle(mesh, b, c, d);
            }
        }
}

void rig_add_box(rig_mesh *mesh, hl_vec3 centre, hl_vec3 half)
{
    static const int QUADS[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const int first = mesh->vertex_count;
    for (int i = 0; i < 8; i++)
        add_vertex(mesh, hl_add(centre, hl_v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                              i & 4 ? half.z : -half.z)));
    for (int q = 0; q < 6; q++) {
        add_triangle(mesh, first + QUADS[q][0], first + QUADS[q][1], first + QUADS[q][2]);
        add_triangle(mesh, first + QUADS[q][0], first + QUADS[q][2], first + QUADS[q][3]);
    }
}

static int middle_of(rig_mesh *mesh, int a, int b)
{
    const hl_vec3 at = hl_normalized(hl_add(mesh->vertices[a], mesh->vertices[b]));
    for (int v = 0; v < mesh->vertex_count; v++)
        if (hl_norm(hl_sub(mesh->vertices[v], at)) < 1e-9) return v;
    return add_vertex(mesh, at);
}

void rig_ball(rig_mesh *mesh, int levels, double radius, double bumps, uint64_t *seed)
{
    static const int OCTANTS[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                      {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    *mesh = (rig_mesh){.vertex_count = 0};
    for (int k = 0; k < 6; k++) {
        const double s = k % 2 == 0 ? 1.0 : -1.0;
        add_vertex(mesh, hl_v3(k / 2 == 0 ? s : 0, k / 2 == 1 ? s : 0, k / 2 == 2 ? s : 0));
    }
    for (int k = 0; k < 8; k++) add_triangle(mesh, OCTANTS[k][0], OCTANTS[k][1], OCTANTS[k][2]);
    for (int level = 0; level < levels; level++)
        for (int t = 0, count = mesh->triangle_count; t < count; t++) {
            const int a = mesh->triangles[t][0], b = mesh->triangles[t][1], c = mesh->triangles[t][2];
            const int ab = middle_of(mesh, a, b), bc = middle_of(mesh, b, c), ca = middle_of(mesh, c, a);
            memcpy(mesh->triangles[t], (int[3]){ab, bc, ca}, 3 * sizeof(int));
            add_triangle(mesh, a, ab, ca);
            add_triangle(mesh, b, bc, ab);
            add_triangle(mesh, c, ca, bc);
        }
    for (int v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v] = hl_scale(radius * (1.0 + bumps * check_random(seed)), mesh->vertices[v]);
}

void rig_move(rig_mesh *mesh, const rig_pose *pose)
{
    for (int v = 0; v < mesh->vertex_count; v++) mesh->vertices[v] = rig_place(pose, mesh->vertices[v]);
}

coll_mesh *rig_build(const rig_mesh *mesh, hl_arena *arena)
{
    static hl_report report;
    hl_report_begin(&report, "mesh");
    const coll_mesh_def def = {.vertex_count = mesh->vertex_count,
                               .triangle_count = mesh->triangle_count,
                               .vertices = mesh->vertices,
                               .triangles = mesh->triangles};
    coll_mesh *built = coll_mesh_new(&def, &report, arena);
    if (report.count > 0) print_message("%s\n", report.list[0].text);
    assert_non_null(built);
    return built;
}

static void offer(hl_vec3 *best, double *distance, hl_vec3 point, hl_vec3 to)
{
    const double d = hl_norm(hl_sub(point, to));
    if (d >= *distance) return;
    *distance = d;
    *best = point;
}

hl_vec3 rig_closest(const hl_vec3 corners[3], hl_vec3 to)
{
    hl_vec3 best = corners[0];
    double distance = (double)INFINITY;
    const hl_vec3 e1 = hl_sub(corners[1], corners[0]), e2 = hl_sub(corners[2], corners[0]),
                  from = hl_sub(to, corners[0]);
    const double a = hl_dot(e1, e1), b = hl_dot(e1, e2), c = hl_dot(e2, e2), p = hl_dot(e1, from),
                 q = hl_dot(e2, from), determinant = a * c - b * b;
    const double u = (c * p - b * q) / determinant, v = (a * q - b * p) / determinant;
    if (u >= 0.0 && v >= 0.0 && u + v <= 1.0)
        offer(&best, &distance, hl_add(corners[0], hl_add(hl_scale(u, e1), hl_scale(v, e2))), to);
    for (int k = 0; k < 3; k++) {
        const hl_vec3 start = corners[k], edge = hl_sub(corners[(k + 1) % 3], start);
        const double t = hl_dot(hl_sub(to, start), edge) / hl_dot(edge, edge);
        offer(&best, &distance, hl_add_scaled(start, fmin(fmax(t, 0.0), 1.0), edge), to);
    }
    return best;
}

double rig_distance(const rig_mesh *mesh, hl_vec3 to)
{
    double least = (double)INFINITY;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *corner = mesh->triangles[t];
        const hl_vec3 corners[3] = {mesh->vertices[corner[0]], mesh->vertices[corner[1]],
                                    mesh->vertices[corner[2]]};
        least = fmin(least, hl_norm(hl_sub(rig_closest(corners, to), to)));
    }
    return least;
}
