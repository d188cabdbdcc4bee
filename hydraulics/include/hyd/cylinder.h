/* Double-acting cylinder: 002 Eq. (28)-(29), (42)-(44), with end cushioning (001, tree harvester, Eq. (25))
 * and the efficiency law of 001 Eq. (2.54). With s the distance of the pins, 2 the piston side (node a) and 3
 * the rod side (node b),
 *
 *   l2 = l2_0 + (s - s_0),   l3 = l - l2
 *   F  = p_a A_a - p_b A_b - F_mu + F_stop
 *
 * Seal friction by the laws of 000 section 2.3 acts beside the cylinder, on the same length: it is none of
 * the oil's. */
#ifndef HYD_CYLINDER_H
#define HYD_CYLINDER_H

#include "hyd/smooth.h"

/** Sign of the chamber lengths. */
typedef enum hyd_stroke_sign {
    HYD_SIGN_PHYSICAL, /**< the piston-side chamber grows when the cylinder extends */
    HYD_SIGN_PRINTED /**< as printed in 002 Eq. (43) and in 000 publication II Eq. (44): only the volumes, not
                        the flows */
} hyd_stroke_sign;

enum { HYD_SPEED_POINTS = 8 };

/** Velocity-dependent coefficient of the efficiency law, 001 Fig. 5: points over |v|, joined by cubics. */
typedef struct hyd_speed_curve {
    int count;                       /**< 0: the coefficient is 1 */
    double speed[HYD_SPEED_POINTS];  /**< [m/s], rising from 0 */
    double factor[HYD_SPEED_POINTS]; /**< [1] */
} hyd_speed_curve;

typedef struct hyd_cylinder {
    double area_a, area_b; /**< A_2 and A_3 of 002: piston side > 0, rod side >= 0 [m^2] */
    double stroke;         /**< l [m] > 0 */
    double length_0;  /**< s_0: distance of the pins at which the piston-side chamber is chamber_0 long [m] */
    double chamber_0; /**< l2_0 [m], 0 to stroke; l3_0 = stroke - l2_0 */
    hyd_stroke_sign sign;
    double chamber_modulus;  /**< B_c [Pa]; 0: rigid */
    double least_chamber;    /**< below this length a chamber shrinks only exponentially, so that its volume
                                stays positive beyond the stops [m]; 0: plain, as printed */
    double leakage;          /**< past the piston [m^3/(s Pa)] */
    double stop_stiffness;   /**< k of the end stops [N/m]; 0: no stops */
    double stop_damping;     /**< c [N s/m], against motion into the stop */
    double stop_dissipation; /**< a [s/m] >= 0: the stop's elastic force times 1 + a u, u the speed into it */
    double stop_ramp;        /**< penetration over which c comes in by a STEP [m]; 0: at once, as 001 */
    double stop_speed;       /**< speed over which c comes in by a STEP [m/s]; 0 stands for 1e-3, as 001 */
    double efficiency;       /**< eta [1], above 0 to 1; 0 stands for 1 */
    double friction_speed; /**< speed within which the efficiency law's friction changes sign, by tanh(v/v_0)
                              [m/s] */
    hyd_speed_curve curve; /**< f(v) of Eq. (2.54) */
} hyd_cylinder;

/** A chamber: length that its volume is computed with, and its slope by s. */
typedef struct hyd_chambers {
    hyd_curve a, b; /**< l2, l3 [m] */
} hyd_chambers;

/** Force and partial derivatives. */
typedef struct hyd_cylinder_force {
    double F;                  /**< [N], positive extends */
    double F_s, F_v, F_a, F_b; /**< by length, velocity and the pressures */
    double pressure_force;     /**< p_a A_a - p_b A_b [N] */
} hyd_cylinder_force;

/** Chamber lengths at the pin distance s [m], Eq. (43). RT. */
hyd_chambers hyd_cylinder_chambers(const hyd_cylinder *cylinder, double s);

/** Force at pin distance s [m], its rate v [m/s] and the chamber pressures [Pa]. RT. */
hyd_cylinder_force hyd_cylinder_push(const hyd_cylinder *cylinder, double s, double v, double p_a,
                                     double p_b);

/** How deep the piston is in an end stop [m]: negative at the retracted end, positive at the extended end,
 * else 0. RT. */
double hyd_cylinder_overrun(const hyd_cylinder *cylinder, double s);

/** Coefficient f(v) of Eq. (2.54), odd in v, and its slope. RT. */
hyd_curve hyd_cylinder_speed_factor(const hyd_cylinder *cylinder, double v);

#endif
