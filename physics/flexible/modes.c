/* Lowest modes. All ways solve M x = mu K x for the largest mu = 1/omega^2: K is the definite matrix, M may
 * have massless directions, and the lowest frequencies, which matter most, are the most accurate. */
#include "flex/matrix.h"

#include <arpack/arpack.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_MASS = 1e-14; /* mu in relation to the largest one: below, it is rounding */

/* From x^T K x = 1 to x^T M x = 1. @return false: a direction without mass */
static bool scale_to_mass(double *shape, int n, double mu, double largest)
{
    if (!(mu > LEAST_MASS * largest)) return false;
    const double scale = 1 / sqrt(mu);
    for (int i = 0; i < n; i++) shape[i] *= scale;
    return true;
}

static void swap_columns(double *a, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        const double x = a[i];
        a[i] = b[i];
        b[i] = x;
    }
}

/* mu rises: the frequencies are reversed with their shapes. */
static hl_status order_modes(double *mu, double *shapes, int n, int count)
{
    const double largest = mu[count - 1];
    for (int k = 0; k < count; k++)
        if (!scale_to_mass(&shapes[(size_t)k * (size_t)n], n, mu[k], largest)) return HL_SINGULAR;
    for (int k = 0; k < count / 2; k++) {
        const int other = count - 1 - k;
        const double x = mu[k];
        mu[k] = mu[other];
        mu[other] = x;
        swap_columns(&shapes[(size_t)k * (size_t)n], &shapes[(size_t)other * (size_t)n], n);
    }
    for (int k = 0; k < count; k++) mu[k] = 1 / sqrt(mu[k]);
    return HL_OK;
}

hl_status flex_modes_dense(double *K, double *M, int n, double *omega)
{
    const lapack_int info = LAPACKE_dsygvd(LAPACK_COL_MAJOR, 1, 'V', 'L', n, M, n, K, n, omega);
    if (info == LAPACK_WORK_MEMORY_ERROR) return HL_OUT_OF_MEMORY;
    if (info > n) return HL_SINGULAR; /* K is not definite: columns depend on each other */
    if (info != 0) return HL_NOT_CONVERGED;
    memcpy(K, M, (size_t)n * (size_t)n * sizeof *K);
    return order_modes(omega, K, n, n);
}

/* ---- some of many, dense ---- */

static void fill(const flex_matrix *m, double *dense)
{
    memset(dense, 0, (size_t)m->n * (size_t)m->n * sizeof *dense);
    for (int j = 0; j < m->n; j++)
        for (int k = m->start[j]; k < m->start[j + 1]; k++)
            dense[(size_t)j * (size_t)m->n + (size_t)m->row[k]] = m->value[k];
}

static hl_status some_dense(const flex_matrix *K, const flex_matrix *M, int count, double *omega,
                            double *shapes)
{
    const int n = K->n, first = n - count + 1;
    hl_arena work = {0};
    double *k = HL_NEW(&work, double, (size_t)n *(size_t)n), *m = HL_NEW(&work, double, (size_t)n *(size_t)n);
    double *mu = HL_NEW(&work, double, n);
    lapack_int *failed = HL_NEW(&work, lapack_int, n), found = 0, info = LAPACK_WORK_MEMORY_ERROR;
    if (!hl_arena_failed(&work)) {
        fill(K, k);
        fill(M, m);
        info = LAPACKE_dsygvx(LAPACK_COL_MAJOR, 1, 'V', 'I', 'L', n, m, n, k, n, 0, 0, first, n,
                              2 * LAPACKE_dlamch('S'), &found, mu, shapes, n, failed);
        memcpy(omega, mu, (size_t)count * sizeof *mu);
    }
    hl_arena_free(&work);
    if (info == LAPACK_WORK_MEMORY_ERROR) return HL_OUT_OF_MEMORY;
    if (info != 0 || found != count) return info > n ? HL_SINGULAR : HL_NOT_CONVERGED;
    return order_modes(omega, shapes, n, count);
}

/* ---- some of very many: shift and invert about 0 ---- */

typedef struct lanczos {
    const flex_matrix *K, *M;
    flex_factor *factor;
    a_int n, count, basis, work_size;
    double *residual, *basis_vectors, *work, *workl, *square;
    a_int *select, parameters[11], pointers[14];
} lanczos;

static bool take(lanczos *s, hl_arena *arena)
{
    const size_t n = (size_t)s->n, basis = (size_t)s->basis;
    s->work_size = s->basis * (s->basis + 8);
    s->residual = HL_NEW(arena, double, n);
    s->basis_vectors = HL_NEW(arena, double, n *basis);
    s->work = HL_NEW(arena, double, 3 * n);
    s->workl = HL_NEW(arena, double, s->work_size);
    s->square = HL_NEW(arena, double, basis);
    s->select = HL_NEW(arena, a_int, basis);
    return !hl_arena_failed(arena);
}

/* One request of ARPACK: y = K^-1 M x (-1, 1, with M x at hand for 1) or y = M x (2). */
static hl_status serve(lanczos *s, int request)
{
    double *x = &s->work[s->pointers[0] - 1], *y = &s->work[s->pointers[1] - 1];
    if (request == 1) {
        memcpy(y, &s->work[s->pointers[2] - 1], (size_t)s->n * sizeof *y);
    } else {
        flex_matrix_multiply(s->M, x, s->n, 1, y, s->n);
    }
    return request == 2 ? HL_OK : flex_factor_solve(s->factor, y, 1);
}

static hl_status iterate(lanczos *s)
{
    a_int request = 0, info = 1; /* the given start vector */
    hl_status status = HL_OK;
    s->parameters[0] = 1;
    s->parameters[2] = 300; /* restarts */
    s->parameters[6] = 3;
    for (int i = 0; i < s->n; i++) s->residual[i] = 1;
    do {
        dsaupd_c(&request, "G", s->n, "LM", s->count, 0, s->residual, s->basis, s->basis_vectors, s->n,
                 s->parameters, s->pointers, s->work, s->workl, s->work_size, &info);
        if (request == -1 || request == 1 || request == 2) status = serve(s, request);
    } while (status == HL_OK && request != 99);
    if (status != HL_OK) return status;
    return info == 0 ? HL_OK : HL_NOT_CONVERGED;
}

static hl_status some_sparse(const flex_matrix *K, const flex_matrix *M, flex_factor *factor, int count,
                             double *omega, double *shapes)
{
    const int basis = 2 * count + 20;
    lanczos s = {
        .K = K, .M = M, .factor = factor, .n = K->n, .count = count, .basis = basis < K->n ? basis : K->n};
    hl_arena arena = {0};
    hl_status status = take(&s, &arena) ? iterate(&s) : HL_OUT_OF_MEMORY;
    a_int info = 0;
    if (status == HL_OK) {
        dseupd_c(1, "A", s.select, s.square, shapes, s.n, 0, "G", s.n, "LM", s.count, 0, s.residual, s.basis,
                 s.basis_vectors, s.n, s.parameters, s.pointers, s.work, s.workl, s.work_size, &info);
        if (info != 0) status = HL_NOT_CONVERGED;
    }
    /* Squares rise, and shapes have unit mass already. */
    for (int k = 0; k < count && status == HL_OK; k++) omega[k] = sqrt(s.square[k]);
    hl_arena_free(&arena);
    return status;
}

hl_status flex_modes(const flex_matrix *K, const flex_matrix *M, flex_factor *factor, int count,
                     double *omega, double *shapes)
{
    if (count == 0) return HL_OK;
    if (count > K->n) return HL_SINGULAR;
    return K->n < FLEX_DENSE_MODES || count > K->n / 4 ? some_dense(K, M, count, omega, shapes)
                                                       : some_sparse(K, M, factor, count, omega, shapes);
}
