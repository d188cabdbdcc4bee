#include "flex/matrix.h"

#include <cholmod.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_PIVOT = 1e-13; /* of the diagonal entry; fine meshes of beams reach 1e-10 */

struct flex_factor {
    cholmod_common common;
    cholmod_factor *factors;
    int n;
};

/* CHOLMOD reads the lower triangle alone. */
static cholmod_sparse sparse_of(const flex_matrix *m)
{
    return (cholmod_sparse){.nrow = (size_t)m->n,
                            .ncol = (size_t)m->n,
                            .nzmax = (size_t)m->start[m->n],
                            .p = m->start,
                            .i = m->row,
                            .x = m->value,
                            .stype = -1,
                            .itype = CHOLMOD_INT,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
}

/* Least pivot in relation to the diagonal entry. Factors are L D L^T here, D the first entry of each column.
 */
static void find_weak(const flex_matrix *m, const cholmod_factor *f, int *weak, double *ratio)
{
    const int *start = f->p, *permutation = f->Perm;
    const double *value = f->x;
    *ratio = (double)INFINITY;
    for (int j = 0; j < m->n; j++) {
        const double diagonal = flex_matrix_at(m, permutation[j], permutation[j]);
        const double pivot = value[start[j]];
        const double r = diagonal > 0 && isfinite(pivot) ? pivot / diagonal : 0;
        if (r >= *ratio) continue;
        *ratio = r;
        *weak = permutation[j];
    }
}

hl_status flex_factor_new(const flex_matrix *matrix, int *weak, double *ratio, flex_factor **factor)
{
    flex_factor *f = calloc(1, sizeof *f);
    *factor = NULL;
    *weak = 0;
    *ratio = 0;
    if (!f) return HL_OUT_OF_MEMORY;
    f->n = matrix->n;
    cholmod_start(&f->common);
    f->common.supernodal = CHOLMOD_SIMPLICIAL; /* no BLAS: the same bits everywhere */
    f->common.print = 0;
    f->common.nmethods = 1; /* always the same order of the unknowns */
    f->common.method[0].ordering = CHOLMOD_AMD;
    cholmod_sparse sparse = sparse_of(matrix);
    f->factors = cholmod_analyze(&sparse, &f->common);
    if (f->factors) cholmod_factorize(&sparse, f->factors, &f->common);
    hl_status status = f->factors && f->common.status >= CHOLMOD_OK ? HL_OK : HL_OUT_OF_MEMORY;
    if (status == HL_OK && f->common.status == CHOLMOD_NOT_POSDEF) {
        *weak = ((const int *)f->factors->Perm)[f->factors->minor];
        status = HL_SINGULAR;
    } else if (status == HL_OK) {
        find_weak(matrix, f->factors, weak, ratio);
        if (!(*ratio > LEAST_PIVOT)) status = HL_SINGULAR;
    }
    if (status == HL_OK)
        *factor = f;
    else
        flex_factor_free(f);
    return status;
}

hl_status flex_factor_solve(flex_factor *f, double *columns, int count)
{
    const size_t n = (size_t)f->n;
    if (count == 0) return HL_OK;
    cholmod_dense right = {.nrow = n,
                           .ncol = (size_t)count,
                           .nzmax = n * (size_t)count,
                           .d = n,
                           .x = columns,
                           .xtype = CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE};
    cholmod_dense *solved = cholmod_solve(CHOLMOD_A, f->factors, &right, &f->common);
    if (!solved) return HL_OUT_OF_MEMORY;
    memcpy(columns, solved->x, n * (size_t)count * sizeof *columns);
    cholmod_free_dense(&solved, &f->common);
    return HL_OK;
}

void flex_factor_free(flex_factor *f)
{
    if (!f) return;
    cholmod_free_factor(&f->factors, &f->common);
    cholmod_finish(&f->common);
    free(f);
}
