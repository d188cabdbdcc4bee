/* Closest points of two convex shapes that are apart (E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast
 * procedure for computing the distance between complex objects in three-dimensional space, IEEE Journal of
 * Robotics and Automation 4, 1988): the point of the difference of both that is nearest to the origin, on a
 * simplex of up to four points that is improved until no point of the difference is nearer. */
#include "collision/shape_internal.h"

#include "hl/clamp.h"

enum { MOST_TURNS = 64 };

/* Relative improvement below which the search ends. */
static const double ENOUGH = 1e-12;

typedef struct corner {
    hl_vec3 a, b, w; /* w = a - b */
    double share;    /* of the nearest point */
} corner;

typedef struct simplex {
    int count;
    corner at[4];
} simplex;

static hl_vec3 farthest(const coll_core *core, hl_vec3 direction)
{
    if (core->vertices != NULL) {
        int best = 0;
        double most = hl_dot(core->vertices[0], direction);
        for (int v = 1; v < core->count; v++) {
            const double along = hl_dot(core->vertices[v], direction);
            if (along > most) most = along, best = v;
        }
        return core->vertices[best];
    }
    const double along = hl_dot(core->axis, direction);
    const hl_vec3 flat = hl_add_scaled(direction, -along, core->axis);
    const double length = hl_norm(flat);
    const hl_vec3 end =
        hl_add_scaled(core->centre, along < 0.0 ? -core->half_length : core->half_length, core->axis);
    return length > 0.0 ? hl_add_scaled(end, core->radius / length, flat) : end;
}

/* ---- nearest place of a simplex to the origin: C. Ericson, Real-time collision detection, 2005, 5.1 ---- */

static void keep(simplex *s, int i, int j, int k, double of_i, double of_j, double of_k)
{
    const corner kept[3] = {s->at[i], s->at[j], s->at[k]};
    const double share[3] = {of_i, of_j, of_k};
    s->count = 0;
    for (int n = 0; n < 3; n++)
        if (share[n] > 0.0) {
            s->at[s->count] = kept[n];
            s->at[s->count++].share = share[n];
        }
}

static void on_segment(simplex *s)
{
    const hl_vec3 way = hl_sub(s->at[1].w, s->at[0].w);
    const double square = hl_dot(way, way);
    const double t = square > 0.0 ? hl_clamp(-hl_dot(s->at[0].w, way) / square, 0.0, 1.0) : 0.0;
    keep(s, 0, 1, 1, 1.0 - t, t, 0.0);
}

static void on_triangle(simplex *s, int i, int j, int k)
{
    const hl_vec3 a = s->at[i].w, b = s->at[j].w, c = s->at[k].w, ab = hl_sub(b, a), ac = hl_sub(c, a);
    const double d1 = -hl_dot(ab, a), d2 = -hl_dot(ac, a), d3 = -hl_dot(ab, b), d4 = -hl_dot(ac, b),
                 d5 = -hl_dot(ab, c), d6 = -hl_dot(ac, c);
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (d1 <= 0.0 && d2 <= 0.0)
        keep(s, i, j, k, 1.0, 0.0, 0.0);
    else if (d3 >= 0.0 && d4 <= d3)
        keep(s, i, j, k, 0.0, 1.0, 0.0);
    else if (d6 >= 0.0 && d5 <= d6)
        keep(s, i, j, k, 0.0, 0.0, 1.0);
    else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        keep(s, i, j, k, d3 / (d3 - d1), d1 / (d1 - d3), 0.0);
    else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        keep(s, i, j, k, d6 / (d6 - d2), 0.0, d2 / (d2 - d6));
    else if (va <= 0.0 && d4 >= d3 && d5 >= d6)
        keep(s, i, j, k, 0.0, (d5 - d6) / (d4 - d3 + d5 - d6), (d4 - d3) / (d4 - d3 + d5 - d6));
    else {
        const double all = va + vb + vc;
        keep(s, i, j, k, va / all, vb / all, vc / all);
    }
}

static hl_vec3 nearest(const simplex *s)
{
    hl_vec3 at = {0, 0, 0};
    for (int i = 0; i < s->count; i++) at = hl_add_scaled(at, s->at[i].share, s->at[i].w);
    return at;
}

/* False when the origin is within the tetrahedron. */
static bool on_tetrahedron(simplex *s)
{
    static const int FACE[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    simplex best = {.count = 0};
    double least = (double)INFINITY;
    for (int f = 0; f < 4; f++) {
        const hl_vec3 p = s->at[FACE[f][0]].w,
                      normal = hl_cross(hl_sub(s->at[FACE[f][1]].w, p), hl_sub(s->at[FACE[f][2]].w, p));
        const double origin = -hl_dot(normal, p), fourth = hl_dot(normal, hl_sub(s->at[FACE[f][3]].w, p));
        if (origin * fourth > 0.0) continue;
        simplex trial = *s;
        on_triangle(&trial, FACE[f][0], FACE[f][1], FACE[f][2]);
        const hl_vec3 at = nearest(&trial);
        if (hl_dot(at, at) >= least) continue;
        least = hl_dot(at, at);
        best = trial;
    }
    *s = best;
    return best.count > 0;
}

static bool reduce(simplex *s)
{
    if (s->count == 1) s->at[0].share = 1.0;
    if (s->count == 2) on_segment(s);
    if (s->count == 3) on_triangle(s, 0, 1, 2);
    return s->count < 4 || on_tetrahedron(s);
}

/* @param most  [m] the search ends at a larger distance
 * @return false when they are farther apart, touch or overlap, or come within a micrometre */
static bool closest(const coll_core *a, const coll_core *b, hl_vec3 towards_a, double most, hl_vec3 *on_a,
                    hl_vec3 *on_b)
{
    simplex s = {.count = 0};
    hl_vec3 v = towards_a;
    double square = (double)INFINITY;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        const hl_vec3 p = farthest(a, hl_neg(v)), q = farthest(b, v), w = hl_sub(p, q);
        const double along = hl_dot(v, w); /* no closer than along/|v| */
        if (turn > 0 && along > 0.0 && along * along > most * most * square) return false;
        if (turn > 0 && square - along <= ENOUGH * square) break;
        const simplex before = s;
        s.at[s.count++] = (corner){.a = p, .b = q, .w = w};
        if (!reduce(&s)) return false;
        v = nearest(&s);
        const double now = hl_dot(v, v);
        if (!(now > COLL_SAME_PLACE * COLL_SAME_PLACE)) return false;
        if (now >= square) { /* rounding */
            s = before;
            break;
        }
        square = now;
    }
    *on_a = *on_b = hl_v3(0, 0, 0);
    for (int i = 0; i < s.count; i++) {
        *on_a = hl_add_scaled(*on_a, s.at[i].share, s.at[i].a);
        *on_b = hl_add_scaled(*on_b, s.at[i].share, s.at[i].b);
    }
    return true;
}

void coll_add_closest(const coll_core *a, const coll_core *b, hl_vec3 towards_a, double gap, coll_list *list)
{
    double most = -(double)INFINITY;
    hl_vec3 p, q;
    for (int i = 0; i < list->count; i++) most = hl_max(most, list->points[i].depth);
    if (most >= -gap - COLL_NEARER || !closest(a, b, towards_a, list->margin, &p, &q)) return;
    const hl_vec3 apart = hl_sub(p, q);
    const double distance = hl_norm(apart);
    if (-most > distance + COLL_NEARER)
        coll_list_put(list, q, hl_scale(1.0 / distance, apart), -distance, coll_pair_feature(COLL_CLOSEST, 0),
                      1.0);
}
