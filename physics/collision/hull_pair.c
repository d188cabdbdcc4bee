/* Contacts of boxes and hulls with each other. The direction of least overlap is found among the normals of
 * both and the products of their edges (separating axes; only pairs of edges that form a face of the
 * difference of both are tried: D. Gregorius, The separating axis test between convex polyhedra, GDC 2013; of
 * two boxes: contact/contact.h). The two faces that look at each other in this direction give the contacts
 * (patch.c). Polyhedra that are apart and lie beyond the ends of faces and edges give their closest points
 * (distance.c). */
#include "collision/shape_internal.h"

#include "contact/contact.h"
#include "hl/clamp.h"
#include "hl/status.h"

/* |e x f|^2/(|e|^2 |f|^2) below which two edges are parallel. */
static const double PARALLEL = 1e-12;

/* The faces beside two edges usually give the contact of these edges too. If their deepest contact is less
 * deep than the edges by more than this share, their outlines miss it, and the edges give it (a choice). */
static const double MISSED = 0.1;

enum { MOST_FACES = 2 * COLL_HULL_VERTICES, MOST_EDGES = 3 * COLL_HULL_VERTICES };

/* Numbers of contacts of edges, different from those of patch.c. */
enum { EDGE_PAIR = 1 << 16 };

/* A hull in the frame of b. */
typedef struct solid {
    const coll_hull *hull;
    hl_vec3 vertices[COLL_HULL_VERTICES];
    hl_vec3 normals[MOST_FACES];
    double offsets[MOST_FACES];
    hl_vec3 ways[MOST_EDGES]; /* of the edges */
} solid;

/* A direction in which two solids are apart by `gap` [m], negative: overlap. */
typedef struct axis {
    double gap;
    hl_vec3 normal; /* of the face; of edges: out of a */
    int of_a, of_b; /* face of one, or edges of both; -1: none */
} axis;

static const axis NO_AXIS = {.gap = -(double)INFINITY, .of_a = -1, .of_b = -1};

static void set_solid(solid *s, const coll_hull *hull, const mb_pose *pose)
{
    s->hull = hull;
    for (int v = 0; v < hull->vertex_count; v++)
        s->vertices[v] = pose == NULL ? hull->vertices[v] : coll_out(pose, hull->vertices[v]);
    for (int f = 0; f < hull->face_count; f++) {
        s->normals[f] = pose == NULL ? hull->faces[f].normal : hl_mul(&pose->rotation, hull->faces[f].normal);
        s->offsets[f] = hull->faces[f].offset + (pose == NULL ? 0.0 : hl_dot(s->normals[f], pose->position));
    }
    for (int e = 0; e < hull->edge_count; e++)
        s->ways[e] = hl_sub(s->vertices[hull->edges[e].to], s->vertices[hull->edges[e].from]);
}

/* ---- axes of hulls ---- */

/* The face of one that the other is farthest in front of. */
static axis best_face(const solid *of, const solid *other, double margin)
{
    axis best = NO_AXIS;
    for (int f = 0; f < of->hull->face_count && best.gap <= margin; f++) {
        double least = (double)INFINITY;
        for (int v = 0; v < other->hull->vertex_count; v++)
            least = hl_min(least, hl_dot(of->normals[f], other->vertices[v]));
        if (least - of->offsets[f] > best.gap) {
            best.gap = least - of->offsets[f];
            best.normal = of->normals[f];
            best.of_a = f;
        }
    }
    return best;
}

/* Products of the ways of the edges of b with the normals of a. */
typedef struct slopes {
    double of[MOST_EDGES][MOST_FACES];
} slopes;

static void set_slopes(const solid *edges, const solid *faces, slopes *s)
{
    for (int e = 0; e < edges->hull->edge_count; e++)
        for (int f = 0; f < faces->hull->face_count; f++)
            s->of[e][f] = hl_dot(edges->ways[e], faces->normals[f]);
}

static void try_edges(const solid *a, int i, const solid *b, int j, axis *best)
{
    const hull_edge *e = &a->hull->edges[i], *f = &b->hull->edges[j];
    hl_vec3 cross = hl_cross(a->ways[i], b->ways[j]);
    const double square = hl_dot(cross, cross);
    if (square <= PARALLEL * hl_dot(a->ways[i], a->ways[i]) * hl_dot(b->ways[j], b->ways[j])) return;
    const hl_vec3 beside = hl_add(a->normals[e->left], a->normals[e->right]);
    const double along = hl_dot(cross, hl_sub(b->vertices[f->from], a->vertices[e->from])),
                 signed_along = hl_dot(cross, beside) < 0.0 ? -along : along;
    if (signed_along <= 0.0
            ? signed_along * signed_along >= square * best->gap * best->gap && best->gap < 0.0
            : signed_along * signed_along <= square * best->gap * best->gap && best->gap > 0.0)
        return;
    cross = hl_scale((hl_dot(cross, beside) < 0.0 ? -1.0 : 1.0) / sqrt(square), cross);
    const double gap = hl_dot(cross, hl_sub(b->vertices[f->from], a->vertices[e->from]));
    if (gap > best->gap) *best = (axis){gap, cross, i, j};
}

/* Of the pairs for which the arc between the normals beside edge e of a crosses, on the unit sphere, the arc
 * between the reversed ones beside edge f of b. */
static axis best_edges(const solid *a, const solid *b, double margin)
{
    axis best = NO_AXIS;
    slopes of_a, of_b; /* edges of a on faces of b, edges of b on faces of a */
    set_slopes(a, b, &of_a);
    set_slopes(b, a, &of_b);
    for (int i = 0; i < a->hull->edge_count && best.gap <= margin; i++) {
        const hull_edge *e = &a->hull->edges[i];
        for (int j = 0; j < b->hull->edge_count; j++) {
            const hull_edge *f = &b->hull->edges[j];
            const double cba = of_a.of[i][f->left], dba = of_a.of[i][f->right], adc = of_b.of[j][e->left],
                         bdc = of_b.of[j][e->right];
            if (cba * dba < 0.0 && adc * bdc < 0.0 && cba * bdc < 0.0) try_edges(a, i, b, j, &best);
        }
    }
    return best;
}

/* ---- faces and edges of hulls ---- */

static void set_face(const solid *s, int number, coll_face *face)
{
    const hull_face *of = &s->hull->faces[number];
    face->number = number;
    face->count = of->count;
    face->normal = s->normals[number];
    face->offset = s->offsets[number];
    for (int i = 0; i < of->count; i++) {
        face->vertex[i] = s->hull->loop[of->first + i];
        face->corner[i] = s->vertices[face->vertex[i]];
    }
}

static bool has_corner(const coll_hull *hull, const hull_face *face, int vertex)
{
    for (int i = 0; i < face->count; i++)
        if (hull->loop[face->first + i] == vertex) return true;
    return false;
}

/* Of the faces around the corner that lies deepest, the one that looks most against the normal. */
static int most_opposed(const solid *s, hl_vec3 normal)
{
    int deepest = 0, best = -1;
    for (int v = 1; v < s->hull->vertex_count; v++)
        if (hl_dot(s->vertices[v], normal) < hl_dot(s->vertices[deepest], normal)) deepest = v;
    for (int f = 0; f < s->hull->face_count; f++)
        if (has_corner(s->hull, &s->hull->faces[f], deepest) &&
            (best < 0 || hl_dot(s->normals[f], normal) < hl_dot(s->normals[best], normal)))
            best = f;
    HL_ASSERT(best >= 0);
    return best;
}

/* Of the two faces beside an edge the one that looks most along the normal. */
static int beside(const solid *s, int edge, hl_vec3 normal)
{
    const int left = s->hull->edges[edge].left, right = s->hull->edges[edge].right;
    return hl_dot(s->normals[left], normal) >= hl_dot(s->normals[right], normal) ? left : right;
}

static void add_faces(const solid *a, int of_a, const solid *b, int of_b, bool reference_is_b,
                      coll_list *list)
{
    coll_face face_a, face_b;
    set_face(a, of_a, &face_a);
    set_face(b, of_b, &face_b);
    coll_patch(&face_a, &face_b, reference_is_b, list);
}

/* Two edges that pass each other; edges that are apart only between their ends.
 *  @param normal  out of b */
static void add_edges(hl_vec3 P, hl_vec3 u, hl_vec3 Q, hl_vec3 w, hl_vec3 normal, double depth,
                      int64_t feature, coll_list *list)
{
    double s, t;
    if (!coll_segments_closest(P, u, Q, w, &s, &t)) return;
    if (depth >= 0.0 || (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0))
        coll_list_put(list, hl_add_scaled(Q, t, w), normal, depth, feature, 1.0);
}

static bool is_missed(const coll_list *list, double depth)
{
    double most = -(double)INFINITY;
    for (int i = 0; i < list->count; i++) most = hl_max(most, list->points[i].depth);
    return most < depth - MISSED * fabs(depth);
}

/* The faces beside two edges, and the edges if their faces miss each other. */
static void add_beside_edges(const solid *a, const solid *b, const axis *edges, coll_list *list)
{
    const hull_edge *e = &a->hull->edges[edges->of_a], *f = &b->hull->edges[edges->of_b];
    const int of_a = beside(a, edges->of_a, edges->normal),
              of_b = beside(b, edges->of_b, hl_neg(edges->normal));
    add_faces(a, of_a, b, of_b,
              -hl_dot(b->normals[of_b], edges->normal) >= hl_dot(a->normals[of_a], edges->normal), list);
    if (is_missed(list, -edges->gap))
        add_edges(a->vertices[e->from], a->ways[edges->of_a], b->vertices[f->from], b->ways[edges->of_b],
                  hl_neg(edges->normal), -edges->gap, coll_pair_feature(EDGE_PAIR + edges->of_a, edges->of_b),
                  list);
}

static void hull_hull(const solid *a, const solid *b, coll_list *list)
{
    const double margin = list->margin;
    const axis face_a = best_face(a, b, margin), face_b = best_face(b, a, margin);
    if (!(face_a.gap <= margin && face_b.gap <= margin) || face_a.of_a < 0 || face_b.of_a < 0) return;
    const axis edges = best_edges(a, b, margin);
    if (edges.gap > margin) return;
    if (edges.gap > hl_max(face_a.gap, face_b.gap))
        add_beside_edges(a, b, &edges, list);
    else if (face_a.gap > face_b.gap)
        add_faces(a, face_a.of_a, b, most_opposed(b, face_a.normal), false, list);
    else
        add_faces(a, most_opposed(a, face_b.normal), b, face_b.of_a, true, list);
    const coll_core core_a = {.count = a->hull->vertex_count, .vertices = a->vertices},
                    core_b = {.count = b->hull->vertex_count, .vertices = b->vertices};
    const double gap = hl_max(edges.gap, hl_max(face_a.gap, face_b.gap));
    if (gap > 0.0) coll_add_closest(&core_a, &core_b, face_b.normal, gap, list);
}

/* ---- boxes ---- */

/* Half edges of a box in the frame of b. */
typedef struct box_edges {
    hl_vec3 centre, half[3];
    double length[3]; /* of half */
} box_edges;

static box_edges edges_of(const coll_shape *shape, const mb_pose *pose)
{
    box_edges e = {.length = {shape->half.x, shape->half.y, shape->half.z}};
    if (pose != NULL) e.centre = pose->position;
    for (int k = 0; k < 3; k++) {
        const hl_vec3 own = hl_v3(k == 0, k == 1, k == 2);
        e.half[k] = hl_scale(e.length[k], pose == NULL ? own : hl_mat3_column(&pose->rotation, k));
    }
    return e;
}

/* The face of a box that looks most in a direction. */
static void set_box_face(const box_edges *box, hl_vec3 direction, coll_face *face)
{
    double along[3];
    int k = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = hl_dot(direction, box->half[i]) / box->length[i];
        if (fabs(along[i]) > fabs(along[k])) k = i;
    }
    const double side = along[k] < 0.0 ? -1.0 : 1.0;
    const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    face->number = 2 * k + (side > 0.0);
    face->count = 4;
    face->normal = hl_scale(side / box->length[k], box->half[k]);
    const hl_vec3 middle = hl_add_scaled(box->centre, side, box->half[k]);
    face->offset = hl_dot(face->normal, middle);
    for (int i = 0; i < 4; i++) { /* counter-clockwise */
        const bool far_1 = i == 1 || i == 2, far_2 = (i >= 2) == (side > 0.0);
        face->corner[i] = hl_add_scaled(hl_add_scaled(middle, far_1 ? 1.0 : -1.0, box->half[k1]),
                                        far_2 ? 1.0 : -1.0, box->half[k2]);
        face->vertex[i] = (side > 0.0) << k | far_1 << k1 | far_2 << k2;
    }
}

/* Start of the edge along axis k that lies farthest in a direction. */
static hl_vec3 farthest_edge(const box_edges *box, int k, hl_vec3 direction)
{
    hl_vec3 from = hl_sub(box->centre, box->half[k]);
    for (int i = 0; i < 3; i++)
        if (i != k)
            from = hl_add_scaled(from, hl_dot(direction, box->half[i]) < 0.0 ? -1.0 : 1.0, box->half[i]);
    return from;
}

static void set_corners(const box_edges *box, hl_vec3 corners[8])
{
    for (int v = 0; v < 8; v++) {
        corners[v] = box->centre;
        for (int k = 0; k < 3; k++)
            corners[v] = hl_add_scaled(corners[v], (v >> k & 1) != 0 ? 1.0 : -1.0, box->half[k]);
    }
}

static void box_box(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    const contact_box box_a = {pose->position, pose->rotation, a->half},
                      box_b = {hl_v3(0, 0, 0), hl_mat3_identity(), b->half};
    const contact_box_axes axes = contact_boxes_axes(&box_a, &box_b, list->margin);
    if (axes.apart) return;
    const bool by_edges = axes.edge.axis >= 0 && axes.edge.overlap < axes.face.overlap;
    const contact_box_axis *best = by_edges ? &axes.edge : &axes.face;
    const box_edges edges_a = edges_of(a, pose), edges_b = edges_of(b, NULL);
    const hl_vec3 normal = best->normal;
    coll_face face_a, face_b;
    set_box_face(&edges_a, hl_neg(normal), &face_a);
    set_box_face(&edges_b, normal, &face_b);
    coll_patch(&face_a, &face_b, hl_dot(face_b.normal, normal) >= -hl_dot(face_a.normal, normal), list);
    const int i = (best->axis - 6) / 3, j = (best->axis - 6) % 3;
    if (by_edges && is_missed(list, best->overlap))
        add_edges(farthest_edge(&edges_a, i, hl_neg(normal)), hl_scale(2.0, edges_a.half[i]),
                  farthest_edge(&edges_b, j, normal), hl_scale(2.0, edges_b.half[j]), normal, best->overlap,
                  coll_pair_feature(EDGE_PAIR + i, j), list);
    if (best->overlap >= 0.0) return;
    hl_vec3 corners_a[8], corners_b[8];
    set_corners(&edges_a, corners_a);
    set_corners(&edges_b, corners_b);
    coll_add_closest(&(coll_core){.count = 8, .vertices = corners_a},
                     &(coll_core){.count = 8, .vertices = corners_b}, normal, -best->overlap, list);
}

void coll_hull_pair(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    if (a->kind == COLL_BOX && b->kind == COLL_BOX) {
        box_box(a, pose, b, list);
        return;
    }
    solid solid_a, solid_b;
    set_solid(&solid_a, a->hull, pose);
    set_solid(&solid_b, b->hull, NULL);
    hull_hull(&solid_a, &solid_b, list);
}
