/* Convex hulls of few points: each plane through three points that has all others on one side is a face. The
 * number of planes tried grows with the third power of the number of points, which is done at load; in return
 * points in one plane give one face, however many they are. */
#include "collision/shape_internal.h"

#include <string.h>

/* Points closer than this part of the extent to a plane lie in it. */
static const double IN_PLANE = 1e-9;

/* Hulls thinner than this part of their extent are refused. */
static const double LEAST_THICKNESS = 1e-6;

enum { MOST_FACES = HULL_FACES, MOST_LOOP = 6 * COLL_HULL_VERTICES };

typedef struct builder {
    hl_vec3 points[COLL_HULL_POINTS]; /* different ones */
    int count;
    double extent; /* [m] */
    hull_face faces[MOST_FACES];
    int loop[MOST_LOOP];
    int face_count, loop_count;
    int corner[COLL_HULL_POINTS]; /* of a point: its number as a corner plus one; 0: none so far */
    int corner_count;
    bool overflow; /* too many corners */
} builder;

static void complain(hl_report *report, const char *text, double figure)
{
    hl_report_add(report, (hl_place){0, 0}, text, figure);
}

/* ---- points ---- */

static double extent_of(const hl_vec3 *points, int count)
{
    double extent = 0.0;
    for (int i = 1; i < count; i++) extent = fmax(extent, hl_norm(hl_sub(points[i], points[0])));
    return extent;
}

static bool take_points(builder *b, const hl_vec3 *points, int count, hl_report *report)
{
    if (count < 4 || count > COLL_HULL_POINTS) {
        hl_report_add(report, (hl_place){0, 0}, "a hull needs 4 to %d points, not %d", COLL_HULL_POINTS,
                      count);
        return false;
    }
    for (int i = 0; i < count; i++)
        if (!hl_v3_is_finite(points[i])) {
            hl_report_add(report, (hl_place){0, 0}, "point %d: its coordinates must be finite numbers", i);
            return false;
        }
    b->extent = extent_of(points, count);
    for (int i = 0; i < count; i++) {
        bool different = true;
        for (int k = 0; k < b->count && different; k++)
            different = hl_norm(hl_sub(points[i], b->points[k])) > IN_PLANE * b->extent;
        if (different) b->points[b->count++] = points[i];
    }
    return true;
}

/* The farthest point from the plane through the three farthest apart tells how thick the hull is. */
static double thickness(const builder *b)
{
    hl_vec3 normal = {0, 0, 0};
    for (int i = 1; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++) {
            const hl_vec3 cross =
                hl_cross(hl_sub(b->points[i], b->points[0]), hl_sub(b->points[j], b->points[0]));
            if (hl_dot(cross, cross) > hl_dot(normal, normal)) normal = cross;
        }
    normal = hl_normalized(normal);
    double least = 0.0, most = 0.0;
    for (int i = 1; i < b->count; i++) {
        const double height = hl_dot(normal, hl_sub(b->points[i], b->points[0]));
        least = fmin(least, height);
        most = fmax(most, height);
    }
    return most - least;
}

/* ---- faces ---- */

static int number_corner(builder *b, int point)
{
    if (b->corner[point] == 0) {
        if (b->corner_count == COLL_HULL_VERTICES) b->overflow = true;
        b->corner[point] = ++b->corner_count;
    }
    return b->corner[point] - 1;
}

/* Next corner of a face: the point of `in` that has all others on its left; of several in line the farthest.
 */
static int next_corner(const builder *b, const int *in, int count, int at, hl_vec3 normal)
{
    int next = -1;
    for (int i = 0; i < count; i++) {
        if (in[i] == at) continue;
        if (next < 0) {
            next = in[i];
            continue;
        }
        const hl_vec3 way = hl_sub(b->points[next], b->points[at]),
                      other = hl_sub(b->points[in[i]], b->points[at]);
        const double turn = hl_dot(normal, hl_cross(way, other)), line = IN_PLANE * b->extent * hl_norm(way);
        if (turn < -line || (turn <= line && hl_dot(other, other) > hl_dot(way, way))) next = in[i];
    }
    return next;
}

/* Go around the points of a plane (R. A. Jarvis, On the identification of the convex hull of a finite set of
 * points in the plane, Information Processing Letters 2, 1973), from one that is surely a corner. */
static void add_face(builder *b, const int *in, int count, hl_vec3 normal)
{
    int start = in[0];
    for (int i = 1; i < count; i++)
        if (hl_norm(hl_sub(b->points[in[i]], b->points[in[0]])) >
            hl_norm(hl_sub(b->points[start], b->points[in[0]])))
            start = in[i];
    hull_face *face = &b->faces[b->face_count++];
    *face = (hull_face){.first = b->loop_count, .normal = normal};
    int at = start;
    do {
        if (b->loop_count == MOST_LOOP || b->overflow) {
            b->overflow = true;
            return;
        }
        b->loop[b->loop_count++] = number_corner(b, at);
        face->count++;
        face->offset += hl_dot(normal, b->points[at]);
        at = next_corner(b, in, count, at, normal);
    } while (at != start && face->count <= count);
    face->offset /= face->count;
}

/* The plane through points i < j < k, if it is a face that no lower three have given. */
static void try_plane(builder *b, int i, int j, int k)
{
    const hl_vec3 cross = hl_cross(hl_sub(b->points[j], b->points[i]), hl_sub(b->points[k], b->points[i]));
    if (hl_norm(cross) <= IN_PLANE * b->extent * b->extent) return;
    hl_vec3 normal = hl_normalized(cross);
    const double tolerance = IN_PLANE * b->extent;
    int in[COLL_HULL_POINTS] = {i}, count = 0, above = 0, beneath = 0;
    for (int p = 0; p < b->count; p++) {
        const double height = hl_dot(normal, hl_sub(b->points[p], b->points[i]));
        above += height > tolerance;
        beneath += height < -tolerance;
        if (above > 0 && beneath > 0) return;
        if (fabs(height) <= tolerance) in[count++] = p;
    }
    if (above > 0) normal = hl_neg(normal);
    for (int f = 0; f < b->face_count; f++)
        if (hl_dot(b->faces[f].normal, normal) > 1.0 - 1e-12 &&
            fabs(b->faces[f].offset - hl_dot(normal, b->points[i])) <= 2.0 * tolerance)
            return;
    if (b->face_count == MOST_FACES)
        b->overflow = true;
    else
        add_face(b, in, count, normal);
}

static void find_faces(builder *b)
{
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++)
            for (int k = j + 1; k < b->count && !b->overflow; k++) try_plane(b, i, j, k);
}

/* ---- edges, mesh ---- */

static int face_with(const coll_hull *hull, int from, int to)
{
    for (int f = 0; f < hull->face_count; f++)
        for (int i = 0; i < hull->faces[f].count; i++) {
            const int *loop = hull->loop + hull->faces[f].first;
            if (loop[i] == from && loop[(i + 1) % hull->faces[f].count] == to) return f;
        }
    return -1;
}

/* False when an edge has no second face. */
static bool set_edges(coll_hull *hull)
{
    for (int f = 0; f < hull->face_count; f++)
        for (int i = 0; i < hull->faces[f].count; i++) {
            const int *loop = hull->loop + hull->faces[f].first;
            const int from = loop[i], to = loop[(i + 1) % hull->faces[f].count];
            const int other = face_with(hull, to, from);
            if (other < 0) return false;
            if (from < to) hull->edges[hull->edge_count++] = (hull_edge){from, to, f, other};
        }
    return hull->vertex_count - hull->edge_count + hull->face_count == 2;
}

static coll_mesh *mesh_of(const coll_hull *hull, hl_report *report, hl_arena *arena)
{
    int triangles[MOST_LOOP][3], count = 0;
    for (int f = 0; f < hull->face_count; f++)
        for (int i = 2; i < hull->faces[f].count; i++, count++) {
            const int *loop = hull->loop + hull->faces[f].first;
            memcpy(triangles[count], (int[3]){loop[0], loop[i - 1], loop[i]}, sizeof triangles[0]);
        }
    const coll_mesh_def def = {.vertex_count = hull->vertex_count,
                               .triangle_count = count,
                               .vertices = hull->vertices,
                               .triangles = (const int(*)[3])triangles};
    return coll_mesh_new(&def, report, arena);
}

static coll_hull *copy(const builder *b, hl_arena *arena)
{
    coll_hull *hull = HL_NEW(arena, coll_hull, 1);
    hl_vec3 *vertices = HL_NEW(arena, hl_vec3, b->corner_count);
    hull_face *faces = HL_COPY(arena, hull_face, b->faces, b->face_count);
    int *loop = HL_COPY(arena, int, b->loop, b->loop_count);
    hull_edge *edges = HL_NEW(arena, hull_edge, b->loop_count);
    if (hl_arena_failed(arena)) return NULL;
    *hull = (coll_hull){.vertex_count = b->corner_count,
                        .face_count = b->face_count,
                        .vertices = vertices,
                        .faces = faces,
                        .edges = edges,
                        .loop = loop};
    for (int p = 0; p < b->count; p++)
        if (b->corner[p] > 0) {
            vertices[b->corner[p] - 1] = b->points[p];
            hull->radius = fmax(hull->radius, hl_norm(b->points[p]));
        }
    return hull;
}

coll_hull *coll_hull_new(const hl_vec3 *points, int count, hl_report *report, hl_arena *arena)
{
    hl_arena scratch = {0};
    coll_hull *hull = NULL;
    builder *b = HL_NEW(&scratch, builder, 1);
    if (b != NULL && take_points(b, points, count, report)) {
        const double thick = b->count > 3 ? thickness(b) : 0.0;
        if (!(thick > LEAST_THICKNESS * b->extent)) {
            complain(report, "the points lie in one plane or line: %.3g m thick", thick);
        } else {
            find_faces(b);
            if (b->overflow)
                hl_report_add(report, (hl_place){0, 0}, "the hull of the points has more than %d corners",
                              COLL_HULL_VERTICES);
            else
                hull = copy(b, arena);
        }
    }
    if (b == NULL) arena->failed = true;
    if (hull != NULL && !set_edges(hull)) {
        complain(report, "the points are too close to common planes: no closed hull within %.3g m",
                 IN_PLANE * b->extent);
        hull = NULL;
    }
    hl_arena_free(&scratch);
    if (hull == NULL) return NULL;
    hull->mesh = mesh_of(hull, report, arena);
    return hull->mesh != NULL ? hull : NULL;
}

int coll_hull_corners(const coll_hull *hull)
{
    return hull->vertex_count;
}

hl_vec3 coll_hull_corner(const coll_hull *hull, int index)
{
    return hull->vertices[index];
}

const coll_mesh *coll_hull_mesh(const coll_hull *hull)
{
    return hull->mesh;
}

/* Corner 0 to 7: bit k says whether it lies on the positive side of axis k. */
coll_shape coll_box(hl_vec3 half, hl_arena *arena)
{
    hl_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = hl_v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    hl_report report;
    hl_report_begin(&report, "box");
    return (coll_shape){.kind = COLL_BOX, .half = half, .hull = coll_hull_new(corners, 8, &report, arena)};
}
