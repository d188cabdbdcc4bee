#include "solver.h"

#include "hl/status.h"

/* ---- load ---- */

/* Pairs (row, column) of the pattern's strictly lower triangle.
 * @return their number; with `t` NULL they are only counted */
static int list_entries(const mb_model *model, mb_sparse_tangent *t)
{
    const int n = model->column_count;
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            if (!model->pattern[(size_t)i * (size_t)n + (size_t)j]) continue;
            if (t != NULL) {
                t->rows[count] = i;
                t->columns[count] = j;
            }
            count++;
        }
    return count;
}

/* Compressed columns of both triangles and the diagonal, rows rising. */
static void compress(const mb_model *model, int *start, int *rows)
{
    const int n = model->column_count;
    int count = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const int high = i > j ? i : j, low = i > j ? j : i;
            if (i == j || model->pattern[(size_t)high * (size_t)n + (size_t)low]) rows[count++] = i;
        }
        start[j + 1] = count;
    }
}

static void take(mb_sparse_tangent *t, int n, hl_arena *arena)
{
    int **const lists[] = {&t->rows, &t->columns, &t->lower, &t->upper};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) *lists[i] = HL_NEW(arena, int, t->below);
    t->diagonal = HL_NEW(arena, int, n);
}

mb_sparse_tangent *mb_sparse_tangent_new(const mb_model *model, hl_arena *arena, mb_formulation formulation)
{
    const int n = model->column_count;
    hl_arena scratch = {0};
    mb_sparse_tangent *t = HL_NEW(arena, mb_sparse_tangent, 1);
    if (t == NULL) return NULL;
    t->below = list_entries(model, NULL);
    t->kind = formulation == MB_PENALTY ? HL_SPARSE_LDL : HL_SPARSE_LU;
    int *start = HL_NEW(&scratch, int, n + 1),
        *rows = HL_NEW(&scratch, int, 2 * (size_t)t->below + (size_t)n);
    take(t, n, arena);
    if (!hl_arena_failed(arena) && !hl_arena_failed(&scratch)) {
        compress(model, start, rows);
        t->sparse = hl_sparse_new(arena, t->kind, n, start, rows, NULL);
    }
    hl_arena_free(&scratch);
    if (t->sparse == NULL) return NULL;
    (void)list_entries(model, t);
    for (int k = 0; k < t->below; k++) {
        t->lower[k] = hl_sparse_find(t->sparse, t->rows[k], t->columns[k]);
        t->upper[k] = hl_sparse_find(t->sparse, t->columns[k], t->rows[k]);
    }
    for (int i = 0; i < n; i++) t->diagonal[i] = hl_sparse_find(t->sparse, i, i);
    return t;
}

/* ---- step ---- */

static void copy_numbers(const mb_sparse_tangent *t, const hl_ldu *tangent, bool symmetric)
{
    double *values = hl_sparse_values(t->sparse);
    const double *mirrored = symmetric ? tangent->lower : tangent->upper;
    for (int k = 0; k < t->below; k++) {
        const size_t at = (size_t)t->rows[k] * (size_t)tangent->stride + (size_t)t->columns[k];
        values[t->lower[k]] = tangent->lower[at];
        values[t->upper[k]] = mirrored[at];
    }
    for (int i = 0; i < tangent->n; i++) values[t->diagonal[i]] = tangent->diagonal[i];
}

hl_status mb_factor(mb_work *work, bool symmetric)
{
    const mb_sparse_tangent *t = work->sparse;
    if (t == NULL) return hl_ldu_factor(work->tangent, symmetric);
    HL_ASSERT(symmetric || t->kind == HL_SPARSE_LU);
    copy_numbers(t, work->tangent, symmetric);
    return hl_sparse_factor(t->sparse);
}

void mb_solve(const mb_work *work, double *b)
{
    if (work->sparse == NULL) {
        hl_ldu_solve(work->tangent, b);
    } else {
        hl_sparse_solve(work->sparse->sparse, b);
    }
}
