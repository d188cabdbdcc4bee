/* What resists a body that moves through a medium, and what the medium does to it besides: a tool in soil.
 *
 * Written between steps, held during each: limits of resistance along three axes at one point, a wrench with
 * its stiffness and damping. Within the step a bristle z (three states, world axes) bends with the point's
 * velocity v, by z* at most, and the limits g press along their axes in proportion:
 *
 *   dz/dt = v - A z,   A = |v|/z*
 *   F     = -lambda G (z + T v)/z*,   lambda = 1/(1 + T A),   G = sum g_i e_i e_i^T
 *
 * so that at rest the medium holds like a spring with a damper, of the stiffness g_i/z* along each axis, and
 * resists steady motion with F_i = -g_i v_i/|v|: along an axis with its limit, and what moves a little aside
 * is resisted ahead as before. With one limit this is friction's bristle (000 publication V Eq. (26)-(27)),
 * whose force is against v; how directions share several limits is headland's own choice. |z| <= z* stays so,
 * and with it F within the ellipsoid sum (F_i/g_i)^2 <= 1: it is a mean of G z/z*, with the weight lambda,
 * and of what steady motion at v would give. It takes at least as much power as the bristle stores, z.G z/(2
 * z*); when limits grow between steps, what is stored grows with them. Without T a body that the medium holds
 * swings on, and while it swings, a load below the limit moves it (the drift of bristle models). The known
 * wrench is F_0 - K (x - x_0 - v_0 t) - C (v - v_0): what loose material that moves along with the body does;
 * its change within a step is then known to Newton's matrix.
 */
#ifndef CONTACT_RESISTANCE_H
#define CONTACT_RESISTANCE_H

#include "mb/model.h"

enum { RESISTANCE_STATES = 3 };

/** What surrounds a body during one step. Zero: nothing. */
typedef struct contact_medium {
    bool resists;    /**< the limits below hold; false: the bristle has no force */
    hl_vec3 point;   /**< of resistance, in the body's frame [m] */
    hl_vec3 axis[3]; /**< orthonormal, world */
    double limit[3]; /**< g >= 0 [N]. Where the sides differ, that of z_i + T v_i, from which the force comes:
                        by the sign of v_i alone rounding would choose at rest, and let the load go */
    double bend;     /**< z*, at which the medium gives way [m] > 0 */
    double lead;     /**< T, damping over stiffness of the bristle [s] >= 0 */
    bool loaded;     /**< the wrench below acts */
    hl_vec3 load_point;      /**< where K and C are felt, in the body's frame [m] */
    hl_vec3 force, moment;   /**< F_0 at the body's origin, and about it, world [N], [N m] */
    hl_sym3 K, C;            /**< world axes [N/m], [N s/m] */
    hl_vec3 start, velocity; /**< x_0, v_0: of load_point when the step began, world */
    double time;             /**< when it began [s] */
} contact_medium;

/** The force of the bent bristle at its point, -G z/z*, world [N]; zero where nothing resists. RT. */
hl_vec3 contact_medium_force(const contact_medium *medium, const double z[RESISTANCE_STATES]);

/** Before a step: straighten the bristle where nothing resists any more. RT. */
void contact_medium_release(const contact_medium *medium, double z[RESISTANCE_STATES],
                            double z_dot[RESISTANCE_STATES]);

/** The effort: the six ports of mb_body_ports at the body's origin, three stiff states, idle while nothing
 * resists and nothing loads. `medium` outlives the model and is written between steps only. */
mb_effort_def contact_resistance(const char *name, int body, const contact_medium *medium);

#endif
