/* Small dense linear systems. */
#ifndef HL_DENSE_H
#define HL_DENSE_H

#include "hl/status.h"

/* ---- lu ---- */

/* Small dense LU with partial pivoting, for blocks of effort states and of independent coordinates. */

/** Factor the n x n row-major matrix `a` in place, P A = L U. RT.
 *  @param pivot  out: n row indices
 *  @return HL_OK, or HL_SINGULAR when a pivot is zero or not finite */
hl_status hl_lu_factor(double *a, int n, int *pivot);

/** Solve for `columns` right-hand sides, b row-major [n][columns], in place. RT. */
void hl_lu_solve(const double *a, int n, const int *pivot, double *b, int columns);

/* ---- least squares ---- */

/* Least squares of minimum norm for small dense systems whose rank may be deficient. */

/** Minimum-norm solution of min |A x - b| by the singular values of A. Not RT: cost of some 10 m^2 n.
 *
 *  One-sided Jacobi (J. Demmel, Applied Numerical Linear Algebra, SIAM 1997, section 5.4.3): rotations make
 * the rows of A orthogonal, their lengths are then the singular values. The same bits with every LAPACK.
 *  @param A  row-major [m][n]; overwritten
 *  @param b  [m]; overwritten
 *  @param tolerance  singular values below this share of the largest count as zero
 *  @param x  out: [n]
 *  @return the rank of A, or -1 when a number is not finite or the rotations do not converge; x is zero then
 */
int hl_solve_minimum_norm(double *A, int m, int n, double *b, double tolerance, double *x);

#endif
