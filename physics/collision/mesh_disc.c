/* Planes under a disc of a wheel.
 *
 * The disc's plane cuts segments out of the mesh. All places are relative to the disc's centre, in the frame
 * of a horizontal axis f and an axis u at right angles to it, upwards in the disc's plane:
 *
 *   r(phi)  distance from the centre to the nearest segment in the direction phi, the visible profile
 *   d_i     local minima of r; p_i the largest r between minima i and i + 1, the pass; R the radius
 *
 * disc_minima.c makes planes of them. */
#include "collision/disc_minima.h"
#include "collision/mesh_internal.h"

#include "hl/clamp.h"
#include "hl/real.h"

#include <math.h>

enum { MOST_PIECES = 64 }; /* of the profile; the nearest are kept */

/* Angle beside the end of a segment at which the profile is sampled [rad]: 0.1 um on a radius of 1 m. */
static const double BESIDE = 1e-7;

/* A segment of the profile. */
typedef struct piece {
    plane_vector end[2];
    hl_vec3 edge[2];  /* unit vectors along the edges of the mesh on which the ends lie */
    hl_vec3 normal;   /* of the face */
    plane_vector out; /* unit vector: the normal in the disc's plane */
    double distance;  /* of its nearest place from the centre */
    int material;
} piece;

typedef struct profile {
    const coll_mesh *mesh;
    double reach; /* [m] */
    int count;
    piece pieces[MOST_PIECES];
    disc_minima found;
} profile;

/* ---- vectors in the disc's plane ---- */

static double dot(plane_vector a, plane_vector b)
{
    return a.f * b.f + a.u * b.u;
}

static double cross(plane_vector a, plane_vector b)
{
    return a.f * b.u - a.u * b.f;
}

static plane_vector difference(plane_vector a, plane_vector b)
{
    return (plane_vector){a.f - b.f, a.u - b.u};
}

static plane_vector along(plane_vector a, plane_vector b, double share)
{
    return (plane_vector){a.f + share * (b.f - a.f), a.u + share * (b.u - a.u)};
}

static double length(plane_vector a)
{
    return sqrt(dot(a, a));
}

static plane_vector scaled(double s, plane_vector a)
{
    return (plane_vector){s * a.f, s * a.u};
}

/* Grows with the angle from straight up over the back, down, and the front; -2 to 2. */
static double angle_of(plane_vector a)
{
    const double share = a.f / (fabs(a.f) + fabs(a.u));
    if (a.u <= 0.0) return share;
    return a.f < 0.0 ? -2.0 - share : 2.0 - share;
}

/* ---- cutting the mesh ---- */

static plane_vector in_disc(const profile *p, hl_vec3 v)
{
    return (plane_vector){hl_dot(p->found.f, v), hl_dot(p->found.u, v)};
}

/* Share of a segment at which it is nearest to the centre. */
static double nearest_share(const piece *s)
{
    const plane_vector way = difference(s->end[1], s->end[0]);
    return hl_clamp(-dot(s->end[0], way) / dot(way, way), 0.0, 1.0);
}

/* A full list keeps the nearest pieces. */
static void add_piece(profile *p, piece *s)
{
    if (length(difference(s->end[1], s->end[0])) < COLL_SAME_PLACE) return;
    s->distance = length(along(s->end[0], s->end[1], nearest_share(s)));
    if (s->distance > p->reach) return;
    const plane_vector out = in_disc(p, s->normal);
    s->out = scaled(1.0 / length(out), out);
    if (p->count < MOST_PIECES) {
        p->pieces[p->count++] = *s;
        return;
    }
    int farthest = 0;
    for (int i = 1; i < p->count; i++)
        if (p->pieces[i].distance > p->pieces[farthest].distance) farthest = i;
    if (s->distance < p->pieces[farthest].distance) p->pieces[farthest] = *s;
}

/* Beyond a border the ground continues flat at right angles to it: see coll_top_at. */
static void add_continuation(profile *p, const mesh_triangle *t, int k, plane_vector from, hl_vec3 edge)
{
    const hl_vec3 a = p->mesh->vertices[t->corner[k]], b = p->mesh->vertices[t->corner[(k + 1) % 3]];
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    if (!(t->normal.z > COLL_UP) || !(square > 0.0)) return;
    const double slope = (b.z - a.z) / square;
    const hl_vec3 outward = hl_v3(dy, -dx, 0.0), normal = hl_normalized(hl_v3(-slope * dx, -slope * dy, 1.0));
    hl_vec3 way = hl_cross(p->found.disc->axle, normal);
    if (hl_dot(way, outward) < 0.0) way = hl_neg(way);
    const plane_vector step = in_disc(p, hl_normalized(way));
    piece s = {.end = {from, {from.f + 2.0 * p->reach * step.f, from.u + 2.0 * p->reach * step.u}},
               .edge = {edge, edge},
               .normal = normal,
               .material = t->material};
    add_piece(p, &s);
}

/* Where the plane crosses an edge: the same numbers from both of its triangles. */
static plane_vector crossing(const profile *p, int from, int to, const double side[2], hl_vec3 *edge)
{
    const bool forward = from < to;
    const hl_vec3 a = hl_sub(p->mesh->vertices[forward ? from : to], p->found.disc->centre),
                  b = hl_sub(p->mesh->vertices[forward ? to : from], p->found.disc->centre);
    const double sa = side[forward ? 0 : 1], sb = side[forward ? 1 : 0];
    const hl_vec3 way = hl_sub(b, a);
    *edge = hl_normalized(way);
    return in_disc(p, hl_add_scaled(a, sa / (sa - sb), way));
}

static void cut_triangle(profile *p, int number)
{
    const mesh_triangle *t = &p->mesh->triangles[number];
    double side[3];
    int above = 0, ends = 0, border[2] = {-1, -1};
    if (t->normal.z < DISC_CEILING) return;
    for (int k = 0; k < 3; k++) {
        side[k] = hl_dot(p->found.disc->axle, hl_sub(p->mesh->vertices[t->corner[k]], p->found.disc->centre));
        above += side[k] >= 0.0;
    }
    if (above == 0 || above == 3) return;
    piece s = {.normal = t->normal, .material = t->material};
    for (int k = 0; k < 3 && ends < 2; k++) {
        const int next = (k + 1) % 3;
        if ((side[k] >= 0.0) == (side[next] >= 0.0)) continue;
        const double sides[2] = {side[k], side[next]};
        s.end[ends] = crossing(p, t->corner[k], t->corner[next], sides, &s.edge[ends]);
        border[ends++] = t->neighbour[k] < 0 ? k : -1;
    }
    const piece kept = s;
    add_piece(p, &s);
    for (int e = 0; e < 2; e++)
        if (border[e] >= 0) add_continuation(p, t, border[e], kept.end[e], kept.edge[e]);
}

/* ---- the visible profile ---- */

/* Distance along a ray to a segment; infinite if it is missed. */
static double hit(const piece *s, plane_vector ray)
{
    const double a = cross(ray, s->end[0]), b = cross(ray, s->end[1]);
    if ((a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0) || a == b) return (double)INFINITY;
    const double distance = dot(ray, along(s->end[0], s->end[1], a / (a - b)));
    return distance > 0.0 ? distance : (double)INFINITY;
}

static double visible(const profile *p, plane_vector ray)
{
    double nearest = (double)INFINITY;
    for (int i = 0; i < p->count; i++) nearest = hl_min(nearest, hit(&p->pieces[i], ray));
    return nearest;
}

/* ---- minima ---- */

/* Whether another segment that begins or runs at a place leads closer to the centre. */
static bool leads_closer(const piece *s, plane_vector at)
{
    const plane_vector way = difference(s->end[1], s->end[0]);
    const double full = length(way);
    const double share = hl_clamp(dot(difference(at, s->end[0]), way) / (full * full), 0.0, 1.0);
    if (length(difference(at, along(s->end[0], s->end[1], share))) > COLL_SAME_PLACE) return false;
    const double nearer = -dot(at, way) / full; /* along the segment [m] */
    return (share * full < full - COLL_SAME_PLACE && nearer > COLL_CLOSER_STEP) ||
           (share * full > COLL_SAME_PLACE && nearer < -COLL_CLOSER_STEP);
}

static bool is_known(const profile *p, plane_vector at)
{
    for (int i = 0; i < p->found.count; i++)
        if (length(difference(p->found.list[i].at, at)) <= COLL_SAME_PLACE) return true;
    return false;
}

/* Insert in the order of angles. */
static void add_minimum(profile *p, const disc_minimum *m)
{
    if (p->found.count == DISC_MOST_MINIMA) return;
    int i = p->found.count++;
    for (; i > 0 && angle_of(m->down) < angle_of(p->found.list[i - 1].down); i--)
        p->found.list[i] = p->found.list[i - 1];
    p->found.list[i] = *m;
}

/* The nearest place of a piece, if nothing beside it is closer and nothing hides it. */
static void offer_piece(profile *p, int number)
{
    const piece *s = &p->pieces[number];
    const double share = nearest_share(s);
    const bool inner = share > 0.0 && share < 1.0;
    const plane_vector at = inner ? along(s->end[0], s->end[1], share) : s->end[share > 0.0];
    if (!(s->distance > COLL_SAME_PLACE) || dot(s->out, at) >= 0.0 || is_known(p, at)) return;
    disc_minimum m = {.at = at,
                      .down = scaled(1.0 / s->distance, at),
                      .normal = s->normal,
                      .distance = s->distance,
                      .material = s->material};
    if (!inner) {
        for (int i = 0; i < p->count; i++)
            if (leads_closer(&p->pieces[i], at)) return;
        m.normal = disc_edge_normal(&p->found, m.down, s->edge[share > 0.0]);
    }
    if (m.normal.z < DISC_CEILING || visible(p, m.down) < s->distance - COLL_SAME_PLACE) return;
    add_minimum(p, &m);
}

/* ---- passes ---- */

static void look_beside(const profile *p, plane_vector at, const disc_minimum *from, const disc_minimum *to,
                        double *pass)
{
    const double size = length(at);
    if (!(size > COLL_SAME_PLACE)) return;
    const plane_vector ray = scaled(1.0 / size, at);
    for (int way = -1; way <= 1; way += 2) {
        const plane_vector turned = {ray.f - way * BESIDE * ray.u, ray.u + way * BESIDE * ray.f};
        const double angle = angle_of(turned);
        if (angle > angle_of(from->down) && angle < angle_of(to->down))
            *pass = hl_max(*pass, visible(p, turned));
    }
}

static void look_where_they_cross(const profile *p, const piece *a, const piece *b, const disc_minimum *from,
                                  const disc_minimum *to, double *pass)
{
    const plane_vector way = difference(a->end[1], a->end[0]), other = difference(b->end[1], b->end[0]);
    const double sine = cross(way, other);
    if (sine == 0.0) return;
    const plane_vector apart = difference(b->end[0], a->end[0]);
    const double s = cross(apart, other) / sine, t = cross(apart, way) / sine;
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)
        look_beside(p, along(a->end[0], a->end[1], s), from, to, pass);
}

/* Within a segment the distance has its largest values at the ends. */
static double pass_between(const profile *p, const disc_minimum *from, const disc_minimum *to)
{
    double pass = hl_max(from->distance, to->distance);
    for (int i = 0; i < p->count && pass < p->found.disc->radius; i++) {
        for (int e = 0; e < 2; e++) look_beside(p, p->pieces[i].end[e], from, to, &pass);
        for (int k = 0; k < i; k++) look_where_they_cross(p, &p->pieces[i], &p->pieces[k], from, to, &pass);
    }
    return hl_min(pass, p->found.disc->radius);
}

/* ---- the disc on the mesh ---- */

/* Half of the extent of a disc along an axis of the world. */
static double half_of(double axle, double radius)
{
    return radius * sqrt(hl_max(1.0 - axle * axle, 0.0));
}

static bool cut(profile *p)
{
    const coll_disc *disc = p->found.disc;
    if (!disc_axes(&p->found)) return false;
    const hl_vec3 half = hl_v3(half_of(disc->axle.x, p->reach), half_of(disc->axle.y, p->reach),
                               half_of(disc->axle.z, p->reach));
    mesh_walk walk = coll_mesh_walk(hl_sub(disc->centre, half), hl_add(disc->centre, half), 0.0);
    for (int first, many; (many = coll_mesh_walk_next(p->mesh, &walk, &first)) > 0;)
        for (int i = 0; i < many; i++) cut_triangle(p, first + i);
    return p->count > 0;
}

int coll_disc_planes(const coll_mesh *mesh, const coll_disc *disc, double margin, int most,
                     coll_plane *planes)
{
    profile p;
    p.mesh = mesh;
    p.found.disc = disc;
    p.reach = disc->radius + margin;
    p.count = p.found.count = 0;
    if (!cut(&p)) return 0;
    for (int i = 0; i < p.count; i++) offer_piece(&p, i);
    for (int i = 0; i + 1 < p.found.count; i++)
        p.found.pass[i] = most > 1 ? pass_between(&p, &p.found.list[i], &p.found.list[i + 1]) : disc->radius;
    return disc_planes(&p.found, most, planes);
}
