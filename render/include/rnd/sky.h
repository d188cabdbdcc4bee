/* Light and air: the sun by day and hour, the sky's radiance, fog and rain, as the draw list wants them. */
#ifndef RND_SKY_H
#define RND_SKY_H

#include "auth/picture.h"
#include "rnd/draw_list.h"

/** Direction to the sun, unit vector (x, y, z up), may lie below the horizon. Spencer's declination, hour
 * angle from the sun's own time. */
void rnd_sun_direction(const auth_weather *weather, vec3 to_sun);

/** The sky of a weather. */
rnd_sky rnd_sky_of(const auth_weather *weather);

#endif
