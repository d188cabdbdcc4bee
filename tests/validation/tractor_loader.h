/* Kinematics and statics of the loader on its own, by perturbed positions of the assembled mechanism. */
#ifndef VALID_TRACTOR_LOADER_H
#define VALID_TRACTOR_LOADER_H

#include "tractor.h"

/** The loader moved by hand: a copy of the tractor's state. */
typedef struct loader {
    driven *t;
    mb_state *state;
    int arm, bucket; /**< bodies and so joints */
    hl_vec3 load;    /**< where a weight hangs, in the bucket's frame [m]; zero: at P1 */
} loader;

/** Lift and tilt: two of anything. */
typedef struct loader_pair {
    double lift, tilt;
} loader_pair;

/** Begin at the tractor's present state; `level`: with the chassis level. The tractor's own state is not
 * touched, its looks are until driven_look. False after a failing row. */
bool loader_begin(driven *t, bool level, loader *l);

/** Take the tractor's present state again. */
bool loader_stand(loader *l);

/** Move to joint angles of arm and bucket (positive raises, rolls back), in small steps. */
bool loader_move(loader *l, double arm, double bucket);

/** Joint angles now. */
double loader_arm(const loader *l);
double loader_bucket(const loader *l);

/** Distances of the cylinders' pins [m], as the bodies stand. */
loader_pair loader_lengths(const loader *l);

/** Move the arms with the tilt cylinder held at a length. */
bool loader_raise(loader *l, double arm, double tilt_length);

/** Angle of the arms at which the lift cylinder has a length, the tilt cylinder held. */
bool loader_raise_to(loader *l, double lift_length, double tilt_length);

/** Forces of the cylinders, pushing apart, that carry the machine's own weight, and those per newton of a
 * weight at `load`, by virtual work: dV = F_lift dl_lift + F_tilt dl_tilt. */
bool loader_statics(loader *l, loader_pair *own, loader_pair *per_newton);

/** d(tilt length)/d(bucket's angle) with the arms at rest [m/rad]. */
bool loader_tilt_lever(loader *l, double *lever);

#endif
