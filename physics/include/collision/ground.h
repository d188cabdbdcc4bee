/* A mesh as a ground: the height at a place, and planes under the discs of wheels.
 *
 * Faces with an upward normal can be stood on. Of several above each other the highest counts: nothing can be
 * driven on below a bridge. Beyond the border, and in holes, the height is that of the nearest place of the
 * mesh, so the ground continues flat at right angles to the border. */
#ifndef COLLISION_GROUND_H
#define COLLISION_GROUND_H

#include "collision/mesh.h"

/** The ground at one place. */
typedef struct coll_top {
    double height;  /**< [m] */
    hl_vec3 normal; /**< unit vector, upwards */
    int material;   /**< of the triangle */
    bool inside;    /**< a face lies there; false: beyond the border, or in a hole */
    double beyond;  /**< distance from the mesh in plan [m]; 0: inside */
} coll_top;

/** Number of faces with an upward normal. */
int coll_faces_up(const coll_mesh *mesh);

/** The ground at (x, y) [m], defined everywhere.
 *  @param mesh  has at least one face with an upward normal. RT. */
coll_top coll_top_at(const coll_mesh *mesh, double x, double y);

/** A disc of a wheel: the slice of a tire at right angles to the axle. */
typedef struct coll_disc {
    hl_vec3 centre; /**< [m] */
    hl_vec3 axle;   /**< unit vector */
    double radius;  /**< [m] */
} coll_disc;

/** A plane that stands for a part of the ground under a disc. */
typedef struct coll_plane {
    hl_vec3 point, normal; /**< a point of it [m]; unit vector, upwards */
    double depth;          /**< of the disc below the plane, measured in the disc [m] */
    int material;          /**< of the triangle */
} coll_plane;

enum { COLL_DISC_PLANES = 3 };

/** The ground under a disc: a plane at each local minimum of the distance from its centre to the profile that
 * the disc cuts out of the mesh. A flat ground has one, a ditch narrower than the disc has two, a kerb in
 * front of a wheel adds one.
 *
 * Minima within one patch share its depth: each has for itself only what it is closer to the centre than the
 * profile between them. So a minimum that merges with another one fades out, and forces are continuous where
 * a wheel rolls onto a step or over an edge. If there are more than `most`, the shallowest are left out.
 *  @param margin  minima at most this far beyond the radius count [m]
 *  @param most    of the planes, 1 to COLL_DISC_PLANES. With 1 the plane of the nearest minimum has its full
 *                 depth
 *  @param planes  out: [most] in the order of their angles about the axle
 *  @return their number; 0: the mesh is out of reach, the centre is below it, or the disc lies flat. RT. */
int coll_disc_planes(const coll_mesh *mesh, const coll_disc *disc, double margin, int most,
                     coll_plane *planes);

#endif
