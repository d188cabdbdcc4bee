/* Lists of contacts under construction, and small geometry that all pairs of shapes use. */
#include "collision/shape_internal.h"

#include "hl/clamp.h"

/* Sine of the angle between two segments below which they are parallel. */
static const double PARALLEL = 1e-6;

/* Tangent of the tilt below which a cylinder stands upright: its lowest rim point is then noise. */
static const double UPRIGHT = 1e-6;

static int shallowest(const coll_list *list)
{
    int least = 0;
    for (int i = 1; i < list->count; i++)
        if (list->points[i].depth < list->points[least].depth) least = i;
    return least;
}

static void append(coll_list *list, const coll_point *added)
{
    if (list->count < COLL_POINTS) {
        list->points[list->count++] = *added;
        return;
    }
    const int least = shallowest(list);
    if (added->depth > list->points[least].depth) list->points[least] = *added;
}

void coll_list_put(coll_list *list, hl_vec3 on_b, hl_vec3 normal, double depth, int64_t feature,
                   double weight)
{
    if (!(depth >= -list->margin)) return;
    append(list, &(coll_point){.point = hl_add_scaled(on_b, -depth, normal),
                               .normal = normal,
                               .depth = depth,
                               .weight = weight,
                               .feature = feature});
}

void coll_list_add(coll_list *list, hl_vec3 on_b, hl_vec3 normal, double depth, int64_t feature, int material)
{
    if (!(depth >= -list->margin)) return;
    const coll_point added = {.point = hl_add_scaled(on_b, -depth, normal),
                              .normal = normal,
                              .depth = depth,
                              .weight = 1.0,
                              .feature = feature,
                              .material = material};
    for (int i = 0; i < list->count; i++) {
        coll_point *have = &list->points[i];
        const hl_vec3 apart = hl_sub(have->point, added.point);
        if (hl_dot(apart, apart) <= COLL_SAME_PLACE * COLL_SAME_PLACE &&
            hl_dot(have->normal, normal) > 1.0 - COLL_SAME_PLACE) {
            if (depth > have->depth) *have = added;
            return;
        }
    }
    append(list, &added);
}

void coll_list_limit(coll_list *list, int first)
{
    double sum = 0.0;
    int deepest = first;
    for (int i = first; i < list->count; i++) {
        coll_point *point = &list->points[i];
        point->weight = hl_min(point->weight, 1.0);
        if (point->depth > 0.0) sum += point->weight * point->depth * point->depth;
        const double least = point->weight > 0.0 ? 0.0 : COLL_SAME_PLACE;
        if (point->depth > list->points[deepest].depth + least) deepest = i;
    }
    if (first == list->count) return;
    coll_point *most = &list->points[deepest];
    const bool presses = most->depth > 0.0, alone = presses && sum < most->depth * most->depth;
    if (alone || (!presses && most->weight == 0.0)) most->weight = 1.0;
    int kept = first;
    for (int i = first; i < list->count; i++) {
        const coll_point *point = &list->points[i];
        if (i == deepest ? point->weight > 0.0 : point->weight > 0.0 && (point->depth <= 0.0 || !alone))
            list->points[kept++] = *point;
    }
    list->count = kept;
}

mb_pose coll_relative(const mb_pose *a, const mb_pose *b)
{
    const hl_mat3 back = hl_mat3_transposed(&b->rotation);
    return (mb_pose){coll_in(b, a->position), hl_mat3_mul(&back, &a->rotation)};
}

void coll_rim_points(const coll_shape *shape, const mb_pose *pose, hl_vec3 direction, hl_vec3 rim[8])
{
    const hl_vec3 axis = coll_axis(pose);
    hl_vec3 out = hl_add_scaled(direction, -hl_dot(direction, axis), axis);
    const double length = hl_norm(out);
    out = length > UPRIGHT * hl_norm(direction) ? hl_scale(1.0 / length, out)
                                                : hl_mat3_column(&pose->rotation, 0);
    const hl_vec3 across = hl_cross(axis, out);
    for (int i = 0; i < 8; i++) {
        const hl_vec3 arm = i % 2 == 0 ? out : across;
        rim[i] = hl_add_scaled(coll_end(shape, pose, i / 4), i % 4 < 2 ? shape->radius : -shape->radius, arm);
    }
}

/* C. Ericson, Real-time collision detection, 2005, section 5.1.9: unclamped optimum, then clamp in turn. */
bool coll_segments_closest(hl_vec3 P, hl_vec3 u, hl_vec3 Q, hl_vec3 w, double *s, double *t)
{
    const hl_vec3 from = hl_sub(P, Q);
    const double a = hl_dot(u, u), e = hl_dot(w, w), b = hl_dot(u, w), c = hl_dot(u, from),
                 f = hl_dot(w, from);
    const hl_vec3 cross = hl_cross(u, w);
    const double determinant = hl_dot(cross, cross);
    if (!(determinant > PARALLEL * PARALLEL * a * e)) return false;
    double along = hl_clamp((b * f - c * e) / determinant, 0.0, 1.0);
    double across = (b * along + f) / e;
    if (across < 0.0 || across > 1.0) {
        across = hl_clamp(across, 0.0, 1.0);
        along = hl_clamp((b * across - c) / a, 0.0, 1.0);
    }
    *s = along;
    *t = across;
    return true;
}

hl_vec3 coll_on_segment(hl_vec3 p, hl_vec3 from, hl_vec3 way)
{
    const double square = hl_dot(way, way);
    const double t = square > 0.0 ? hl_dot(hl_sub(p, from), way) / square : 0.0;
    return hl_add_scaled(from, hl_clamp(t, 0.0, 1.0), way);
}

hl_vec3 coll_on_end(hl_vec3 p, const flat_end *end)
{
    const hl_vec3 from = hl_sub(p, end->centre),
                  flat = hl_add_scaled(from, -hl_dot(from, end->axis), end->axis);
    const double across = hl_norm(flat);
    return hl_add_scaled(end->centre, across > end->radius ? end->radius / across : 1.0, flat);
}

hl_vec3 coll_end_to_segment(const flat_end *end, hl_vec3 from, hl_vec3 way, hl_vec3 *on_way)
{
    hl_vec3 p = *on_way;
    for (int turn = 0; turn < COLL_PROJECTIONS; turn++) {
        const hl_vec3 before = *on_way;
        p = coll_on_end(before, end);
        *on_way = coll_on_segment(p, from, way);
        if (coll_same_place(before, *on_way)) break;
    }
    return p;
}
