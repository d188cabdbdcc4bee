/* Elementary functions of a real number: the same bits with every compiler, C library and processor. */
#ifndef HL_REAL_H
#define HL_REAL_H

/* ---- real ---- */

/* The C library's exp, log, pow, ... round differently from version to version and from processor to
 * processor. A recording must replay bit for bit on another computer, years later, so code that feeds the
 * state of a simulation calls these functions. Of the C library it may use only functions that IEEE 754
 * defines exactly: sqrt, fma, floor, ceil, fabs, fmin, fmax, fmod, remainder, nearbyint. (Sine and cosine:
 * hl_sincos.)
 *
 * Each result is at most 1 unit in the last place from the exact value, subnormal results included. Rounding
 * to nearest is assumed. All functions are pure. RT. */

/** e^x; infinite above 709.78, zero below -745.13. */
double hl_exp(double x);

/** y[i] = hl_exp(x[i]), the same bits in less time. */
void hl_exp_four(const double x[4], double y[4]);

/** e^x - 1, accurate also for small x. */
double hl_expm1(double x);

/** Natural logarithm; -infinity at zero, NaN below. */
double hl_log(double x);

/** log(1 + x), accurate also for small x; -infinity at -1, NaN below. */
double hl_log1p(double x);

/** x^y for x >= 0; NaN for a negative base. x^0 = 1 and 1^y = 1 for every x and y. */
double hl_pow(double x, double y);

/** Cube root, of negative numbers too. */
double hl_cbrt(double x);

/** sqrt(x^2 + y^2) without overflow of the squares. */
double hl_hypot(double x, double y);

/** Hyperbolic tangent. */
double hl_tanh(double x);

/** Tangent of `x` [rad]; 1 unit in the last place for |x| <= 1e5. */
double hl_tan(double x);

/** Arc sine [rad]; NaN outside [-1, 1]. */
double hl_asin(double x);

/** Arc tangent [rad]. */
double hl_atan(double x);

/** Angle of the point (x, y) [rad], -pi to pi; 0 or pi with the sign of y where y is zero. */
double hl_atan2(double y, double x);

/* ---- trig ---- */

/* Own sine and cosine: the same bits with every compiler and C library. Compared with a higher precision: at
 * most 1 unit in the last place for |x| <= 1e5 rad. */

#define HL_PI 3.14159265358979323846

/** Sine and cosine of `x` [rad]. A non-finite x gives NaN for both. */
void hl_sincos(double x, double *sine, double *cosine);

enum { HL_LANES = 4 }; /**< numbers that a vector register of the slowest processors supported holds */

/** hl_sincos of several angles at once, the same bits. @param x  [rad], at most 1e6 */
void hl_sincos_lanes(const double x[HL_LANES], double sine[HL_LANES], double cosine[HL_LANES]);

#endif
