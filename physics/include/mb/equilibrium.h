/* Static equilibrium and small vibrations about it: 003 sections 6 and 7. Not RT. */
#ifndef MB_EQUILIBRIUM_H
#define MB_EQUILIBRIUM_H

#include "mb/step.h"

typedef enum mb_equilibrium_method {
    /** energy drainage (003 Eq. 50), ended by Newton */
    MB_EQUILIBRIUM_DRAINAGE,
    /** Newton on the equilibrium equations; drainage when it fails or finds an unstable one, and for models
     *  whose efforts have states: their rest depends on the way */
    MB_EQUILIBRIUM_NEWTON
} mb_equilibrium_method;

typedef struct mb_equilibrium_options {
    mb_equilibrium_method method;
    double drainage_frequency; /**< omega_n of the drainage [rad/s]; 0: chosen by the solver */
    /** largest unbalanced force relative to the weight of all bodies (or the largest effort or wrench, if
     * that is more) [1]; what coordinates of the order 1 cannot resolve against the stiffness comes on top */
    double force_tolerance;
    int max_steps;      /**< of the drainage, those taken back included */
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

/** Find an equilibrium near `state`; on success the state rests there, with multipliers set; else it is left
 * as it was. Velocities are ignored; drivers and wrenches stand as at the state's time; joints that assembly
 * holds move like all others. A state that rests within tolerance already is taken as it is, stable or not.
 * States of efforts end at rest, too: with bristles or trapped oil there is a continuum of equilibria, and
 * the one that the drained motion slides into is returned. Allocates its scratch memory from the arena. */
hl_status mb_equilibrium(const mb_model *model, mb_state *state, const mb_equilibrium_options *options,
                         hl_arena *arena, mb_equilibrium_report *report);

/** A natural mode about an equilibrium, with the columns that obey the closures. */
typedef struct mb_mode {
    double frequency;    /**< omega [rad/s]; negative omega^2 is given as -sqrt(-omega^2): unstable */
    const double *shape; /**< columns, scaled so that the largest entry is 1 */
} mb_mode;

/** Natural frequencies, rising, and mode shapes of the undamped linearised system K z = omega^2 M z on the
 * null space of Phi_z (LAPACK dsygv). The state is taken to rest; effort states that integrate velocities
 * (bristles, trapped oil) act as springs, others are frozen. Frequencies that are zero but for rounding are
 * given as zero.
 *  @param modes  out: array of *count modes from the arena; count = degrees of freedom
 *  @return HL_OK, HL_SINGULAR (no positive definite mass matrix), HL_NOT_FINITE or HL_OUT_OF_MEMORY */
hl_status mb_modes(const mb_model *model, const mb_state *state, hl_arena *arena, mb_mode **modes,
                   int *count);

#endif
