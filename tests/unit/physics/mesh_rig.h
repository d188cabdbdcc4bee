/* Meshes for the tests of collision, and closest points found another way. */
#ifndef MESH_RIG_H
#define MESH_RIG_H

#include "collision/mesh.h"
#include "hl/quat.h"

#include <stdint.h>

enum { RIG_VERTICES = 4096, RIG_TRIANGLES = 8192 };

/** A mesh under construction. */
typedef struct rig_mesh {
    int vertex_count, triangle_count;
    hl_vec3 vertices[RIG_VERTICES];
    int triangles[RIG_TRIANGLES][3];
} rig_mesh;

/** A place and a turn. */
typedef struct rig_pose {
    hl_vec3 at;
    hl_mat3 axes;
} rig_pose;

rig_pose rig_random_pose(uint64_t *seed, double spread);
hl_vec3 rig_place(const rig_pose *pose, hl_vec3 local);

/** Components in [-size, size). */
hl_vec3 rig_random_vector(uint64_t *seed, double size);

/** A sheet of nx x ny irregular quads over a rectangle about the origin, each cut into two triangles along a
 * random diagonal; the vertices inside are moved along the sheet at random. Heights are 0. */
void rig_sheet(rig_mesh *mesh, int nx, int ny, double width, double depth, uint64_t *seed);

/** A box of 12 triangles, normals outwards, added to what is there. */
void rig_add_box(rig_mesh *mesh, hl_vec3 centre, hl_vec3 half);

/** A closed bumpy ball: an octahedron divided `levels` times. */
void rig_ball(rig_mesh *mesh, int levels, double radius, double bumps, uint64_t *seed);

/** Move all vertices. */
void rig_move(rig_mesh *mesh, const rig_pose *pose);

/** Build; the test fails if the mesh is refused. */
coll_mesh *rig_build(const rig_mesh *mesh, hl_arena *arena);

/** Closest point of a triangle, by its seven candidates: projection, three edges, three corners. */
hl_vec3 rig_closest(const hl_vec3 corners[3], hl_vec3 to);

/** Distance from a place to the nearest triangle, trying all of them. */
double rig_distance(const rig_mesh *mesh, hl_vec3 to);

#endif
