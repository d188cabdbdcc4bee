/* A washboard as a ground: equal corrugations across the x axis, without end along y. Crests have the height
 * 0, the ground between them is lower. The right side, y < 0, may be shifted along x relative to the left
 * one. */
#ifndef COLLISION_WASHBOARD_H
#define COLLISION_WASHBOARD_H

#include "collision/ground.h"

typedef enum coll_washboard_shape {
    COLL_WASHBOARD_SINE,
    COLL_WASHBOARD_TRAPEZOID /**< level crests and bottoms with plane slopes between them: ditches */
} coll_washboard_shape;

typedef struct coll_washboard {
    coll_washboard_shape shape;
    double wavelength, height; /**< [m] > 0; from crest to bottom */
    double crest, bottom;      /**< of a trapezoid: lengths along x [m] >= 0, together below the wavelength */
    double shift;              /**< of the right side, along x [m] */
    double from;               /**< x of a crest on the left side; of a trapezoid, x where it begins [m] */
    int periods; /**< beginning at `from`, between level ground; 0: endless in both directions */
} coll_washboard;

/** Height at (x, y) [m] and unit normal, upwards. RT. */
double coll_washboard_at(const coll_washboard *ground, double x, double y, hl_vec3 *normal);

/** Least vertical part of its normals. */
double coll_washboard_upright(const coll_washboard *ground);

/** Planes under a disc of a wheel: as coll_disc_planes, with exact nearest points on the profile. The disc
 * meets the side that its centre is on.
 *  @param material  of the planes
 *  @return their number; 0 also if the disc is almost parallel to the crests. RT. */
int coll_washboard_planes(const coll_washboard *ground, const coll_disc *disc, double margin, int most,
                          int material, coll_plane *planes);

#endif
