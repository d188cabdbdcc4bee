/* Inertia and motion of one flexible body in a floating frame: the frame moves with the root, where the modes
 * are clamped; all vectors are in the axes of the frame. The equations of motion, with eta the modal
 * coordinates and a the acceleration of the frame's origin less gravity:
 *
 *   (F1) m a + w' x c + w x (w x c) + S_t eta'' + 2 w x (S_t eta') - e_x (eta'^T C0 eta') = force
 *   (F2) c x a + J w' + w x J w + J' w + w x (S_r eta') + S_r eta'' = moment about the origin
 *   (F3) S_t^T a + S_r^T w' + M eta'' - [2 w . (B_k eta') + 1/2 w^T J,k w]_k + K eta + D eta' = modal forces
 *
 * A. A. Shabana, Dynamics of Multibody Systems; foreshortening by C0 and Cx. No function allocates. */
#ifndef MB_FLEXIBLE_H
#define MB_FLEXIBLE_H

#include "flex/body_def.h"
#include "hl/arena.h"
#include "hl/mat3.h"

/** A reduced body with the sums that every evaluation needs, formed once. */
typedef struct mb_flexible mb_flexible;

/** Prepare a body, which must outlive the result.
 *  @return NULL: out of memory */
mb_flexible *mb_flexible_new(const flex_body *body, hl_arena *arena);

/** Modal coordinates, their rates, and the angular velocity of the frame [rad/s]. */
typedef struct mb_flexible_motion {
    const double *eta, *rate; /**< [modes] */
    hl_vec3 angular_velocity;
} mb_flexible_motion;

/** Inertia in the deformed state. */
typedef struct mb_flexible_inertia {
    double mass;
    hl_vec3 first_moment;        /**< c [kg m] */
    hl_sym3 inertia;             /**< J about the origin [kg m^2] */
    hl_vec3 S_t[FLEX_MAX_MODES]; /**< momentum of a unit rate of each mode */
    hl_vec3 S_r[FLEX_MAX_MODES]; /**< its angular momentum about the origin */
} mb_flexible_inertia;

/** Evaluate the inertia at `eta`. RT. */
void mb_flexible_evaluate(const mb_flexible *flexible, const double *eta, mb_flexible_inertia *to);

/** Force, moment about the origin, modal forces: left sides of (F1) to (F3). */
typedef struct mb_flexible_wrench {
    hl_vec3 force, moment;
    double modal[FLEX_MAX_MODES];
} mb_flexible_wrench;

/** All terms without accelerations: centrifugal, Coriolis, stiffness, damping. RT. */
void mb_flexible_velocity_terms(const mb_flexible *flexible, const mb_flexible_inertia *inertia,
                                const mb_flexible_motion *motion, mb_flexible_wrench *to);

/** Add the terms with accelerations. RT.
 *  @param a      of the origin less gravity [m/s^2]
 *  @param turn   angular acceleration [rad/s^2]
 *  @param modal  [modes] eta'' */
void mb_flexible_add_accelerations(const mb_flexible *flexible, const mb_flexible_inertia *inertia, hl_vec3 a,
                                   hl_vec3 turn, const double *modal, mb_flexible_wrench *to);

/** Symmetric mass matrix of (F1) to (F3), row by row, in the order force, moment, modes: (6 + modes)^2. RT.
 */
void mb_flexible_mass_matrix(const mb_flexible *flexible, const mb_flexible_inertia *inertia, double *matrix);

/** Momentum, angular momentum about the origin, and what belongs to each mode, for an origin with `velocity`.
 * RT. */
void mb_flexible_momentum(const mb_flexible *flexible, const mb_flexible_inertia *inertia, hl_vec3 velocity,
                          const mb_flexible_motion *motion, mb_flexible_wrench *to);

/** Kinetic energy [J]. RT. */
double mb_flexible_kinetic(const mb_flexible *flexible, const mb_flexible_inertia *inertia, hl_vec3 velocity,
                           const mb_flexible_motion *motion);

/** Strain energy [J]. RT. */
double mb_flexible_strain(const mb_flexible *flexible, const double *eta);

/* ---- markers ---- */

/** Place of a marker in the frame, deformed, with foreshortening. RT. */
hl_vec3 mb_flexible_place(const flex_marker *marker, int modes, const double *eta);

/** A marker as the joints and force elements on it need it, relative to the frame and in its axes. The
 * rotation is the exponential of psi eta. */
typedef struct mb_flexible_pose {
    hl_vec3 place;
    hl_mat3 rotation;               /**< from the marker's axes, which are those of the frame undeformed */
    hl_vec3 linear[FLEX_MAX_MODES]; /**< velocity by a unit rate of each mode */
    hl_vec3 angular[FLEX_MAX_MODES];
    hl_vec3 linear_bias, angular_bias; /**< acceleration, angular acceleration with eta'' = 0 */
} mb_flexible_pose;

/** Evaluate a marker. RT. */
void mb_flexible_evaluate_marker(const flex_marker *marker, int modes, const double *eta, const double *rate,
                                 mb_flexible_pose *pose);

#endif
