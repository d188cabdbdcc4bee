#include "hl/lu.h"

#include <math.h>

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
