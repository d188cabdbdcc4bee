/* Shapes of bodies and their contacts: with each other, with planes and with triangle meshes.
 *
 * Contacts are found once before each step. A pair that is apart by less than `margin` counts, with a
 * negative depth: a contact that is found only after penetration would add energy. Use about the distance of
 * two steps at the fastest approach. All functions are pure: the same input gives the same bits. */
#ifndef COLLISION_SHAPE_H
#define COLLISION_SHAPE_H

#include "collision/mesh.h"
#include "hl/mat3.h"
#include "mb/model.h"

#include <stdint.h>

typedef enum coll_kind { COLL_SPHERE, COLL_CAPSULE, COLL_CYLINDER, COLL_BOX, COLL_HULL } coll_kind;

enum { COLL_HULL_VERTICES = 64, COLL_HULL_POINTS = 256, COLL_POINTS = 16 };

/** A convex polyhedron with its faces and edges. */
typedef struct coll_hull coll_hull;

/** A shape in its own frame, with its centre at the origin (a hull: anywhere). The axis of capsules and
 * cylinders is z. */
typedef struct coll_shape {
    coll_kind kind;
    double radius;         /**< of sphere, capsule, cylinder [m] > 0 */
    double half_length;    /**< of the axis of capsule and cylinder [m]; a capsule is longer by its radius */
    hl_vec3 half;          /**< half edges of a box [m] > 0 */
    const coll_hull *hull; /**< of hull and box: see coll_hull_new, coll_box */
} coll_shape;

/** The smallest convex polyhedron that contains all points. Not RT.
 *  @param report  receives the error: too few or too many points, points in one plane, more than
 *                 COLL_HULL_VERTICES corners
 *  @return NULL: an error, or out of memory */
coll_hull *coll_hull_new(const hl_vec3 *points, int count, hl_report *report, hl_arena *arena);

/** Number of corners of a hull, and corner `index` [m]. RT. */
int coll_hull_corners(const coll_hull *hull);
hl_vec3 coll_hull_corner(const coll_hull *hull, int index);

/** The surface of a hull as a closed mesh. RT. */
const coll_mesh *coll_hull_mesh(const coll_hull *hull);

/** A box with half edges > 0; its hull is allocated in the arena; the hull is NULL if memory is exhausted.
 * Not RT. */
coll_shape coll_box(hl_vec3 half, hl_arena *arena);

/** Bounds of a shape, sides along the world's axes [m]. */
typedef struct coll_bounds {
    hl_vec3 low, high;
} coll_bounds;

/** @param margin  added on all sides [m]. RT. */
coll_bounds coll_shape_bounds(const coll_shape *shape, const mb_pose *pose, double margin);

/** A point of contact of a with b. */
typedef struct coll_point {
    hl_vec3 point;   /**< in the world, on a, `depth` inside b; point + depth normal lies on b [m] */
    hl_vec3 normal;  /**< unit vector from b towards a */
    double depth;    /**< [m]; negative: distance */
    double weight;   /**< part of the stiffness of one point that it has [1]: the corners of two faces share
                        that of four points, by the angles of the outline in which the faces overlap */
    int64_t feature; /**< number of the pair of features that touch, the same from step to step */
    int material;    /**< of a mesh's triangle; otherwise 0 */
} coll_point;

/** Contacts of two shapes. If there are more than COLL_POINTS, the deepest are kept.
 *  @param margin  [m] >= 0: shapes within this distance touch
 *  @return their number. RT. */
int coll_shapes(const coll_shape *a, const mb_pose *pose_a, const coll_shape *b, const mb_pose *pose_b,
                double margin, coll_point points[COLL_POINTS]);

/** Contacts of a shape with the half-space behind a plane. A cylinder touches with its lowest point at each
 * end and three more at right angles to it, of which those within the margin count.
 *  @param at      a point of the plane [m]
 *  @param normal  unit vector, towards the free side. RT. */
int coll_shape_plane(const coll_shape *a, const mb_pose *pose_a, hl_vec3 at, hl_vec3 normal, double margin,
                     coll_point points[COLL_POINTS]);

/** Contacts of a shape with a mesh.
 *  @param behind  corners and rim points at most this far behind a face are pushed out [m]; spheres and
 *                 capsules use their radius. RT. */
int coll_shape_mesh(const coll_shape *a, const mb_pose *pose_a, const coll_mesh *mesh,
                    const mb_pose *pose_mesh, double margin, double behind, coll_point points[COLL_POINTS]);

/* ---- mass ---- */

/** Volume and mass properties of a shape in its own frame, or of a compound. */
typedef struct coll_mass {
    double volume;   /**< [m^3] */
    double mass;     /**< [kg] */
    hl_vec3 centre;  /**< of mass [m] */
    hl_sym3 inertia; /**< about the centre of mass, axes of the frame [kg m^2] */
} coll_mass;

/** Mass properties of a shape of uniform density [kg/m^3]. */
coll_mass coll_shape_mass(const coll_shape *shape, double density);

/** Mass properties of the solid enclosed by a closed mesh, by the divergence theorem. The volume of a mesh
 * with borders depends on its frame: see coll_mesh_describe. */
coll_mass coll_mesh_mass(const coll_mesh *mesh, double density);

/** The same body seen from the frame in which it has this pose. */
coll_mass coll_mass_moved(const coll_mass *mass, const mb_pose *pose);

/** Mass properties of both together; overlaps count twice. */
coll_mass coll_mass_add(const coll_mass *a, const coll_mass *b);

/* ---- broad phase ---- */

/** Pairs of bounds that overlap: sort and sweep along one axis. The order is kept from step to step, so a
 * step in which little moves costs little. */
typedef struct coll_sweep coll_sweep;

/** Allocate a sweep for `most` bounds. NULL: out of memory. Not RT. */
coll_sweep *coll_sweep_new(int most, hl_arena *arena);

/** Pairs of overlapping bounds.
 *  @param bounds    `count` of them, at most as many as in coll_sweep_new. The pairs and their order depend
 *                   only on these bounds, not on earlier calls
 *  @param pairs     out: two different indices each, the lower first; sorted by the first, then the second
 *  @param capacity  of `pairs`; of more pairs the first in this order are written
 *  @return their number, possibly more than `capacity`. RT. */
int coll_sweep_pairs(coll_sweep *sweep, const coll_bounds *bounds, int count, int (*pairs)[2], int capacity);

#endif
