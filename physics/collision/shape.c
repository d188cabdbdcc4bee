/* Contacts of two shapes, of a shape with a plane and with a mesh: frames, and which kind is found by what.
 */
#include "collision/shape_internal.h"

#include <math.h>

static bool is_round(const coll_shape *shape)
{
    return shape->kind == COLL_SPHERE || shape->kind == COLL_CAPSULE || shape->kind == COLL_CYLINDER;
}

/* ---- bounds ---- */

/* Half sides along the world's axes: of a box sum_k h_k |E_k|; of a round shape |axis| half_length + radius,
 * of a cylinder the disc's: radius sqrt(1 - axis_k^2). */
static hl_vec3 half_sides(const coll_shape *shape, const mb_pose *pose)
{
    const double half[3] = {shape->half.x, shape->half.y, shape->half.z};
    double side[3];
    for (int k = 0; k < 3; k++) {
        const double *row = pose->rotation.m[k];
        side[k] = fabs(row[2]) * shape->half_length + shape->radius;
        if (shape->kind == COLL_CYLINDER)
            side[k] =
                fabs(row[2]) * shape->half_length + shape->radius * sqrt(row[0] * row[0] + row[1] * row[1]);
        if (shape->kind == COLL_SPHERE) side[k] = shape->radius;
        if (shape->kind == COLL_BOX)
            side[k] = fabs(row[0]) * half[0] + fabs(row[1]) * half[1] + fabs(row[2]) * half[2];
    }
    return hl_v3(side[0], side[1], side[2]);
}

static coll_bounds hull_bounds(const coll_hull *hull, const mb_pose *pose)
{
    coll_bounds bounds = {{(double)INFINITY, (double)INFINITY, (double)INFINITY},
                          {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
    for (int v = 0; v < hull->vertex_count; v++) {
        const hl_vec3 at = coll_out(pose, hull->vertices[v]);
        bounds.low = hl_v3(fmin(bounds.low.x, at.x), fmin(bounds.low.y, at.y), fmin(bounds.low.z, at.z));
        bounds.high = hl_v3(fmax(bounds.high.x, at.x), fmax(bounds.high.y, at.y), fmax(bounds.high.z, at.z));
    }
    return bounds;
}

coll_bounds coll_shape_bounds(const coll_shape *shape, const mb_pose *pose, double margin)
{
    const hl_vec3 around = hl_v3(margin, margin, margin);
    coll_bounds bounds;
    if (shape->kind == COLL_HULL)
        bounds = hull_bounds(shape->hull, pose);
    else {
        const hl_vec3 half = half_sides(shape, pose);
        bounds = (coll_bounds){hl_sub(pose->position, half), hl_add(pose->position, half)};
    }
    return (coll_bounds){hl_sub(bounds.low, around), hl_add(bounds.high, around)};
}

/* ---- pairs ---- */

/* From the frame of b to the world. */
static int place(coll_list *list, const mb_pose *b)
{
    for (int i = 0; i < list->count; i++) {
        coll_point *point = &list->points[i];
        point->point = coll_out(b, point->point);
        point->normal = hl_mul(&b->rotation, point->normal);
    }
    return list->count;
}

/* The same contacts, a and b exchanged. */
static void exchange(coll_list *list)
{
    for (int i = 0; i < list->count; i++) {
        coll_point *point = &list->points[i];
        point->point = hl_add_scaled(point->point, point->depth, point->normal);
        point->normal = hl_neg(point->normal);
    }
}

static void find_pair(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list)
{
    if (!is_round(a))
        coll_hull_pair(a, pose, b, list);
    else if (is_round(b))
        coll_round_pair(a, pose, b, list);
    else if (a->kind == COLL_CYLINDER)
        coll_cylinder_hull(a, pose, b, list);
    else /* a centre within the hull leaves by the nearest face, however deep it is */
        coll_round_mesh(a, pose, b->hull->mesh, 2.0 * b->hull->radius, list);
}

int coll_shapes(const coll_shape *a, const mb_pose *pose_a, const coll_shape *b, const mb_pose *pose_b,
                double margin, coll_point points[COLL_POINTS])
{
    coll_list list = {.points = points, .margin = margin};
    const bool swapped = a->kind > b->kind;
    const mb_pose pose = swapped ? coll_relative(pose_b, pose_a) : coll_relative(pose_a, pose_b);
    find_pair(swapped ? b : a, &pose, swapped ? a : b, &list);
    if (swapped) exchange(&list);
    return place(&list, swapped ? pose_a : pose_b);
}

int coll_shape_mesh(const coll_shape *a, const mb_pose *pose_a, const coll_mesh *mesh,
                    const mb_pose *pose_mesh, double margin, double behind, coll_point points[COLL_POINTS])
{
    coll_list list = {.points = points, .margin = margin};
    const mb_pose pose = coll_relative(pose_a, pose_mesh);
    if (is_round(a))
        coll_round_mesh(a, &pose, mesh, a->kind == COLL_CYLINDER ? behind : a->radius, &list);
    else
        coll_hull_mesh_points(a, &pose, mesh, behind, &list);
    return place(&list, pose_mesh);
}

/* ---- planes ---- */

static void add_on_plane(coll_list *list, hl_vec3 point, double radius, hl_vec3 at, hl_vec3 normal,
                         int feature)
{
    const double height = hl_dot(normal, hl_sub(point, at));
    coll_list_add(list, hl_add_scaled(point, -height, normal), normal, radius - height, feature, 0);
}

int coll_shape_plane(const coll_shape *a, const mb_pose *pose_a, hl_vec3 at, hl_vec3 normal, double margin,
                     coll_point points[COLL_POINTS])
{
    coll_list list = {.points = points, .margin = margin};
    if (a->kind == COLL_SPHERE) add_on_plane(&list, pose_a->position, a->radius, at, normal, 0);
    if (a->kind == COLL_CAPSULE)
        for (int end = 0; end < 2; end++)
            add_on_plane(&list, coll_end(a, pose_a, end), a->radius, at, normal, end);
    if (a->kind == COLL_CYLINDER) {
        hl_vec3 rim[8];
        coll_rim_points(a, pose_a, hl_neg(normal), rim);
        for (int i = 0; i < 8; i++) add_on_plane(&list, rim[i], 0.0, at, normal, i);
    }
    if (a->kind == COLL_BOX || a->kind == COLL_HULL)
        for (int v = 0; v < a->hull->vertex_count; v++)
            add_on_plane(&list, coll_out(pose_a, a->hull->vertices[v]), 0.0, at, normal, v);
    return list.count;
}
