/* Contacts of two faces that look at each other: the polygon in which they overlap, seen along the normal of
 * one (I. E. Sutherland, G. W. Hodgman, Reentrant polygon clipping, CACM 17, 1974). Its corners are corners
 * of one face over the other face, and crossings of two edges.
 *
 * Energy is conserved only if the springs of the points follow from a potential that changes continuously
 * with the poses. So
 * - each corner has its own normal and depth: that of the face that it is over, or the product of the edges
 *   that cross. A common normal would be wrong for edges that cross while the faces are not parallel, and
 *   points would jump where a pair of edges becomes a pair of faces;
 * - each corner has a weight in proportion to the angle by which the outline of the polygon turns there, in
 *   sum 4. A corner that is cut off becomes two corners that carry the same together; a corner that appears
 *   in a straight side, or between sides that nearly coincide, carries nothing. The angle is measured by the
 *   part of the circumference of a square, which needs no trigonometry and is exact for rectangles;
 * - no point weighs more than 1, and if all together have less elastic energy than the deepest would have
 *   alone with the weight 1, it is alone: edges that cross at a small angle are not soft. */
#include "collision/shape_internal.h"

#include "hl/clamp.h"
#include "hl/status.h"

/* A corner this far beyond a side still counts as inside, so that contacts of flush faces do not change from
 * step to step. [m] */
static const double FLUSH = 1e-5;

/* Weight below which a corner is left out [1]: 0.1 % of a point's stiffness. */
static const double LEAST_WEIGHT = 1e-3;

/* A place this far beyond a side of a face is still over it. [m] */
static const double BESIDE = 1e-9;

/* |e x f|^2/(|e|^2 |f|^2) below which two edges are parallel. */
static const double PARALLEL = 1e-12;

enum { MOST_CORNERS = 2 * COLL_HULL_VERTICES };

/* A corner of the polygon in the plane of the reference, and the line that leaves it: edge `line` of the
 * other face, or from `count` of its edges on, the edges of the reference. */
typedef struct corner {
    double x, y;
    int line;
} corner;

typedef struct patch {
    const coll_face *reference, *other;
    hl_vec3 across, up;          /* axes of the plane */
    int turn;                    /* +1 if the reference belongs to b, else -1 */
    double around[MOST_CORNERS]; /* of all lines: where their direction lies on a square, 0 to 4 */
} patch;

/* ---- clipping ---- */

static int next_of(const coll_face *face, int i)
{
    return i + 1 < face->count ? i + 1 : 0;
}

/* Corner i of the other face in the order in which the reference runs. */
static int reversed(const coll_face *face, int i)
{
    return face->count - 1 - i;
}

static void set_corner(const patch *p, hl_vec3 at, int line, corner *c)
{
    const hl_vec3 from = hl_sub(at, p->reference->corner[0]);
    *c = (corner){hl_dot(from, p->across), hl_dot(from, p->up), line};
}

/* Where a direction lies on the circumference of a square. */
static double around(double x, double y)
{
    const double size = fabs(x) + fabs(y), part = size > 0.0 ? x / size : 0.0;
    return y >= 0.0 ? 1.0 - part : 3.0 + part;
}

static int set_outline(patch *p, corner *outline)
{
    const coll_face *other = p->other;
    for (int i = 0; i < other->count; i++) set_corner(p, other->corner[reversed(other, i)], i, &outline[i]);
    for (int i = 0; i < other->count; i++) {
        const corner *next = &outline[next_of(other, i)];
        p->around[i] = around(next->x - outline[i].x, next->y - outline[i].y);
    }
    return other->count;
}

/* Clip by a side of the reference, from `side` to `end`; at most one corner more comes out. */
static int clip(const corner *side, const corner *end, const corner *in, int count, corner *out)
{
    const double ux = end->x - side->x, uy = end->y - side->y, flush = -FLUSH * (fabs(ux) + fabs(uy));
    double here = ux * (in[0].y - side->y) - uy * (in[0].x - side->x);
    const double first = here;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const corner *p = &in[i], *q = &in[i + 1 < count ? i + 1 : 0];
        const double there = i + 1 < count ? ux * (q->y - side->y) - uy * (q->x - side->x) : first;
        const bool within = here >= flush, stays = within == (there >= flush);
        if (within && kept < MOST_CORNERS) out[kept++] = *p;
        if (!stays && kept < MOST_CORNERS) {
            const double t = hl_clamp(here / (here - there), 0.0, 1.0);
            out[kept++] =
                (corner){p->x + t * (q->x - p->x), p->y + t * (q->y - p->y), within ? side->line : p->line};
        }
        here = there;
    }
    return kept;
}

/* ---- corners ---- */

static double turn_between(const patch *p, int line, int next)
{
    const double turn = p->around[next] - p->around[line];
    const double positive = turn < 0.0 ? turn + 4.0 : turn;
    return positive > 3.0 ? 0.0 : positive; /* rounding turns it back */
}

static int64_t name_corner(const patch *p, int kind, int of_other, int of_reference)
{
    const int a = p->turn > 0 ? of_other : of_reference, b = p->turn > 0 ? of_reference : of_other;
    return coll_pair_feature((p->turn > 0 ? kind : 4 - kind) << 13 | a, b);
}

static int edge_name(int from, int to)
{
    return from < to ? from << 6 | to : to << 6 | from;
}

/* The point of the reference; the other face's lies `depth` against the direction `out` of the reference. */
static void put(const patch *p, hl_vec3 on_reference, hl_vec3 out, double depth, int64_t feature,
                double weight, coll_list *list)
{
    const hl_vec3 normal = p->turn > 0 ? out : hl_neg(out);
    coll_list_put(list, p->turn > 0 ? on_reference : hl_add_scaled(on_reference, -depth, out), normal, depth,
                  feature, weight);
}

/* A corner of the other face under the reference. */
static void put_other(const patch *p, int i, double weight, coll_list *list)
{
    const coll_face *face = p->reference, *other = p->other;
    const hl_vec3 at = other->corner[reversed(other, i)];
    const double depth = face->offset - hl_dot(face->normal, at);
    put(p, hl_add_scaled(at, depth, face->normal), face->normal, depth,
        name_corner(p, 1, other->vertex[reversed(other, i)], face->number), weight, list);
}

/* Whether a place is over a face, beyond its sides by no more than a nanometre. */
static bool is_over(const coll_face *face, hl_vec3 at)
{
    for (int i = 0; i < face->count; i++) {
        const hl_vec3 from = face->corner[i], side = hl_sub(face->corner[next_of(face, i)], from);
        const double inside = hl_dot(face->normal, hl_cross(side, hl_sub(at, from)));
        if (inside < 0.0 && inside * inside > BESIDE * BESIDE * hl_dot(side, side)) return false;
    }
    return true;
}

/* A corner of the reference over the other face; apart, if it is still over it in the direction of that. */
static void put_reference(const patch *p, int i, double weight, coll_list *list)
{
    const coll_face *face = p->reference, *other = p->other;
    const double depth = other->offset - hl_dot(other->normal, face->corner[i]);
    if (depth < 0.0 && !is_over(other, face->corner[i])) return;
    put(p, face->corner[i], hl_neg(other->normal), depth, name_corner(p, 3, other->number, face->vertex[i]),
        weight, list);
}

/* Two edges that pass each other; apart, if they do so between their ends. */
static void put_crossing(const patch *p, int i, int k, double weight, coll_list *list)
{
    const coll_face *face = p->reference, *other = p->other;
    const int from = reversed(other, i), to = reversed(other, next_of(other, i)), end = next_of(face, k);
    const hl_vec3 u = hl_sub(other->corner[to], other->corner[from]),
                  w = hl_sub(face->corner[end], face->corner[k]), cross = hl_cross(u, w),
                  apart = hl_sub(face->corner[k], other->corner[from]);
    const double square = hl_dot(cross, cross);
    if (square <= PARALLEL * hl_dot(u, u) * hl_dot(w, w)) return;
    const double length = sqrt(square);
    const hl_vec3 out = hl_scale((hl_dot(cross, face->normal) < 0.0 ? -1.0 : 1.0) / length, cross);
    const double depth = hl_dot(out, apart), on_w = hl_dot(hl_cross(apart, u), cross) / square,
                 on_u = hl_dot(hl_cross(apart, w), cross) / square;
    if (depth < 0.0 && (on_w < 0.0 || on_w > 1.0 || on_u < 0.0 || on_u > 1.0)) return;
    put(p, hl_add_scaled(face->corner[k], hl_clamp(on_w, 0.0, 1.0), w), out, depth,
        name_corner(p, 2, edge_name(other->vertex[from], other->vertex[to]),
                    edge_name(face->vertex[k], face->vertex[end])),
        weight, list);
}

static void put_corner(const patch *p, int line, int next, coll_list *list)
{
    const int count = p->other->count;
    const double weight = turn_between(p, line, next);
    if (weight < LEAST_WEIGHT) return;
    if (line < count && next < count)
        put_other(p, next, weight, list);
    else if (line >= count && next >= count)
        put_reference(p, next - count, weight, list);
    else
        put_crossing(p, line < count ? line : next, (line < count ? next : line) - count, weight, list);
}

void coll_patch(const coll_face *of_a, const coll_face *of_b, bool reference_is_b, coll_list *list)
{
    patch p;
    corner outline[2][MOST_CORNERS];
    const coll_face *face = reference_is_b ? of_b : of_a;
    p.reference = face;
    p.other = reference_is_b ? of_a : of_b;
    p.turn = reference_is_b ? 1 : -1;
    HL_ASSERT(p.other->count + face->count <= MOST_CORNERS);
    p.across = hl_normalized(hl_sub(face->corner[1], face->corner[0]));
    p.up = hl_cross(face->normal, p.across);
    int count = set_outline(&p, outline[0]), now = 0, line = p.other->count;
    corner side, end;
    set_corner(&p, face->corner[0], line, &side);
    for (int k = 0; k < face->count && count > 0; k++, side = end, now = 1 - now) {
        set_corner(&p, face->corner[next_of(face, k)], ++line, &end);
        p.around[side.line] = around(end.x - side.x, end.y - side.y);
        count = clip(&side, &end, outline[now], count, outline[1 - now]);
    }
    const int first = list->count;
    for (int i = 0; i < count; i++)
        put_corner(&p, outline[now][i > 0 ? i - 1 : count - 1].line, outline[now][i].line, list);
    coll_list_limit(list, first);
}
