/* Smooth functions: each gives value and slope, so that every law of the circuit has exact derivatives. */
#ifndef HYD_SMOOTH_H
#define HYD_SMOOTH_H

/** A function of one number and its derivative. */
typedef struct hyd_curve {
    double y, y_x;
} hyd_curve;

/** Maximum of two numbers and its derivatives. */
typedef struct hyd_maximum {
    double m, m_a, m_b;
} hyd_maximum;

/** The STEP function of 001: 0 up to x0, 1 from x1 on, u^2 (3 - 2 u) between; continuous to the first
 * derivative. x0 < x1. RT. */
hyd_curve hyd_step(double x, double x0, double x1);

/** max(0, x) with a rounded corner: x^2 (2 width - x)/width^2 for 0 < x < width, exactly x beyond. With width
 * 0 the corner is sharp (derivative 0 at x = 0). RT. */
hyd_curve hyd_positive(double x, double width);

/** x limited to low ... high, with sharp corners. The derivative is 1 inside, 0 outside and on the limits.
 * RT. */
hyd_curve hyd_limited(double x, double low, double high);

/** max(a, b) with a rounded corner of size `width`: (a + b + sqrt((a - b)^2 + width^2))/2, which is width/2
 * above the corner at a = b. RT. */
hyd_maximum hyd_max(double a, double b, double width);

#endif
