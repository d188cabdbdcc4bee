/* Triangle meshes: checks of a definition, neighbours, normals. */
#include "collision/mesh_internal.h"

#include "hl/real.h"

#include <stdlib.h>
#include <string.h>

/* A triangle has no area if its height over its longest edge is below this part of the edge. */
static const double LEAST_HEIGHT = 1e-9;

/* One side of one triangle, directed from the lower to the higher vertex. */
typedef struct side {
    int low, high;
    int triangle, edge;
    bool forward; /* the triangle runs from low to high */
} side;

/* Memory of one construction. */
typedef struct builder {
    const coll_mesh_def *def;
    hl_report *report;
    coll_mesh *mesh;
    int (*corners)[3]; /* of the triangles, vertices at the same place replaced by the lowest */
    side *sides;
    int side_count;
} builder;

/* ---- vertices at the same place ---- */

typedef struct place {
    hl_vec3 at;
    int vertex;
} place;

static int by_place(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    if (a->at.y != b->at.y) return a->at.y < b->at.y ? -1 : 1;
    if (a->at.z != b->at.z) return a->at.z < b->at.z ? -1 : 1;
    return a->vertex - b->vertex;
}

static bool same_place(hl_vec3 a, hl_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Exporters repeat a vertex for each normal or texture coordinate; neighbours must be found all the same. */
static bool merge_vertices(builder *b, hl_arena *scratch)
{
    const coll_mesh_def *def = b->def;
    place *places = HL_NEW(scratch, place, def->vertex_count);
    int *lowest = HL_NEW(scratch, int, def->vertex_count);
    b->corners = hl_arena_take(scratch, (size_t)def->triangle_count, sizeof *b->corners);
    if (hl_arena_failed(scratch)) return false;
    for (int v = 0; v < def->vertex_count; v++) places[v] = (place){def->vertices[v], v};
    qsort(places, (size_t)def->vertex_count, sizeof *places, by_place);
    for (int i = 0; i < def->vertex_count; i++)
        lowest[places[i].vertex] = i > 0 && same_place(places[i].at, places[i - 1].at)
                                       ? lowest[places[i - 1].vertex]
                                       : places[i].vertex;
    for (int t = 0; t < def->triangle_count; t++)
        for (int k = 0; k < 3; k++) b->corners[t][k] = lowest[def->triangles[t][k]];
    return true;
}

/* ---- checks ---- */

/* Where a triangle stands in its file. */
static hl_place line_of(const builder *b, int triangle)
{
    return b->def->lines != NULL ? (hl_place){b->def->lines[triangle], 1} : (hl_place){0, 0};
}

static void complain(const builder *b, const char *format, int triangle, int index, int other)
{
    hl_report_add(b->report, line_of(b, triangle), format, triangle, index, other);
}

static bool check_numbers(const builder *b)
{
    const coll_mesh_def *def = b->def;
    const int before = b->report->count;
    if (def->vertex_count < 3 || def->triangle_count < 1)
        hl_report_add(b->report, (hl_place){0, 0},
                      "a mesh needs at least 3 vertices and 1 triangle, not %d and %d", def->vertex_count,
                      def->triangle_count);
    for (int v = 0; v < def->vertex_count; v++)
        if (!hl_v3_is_finite(def->vertices[v]))
            hl_report_add(b->report, (hl_place){0, 0}, "vertex %d: its coordinates must be finite numbers",
                          v);
    for (int t = 0; t < def->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (def->triangles[t][k] < 0 || def->triangles[t][k] >= def->vertex_count)
                complain(b, "triangle %d: vertex %d does not exist; vertices are numbered from 0 to %d", t,
                         def->triangles[t][k], def->vertex_count - 1);
    return b->report->count == before;
}

/* Twice the area over the square of the longest edge is the height over this edge. */
static void set_triangle(builder *b, int t)
{
    const hl_vec3 *v = b->def->vertices;
    mesh_triangle *triangle = &b->mesh->triangles[t];
    memcpy(triangle->corner, b->corners[t], sizeof triangle->corner);
    triangle->material = b->def->materials != NULL ? b->def->materials[t] : 0;
    const hl_vec3 p = v[triangle->corner[0]], q = v[triangle->corner[1]], r = v[triangle->corner[2]];
    const hl_vec3 pq = hl_sub(q, p), qr = hl_sub(r, q), rp = hl_sub(p, r), twice = hl_cross(pq, hl_neg(rp));
    const double longest = sqrt(fmax(hl_dot(pq, pq), fmax(hl_dot(qr, qr), hl_dot(rp, rp))));
    const double area = hl_norm(twice);
    if (!(area > LEAST_HEIGHT * longest * longest))
        hl_report_add(
            b->report, line_of(b, t),
            "triangle %d with vertices %d, %d, %d has no area: %.3g m^2 with a longest edge of %.3g m", t,
            b->def->triangles[t][0], b->def->triangles[t][1], b->def->triangles[t][2], 0.5 * area, longest);
    triangle->normal = hl_normalized(twice);
}

/* ---- edges ---- */

static int by_edge(const void *left, const void *right)
{
    const side *a = left, *b = right;
    if (a->low != b->low) return a->low - b->low;
    if (a->high != b->high) return a->high - b->high;
    return a->triangle - b->triangle;
}

static void collect_sides(builder *b)
{
    b->side_count = 0;
    for (int t = 0; t < b->def->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const int from = b->corners[t][k], to = b->corners[t][(k + 1) % 3];
            const bool forward = from < to;
            b->sides[b->side_count++] = (side){forward ? from : to, forward ? to : from, t, k, forward};
        }
    qsort(b->sides, (size_t)b->side_count, sizeof *b->sides, by_edge);
}

static void join(coll_mesh *mesh, const side *a, const side *b)
{
    mesh->triangles[a->triangle].neighbour[a->edge] = b->triangle;
    mesh->triangles[b->triangle].neighbour[b->edge] = a->triangle;
}

/* All sides of one edge. */
static void set_edge(builder *b, const side *sides, int count)
{
    const hl_vec3 p = b->def->vertices[sides->low], q = b->def->vertices[sides->high];
    b->mesh->info.edges++;
    if (count == 1) {
        b->mesh->info.border_edges++;
        b->mesh->at_border[sides->low] = b->mesh->at_border[sides->high] = true;
    } else if (count > 2)
        hl_report_add(
            b->report, line_of(b, sides[2].triangle),
            "edge from (%g, %g, %g) to (%g, %g, %g): %d triangles share it (%d, %d, %d, ...); at most "
            "2 are possible",
            p.x, p.y, p.z, q.x, q.y, q.z, count, sides[0].triangle, sides[1].triangle, sides[2].triangle);
    else if (sides[0].forward == sides[1].forward)
        hl_report_add(b->report, line_of(b, sides[1].triangle),
                      "edge from (%g, %g, %g) to (%g, %g, %g): triangles %d and %d have opposite windings; "
                      "reverse one of them so that both normals point out of the solid",
                      p.x, p.y, p.z, q.x, q.y, q.z, sides[0].triangle, sides[1].triangle);
    else
        join(b->mesh, &sides[0], &sides[1]);
}

static void set_edges(builder *b)
{
    collect_sides(b);
    for (int i = 0, count; i < b->side_count; i += count) {
        for (count = 1; i + count < b->side_count && b->sides[i + count].low == b->sides[i].low &&
                        b->sides[i + count].high == b->sides[i].high;)
            count++;
        set_edge(b, b->sides + i, count);
    }
}

/* The neighbour lies below the triangle's plane by the sine of their angle. */
static void set_convex(coll_mesh *mesh)
{
    for (int t = 0; t < mesh->info.triangles; t++)
        for (int k = 0; k < 3; k++) {
            mesh_triangle *triangle = &mesh->triangles[t];
            const int n = triangle->neighbour[k];
            const hl_vec3 along = hl_normalized(
                hl_sub(mesh->vertices[triangle->corner[(k + 1) % 3]], mesh->vertices[triangle->corner[k]]));
            if (n < 0 || hl_dot(hl_cross(triangle->normal, mesh->triangles[n].normal), along) > COLL_FLAT)
                triangle->convex |= 1 << k;
        }
}

/* The vertex that stands for a line of border edges; paths to it are halved on the way. */
static int line_at(int *towards, int v)
{
    while (towards[v] != v) v = towards[v] = towards[towards[v]];
    return v;
}

/* Each vertex on a border begins as a line of its own; each border edge joins two. */
static bool count_borders(builder *b, hl_arena *scratch)
{
    coll_mesh *mesh = b->mesh;
    int *towards = HL_NEW(scratch, int, mesh->vertex_count);
    if (towards == NULL) return false;
    for (int v = 0; v < mesh->vertex_count; v++) {
        towards[v] = v;
        mesh->info.borders += mesh->at_border[v];
    }
    for (int t = 0; t < mesh->info.triangles; t++)
        for (int k = 0; k < 3; k++) {
            if (mesh->triangles[t].neighbour[k] >= 0) continue;
            const int p = line_at(towards, mesh->triangles[t].corner[k]),
                      q = line_at(towards, mesh->triangles[t].corner[(k + 1) % 3]);
            towards[p] = q;
            mesh->info.borders -= p != q;
        }
    return true;
}

/* ---- corners ---- */

static double corner_angle(const coll_mesh *mesh, const mesh_triangle *triangle, int k)
{
    const hl_vec3 at = mesh->vertices[triangle->corner[k]];
    const hl_vec3 a = hl_sub(mesh->vertices[triangle->corner[(k + 1) % 3]], at),
                  b = hl_sub(mesh->vertices[triangle->corner[(k + 2) % 3]], at);
    return hl_atan2(hl_norm(hl_cross(a, b)), hl_dot(a, b));
}

/* Count the triangles around each vertex, then fill in; fan_start[v] runs ahead while filling. */
static void set_fans(coll_mesh *mesh)
{
    for (int t = 0; t < mesh->info.triangles; t++)
        for (int k = 0; k < 3; k++) mesh->fan_start[mesh->triangles[t].corner[k] + 1]++;
    for (int v = 0; v < mesh->vertex_count; v++) mesh->fan_start[v + 1] += mesh->fan_start[v];
    for (int i = 0; i < mesh->info.triangles; i++) {
        const int t = mesh->place[i];
        for (int k = 0; k < 3; k++) {
            const int v = mesh->triangles[t].corner[k];
            mesh->fan[mesh->fan_start[v]++] = t;
            mesh->corner_normal[v] =
                hl_add_scaled(mesh->corner_normal[v], corner_angle(mesh, &mesh->triangles[t], k),
                              mesh->triangles[t].normal);
        }
    }
    for (int v = mesh->vertex_count; v > 0; v--) mesh->fan_start[v] = mesh->fan_start[v - 1];
    mesh->fan_start[0] = 0;
}

/* Corners at which exactly two convex edges meet in a straight line are no features of the surface. */
static void set_sharp(coll_mesh *mesh)
{
    for (int v = 0; v < mesh->vertex_count; v++) {
        hl_vec3 sum = {0, 0, 0};
        int convex = 0;
        for (int i = mesh->fan_start[v]; i < mesh->fan_start[v + 1]; i++) {
            const mesh_triangle *t = &mesh->triangles[mesh->fan[i]];
            for (int k = 0; k < 3; k++) {
                const int from = t->corner[k], to = t->corner[(k + 1) % 3];
                const int n = t->neighbour[k];
                if ((t->convex >> k & 1) == 0 || (from != v && to != v)) continue;
                if (n >= 0 && mesh->triangles[n].number < t->number) continue; /* counted there */
                sum = hl_add(sum,
                             hl_normalized(hl_sub(mesh->vertices[from == v ? to : from], mesh->vertices[v])));
                convex++;
            }
        }
        mesh->sharp[v] = convex > 2 || (convex > 0 && hl_norm(sum) > COLL_STRAIGHT);
    }
}

/* ---- the whole ---- */

static coll_mesh *take_memory(const coll_mesh_def *def, hl_arena *arena)
{
    coll_mesh *mesh = HL_NEW(arena, coll_mesh, 1);
    hl_vec3 *vertices = HL_COPY(arena, hl_vec3, def->vertices, def->vertex_count);
    mesh_triangle *triangles = HL_NEW(arena, mesh_triangle, def->triangle_count);
    int *fan = HL_NEW(arena, int, 3 * (size_t)def->triangle_count);
    int *fan_start = HL_NEW(arena, int, def->vertex_count + 1);
    hl_vec3 *corner_normal = HL_NEW(arena, hl_vec3, def->vertex_count);
    bool *at_border = HL_NEW(arena, bool, def->vertex_count);
    bool *sharp = HL_NEW(arena, bool, def->vertex_count);
    if (hl_arena_failed(arena)) return NULL;
    *mesh = (coll_mesh){.info = {.triangles = def->triangle_count},
                        .vertex_count = def->vertex_count,
                        .vertices = vertices,
                        .triangles = triangles,
                        .fan = fan,
                        .fan_start = fan_start,
                        .corner_normal = corner_normal,
                        .at_border = at_border,
                        .sharp = sharp};
    for (int t = 0; t < def->triangle_count; t++)
        triangles[t] = (mesh_triangle){.number = t, .neighbour = {-1, -1, -1}};
    return mesh;
}

static bool build(builder *b, hl_arena *scratch)
{
    const int before = b->report->count + b->report->dropped;
    b->sides = HL_NEW(scratch, side, 3 * (size_t)b->def->triangle_count);
    if (!merge_vertices(b, scratch)) return false;
    for (int t = 0; t < b->def->triangle_count; t++) set_triangle(b, t);
    if (b->report->count + b->report->dropped != before) return false; /* their edges would be wrong too */
    set_edges(b);
    if (!count_borders(b, scratch)) return false;
    return b->report->count + b->report->dropped == before;
}

coll_mesh *coll_mesh_new(const coll_mesh_def *def, hl_report *report, hl_arena *arena)
{
    builder b = {.def = def, .report = report};
    if (!check_numbers(&b)) return NULL;
    b.mesh = take_memory(def, arena);
    if (b.mesh == NULL) return NULL;
    hl_arena scratch = {0};
    const bool built = build(&b, &scratch);
    hl_arena_free(&scratch);
    if (!built) return NULL;
    set_convex(b.mesh);
    coll_mesh_tree_build(b.mesh, arena);
    if (hl_arena_failed(arena)) return NULL;
    set_fans(b.mesh);
    set_sharp(b.mesh);
    return b.mesh;
}

coll_mesh_info coll_mesh_describe(const coll_mesh *mesh)
{
    return mesh->info;
}

void coll_mesh_corners(const coll_mesh *mesh, int triangle, hl_vec3 corners[3])
{
    for (int k = 0; k < 3; k++) corners[k] = mesh->vertices[mesh->triangles[mesh->place[triangle]].corner[k]];
}

hl_vec3 coll_mesh_normal(const coll_mesh *mesh, int triangle)
{
    return mesh->triangles[mesh->place[triangle]].normal;
}

/* ---- warnings ---- */

static const double THIN = 1e-3;                  /* [m], and of the longest edge */
static const double SPIKE = -0.86602540378443865; /* cos 150 deg */

static hl_vec3 place_of(const coll_mesh *mesh, const mesh_triangle *t, int corner)
{
    return mesh->vertices[t->corner[corner % 3]];
}

static void warn_of_height(const coll_mesh *mesh, const mesh_triangle *t, hl_report *warnings)
{
    const hl_vec3 p = place_of(mesh, t, 0), q = place_of(mesh, t, 1), r = place_of(mesh, t, 2);
    const double longest = fmax(hl_norm(hl_sub(q, p)), fmax(hl_norm(hl_sub(r, q)), hl_norm(hl_sub(p, r)))),
                 height = hl_norm(hl_cross(hl_sub(q, p), hl_sub(r, p))) / longest;
    if (height < THIN && height < THIN * longest)
        hl_report_add(warnings, (hl_place){0, 0},
                      "triangle %d at (%g, %g, %g) is only %.3g m high and %.3g m long", t->number, p.x, p.y,
                      p.z, height, longest);
}

static void warn_of_edge(const coll_mesh *mesh, const mesh_triangle *t, int k, hl_report *warnings)
{
    const hl_vec3 p = place_of(mesh, t, k), q = place_of(mesh, t, k + 1);
    if (t->neighbour[k] < 0) return;
    const mesh_triangle *other = &mesh->triangles[t->neighbour[k]];
    const double bend = hl_dot(t->normal, other->normal);
    if (other->number > t->number && bend < SPIKE && (t->convex >> k & 1) != 0)
        hl_report_add(warnings, (hl_place){0, 0},
                      "edge from (%g, %g, %g) to (%g, %g, %g) between triangles %d and %d is as sharp as a "
                      "blade: the surface turns back by %.0f degrees",
                      p.x, p.y, p.z, q.x, q.y, q.z, t->number, other->number,
                      hl_atan2(hl_norm(hl_cross(t->normal, other->normal)), bend) * 180.0 / HL_PI);
}

static void warn_of_holes(const coll_mesh *mesh, hl_report *warnings)
{
    if (mesh->info.border_edges == 0) return;
    for (int number = 0; number < mesh->info.triangles; number++) {
        const mesh_triangle *t = &mesh->triangles[mesh->place[number]];
        for (int k = 0; k < 3; k++) {
            if (t->neighbour[k] >= 0) continue;
            const hl_vec3 p = place_of(mesh, t, k), q = place_of(mesh, t, k + 1);
            hl_report_add(warnings, (hl_place){0, 0},
                          "the surface has holes: %d edges have no second triangle, the first from (%g, %g, "
                          "%g) to (%g, %g, %g) of triangle %d",
                          mesh->info.border_edges, p.x, p.y, p.z, q.x, q.y, q.z, number);
            return;
        }
    }
}

void coll_mesh_warn(const coll_mesh *mesh, bool solid, hl_report *warnings)
{
    for (int number = 0; number < mesh->info.triangles; number++) {
        const mesh_triangle *t = &mesh->triangles[mesh->place[number]];
        warn_of_height(mesh, t, warnings);
        for (int k = 0; k < 3; k++) warn_of_edge(mesh, t, k, warnings);
    }
    if (solid) warn_of_holes(mesh, warnings);
}
