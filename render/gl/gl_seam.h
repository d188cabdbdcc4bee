/* The seam between the sand and the ground around it, which has other knots: an upright strip along the
 * border that closes what is left open. */
#ifndef GL_SEAM_H
#define GL_SEAM_H

#include "rnd/backend.h"

/** Corners of the seam of a field at most. */
int gl_seam_corners(const rnd_field *of);

/** Make it. It looks at all triangles of the far ground for each of its places: once a field.
 *  @param corners  out: of triangles, either side of which may be seen [m]; room for gl_seam_corners
 *  @return how many there are */
int gl_seam_make(const rnd_stock *stock, const rnd_field *of, float (*corners)[3]);

#endif
