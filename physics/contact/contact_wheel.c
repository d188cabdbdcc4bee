/* Contacts of wheels and crawler tracks with boxes (contact/wheel.h).
 *
 *   c, a   centre of a disc and the axle, in the box's frame
 *   x      nearest point of the box in the disc's plane, clamp(c + lambda a) with a . (x - c) = 0
 *   w      c + lambda a - x: in the cone of the box's outward normals at x, so its direction is the normal
 *   p      c - x, the part of w in the disc's plane
 *
 * The disc's foot over the plane through x with the normal w/|w| is c - R p/|p|, its depth (R - |p|) |p|/|w|,
 * and the normal through the foot meets the axle in c + lambda R/|p| a. */
#include "contact_internal.h"

#include "contact/wheel.h"
#include "hl/clamp.h"

#include <math.h>

/* A box whose side coincides with the side of a tire is cut this far inside [m]. */
static const double INSIDE = 1e-6;
/* Sine of the angle between axle and normal below which a disc lies flat on a plane [1], 17 degrees: its
 * contact is a point of the rim instead of a sphere about the axle, whose radius would exceed that of the
 * wheel threefold. */
static const double FLAT = 0.3;
/* Distance below which a disc's centre counts as inside the box [m]: rounding. */
static const double WITHIN = 1e-9;
/* Vertical part of the normal below which a face is not used to push out a wheel whose centre is inside the
 * box: faces that look down by more than 30 degrees would push it into the ground [1]. */
static const double DOWNWARDS = -0.5;

static double component(hl_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/* ---- a disc's plane and a box ---- */

typedef struct section {
    hl_vec3 nearest; /* x, in the box's frame */
    hl_vec3 out;     /* w */
    double distance; /* |p| */
} section;

static hl_vec3 clamp_to(hl_vec3 half, hl_vec3 c, hl_vec3 a, double lambda)
{
    return hl_v3(hl_clamp(fma(lambda, a.x, c.x), -half.x, half.x),
                 hl_clamp(fma(lambda, a.y, c.y), -half.y, half.y),
                 hl_clamp(fma(lambda, a.z, c.z), -half.z, half.z));
}

/* The smallest |lambda| beyond `from`, in the direction `way`, at which a coordinate reaches or leaves its
 * bound; infinite: none. */
static double next_bend(hl_vec3 half, hl_vec3 c, hl_vec3 a, double from, double way)
{
    double next = HUGE_VAL;
    for (int k = 0; k < 3; k++)
        for (int side = -1; side <= 1; side += 2) {
            if (component(a, k) == 0.0) continue;
            const double bend = (side * component(half, k) - component(c, k)) / component(a, k);
            if (way * bend > way * from) next = fmin(next, way * bend);
        }
    return way * next;
}

/* a . (clamp(c + lambda a) - c) grows with lambda and is linear between bends: its zero is exact.
 * @return false: the plane does not cut the box */
static bool cut(hl_vec3 half, hl_vec3 c, hl_vec3 a, section *s)
{
    enum { BENDS = 6 };
    double lambda = 0.0, g = hl_dot(a, hl_sub(clamp_to(half, c, a, 0.0), c));
    const double way = g > 0.0 ? -1.0 : 1.0;
    for (int i = 0; g != 0.0; i++) {
        const double bend = next_bend(half, c, a, lambda, way);
        if (i == BENDS || isinf(bend)) return false;
        const double there = hl_dot(a, hl_sub(clamp_to(half, c, a, bend), c));
        if (way * there >= 0.0) {
            lambda += (bend - lambda) * g / (g - there);
            break;
        }
        lambda = bend;
        g = there;
    }
    s->nearest = clamp_to(half, c, a, lambda);
    s->out = hl_sub(hl_add_scaled(c, lambda, a), s->nearest);
    s->distance = hl_norm(hl_sub(c, s->nearest));
    return true;
}

/* ---- points ---- */

void contact_wheel_sphere(const contact_wheel *wheel, hl_vec3 point, contact_rim *rim)
{
    const hl_vec3 from = hl_sub(wheel->centre, point);
    const double c = hl_dot(rim->normal, wheel->axle), square = 1.0 - c * c;
    rim->radius = 0.0;
    if (square > FLAT * FLAT) {
        const double along = hl_dot(from, wheel->axle);
        rim->radius = fmax((hl_dot(from, rim->normal) - c * along) / square, 0.0);
    }
    rim->centre = hl_add_scaled(point, rim->radius, rim->normal);
}

/* The foot of a disc over a plane. */
static contact_rim disc_on_plane(const contact_wheel *disc, hl_vec3 plane, hl_vec3 normal, int part)
{
    const double c = hl_dot(normal, disc->axle);
    const hl_vec3 across = hl_normalized(hl_add_scaled(normal, -c, disc->axle));
    const hl_vec3 foot = hl_add_scaled(disc->centre, -disc->radius, across);
    contact_rim rim = {
        .plane = plane, .normal = normal, .depth = hl_dot(normal, hl_sub(plane, foot)), .part = part};
    contact_wheel_sphere(disc, foot, &rim);
    return rim;
}

/* The centre is within the box: out by the nearest face. */
static contact_rim leave(const contact_wheel *disc, const contact_box *box, hl_vec3 c, int part)
{
    contact_rim nearest = {.depth = HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        const hl_vec3 axis = hl_mat3_column(&box->axes, k);
        for (int side = -1; side <= 1; side += 2) {
            const hl_vec3 normal = hl_scale(side, axis);
            if (normal.z < DOWNWARDS) continue;
            const double out = component(box->half, k) - side * component(c, k);
            const contact_rim rim =
                disc_on_plane(disc, hl_add_scaled(disc->centre, out, normal), normal, part);
            if (rim.depth < nearest.depth) nearest = rim;
        }
    }
    return nearest;
}

/* ---- what they share of the width ---- */

typedef struct width {
    double low, high;     /* along the axle from the wheel's centre [m] */
    double sideways;      /* overlap of a box that does not reach the other side [m]; infinite: it does */
    double edge, outward; /* the box's near side; direction in which the wheel is pushed */
} width;

/* @return false: they are apart */
static bool share_width(const contact_box *box, hl_vec3 centre, hl_vec3 axle, double half, double margin,
                        width *w)
{
    const hl_vec3 a = hl_mul_transposed(&box->axes, axle);
    const double middle = hl_dot(axle, hl_sub(box->centre, centre));
    const double reach = fabs(a.x) * box->half.x + fabs(a.y) * box->half.y + fabs(a.z) * box->half.z;
    const double low = middle - reach, high = middle + reach;
    if (low > half + margin || high < -half - margin) return false;
    *w = (width){.low = fmax(-half, low + INSIDE), .high = fmin(half, high - INSIDE), .sideways = HUGE_VAL};
    if (low > -half && high >= half) *w = (width){w->low, w->high, half - low, low, -1.0};
    if (high < half && low <= -half) *w = (width){w->low, w->high, half + high, high, 1.0};
    if (w->low > w->high) w->low = w->high = w->outward < 0.0 ? w->low : w->high; /* apart, or very thin */
    return true;
}

/* Pushed along the axle at the point x of a section. */
static contact_rim push_sideways(hl_vec3 x, hl_vec3 axle, double at, const width *w, int part)
{
    const hl_vec3 normal = hl_scale(w->outward, axle), plane = hl_add_scaled(x, w->edge - at, axle);
    return (contact_rim){.plane = plane,
                         .normal = normal,
                         .centre = hl_add_scaled(plane, -w->sideways, normal),
                         .depth = w->sideways,
                         .part = part,
                         .sideways = true};
}

/* ---- wheels ---- */

/* @param at  of the disc along the axle, from where `w` counts
 * @return false: the disc is farther away than the margin */
static bool touch_disc(const contact_wheel *disc, const contact_box *box, double at, const width *w,
                       double margin, int part, int parts, contact_rim *rim)
{
    const hl_vec3 c = hl_mul_transposed(&box->axes, hl_sub(disc->centre, box->centre)),
                  a = hl_mul_transposed(&box->axes, disc->axle);
    section s;
    if (!cut(box->half, c, a, &s) || s.distance > disc->radius + margin) return false;
    const hl_vec3 x = hl_add(box->centre, hl_mul(&box->axes, s.nearest));
    const bool within = s.distance < WITHIN;
    *rim = within ? leave(disc, box, c, part)
                  : disc_on_plane(disc, x, hl_mul(&box->axes, hl_normalized(s.out)), part);
    if (w->sideways < rim->depth) *rim = push_sideways(x, disc->axle, at, w, part + parts);
    return true;
}

int contact_wheel_box(const contact_wheel *wheel, const contact_box *box, double margin,
                      contact_rim rims[CONTACT_WHEEL_POINTS])
{
    width w;
    int count = 0;
    if (!share_width(box, wheel->centre, wheel->axle, wheel->half_width, margin, &w)) return 0;
    for (int i = 0; i < CONTACT_WHEEL_POINTS; i++) {
        const double at = w.low + (w.high - w.low) * i / (CONTACT_WHEEL_POINTS - 1);
        contact_wheel disc = *wheel;
        disc.centre = hl_add_scaled(wheel->centre, at, wheel->axle);
        count += touch_disc(&disc, box, at, &w, margin, i, CONTACT_WHEEL_POINTS, &rims[count]);
    }
    return count;
}

/* ---- belts ---- */

enum { EDGES = 12 };

/* Corners of the polygon in which a plane cuts a box, in the box's frame. */
static int section_corners(hl_vec3 half, hl_vec3 c, hl_vec3 a, hl_vec3 corners[EDGES])
{
    int count = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 4; i++) {
            const double u = i % 2 ? 1.0 : -1.0, v = i / 2 ? 1.0 : -1.0;
            const hl_vec3 from = k == 0   ? hl_v3(-half.x, u * half.y, v * half.z)
                                 : k == 1 ? hl_v3(u * half.x, -half.y, v * half.z)
                                          : hl_v3(u * half.x, v * half.y, -half.z);
            const double rate = 2.0 * component(half, k) * component(a, k),
                         height = hl_dot(a, hl_sub(from, c));
            if (rate == 0.0 || -height / rate < 0.0 || -height / rate > 1.0) continue;
            const double step = -2.0 * component(half, k) * height / rate;
            corners[count++] =
                hl_add(from, hl_v3(k == 0 ? step : 0.0, k == 1 ? step : 0.0, k == 2 ? step : 0.0));
        }
    return count;
}

/* A straight part of the belt, tangent to two rollers. */
typedef struct run {
    hl_vec3 out,
        along;    /* unit vectors in the plane of the section: out of the track, from the first roller */
    hl_vec3 from; /* where the tangent begins */
    double length;
} run;

/* @return false: one roller is within the other */
static bool run_between(const contact_belt *belt, int first, run *r)
{
    const hl_vec3 d = hl_sub(belt->centre[first + 1], belt->centre[first]);
    const double length = hl_norm(d), sine = (belt->radius[first] - belt->radius[first + 1]) / length;
    if (!(length > 0.0) || fabs(sine) >= 1.0) return false;
    const hl_vec3 line = hl_scale(1.0 / length, d);
    hl_vec3 below = hl_cross(belt->axle, line);
    if (hl_dot(below, belt->up) > 0.0) below = hl_neg(below);
    const double cosine = sqrt(1.0 - sine * sine);
    r->out = hl_add(hl_scale(sine, line), hl_scale(cosine, below));
    r->along = hl_sub(hl_scale(cosine, line), hl_scale(sine, below));
    r->from = hl_add_scaled(belt->centre[first], belt->radius[first], r->out);
    r->length = length * cosine;
    return true;
}

/* The corner of the section that is farthest in the track, if it is over this part of the belt. */
static bool touch_run(const run *r, const hl_vec3 *corners, int count, double margin, int part,
                      contact_rim *rim)
{
    int deepest = -1;
    double depth = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double inside = hl_dot(r->out, hl_sub(r->from, corners[i]));
        if (inside <= depth) continue;
        depth = inside;
        deepest = i;
    }
    if (deepest < 0 || depth < -margin) return false;
    const double along = hl_dot(r->along, hl_sub(corners[deepest], r->from));
    if (along <= 0.0 || along >= r->length) return false;
    *rim = (contact_rim){.plane = corners[deepest],
                         .normal = hl_neg(r->out),
                         .centre = hl_add_scaled(corners[deepest], depth, r->out),
                         .depth = depth,
                         .part = part};
    return true;
}

int contact_belt_box(const contact_belt *belt, const contact_box *box, double margin,
                     contact_rim rims[CONTACT_BELT_POINTS])
{
    width w;
    int count = 0;
    if (!share_width(box, belt->centre[0], belt->axle, belt->half_width, margin, &w)) return 0;
    const double at = 0.5 * (w.low + w.high);
    for (int i = 0; i < belt->rollers; i++) {
        const contact_wheel disc = {.centre = hl_add_scaled(belt->centre[i], at, belt->axle),
                                    .axle = belt->axle,
                                    .radius = belt->radius[i]};
        count += touch_disc(&disc, box, at, &w, margin, i, CONTACT_BELT_POINTS, &rims[count]);
    }
    hl_vec3 corners[EDGES];
    const hl_vec3 place = hl_add_scaled(belt->centre[0], at, belt->axle);
    const int corner_count =
        section_corners(box->half, hl_mul_transposed(&box->axes, hl_sub(place, box->centre)),
                        hl_mul_transposed(&box->axes, belt->axle), corners);
    for (int i = 0; i < corner_count; i++) corners[i] = hl_add(box->centre, hl_mul(&box->axes, corners[i]));
    for (int i = 0; i + 1 < belt->rollers; i++) {
        run r;
        if (!run_between(belt, i, &r)) continue;
        r.from = hl_add_scaled(r.from, at, belt->axle);
        const int part = CONTACT_BELT_ROLLERS + i;
        if (!touch_run(&r, corners, corner_count, margin, part, &rims[count])) continue;
        if (w.sideways < rims[count].depth)
            rims[count] = push_sideways(rims[count].plane, belt->axle, at, &w, part + CONTACT_BELT_POINTS);
        count++;
    }
    return count;
}
