/* Supplied efforts and the friction laws that they use. */
#ifndef MB_FORCE_H
#define MB_FORCE_H

#include "mb/model.h"
#include "mb/model_def.h"

/* ---- friction ---- */

/* Friction laws of seals and joints: 000 section 2.3, Eq. (2.41)-(2.54).
 *
 * Equation functions take numbers and return numbers with their partial derivatives; mb_friction_effort
 * applies a law to a joint or a cylinder. Force opposes motion: it is returned with the sign of the velocity
 * and must be subtracted. Units are those of a translation (m, N); for a rotation rad and N m. */

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
 *  Source: 000 section 2.3; see force.c for the equation of each law. */
mb_friction_value mb_friction_evaluate(const mb_friction *friction, double v, double q, double h);

/* ---- force ---- */

/* Supplied efforts: springs, dampers, joint stops, friction, bushings. Each maker fills an mb_effort_def;
 * the parameters must outlive the model. */

mb_effort_def mb_spring_effort(const char *name, mb_measure_def measure, const mb_spring *spring);

mb_effort_def mb_constant_effort(const char *name, mb_measure_def measure, const mb_constant_force *force);

mb_effort_def mb_stop_effort(const char *name, mb_measure_def measure, const mb_stop *stop);

/** Friction on one measure by any of these laws. LuGre laws have one or two states. */
mb_effort_def mb_friction_effort(const char *name, mb_measure_def measure, const mb_friction *friction);

/** @param axes_a,axes_b  the bushing's axes in the frames of a and b (columns), aligned when it is unloaded
 */
mb_effort_def mb_bushing_effort(const char *name, int body_a, hl_vec3 point_a, hl_mat3 axes_a, int body_b,
                                hl_vec3 point_b, hl_mat3 axes_b, const mb_bushing *bushing);

/** Drag of still air on a body, F = -rho A/2 |v| v at a point. */
typedef struct mb_drag {
    double density; /**< rho [kg/m^3] */
    double area;    /**< A: drag coefficient times frontal area [m^2] */
} mb_drag;

enum { MB_DRAG_LOSS /**< energy dissipated since the start [J] */, MB_DRAG_STATES };

/** @param point  where it acts, in the body's frame */
mb_effort_def mb_drag_effort(const char *name, int body, hl_vec3 point, const mb_drag *drag);

/** Force at a velocity of that point, world axes [N]. RT. */
hl_vec3 mb_drag_force(const mb_drag *drag, hl_vec3 velocity);

#endif
