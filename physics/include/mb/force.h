/* Ready-made efforts: springs, dampers, joint stops, friction, bushings. Each maker fills an mb_effort_def;
 * the parameters must outlive the model. */
#ifndef MB_FORCE_H
#define MB_FORCE_H

#include "mb/friction.h"
#include "mb/model.h"

/** Spring and damper on one measure: F = preload - k (s - s0) - c s_dot. */
typedef struct mb_spring {
    double stiffness; /**< k [N/m] or [N m/rad] */
    double damping;   /**< c [N s/m] or [N m s/rad] */
    double free;      /**< s0 [m] or [rad] */
    double preload;   /**< [N] or [N m] */
} mb_spring;
mb_effort_def mb_spring_effort(const char *name, mb_measure_def measure, const mb_spring *spring);

/** Constant generalised force on one measure within a window of time. */
typedef struct mb_constant_force {
    double force;     /**< [N] or [N m], positive drives the measure up */
    double window[2]; /**< [s]: from the first to the second; second 0: for ever */
} mb_constant_force;
mb_effort_def mb_constant_effort(const char *name, mb_measure_def measure, const mb_constant_force *force);

/** Compliant stops: beyond a limit by d > 0 the stop pushes back with k d + c d_dot, never pulls. The damping
 * is blended in over the first `ramp` of penetration so that the force starts continuously. */
typedef struct mb_stop {
    double lower, upper; /**< [m] or [rad]; lower < upper */
    double stiffness;    /**< k [N/m] or [N m/rad] > 0 */
    double damping;      /**< c [N s/m] or [N m s/rad] >= 0 */
    double ramp;         /**< [m] or [rad] > 0 */
} mb_stop;
mb_effort_def mb_stop_effort(const char *name, mb_measure_def measure, const mb_stop *stop);

/** Friction on one measure by any of the laws of mb/friction.h. LuGre laws bring one or two states. */
mb_effort_def mb_friction_effort(const char *name, mb_measure_def measure, const mb_friction *friction);

/** Bushing between two frames: linear stiffness and damping along the three axes of frame a and about them
 *  (rotations by their sines: small angles). */
typedef struct mb_bushing {
    double stiffness[3], damping[3];                   /**< [N/m], [N s/m] */
    double rotation_stiffness[3], rotation_damping[3]; /**< [N m/rad], [N m s/rad] */
} mb_bushing;
/** @param axes_a,axes_b  the bushing's axes in the frames of a and b (columns), aligned when it is unloaded
 */
mb_effort_def mb_bushing_effort(const char *name, int body_a, hl_vec3 point_a, hl_mat3 axes_a, int body_b,
                                hl_vec3 point_b, hl_mat3 axes_b, const mb_bushing *bushing);

/** Drag of still air on a body, F = -rho A/2 |v| v at a point. */
typedef struct mb_drag {
    double density; /**< rho [kg/m^3] */
    double area;    /**< A: drag coefficient times frontal area [m^2] */
} mb_drag;

enum { MB_DRAG_LOSS /**< energy taken since the start [J] */, MB_DRAG_STATES };

/** @param point  where it acts, in the body's frame */
mb_effort_def mb_drag_effort(const char *name, int body, hl_vec3 point, const mb_drag *drag);

/** Force at a velocity of that point, world axes [N]. RT. */
hl_vec3 mb_drag_force(const mb_drag *drag, hl_vec3 velocity);

#endif
