/* The highest face of a mesh at a place; beyond its border the nearest place. */
#include "collision/mesh_internal.h"

#include "collision/ground.h"
#include "hl/clamp.h"
#include "hl/status.h"

/* Places closer to a face than this lie on it: rounding along edges that do not share their vertices. [m] */
static const double ON_FACE = 1e-6;

int coll_faces_up(const coll_mesh *mesh)
{
    int count = 0;
    for (int t = 0; t < mesh->info.triangles; t++) count += mesh->triangles[t].normal.z > COLL_UP;
    return count;
}

/* ---- inside ---- */

/* Twice the area of an edge and a place in plan. Both triangles of an edge get the same number with opposite
 * signs, so no place between them is missed. */
static double side_of(const coll_mesh *mesh, int from, int to, double x, double y)
{
    const bool forward = from < to;
    const hl_vec3 a = mesh->vertices[forward ? from : to], b = mesh->vertices[forward ? to : from];
    const double side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    return forward ? side : -side;
}

static bool covers(const coll_mesh *mesh, const mesh_triangle *t, double x, double y)
{
    for (int k = 0; k < 3; k++)
        if (side_of(mesh, t->corner[k], t->corner[(k + 1) % 3], x, y) < 0.0) return false;
    return true;
}

/* Height of the triangle's plane, limited to the heights of its corners. */
static double height_of(const coll_mesh *mesh, const mesh_triangle *t, double x, double y)
{
    const hl_vec3 a = mesh->vertices[t->corner[0]], n = t->normal;
    const double b = mesh->vertices[t->corner[1]].z, c = mesh->vertices[t->corner[2]].z;
    const double height = a.z - (n.x * (x - a.x) + n.y * (y - a.y)) / n.z;
    return hl_clamp(height, hl_min(a.z, hl_min(b, c)), hl_max(a.z, hl_max(b, c)));
}

/* ---- beyond the border ---- */

/* The nearest place so far, in plan. */
typedef struct nearest {
    double square; /* distance squared [m^2] */
    double height;
    double dx, dy; /* slope along the border */
    int triangle;
} nearest;

/* The point of an edge that is nearest to (x, y) in plan, and the slope along the edge there. At an end of
 * the edge the slope is zero: the height does not change while the end stays the nearest point. */
static nearest near_edge(const coll_mesh *mesh, int t, int edge, double x, double y)
{
    const mesh_triangle *triangle = &mesh->triangles[t];
    const int p = triangle->corner[edge], q = triangle->corner[(edge + 1) % 3];
    const hl_vec3 a = mesh->vertices[p < q ? p : q], b = mesh->vertices[p < q ? q : p];
    const double ex = b.x - a.x, ey = b.y - a.y, length = ex * ex + ey * ey;
    const double along = (x - a.x) * ex + (y - a.y) * ey;
    const double share = length > 0.0 ? hl_clamp(along / length, 0.0, 1.0) : 0.0;
    const double dx = x - (share < 1.0 ? a.x + share * ex : b.x),
                 dy = y - (share < 1.0 ? a.y + share * ey : b.y);
    const double slope = share > 0.0 && share < 1.0 ? (b.z - a.z) / length : 0.0;
    return (nearest){.square = dx * dx + dy * dy,
                     .height = share < 1.0 ? a.z + share * (b.z - a.z) : b.z,
                     .dx = slope * ex,
                     .dy = slope * ey,
                     .triangle = t};
}

/* Keep the nearest point; of points at the same distance the highest. */
static void offer(const coll_mesh *mesh, int t, double x, double y, nearest *best)
{
    if (!(mesh->triangles[t].normal.z > COLL_UP)) return;
    for (int k = 0; k < 3; k++) {
        const nearest found = near_edge(mesh, t, k, x, y);
        if (found.square > best->square || (found.square == best->square && found.height <= best->height))
            continue;
        *best = found;
    }
}

/* Square of the distance from a node in plan. */
static double square_to(const mesh_node *node, double x, double y)
{
    const double dx = hl_max(hl_max((double)node->low[0] - x, x - (double)node->high[0]), 0.0);
    const double dy = hl_max(hl_max((double)node->low[1] - y, y - (double)node->high[1]), 0.0);
    return dx * dx + dy * dy;
}

/* The nearer child first; a node waits on the stack with its distance. */
static nearest find_nearest(const coll_mesh *mesh, double x, double y)
{
    enum { DEEPEST = 64 }; /* a balanced tree of 2^31 triangles is half as deep */
    struct waiting {
        int node;
        double square;
    } stack[DEEPEST] = {{0, square_to(mesh->nodes, x, y)}};
    nearest best = {.square = (double)INFINITY, .height = -(double)INFINITY};
    for (int count = 1; count > 0;) {
        const struct waiting next = stack[--count];
        if (next.square > best.square) continue;
        const mesh_node *node = &mesh->nodes[next.node];
        int first, many = coll_mesh_leaf(node, &first);
        for (int i = 0; i < many; i++) offer(mesh, first + i, x, y, &best);
        if (many > 0) continue;
        const int left = next.node + 1, right = mesh->nodes[left].skip;
        const struct waiting a = {left, square_to(&mesh->nodes[left], x, y)},
                             b = {right, square_to(&mesh->nodes[right], x, y)};
        HL_ASSERT(count + 2 <= DEEPEST);
        stack[count++] = a.square <= b.square ? b : a;
        stack[count++] = a.square <= b.square ? a : b;
    }
    return best;
}

static coll_top top_beyond(const coll_mesh *mesh, double x, double y)
{
    const nearest found = find_nearest(mesh, x, y);
    const mesh_triangle *t = &mesh->triangles[found.triangle];
    const bool on_face = found.square < ON_FACE * ON_FACE;
    return (coll_top){.height = found.height,
                      .normal = on_face ? t->normal : hl_normalized(hl_v3(-found.dx, -found.dy, 1.0)),
                      .material = t->material,
                      .inside = on_face,
                      .beyond = on_face ? 0.0 : sqrt(found.square)};
}

coll_top coll_top_at(const coll_mesh *mesh, double x, double y)
{
    coll_top top = {.height = -(double)INFINITY};
    mesh_walk walk = coll_mesh_walk(hl_v3(x, y, -(double)INFINITY), hl_v3(x, y, (double)INFINITY), 0.0);
    for (int first, many; (many = coll_mesh_walk_next(mesh, &walk, &first)) > 0;)
        for (int i = first; i < first + many; i++) {
            const mesh_triangle *t = &mesh->triangles[i];
            if (!(t->normal.z > COLL_UP) || !covers(mesh, t, x, y)) continue;
            const double height = height_of(mesh, t, x, y);
            if (height > top.height) top = (coll_top){height, t->normal, t->material, true, 0.0};
        }
    if (top.inside) return top;
    if (!isfinite(x) || !isfinite(y)) return (coll_top){.normal = hl_v3(0, 0, 1)};
    return top_beyond(mesh, x, y);
}
