/* Static equilibrium and small vibrations about it: 003 sections 6 and 7. Not RT. */
#ifndef MB_EQUILIBRIUM_H
#define MB_EQUILIBRIUM_H

#include "mb/step.h"

typedef enum mb_equilibrium_method {
    /** energy drainage (003 Eq. 50), finished by Newton's method */
    MB_EQUILIBRIUM_DRAINAGE,
    /** Newton's method on the equilibrium equations; drainage if it fails or finds an unstable equilibrium,
       and for models with effort states, whose equilibrium depends on the path */
    MB_EQUILIBRIUM_NEWTON
} mb_equilibrium_method;

typedef struct mb_equilibrium_options {
    mb_equilibrium_method method;
    double drainage_frequency; /**< omega_n of the drainage [rad/s]; 0: chosen by the solver */
    /** largest unbalanced force relative to the weight of all bodies (or the largest effort or wrench, if
     * that is more) [1]; plus the resolution of coordinates of order 1 times the stiffness */
    double force_tolerance;
    int max_steps;      /**< of the drainage, including rejected ones */
    int max_iterations; /**< of Newton */
} mb_equilibrium_options;

/** Defaults: drainage with a frequency of the solver's choice, tolerance 1e-10, 2000 steps, 50 iterations. */
mb_equilibrium_options mb_equilibrium_options_default(void);

typedef struct mb_equilibrium_report {
    hl_status status; /**< HL_OK, HL_NOT_CONVERGED, HL_NOT_ASSEMBLED, HL_SINGULAR, HL_NOT_FINITE or
                           HL_OUT_OF_MEMORY */
    mb_equilibrium_method method; /**< the one that found it */
    int drainage_steps, newton_iterations;
    double unbalanced; /**< largest unbalanced generalised force left [N or N m] */
    double potential;  /**< gravity + stored energy [J] */
    bool stable;       /**< all natural frequencies real; neutral motions count as stable */
} mb_equilibrium_report;

/** Find an equilibrium near `state`. On success the state is at rest there, with multipliers set; otherwise
 * it is unchanged. Velocities are ignored; drivers and wrenches have their values at the state's time; joints
 * with `hold` move like all others. A state within tolerance is accepted unchanged, stable or not. Effort
 * states are at rest too: with bristles or trapped oil there is a continuum of equilibria, and the end of the
 * drained motion is returned. Scratch memory is allocated from the arena. */
hl_status mb_equilibrium(const mb_model *model, mb_state *state, const mb_equilibrium_options *options,
                         hl_arena *arena, mb_equilibrium_report *report);

/** A natural mode about an equilibrium, with columns that satisfy the closures. */
typedef struct mb_mode {
    double frequency;    /**< omega [rad/s]; negative omega^2 is given as -sqrt(-omega^2): unstable */
    const double *shape; /**< columns, scaled so that the largest entry is 1 */
} mb_mode;

/** Natural frequencies in increasing order and mode shapes of the undamped linearised system K z = omega^2 M
 * z on the null space of Phi_z (LAPACK dsygv). Velocities are assumed zero; effort states that integrate
 * velocities (bristles, trapped oil) act as springs, others are constant. Frequencies within rounding of zero
 * are set to zero.
 *  @param modes  out: array of *count modes from the arena; count = degrees of freedom
 *  @return HL_OK, HL_SINGULAR (no positive definite mass matrix), HL_NOT_FINITE or HL_OUT_OF_MEMORY */
hl_status mb_modes(const mb_model *model, const mb_state *state, hl_arena *arena, mb_mode **modes,
                   int *count);

#endif
