/* Contacts of spheres, capsules and cylinders with each other, in the frame of b: its centre is the origin
 * and its axis is z. */
#include "collision/shape_internal.h"

#include "hl/clamp.h"

/* An interior contact must be deeper than those of the ends by this: between parallel axes its place is
 * noise. [m] */
static const double DEEPER = 1e-6;

/* Square of the sine of the angle below which two flat ends are parallel. */
static const double PARALLEL = 1e-10;

/* Cosine of the angle between axes above which two cylinders stand on each other with their flat ends. */
static const double STACKED = 0.996;

/* Cosine of the angle between the axes of a capsule and a cylinder above which they lie side by side. */
static const double LENGTHWISE = 0.87;

/* The same for two cylinders: 15 degrees. Beyond, long ones touch at one place, and short ones with their
 * rims. */
static const double BESIDE = 0.966;

static const mb_pose OWN = {.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
static const hl_vec3 Z = {0, 0, 1};

/* Two balls about p (of a) and q (of b). */
static void add_balls(coll_list *list, hl_vec3 p, double radius_a, hl_vec3 q, double radius_b,
                      hl_vec3 otherwise, int64_t feature)
{
    const hl_vec3 apart = hl_sub(p, q);
    const double distance = hl_norm(apart);
    const hl_vec3 normal = distance > 0.0 ? hl_scale(1.0 / distance, apart) : otherwise;
    coll_list_add(list, hl_add_scaled(q, radius_b, normal), normal, radius_a + radius_b - distance, feature,
                  0);
}

static hl_vec3 on_axis(hl_vec3 p, double half_length)
{
    return hl_v3(0, 0, hl_clamp(p.z, -half_length, half_length));
}

static double deepest(const coll_list *list)
{
    double most = -(double)INFINITY;
    for (int i = 0; i < list->count; i++) most = fmax(most, list->points[i].depth);
    return most;
}

/* ---- capsules ---- */

/* The axes pass each other between their ends. */
static void put_crossing(coll_list *list, const coll_shape *a, const mb_pose *pose, const coll_shape *b,
                         double weight)
{
    double s, t;
    const hl_vec3 P = coll_end(a, pose, 0), u = hl_scale(2.0 * a->half_length, coll_axis(pose));
    const hl_vec3 Q = hl_v3(0, 0, -b->half_length), w = hl_v3(0, 0, 2.0 * b->half_length);
    if (!coll_segments_closest(P, u, Q, w, &s, &t)) return;
    if (s <= 0.0 || s >= 1.0 || t <= 0.0 || t >= 1.0) return;
    const hl_vec3 q = hl_add_scaled(Q, t, w), apart = hl_sub(hl_add_scaled(P, s, u), q);
    const double distance = hl_norm(apart), depth = a->radius + b->radius - distance;
    const hl_vec3 normal = distance > 0.0 ? hl_scale(1.0 / distance, apart) : hl_normalized(hl_cross(u, w));
    if (depth > deepest(list) + DEEPER)
        coll_list_put(list, hl_add_scaled(q, b->radius, normal), normal, depth, coll_pair_feature(16, 16),
                      weight);
}

/* An end of one capsule beside the axis of the other, by `inside` from the end of that axis [m]: around there
 * its weight falls from 1 to 0 and that of the other capsule's end rises. */
static void put_end(coll_list *list, hl_vec3 p, double radius_a, hl_vec3 q, double radius_b, double inside,
                    int64_t feature)
{
    const double over = radius_a + radius_b, weight = hl_min(0.5 + inside / over, 1.0);
    const hl_vec3 apart = hl_sub(p, q);
    const double distance = hl_norm(apart);
    if (!(weight > 0.0) || !(distance > 0.0)) return;
    const hl_vec3 normal = hl_scale(1.0 / distance, apart);
    const int before = list->count;
    coll_list_put(list, hl_add_scaled(q, radius_b, normal), normal, over - distance, feature, weight);
    for (int i = 0; i < before && list->count > before; i++) { /* end on end */
        const hl_vec3 from = hl_sub(list->points[i].point, list->points[before].point);
        if (hl_dot(from, from) > COLL_SAME_PLACE * COLL_SAME_PLACE) continue;
        list->points[i].weight += weight;
        list->count = before;
    }
}

/* Closest points of the axes: they pass each other, or one of them is an end. */
static void put_closest(coll_list *list, const coll_shape *a, const mb_pose *pose, const coll_shape *b)
{
    const hl_vec3 P = coll_end(a, pose, 0), u = hl_scale(2.0 * a->half_length, coll_axis(pose)),
                  Q = hl_v3(0, 0, -b->half_length), w = hl_v3(0, 0, 2.0 * b->half_length);
    double s = 0.5, t = 0.5;
    coll_segments_closest(P, u, Q, w, &s, &t);
    const hl_vec3 q = coll_on_segment(hl_add_scaled(P, s, u), Q, w), p = coll_on_segment(q, P, u),
                  apart = hl_sub(p, q), cross = hl_cross(u, w);
    const double distance = hl_norm(apart);
    const hl_vec3 normal = distance > 0.0         ? hl_scale(1.0 / distance, apart)
                           : hl_norm(cross) > 0.0 ? hl_normalized(cross)
                                                  : hl_v3(1, 0, 0);
    coll_list_put(list, hl_add_scaled(q, b->radius, normal), normal, a->radius + b->radius - distance,
                  coll_pair_feature(16, 16), 0.0);
}

/* Parallel axes touch at the ends of the part in which they lie side by side, others where they are closest,
 * whichever has more elastic energy. */
static void capsule_capsule(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    const hl_vec3 axis = coll_axis(pose), from = coll_end(a, pose, 0),
                  way = hl_scale(2.0 * a->half_length, axis);
    for (int end = 0; end < 2; end++) {
        const hl_vec3 p = coll_end(a, pose, end),
                      q = hl_v3(0, 0, end == 0 ? -b->half_length : b->half_length);
        put_end(list, p, a->radius, on_axis(p, b->half_length), b->radius, b->half_length - fabs(p.z),
                coll_pair_feature(end, 16));
        put_end(list, coll_on_segment(q, from, way), a->radius, q, b->radius,
                a->half_length - fabs(hl_dot(hl_sub(q, pose->position), axis)), coll_pair_feature(16, end));
    }
    put_closest(list, a, pose, b);
    coll_list_limit(list, 0);
}

/* ---- a point against a cylinder ---- */

/* Nearest place of the surface of the cylinder about z, and the outward normal there; the distance is
 * negative within. */
static double cylinder_nearest(const coll_shape *b, hl_vec3 p, hl_vec3 *on_b, hl_vec3 *normal)
{
    const double across = hl_norm(hl_v3(p.x, p.y, 0)), out = across - b->radius,
                 up = fabs(p.z) - b->half_length;
    const hl_vec3 radial = across > 0.0 ? hl_v3(p.x / across, p.y / across, 0) : hl_v3(1, 0, 0);
    const hl_vec3 flat = hl_v3(0, 0, p.z < 0.0 ? -1.0 : 1.0);
    if (out > 0.0 && up > 0.0) {
        const double distance = sqrt(out * out + up * up);
        *normal = hl_add(hl_scale(out / distance, radial), hl_scale(up / distance, flat));
        *on_b = hl_add_scaled(p, -distance, *normal);
        return distance;
    }
    *normal = out > up ? radial : flat;
    *on_b = hl_add_scaled(p, out > up ? -out : -up, *normal);
    return out > up ? out : up;
}

static void add_on_cylinder(coll_list *list, hl_vec3 p, double radius, const coll_shape *b, int64_t feature)
{
    hl_vec3 on_b, normal;
    const double distance = cylinder_nearest(b, p, &on_b, &normal);
    coll_list_add(list, on_b, normal, radius - distance, feature, 0);
}

/* From the axis of b [1]. */
static hl_vec3 outwards(hl_vec3 p)
{
    const double across = hl_norm(hl_v3(p.x, p.y, 0));
    return across > 0.0 ? hl_v3(p.x / across, p.y / across, 0) : hl_v3(1, 0, 0);
}

/* ---- rims ---- */

static flat_end end_of(const coll_shape *shape, const mb_pose *pose, int end)
{
    return (flat_end){coll_end(shape, pose, end), coll_axis(pose), shape->radius};
}

/* ---- a capsule against a cylinder ---- */

/* Where the segment passes the rim at one end, from a place of the segment near it. */
static void add_rim_segment(coll_list *list, const coll_shape *b, int end, hl_vec3 q, hl_vec3 from,
                            hl_vec3 way, double radius, int feature)
{
    const flat_end disc = end_of(b, &OWN, end);
    const hl_vec3 p = coll_end_to_segment(&disc, from, way, &q);
    if (q.z * p.z < p.z * p.z && q.x * q.x + q.y * q.y < b->radius * b->radius)
        return; /* within the cylinder */
    add_balls(list, q, radius, p, 0.0, hl_v3(0, 0, p.z < 0.0 ? -1.0 : 1.0), feature);
}

static void add_rim_crossings(coll_list *list, const coll_shape *b, hl_vec3 from, hl_vec3 way, double radius)
{
    const double a = way.x * way.x + way.y * way.y, half_b = from.x * way.x + from.y * way.y,
                 c = from.x * from.x + from.y * from.y - b->radius * b->radius;
    const double square = half_b * half_b - a * c;
    if (!(a > 0.0) || square < 0.0) return;
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 2; k++) {
            const double t = (-half_b + (k == 0 ? -1.0 : 1.0) * sqrt(square)) / a;
            if (t <= 0.0 || t >= 1.0) continue;
            add_rim_segment(list, b, end, hl_add_scaled(from, t, way), from, way, radius, 32 + 2 * end + k);
        }
}

static void capsule_cylinder(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    const hl_vec3 from = coll_end(a, pose, 0), way = hl_sub(coll_end(a, pose, 1), from);
    for (int end = 0; end < 2; end++)
        add_on_cylinder(list, coll_end(a, pose, end), a->radius, b, coll_pair_feature(end, 16));
    if (fabs(way.z) > LENGTHWISE * hl_norm(way)) /* side by side: where the cylinder's side ends */
        for (int end = 0; end < 2; end++) {
            const double z = end == 0 ? -b->half_length : b->half_length, t = (z - from.z) / way.z;
            if (t <= 0.0 || t >= 1.0) continue;
            const hl_vec3 p = hl_add_scaled(from, t, way);
            if (p.x * p.x + p.y * p.y > b->radius * b->radius)
                add_balls(list, p, a->radius, hl_v3(0, 0, z), b->radius, hl_v3(1, 0, 0),
                          coll_pair_feature(16, end));
        }
    put_crossing(list, a, pose, b, 1.0);
    for (int end = 0; end < 2; end++)
        add_rim_segment(list, b, end, coll_on_segment(coll_end(b, &OWN, end), from, way), from, way,
                        a->radius, 40 + end);
    add_rim_crossings(list, b, from, way, a->radius);
}

/* ---- cylinders ---- */

/* Middle of the line in which two flat ends cross. */
static bool ends_cross(const flat_end *a, const flat_end *b, hl_vec3 *middle)
{
    const hl_vec3 line = hl_cross(a->axis, b->axis);
    const double square = hl_dot(line, line);
    if (!(square > PARALLEL)) return false;
    const hl_vec3 along = hl_scale(1.0 / sqrt(square), line);
    const hl_vec3 base =
        hl_scale(1.0 / square, hl_add(hl_scale(hl_dot(a->axis, a->centre), hl_cross(b->axis, line)),
                                      hl_scale(hl_dot(b->axis, b->centre), hl_cross(line, a->axis))));
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int i = 0; i < 2; i++) {
        const flat_end *end = i == 0 ? a : b;
        const hl_vec3 to = hl_sub(end->centre, base);
        const double foot = hl_dot(to, along),
                     half = end->radius * end->radius - hl_dot(to, to) + foot * foot;
        if (half < 0.0) return false;
        low = hl_max(low, foot - sqrt(half));
        high = hl_min(high, foot + sqrt(half));
    }
    *middle = hl_add_scaled(base, 0.5 * (low + high), along);
    return low <= high;
}

/* Rim against rim, `side` +1 where the axis leads out of the cylinder: apart, the closest places; crossing,
 * the direction at right angles to both rims, if it leads out between side and flat end of both. */
static void add_rim_rim(coll_list *list, const flat_end *a, double side_a, const flat_end *b, double side_b,
                        int feature)
{
    hl_vec3 middle;
    if (hl_norm(hl_sub(b->centre, a->centre)) > a->radius + b->radius + list->margin) return;
    if (!ends_cross(a, b, &middle)) {
        hl_vec3 p = coll_on_end(b->centre, a), q = p;
        for (int turn = 0; turn < COLL_PROJECTIONS; turn++) {
            const hl_vec3 before = p;
            q = coll_on_end(p, b);
            p = coll_on_end(q, a);
            if (coll_same_place(before, p)) break;
        }
        const hl_vec3 apart = hl_sub(p, q);
        const bool outwards =
            hl_dot(apart, a->axis) * side_a <= 0.0 && hl_dot(apart, b->axis) * side_b >= 0.0;
        const bool on_rims = hl_norm(hl_sub(p, a->centre)) >= a->radius * (1.0 - DEEPER) &&
                             hl_norm(hl_sub(q, b->centre)) >= b->radius * (1.0 - DEEPER);
        if (outwards && on_rims && -hl_norm(apart) > deepest(list) + DEEPER)
            add_balls(list, p, 0.0, q, 0.0, hl_scale(side_b, b->axis), feature);
        return;
    }
    const hl_vec3 out_a = hl_sub(middle, a->centre), out_b = hl_sub(middle, b->centre);
    const double across_a = hl_norm(out_a), across_b = hl_norm(out_b);
    if (!(across_a > 0.0 && across_b > 0.0)) return;
    const hl_vec3 rim_a = hl_add_scaled(a->centre, a->radius / across_a, out_a),
                  rim_b = hl_add_scaled(b->centre, b->radius / across_b, out_b);
    hl_vec3 normal = hl_normalized(hl_cross(hl_cross(a->axis, out_a), hl_cross(b->axis, out_b)));
    if (hl_dot(normal, out_a) > 0.0) normal = hl_neg(normal);
    if (hl_dot(normal, out_b) < 0.0 || hl_dot(normal, a->axis) * side_a > 0.0 ||
        hl_dot(normal, b->axis) * side_b < 0.0)
        return;
    const double depth = hl_dot(hl_sub(rim_b, rim_a), normal);
    const hl_vec3 middle_of_rims = hl_scale(0.5, hl_add(rim_a, rim_b));
    if (depth > deepest(list) + DEEPER)
        coll_list_add(list, hl_add_scaled(middle_of_rims, 0.5 * depth, normal), normal, depth, feature, 0);
}

static void add_rims_crossing(coll_list *list, const coll_shape *a, const mb_pose *pose, const coll_shape *b)
{
    for (int i = 0; i < 4; i++) {
        const flat_end end_a = end_of(a, pose, i / 2), end_b = end_of(b, &OWN, i % 2);
        add_rim_rim(list, &end_a, i / 2 == 0 ? -1.0 : 1.0, &end_b, i % 2 == 0 ? -1.0 : 1.0, 48 + i);
    }
}

/* Rim points of the cylinder `of` against the other, whose frame this is: those that look at its ends, and
 * those that look at its axis. */
static void add_rims(coll_list *list, const coll_shape *of, const mb_pose *pose, const coll_shape *other)
{
    hl_vec3 rim[8];
    coll_rim_points(of, pose, hl_v3(0, 0, pose->position.z < 0.0 ? 1.0 : -1.0), rim);
    for (int i = 0; i < 8; i++) add_on_cylinder(list, rim[i], 0.0, other, coll_pair_feature(i, 16));
    for (int end = 0; end < 2; end++) {
        const flat_end disc = end_of(of, pose, end);
        hl_vec3 q = on_axis(disc.centre, other->half_length);
        const hl_vec3 p = coll_end_to_segment(&disc, hl_v3(0, 0, -other->half_length),
                                              hl_v3(0, 0, 2.0 * other->half_length), &q);
        add_on_cylinder(list, p, 0.0, other, coll_pair_feature(8 + end, 16));
    }
}

/* The same with both exchanged: contacts are found in the frame of a and brought into that of b. */
static void add_rims_of_b(coll_list *list, const coll_shape *a, const mb_pose *pose, const coll_shape *b)
{
    coll_point points[COLL_POINTS];
    coll_list own = {.points = points, .margin = list->margin};
    const mb_pose back = coll_relative(&OWN, pose);
    add_rims(&own, b, &back, a);
    for (int i = 0; i < own.count; i++) /* the point that is on b in the frame of a */
        coll_list_add(list, coll_out(pose, points[i].point),
                      hl_neg(hl_mul(&pose->rotation, points[i].normal)), points[i].depth,
                      points[i].feature + coll_pair_feature(16, 0), 0);
}

/* Where the outlines of both flat ends cross, seen along z: a circle of radius r about c and one of radius R
 * about the origin. */
static int circles_cross(hl_vec3 c, double r, double R, hl_vec3 at[2])
{
    const double square = c.x * c.x + c.y * c.y, distance = sqrt(square);
    if (!(distance > 0.0) || distance > r + R || distance < fabs(r - R)) return 0;
    const double along = (square + R * R - r * r) / (2.0 * distance),
                 across = sqrt(fmax(R * R - along * along, 0.0));
    const hl_vec3 u = hl_v3(c.x / distance, c.y / distance, 0), w = hl_v3(-u.y, u.x, 0);
    at[0] = hl_add(hl_scale(along, u), hl_scale(across, w));
    at[1] = hl_add(hl_scale(along, u), hl_scale(-across, w));
    return 2;
}

/* Height of the lower flat end of a over the flat end of b below a place. */
static void add_under_end(coll_list *list, hl_vec3 place, double side, const coll_shape *b, hl_vec3 centre,
                          hl_vec3 axis, int feature)
{
    const double z = centre.z - (axis.x * (place.x - centre.x) + axis.y * (place.y - centre.y)) / axis.z;
    coll_list_add(list, hl_v3(place.x, place.y, side * b->half_length), hl_v3(0, 0, side),
                  b->half_length - side * z, feature, 0);
}

/* Flat end on flat end: rim points of each over the other's end, and where the outlines cross.
 *  @return false when they do not stand on each other */
static bool add_stacked(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    const hl_vec3 axis = coll_axis(pose);
    if (fabs(axis.z) < STACKED) return false;
    const double side = pose->position.z < 0.0 ? -1.0 : 1.0;
    const int lower = axis.z * side > 0.0 ? 0 : 1; /* the end of a that looks at b */
    const hl_vec3 centre = coll_end(a, pose, lower);
    const double overlap = b->half_length - side * centre.z,
                 beside = a->radius + b->radius - hl_norm(hl_v3(centre.x, centre.y, 0));
    if (beside < overlap || beside < 0.0) return false;
    hl_vec3 rim[8], cross[2];
    coll_rim_points(a, pose, hl_v3(0, 0, -side), rim);
    for (int i = 4 * lower; i < 4 * lower + 4; i++)
        if (hl_norm(hl_v3(rim[i].x, rim[i].y, 0)) <= b->radius + COLL_SAME_PLACE)
            add_under_end(list, rim[i], side, b, centre, axis, 64 + i);
    coll_rim_points(b, &OWN, axis, rim);
    for (int i = 0; i < 4; i++) {
        const hl_vec3 from = hl_sub(rim[i], centre);
        if (hl_norm(hl_v3(from.x, from.y, 0)) <= a->radius - COLL_SAME_PLACE)
            add_under_end(list, rim[i], side, b, centre, axis, 80 + i);
    }
    const int count = circles_cross(centre, a->radius, b->radius, cross);
    for (int i = 0; i < count; i++) add_under_end(list, cross[i], side, b, centre, axis, 96 + i);
    return true;
}

/* End of the part in which a lies beside b, towards `side` along z: an end of a, or of b, whichever comes
 * first. Directions are taken from the axes, not from points, so that a deep overlap does not turn them.
 *  @return false when neither comes before the other cylinder ends */
static bool put_side_end(coll_list *list, const coll_shape *a, const mb_pose *pose, const coll_shape *b,
                         double side)
{
    const hl_vec3 axis = coll_axis(pose);
    const int64_t feature = coll_pair_feature(side < 0.0 ? 0 : 1, 16);
    const int end = axis.z * side > 0.0 ? 1 : 0;
    const hl_vec3 centre = coll_end(a, pose, end);
    hl_vec3 out = outwards(centre), rim[8];
    coll_rim_points(a, pose, hl_neg(out), rim);
    const hl_vec3 p = rim[4 * end];
    if (side * p.z <= b->half_length) {
        const double across = p.x * out.x + p.y * out.y;
        coll_list_put(list, hl_add_scaled(hl_scale(b->radius, out), p.z, Z), out, b->radius - across, feature,
                      1.0);
        return side * p.z >= -b->half_length;
    }
    const double z = side * b->half_length;
    out = outwards(hl_add_scaled(pose->position, (z - pose->position.z) / axis.z, axis));
    const hl_vec3 q = hl_add_scaled(hl_scale(b->radius, out), z, Z), to = hl_sub(q, pose->position);
    const hl_vec3 normal = hl_normalized(hl_add_scaled(out, -hl_dot(out, axis), axis));
    coll_list_put(list, q, normal, a->radius + hl_dot(to, normal), feature, 1.0);
    return hl_dot(to, axis) * (end == 1 ? 1.0 : -1.0) >= -a->half_length;
}

/* Side by side: at the ends of the part in which they lie beside each other, or where the axes pass,
 * whichever has more elastic energy.
 *  @return false when they do not lie so */
static bool add_side_by_side(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    if (fabs(coll_axis(pose).z) < BESIDE) return false;
    if (!put_side_end(list, a, pose, b, -1.0) || !put_side_end(list, a, pose, b, 1.0)) {
        list->count = 0;
        return false;
    }
    put_crossing(list, a, pose, b, 0.0);
    coll_list_limit(list, 0);
    return true;
}

static void cylinder_cylinder(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    if (add_stacked(a, pose, b, list) || add_side_by_side(a, pose, b, list)) return;
    add_rims(list, a, pose, b);
    add_rims_of_b(list, a, pose, b);
    put_crossing(list, a, pose, b, 1.0);
    add_rims_crossing(list, a, pose, b);
    const coll_core core_a = {.centre = pose->position,
                              .axis = coll_axis(pose),
                              .radius = a->radius,
                              .half_length = a->half_length},
                    core_b = {.axis = Z, .radius = b->radius, .half_length = b->half_length};
    coll_add_closest(&core_a, &core_b, pose->position, 0.0, list);
}

void coll_round_pair(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    if (b->kind == COLL_SPHERE)
        add_balls(list, pose->position, a->radius, hl_v3(0, 0, 0), b->radius, Z, 0);
    else if (a->kind == COLL_SPHERE && b->kind == COLL_CAPSULE)
        add_balls(list, pose->position, a->radius, on_axis(pose->position, b->half_length), b->radius,
                  hl_v3(1, 0, 0), 0);
    else if (a->kind == COLL_SPHERE)
        add_on_cylinder(list, pose->position, a->radius, b, 0);
    else if (b->kind == COLL_CAPSULE)
        capsule_capsule(a, pose, b, list);
    else if (a->kind == COLL_CAPSULE)
        capsule_cylinder(a, pose, b, list);
    else
        cylinder_cylinder(a, pose, b, list);
}
