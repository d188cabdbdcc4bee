/* Machines of the assets, and machines that are set rolling. */
#ifndef ROLLING_H
#define ROLLING_H

#include "cart.h"

/** A machine of the assets at rest at the origin of a plane.
 *  @param name  of its file, without folder and ending
 *  @param rest  of the scenario: more sections, may be empty */
void rolling_build(cart *c, const char *name, const char *surface, const char *rest);

/** Lift the loader of the tractor for some seconds, at full throttle, and release the parking brake. */
void rolling_lift_loader(cart *c, double seconds);

/** Set a machine rolling straight ahead: its chassis, and its wheels with it [m/s]. */
void rolling_set(cart *c, double speed);

/** The radius that a wheel rolls on where it stands [m]: the free one less a third of its deflection. */
double rolling_radius(cart *c, int wheel);

#endif
