/* Contacts of boxes and hulls with each other: the direction of least overlap among the faces of both and the
 * products of their edges (separating axes; only pairs of edges that form a face of the difference of both
 * are tried: D. Gregorius, The separating axis test between convex polyhedra, GDC 2013), then the face of one
 * clipped by the sides of the other (contact/contact.h has the same for boxes, and does two boxes). */
#include "collision/shape_internal.h"

#include "contact/contact.h"
#include "hl/status.h"

/* An edge axis must overlap less than the best face axis by this part, as with boxes: contacts would flicker
 * between one point and several. */
static const double FACE_PREFERENCE = 0.05;

/* |e x f|^2/(|e|^2 |f|^2) below which two edges are parallel. */
static const double PARALLEL = 1e-12;

enum { MOST_CLIPPED = 2 * COLL_HULL_VERTICES };

/* A hull in the frame of b. */
typedef struct solid {
    const coll_hull *hull;
    hl_vec3 centre; /* of its frame */
    hl_vec3 vertices[COLL_HULL_VERTICES];
    hl_vec3 normals[2 * COLL_HULL_VERTICES];
    double offsets[2 * COLL_HULL_VERTICES];
} solid;

/* A direction in which two solids are apart by `gap` [m], negative: overlap. */
typedef struct axis {
    double gap;
    hl_vec3 normal; /* of the face; of edges: out of a */
    int of_a, of_b; /* face of one, or edges of both; -1: none */
} axis;

static void set_solid(solid *s, const coll_hull *hull, const mb_pose *pose)
{
    s->hull = hull;
    s->centre = hl_v3(0, 0, 0);
    for (int v = 0; v < hull->vertex_count; v++) {
        s->vertices[v] = pose == NULL ? hull->vertices[v] : coll_out(pose, hull->vertices[v]);
        s->centre = hl_add_scaled(s->centre, 1.0 / hull->vertex_count, s->vertices[v]);
    }
    for (int f = 0; f < hull->face_count; f++) {
        s->normals[f] = pose == NULL ? hull->faces[f].normal : hl_mul(&pose->rotation, hull->faces[f].normal);
        s->offsets[f] = hull->faces[f].offset + (pose == NULL ? 0.0 : hl_dot(s->normals[f], pose->position));
    }
}

/* ---- axes ---- */

/* The face of one that the other is farthest in front of. */
static axis best_face(const solid *of, const solid *other, double margin)
{
    axis best = {.gap = -(double)INFINITY, .of_a = -1, .of_b = -1};
    for (int f = 0; f < of->hull->face_count && best.gap <= margin; f++) {
        double least = (double)INFINITY;
        for (int v = 0; v < other->hull->vertex_count; v++)
            least = fmin(least, hl_dot(of->normals[f], other->vertices[v]));
        if (least - of->offsets[f] > best.gap) {
            best.gap = least - of->offsets[f];
            best.normal = of->normals[f];
            best.of_a = f;
        }
    }
    return best;
}

static hl_vec3 edge_way(const solid *s, const hull_edge *edge)
{
    return hl_sub(s->vertices[edge->to], s->vertices[edge->from]);
}

/* Do the arcs between the normals beside edge e of a, and between the reversed ones beside edge f of b, cross
 * on the unit sphere? */
static bool arcs_cross(const solid *a, const hull_edge *e, hl_vec3 way_e, const solid *b, const hull_edge *f,
                       hl_vec3 way_f)
{
    const double cba = -hl_dot(b->normals[f->left], way_e), dba = -hl_dot(b->normals[f->right], way_e),
                 adc = -hl_dot(a->normals[e->left], way_f), bdc = -hl_dot(a->normals[e->right], way_f);
    return cba * dba < 0.0 && adc * bdc < 0.0 && cba * bdc < 0.0;
}

static void try_edges(const solid *a, int i, const solid *b, int j, axis *best)
{
    const hull_edge *e = &a->hull->edges[i], *f = &b->hull->edges[j];
    const hl_vec3 way_e = edge_way(a, e), way_f = edge_way(b, f);
    if (!arcs_cross(a, e, way_e, b, f, way_f)) return;
    hl_vec3 cross = hl_cross(way_e, way_f);
    const double square = hl_dot(cross, cross);
    if (square <= PARALLEL * hl_dot(way_e, way_e) * hl_dot(way_f, way_f)) return;
    const hl_vec3 beside = hl_add(a->normals[e->left], a->normals[e->right]);
    cross = hl_scale((hl_dot(cross, beside) < 0.0 ? -1.0 : 1.0) / sqrt(square), cross);
    const double gap = hl_dot(cross, hl_sub(b->vertices[f->from], a->vertices[e->from]));
    if (gap > best->gap) *best = (axis){gap, cross, i, j};
}

static axis best_edges(const solid *a, const solid *b, double margin)
{
    axis best = {.gap = -(double)INFINITY, .of_a = -1, .of_b = -1};
    for (int i = 0; i < a->hull->edge_count && best.gap <= margin; i++)
        for (int j = 0; j < b->hull->edge_count; j++) try_edges(a, i, b, j, &best);
    return best;
}

/* ---- clipping ---- */

typedef struct corner {
    hl_vec3 at;
    int id; /* of a corner of the other solid; of a crossing: the two sides */
} corner;

/* Sutherland and Hodgman's clip by out . x <= limit. A corner on the plane counts as inside. */
static int clip(const corner *in, int count, hl_vec3 out, double limit, int side, corner *kept)
{
    int many = 0;
    for (int i = 0; i < count; i++) {
        const corner *p = &in[i], *q = &in[(i + 1) % count];
        const double p_in = limit - hl_dot(out, p->at), q_in = limit - hl_dot(out, q->at);
        if (p_in >= 0.0 && many < MOST_CLIPPED) kept[many++] = *p;
        if (((p_in > 0.0 && q_in < 0.0) || (p_in < 0.0 && q_in > 0.0)) && many < MOST_CLIPPED)
            kept[many++] = (corner){hl_add_scaled(p->at, p_in / (p_in - q_in), hl_sub(q->at, p->at)),
                                    (side + 1) * 4096 + (p->id * 64 + q->id) % 4096};
    }
    return many;
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

/* Face `f` of the reference against the face of the other that looks at it. `sign` +1: the reference is b. */
static void add_faces(const solid *reference, int f, const solid *other, double sign, coll_list *list)
{
    corner polygon[2][MOST_CLIPPED];
    const hull_face *base = &reference->hull->faces[f];
    const int opposed = most_opposed(other, reference->normals[f]);
    const hull_face *face = &other->hull->faces[opposed];
    int count = face->count, now = 0;
    for (int i = 0; i < count; i++) {
        const int v = other->hull->loop[face->first + i];
        polygon[0][i] = (corner){other->vertices[v], v};
    }
    for (int i = 0; i < base->count && count > 0; i++, now = 1 - now) {
        const int *loop = reference->hull->loop + base->first;
        const hl_vec3 from = reference->vertices[loop[i]],
                      to = reference->vertices[loop[(i + 1) % base->count]];
        const hl_vec3 out = hl_cross(hl_sub(to, from), reference->normals[f]);
        count = clip(polygon[now], count, out, hl_dot(out, from), i, polygon[1 - now]);
    }
    for (int i = 0; i < count; i++) {
        const double depth = reference->offsets[f] - hl_dot(reference->normals[f], polygon[now][i].at);
        const hl_vec3 normal = hl_scale(sign, reference->normals[f]);
        const hl_vec3 on_b =
            sign > 0.0 ? hl_add_scaled(polygon[now][i].at, depth, normal) : polygon[now][i].at;
        coll_list_add(
            list, on_b, normal, depth,
            coll_pair_feature(sign > 0.0 ? 1 + f : 256 + f, (int64_t)opposed << 20 | polygon[now][i].id), 0);
    }
}

static void add_edges(const solid *a, const solid *b, const axis *best, coll_list *list)
{
    const hull_edge *e = &a->hull->edges[best->of_a], *f = &b->hull->edges[best->of_b];
    double s, t;
    if (!coll_segments_closest(a->vertices[e->from], edge_way(a, e), b->vertices[f->from], edge_way(b, f), &s,
                               &t))
        return;
    if (best->gap > 0.0 && (s <= 0.0 || s >= 1.0 || t <= 0.0 || t >= 1.0))
        return; /* apart, beyond the ends */
    coll_list_add(list, hl_add_scaled(b->vertices[f->from], t, edge_way(b, f)), hl_neg(best->normal),
                  -best->gap, coll_pair_feature(512 + best->of_a, best->of_b), 0);
}

/* ---- pairs ---- */

/* Two boxes: the eight corners of which are nearest name a point. */
static int nearest_corner(const contact_box *box, hl_vec3 at)
{
    const hl_vec3 p = hl_mul_transposed(&box->axes, hl_sub(at, box->centre));
    return (p.x > 0.0) + 2 * (p.y > 0.0) + 4 * (p.z > 0.0);
}

static void box_box(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    const contact_box box_a = {pose->position, pose->rotation, a->half},
                      box_b = {hl_v3(0, 0, 0), hl_mat3_identity(), b->half};
    contact_point points[CONTACT_BOX_POINTS];
    const int count = contact_boxes_points(&box_a, &box_b, list->margin, points);
    for (int i = 0; i < count; i++) {
        const hl_vec3 on_b = hl_add_scaled(points[i].point, points[i].depth, points[i].normal);
        coll_list_add(
            list, on_b, points[i].normal, points[i].depth,
            coll_pair_feature(nearest_corner(&box_a, points[i].point), nearest_corner(&box_b, on_b)), 0);
    }
}

static void hull_hull(const solid *a, const solid *b, coll_list *list)
{
    const double margin = list->margin;
    const axis face_a = best_face(a, b, margin), face_b = best_face(b, a, margin);
    if (!(face_a.gap <= margin && face_b.gap <= margin) || face_a.of_a < 0 || face_b.of_a < 0) return;
    const axis edges = best_edges(a, b, margin);
    if (edges.gap > margin) return;
    const bool with_a = face_a.gap >= face_b.gap;
    const double gap = with_a ? face_a.gap : face_b.gap;
    if (!(edges.of_a >= 0 && edges.gap > gap + FACE_PREFERENCE * fabs(gap))) {
        if (with_a)
            add_faces(a, face_a.of_a, b, -1.0, list);
        else
            add_faces(b, face_b.of_a, a, 1.0, list);
        if (list->count > 0) return;
    }
    if (edges.of_a >= 0 && edges.gap >= gap - FACE_PREFERENCE * fabs(gap)) add_edges(a, b, &edges, list);
}

void coll_hull_pair(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    if (a->kind == COLL_BOX && b->kind == COLL_BOX) {
        box_box(a, pose, b, list);
        return;
    }
    solid solid_a = {.hull = a->hull}, solid_b = {.hull = b->hull};
    set_solid(&solid_a, a->hull, pose);
    set_solid(&solid_b, b->hull, NULL);
    hull_hull(&solid_a, &solid_b, list);
}
