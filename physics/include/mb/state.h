/* The state: every number that changes, in flat arrays inside one block. Copying it is a checkpoint. */
#ifndef MB_STATE_H
#define MB_STATE_H

#include "mb/model.h"

#include <stdint.h>

typedef struct mb_state {
    int64_t tick;   /**< steps taken */
    double time;    /**< [s] */
    double *q;      /**< coordinates, mb_counts.coordinates */
    double *v;      /**< velocities, mb_counts.columns */
    double *a;      /**< accelerations, mb_counts.columns */
    double *lambda; /**< multipliers of the constraint equations, mb_counts.equations */
    double *x;      /**< states of the efforts */
    double *x_dot;  /**< their rates at the end of the last step */
    size_t count;   /**< number of doubles from q on, contiguous */
} mb_state;

/** A state of the model at its initial coordinates and velocities, not yet assembled. NULL: out of memory. */
mb_state *mb_state_new(const mb_model *model, hl_arena *arena);

/** Set a state back to the model's initial values. */
void mb_state_reset(const mb_model *model, mb_state *state);

/** Copy all numbers of `from` into `to`; both must belong to the same model. */
void mb_state_copy(mb_state *to, const mb_state *from);

/** Hash of all bits of a state (hl/hash.h): equal bits, equal hash. */
uint64_t mb_state_hash(const mb_state *state);

/** Move the coordinates q along the tangent increments dz: scalars are added, quaternions rotated by the
 * exponential map. RT. */
void mb_coordinates_move(const mb_model *model, double *q, const double *dz);

#endif
