/* Small dense LU with partial pivoting, for blocks of effort states and of independent coordinates.
 */
#ifndef HL_LU_H
#define HL_LU_H

#include "hl/status.h"

/** Factor the n x n row-major matrix `a` in place, P A = L U. RT.
 *  @param pivot  out: n row indices
 *  @return HL_OK, or HL_SINGULAR when a pivot is zero or not finite */
hl_status hl_lu_factor(double *a, int n, int *pivot);

/** Solve for `columns` right-hand sides, b row-major [n][columns], in place. RT. */
void hl_lu_solve(const double *a, int n, const int *pivot, double *b, int columns);

#endif
