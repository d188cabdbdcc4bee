/* The reduced body of a model and its modes. */
#ifndef FLEX_BODY_H
#define FLEX_BODY_H

#include "flex/body_def.h"
#include "flex/reduce.h"

/** Compute the invariants and markers of a reduced body. Beams are shortened by bending, unless
 * `foreshortening` is false; imported bodies are not.
 *  @return NULL: out of memory */
flex_body *flex_body_new(const flex_def *def, const flex_model *model, const flex_modes_set *modes,
                         bool foreshortening, hl_arena *arena);

/** Set the damping that gives the ratio `zeta` at two frequencies [rad/s], or at all if they are equal:
 * damping = alpha M + beta K. */
void flex_body_damp(flex_body *body, double zeta, double omega_1, double omega_2);

#endif
