#include "hl/sparse.h"

#include <amd.h>
#include <klu.h>
#include <ldl.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Both libraries keep these arrays as they are, and none of their calls in a step allocates. */
typedef struct ldl_factors {
    int *permutation, *inverse, *parent, *flag, *pattern;
    int *column_start, *column_count, *rows; /* L */
    double *numbers, *diagonal, *dense;      /* L, D, a dense column */
    double *right_side;
} ldl_factors;

typedef struct klu_factors {
    klu_symbolic symbolic;
    klu_numeric numeric;
    klu_common common;
} klu_factors;

struct hl_sparse {
    hl_sparse_kind kind;
    int n;
    int *column_start, *row_index;
    double *values;
    ldl_factors ldl;
    klu_factors klu;
};

/* ---- moving KLU's objects into the arena ---- */

/* *array <- a copy in the arena of `count * size` bytes, NULL when memory is exhausted; one spare byte, so
 * that an empty array has an address. */
static void adopt(hl_arena *arena, void **array, size_t count, size_t size)
{
    if (*array == NULL) return;
    void *copy = hl_arena_take(arena, count * size + 1, 1);
    if (copy != NULL) memcpy(copy, *array, count * size);
    *array = copy;
}

static void adopt_ints(hl_arena *arena, int **array, size_t count)
{
    void *copy = *array;
    adopt(arena, &copy, count, sizeof(int));
    *array = copy;
}

static void adopt_symbolic(hl_arena *arena, const klu_symbolic *from, klu_symbolic *to)
{
    const size_t n = (size_t)from->n;
    *to = *from;
    adopt_ints(arena, &to->P, n);
    adopt_ints(arena, &to->Q, n);
    adopt_ints(arena, &to->R, n + 1);
    void *counts = from->Lnz;
    adopt(arena, &counts, n, sizeof(double));
    to->Lnz = counts;
}

/* The factors of all diagonal blocks; KLU counts their size in doubles. */
static void adopt_blocks(hl_arena *arena, klu_numeric *to)
{
    const size_t blocks = (size_t)to->nblocks;
    void *pointers = to->LUbx, *sizes = to->LUsize;
    adopt(arena, &pointers, blocks, sizeof(void *));
    adopt(arena, &sizes, blocks, sizeof(size_t));
    to->LUbx = pointers;
    to->LUsize = sizes;
    for (size_t b = 0; b < blocks && pointers != NULL && sizes != NULL; b++)
        adopt(arena, &to->LUbx[b], to->LUsize[b], sizeof(double));
}

/* @return false: out of memory */
static bool adopt_numeric(hl_arena *arena, const klu_numeric *from, klu_numeric *to)
{
    const size_t n = (size_t)from->n, off = (size_t)from->nzoff;
    *to = *from;
    int **const integers[] = {&to->Pnum, &to->Pinv, &to->Lip, &to->Uip, &to->Llen, &to->Ulen};
    for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++) adopt_ints(arena, integers[i], n);
    adopt_ints(arena, &to->Offp, n + 1);
    adopt_ints(arena, &to->Offi, off);
    adopt(arena, &to->Udiag, n, sizeof(double));
    adopt(arena, &to->Offx, off, sizeof(double));
    adopt(arena, &to->Work, from->worksize, 1);
    adopt_blocks(arena, to);
    if (hl_arena_failed(arena)) return false;
    to->Xwork = to->Work; /* the two aliases into the work space */
    to->Iwork = (int *)(void *)((char *)to->Work + ((char *)from->Iwork - (char *)from->Work));
    return true;
}

/* ---- analysis ---- */

/* Numbers that make any structure dominant on its diagonal, so that the pivots are found there. */
static void fill_dominant(hl_sparse *s)
{
    for (int j = 0; j < s->n; j++)
        for (int k = s->column_start[j]; k < s->column_start[j + 1]; k++)
            s->values[k] = s->row_index[k] == j ? 2.0 * s->n : 1.0;
}

static bool analyse_lu(hl_sparse *s, hl_arena *arena, const double *sample)
{
    klu_common *common = &s->klu.common;
    klu_defaults(common);
    common->btf = 0;    /* trees give one block each at best; a transversal would leave the diagonal */
    common->scale = -1; /* none, and no check of the indices at every factorisation */
    if (sample != NULL) {
        memcpy(s->values, sample, (size_t)s->column_start[s->n] * sizeof(double));
    } else {
        fill_dominant(s);
    }
    klu_symbolic *symbolic = klu_analyze(s->n, s->column_start, s->row_index, common);
    klu_numeric *numeric = NULL;
    if (symbolic != NULL) numeric = klu_factor(s->column_start, s->row_index, s->values, symbolic, common);
    bool ok = numeric != NULL;
    if (ok) {
        adopt_symbolic(arena, symbolic, &s->klu.symbolic);
        ok = adopt_numeric(arena, numeric, &s->klu.numeric);
    }
    klu_free_numeric(&numeric, common);
    klu_free_symbolic(&symbolic, common);
    return ok;
}

static bool take_ldl(hl_sparse *s, hl_arena *arena)
{
    ldl_factors *f = &s->ldl;
    int **const integers[] = {&f->permutation, &f->inverse,      &f->parent,      &f->flag,
                              &f->pattern,     &f->column_count, &f->column_start};
    double **const numbers[] = {&f->diagonal, &f->dense, &f->right_side};
    for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++)
        *integers[i] = HL_NEW(arena, int, s->n + 1);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = HL_NEW(arena, double, s->n + 1);
    return !hl_arena_failed(arena);
}

static bool analyse_ldl(hl_sparse *s, hl_arena *arena)
{
    ldl_factors *f = &s->ldl;
    if (!take_ldl(s, arena)) return false;
    const int status = amd_order(s->n, s->column_start, s->row_index, f->permutation, NULL, NULL);
    if (status != AMD_OK && status != AMD_OK_BUT_JUMBLED) return false;
    ldl_symbolic(s->n, s->column_start, s->row_index, f->column_start, f->parent, f->column_count, f->flag,
                 f->permutation, f->inverse);
    f->rows = HL_NEW(arena, int, f->column_start[s->n] + 1);
    f->numbers = HL_NEW(arena, double, f->column_start[s->n] + 1);
    return !hl_arena_failed(arena);
}

hl_sparse *hl_sparse_new(hl_arena *arena, hl_sparse_kind kind, int n, const int *column_start,
                         const int *row_index, const double *sample)
{
    const size_t entries = (size_t)column_start[n];
    hl_sparse *s = HL_NEW(arena, hl_sparse, 1);
    if (s == NULL) return NULL;
    s->kind = kind;
    s->n = n;
    s->column_start = HL_COPY(arena, int, column_start, n + 1);
    s->row_index = HL_COPY(arena, int, row_index, entries);
    s->values = HL_NEW(arena, double, entries + 1);
    if (hl_arena_failed(arena)) return NULL;
    if (n == 0) return s;
    const bool ok = kind == HL_SPARSE_LU ? analyse_lu(s, arena, sample) : analyse_ldl(s, arena);
    if (ok) memset(s->values, 0, entries * sizeof(double));
    return ok ? s : NULL;
}

double *hl_sparse_values(hl_sparse *sparse)
{
    return sparse->values;
}

int hl_sparse_find(const hl_sparse *sparse, int row, int column)
{
    for (int k = sparse->column_start[column]; k < sparse->column_start[column + 1]; k++)
        if (sparse->row_index[k] == row) return k;
    return -1;
}

/* ---- numeric ---- */

static hl_status check_pivots(const double *pivots, int n)
{
    for (int k = 0; k < n; k++)
        if (!isnormal(pivots[k])) return HL_SINGULAR;
    return HL_OK;
}

hl_status hl_sparse_factor(hl_sparse *s)
{
    if (s->n == 0) return HL_OK;
    if (s->kind == HL_SPARSE_LU) {
        klu_factors *f = &s->klu;
        if (!klu_refactor(s->column_start, s->row_index, s->values, &f->symbolic, &f->numeric, &f->common))
            return HL_SINGULAR;
        return check_pivots(f->numeric.Udiag, s->n);
    }
    ldl_factors *f = &s->ldl;
    const int done = ldl_numeric(s->n, s->column_start, s->row_index, s->values, f->column_start, f->parent,
                                 f->column_count, f->rows, f->numbers, f->diagonal, f->dense, f->pattern,
                                 f->flag, f->permutation, f->inverse);
    if (done != s->n) return HL_SINGULAR;
    return check_pivots(f->diagonal, s->n);
}

void hl_sparse_solve(hl_sparse *s, double *b)
{
    if (s->n == 0) return;
    if (s->kind == HL_SPARSE_LU) {
        klu_solve(&s->klu.symbolic, &s->klu.numeric, s->n, 1, b, &s->klu.common);
        return;
    }
    ldl_factors *f = &s->ldl;
    ldl_perm(s->n, f->right_side, b, f->permutation);
    ldl_lsolve(s->n, f->right_side, f->column_start, f->rows, f->numbers);
    ldl_dsolve(s->n, f->right_side, f->diagonal);
    ldl_ltsolve(s->n, f->right_side, f->column_start, f->rows, f->numbers);
    ldl_permt(s->n, b, f->right_side, f->permutation);
}
