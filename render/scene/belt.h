/* The taut belt of a crawler: the closed curve round the outside of its wheels, in the plane of the track. */
#ifndef BELT_H
#define BELT_H

#include "auth/machine.h"

enum { BELT_MOST_WHEELS = AUTH_TRACK_STATIONS + AUTH_CHAIN_OVER };

/** A wheel and the straight run to the next one. Places are (x, z) in the carrying body's frame [m]. */
typedef struct belt_wheel {
    double centre[2], radius; /**< radius to the belt's outer face */
    double begin;             /**< direction from the centre in which the belt meets the wheel [rad] */
    double arc; /**< angle over which it lies on the wheel, clockwise as x, z are drawn [rad] >= 0 */
    double run; /**< length of the straight run behind [m] */
} belt_wheel;

typedef struct belt {
    int count;
    belt_wheel wheels[BELT_MOST_WHEELS];
    double length; /**< [m] */
} belt;

/** A place of the belt. */
typedef struct belt_place {
    double at[2];       /**< on its outer face [m] */
    double outwards[2]; /**< unit vector; the belt runs along (outwards[1], -outwards[0]): back on the lower
                           run */
} belt_place;

/** Lay a belt round stations (front first, along the ground) and the wheels above (rear first).
 *  @param wheels  `count` rows of x, z, radius [m], no circle inside its neighbour */
belt belt_round(int count, const double wheels[][3]);

/** The place `along` [m] behind the point where the belt meets the first wheel; any number, taken modulo the
 * length. */
belt_place belt_at(const belt *b, double along);

#endif
