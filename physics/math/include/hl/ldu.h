/* LDU factorisation from the last unknown to the first, skipping structural zeros.
 *
 * The equations of a tree in joint coordinates couple a column only with the columns on its way to the root,
 * and loops add a few cliques. Eliminating from the leaves to the root keeps that structure (Featherstone,
 * Rigid Body Dynamics Algorithms, 2008, section 6.5, "branch-induced sparsity"); fill-in is determined once,
 * at load. Each row keeps its non-zeros as a list of contiguous runs, so the inner loops are plain vector
 * updates.
 *
 * No pivoting: meant for M + dt/2 C + dt^2/4 K + constraint penalties, whose symmetric part is positive
 * definite.
 *
 * For k = n-1 ... 0, with row k of the strictly lower triangle L(k,j) = W(k,j) and of the transposed upper
 * triangle U(k,j) = W(j,k), j < k:
 *
 *   m = U(k,.) / W(k,k);   W(i,j) -= m(i) L(k,j)   for i, j < k */
#ifndef HL_LDU_H
#define HL_LDU_H

#include "hl/arena.h"
#include "hl/status.h"

#include <stdbool.h>

/** A half-open range [first, end) of columns. */
typedef struct hl_run {
    int first, end;
} hl_run;

typedef struct hl_ldu {
    int n, stride; /**< order; doubles from one row to the next */
    int *row_runs; /**< runs of row k: runs[row_runs[k]] ... runs[row_runs[k+1] - 1], all columns < k */
    hl_run *runs;
    int *block_width; /**< pivots k, k-1, ... that are eliminated in one pass, given at the first of them */
    double *lower;    /**< [n][stride]: L(k,j) = W(k,j), j < k */
    double *upper;    /**< [n][stride]: U(k,j) = W(j,k), j < k; after factoring m(j) */
    double *diagonal; /**< W(k,k); after factoring the pivots' inverses */
} hl_ldu;

/** Analyse a structure and allocate the memory.
 *  @param pattern  [n][n], non-zero where W(i,j) or W(j,i) may be non-zero; only the lower triangle is read.
 *                  NULL: dense
 *  @return NULL when memory is exhausted */
hl_ldu *hl_ldu_new(hl_arena *arena, int n, const unsigned char *pattern);

/** Number of non-zeros of the strictly lower triangle, fill included. */
long hl_ldu_nonzeros(const hl_ldu *ldu);

/** Set all structural non-zeros to zero. RT. */
void hl_ldu_clear(hl_ldu *ldu);

/** W(i,j) += value; (i,j) must be in the structure. RT. */
static inline void hl_ldu_add(hl_ldu *ldu, int i, int j, double value)
{
    if (i > j) {
        ldu->lower[(long)i * ldu->stride + j] += value;
    } else if (i < j) {
        ldu->upper[(long)j * ldu->stride + i] += value;
    } else {
        ldu->diagonal[i] += value;
    }
}

/** y = W x, before factoring. RT. */
void hl_ldu_multiply(const hl_ldu *ldu, const double *x, double *y);

/** Factor in place. RT.
 *  @param symmetric  only `lower` and `diagonal` are set, `upper` is implied
 *  @return HL_OK, or HL_SINGULAR when a pivot is not a normal positive or negative number */
hl_status hl_ldu_factor(hl_ldu *ldu, bool symmetric);

/** Solve W x = b after factoring, in place. RT. */
void hl_ldu_solve(const hl_ldu *ldu, double *b);

#endif
