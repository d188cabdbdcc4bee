/* Resistance and load on a body that moves through a medium: a tool in soil.
 *
 * Written between steps, held during each: limits of resistance along three axes at one point, a wrench with
 * its stiffness and damping. Within the step a bristle z (three states, world axes) bends with the point's
 * velocity v, by z* at most, and the limits g act along their axes in proportion:
 *
 *   dz/dt = v - A z,   A = |v|/z*
 *   F     = -lambda G (z + T v)/z*,   lambda = 1/(1 + T A),   G = sum g_i e_i e_i^T
 *
 * so that at rest the medium acts like a spring with a damper, with the stiffness g_i/z* along each axis, and
 * resists steady motion with F_i = -g_i v_i/|v|: along an axis with its limit, and a small lateral motion
 * does not change the resistance ahead. With one limit this is the friction bristle of 000 publication V Eq.
 * (26)-(27), with a force against v; the sharing of several limits between directions is headland's own
 * choice. |z| <= z* always holds, so F stays within the ellipsoid sum (F_i/g_i)^2 <= 1: F is a mean of G
 * z/z*, with the weight lambda, and of the force of steady motion at v. F absorbs at least the power that is
 * stored in the bristle, whose energy is z.G z/(2 z*). If limits grow between steps, the stored energy grows
 * with them. Without T a held body keeps oscillating, and during the oscillation a load below the limit moves
 * it (the drift of bristle models). The known wrench is F_0 - K (x - x_0 - v_0 t) - C (v - v_0): the force of
 * loose material that moves with the body; Newton's matrix includes its change within a step.
 */
#ifndef CONTACT_RESISTANCE_H
#define CONTACT_RESISTANCE_H

#include "mb/model.h"

enum { RESISTANCE_STATES = 3 };

/** The medium around a body during one step. Zero: none. */
typedef struct contact_medium {
    bool resists;    /**< the limits below hold; false: the bristle has no force */
    hl_vec3 point;   /**< of resistance, in the body's frame [m] */
    hl_vec3 axis[3]; /**< orthonormal, world */
    double limit[3]; /**< g >= 0 [N]. If the sides differ, use the sign of z_i + T v_i, which determines the
                        force: at rest the sign of v_i alone is rounding noise and would release the load */
    double bend;     /**< z*, the deflection at the limit [m] > 0 */
    double lead;     /**< T, damping over stiffness of the bristle [s] >= 0 */
    bool loaded;     /**< the wrench below acts */
    hl_vec3 load_point;      /**< point of K and C, in the body's frame [m] */
    hl_vec3 force, moment;   /**< F_0 at the body's origin, and about it, world [N], [N m] */
    hl_sym3 K, C;            /**< world axes [N/m], [N s/m] */
    hl_vec3 start, velocity; /**< x_0, v_0: of load_point when the step began, world */
    double time;             /**< when it began [s] */
} contact_medium;

/** The force of the bent bristle at its point, -G z/z*, world [N]; zero without resistance. RT. */
hl_vec3 contact_medium_force(const contact_medium *medium, const double z[RESISTANCE_STATES]);

/** Before a step: reset the bristle if there is no resistance. RT. */
void contact_medium_release(const contact_medium *medium, double z[RESISTANCE_STATES],
                            double z_dot[RESISTANCE_STATES]);

/** The effort: the six ports of mb_body_ports at the body's origin, three stiff states, idle without
 * resistance and load. `medium` outlives the model and is written between steps only. */
mb_effort_def contact_resistance(const char *name, int body, const contact_medium *medium);

/** A wrench on a body, constant during a step. Written between steps. */
typedef struct contact_wrench {
    hl_vec3 force, moment; /**< at the body's origin, and about it, world [N], [N m] */
} contact_wrench;

/** The effort: ports as above, no states, idle while the wrench is zero. `wrench` outlives the model. */
mb_effort_def contact_wrench_effort(const char *name, int body, const contact_wrench *wrench);

#endif
