/* Tires: lumped LuGre bristles on a wheel made of discs (000 publication V Eq. 26-28, publication IV Eq.
 * 20-22).
 *
 * A wheel is a body that rotates about its axle. Its tire is a series of discs across the width. Before each
 * step each disc gets its ground planes (tire_ground), constant during the step. Within the step the lowest
 * point of a disc (its foot) is at the depth delta below a plane. The disc exerts F_n = k delta + c delta_dot
 * >= 0 along the normal of the plane through the foot. k and c are its shares of the values of the
 * tire; c rises to its value over the first hundredth of the radius. Friction acts at the common centre of
 * the discs' springs, with one pair of bristle states for the tire, in the longitudinal and lateral
 * directions (i = 0, 1) of the contact frame: forward = axle x normal, left = normal x forward.
 *
 *   dz_i/dt = v_i - A_i z_i,    A_i = sigma_0i |v| / g(|v|) + kappa_i r |omega|
 *   g       = mu_c + (mu_s - mu_c) exp(-(|v|/v_s)^alpha)
 *   F_i     = -(sigma_0i z_i + lambda_i sigma_1i dz_i/dt + sigma_2i v_i) F_n
 *   M       = -c_rr (1 + (r omega/v_2)^2) F_n r h(omega)   about the axle; h: sign of omega, smoothed at rest
 *
 *   v       slip velocity: that of the wheel's point a rolling radius r below the axle. Force and arm of
 *           friction use the same point, so that friction's power is F . v to the last digit
 *   r       free radius less a third of the deflection
 *   omega   spin of the wheel about its axle
 *
 * Differences from the papers:
 *   - v has a sign and two components; their |v_r| = r|omega| - |v| does not distinguish braking and
 *     driving, and has no lateral part.
 *   - |v| and g combine both directions: in sliding, the resultant is on the friction circle, opposite to v,
 *     for any sigma_0 of the two directions.
 *   - kappa = sigma_0 / slip_stiffness: bristles leave the patch as the wheel rolls. This gives slip curves
 *     a finite slope, F = slip_stiffness * slip * F_n near free rolling, and a relaxation length of
 *     slip_stiffness / sigma_0; without it any sustained slip has friction mu_s. slip_stiffness 0 omits it,
 *     as in the papers.
 *   - lambda = sigma_0 / (sigma_0 + sigma_1 A): the bristles' damping fades as they slide. The papers have a
 *     constant sigma_1. Then friction can add energy to the wheel if sigma_1 A > 4 sigma_0 (without kappa:
 *     |v| > 4 g/sigma_1, 3 m/s for sigma_1 = 1 s/m), and the friction of a tire that touches down at the
 *     speed v starts at sigma_1 v F_n, 40 times the load at 40 m/s. With lambda, friction never returns more
 *     energy than the bristles store, F_n sigma_0 z^2/2 at constant F_n; and without sigma_2 F_i is a mean
 *     of sigma_0 z and of the steady g v/|v|, within g in each direction (of the resultant too when both
 *     directions are equally stiff). Steady friction (dz/dt = 0) and sticking (A = 0) are as in the papers.
 *   - Without contact the bristles decay with a time constant of 10 ms, so that the next contact starts
 *     undeformed.
 *   - Radial damping and rolling resistance are added.
 *
 * For a wheel lying flat, with its axle within 6 degrees of a plane's normal, directions in the wheel's plane
 * and friction decrease to zero, so all values are defined. */
#ifndef TIRE_TIRE_H
#define TIRE_TIRE_H

#include "mb/model.h"
#include "tire/tire_def.h"

enum {
    TIRE_PORTS = 6,
    TIRE_STATES = 2,
    TIRE_DISC_PLANES = 3, /* most planes that a disc meets at once */
    TIRE_MAX_PLANES = TIRE_DISC_PLANES * TIRE_MAX_DISCS
};

/** The ground of a tire during one step. Written between steps. The first planes belong to the discs in their
 * order. Planes after them are additional ones of some discs, at ledges and ditches: a disc is pressed by
 * each of its planes as if this were its only one. */
typedef struct tire_ground {
    hl_vec3 point[TIRE_MAX_PLANES];  /**< on the ground, in the world [m] */
    hl_vec3 normal[TIRE_MAX_PLANES]; /**< unit vectors, upwards; their weighted mean must not vanish */
    int extra;                       /**< additional planes: at most TIRE_MAX_PLANES less the discs */
    int extra_disc[TIRE_MAX_PLANES]; /**< [extra] their discs */
    const tire_friction *friction;
} tire_ground;

/** Add a plane of a disc. Ignored if there is no room. RT. */
void tire_ground_add(tire_ground *ground, const tire_model *tire, int disc, hl_vec3 point, hl_vec3 normal);

/** Parameters of a tire's effort. */
typedef struct tire_effort_data {
    tire_model model;
    tire_ground *ground;
    struct tire_contact *look; /**< out: results of each evaluation without derivatives, as of tire_evaluate;
                                  may be NULL */
} tire_effort_data;

/** Centre of disc `disc` in the world [m]; disc 0 is the rightmost. RT.
 *  @param pose  of the wheel's body, whose origin is the wheel's centre */
hl_vec3 tire_disc_centre(const tire_model *tire, const mb_pose *pose, int disc);

/** Lowest point of a disc, at its free radius, above a plane of unit normal `normal`, in the world [m]: where
 * to look for the ground. RT. */
hl_vec3 tire_disc_foot(const tire_model *tire, const mb_pose *pose, int disc, hl_vec3 normal);

/** Results of a tire, for signals, tests and the soil. Forces act on the wheel, in world axes. Without
 * contact, forces are zero and the contact frame is that of the planes' mean. */
typedef struct tire_contact {
    bool touches;                      /**< a disc lies deeper than one of its planes */
    hl_vec3 point;                     /**< centre of the discs' springs, on the ground [m] */
    hl_vec3 normal, forward, left;     /**< the contact frame */
    double normal_force;               /**< F_n [N] */
    double disc_force[TIRE_MAX_DISCS]; /**< F_n of each disc, the sum over its planes [N] */
    double load;                       /**< normal forces in the direction of `normal` [N] */
    double slip_velocity[2];           /**< v [m/s]; positive: the tread moves forward, to the left */
    double friction[2];                /**< F along forward and left [N] */
    double rolling_moment;             /**< M [N m] */
    double deflection;                 /**< largest, of the discs [m] */
    double rolling_radius; /**< r [m] of the tire with the mean deflection of its discs, weighted by
                              deflection */
} tire_contact;

/** Evaluate one tire at a motion of its wheel. RT.
 *  @param velocity,angular_velocity  of the wheel's centre and body, world axes
 *  @param z  bristle deflections, longitudinal and lateral [m] */
tire_contact tire_evaluate(const tire_effort_data *tire, const mb_pose *pose, hl_vec3 velocity,
                           hl_vec3 angular_velocity, const double z[TIRE_STATES]);

/** The tire as an effort on the wheel's body: the six ports of mb_body_ports at its origin, two stiff states
 * z, potential that of the discs' springs. Idle while no disc touches and the bristles are straight.
 *  @param data  outlives the model; the ground it points to is written between steps only */
mb_effort_def tire_effort(const char *name, int wheel_body, const tire_effort_data *data);

#endif
