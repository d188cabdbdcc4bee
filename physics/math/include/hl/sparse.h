/* Sparse linear equations A x = b with a structure that is known at load: a thin wrapper of SuiteSparse.
 *
 *   HL_SPARSE_LU    KLU, for any square matrix: T. A. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, a
 *                   direct sparse solver for circuit simulation problems, ACM TOMS 37(3), 2010
 *   HL_SPARSE_LDL   LDL with the AMD ordering, for symmetric matrices whose leading minors are not zero:
 *                   T. A. Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM TOMS
 *                   31(4), 2005
 *
 * Ordering, symbolic analysis and choice of pivots are done once, by hl_sparse_new. The libraries' memory is
 * copied into the arena and freed at once, so no destructor is needed. The pivots are fixed: with `sample`
 * NULL they are on the diagonal, suitable for mass matrices, tangents and penalties. Equal input gives equal
 * bits: one thread, a fixed order, no BLAS. */
#ifndef HL_SPARSE_H
#define HL_SPARSE_H

#include "hl/arena.h"
#include "hl/status.h"

typedef enum hl_sparse_kind { HL_SPARSE_LU, HL_SPARSE_LDL } hl_sparse_kind;

typedef struct hl_sparse hl_sparse;

/** Analyse a structure in compressed columns and take the memory. Not RT.
 *  @param column_start  [n+1]: entries of column j are column_start[j] ... column_start[j+1] - 1
 *  @param row_index     row of each entry, rising within a column; the diagonal must be there.
 *                       HL_SPARSE_LDL: both triangles, (i,j) and (j,i)
 *  @param sample        HL_SPARSE_LU: numbers by which the pivots are chosen (partial pivoting that prefers
 *                       the diagonal); NULL: pivots on the diagonal. Not used by HL_SPARSE_LDL.
 *  @return NULL when memory is exhausted, or `sample` is singular */
hl_sparse *hl_sparse_new(hl_arena *arena, hl_sparse_kind kind, int n, const int *column_start,
                         const int *row_index, const double *sample);

/** The numbers of A in the order of row_index, to be filled before hl_sparse_factor. RT. */
double *hl_sparse_values(hl_sparse *sparse);

/** Position of entry (row, column) in the values, -1 when it is not in the structure. */
int hl_sparse_find(const hl_sparse *sparse, int row, int column);

/** Factor the present values; they are not changed. RT.
 *  @return HL_OK, or HL_SINGULAR when a pivot is not a normal positive or negative number */
hl_status hl_sparse_factor(hl_sparse *sparse);

/** Solve A x = b after factoring, in place. RT. */
void hl_sparse_solve(hl_sparse *sparse, double *b);

#endif
