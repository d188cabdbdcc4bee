/* Small dense systems: LU factors, least squares. */
#include "hl/dense.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static void swap_rows(double *a, int columns, int i, int j)
{
    for (int c = 0; c < columns; c++) {
        const double held = a[i * columns + c];
        a[i * columns + c] = a[j * columns + c];
        a[j * columns + c] = held;
    }
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
            if (m == 0.0) continue;
            for (int j = k + 1; j < n; j++) a[i * n + j] = fma(-m, a[k * n + j], a[i * n + j]);
        }
    }
    return HL_OK;
}

/* y -= a x */
static inline void subtract_row(double *restrict y, double a, const double *restrict x, int columns)
{
    if (a == 0.0) return;
    for (int c = 0; c < columns; c++) y[c] = fma(-a, x[c], y[c]);
}

/* One right-hand side: there the rows of the factors are scalar products. */
static void solve_one(const double *a, int n, double *b)
{
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++) b[i] = fma(-a[i * n + k], b[k], b[i]);
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
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) subtract_row(b + i * columns, a[i * n + k], b + k * columns, columns);
    for (int k = n - 1; k >= 0; k--) {
        const double inverse = 1.0 / a[k * n + k];
        for (int j = k + 1; j < n; j++) subtract_row(b + k * columns, a[k * n + j], b + j * columns, columns);
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
