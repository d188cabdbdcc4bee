#include "flex/matrix.h"

#include <string.h>

static flex_matrix *take(hl_arena *arena, int n, int entries)
{
    flex_matrix *made = HL_NEW(arena, flex_matrix, 1);
    int *start = HL_NEW(arena, int, n + 1), *row = HL_NEW(arena, int, entries);
    double *value = HL_NEW(arena, double, entries);
    if (hl_arena_failed(arena)) return NULL;
    *made = (flex_matrix){n, start, row, value};
    return made;
}

/* Insertion sort: stable, and columns of finite elements are short. */
static void sort_column(int *row, double *value, int count)
{
    for (int i = 1; i < count; i++) {
        const int r = row[i];
        const double v = value[i];
        int k = i;
        for (; k > 0 && row[k - 1] > r; k--) {
            row[k] = row[k - 1];
            value[k] = value[k - 1];
        }
        row[k] = r;
        value[k] = v;
    }
}

/* Sort every column and add equal places. */
static void compress(flex_matrix *m)
{
    int kept = 0;
    for (int j = 0; j < m->n; j++) {
        const int from = m->start[j], to = m->start[j + 1];
        sort_column(&m->row[from], &m->value[from], to - from);
        m->start[j] = kept;
        for (int k = from; k < to; k++) {
            if (kept > m->start[j] && m->row[kept - 1] == m->row[k]) {
                m->value[kept - 1] += m->value[k];
                continue;
            }
            m->row[kept] = m->row[k];
            m->value[kept++] = m->value[k];
        }
    }
    m->start[m->n] = kept;
}

flex_matrix *flex_matrix_new(hl_arena *arena, int n, int count, const int *row, const int *column,
                             const double *value)
{
    flex_matrix *m = take(arena, n, count);
    int *next = HL_NEW(arena, int, n + 1);
    if (hl_arena_failed(arena)) return NULL;
    for (int k = 0; k < count; k++) m->start[column[k] + 1]++;
    for (int j = 0; j < n; j++) m->start[j + 1] += m->start[j];
    memcpy(next, m->start, (size_t)n * sizeof *next);
    for (int k = 0; k < count; k++) {
        const int place = next[column[k]]++;
        m->row[place] = row[k];
        m->value[place] = value[k];
    }
    compress(m);
    return m;
}

flex_matrix *flex_matrix_part(hl_arena *arena, const flex_matrix *from, const int *rows, int row_count,
                              const int *columns, int column_count)
{
    int *place = HL_NEW(arena, int, from->n), entries = 0;
    for (int j = 0; j < column_count; j++) entries += from->start[columns[j] + 1] - from->start[columns[j]];
    flex_matrix *m = take(arena, column_count, entries);
    if (hl_arena_failed(arena)) return NULL;
    for (int i = 0; i < row_count; i++) place[rows[i]] = i + 1;
    int kept = 0;
    for (int j = 0; j < column_count; j++) {
        m->start[j] = kept;
        for (int k = from->start[columns[j]]; k < from->start[columns[j] + 1]; k++) {
            if (place[from->row[k]] == 0) continue;
            m->row[kept] = place[from->row[k]] - 1;
            m->value[kept++] = from->value[k];
        }
    }
    m->start[column_count] = kept;
    return m;
}

void flex_matrix_multiply(const flex_matrix *m, const double *x, int x_rows, int count, double *y, int y_rows)
{
    for (int c = 0; c < count; c++) {
        const double *from = &x[(size_t)c * (size_t)x_rows];
        double *to = &y[(size_t)c * (size_t)y_rows];
        memset(to, 0, (size_t)y_rows * sizeof *to);
        for (int j = 0; j < m->n; j++)
            for (int k = m->start[j]; k < m->start[j + 1]; k++) to[m->row[k]] += m->value[k] * from[j];
    }
}

double flex_matrix_at(const flex_matrix *m, int row, int column)
{
    for (int k = m->start[column]; k < m->start[column + 1]; k++)
        if (m->row[k] == row) return m->value[k];
    return 0;
}
