/* The tractor (assets/machines/tractor.yaml) in validation cases: what it has beside other driven machines,
 * its four wheels. */
#ifndef VALID_TRACTOR_H
#define VALID_TRACTOR_H

#include "driven.h"

/* Wheels as the cases call them, in the order of the driveline. */
enum { FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, TRACTOR_WHEELS };

/** driven_build of the tractor, on asphalt unless the start says otherwise. */
bool tractor_build(valid_run *run, const driven_start *start, driven *built);

/** driven_signal of "wheel.NAME.`what`". */
double tractor_wheel(driven *t, int wheel, const char *what);

/** Descriptor of the tire of a wheel, and its friction on this ground. */
const auth_tire *tractor_tire(const driven *t, int wheel);
const auth_tire_friction *tractor_tire_friction(const driven *t, int wheel);

/** Spin inertia of the body of a wheel [kg m^2]. */
double tractor_spin_inertia(const driven *t, int wheel);

/* ---- the case, by subject ---- */

void tractor_counts(valid_run *run);
void tractor_statics(valid_run *run);
void tractor_rolling(valid_run *run);
void tractor_gears(valid_run *run);
void tractor_steering(valid_run *run);
void tractor_energy(valid_run *run);
void tractor_loader(valid_run *run);
void tractor_loader_forces(valid_run *run);
void tractor_numerics(valid_run *run);

#endif
