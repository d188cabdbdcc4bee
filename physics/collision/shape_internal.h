/* Private to the collision files: hulls, and lists of contacts under construction. */
#ifndef COLLISION_SHAPE_INTERNAL_H
#define COLLISION_SHAPE_INTERNAL_H

#include "collision/mesh_internal.h"
#include "collision/shape.h"

enum { HULL_FACES = 2 * COLL_HULL_VERTICES /* at most */ };

typedef struct hull_face {
    int first, count; /**< its corners in `loop`, counter-clockwise from outside */
    hl_vec3 normal;
    double offset; /**< normal . x of its plane [m] */
} hull_face;

/** From corner `from` to `to` with face `left` on the left side, seen from outside. */
typedef struct hull_edge {
    int from, to, left, right;
} hull_edge;

struct coll_hull {
    int vertex_count, face_count, edge_count;
    hl_vec3 *vertices;
    hull_face *faces;
    hull_edge *edges;
    int *loop;
    coll_mesh *mesh;
    double radius; /**< of all corners from the origin [m] */
};

/** Contacts under construction, in the frame of b. */
typedef struct coll_list {
    coll_point *points;
    int count;
    double margin;
} coll_list;

/** Add a contact if it is within the margin. Contacts within a micrometre with the same normal are one, the
 * deeper. A full list drops its shallowest.
 *  @param on_b  point of b. RT. */
void coll_list_add(coll_list *list, hl_vec3 on_b, hl_vec3 normal, double depth, int64_t feature,
                   int material);

/** Add a contact with a weight if it is within the margin, also next to others. A full list drops its
 * shallowest. RT. */
void coll_list_put(coll_list *list, hl_vec3 on_b, hl_vec3 normal, double depth, int64_t feature,
                   double weight);

/** Limit the weights of the contacts from `first` on to that of one point each; if together they have less
 * elastic energy than the deepest alone with the weight 1, it is alone. RT. */
void coll_list_limit(coll_list *list, int first);

/** A number for the features of both: `of_a` < 2^20. RT. */
static inline int64_t coll_pair_feature(int of_a, int64_t of_b)
{
    return (int64_t)of_a << 40 | of_b;
}

/** a seen from b. RT. */
mb_pose coll_relative(const mb_pose *a, const mb_pose *b);

/** The place `local` of a posed frame in the world, and back. RT. */
static inline hl_vec3 coll_out(const mb_pose *pose, hl_vec3 local)
{
    return hl_add(pose->position, hl_mul(&pose->rotation, local));
}
static inline hl_vec3 coll_in(const mb_pose *pose, hl_vec3 place)
{
    return hl_mul_transposed(&pose->rotation, hl_sub(place, pose->position));
}

/** Axis of a posed capsule or cylinder, and its two ends: 0 at -z, 1 at +z. RT. */
static inline hl_vec3 coll_axis(const mb_pose *pose)
{
    return hl_mat3_column(&pose->rotation, 2);
}
static inline hl_vec3 coll_end(const coll_shape *shape, const mb_pose *pose, int end)
{
    return hl_add_scaled(pose->position, end == 0 ? -shape->half_length : shape->half_length,
                         coll_axis(pose));
}

/** Points of both rims of a posed cylinder: the farthest in a direction, and three more at right angles. At
 * each end 4, of end 0 first. RT. */
void coll_rim_points(const coll_shape *shape, const mb_pose *pose, hl_vec3 direction, hl_vec3 rim[8]);

/** Closest points of the segments P + s u, Q + t w, 0 <= s, t <= 1.
 *  @return false when they are parallel: nothing is written */
bool coll_segments_closest(hl_vec3 P, hl_vec3 u, hl_vec3 Q, hl_vec3 w, double *s, double *t);

/* Most turns of projection between a flat end and a segment or another end; a turn that changes nothing is
 * the last one. */
enum { COLL_PROJECTIONS = 24 };

static inline bool coll_same_place(hl_vec3 a, hl_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/** A flat end of a cylinder. */
typedef struct flat_end {
    hl_vec3 centre, axis;
    double radius;
} flat_end;

/** Closest places of a flat end and the segment from + s way, by projecting in turns.
 *  @param on_way  in: a place of the segment to start from; out: its closest place
 *  @return the closest place of the flat end. RT. */
hl_vec3 coll_end_to_segment(const flat_end *end, hl_vec3 from, hl_vec3 way, hl_vec3 *on_way);

/** Nearest place of a flat end, and of a segment. RT. */
hl_vec3 coll_on_end(hl_vec3 p, const flat_end *end);
hl_vec3 coll_on_segment(hl_vec3 p, hl_vec3 from, hl_vec3 way);

/** A face of a polyhedron in the frame of b, counter-clockwise seen from outside. */
typedef struct coll_face {
    int number, count;
    int vertex[COLL_HULL_VERTICES]; /**< numbers of its corners */
    hl_vec3 corner[COLL_HULL_VERTICES];
    hl_vec3 normal;
    double offset; /**< normal . x of its plane [m] */
} coll_face;

/** Add the contacts of two faces that look at each other: see patch.c.
 *  @param reference_is_b  the outline is taken in the plane of b's face, otherwise in that of a's. RT. */
void coll_patch(const coll_face *of_a, const coll_face *of_b, bool reference_is_b, coll_list *list);

/** A convex set: points, or a cylinder. */
typedef struct coll_core {
    int count;
    const hl_vec3 *vertices; /**< NULL: a cylinder */
    hl_vec3 centre, axis;
    double radius, half_length;
} coll_core;

/** A list lacks the closest points of two shapes if all of its contacts are farther apart by this. [m] */
#define COLL_NEARER 2e-5

enum { COLL_CLOSEST = 1 << 17 }; /* of the name of that contact */

/** Add the closest points of two shapes that are apart, if the list lacks them.
 *  @param towards_a  any direction, best from b to a
 *  @param gap        [m] > 0: they are at least this far apart, or overlap. RT. */
void coll_add_closest(const coll_core *a, const coll_core *b, hl_vec3 towards_a, double gap, coll_list *list);

/* Contacts of kinds of shapes; a's pose is seen from b. The `margin` of the list counts. RT. */

void coll_round_pair(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list);
void coll_cylinder_hull(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list);
void coll_hull_pair(const coll_shape *a, const mb_pose *pose, const coll_shape *b, coll_list *list);
void coll_round_mesh(const coll_shape *a, const mb_pose *pose, const coll_mesh *mesh, double behind,
                     coll_list *list);
void coll_hull_mesh_points(const coll_shape *a, const mb_pose *pose, const coll_mesh *mesh, double behind,
                           coll_list *list);

#endif
