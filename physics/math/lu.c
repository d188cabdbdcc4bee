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

void hl_lu_solve(const double *a, int n, const int *pivot, double *b, int columns)
{
    for (int k = 0; k < n; k++)
        if (pivot[k] != k) swap_rows(b, columns, k, pivot[k]);
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            for (int c = 0; c < columns; c++)
                b[i * columns + c] = fma(-a[i * n + k], b[k * columns + c], b[i * columns + c]);
    }
    for (int k = n - 1; k >= 0; k--) {
        const double inverse = 1.0 / a[k * n + k];
        for (int c = 0; c < columns; c++) {
            double sum = b[k * columns + c];
            for (int j = k + 1; j < n; j++) sum = fma(-a[k * n + j], b[j * columns + c], sum);
            b[k * columns + c] = sum * inverse;
        }
    }
}
