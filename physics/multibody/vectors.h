/* What the step does with plain vectors. Private to physics. */
#ifndef MB_VECTORS_H
#define MB_VECTORS_H

#include <math.h>

/* Euclidean norm; NaN when an entry is. */
static inline double mb_norm(const double *x, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum = fma(x[i], x[i], sum);
    return sqrt(sum);
}

/* Raises *most to |value| and notes where; once *most is NaN it stays so: a comparison alone would forget it.
 */
static inline void mb_raise(double value, int where, double *most, int *at)
{
    if (isnan(*most) || fabs(value) <= *most) return;
    *most = fabs(value);
    *at = where;
}

/* Largest absolute value, and where it stands; NaN when an entry is. */
static inline double mb_largest_at(const double *x, int count, int *at)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) mb_raise(x[i], i, &most, at);
    return most;
}

static inline double mb_largest(const double *x, int count)
{
    int at = 0;
    return mb_largest_at(x, count, &at);
}

static inline double mb_dot(const double *a, const double *b, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum = fma(a[i], b[i], sum);
    return sum;
}

/* to <- base + h rate */
static inline void mb_advance(double *to, const double *base, double h, const double *rate, int count)
{
    for (int i = 0; i < count; i++) to[i] = fma(h, rate[i], base[i]);
}

#endif
