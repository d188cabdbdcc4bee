/* What a view or a shadow map can see: the six planes of its clip space (Gribb and Hartmann, Fast extraction
 * of viewing frustum planes, 2001). */
#ifndef SCENE_FRUSTUM_H
#define SCENE_FRUSTUM_H

#include <cglm/types.h>
#include <stdbool.h>

/** Planes (n, d) with n . p + d >= 0 inside, n of unit length. */
typedef struct rnd_frustum {
    float planes[6][4];
} rnd_frustum;

rnd_frustum rnd_frustum_of(const mat4 view_projection);

/** Whether a box with edges along the axes can be seen; may say yes for one just outside an edge. */
bool rnd_frustum_sees_box(const rnd_frustum *frustum, const float low[3], const float high[3]);

#endif
