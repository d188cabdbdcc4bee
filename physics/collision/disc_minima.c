/* Planes of the minima of a profile.
 *
 * One minimum alone is R - d deep. Two minima whose pass is farther than R are two patches, each as deep as
 * if it were alone. Two with a nearer pass are one patch: each has p - d_i for itself, and the rest R - p is
 * divided in proportion to these. As a minimum merges with the pass beside it, its own part goes to zero, so
 * it vanishes without a jump. More minima: the same from the lowest pass to the highest. */
#include "collision/disc_minima.h"

#include "hl/clamp.h"
#include "hl/real.h"

#include <math.h>

/* A disc whose axle is closer to upright than this has no profile [sine of the angle]. */
static const double FLAT = 0.1;
/* Contact with a wall: its plane leans by this much, so that the mean of the planes of a tire does not vanish
 * between two walls [vertical part of the normal]. */
static const double LEANS = 0.1;
/* Tangent of the largest angle between the disc's plane and the normal at an edge, 60 degrees: an edge that
 * is almost parallel to the disc would turn the normal into the axle. */
static const double MOST_TILT = 1.7;

bool disc_axes(disc_minima *minima)
{
    const hl_vec3 axle = minima->disc->axle, up = hl_v3(0.0, 0.0, 1.0),
                  upright = hl_add_scaled(up, -axle.z, axle);
    if (!(hl_norm(upright) > FLAT)) return false;
    minima->u = hl_normalized(upright);
    minima->f = hl_cross(axle, minima->u);
    return true;
}

hl_vec3 disc_edge_normal(const disc_minima *minima, plane_vector down, hl_vec3 edge)
{
    const hl_vec3 up = hl_add(hl_scale(-down.f, minima->f), hl_scale(-down.u, minima->u));
    const double across = hl_dot(edge, minima->disc->axle), rise = hl_dot(edge, up);
    const double most = MOST_TILT * fabs(across);
    const double tilt = across == 0.0 ? 0.0 : hl_clamp(rise, -most, most) / across;
    return hl_normalized(hl_add_scaled(up, -tilt, minima->disc->axle));
}

/* Depths of the minima `first` to `last` below the distance `level`, which no pass between them exceeds. */
static void divide(disc_minima *p, int first, int last, double level)
{
    if (first == last) {
        p->list[first].depth = level - p->list[first].distance;
        return;
    }
    int highest = first;
    for (int i = first; i < last; i++)
        if (p->pass[i] > p->pass[highest]) highest = i;
    const double pass = p->pass[highest];
    divide(p, first, highest, pass);
    divide(p, highest + 1, last, pass);
    double sum = 0.0;
    for (int i = first; i <= last; i++) sum += hl_max(p->list[i].depth, 0.0);
    if (!(level > pass)) return;
    for (int i = first; i <= last; i++)
        p->list[i].depth +=
            (level - pass) * (sum > 0.0 ? hl_max(p->list[i].depth, 0.0) / sum : 1.0 / (last - first + 1));
}

/* Choose the deepest minima if there are more than planes. A minimum that is hardly deeper than those left
 * out fades, so that there is no jump when their order changes. */
static void choose(disc_minima *p, int most)
{
    static const double FADES = 0.2; /* share of its depth over which it fades (a choice) */
    while (p->count > most) {
        int least = 0, deepest = 0;
        for (int i = 1; i < p->count; i++) {
            if (p->list[i].depth < p->list[least].depth) least = i;
            if (p->list[i].depth > p->list[deepest].depth) deepest = i;
        }
        const double left_out = hl_max(p->list[least].depth, 0.0);
        p->count--;
        for (int i = least; i < p->count; i++) p->list[i] = p->list[i + 1];
        deepest -= deepest > least;
        if (p->count > most) continue;
        for (int i = 0; i < p->count; i++) {
            double *depth = &p->list[i].depth;
            if (i != deepest && *depth > 0.0) *depth *= hl_min((*depth - left_out) / (FADES * *depth), 1.0);
        }
    }
}

static hl_vec3 leaning(hl_vec3 normal)
{
    if (normal.z >= LEANS) return normal;
    const double level = sqrt(normal.x * normal.x + normal.y * normal.y), scale = sqrt(1.0 - LEANS * LEANS);
    return hl_v3(scale / level * normal.x, scale / level * normal.y, LEANS);
}

/* The plane is as far from the centre, in the disc, as the depth says. */
static coll_plane plane_of(const disc_minima *p, const disc_minimum *m)
{
    const coll_disc *disc = p->disc;
    const hl_vec3 normal = leaning(m->normal);
    const hl_vec3 up = hl_normalized(hl_add_scaled(normal, -hl_dot(normal, disc->axle), disc->axle));
    return (coll_plane){.point = hl_add_scaled(disc->centre, m->depth - disc->radius, up),
                        .normal = normal,
                        .depth = m->depth,
                        .material = m->material};
}

int disc_planes(disc_minima *minima, int most, coll_plane *planes)
{
    if (minima->count == 0) return 0;
    divide(minima, 0, minima->count - 1, minima->disc->radius);
    choose(minima, most);
    for (int i = 0; i < minima->count; i++) planes[i] = plane_of(minima, &minima->list[i]);
    return minima->count;
}
