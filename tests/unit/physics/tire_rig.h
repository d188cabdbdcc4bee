/* Tires to test: those of a light off-road truck, on planes. */
#ifndef TIRE_RIG_H
#define TIRE_RIG_H

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

/** Everything that the tire's effort says at one motion. */
typedef struct rig_answer {
    double force[TIRE_PORTS], x_dot[TIRE_STATES], potential;
    bool idle;
    double force_s[TIRE_PORTS * TIRE_PORTS], force_s_dot[TIRE_PORTS * TIRE_PORTS],
        force_x[TIRE_PORTS * TIRE_STATES];
    double x_dot_s[TIRE_STATES * TIRE_PORTS], x_dot_s_dot[TIRE_STATES * TIRE_PORTS],
        x_dot_x[TIRE_STATES * TIRE_STATES];
} rig_answer;

/** Call the effort's evaluate function.
 *  @param motion  velocity of the centre and angular velocity, world axes
 *  @param z       bristle deflections */
rig_answer rig_ask(const tire_rig *rig, const mb_pose *pose, const double motion[TIRE_PORTS],
                   const double z[TIRE_STATES], bool jacobian);

#endif
