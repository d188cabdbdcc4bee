/* Reduction of a finite element model, its root clamped, to a few modes. */
#ifndef FLEX_REDUCE_H
#define FLEX_REDUCE_H

#include "flex/model.h"

/** Modes with V^T M V = 1 and V^T K V = diag(omega^2), by rising frequency; the largest translation of each
 * is positive. Of two equal frequencies (square sections) the first has no z at the farthest node. */
typedef struct flex_modes_set {
    int n, count;
    double *V;     /**< `count` columns of n = all degrees of freedom; rows of the root are 0 */
    double *omega; /**< [rad/s] */
} flex_modes_set;

/** Reduce a model: Guyan's and Craig and Bampton's columns, Krylov's, or normal modes, orthonormalised.
 *  Complaints name the figures: more columns than degrees of freedom, or than FLEX_MAX_MODES.
 *  @return HL_OK; HL_BAD_INPUT after complaints; HL_SINGULAR, HL_NOT_CONVERGED; HL_OUT_OF_MEMORY */
hl_status flex_reduce(const flex_model *model, const flex_reduction *reduction, hl_arena *arena,
                      hl_report *report, flex_modes_set *modes);

/** The `count` lowest frequencies of the full model [rad/s], without limit of FLEX_MAX_MODES.
 *  @return HL_OK; HL_SINGULAR, HL_NOT_CONVERGED; HL_OUT_OF_MEMORY */
hl_status flex_full_frequencies(const flex_model *model, int count, hl_arena *arena, double *omega);

/** Displacement in its own direction of a unit load at a point: of the full model and of the modes
 *  [m/N, 1/(N m)].
 *  @return HL_OK; HL_BAD_INPUT: the point has no such degree of freedom; HL_OUT_OF_MEMORY */
hl_status flex_unit_load(const flex_model *model, const flex_modes_set *modes, int point, int freedom,
                         double *full, double *reduced);

#endif
