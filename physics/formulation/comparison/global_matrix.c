/* M + Phi_q^T alpha Phi_q in blocks of seven by seven, one for every two bodies that an equation joins, and
 * its factorisation: dense, from the leaves to the root (hl/ldu.h; a tree fills nothing in), or sparse
 * (hl/sparse.h). Only the first two keep a square array of numbers. */
#include "global_internal.h"

#include <stdlib.h>
#include <string.h>

/* Own factorisation up to here: a tenth faster on chains (tests/bench/bench_sparse.c), but its square array
 * takes 8 MB for 100 bodies already. */
enum { MOST_BODIES_OWN = 100 };

/* ---- own factorisation ---- */

static bool new_ldu(global_matrix *matrix, hl_arena *arena, bool dense)
{
    const int n = SEVEN * matrix->body_count;
    hl_arena scratch = {0};
    unsigned char *pattern = dense ? NULL : HL_NEW(&scratch, unsigned char, (size_t)n *(size_t)n);
    if (!dense && pattern == NULL) return false;
    for (int b = 0; b < matrix->block_count && !dense; b++)
        for (int r = 0; r < SEVEN; r++) {
            const body_block *block = &matrix->blocks[b];
            const size_t row = (size_t)(SEVEN * block->row + r) * (size_t)n;
            memset(pattern + row + SEVEN * (size_t)block->column, 1, SEVEN);
        }
    matrix->ldu = hl_ldu_new(arena, n, pattern);
    hl_arena_free(&scratch);
    return matrix->ldu != NULL;
}

static void copy_to_ldu(const global_matrix *matrix)
{
    hl_ldu *ldu = matrix->ldu;
    hl_ldu_clear(ldu);
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        const bool diagonal = block->row == block->column;
        for (int r = 0; r < SEVEN; r++) {
            const size_t row = (size_t)(SEVEN * block->row + r);
            const int count = diagonal ? r : SEVEN;
            memcpy(ldu->lower + row * (size_t)ldu->stride + SEVEN * (size_t)block->column, block->m[r],
                   (size_t)count * sizeof(double));
            if (diagonal) ldu->diagonal[row] = block->m[r][r];
        }
    }
}

/* ---- sparse ---- */

/* Row bodies of every column body, rising: joined[start[j] ... start[j+1] - 1], the diagonal included. */
typedef struct adjacency {
    int *start, *rows;
} adjacency;

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static bool list_neighbours(const global_matrix *matrix, hl_arena *arena, adjacency *list)
{
    const int n = matrix->body_count, entries = 2 * matrix->block_count - n;
    list->start = HL_NEW(arena, int, n + 1);
    list->rows = HL_NEW(arena, int, entries);
    int *next = HL_NEW(arena, int, n + 1);
    if (hl_arena_failed(arena)) return false;
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        list->start[block->column + 1]++;
        if (block->row != block->column) list->start[block->row + 1]++;
    }
    for (int j = 0; j < n; j++) next[j + 1] = list->start[j + 1] += list->start[j];
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        list->rows[next[block->column]++] = block->row;
        if (block->row != block->column) list->rows[next[block->row]++] = block->column;
    }
    for (int j = 0; j < n; j++)
        qsort(list->rows + list->start[j], (size_t)(list->start[j + 1] - list->start[j]), sizeof(int),
              compare_ints);
    return true;
}

/* Position in the values of entry (0,0) of block (i,j). All columns of a body have the same rows. */
static int block_at(const adjacency *list, int i, int j)
{
    int rank = 0;
    while (list->rows[list->start[j] + rank] != i) rank++;
    return SEVEN * SEVEN * list->start[j] + SEVEN * rank;
}

static bool index_blocks(global_matrix *matrix, hl_arena *arena, const adjacency *list)
{
    matrix->column_length = HL_NEW(arena, int, matrix->body_count);
    matrix->lower_at = HL_NEW(arena, int, matrix->block_count);
    matrix->upper_at = HL_NEW(arena, int, matrix->block_count);
    if (hl_arena_failed(arena)) return false;
    for (int j = 0; j < matrix->body_count; j++)
        matrix->column_length[j] = SEVEN * (list->start[j + 1] - list->start[j]);
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        matrix->lower_at[b] = block_at(list, block->row, block->column);
        matrix->upper_at[b] = block_at(list, block->column, block->row);
    }
    return true;
}

static bool new_sparse(global_matrix *matrix, hl_arena *arena)
{
    hl_arena scratch = {0};
    adjacency list;
    const int n = matrix->body_count;
    bool ok = list_neighbours(matrix, &scratch, &list) && index_blocks(matrix, arena, &list);
    int *start = HL_NEW(&scratch, int, SEVEN *n + 1);
    int *rows = ok ? HL_NEW(&scratch, int, SEVEN *SEVEN *(size_t)list.start[n]) : NULL;
    ok = ok && !hl_arena_failed(&scratch);
    int count = 0;
    for (int column = 0; column < SEVEN * n && ok; column++) {
        const int body = column / SEVEN;
        for (int k = list.start[body]; k < list.start[body + 1]; k++)
            for (int r = 0; r < SEVEN; r++) rows[count++] = SEVEN * list.rows[k] + r;
        start[column + 1] = count;
    }
    matrix->sparse = ok ? hl_sparse_new(arena, HL_SPARSE_LDL, SEVEN * n, start, rows, NULL) : NULL;
    hl_arena_free(&scratch);
    return matrix->sparse != NULL;
}

static void copy_to_sparse(const global_matrix *matrix)
{
    double *values = hl_sparse_values(matrix->sparse);
    for (int b = 0; b < matrix->block_count; b++) {
        const body_block *block = &matrix->blocks[b];
        const int below = matrix->column_length[block->column], beyond = matrix->column_length[block->row];
        double *lower = values + matrix->lower_at[b], *upper = values + matrix->upper_at[b];
        for (int r = 0; r < SEVEN; r++)
            for (int c = 0; c < SEVEN; c++) lower[c * below + r] = upper[r * beyond + c] = block->m[r][c];
    }
}

/* ---- any ---- */

bool mb_global_matrix_new(global_matrix *matrix, hl_arena *arena, mb_solver solver, int body_count,
                          const int (*joined)[2], int pairs)
{
    matrix->body_count = body_count;
    matrix->block_count = body_count + pairs;
    matrix->blocks = HL_NEW(arena, body_block, matrix->block_count);
    if (matrix->blocks == NULL) return false;
    for (int i = 0; i < body_count; i++) matrix->blocks[i].row = matrix->blocks[i].column = i;
    for (int p = 0; p < pairs; p++) {
        matrix->blocks[body_count + p].row = joined[p][0];
        matrix->blocks[body_count + p].column = joined[p][1];
    }
    const bool automatic = solver == MB_SOLVER_AUTO;
    if (solver == MB_SOLVER_SPARSE || (automatic && body_count > MOST_BODIES_OWN))
        return new_sparse(matrix, arena);
    return new_ldu(matrix, arena, solver == MB_SOLVER_DENSE);
}

hl_status mb_global_matrix_factor(global_matrix *matrix)
{
    if (matrix->sparse != NULL) {
        copy_to_sparse(matrix);
        return hl_sparse_factor(matrix->sparse);
    }
    copy_to_ldu(matrix);
    return hl_ldu_factor(matrix->ldu, true);
}

void mb_global_matrix_solve(global_matrix *matrix, double *b)
{
    if (matrix->sparse != NULL) {
        hl_sparse_solve(matrix->sparse, b);
    } else {
        hl_ldu_solve(matrix->ldu, b);
    }
}
