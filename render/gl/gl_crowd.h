/* How close grains lie together, and which way is out of the heap that they make: grains in a heap are drawn
 * as one surface of sand, those that fly as crumbs. */
#ifndef GL_CROWD_H
#define GL_CROWD_H

#include <stdbool.h>

/** Where a grain is in its heap. */
typedef struct gl_crowding {
    float out[3]; /**< away from the neighbours; 1 long at the surface of a heap, less within it */
    float share;  /**< 0 alone, 1 in a heap */
} gl_crowding;

/** Room for sorting grains by place; zeroed: none. Owner calls gl_crowd_free. */
typedef struct gl_crowd {
    int *starts, *order, *cells; /**< see gl_crowd.c */
    float *sorted;               /**< [count][4], by cell */
    int capacity;                /**< grains */
} gl_crowd;

/** Find the crowding of each grain.
 *  @param grains  [count][4]: middle, radius [m]
 *  @param to      out: [count]
 *  @return false: out of memory, `to` is not set */
bool gl_crowd_find(gl_crowd *crowd, const float *grains, int count, gl_crowding *to);
void gl_crowd_free(gl_crowd *crowd);

#endif
