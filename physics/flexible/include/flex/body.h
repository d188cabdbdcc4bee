/* The reduced body of a model and its modes. */
#ifndef FLEX_BODY_H
#define FLEX_BODY_H

#include "flex/body_def.h"
#include "flex/reduce.h"

/** Compute the invariants and markers of a reduced body, with the damping and foreshortening of the
 * definition.
 *  @return NULL: out of memory */
flex_body *flex_body_new(const flex_def *def, const flex_model *model, const flex_modes_set *modes,
                         hl_arena *arena);

#endif
