/* Symmetric sparse matrices of finite elements, their Cholesky factors (SuiteSparse's CHOLMOD) and their
 * lowest modes (LAPACK, ARPACK). For loading and for tools: they allocate, and are not for steps. */
#ifndef FLEX_MATRIX_H
#define FLEX_MATRIX_H

#include "hl/arena.h"
#include "hl/status.h"

/** Columns with rising rows; both triangles. */
typedef struct flex_matrix {
    int n;
    int *start;    /**< [n + 1] */
    int *row;      /**< [start[n]] */
    double *value; /**< [start[n]] */
} flex_matrix;

/** Make a matrix of entries; entries at the same place are added in their order.
 *  @return NULL: out of memory */
flex_matrix *flex_matrix_new(hl_arena *arena, int n, int count, const int *row, const int *column,
                             const double *value);

/** Rows `rows` and columns `columns`, each list rising, as a matrix of `column_count` columns.
 *  @return NULL: out of memory */
flex_matrix *flex_matrix_part(hl_arena *arena, const flex_matrix *from, const int *rows, int row_count,
                              const int *columns, int column_count);

/** y = A x for `count` columns, of `x_rows` and `y_rows` numbers each. */
void flex_matrix_multiply(const flex_matrix *matrix, const double *x, int x_rows, int count, double *y,
                          int y_rows);

/** Value at a place, 0 if there is no entry. */
double flex_matrix_at(const flex_matrix *matrix, int row, int column);

/* ---- Cholesky ---- */

typedef struct flex_factor flex_factor;

/** Factor a symmetric positive definite matrix. The same bits with every BLAS: without dense blocks.
 *  @param weak    out: row with the least pivot in relation to its diagonal entry, and that ratio
 *  @param factor  out: to be freed
 *  @return HL_OK; HL_SINGULAR: a pivot is below 1e-13 of its diagonal entry; HL_OUT_OF_MEMORY */
hl_status flex_factor_new(const flex_matrix *matrix, int *weak, double *ratio, flex_factor **factor);

/** columns <- A^-1 columns. @return HL_OK; HL_OUT_OF_MEMORY */
hl_status flex_factor_solve(flex_factor *factor, double *columns, int count);

void flex_factor_free(flex_factor *factor);

/* ---- modes ---- */

enum { FLEX_DENSE_MODES = 400 /* from so many degrees of freedom on, ARPACK finds the modes */ };

/** The `count` lowest solutions of K x = omega^2 M x with x^T M x = 1, by rising frequency.
 *  K is positive definite, M semidefinite.
 *  @param factor     of K
 *  @param omega      out: [count] [rad/s]
 *  @param shapes     out: count columns of n
 *  @return HL_OK; HL_SINGULAR: there are fewer than `count` modes with mass; HL_NOT_CONVERGED;
 *          HL_OUT_OF_MEMORY */
hl_status flex_modes(const flex_matrix *K, const flex_matrix *M, flex_factor *factor, int count,
                     double *omega, double *shapes);

/** The same for dense matrices, all n modes; K and M are overwritten, shapes are in `K`'s columns. */
hl_status flex_modes_dense(double *K, double *M, int n, double *omega);

#endif
