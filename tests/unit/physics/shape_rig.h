/* Shapes for the tests of collision, and distances found another way. */
#ifndef SHAPE_RIG_H
#define SHAPE_RIG_H

#include "collision/shape.h"
#include "mesh_rig.h"

mb_pose rig_shape_pose(uint64_t *seed, double spread);

/** A random shape of a kind, about half a metre large; hulls and boxes in the arena. */
coll_shape rig_shape(coll_kind kind, uint64_t *seed, hl_arena *arena);

/** Nearest place of the solid shape; the place itself when it is inside. */
hl_vec3 rig_shape_nearest(const coll_shape *shape, const mb_pose *pose, hl_vec3 place);

/** How far a place is outside of a shape; negative or 0: inside, by at least as much. */
double rig_shape_outside(const coll_shape *shape, const mb_pose *pose, hl_vec3 place);

/** Distance of two shapes by projecting a place from one to the other in turns: 0 when they meet. Never less
 * than the true distance, and more by less than 1e-7 m in most cases. */
double rig_shape_distance(const coll_shape *a, const mb_pose *pose_a, const coll_shape *b,
                          const mb_pose *pose_b);

#endif
