/* Ready-made efforts: springs, dampers, joint stops, friction, bushings. Each maker fills an mb_effort_def;
 * the parameters must outlive the model. */
#ifndef MB_FORCE_H
#define MB_FORCE_H

#include "mb/friction.h"
#include "mb/model.h"

mb_effort_def mb_spring_effort(const char *name, mb_measure_def measure, const mb_spring *spring);

mb_effort_def mb_constant_effort(const char *name, mb_measure_def measure, const mb_constant_force *force);

mb_effort_def mb_stop_effort(const char *name, mb_measure_def measure, const mb_stop *stop);

/** Friction on one measure by any of the laws of mb/friction.h. LuGre laws have one or two states. */
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
