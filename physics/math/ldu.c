#include "hl/ldu.h"

#include "hl/dense.h"
#include "hl/status.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    ROW_ALIGNMENT = 8, /* doubles: rows start on a cache line */
    VECTOR = 4,        /* doubles of a vector register */
    LANES = 8,         /* partial sums of a scalar product */
    BLOCK = 4          /* pivots eliminated in one pass over the rows */
};

/* ---- symbolic ---- */

/* Fill-in of the elimination from the last row to the first: all columns of row k become coupled. */
static void fill_in(unsigned char *filled, int n)
{
    for (int k = n - 1; k > 0; k--) {
        const unsigned char *row_k = filled + (size_t)k * (size_t)n;
        for (int i = 0; i < k; i++) {
            if (!row_k[i]) continue;
            unsigned char *row_i = filled + (size_t)i * (size_t)n;
            for (int j = 0; j < i; j++) row_i[j] |= row_k[j];
        }
    }
}

static int row_run_count(const unsigned char *row, int k)
{
    int count = 0;
    for (int j = 0; j < k; j++)
        if (row[j] && (j == 0 || !row[j - 1])) count++;
    return count;
}

static bool list_runs(hl_ldu *ldu, hl_arena *arena, const unsigned char *filled)
{
    const int n = ldu->n;
    ldu->row_runs = HL_NEW(arena, int, n + 1);
    if (ldu->row_runs == NULL) return false;
    for (int k = 0; k < n; k++)
        ldu->row_runs[k + 1] = ldu->row_runs[k] + row_run_count(filled + (size_t)k * (size_t)n, k);
    ldu->runs = HL_NEW(arena, hl_run, ldu->row_runs[n]);
    if (ldu->runs == NULL) return false;
    for (int k = 0, r = 0; k < n; k++) {
        const unsigned char *row = filled + (size_t)k * (size_t)n;
        for (int j = 0; j < k; j++) {
            if (!row[j]) continue;
            if (j == 0 || !row[j - 1]) ldu->runs[r++].first = j;
            ldu->runs[r - 1].end = j + 1;
        }
    }
    return true;
}

/* Whether row k-1 is in row k's structure and the two agree otherwise. */
static bool continues(const unsigned char *filled, int n, int k)
{
    const unsigned char *row = filled + (size_t)k * (size_t)n, *next = row - n;
    return row[k - 1] && memcmp(row, next, (size_t)(k - 1)) == 0;
}

/* Pivots with one common structure (a supernode) are eliminated up to BLOCK at a time. */
static bool list_blocks(hl_ldu *ldu, hl_arena *arena, const unsigned char *filled)
{
    ldu->block_width = HL_NEW(arena, int, ldu->n);
    if (ldu->block_width == NULL) return false;
    for (int k = ldu->n - 1; k >= 0; k -= ldu->block_width[k]) {
        ldu->block_width[k] = 1;
        while (ldu->block_width[k] < BLOCK && k - ldu->block_width[k] >= 0 &&
               continues(filled, ldu->n, k - ldu->block_width[k] + 1))
            ldu->block_width[k]++;
    }
    return true;
}

hl_ldu *hl_ldu_new(hl_arena *arena, int n, const unsigned char *pattern)
{
    const size_t cells = (size_t)n * (size_t)n;
    hl_ldu *ldu = HL_NEW(arena, hl_ldu, 1);
    hl_arena scratch = {0};
    unsigned char *filled = HL_NEW(&scratch, unsigned char, cells);
    if (ldu == NULL || filled == NULL) {
        hl_arena_free(&scratch);
        return NULL;
    }
    if (pattern != NULL) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                filled[(size_t)i * (size_t)n + (size_t)j] = pattern[(size_t)i * (size_t)n + (size_t)j] != 0;
        fill_in(filled, n);
    } else {
        memset(filled, 1, cells);
    }
    ldu->n = n;
    ldu->stride = (n + VECTOR - 1 + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    const size_t numbers = (size_t)n * (size_t)ldu->stride;
    ldu->lower = HL_NEW(arena, double, numbers);
    ldu->upper = HL_NEW(arena, double, numbers);
    ldu->diagonal = HL_NEW(arena, double, n);
    const bool ok =
        list_runs(ldu, arena, filled) && list_blocks(ldu, arena, filled) && !hl_arena_failed(arena);
    hl_arena_free(&scratch);
    return ok ? ldu : NULL;
}

long hl_ldu_nonzeros(const hl_ldu *ldu)
{
    long count = 0;
    for (int r = 0; r < ldu->row_runs[ldu->n]; r++) count += ldu->runs[r].end - ldu->runs[r].first;
    return count;
}

/* ---- numeric ---- */

static double *row_of(double *triangle, const hl_ldu *ldu, int k)
{
    return triangle + (size_t)k * (size_t)ldu->stride;
}

void hl_ldu_clear(hl_ldu *ldu)
{
    for (int k = 0; k < ldu->n; k++) {
        double *lower = row_of(ldu->lower, ldu, k), *upper = row_of(ldu->upper, ldu, k);
        for (int r = ldu->row_runs[k]; r < ldu->row_runs[k + 1]; r++) {
            const hl_run run = ldu->runs[r];
            const size_t bytes = (size_t)(run.end - run.first) * sizeof(double);
            memset(lower + run.first, 0, bytes);
            memset(upper + run.first, 0, bytes);
        }
        ldu->diagonal[k] = 0.0;
    }
}

void hl_ldu_multiply(const hl_ldu *ldu, const double *x, double *y)
{
    for (int k = 0; k < ldu->n; k++) y[k] = ldu->diagonal[k] * x[k];
    for (int k = 0; k < ldu->n; k++) {
        const double *lower = row_of(ldu->lower, ldu, k), *upper = row_of(ldu->upper, ldu, k);
        for (int r = ldu->row_runs[k]; r < ldu->row_runs[k + 1]; r++)
            for (int j = ldu->runs[r].first; j < ldu->runs[r].end; j++) {
                y[k] = fma(lower[j], x[j], y[k]);
                y[j] = fma(upper[j], x[k], y[j]);
            }
    }
}

/* Where a loop over a row may end so that it does whole vectors: what stands behind the diagonal of a row is
 * never used, and rows have room for it. */
static inline int whole_vectors(int first, int diagonal)
{
    return first + (diagonal - first + VECTOR - 1) / VECTOR * VECTOR;
}

/* y[first..end) += a x[first..end) */
static inline void add_scaled(double *restrict y, double a, const double *restrict x, int first, int end)
{
    for (int j = first; j < end; j++) y[j] = fma(a, x[j], y[j]);
}

/* y[first..end) += sum over the block of a[p] x[p][first..end): one pass over y for all pivots of a block */
static inline void add_scaled_4(double *restrict y, const double a[4], const double *restrict x0,
                                const double *restrict x1, const double *restrict x2,
                                const double *restrict x3, int first, int end)
{
    const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    for (int i = first; i < end; i += VECTOR) /* end - first is a multiple of VECTOR */
        for (int j = i; j < i + VECTOR; j++)
            y[j] = fma(a3, x3[j], fma(a2, x2[j], fma(a1, x1[j], fma(a0, x0[j], y[j]))));
}

static inline void add_block(double *y, int width, const double *a, const double *const *x, int first,
                             int end)
{
    if (width == BLOCK && (end - first) % VECTOR == 0) {
        add_scaled_4(y, a, x[0], x[1], x[2], x[3], first, end);
    } else {
        for (int p = 0; p < width; p++) add_scaled(y, a[p], x[p], first, end);
    }
}

/* The rows of pivots k, k-1, ... that are eliminated together. */
typedef struct pivot_block {
    int width;
    const double *lower[BLOCK], *m[BLOCK];
} pivot_block;

/* Row i receives what the block leaves on it: L(i,.) -= m(i) L(k,.), U(i,.) -= L(k,i) m(.), both over the
 * columns < i of `runs`. */
static inline void eliminate_row(hl_ldu *ldu, int i, const pivot_block *block, const hl_run *runs,
                                 int run_count, bool symmetric)
{
    double *lower_i = row_of(ldu->lower, ldu, i), *upper_i = row_of(ldu->upper, ldu, i);
    double a[BLOCK], b[BLOCK];
    for (int p = 0; p < block->width; p++) {
        a[p] = -block->m[p][i];
        b[p] = -block->lower[p][i];
        ldu->diagonal[i] = fma(a[p], block->lower[p][i], ldu->diagonal[i]);
    }
    for (int r = 0; r < run_count && runs[r].first < i; r++) {
        const int first = runs[r].first, end = runs[r].end < i ? runs[r].end : whole_vectors(first, i);
        add_block(lower_i, block->width, a, block->lower, first, end);
        if (!symmetric) add_block(upper_i, block->width, b, block->m, first, end);
    }
}

/* m(.) = U(k,.) / W(k,k) */
static hl_status scale_pivot_row(hl_ldu *ldu, int k, bool symmetric)
{
    if (!isnormal(ldu->diagonal[k])) return HL_SINGULAR;
    const double inverse = 1.0 / ldu->diagonal[k];
    ldu->diagonal[k] = inverse;
    double *m = row_of(ldu->upper, ldu, k);
    const double *source = symmetric ? row_of(ldu->lower, ldu, k) : m;
    for (int r = ldu->row_runs[k]; r < ldu->row_runs[k + 1]; r++)
        for (int j = ldu->runs[r].first; j < ldu->runs[r].end; j++) m[j] = inverse * source[j];
    return HL_OK;
}

/* Pivots k, k-1, ..., k-width+1: each is first applied to the rows of the block that follow it. */
static hl_status eliminate_block(hl_ldu *ldu, int k, int width, bool symmetric)
{
    pivot_block block = {.width = 0};
    for (int p = 0; p < width; p++) {
        const int row = k - p;
        for (int earlier = 0; earlier < p; earlier++) {
            const pivot_block one = {1, {block.lower[earlier]}, {block.m[earlier]}};
            eliminate_row(ldu, row, &one, ldu->runs + ldu->row_runs[row],
                          ldu->row_runs[row + 1] - ldu->row_runs[row], symmetric);
        }
        if (scale_pivot_row(ldu, row, symmetric) != HL_OK) return HL_SINGULAR;
        block.lower[p] = row_of(ldu->lower, ldu, row);
        block.m[p] = row_of(ldu->upper, ldu, row);
    }
    block.width = width;
    const int last = k - width + 1; /* its runs are what all pivots of the block have in common */
    const hl_run *runs = ldu->runs + ldu->row_runs[last];
    const int run_count = ldu->row_runs[last + 1] - ldu->row_runs[last];
    for (int r = 0; r < run_count; r++)
        for (int i = runs[r].first; i < runs[r].end; i++)
            eliminate_row(ldu, i, &block, runs, run_count, symmetric);
    return HL_OK;
}

hl_status hl_ldu_factor(hl_ldu *ldu, bool symmetric)
{
    for (int k = ldu->n - 1; k >= 0; k -= ldu->block_width[k])
        if (eliminate_block(ldu, k, ldu->block_width[k], symmetric) != HL_OK) return HL_SINGULAR;
    return HL_OK;
}

/* x . y over [first, end), in LANES partial sums: a fixed order of additions that does not wait for each
 * other */
static inline double product(const double *restrict x, const double *restrict y, int first, int end)
{
    if (end - first < LANES) {
        double sum = 0.0;
        for (int j = first; j < end; j++) sum = fma(x[j], y[j], sum);
        return sum;
    }
    double sums[LANES] = {0};
    int j = first;
    for (; j + LANES <= end; j += LANES)
        for (int l = 0; l < LANES; l++) sums[l] = fma(x[j + l], y[j + l], sums[l]);
    for (int l = 0; j < end; j++, l++) sums[l] = fma(x[j], y[j], sums[l]);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

void hl_ldu_solve(const hl_ldu *ldu, double *b)
{
    for (int k = ldu->n - 1; k > 0; k--) {
        const double *m = row_of(ldu->upper, ldu, k);
        for (int r = ldu->row_runs[k]; r < ldu->row_runs[k + 1]; r++)
            add_scaled(b, -b[k], m, ldu->runs[r].first, ldu->runs[r].end);
    }
    for (int k = 0; k < ldu->n; k++) {
        const double *lower = row_of(ldu->lower, ldu, k);
        double sum = b[k];
        for (int r = ldu->row_runs[k]; r < ldu->row_runs[k + 1]; r++)
            sum -= product(lower, b, ldu->runs[r].first, ldu->runs[r].end);
        b[k] = sum * ldu->diagonal[k];
    }
}

/* Small dense systems: LU factors, least squares. */
static void swap_rows(double *a, int columns, int i, int j)
{
    for (int c = 0; c < columns; c++) {
        const double held = a[i * columns + c];
        a[i * columns + c] = a[j * columns + c];
        a[j * columns + c] = held;
    }
}

/* y -= a x */
static inline void subtract_row(double *restrict y, double a, const double *restrict x, int columns)
{
    if (a == 0.0) return;
    for (int c = 0; c < columns; c++) y[c] = fma(-a, x[c], y[c]);
}

hl_status hl_lu_factor(double *a, int n, int *pivot)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
        pivot[k] = p;
        if (!isnormal(a[p * n + k])) return HL_SINGULAR;
        if (p != k) swap_rows(a, n, k, p);
        const double inverse = 1.0 / a[k * n + k];
        for (int i = k + 1; i < n; i++) {
            const double m = a[i * n + k] *= inverse;
            subtract_row(a + i * n + k + 1, m, a + k * n + k + 1, n - k - 1);
        }
    }
    return HL_OK;
}

/* The same over `width` columns, of rows that are `stride` long: the sums stay in registers. */
static inline void subtract_few(double *restrict y, const double *restrict weights, const double *restrict x,
                                int count, int stride, int width)
{
    double sum[16];
    for (int c = 0; c < width; c++) sum[c] = y[c];
    for (int i = 0; i < count; i++) {
        const double weight = -weights[i];
        if (weight == 0.0) continue;
        for (int c = 0; c < width; c++) sum[c] = fma(weight, x[i * stride + c], sum[c]);
    }
    for (int c = 0; c < width; c++) y[c] = sum[c];
}

/* y[columns] -= sum over i of weights[i] x[i][columns], in the order of i */
static inline void subtract_rows(double *restrict y, const double *restrict weights, const double *restrict x,
                                 int count, int columns)
{
    int c = 0;
    for (; c + 16 <= columns; c += 16) subtract_few(y + c, weights, x + c, count, columns, 16);
    for (; c + 8 <= columns; c += 8) subtract_few(y + c, weights, x + c, count, columns, 8);
    for (; c + 4 <= columns; c += 4) subtract_few(y + c, weights, x + c, count, columns, 4);
    for (; c + 2 <= columns; c += 2) subtract_few(y + c, weights, x + c, count, columns, 2);
    for (; c < columns; c++) subtract_few(y + c, weights, x + c, count, columns, 1);
}

/* One right-hand side. Forwards all rows below take a solved number at once: a row's sum would wait for each
 * of its terms. Backwards the order of the terms leaves no choice. */
static void solve_one(const double *a, int n, double *b)
{
    for (int k = 0; k + 1 < n; k++)
        for (int i = k + 1; i < n; i++) b[i] = fma(-a[i * n + k], b[k], b[i]);
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] = fma(-a[k * n + j], b[j], b[k]);
        b[k] *= 1.0 / a[k * n + k];
    }
}

void hl_lu_solve(const double *a, int n, const int *pivot, double *b, int columns)
{
    for (int k = 0; k < n; k++)
        if (pivot[k] != k) swap_rows(b, columns, k, pivot[k]);
    if (columns == 1) {
        solve_one(a, n, b);
        return;
    }
    for (int i = 1; i < n; i++) subtract_rows(b + i * columns, a + i * n, b, i, columns);
    for (int k = n - 1; k >= 0; k--) {
        const double inverse = 1.0 / a[k * n + k];
        double *row = b + k * columns;
        subtract_rows(row, a + k * n + k + 1, row + columns, n - k - 1, columns);
        for (int c = 0; c < columns; c++) b[k * columns + c] *= inverse;
    }
}

/* ---- least squares ---- */

enum { MAX_SWEEPS = 60 }; /* ten are usual */

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum = fma(a[i], b[i], sum);
    return sum;
}

static void rotate(double *a, double *b, int n, double cosine, double sine)
{
    for (int i = 0; i < n; i++) {
        const double above = a[i], below = b[i];
        a[i] = cosine * above - sine * below;
        b[i] = sine * above + cosine * below;
    }
}

/* Rotate rows i and j so that they become orthogonal, and b with them. Their cosine is known to n roundings.
 * A row that is not longer than `negligible` counts as zero: of more rows than columns some must vanish.
 * @return whether a rotation was needed */
static bool make_orthogonal(double *A, int n, double *b, int i, int j, double negligible)
{
    double *first = A + (size_t)i * (size_t)n, *second = A + (size_t)j * (size_t)n;
    const double alpha = dot(first, first, n), beta = dot(second, second, n), gamma = dot(first, second, n);
    if (sqrt(fmin(alpha, beta)) <= negligible) return false;
    if (!(fabs(gamma) > (n + 4) * DBL_EPSILON * sqrt(alpha) * sqrt(beta))) return false;
    const double zeta = (beta - alpha) / (2.0 * gamma);
    const double t =
        copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta)); /* tangent of the smaller angle */
    const double cosine = 1.0 / sqrt(1.0 + t * t), sine = cosine * t;
    rotate(first, second, n, cosine, sine);
    rotate(b + i, b + j, 1, cosine, sine);
    return true;
}

static bool make_all_orthogonal(double *A, int m, int n, double *b, double negligible)
{
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        bool rotated = false;
        for (int i = 0; i + 1 < m; i++)
            for (int j = i + 1; j < m; j++) rotated |= make_orthogonal(A, n, b, i, j, negligible);
        if (!rotated) return true;
    }
    return false;
}

/* Largest length of a row, the largest singular value; NaN where a number is not finite */
static double longest_row(const double *A, int m, int n)
{
    double longest = 0.0;
    for (int i = 0; i < m; i++) {
        const double length = sqrt(dot(A + (size_t)i * (size_t)n, A + (size_t)i * (size_t)n, n));
        if (!(length <= DBL_MAX)) return (double)NAN;
        longest = fmax(longest, length);
    }
    return longest;
}

int hl_solve_minimum_norm(double *A, int m, int n, double *b, double tolerance, double *x)
{
    memset(x, 0, (size_t)n * sizeof *x);
    const double longest = longest_row(A, m, n);
    if (!(longest <= DBL_MAX) || !make_all_orthogonal(A, m, n, b, DBL_EPSILON * longest)) return -1;
    const double least = tolerance * longest_row(A, m, n);
    int rank = 0;
    for (int i = 0; i < m; i++) {
        const double *row = A + (size_t)i * (size_t)n;
        const double square = dot(row, row, n); /* sigma_i^2: x = sum of row_i b_i/sigma_i^2 */
        if (!(sqrt(square) > least)) continue;
        rank++;
        for (int c = 0; c < n; c++) x[c] = fma(row[c], b[i] / square, x[c]);
    }
    return rank;
}
