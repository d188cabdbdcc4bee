/* Factoring and solving with the tangent of a work, by the solver that its options name. Private to physics.
 *
 * Dense and tree work in place on the tangent (hl/ldu.h). Sparse copies the numbers of the *unfilled*
 * structure (mb_model's pattern and the diagonal) into compressed columns: KLU (LDL for the penalty
 * formulation, whose matrix is symmetric) orders and fills them in its own way. */
#ifndef MB_SOLVER_H
#define MB_SOLVER_H

#include "multibody/model_internal.h"

#include "hl/sparse.h"

/* The tangent in compressed columns, and where its numbers come from. */
typedef struct mb_sparse_tangent {
    hl_sparse *sparse;
    hl_sparse_kind kind;
    int below;           /* entries of the strictly lower triangle */
    int *rows, *columns; /* [below] */
    int *lower, *upper;  /* [below] their places in the values, and those of their mirror images */
    int *diagonal;       /* [columns of the model] */
} mb_sparse_tangent;

/* NULL: out of memory. To be called with MB_SOLVER_SPARSE only. */
mb_sparse_tangent *mb_sparse_tangent_new(const mb_model *model, hl_arena *arena, mb_formulation formulation);

/* Factor work->tangent. `symmetric`: only its lower triangle and diagonal are set. RT. */
hl_status mb_factor(mb_work *work, bool symmetric);

/* Solve with the factored tangent, in place. RT. */
void mb_solve(const mb_work *work, double *b);

#endif
