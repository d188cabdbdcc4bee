/* Private to the collision files: local minima of the distance from the centre of a disc to the profile that
 * it cuts out of a ground, and the contact planes made from them. */
#ifndef COLLISION_DISC_MINIMA_H
#define COLLISION_DISC_MINIMA_H

#include "collision/ground.h"

#include <stdbool.h>

enum { DISC_MOST_MINIMA = 16 };

/** Below this vertical part of the unit normal, ground is a ceiling: it does not carry a wheel [1]. */
static const double DISC_CEILING = -0.05;

/** In the disc's plane: along the horizontal axis f, and along u, upwards at right angles to it. */
typedef struct plane_vector {
    double f, u;
} plane_vector;

typedef struct disc_minimum {
    plane_vector at, down;  /**< position from the centre [m]; unit vector to it */
    hl_vec3 normal;         /**< of the ground */
    double distance, depth; /**< from the centre; of the disc [m] */
    int material;
} disc_minimum;

typedef struct disc_minima {
    const coll_disc *disc;
    hl_vec3 f, u; /**< axes */
    int count;
    disc_minimum list[DISC_MOST_MINIMA]; /**< in the order of their places on the profile */
    double pass[DISC_MOST_MINIMA];       /**< between minimum i and i + 1, at most the radius [m] */
} disc_minima;

/** Set the axes from the disc. @return false: the disc lies flat. RT. */
bool disc_axes(disc_minima *minima);

/** Normal at an edge of the ground: at right angles to it, above the direction `down` in the disc's plane.
 * RT.
 *  @param edge  unit vector */
hl_vec3 disc_edge_normal(const disc_minima *minima, plane_vector down, hl_vec3 edge);

/** Divide the depth among the minima, choose the deepest, and make planes of them. RT.
 *  @param most    of the planes
 *  @param planes  out: [most]
 *  @return their number */
int disc_planes(disc_minima *minima, int most, coll_plane *planes);

#endif
