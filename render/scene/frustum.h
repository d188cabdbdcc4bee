/* What a view or a shadow map can see: the six planes of its clip space (Gribb and Hartmann, Fast extraction
 * of viewing frustum planes, 2001). */
#ifndef SCENE_FRUSTUM_H
#define SCENE_FRUSTUM_H

#include "rnd/draw_list.h"

/* Shadow maps that follow the eye: each covers what a view sees up to a distance. */

/** Make the cascades of a view. A map's box moves in whole texels of its map only and never changes its size,
 * so that shadows do not crawl while the eye moves; things up to 80 m towards the sun from what is seen cast
 * into it.
 *  @param to_sun   unit vector
 *  @param until    distances before the eye [m], rising
 *  @param list     its cascades are filled: none while the sun is below the horizon */
void scene_cascades(const rnd_view *view, const float to_sun[3], int count, const float until[],
                    rnd_draw_list *list);

/** Planes (n, d) with n . p + d >= 0 inside, n of unit length. */
typedef struct rnd_frustum {
    float planes[6][4];
} rnd_frustum;

rnd_frustum rnd_frustum_of(const mat4 view_projection);

/** Whether a box with edges along the axes can be seen; may say yes for one just outside an edge. */
bool rnd_frustum_sees_box(const rnd_frustum *frustum, const float low[3], const float high[3]);

/** The same of a sphere. */
bool rnd_frustum_sees_sphere(const rnd_frustum *frustum, const float centre[3], float radius);

/** All views and cascades of a list, each with its bit of `seen`. */
typedef struct rnd_eyes {
    int count;
    uint32_t bits[RND_VIEWS + RND_CASCADES];
    rnd_frustum frusta[RND_VIEWS + RND_CASCADES];
} rnd_eyes;

rnd_eyes rnd_eyes_of(const rnd_draw_list *list);

#endif
