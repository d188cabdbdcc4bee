/* What the files of the tire share. Private to physics; letters as in the comments of the sources. */
#ifndef TIRE_INTERNAL_H
#define TIRE_INTERNAL_H

#include "tire/tire.h"

/** r = R - this share of the deflection: R. N. Jazar, Vehicle Dynamics, chapter 3 [1] */
static const double TIRE_ROLLING_DEFLECTION = 1.0 / 3.0;
/** Off the ground the bristles straighten at this rate: forgotten before the next bounce [1/s]. */
static const double TIRE_RELEASE_RATE = 100.0;
/** Deflections below this are nothing; so small that no iteration sees their rate jump to zero there [m]. */
static const double TIRE_STRAIGHT = 1e-12;
/** Below, |omega| is rounded off and a standing tire forgets nothing [rad/s]. */
static const double TIRE_SPIN_FLOOR = 1e-3;

/** A function of one number, with its derivative. */
typedef struct tire_function {
    double value, slope;
} tire_function;

/* ---- friction law (tire.c) ---- */

/** Friction over normal force and rates of the bristles, with their partial derivatives with respect to the
 * slip velocities v, the rolling speed w and the tire's own z (neither direction feels the other's z). */
typedef struct tire_law {
    double force[2], force_v[2][2], force_w[2], force_z[2]; /**< [1], [s/m], [s/m], [1/m] */
    double z_dot[2], z_dot_v[2][2], z_dot_w[2], z_dot_z[2]; /**< [m/s], [1], [1], [1/s] */
} tire_law;

/** @param v  slip velocities, longitudinal and lateral [m/s]
 *  @param w  rolling speed r |omega| [m/s]
 *  @param z  bristle deflections [m]
 *  @param fresh  those of the bristles that rolling brings into the patch: straight under a tire [m] */
void tire_law_evaluate(const tire_friction *friction, const double v[2], double w, const double z[2],
                       const double fresh[2], tire_law *law);

/* ---- a disc on a plane (tire.c), c = n.a ---- */

/** G = 1/sqrt q, q = 1 - c^2, and its derivative with respect to c; constant where the disc lies flat. */
tire_function tire_steepness(double c);

/** sqrt q, where the disc lies flat continued by its tangent, whose slope is that of G's constant. */
double tire_projected_radius(double c, double G);

/** |w| rounded off below `floor` [as w] > 0: sqrt(w^2 + floor^2) - floor, without the cancellation. */
tire_function tire_speed(double w, double floor);

/** Normal force [N] with its derivatives. */
typedef struct tire_force {
    double value, deflection, rate;
} tire_force;

/** F = k delta + (c S(u) + k chi delta) delta_dot >= 0: c fades in over the first hundredth of the radius.
 *  @param dissipation  chi, as of Hunt and Crossley's law [s/m] */
tire_force tire_normal_force(double stiffness, double damping, double dissipation, double radius,
                             double deflection, double rate);

/* ---- kinetics (tire.c) ---- */

/** One disc on one plane n. Its normal force puts the wrench force [n; lever turn] on the wheel's centre. */
typedef struct tire_disc {
    hl_vec3 normal;          /**< n */
    hl_vec3 turn;            /**< m = a x n */
    double offset;           /**< y, its place along the axle [m] */
    double deflection, rate; /**< delta [m], negative above the ground, and delta_dot [m/s] */
    double lever;            /**< e = y + R G (a.n) [m] */
    double lever_cosine;     /**< d e / d (a.n) [m] */
    double share;            /**< its weight in the means of the patch [m] */
    tire_force force;        /**< F_n */
} tire_disc;

typedef struct tire_kinetics {
    tire_contact look;               /**< filled by tire_discs (touches, forces) and tire_patch (the rest) */
    int planes;                      /**< of all discs */
    tire_disc disc[TIRE_MAX_PLANES]; /**< [planes] in the order of tire_ground */
    double spring_energy;            /**< [J] */
    hl_vec3 position, axle;          /**< C, a */
    hl_vec3 velocity, angular;       /**< of the wheel [m/s], [rad/s] */
    double shares;                   /**< sum of the discs' shares [m] */
    double offset, deflection;       /**< Y, D: weighted means of the discs' offsets and deflections [m] */
    hl_vec3 mean_normal;             /**< M; the patch's normal is N = M/|M| */
    double mean_scale;               /**< 1/|M| [1] */
    hl_vec3 across;                  /**< a x N; forward is G times it */
    tire_function steep;             /**< G at the patch's normal */
    hl_vec3 below;                   /**< d = a x forward: from the axle to the patch */
    hl_vec3 arm, slip_velocity; /**< rho: the slip point from the wheel's centre [m]; its velocity [m/s] */
    double spin, spin_speed, spin_speed_slope; /**< omega = a.angular, |omega| smoothed [rad/s], derivative */
    tire_function resistance; /**< rolling resistance over c_rr F_n r, function of omega [1], [s/rad] */
    double resistance_radius; /**< its derivative by r [1/m] */
    tire_law law;
} tire_kinetics;

/** Offset of a disc along the axle [m]. */
double tire_disc_offset(const tire_model *tire, int disc);

/** Normal forces of the discs: fills planes, disc[], spring_energy and what of `look` tells of them. */
void tire_discs(const tire_effort_data *tire, const mb_pose *pose, hl_vec3 velocity, hl_vec3 angular,
                tire_kinetics *k);

/** Contact frame, slip and friction, after tire_discs. */
void tire_patch(const tire_effort_data *tire, const double z[TIRE_STATES], tire_kinetics *k);

/** The load of `look`, after tire_patch. */
void tire_add_load(tire_kinetics *k);

#endif
