/* First- and second-order filters of the washout, with unit gain where they let pass. The low pass is the
 * state; what the washout needs of high passes and of their integrals are its derivatives:
 *
 *   first order    y' = omega (u - y)
 *                  high pass y'/omega, integrated y/omega
 *   second order   y'' = omega^2 (u - y) - 2 zeta omega y'
 *                  high pass y''/omega^2, integrated y'/omega^2, twice integrated y/omega^2
 *
 * That way "high pass, then integrate twice" has no integrator that could drift.
 *
 * Discretisation: the trapezoidal rule (Tustin), y1 = y0 + h (y0' + y1') with the half step
 * h = tan(omega T/2)/omega in place of T/2 (prewarp). The response to a sampled sine of frequency w is then
 * that of the continuous filter at w' = tan(w T/2)/h, which is w (1 + O((w T)^2/12)), and exactly omega at
 * w = omega. */
#ifndef MOTION_FILTER_H
#define MOTION_FILTER_H

/** Zero-initialised but for its constants: at rest. */
typedef struct filter_first {
    double omega; /**< break frequency [rad/s] */
    double h;     /**< half step [s] */
    double y, y1; /**< low pass and its derivative */
} filter_first;

typedef struct filter_second {
    double omega, zeta; /**< break frequency [rad/s], damping ratio */
    double h;           /**< half step [s] */
    double y, y1, y2;   /**< low pass and its derivatives */
} filter_second;

/** @param omega  below pi/step [rad/s]; first order: 0 stays at y = 0
 *  @param step   between calls [s] */
filter_first filter_first_of(double omega, double step);
filter_second filter_second_of(double omega, double zeta, double step);

/** Let one sample in. RT. */
void filter_first_step(filter_first *filter, double u);
void filter_second_step(filter_second *filter, double u);

/** Third-order compressive saturation: slope 1 at 0, slope 0 at u = 1.5 most and +-most beyond.
 *  y = u - 4/27 u^3/most^2: 5 % less than u at 0.58 most. RT. */
double filter_compress(double u, double most);

#endif
