/* Contacts of a cylinder with a box or hull b, in the frame of b.
 *
 * The direction n of least overlap, h_b(n) + h_a(-n) with the extents h of both, is among
 * - the normals of b's faces, and the cylinder's axis z both ways;
 * - the products of z and b's edges;
 * - from b's corners at right angles to z;
 * - where a rim passes an edge of b: the least along the arc between the normals beside the edge.
 * In this direction a face of b looks at a flat end of the cylinder or at a line on its side. */
#include "collision/shape_internal.h"

#include "hl/clamp.h"

/* |z x e|/|e| below which an edge is parallel to the axis. */
static const double PARALLEL = 1e-6;

/* Cosine of the angle between axis and edge above which they may touch along a part of their length: 30
 * degrees (a choice). */
static const double LENGTHWISE = 0.87;

/* |n . z| above which the contact is that of a flat end, not of the side: 45 degrees. */
static const double END_ON = 0.70710678118654752;

/* If the overlap exceeds the deepest point of face and flat end (or line) by this share, the face does not
 * give the contact (a choice). */
static const double MISSED = 0.1;

/* Tolerance of a root on an arc, as a share of the arc: rounding. */
static const double ARC_ENOUGH = 1e-12;

enum { END_CORNERS = 8, ARC_TURNS = 24 };

/* Numbers of features, different from those of patch.c. */
enum {
    RIM_EDGE = 1 << 16,
    SIDE_CORNER = 5 << 14,
    SIDE_EDGE = 6 << 14,
    SIDE_FACE = 7 << 14,
    SIDE_END = 1 << 18
};

typedef enum kind { FACE, END, SIDE_BY_EDGE, SIDE_BY_CORNER, RIM_BY_EDGE } kind;

typedef struct direction {
    double overlap; /* [m]; negative: apart */
    hl_vec3 normal; /* from b to a */
    kind kind;
    int part; /* face, edge or corner of b */
} direction;

typedef struct query {
    const coll_hull *hull;
    hl_vec3 centre, axis;
    double radius, half_length;
    coll_list *list;
} query;

/* Extent of the cylinder against a unit direction, from the origin. */
static double extent_against(const query *q, hl_vec3 n)
{
    const double tilt = hl_dot(n, q->axis);
    return q->half_length * fabs(tilt) + q->radius * sqrt(hl_max(1.0 - tilt * tilt, 0.0)) -
           hl_dot(n, q->centre);
}

static double extent_along(const coll_hull *hull, hl_vec3 n)
{
    double most = hl_dot(n, hull->vertices[0]);
    for (int v = 1; v < hull->vertex_count; v++) most = hl_max(most, hl_dot(n, hull->vertices[v]));
    return most;
}

static void offer(const query *q, direction *best, double along_b, hl_vec3 n, kind of, int part)
{
    const double overlap = along_b + extent_against(q, n);
    if (overlap < best->overlap) *best = (direction){overlap, n, of, part};
}

/* A direction counts for the part of b that is farthest in it: b's extent is that of `at`. */
static void offer_of_part(const query *q, direction *best, hl_vec3 at, hl_vec3 n, kind of, int part)
{
    const double along = hl_dot(n, at);
    if (along + extent_against(q, n) < best->overlap && extent_along(q->hull, n) <= along + COLL_SAME_PLACE)
        offer(q, best, along, n, of, part);
}

static hl_vec3 edge_way(const coll_hull *hull, int edge)
{
    return hl_sub(hull->vertices[hull->edges[edge].to], hull->vertices[hull->edges[edge].from]);
}

static hl_vec3 across_axis(const query *q, hl_vec3 v)
{
    return hl_add_scaled(v, -hl_dot(v, q->axis), q->axis);
}

/* ---- direction ---- */

static void try_edge(const query *q, int edge, direction *best)
{
    const hl_vec3 way = edge_way(q->hull, edge), cross = hl_cross(q->axis, way);
    const double length = hl_norm(cross);
    if (length <= PARALLEL * hl_norm(way)) return;
    hl_vec3 n = hl_scale(1.0 / length, cross);
    if (hl_dot(n, hl_sub(q->centre, q->hull->vertices[q->hull->edges[edge].from])) < 0.0) n = hl_neg(n);
    offer_of_part(q, best, q->hull->vertices[q->hull->edges[edge].from], n, SIDE_BY_EDGE, edge);
}

static void try_corner(const query *q, int v, direction *best)
{
    const hl_vec3 out = across_axis(q, hl_sub(q->centre, q->hull->vertices[v]));
    const double distance = hl_norm(out);
    if (!(distance > 0.0)) return;
    const hl_vec3 n = hl_scale(1.0 / distance, out);
    offer_of_part(q, best, q->hull->vertices[v], n, SIDE_BY_CORNER, v);
}

/* Point of the cylinder that is lowest in a direction that is neither along nor across its axis. */
static hl_vec3 lowest(const query *q, hl_vec3 n)
{
    const double side = hl_dot(n, q->axis) > 0.0 ? -1.0 : 1.0;
    return hl_add_scaled(hl_add_scaled(q->centre, side * q->half_length, q->axis), -q->radius,
                         hl_normalized(across_axis(q, n)));
}

/* Arc between the normals beside an edge, and its direction at a place of it. */
typedef struct arc {
    hl_vec3 from, way, at; /* at: a corner of the edge */
} arc;

static hl_vec3 on_arc(const arc *of, double s)
{
    return hl_normalized(hl_add_scaled(of->from, s, of->way));
}

/* In proportion to the derivative of the overlap along the arc. */
static double slope(const query *q, const arc *of, double s)
{
    const hl_vec3 n = on_arc(of, s), arm = hl_sub(of->at, lowest(q, n));
    return hl_dot(of->way, arm) - hl_dot(of->way, n) * hl_dot(n, arm);
}

/* Whether no direction of the arc between two faces has less overlap than the best one, and than those beside
 * it: cheaper than exact slopes. For each point x of the cylinder the overlap in the direction of p, on the
 * chord of the arc, is at least p . (at - x)/|p|, linear in the place on the chord and divided by at most 1.
 * The points here are the lowest ones below both ends of the arc; the larger of their bounds is least at an
 * end or where they cross. At the ends the overlap and its slope are those of the bounds. */
static bool is_beaten(const coll_hull *hull, const hull_edge *edge, const hl_vec3 *lowest_of,
                      const direction *best)
{
    const hl_vec3 from = hull->faces[edge->left].normal, to = hull->faces[edge->right].normal,
                  at = hull->vertices[edge->from], left = hl_sub(at, lowest_of[edge->left]),
                  right = hl_sub(at, lowest_of[edge->right]);
    const double a = hl_dot(from, left), b = hl_dot(to, left), c = hl_dot(from, right), d = hl_dot(to, right);
    const double turn = 1.0 - hl_dot(from, to); /* -way . from = way . to */
    if (b - a + turn * a > COLL_SAME_PLACE || d - c - turn * d < -COLL_SAME_PLACE) return true;
    const double s = (c - a) / ((b - a) - (d - c)); /* where both bounds are equal */
    double least = hl_min(hl_max(a, c), hl_max(b, d));
    if (s > 0.0 && s < 1.0) least = hl_min(least, a + s * (b - a));
    return least > hl_max(best->overlap, 0.0) + COLL_SAME_PLACE;
}

/* Whether the least overlap along the arc is across the axis, where its slope jumps from negative to
 * positive: a root search would halve the arc until its limit. try_edge has offered this direction unless it
 * leads away from the cylinder; then it has more overlap than others.
 *
 * Up to there the overlap is at least that of the lower end of the side's line, n . (at - end), a sinusoid of
 * the angle that falls there; beyond, that of the upper end, which rises there. So each is least at one end
 * of its part. */
static bool is_least_across(const query *q, const arc *of, const direction *best)
{
    const double low = hl_dot(of->from, q->axis), turn = hl_dot(of->way, q->axis);
    if (!(low * (low + turn) < 0.0)) return false;
    const hl_vec3 n = on_arc(of, -low / turn),
                  arm = hl_add_scaled(hl_sub(of->at, q->centre), q->radius, n); /* from the side's line */
    const double overlap = hl_dot(n, arm), middle = hl_dot(of->way, arm) - hl_dot(of->way, n) * overlap;
    const double first = hl_dot(of->from, arm) + q->half_length * fabs(low),
                 last = hl_dot(of->from, arm) + hl_dot(of->way, arm) + q->half_length * fabs(low + turn);
    return fabs(middle) < q->half_length * fabs(turn) - COLL_SAME_PLACE &&
           hl_min(overlap, hl_min(first, last)) > best->overlap - COLL_SAME_PLACE;
}

/* The least overlap along the arc is where its slope is zero (M. Dowell, P. Jarratt, A modified regula falsi
 * method for computing the root of an equation, BIT 11, 1971). Across the axis the slope jumps: try_edge. */
static void try_rim(const query *q, int edge, direction *best)
{
    const hull_edge *e = &q->hull->edges[edge];
    const arc of = {q->hull->faces[e->left].normal,
                    hl_sub(q->hull->faces[e->right].normal, q->hull->faces[e->left].normal),
                    q->hull->vertices[e->from]};
    if (is_least_across(q, &of, best)) return;
    double low = 0.0, high = 1.0, f = slope(q, &of, low), g = slope(q, &of, high), s = low;
    if (!(f < 0.0 && g > 0.0)) return;
    for (int turn = 0; turn < ARC_TURNS && high - low > ARC_ENOUGH; turn++) {
        s = (low * g - high * f) / (g - f);
        const double here = slope(q, &of, s);
        if (here == 0.0) break;
        if (here > 0.0) {
            high = s, g = here, f *= 0.5;
        } else {
            low = s, f = here, g *= 0.5;
        }
    }
    const hl_vec3 n = on_arc(&of, s);
    if (fabs(hl_dot(n, q->axis)) > PARALLEL) offer(q, best, hl_dot(n, of.at), n, RIM_BY_EDGE, edge);
}

static void try_rims(const query *q, direction *best)
{
    hl_vec3 lowest_of[HULL_FACES];
    for (int f = 0; f < q->hull->face_count; f++) lowest_of[f] = lowest(q, q->hull->faces[f].normal);
    for (int e = 0; e < q->hull->edge_count && best->overlap >= -q->list->margin; e++)
        if (!is_beaten(q->hull, &q->hull->edges[e], lowest_of, best)) try_rim(q, e, best);
}

static direction least_overlap(const query *q)
{
    direction best = {.overlap = (double)INFINITY};
    const coll_hull *hull = q->hull;
    for (int f = 0; f < hull->face_count; f++)
        offer(q, &best, hull->faces[f].offset, hull->faces[f].normal, FACE, f);
    offer(q, &best, extent_along(hull, q->axis), q->axis, END, 0);
    offer(q, &best, extent_along(hull, hl_neg(q->axis)), hl_neg(q->axis), END, 1);
    for (int v = 0; v < hull->vertex_count && best.overlap >= -q->list->margin; v++) try_corner(q, v, &best);
    for (int e = 0; e < hull->edge_count && best.overlap >= -q->list->margin; e++) try_edge(q, e, &best);
    if (best.overlap >= -q->list->margin) try_rims(q, &best);
    return best;
}

/* ---- contacts ---- */

static void set_face(const coll_hull *hull, int number, coll_face *face)
{
    const hull_face *of = &hull->faces[number];
    face->number = number;
    face->count = of->count;
    face->normal = of->normal;
    face->offset = of->offset;
    for (int i = 0; i < of->count; i++) {
        face->vertex[i] = hull->loop[of->first + i];
        face->corner[i] = hull->vertices[face->vertex[i]];
    }
}

/* Unit vector across the axis that is farthest in a direction; upright: an arbitrary one that is fixed. */
static hl_vec3 out_of_axis(const query *q, const mb_pose *pose, hl_vec3 towards)
{
    const double UPRIGHT = 1e-6;
    const hl_vec3 out = across_axis(q, towards);
    const double length = hl_norm(out);
    return length > UPRIGHT ? hl_scale(1.0 / length, out) : hl_mat3_column(&pose->rotation, 0);
}

/* The flat end that looks against n as a polygon, whose first corner is the lowest of the rim. */
static void set_end(const query *q, const mb_pose *pose, hl_vec3 n, coll_face *face)
{
    static const double TURN[END_CORNERS][2] = {{1, 0},  {0.70710678118654752, 0.70710678118654752},
                                                {0, 1},  {-0.70710678118654752, 0.70710678118654752},
                                                {-1, 0}, {-0.70710678118654752, -0.70710678118654752},
                                                {0, -1}, {0.70710678118654752, -0.70710678118654752}};
    const double side = hl_dot(n, q->axis) > 0.0 ? -1.0 : 1.0;
    const hl_vec3 centre = hl_add_scaled(q->centre, side * q->half_length, q->axis),
                  out = out_of_axis(q, pose, hl_neg(n));
    face->normal = hl_scale(side, q->axis);
    const hl_vec3 across = hl_cross(face->normal, out);
    face->number = side > 0.0;
    face->count = END_CORNERS;
    face->offset = hl_dot(face->normal, centre);
    for (int i = 0; i < END_CORNERS; i++) {
        face->vertex[i] = i + END_CORNERS * face->number;
        face->corner[i] =
            hl_add_scaled(hl_add_scaled(centre, q->radius * TURN[i][0], out), q->radius * TURN[i][1], across);
    }
}

/* The line on the side of the cylinder that lies lowest in the direction n, where it is over a face: its ends
 * are points of the rims over the face, or the side passes an edge. */
static void add_line(const query *q, hl_vec3 n, const coll_face *face)
{
    const hl_vec3 out = hl_normalized(across_axis(q, n)),
                  from = hl_add_scaled(hl_add_scaled(q->centre, -q->radius, out), -q->half_length, q->axis),
                  way = hl_scale(2.0 * q->half_length, q->axis);
    double place[2] = {0.0, 1.0};
    int by[2] = {-1, -1};
    for (int k = 0; k < face->count; k++) {
        const hl_vec3 corner = face->corner[k],
                      side = hl_sub(face->corner[k + 1 < face->count ? k + 1 : 0], corner),
                      inwards = hl_cross(face->normal, side);
        const double start = hl_dot(inwards, hl_sub(from, corner)), rate = hl_dot(inwards, way);
        if (rate == 0.0) {
            if (start < 0.0) return;
            continue;
        }
        const double at = -start / rate;
        const int end = rate > 0.0 ? 0 : 1;
        if (end == 0 ? at > place[0] : at < place[1]) place[end] = at, by[end] = k;
    }
    if (place[0] > place[1]) return;
    for (int end = 0; end < 2; end++) {
        const int feature = SIDE_FACE + end;
        if (by[end] < 0) {
            const hl_vec3 at = hl_add_scaled(from, place[end], way);
            const double depth = face->offset - hl_dot(face->normal, at);
            coll_list_put(q->list, hl_add_scaled(at, depth, face->normal), face->normal, depth,
                          coll_pair_feature(feature, face->number), 1.0);
            continue;
        }
        const int k = by[end], next = k + 1 < face->count ? k + 1 : 0;
        const hl_vec3 corner = face->corner[k], side = hl_sub(face->corner[next], corner),
                      cross = hl_cross(q->axis, side);
        const double square = hl_dot(cross, cross);
        if (square <= PARALLEL * PARALLEL * hl_dot(side, side)) continue;
        const hl_vec3 normal =
                          hl_scale((hl_dot(cross, face->normal) < 0.0 ? -1.0 : 1.0) / sqrt(square), cross),
                      apart = hl_sub(corner, q->centre);
        const double on_edge = hl_dot(hl_cross(apart, q->axis), cross) / square,
                     on_axis = hl_dot(hl_cross(apart, side), cross) / square;
        const double depth = hl_dot(normal, apart) + q->radius;
        if (on_edge < 0.0 || on_edge > 1.0 || fabs(on_axis) > q->half_length) continue;
        coll_list_put(q->list, hl_add_scaled(corner, on_edge, side), normal, depth,
                      coll_pair_feature(feature, (int64_t)(face->vertex[k] + 1) << 8 | face->vertex[next]),
                      1.0);
    }
}

/* A place of b against the side; apart, between its ends. */
static void add_beside(const query *q, hl_vec3 at, int64_t feature)
{
    const hl_vec3 from = hl_sub(at, q->centre), out = hl_neg(across_axis(q, from));
    const double distance = hl_norm(out);
    if (distance > 0.0 &&
        (distance <= q->radius || fabs(hl_dot(from, q->axis)) <= q->half_length + COLL_SAME_PLACE))
        coll_list_put(q->list, at, hl_scale(1.0 / distance, out), q->radius - distance, feature, 1.0);
}

/* The part of an edge along the side: its ends touch. */
static void add_along(const query *q, int edge)
{
    const hl_vec3 from = q->hull->vertices[q->hull->edges[edge].from], way = edge_way(q->hull, edge);
    const double start = hl_dot(hl_sub(from, q->centre), q->axis), rate = hl_dot(way, q->axis);
    if (fabs(rate) < LENGTHWISE * hl_norm(way)) return;
    double s[2] = {(-q->half_length - start) / rate, (q->half_length - start) / rate};
    for (int end = 0; end < 2; end++) s[end] = hl_clamp(s[end], 0.0, 1.0);
    if (s[0] == s[1]) return;
    for (int end = 0; end < 2; end++)
        add_beside(q, hl_add_scaled(from, s[end], way), coll_pair_feature(SIDE_END + end, edge));
}

/* Of the edges at a corner the one that runs most along the axis. */
static int edge_along(const query *q, int corner)
{
    int best = -1;
    double most = 0.0;
    for (int e = 0; e < q->hull->edge_count; e++) {
        if (q->hull->edges[e].from != corner && q->hull->edges[e].to != corner) continue;
        const hl_vec3 way = edge_way(q->hull, e);
        const double along = fabs(hl_dot(way, q->axis)) / hl_norm(way);
        if (along > most) most = along, best = e;
    }
    return best;
}

static int facing(const coll_hull *hull, hl_vec3 n)
{
    int best = 0;
    for (int f = 1; f < hull->face_count; f++)
        if (hl_dot(hull->faces[f].normal, n) > hl_dot(hull->faces[best].normal, n)) best = f;
    return best;
}

static void add_of_face(const query *q, const mb_pose *pose, const direction *d)
{
    coll_face face, end;
    set_face(q->hull, d->kind == FACE ? d->part : facing(q->hull, d->normal), &face);
    if (fabs(hl_dot(d->normal, q->axis)) < END_ON) {
        add_line(q, d->normal, &face);
        return;
    }
    set_end(q, pose, d->normal, &end);
    coll_patch(&end, &face, d->kind == FACE, q->list);
}

/* Where an edge of b passes a rim or the side in the direction that belongs to it: 0 to 1 within both. */
static double passing(const query *q, const direction *d, hl_vec3 from, hl_vec3 way)
{
    double s = 0.0, t = 0.0;
    if (d->kind == RIM_BY_EDGE) return hl_dot(hl_sub(lowest(q, d->normal), from), way) / hl_dot(way, way);
    const bool cross = coll_segments_closest(from, way, hl_add_scaled(q->centre, -q->half_length, q->axis),
                                             hl_scale(2.0 * q->half_length, q->axis), &s, &t);
    return cross && t > 0.0 && t < 1.0 ? s : -1.0;
}

/* The contact of the direction itself; apart, if it is between the ends of the edge. */
static void add_single(const query *q, const direction *d)
{
    if (d->kind == SIDE_BY_CORNER)
        add_beside(q, q->hull->vertices[d->part], coll_pair_feature(SIDE_CORNER, d->part));
    if (d->kind != SIDE_BY_EDGE && d->kind != RIM_BY_EDGE) return;
    const hl_vec3 from = q->hull->vertices[q->hull->edges[d->part].from], way = edge_way(q->hull, d->part);
    const double s = passing(q, d, from, way);
    const int name = d->kind == SIDE_BY_EDGE ? SIDE_EDGE : RIM_EDGE + (hl_dot(d->normal, q->axis) > 0.0);
    if (d->overlap >= 0.0 || (s > 0.0 && s < 1.0))
        coll_list_put(q->list, hl_add_scaled(from, hl_clamp(s, 0.0, 1.0), way), d->normal, d->overlap,
                      coll_pair_feature(name, d->part), 1.0);
}

static double deepest(const coll_list *list)
{
    double most = -(double)INFINITY;
    for (int i = 0; i < list->count; i++) most = hl_max(most, list->points[i].depth);
    return most;
}

void coll_cylinder_hull(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    const query q = {b->hull, pose->position, coll_axis(pose), a->radius, a->half_length, list};
    const direction d = least_overlap(&q);
    if (d.overlap < -list->margin) return;
    const int first = list->count;
    if (d.kind == FACE || d.kind == END)
        add_of_face(&q, pose, &d);
    else if (d.kind != RIM_BY_EDGE) {
        const int edge = d.kind == SIDE_BY_EDGE ? d.part : edge_along(&q, d.part);
        if (edge >= 0) add_along(&q, edge);
    }
    if (deepest(list) < d.overlap - MISSED * fabs(d.overlap)) add_single(&q, &d);
    coll_list_limit(list, first);
    if (d.overlap >= 0.0) return;
    const coll_core core_a = {.centre = q.centre,
                              .axis = q.axis,
                              .radius = q.radius,
                              .half_length = q.half_length},
                    core_b = {.count = q.hull->vertex_count, .vertices = q.hull->vertices};
    coll_add_closest(&core_a, &core_b, d.normal, -d.overlap, list);
}
