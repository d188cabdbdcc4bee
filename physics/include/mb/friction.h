/* Friction laws of seals and joints: 000 section 2.3, Eq. (2.41)-(2.54).
 *
 * Equation functions take numbers and return numbers with their partial derivatives; mb_friction_effort
 * (mb/force.h) puts one on a joint or a cylinder. Force opposes motion: it is returned with the sign of the
 * velocity and is to be subtracted. Units are those of a translation (m, N); on a rotation read rad and N m.
 */
#ifndef MB_FRICTION_H
#define MB_FRICTION_H

typedef enum mb_friction_law {
    MB_FRICTION_NONE,
    MB_FRICTION_VISCOUS,        /**< sigma_2 v */
    MB_FRICTION_BENGISU_AKAY,   /**< (2.42)-(2.43) */
    MB_FRICTION_BROWN_MCPHEE,   /**< (2.44) */
    MB_FRICTION_LUGRE,          /**< (2.45)-(2.47), one state: bristle deflection q */
    MB_FRICTION_MODIFIED_LUGRE, /**< (2.48)-(2.54), two states: q and film thickness h */
    MB_FRICTION_LAWS
} mb_friction_law;

/** Parameters with the papers' letters; a law reads those it needs. */
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
    double v_dwell; /**< |v| below which the film is taken to dwell [m/s]: the papers' |v| = 0 */
} mb_friction;

/** Force and its partial derivatives. */
typedef struct mb_friction_value {
    double force;                            /**< [N], has the sign of v */
    double force_v, force_q, force_h;        /**< d force / d v, q, h */
    double q_dot, q_dot_v, q_dot_q, q_dot_h; /**< bristle rate [m/s] and its derivatives */
    double h_dot, h_dot_v, h_dot_h;          /**< film rate [1/s] and its derivatives */
} mb_friction_value;

/** Number of states of a law: 0, 1 (q) or 2 (q, h). */
int mb_friction_states(mb_friction_law law);

/** Evaluate a law at velocity v [m/s], bristle deflection q [m] and film thickness h [1]. RT.
 *  Source: 000 section 2.3; see friction.c for the equation of each law. */
mb_friction_value mb_friction_evaluate(const mb_friction *friction, double v, double q, double h);

#endif
