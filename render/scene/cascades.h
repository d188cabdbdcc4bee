/* Shadow maps that follow the eye: each covers what a view sees up to a distance. */
#ifndef CASCADES_H
#define CASCADES_H

#include "rnd/draw_list.h"

/** Make the cascades of a view. A map's box moves in whole texels of its map only and never changes its size,
 * so that shadows do not crawl while the eye moves; things up to 80 m towards the sun from what is seen cast
 * into it.
 *  @param to_sun   unit vector
 *  @param until    distances before the eye [m], rising
 *  @param list     its cascades are filled: none while the sun is below the horizon */
void scene_cascades(const rnd_view *view, const float to_sun[3], int count, const float until[],
                    rnd_draw_list *list);

#endif
