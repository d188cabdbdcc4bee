/* The picture of a washboard. */
#ifndef RND_GROUND_WASHBOARD_H
#define RND_GROUND_WASHBOARD_H

#include "auth/scenario.h"
#include "rnd/scene.h"

/** Faces of a washboard near a place, for rnd_ground_add_site.
 *  @param at     the place [m]
 *  @param rigid  in: heights; out: the same, with the distance from the faces
 *  @return NULL: out of memory, or no corrugation is near; `rigid` is then unchanged */
const auth_mesh *rnd_ground_washboard(const auth_ground *ground, const double at[2], rnd_surface *rigid,
                                      hl_arena *arena);

#endif
