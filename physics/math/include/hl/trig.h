/* Own sine and cosine: the same bits with every compiler and C library. Compared with a higher precision: at
 * most 1 unit in the last place for |x| <= 1e5 rad. */
#ifndef HL_TRIG_H
#define HL_TRIG_H

#define HL_PI 3.14159265358979323846

/** Sine and cosine of `x` [rad]. A non-finite x gives NaN for both. */
void hl_sincos(double x, double *sine, double *cosine);

#endif
