/* Gain and phase of a response to a sine: a least-squares fit of a cos(w t) + b sin(w t), as the complex
 * number a - b i, so that a response H to cos(w t) fits to H. */
#ifndef TEST_FIT_H
#define TEST_FIT_H

#include <complex.h>
#include <math.h>
#include <string.h>

/* Complex numbers lie in memory as two parts (C17 6.2.5); CMPLX is not in every compiler's library. */
static inline double complex fit_complex(double real, double imaginary)
{
    const double parts[2] = {real, imaginary};
    double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

typedef struct fit {
    double w;
    double cc, cs, ss, yc, ys;
} fit;

static inline void fit_add(fit *f, double t, double y)
{
    const double c = cos(f->w * t), s = sin(f->w * t);
    f->cc += c * c, f->cs += c * s, f->ss += s * s, f->yc += y * c, f->ys += y * s;
}

static inline double complex fit_result(const fit *f)
{
    const double det = f->cc * f->ss - f->cs * f->cs;
    const double a = (f->yc * f->ss - f->ys * f->cs) / det, b = (f->ys * f->cc - f->yc * f->cs) / det;
    return fit_complex(a, -b);
}

/* s = i w' for a filter with break frequency `omega`: what the trapezoidal rule with prewarp makes of w. */
static inline double complex fit_warped(double w, double omega, double step)
{
    return fit_complex(0.0, tan(0.5 * w * step) / tan(0.5 * omega * step) * omega);
}

#endif
