/* Double-acting cylinder: 002 Eq. (28)-(29), (42)-(44), with end cushioning (001, tree harvester, Eq. (25))
 * and the efficiency law of 001 Eq. (2.54). With s the distance of the pins, 2 the piston side (node a) and 3
 * the rod side (node b),
 *
 *   l2 = l2_0 + (s - s_0),   l3 = l - l2
 *   F  = p_a A_a - p_b A_b - F_mu + F_stop
 *
 * Seal friction (000 section 2.3) is a separate force on the same length, not part of this model. */
#ifndef HYD_CYLINDER_H
#define HYD_CYLINDER_H

#include "hyd/circuit_def.h"
#include "hyd/smooth.h"

/** A chamber: the length for its volume, and the derivative with respect to s. */
typedef struct hyd_chambers {
    hyd_curve a, b; /**< l2, l3 [m] */
} hyd_chambers;

/** Force and partial derivatives. */
typedef struct hyd_cylinder_force {
    double F;                  /**< [N], positive extends */
    double F_s, F_v, F_a, F_b; /**< derivatives by length, velocity and the pressures */
    double pressure_force;     /**< p_a A_a - p_b A_b [N] */
} hyd_cylinder_force;

/** Chamber lengths at the pin distance s [m], Eq. (43). RT. */
hyd_chambers hyd_cylinder_chambers(const hyd_cylinder *cylinder, double s);

/** Force at pin distance s [m], its rate v [m/s] and the chamber pressures [Pa]. RT. */
hyd_cylinder_force hyd_cylinder_push(const hyd_cylinder *cylinder, double s, double v, double p_a,
                                     double p_b);

/** Penetration of the piston into an end stop [m]: negative at the retracted end, positive at the extended
 * end, otherwise 0. RT. */
double hyd_cylinder_overrun(const hyd_cylinder *cylinder, double s);

/** Coefficient f(v) of Eq. (2.54), odd in v, and its slope. RT. */
hyd_curve hyd_cylinder_speed_factor(const hyd_cylinder *cylinder, double v);

#endif
