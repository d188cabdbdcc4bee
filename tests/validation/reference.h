/* Independent references for cases: minimal-coordinate equations integrated tightly, Jacobi's elliptic
 * functions, and times read off between steps. Nothing here knows the multibody core. */
#ifndef VALID_REFERENCE_H
#define VALID_REFERENCE_H

/** dy <- rates of y at time t. */
typedef void (*valid_rates)(const void *parameters, double t, const double *y, double *dy);

enum { VALID_REFERENCE_MAX = 8 };

/** Integrate y from time 0 to `end` by the classical Runge-Kutta rule in `steps` equal steps (an even
 * number).
 *  @param count  numbers in y, at most VALID_REFERENCE_MAX
 *  @return error estimate: largest difference to the run with half the steps, over 15 (Richardson, order 4)
 */
double valid_reference(valid_rates rates, const void *parameters, int count, double *y, double end,
                       int steps);

/** A mechanism with one coordinate q: kinetic energy J(q) dq^2/2, potential V(q). */
typedef struct valid_one_coordinate {
    double J, dJ; /**< [kg m^2], and its derivative by q */
    double dV;    /**< derivative of the potential by q [N m] */
} valid_one_coordinate;

/** J q'' + J' q'^2/2 + V' = moment: the moment that a motion needs. */
double valid_moment(valid_one_coordinate m, double dq, double ddq);

/** The acceleration without a moment. */
double valid_free_acceleration(valid_one_coordinate m, double dq);

/** Position of a point that depends on one coordinate q, with its derivatives by q. */
typedef struct valid_path {
    double x, dx, ddx, y, dy, ddy;
} valid_path;

/** An angle that depends on q, with its derivatives by q. */
typedef struct valid_angle {
    double a, da, dda;
} valid_angle;

/** base + length (cos a, sin a). */
valid_path valid_path_along(valid_path base, double length, valid_angle angle);

/** Add a body: mass and moment of inertia about its centre at `path`, turning with `angle`, gravity g along
 * -y. */
void valid_add_body(valid_one_coordinate *sum, double mass, double inertia, valid_path path,
                    valid_angle angle, double g);

/** Jacobi's elliptic functions sn, cn, dn of u with modulus k, 0 <= k < 1, by the arithmetic-geometric mean
 *  (M. Abramowitz, I. Stegun, 16.4). */
void valid_jacobi(double u, double k, double *sn, double *cn, double *dn);

/** Complete elliptic integral of the first kind K(k). */
double valid_elliptic_K(double k);

/** Value and rate of something at a time. */
typedef struct valid_sample {
    double t, value, rate;
} valid_sample;

/** Time of value = 0 between two samples of opposite sign, on the cubic through both values and rates: its
 * error is O(h^4). */
double valid_crossing(valid_sample a, valid_sample b);

/** Follows a vibration: collects its upward zero crossings. Begin with {0} and the first sample in `before`.
 */
typedef struct valid_period {
    valid_sample before;
    double first, last;
    int crossings;
} valid_period;

/** The next sample. */
void valid_period_add(valid_period *period, valid_sample now);

/** Mean period [s]; NaN with less than two crossings. */
double valid_period_mean(const valid_period *period);

#endif
