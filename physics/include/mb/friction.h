/* Friction laws of seals and joints: 000 section 2.3, Eq. (2.41)-(2.54).
 *
 * Equation functions take numbers and return numbers with their partial derivatives; mb_friction_effort
 * (mb/force.h) puts one on a joint or a cylinder. Force opposes motion: it is returned with the sign of the
 * velocity and must be subtracted. Units are those of a translation (m, N); for a rotation rad and N m.
 */
#ifndef MB_FRICTION_H
#define MB_FRICTION_H

#include "mb/model_def.h"

/** Force and its partial derivatives. */
typedef struct mb_friction_value {
    double force;                            /**< [N], has the sign of v */
    double force_v, force_q, force_h;        /**< d force / d v, q, h */
    double q_dot, q_dot_v, q_dot_q, q_dot_h; /**< bristle rate [m/s] and its derivatives */
    double h_dot, h_dot_v, h_dot_h;          /**< film rate [1/s] and its derivatives */
} mb_friction_value;

/** Number of states of a law: 0, 1 (q) or 2 (q, h). */
int mb_friction_states(mb_friction_law law);

/** Evaluate a law at velocity v [m/s], bristle deflection q [m] and film thickness h [1]. RT.
 *  Source: 000 section 2.3; see friction.c for the equation of each law. */
mb_friction_value mb_friction_evaluate(const mb_friction *friction, double v, double q, double h);

#endif
