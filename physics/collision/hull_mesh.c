/* Contacts of boxes and hulls with a mesh, in the mesh's frame: corners of the hull as points; sharp corners
 * of the mesh, and its convex edges, against the faces and edges of the hull. Enough for blades and feet, not
 * for needles. */
#include "collision/shape_internal.h"

/* An edge axis must overlap less than the face axis by this part: see hull_pair.c. */
static const double FACE_PREFERENCE = 0.05;

static const double NEVER = (double)-INFINITY;

enum { PART_FACE = 256, PART_EDGE = 512, MOST_AT_CORNER = 8, MOST_FACES = 2 * COLL_HULL_VERTICES };

typedef struct hull_query {
    const coll_hull *hull;
    const mb_pose *pose;
    const coll_mesh *mesh;
    double behind;
    coll_list *list;
} hull_query;

/* ---- corners of the hull ---- */

static void add_corners(const hull_query *q)
{
    for (int v = 0; v < q->hull->vertex_count; v++) {
        coll_mesh_contact found[MOST_AT_CORNER];
        const int count = coll_mesh_near(q->mesh, coll_out(q->pose, q->hull->vertices[v]), q->list->margin,
                                         q->behind, MOST_AT_CORNER, found);
        for (int i = 0; i < count; i++)
            coll_list_add(q->list, found[i].point, found[i].normal, -found[i].distance,
                          coll_pair_feature(v, coll_mesh_feature(&found[i])), found[i].material);
    }
}

/* ---- corners of the mesh ---- */

/* The face in front of which a place is farthest, in the hull's frame. */
static int farthest_face(const coll_hull *hull, hl_vec3 at, double *distance)
{
    int best = 0;
    *distance = -(double)INFINITY;
    for (int f = 0; f < hull->face_count; f++) {
        const double d = hl_dot(hull->faces[f].normal, at) - hull->faces[f].offset;
        if (d > *distance) {
            *distance = d;
            best = f;
        }
    }
    return best;
}

static void try_corner(const hull_query *q, int t, int k)
{
    const coll_mesh *mesh = q->mesh;
    const int v = mesh->triangles[t].corner[k];
    if (!coll_mesh_owns_corner(mesh, t, k)) return;
    double distance;
    const int f = farthest_face(q->hull, coll_in(q->pose, mesh->vertices[v]), &distance);
    if (distance > q->list->margin) return;
    const hl_vec3 normal = hl_neg(hl_mul(&q->pose->rotation, q->hull->faces[f].normal));
    if (!coll_mesh_corner_holds(mesh, v, normal)) return;
    int material;
    const int64_t feature = coll_mesh_feature_name(mesh, t, COLL_CORNER + k, &material);
    coll_list_add(q->list, mesh->vertices[v], normal, -distance, coll_pair_feature(PART_FACE + f, feature),
                  material);
}

/* ---- edges of the mesh ---- */

/* An edge of the mesh in the hull's frame, and its distances from the planes of all faces, start + s rate. */
typedef struct edge_line {
    int triangle, edge;
    hl_vec3 from, way;
    double start[MOST_FACES], rate[MOST_FACES];
} edge_line;

static double height(const edge_line *e, int face, double s)
{
    return e->start[face] + s * e->rate[face];
}

static int highest(const edge_line *e, int faces, double s)
{
    int best = 0;
    for (int f = 1; f < faces; f++)
        if (height(e, f, s) > height(e, best, s)) best = f;
    return best;
}

/* Deepest place of the edge within the hull: the least of the largest distance, which is convex along the
 * edge. Between a face whose distance falls and one whose distance rises it is at their crossing, unless a
 * third is higher there, which then replaces one of them. Each turn a new face, so the turns are bounded. */
static double deepest_place(const edge_line *e, int faces, int between[2])
{
    int falling = highest(e, faces, 0.0), rising = highest(e, faces, 1.0);
    between[0] = between[1] = falling;
    if (e->rate[falling] >= 0.0) return 0.0;
    between[0] = between[1] = rising;
    if (e->rate[rising] <= 0.0) return 1.0;
    double s = 0.0;
    for (int turn = 0; turn < faces; turn++) {
        s = (e->start[rising] - e->start[falling]) / (e->rate[falling] - e->rate[rising]);
        const int top = highest(e, faces, s);
        if (top == falling || top == rising || height(e, top, s) <= height(e, rising, s)) break;
        if (e->rate[top] < 0.0)
            falling = top;
        else
            rising = top;
    }
    between[0] = falling;
    between[1] = rising;
    return s;
}

static int shared_edge(const coll_hull *hull, int f, int g)
{
    for (int e = 0; e < hull->edge_count; e++)
        if ((hull->edges[e].left == f && hull->edges[e].right == g) ||
            (hull->edges[e].left == g && hull->edges[e].right == f))
            return e;
    return -1;
}

static void add_at_edge(const hull_query *q, const edge_line *e, double s, hl_vec3 normal, double depth,
                        int part)
{
    int material;
    const int64_t feature = coll_mesh_feature_name(q->mesh, e->triangle, COLL_EDGE + e->edge, &material);
    coll_list_add(q->list, coll_out(q->pose, hl_add_scaled(e->from, s, e->way)), normal, depth,
                  coll_pair_feature(part, feature), material);
}

/* The part of the edge under a face of the hull: its ends touch. */
static double under_face(const hull_query *q, const edge_line *e, int face, double ends[2])
{
    ends[0] = 0.0;
    ends[1] = 1.0;
    for (int f = 0; f < q->hull->face_count; f++) {
        if (f == face) continue;
        const double s = -e->start[f] / e->rate[f];
        if (e->rate[f] < 0.0 && s > ends[0]) ends[0] = s;
        if (e->rate[f] > 0.0 && s < ends[1]) ends[1] = s;
        if (e->rate[f] == 0.0 && e->start[f] > 0.0) return NEVER;
    }
    return ends[0] <= ends[1] ? fmax(-height(e, face, ends[0]), -height(e, face, ends[1])) : NEVER;
}

/* Edge of the mesh across an edge of the hull: the overlap along the product of both.
 *  @param most  overlap that must not be reached
 *  @return whether it touches */
static bool touches_edge(const hull_query *q, const edge_line *e, const int between[2], double most)
{
    const int shared = shared_edge(q->hull, between[0], between[1]);
    if (shared < 0) return false;
    const hull_edge *edge = &q->hull->edges[shared];
    const hl_vec3 at = q->hull->vertices[edge->from], way = hl_sub(q->hull->vertices[edge->to], at);
    double s, t;
    if (!coll_segments_closest(e->from, e->way, at, way, &s, &t)) return false;
    if (s <= 0.0 || s >= 1.0 || t <= 0.0 || t >= 1.0) return false;
    hl_vec3 out = hl_normalized(hl_cross(e->way, way));
    if (hl_dot(out, hl_add(q->hull->faces[edge->left].normal, q->hull->faces[edge->right].normal)) < 0.0)
        out = hl_neg(out);
    const double depth = hl_dot(out, hl_sub(at, e->from));
    if (depth >= most - FACE_PREFERENCE * fabs(most)) return false;
    const hl_vec3 normal = hl_neg(hl_mul(&q->pose->rotation, out));
    if (!coll_mesh_edge_holds(q->mesh, e->triangle, e->edge, normal)) return false;
    add_at_edge(q, e, s, normal, depth, PART_EDGE + shared);
    return true;
}

static void try_edge(const hull_query *q, int t, int k)
{
    const mesh_triangle *triangle = &q->mesh->triangles[t];
    const int faces = q->hull->face_count;
    if (!coll_mesh_owns_edge(q->mesh, t, k)) return;
    edge_line e = {
        .triangle = t, .edge = k, .from = coll_in(q->pose, q->mesh->vertices[triangle->corner[k]])};
    e.way = hl_sub(coll_in(q->pose, q->mesh->vertices[triangle->corner[(k + 1) % 3]]), e.from);
    for (int f = 0; f < faces; f++) {
        e.start[f] = hl_dot(q->hull->faces[f].normal, e.from) - q->hull->faces[f].offset;
        e.rate[f] = hl_dot(q->hull->faces[f].normal, e.way);
    }
    int between[2];
    const double s = deepest_place(&e, faces, between);
    if (height(&e, between[0], s) > q->list->margin) return;
    double ends[2][2] = {{0.0}}, overlap[2];
    hl_vec3 normal[2];
    for (int i = 0; i < 2; i++) {
        normal[i] = hl_neg(hl_mul(&q->pose->rotation, q->hull->faces[between[i]].normal));
        overlap[i] =
            coll_mesh_edge_holds(q->mesh, t, k, normal[i]) ? under_face(q, &e, between[i], ends[i]) : NEVER;
    }
    const int best = overlap[1] == NEVER || (overlap[0] > NEVER && overlap[0] <= overlap[1]) ? 0 : 1;
    if (touches_edge(q, &e, between, overlap[best] > NEVER ? overlap[best] : -NEVER)) return;
    if (overlap[best] == NEVER) return;
    for (int i = 0; i < 2; i++)
        add_at_edge(q, &e, ends[best][i], normal[best], -height(&e, between[best], ends[best][i]),
                    PART_FACE + between[best]);
}

/* ---- all ---- */

void coll_hull_mesh_points(const coll_shape *a, const mb_pose *pose, const coll_mesh *mesh, double behind,
                           coll_list *list)
{
    const hull_query q = {.hull = a->hull, .pose = pose, .mesh = mesh, .behind = behind, .list = list};
    const coll_bounds bounds = coll_shape_bounds(a, pose, list->margin);
    mesh_walk walk = coll_mesh_walk(bounds.low, bounds.high, 0.0);
    add_corners(&q);
    for (int first, count; (count = coll_mesh_walk_next(mesh, &walk, &first)) > 0;)
        for (int t = first; t < first + count; t++)
            for (int k = 0; k < 3; k++) {
                try_corner(&q, t, k);
                try_edge(&q, t, k);
            }
}
