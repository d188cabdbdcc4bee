/* Points of contact of two boxes, as in the well-known box colliders (D. Baraff, A. Witkin, Physically based
 * modeling, SIGGRAPH course notes 1997; E. Catto, Contact manifolds, GDC 2007): where a face's axis overlaps
 * least, the other box's face that looks at it is clipped by the sides of the first (I. E. Sutherland, G. W.
 * Hodgman, Reentrant polygon clipping, CACM 17, 1974); where an edge axis does, it is the point where the two
 * edges pass each other. The paper has a single point (000 publication V section II-D); faces need several,
 * or a box on the ground would tip over it. */
#include "contact_internal.h"

#include "hl/clamp.h"
#include "hl/real.h"
#include "hl/status.h"

#include <math.h>

/* Normal force of one point: Hunt and Crossley's law on a linear or a Hertzian spring. Source: paper 004 Eq.
 * (11); K. H. Hunt, F. R. E. Crossley, Coefficient of restitution interpreted as damping in vibroimpact,
 * Journal of Applied Mechanics 42 (1975) 440-445.
 *
 * A free mass m that meets E(d) (1 + D u), u = d_dot/v0, with u = 1 obeys m v0 u du/(1 + D u) = -E(d)/v0 dd,
 * whatever E is, and leaves at d = 0 with u = -e:
 *
 *   int_-e^1 u du/(1 + D u) = 0   <=>   D - ln(1 + D) = -D e - ln(1 - D e)
 *
 * Departure from the paper: it prints D = 3 (1 - e)/2, which is the first order of that equation in 1 - e. */

static const double STEPS_OF_CONTACT = 10.0; /* fewer, and a contact makes energy: by 0.15 % at ten, 2.5 % at
                                                three (e = 1, worst phase) */

/* Its roots are 0 and the dissipation. Between them it is positive, beyond, up to D = 1/e, negative. */
static double excess(double D, double e)
{
    return D * (1.0 + e) - hl_log1p(D) + hl_log1p(-D * e);
}

double contact_dissipation(double restitution)
{
    const double e = fmax(restitution, CONTACT_LEAST_RESTITUTION);
    if (e >= 1.0) return 0.0;
    double low = 0.5 * (1.0 - e), high = 1.0 / e; /* low: a third of the printed D, which is too small */
    enum { HALVINGS = 200 };                      /* more than it takes until no double lies between */
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) break;
        if (excess(middle, e) > 0.0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double contact_dissipation_printed(double restitution)
{
    return 1.5 * (1.0 - restitution);
}

double contact_stiffness_limit(double mass, int points, double step)
{
    static const double PI = 3.14159265358979323846;
    const double duration = STEPS_OF_CONTACT * step;
    return mass * PI * PI / ((double)points * duration * duration);
}

double contact_hertz_stiffness_limit(double mass, int points, double step, double hertz_depth, double fastest)
{
    const double deepest = STEPS_OF_CONTACT * step * fastest / 2.94;
    return 1.25 * mass * fastest * fastest /
           ((double)points * deepest * deepest * sqrt(deepest / hertz_depth));
}

double contact_elastic_force(const contact_material *material, double depth)
{
    return depth > 0.0 ? contact_elastic_at(material, depth).force : 0.0;
}

/* A corner closer than this part of the face's diagonal to the way between its neighbours carries nothing
 * that they do not. Sides that nearly coincide cross anywhere along themselves, and corners on a clipping
 * line but for rounding come twice: contacts would flicker between four points and eight. */
static const double IDLE_CORNER = 1e-3;

/* A corner of the clipped face in the reference face's coordinates: along its two edges, from its middle, and
 * how deep below it. [m] */
typedef struct face_corner {
    double along[2], depth;
} face_corner;

/* Reference face: its box, the axis that it stands on, and the direction that it looks in. */
typedef struct box_face {
    const contact_box *box;
    int axis, edge[2];
    hl_vec3 out;
} box_face;

static box_face face_of(const contact_box *box, int axis, hl_vec3 out)
{
    return (box_face){box, axis, {(axis + 1) % 3, (axis + 2) % 3}, out};
}

/* The other box's face that looks at a reference face most directly. */
static box_face facing(const contact_box *other, hl_vec3 out)
{
    int most = 0;
    for (int m = 1; m < 3; m++)
        if (fabs(hl_dot(box_direction(other, m), out)) > fabs(hl_dot(box_direction(other, most), out)))
            most = m;
    const hl_vec3 axis = box_direction(other, most);
    return face_of(other, most, hl_dot(axis, out) > 0.0 ? hl_neg(axis) : axis);
}

/* Four corners of `face` in the order around it, in the coordinates of `reference`. */
static void face_corners(const box_face *face, const box_face *reference, face_corner corners[4])
{
    static const double SIDE[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const contact_box *box = face->box, *base = reference->box;
    const hl_vec3 middle = hl_add_scaled(box->centre, box_half(box, face->axis), face->out);
    hl_vec3 edge[2];
    for (int k = 0; k < 2; k++)
        edge[k] = hl_scale(box_half(box, face->edge[k]), box_direction(box, face->edge[k]));
    for (int i = 0; i < 4; i++) {
        const hl_vec3 corner = hl_add_scaled(hl_add_scaled(middle, SIDE[i][0], edge[0]), SIDE[i][1], edge[1]);
        const hl_vec3 from = hl_sub(corner, base->centre);
        for (int k = 0; k < 2; k++)
            corners[i].along[k] = hl_dot(from, box_direction(base, reference->edge[k]));
        corners[i].depth = box_half(base, reference->axis) - hl_dot(from, reference->out);
    }
}

/* Where the way from p to q crosses a line of which they are p_in and q_in metres inside; one is positive,
 * the other negative. */
static face_corner crossing(const face_corner *p, const face_corner *q, double p_in, double q_in)
{
    const double t = p_in / (p_in - q_in);
    return (face_corner){
        {fma(t, q->along[0] - p->along[0], p->along[0]), fma(t, q->along[1] - p->along[1], p->along[1])},
        fma(t, q->depth - p->depth, p->depth)};
}

/* Sutherland and Hodgman's clip of a polygon by side * along[k] <= limit; at most one corner more comes out.
 * A corner on the line counts as inside and makes no crossing. */
static int clip(const face_corner *in, int count, int k, double side, double limit, face_corner *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const face_corner *p = &in[i], *q = &in[(i + 1) % count];
        const double p_in = limit - side * p->along[k], q_in = limit - side * q->along[k];
        if (p_in >= 0.0) out[kept++] = *p;
        if ((p_in > 0.0 && q_in < 0.0) || (p_in < 0.0 && q_in > 0.0))
            out[kept++] = crossing(p, q, p_in, q_in);
    }
    return kept;
}

static int drop_apart(face_corner *corners, int count, double margin)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (corners[i].depth >= -margin) corners[kept++] = corners[i];
    return kept;
}

/* Of c from the straight way between p and q, in the plane of the face [m]. */
static double way_distance(const face_corner *c, const face_corner *p, const face_corner *q)
{
    const double way[2] = {q->along[0] - p->along[0], q->along[1] - p->along[1]};
    const double from[2] = {c->along[0] - p->along[0], c->along[1] - p->along[1]};
    const double square = way[0] * way[0] + way[1] * way[1];
    const double t = square > 0.0 ? (from[0] * way[0] + from[1] * way[1]) / square : 0.0;
    const double within = hl_clamp(t, 0.0, 1.0);
    const double x = from[0] - within * way[0], y = from[1] - within * way[1];
    return sqrt(x * x + y * y);
}

/* Leave out corners closer than `near` to the way between their neighbours, but for the deepest of them. */
static int drop_idle(face_corner *corners, int count, double near)
{
    for (int i = 0; i < count && count > 1;) {
        const face_corner *c = &corners[i], *p = &corners[(i + count - 1) % count],
                          *q = &corners[(i + 1) % count];
        if (c->depth > fmax(p->depth, q->depth) || way_distance(c, p, q) > near) {
            i++;
            continue;
        }
        count--;
        for (int k = i; k < count; k++) corners[k] = corners[k + 1];
    }
    return count;
}

static int face_points(const contact_box *a, const contact_box *b, const contact_box_axis *axis,
                       double margin, contact_point *points)
{
    const bool of_a = axis->axis < 3;
    const box_face reference =
        of_a ? face_of(a, axis->axis, hl_neg(axis->normal)) : face_of(b, axis->axis - 3, axis->normal);
    const box_face other = facing(of_a ? b : a, reference.out);
    const contact_box *base = reference.box;
    const double half[2] = {box_half(base, reference.edge[0]), box_half(base, reference.edge[1])};
    face_corner corners[CONTACT_BOX_POINTS], clipped[CONTACT_BOX_POINTS];
    face_corners(&other, &reference, corners);
    int count = 4;
    for (int k = 0; k < 2; k++) {
        count = clip(corners, count, k, 1.0, half[k], clipped);
        count = clip(clipped, count, k, -1.0, half[k], corners);
    }
    count = drop_apart(corners, count, margin);
    count = drop_idle(corners, count, IDLE_CORNER * 2.0 * sqrt(half[0] * half[0] + half[1] * half[1]));
    for (int i = 0; i < count; i++) {
        const face_corner *c = &corners[i];
        /* points are on a: on the reference face when it is a's, else where they are, below it */
        const double height = box_half(base, reference.axis) - (of_a ? 0.0 : c->depth);
        hl_vec3 point = hl_add_scaled(base->centre, height, reference.out);
        for (int k = 0; k < 2; k++)
            point = hl_add_scaled(point, c->along[k], box_direction(base, reference.edge[k]));
        points[i] = (contact_point){point, c->depth, axis->normal};
    }
    return count;
}

/* Middle of the edge along `axis` of a box that lies furthest in the direction `out`. */
static hl_vec3 edge_middle(const contact_box *box, int axis, hl_vec3 out)
{
    hl_vec3 middle = box->centre;
    for (int k = 0; k < 3; k++) {
        if (k == axis) continue;
        const hl_vec3 direction = box_direction(box, k);
        middle = hl_add_scaled(middle, hl_dot(direction, out) < 0.0 ? -box_half(box, k) : box_half(box, k),
                               direction);
    }
    return middle;
}

/* The lines P + s u and Q + t w are closest where their difference is along u x w:
 *     s = ((Q - P) x w) . (u x w)/|u x w|^2,   t = ((Q - P) x u) . (u x w)/|u x w|^2
 * Boxes that overlap least along u x w pass each other within both edges; boxes still apart need not. */
static int edge_point(const contact_box *a, const contact_box *b, const contact_box_axis *axis,
                      contact_point *point)
{
    const int i = (axis->axis - 6) / 3, j = (axis->axis - 6) % 3;
    const hl_vec3 u = box_direction(a, i), w = box_direction(b, j), uw = hl_cross(u, w);
    const hl_vec3 P = edge_middle(a, i, hl_neg(axis->normal)), Q = edge_middle(b, j, axis->normal);
    const hl_vec3 PQ = hl_sub(Q, P);
    const double square = hl_dot(uw, uw), s = hl_dot(hl_cross(PQ, w), uw) / square,
                 t = hl_dot(hl_cross(PQ, u), uw) / square;
    const double most_s = box_half(a, i), most_t = box_half(b, j);
    if (axis->overlap < 0.0 && (fabs(s) > most_s || fabs(t) > most_t)) return 0;
    const double within = hl_clamp(s, -most_s, most_s);
    *point = (contact_point){hl_add_scaled(P, within, u), axis->overlap, axis->normal};
    return 1;
}

int contact_boxes_points(const contact_box *a, const contact_box *b, double margin,
                         contact_point points[CONTACT_BOX_POINTS])
{
    const contact_box_axes axes = contact_boxes_axes(a, b, margin);
    if (axes.apart) return 0;
    const int count = contact_edge_is_preferred(&axes) ? 0 : face_points(a, b, &axes.face, margin, points);
    if (count > 0 || axes.edge.axis < 0) return count;
    return edge_point(a, b, &axes.edge, points);
}
