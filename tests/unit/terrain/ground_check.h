/* What every ground must hold: normals are unit vectors, point upwards, and belong to the heights. */
#ifndef GROUND_CHECK_H
#define GROUND_CHECK_H

#include "terr/ground.h"

/** Heights at (x, y) differ as the normal there says, along x and along y.
 *  @param h     step of the differences [m], short against the ground's curves and not across a corner
 *  @param size  [m] at least as large as |height| and as slope times distance from the origin: what the
 *               rounding of a height is relative to */
void check_normal(const terr_ground *ground, double x, double y, double h, double size);

#endif
