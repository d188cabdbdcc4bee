/* Kinematics and statics of boom, dipper and bucket (and blade) by perturbed positions of the assembled
 * mechanism. */
#ifndef VALID_EXCAVATOR_ARM_H
#define VALID_EXCAVATOR_ARM_H

#include "driven.h"

/** Joints that a cylinder moves, in the order of the machine; they, their cylinders and bodies have these
 * names. */
enum { ARM_BOOM, ARM_DIPPER, ARM_BUCKET, ARM_BLADE, ARM_JOINTS };

extern const char *const arm_names[ARM_JOINTS];

/** The arm of an excavator, crawling or on wheels, moved by hand: a copy of its state, level at the origin,
 * straight ahead. */
typedef struct arm {
    driven *e;
    mb_state *state;
    int body[ARM_JOINTS];
} arm;

/** Begin at the excavator's present pose, with the undercarriage at the world's origin. The excavator's own
 * state is not touched, its looks are until driven_look. False after a failing row. */
bool arm_begin(driven *e, arm *a);

/** Angle of a joint now, and of another joint's body by its name [rad]. */
double arm_angle(const arm *a, int joint);
double arm_angle_of(const arm *a, const char *body);

/** Turn one joint to an angle, in small steps. */
bool arm_turn(arm *a, int joint, double angle);

/** The same of the joint of any body by its name, such as the upper structure. */
bool arm_turn_body(arm *a, const char *body, double angle);

/** Distance of the pins of a joint's cylinder [m]. */
double arm_length(const arm *a, int joint);

/** Turn a joint until its cylinder has a length (of its stroke: 0 closed, 1 open). */
bool arm_extend(arm *a, int joint, double share);

/** d(length)/d(angle) of a joint [m/rad]. */
bool arm_lever(arm *a, int joint, double *lever);

/** A point of a joint's body [m]. */
hl_vec3 arm_point(const arm *a, int joint, double x);

/** Length of the line from the bucket's pin to the tip of the teeth [m]: point `bucket_tip` of the file. */
double arm_tip_radius(const arm *a);

/* ---- poses, straight ahead ---- */

/** Boom and dipper at shares of their strokes, bucket's tip line in line with the dipper. */
bool arm_straight(arm *a, double boom, double dipper);

/** Turn joint `which` until body `of` hangs straight down. */
bool arm_hang(arm *a, int which, int of);

/** Lower the boom until the tip is on the ground. */
bool arm_reach_ground(arm *a);

/** Bring the bucket's pin to a place, elbow up, bucket hanging. */
bool arm_stretch(arm *a, double reach, double height);

/** Tip of the teeth, pin of the bucket [m]. */
hl_vec3 arm_tip(const arm *a);
hl_vec3 arm_pin(const arm *a);

/** How the arm starts [deg]. */
typedef struct arm_pose {
    double boom, dipper, bucket;
} arm_pose;

/** `change` of a start; `with`: an arm_pose. */
void arm_pose_at_start(auth_machine *author, const void *with);

/** The same; and the arm passes through the ground, so that whole strokes can be driven. */
void arm_pose_without_ground(auth_machine *author, const void *with);

/* ---- digging forces by ISO 6015 [N], cylinders at a pressure [Pa] ---- */

/** At the tip, across the line from the bucket's pin, where it is largest; `at`: angle of the bucket there.
 */
bool arm_bucket_force(arm *a, double pressure, double *largest, double *at);

/** At the tip, across the line from the elbow, with the bucket at an angle. */
bool arm_dipper_force(arm *a, double pressure, double bucket, double *largest);

#endif
