/* Tires to test: those of a light off-road truck, on planes. */
#ifndef TIRE_RIG_H
#define TIRE_RIG_H

#include "body_effort.h"

#include "tire/tire.h"

/** A tire on a ground of its own. `effort.ground` points into the rig: do not copy it. */
typedef struct tire_rig {
    tire_friction friction;
    tire_ground ground;
    tire_effort_data tire;
} tire_rig;

/** Friction on hard ground without slip stiffness and rolling resistance: HMMWV_LugreTire.json of
 * projectchrono/chrono, parent of commit f7b3910680. */
tire_friction rig_hard_ground(void);

/** The tire of the same files, 0.25 m wide with five discs, axle along y, upright on the plane z = 0. */
void rig_open(tire_rig *rig);

/** Stand all discs on the plane through `point` with the unit normal `normal`. */
void rig_set_plane(tire_rig *rig, hl_vec3 point, hl_vec3 normal);

/** Upright, the wheel's centre so high over the plane z = 0 that every disc is pressed in by `deflection`. */
mb_pose rig_pressed(const tire_rig *rig, double deflection);

/** Its effort, of body 0. */
mb_effort_def rig_effort(const tire_rig *rig);

/** Call the effort's evaluate function.
 *  @param motion  velocity of the centre and angular velocity, world axes
 *  @param z       bristle deflections */
effort_answer rig_ask(const tire_rig *rig, const mb_pose *pose, const double motion[TIRE_PORTS],
                      const double z[TIRE_STATES], bool jacobian);

#endif
