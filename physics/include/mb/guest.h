/* A guest of a model: a system with unknowns of its own, such as free bodies, that exchanges forces with
 * bodies of the model within an implicit step.
 *
 * The model does not know the guest's unknowns y. In each Newton iteration the guest eliminates them: with
 *
 *   A dz + B dy = -r_z,   C dz + D dy = -r_y
 *
 * it returns the forces after its own correction (the part B D^-1 r_y included) and their tangent
 * -B D^-1 C (Schur complement), both on the bodies' ports: displacement of the body's origin along the
 * world's axes and rotation about them. After the model's correction it moves its unknowns by dy = -D^-1 (r_y
 * + C dz). So a load that is lifted is felt by the machine, and its hydraulics, within the same step.
 *
 * The residuals r_z, r_y are exact, so the solution is. The matrices may be approximate: that only costs
 * iterations. Free bodies leave small terms out of them (physics/object/object_laws.c), which changes the
 * tangent by at most 0.5 % of its largest entry in tests/unit/physics/test_object_guest.c.
 *
 * Only ali3p carries guests. */
#ifndef MB_GUEST_H
#define MB_GUEST_H

#include "mb/model.h"

enum { MB_GUEST_PORTS = 6 };

/** Motion of a body in an iteration: pose, velocity of its origin and angular velocity, world axes. */
typedef struct mb_guest_motion {
    mb_pose pose;
    hl_vec3 velocity, turn;
} mb_guest_motion;

typedef struct mb_guest {
    void *context;
    int count;         /**< bodies that it may touch; the Newton matrix has entries for all of their pairs */
    const int *bodies; /**< [count] in the model, ascending; outlives the model */

    /** A step begins.
     *  @param active  out: bodies that are touched in this step, as indices into `bodies`, ascending
     *  @return their number; 0: the guest is not called again in this step. RT. */
    int (*begin)(void *context, double step, int *active);

    /** Forces on the active bodies at the end of the step.
     *  @param motions  [active] of the active bodies, in this iteration
     *  @param renew    also compute the tangent; otherwise the tangent of the last such call is used
     *  @param force    out: [active][6] force and moment about the body's origin [N, N m]
     *  @param tangent  out if `renew`: [6 active][6 active], row-major: change of `force` with displacements
     * of the bodies, whose velocities change by 2/step times as much [N/m ...]
     *  @return HL_OK, HL_SINGULAR. RT. */
    hl_status (*evaluate)(void *context, const mb_guest_motion *motions, bool renew, double *force,
                          double *tangent);

    /** The model's Newton correction; the guest corrects its unknowns.
     *  @param moves  [active][6] displacements of the active bodies
     *  @return its largest increment in its tolerances; the iteration ends when all increments are below 1.
     * RT.
     */
    double (*follow)(void *context, const double *moves);

    /** Forces on a body of `bodies` at the present state, between steps: those of the end of the last step.
     *  @param force  out: [6]. RT. */
    void (*present)(void *context, int body, double *force);
} mb_guest;

#endif
