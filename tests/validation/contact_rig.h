/* One free body of spheres on planes or on a surface of the caller, with one force along x: the scene of the
 * cases of contact laws (contact/pair.h). */
#ifndef CONTACT_RIG_H
#define CONTACT_RIG_H

#include "contact/pair.h"
#include "mb/step.h"
#include "valid/case.h"

enum { RIG_MOST_SPHERES = 4, RIG_MOST_PLANES = 2 };

typedef struct contact_rig contact_rig;

/** Lists the points (contact_pair_add) that a sphere has at `centre` [m], its predicted place at the end of
 * the step; `spot` has all but plane, normal and feature filled in, `feature` the number of the sphere. */
typedef void rig_find(const void *context, contact_pair *pair, contact_spot *spot, hl_vec3 centre);

typedef struct rig_sphere {
    hl_vec3 centre; /**< in the body [m] */
    double radius;  /**< [m] */
} rig_sphere;

typedef struct rig_plane {
    hl_vec3 point, normal;
} rig_plane;

/** A scene at its start. */
typedef struct rig_def {
    double step, mass; /**< [s], [kg] */
    hl_vec3 inertia;   /**< principal [kg m^2] */
    int sphere_count, plane_count;
    rig_sphere sphere[RIG_MOST_SPHERES];
    rig_plane plane[RIG_MOST_PLANES];
    rig_find *find; /**< NULL: the planes */
    const void *context;
    hl_vec3 gravity;
    contact_material material;
    contact_surface surface;
    contact_stick stick;
    hl_vec3 place, velocity, spin;
    const mb_effort_def *force; /**< another effort on the body, number 0; NULL: none */
} rig_def;

struct contact_rig {
    rig_def def;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    contact_pair pair;
    contact_pair_memory memory;
    contact_pair_data data;
    mb_step_report report; /**< of the last step */
    int iterations, most;  /**< Newton iterations: sum, most of a step */
};

/** @return false after a failing row */
bool rig_open(valid_run *run, contact_rig *scene, const rig_def *def);

/** One step; false after a failing row. */
bool rig_step(valid_run *run, contact_rig *scene);

/** Step until the time is `seconds`, to half a step. */
bool rig_run_to(valid_run *run, contact_rig *scene, double seconds);

hl_vec3 rig_place(const contact_rig *scene);
hl_vec3 rig_velocity(const contact_rig *scene);

/** Angular velocity in world axes [rad/s]. */
hl_vec3 rig_spin(const contact_rig *scene);

/** Forces of the contacts at the end of the last step. */
contact_result rig_forces(const contact_rig *scene);

/** Kinetic, of gravity and elastic [J]. */
double rig_energy(contact_rig *scene);

/** A ball of uniform density that has sunk into the plane z = 0 by what it weighs along `gravity`, on a
 * spring K d^1.5 of 2e7 N/m^1.5, critically damped bristles of 10 ms; without spin. */
rig_def rig_ball(double step, double friction, hl_vec3 gravity, double speed);

enum { RIG_BALL_MASS = 50 };           /* [kg] */
static const double RIG_RADIUS = 0.25; /* of that ball [m] */

/** Its depth in a plane that carries `load` [N]. */
double rig_ball_depth(double load);

/** Rows of balls, boxes and hills (case_contact_motion.c). */
void contact_motion_rows(valid_run *run);

/** Rows of free bodies (case_contact_objects.c). */
void contact_object_rows(valid_run *run);

#endif
