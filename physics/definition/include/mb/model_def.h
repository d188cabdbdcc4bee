/* What a multibody model is made of, as plain data: joint and loop types, measures, loops, drivers, wrenches
 * and the parameters of the supplied efforts (mb/force.h). Filled by readers of files and by tests;
 * mb_model_build (mb/model.h) makes a model of it. `place` is that in the authored file, line 0 without one.
 */
#ifndef MB_MODEL_DEF_H
#define MB_MODEL_DEF_H

#include "hl/report.h"
#include "hl/vec3.h"

#include <stdbool.h>

enum {
    MB_GROUND = -1,           /**< body index of the ground */
    MB_MAX_JOINT_DOF = 6,     /**< velocity columns of a free joint */
    MB_MAX_JOINT_Q = 7,       /**< coordinates of a free joint: x y z, quaternion w x y z */
    MB_MAX_EFFORT_PORTS = 16, /**< maximum measures of one effort */
    MB_MAX_EFFORT_POSES = 2   /**< maximum bodies whose poses an effort may use */
};

/* ---- joints, measures, loops, drivers ---- */

/** Joint types; the order of coordinates is that of the list. Angles in rad, displacements in m.
 *  fixed        0 columns
 *  revolute     1: angle about `axis`
 *  prismatic    1: displacement along `axis`
 *  cylindrical  2: displacement along, then angle about `axis`
 *  universal    2: angle about `axis` (fixed in the parent), then about `axis2` (fixed in the child)
 *  spherical    3: q = quaternion (4), v = angular velocity relative to the parent, in the child's axes
 *  free         6: q = displacement in the parent's axes (3) and quaternion (4), v = its rate in the parent's
 *                  axes (3) and relative angular velocity in the child's axes (3) */
typedef enum mb_joint_type {
    MB_FIXED,
    MB_REVOLUTE,
    MB_PRISMATIC,
    MB_CYLINDRICAL,
    MB_UNIVERSAL,
    MB_SPHERICAL,
    MB_FREE
} mb_joint_type;

typedef enum mb_measure_kind {
    MB_MEASURE_JOINT,    /**< coordinate `column` of the joint of body_a (scalar joints only) [m] or [rad] */
    MB_MEASURE_DISTANCE, /**< |P_b - P_a| [m]; must not be zero */
    MB_MEASURE_PROJECTION, /**< axis_a . (P_b - P_a) [m] */
    MB_MEASURE_DOT,        /**< axis_a . axis_b [1] */
    MB_MEASURE_TURN, /**< a quasi-coordinate: its rate is axis_a . (omega_b - omega_a), its value always 0; a
                        force on it is a moment about axis_a [rad]. For efforts only */
    MB_MEASURE_TWIST /**< (axis_a . axis2_b - axis2_a . axis_b)/2: minus the sine of the rotation of b about
                        axis_a x axis2_a [1] */
} mb_measure_kind;

/** A scalar function of the configuration. Points and axes are given in their body's frame. */
typedef struct mb_measure_def {
    mb_measure_kind kind;
    int body_a, body_b;
    hl_vec3 point_a, point_b; /**< [m] */
    hl_vec3 axis_a, axis_b, axis2_a, axis2_b;
    int column; /**< MB_MEASURE_JOINT: which coordinate of the joint of body_a, from 0 */
} mb_measure_def;

typedef enum mb_loop_type {
    MB_LOOP_REVOLUTE,    /**< 5 equations: points coincide, axes parallel */
    MB_LOOP_SPHERICAL,   /**< 3: points coincide */
    MB_LOOP_UNIVERSAL,   /**< 4: points coincide, axes at right angles */
    MB_LOOP_CYLINDRICAL, /**< 4: point b on the axis through point a, axes parallel */
    MB_LOOP_PRISMATIC,   /**< 5: cylindrical, without rotation about the axis */
    MB_LOOP_DISTANCE     /**< 1: |P_b - P_a| = distance */
} mb_loop_type;

/** A cut joint between two bodies (or a body and the ground). */
typedef struct mb_loop_def {
    const char *name;
    hl_place place;
    mb_loop_type type;
    int body_a, body_b;
    hl_vec3 point_a, point_b;   /**< [m], in the frames of a and b */
    hl_vec3 axis_a, axis_b;     /**< unit vectors, in the frames of a and b */
    hl_vec3 normal_a, normal_b; /**< prismatic: unit vectors normal to the axes that stay parallel */
    double distance;            /**< MB_LOOP_DISTANCE: [m] > 0 */
} mb_loop_def;

/** Function of time: f(t) = offset + rate t + acceleration t^2/2 + amplitude sin(frequency t + phase). */
typedef struct mb_time_function {
    double offset, rate, acceleration;  /**< [m or rad], and per s, per s^2 */
    double amplitude, frequency, phase; /**< [m or rad], [rad/s], [rad] */
} mb_time_function;

/* ---- forces ---- */

/** A constant wrench on a body, in world axes or following the body. */
typedef struct mb_wrench_def {
    const char *name;
    hl_place place;
    int body;
    hl_vec3 point;         /**< where the force acts, in the body frame [m] */
    hl_vec3 force, moment; /**< [N], [N m] */
    bool follows_body;     /**< components are in the body frame and turn with it */
    double from, until;    /**< acts for from <= t < until [s]; until 0: without end */
} mb_wrench_def;

/** Spring and damper on one measure: F = preload - k (s - s0) - c s_dot within a time interval. */
typedef struct mb_spring {
    double stiffness; /**< k [N/m] or [N m/rad] */
    double damping;   /**< c [N s/m] or [N m s/rad] */
    double free;      /**< s0 [m] or [rad] */
    double preload;   /**< [N] or [N m] */
    double window[2]; /**< start and end time [s]; start 0: from the beginning, end 0: no end */
} mb_spring;

/** Constant generalised force on one measure within a time interval. */
typedef struct mb_constant_force {
    double force;     /**< [N] or [N m], positive increases the measure */
    double window[2]; /**< start and end time [s]; end 0: no end */
} mb_constant_force;

/** Compliant stops: at a penetration d > 0 of a limit the stop pushes back with k d + c d_dot, and never
 * pulls. The damping increases over the first `ramp` of penetration, so that the force is continuous. */
typedef struct mb_stop {
    double lower, upper; /**< [m] or [rad]; lower < upper */
    double stiffness;    /**< k [N/m] or [N m/rad] > 0 */
    double damping;      /**< c [N s/m] or [N m s/rad] >= 0 */
    double ramp;         /**< [m] or [rad] > 0 */
} mb_stop;

/** Bushing between two frames: linear stiffness and damping along the three axes of frame a and about them
 *  (rotations by their sines: small angles). */
typedef struct mb_bushing {
    double stiffness[3], damping[3];                   /**< [N/m], [N s/m] */
    double rotation_stiffness[3], rotation_damping[3]; /**< [N m/rad], [N m s/rad] */
} mb_bushing;

/* ---- friction ---- */

typedef enum mb_friction_law {
    MB_FRICTION_NONE,
    MB_FRICTION_VISCOUS,        /**< sigma_2 v */
    MB_FRICTION_BENGISU_AKAY,   /**< (2.42)-(2.43) */
    MB_FRICTION_BROWN_MCPHEE,   /**< (2.44) */
    MB_FRICTION_LUGRE,          /**< (2.45)-(2.47), one state: bristle deflection q */
    MB_FRICTION_MODIFIED_LUGRE, /**< (2.48)-(2.54), two states: q and film thickness h */
    MB_FRICTION_STICTION, /**< a spring that slips at a limit, as contact/pair.h; one state: its deflection q
                           */
    MB_FRICTION_STICK_SLIDE, /**< paper 004 (14)-(23), one state: q */
    MB_FRICTION_LAWS
} mb_friction_law;

/** Parameters with the papers' symbols; a law reads those it needs. */
typedef struct mb_friction {
    mb_friction_law law;
    double F_c;     /**< Coulomb friction [N] */
    double F_s;     /**< static friction [N], >= F_c */
    double v_s;     /**< Stribeck velocity [m/s] */
    double xi;      /**< Bengisu-Akay: slope of the sliding regime [s/m] */
    double sigma_0; /**< bristle stiffness [N/m] */
    double sigma_1; /**< bristle damping [N s/m] */
    double sigma_2; /**< viscous friction [N s/m] */
    double n;       /**< exponent of the Stribeck curve [1] */
    double v_b;     /**< modified LuGre: velocity of the thickest film [m/s] */
    double tau_hp;  /**< film time constant, acceleration [s] */
    double tau_hn;  /**< film time constant, deceleration [s] */
    double tau_h0;  /**< film time constant, dwell [s] */
    double v_dwell; /**< |v| below which the film dwells [m/s]: the papers' |v| = 0 */
} mb_friction;

#endif
