/* Independent reference for mechanisms of one degree of freedom driven by the academic circuit of 002:
 * minimal coordinates with the closure solved in closed form, 002 Eq. (22)-(29) and (42)-(47) written out
 * again, Runge-Kutta at 20 us. Shares with the library under test its data and, for the laws of publication
 * II, the friction equations, nothing else. */
#ifndef VALID_HYDRAULIC_REFERENCE_H
#define VALID_HYDRAULIC_REFERENCE_H

#include "reference.h"

#include "mb/force.h"

/** The mechanism in its coordinate: inertia, potential, and the cylinder's pins. */
typedef struct valid_driven_pose {
    valid_one_coordinate m;
    double s, ds;      /**< distance of the pins [m], its derivative by the coordinate */
    double watched[2]; /**< two joint angles to compare [rad], up to a constant */
} valid_driven_pose;

typedef struct valid_driven {
    valid_driven_pose (*pose)(double coordinate);
    double start;          /**< coordinate at the start, at rest */
    double start_force;    /**< F_s0 [N], gives p1 = p2 */
    double stroke, l2, s0; /**< l, l2_0, s_0 [m] */
    double sign;           /**< of the chamber lengths: 1 physical, -1 as Eq. (43) prints it */
    double tank;           /**< p_T [Pa] */
    mb_friction seal;
    struct {
        double time, U_ref;
    } signal[5];            /**< Eq. (46)-(47): from each time on */
    const char *watched[2]; /**< output columns of `watched` */
} valid_driven;

/** The published mechanisms, with the readings of the design notes; seal friction NONE. */
valid_driven valid_driven_four_bar(void);     /**< 002 Fig. 4 */
valid_driven valid_driven_quick_return(void); /**< 002 Fig. 5 */
valid_driven valid_driven_friction(void);     /**< publication II, Fig. 6 */

/** A moment of a run. */
typedef struct valid_driven_moment {
    double watched[2]; /**< [rad] */
    double p[3];       /**< [Pa] */
} valid_driven_moment;

enum { VALID_DRIVEN_MOMENTS = 10001 }; /**< every millisecond of 10 s */

/** Integrate over 10 s.
 *  @param moments  out: VALID_DRIVEN_MOMENTS
 *  @return sum over the milliseconds of the largest local error estimate, the pressures' [Pa] */
double valid_driven_integrate(const valid_driven *driven, valid_driven_moment *moments);

/** Flows of the circuit at pressures and spool position: 002 Eq. (24)-(26) [m^3/s]. */
typedef struct valid_driven_oil {
    double Q_d1, Q_3d, Q_t; /**< pump or tank -> V1, V3 -> tank or pump, V1 -> V2 */
    double C[3];            /**< V/B_e [m^3/Pa] */
} valid_driven_oil;
valid_driven_oil valid_driven_oil_at(const valid_driven *driven, const double p[3], double U, double s);

#define VALID_DRIVEN_PUMP 7.6e6
#define VALID_DRIVEN_A2   (0.25 * 3.14159265358979323846 * 0.08 * 0.08)
#define VALID_DRIVEN_A3   (0.25 * 3.14159265358979323846 * (0.08 * 0.08 - 0.035 * 0.035))

#endif
