/* Checks of numbers for cmocka tests. On a failure they print what was compared, both numbers and the
 * difference. */
#ifndef SUPPORT_CHECK_H
#define SUPPORT_CHECK_H

/* cmocka.h wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** |actual - expected| <= tolerance. A NaN on either side fails. */
#define CHECK_NEAR(actual, expected, tolerance)                                                              \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/** |actual - expected| <= tolerance |expected| */
#define CHECK_RELATIVE(actual, expected, tolerance)                                                          \
    check_relative((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/** Equal as numbers, to the last bit but the sign of zero. */
#define CHECK_SAME(actual, expected) check_near((actual), (expected), 0.0, #actual, __FILE__, __LINE__)

/** `analytic` is the derivative of `function(x, context)` at x.
 *
 *  Compared with central differences D(h) and D(h/2). The tolerance is a bound of the differences' own error,
 * nothing is tuned: truncation of D(h/2) is |D(h) - D(h/2)|/3 to leading order, so the whole |D(h) - D(h/2)|
 * is allowed, and rounding of the function by `noise` relative to its largest value is magnified by 1/h.
 *  @param h      step, small against the length on which the function bends and not across a corner
 *  @param noise  relative rounding error of the function's evaluation, a few 1e-16 */
#define CHECK_DERIVATIVE(function, context, x, analytic, h, noise)                                           \
    check_derivative((function), (context), (x), (analytic), (h), (noise), #analytic, __FILE__, __LINE__)

typedef double check_function(double x, const void *context);

void check_near(double actual, double expected, double tolerance, const char *what, const char *file,
                int line);
void check_relative(double actual, double expected, double tolerance, const char *what, const char *file,
                    int line);
void check_derivative(check_function *function, const void *context, double x, double analytic, double h,
                      double noise, const char *what, const char *file, int line);

/** Reproducible numbers in [-1, 1); start with any seed. */
double check_random(uint64_t *seed);

#endif
