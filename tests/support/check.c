#include "support/check.h"

#include <math.h>

void check_near(double actual, double expected, double tolerance, const char *what, const char *file,
                int line)
{
    const double difference = actual - expected;
    if (fabs(difference) <= tolerance || actual == expected) return; /* equal infinities have no difference */
    print_error("%s = %.17g, expected %.17g: difference %.3g, allowed %.3g\n", what, actual, expected,
                difference, tolerance);
    _fail(file, line);
}

void check_relative(double actual, double expected, double tolerance, const char *what, const char *file,
                    int line)
{
    check_near(actual, expected, tolerance * fabs(expected), what, file, line);
}

void check_derivative(check_function *function, const void *context, double x, double analytic, double h,
                      double noise, const char *what, const char *file, int line)
{
    const double offsets[] = {h, -h, 0.5 * h, -0.5 * h};
    double f[4], largest = 0.0;
    for (int i = 0; i < 4; i++) {
        f[i] = function(x + offsets[i], context);
        largest = fmax(largest, fabs(f[i]));
    }
    const double coarse = (f[0] - f[1]) / (2.0 * h), fine = (f[2] - f[3]) / h;
    /* two function values and their arguments, each wrong by `noise`, over the distance h */
    const double rounding = 2.0 * noise * (largest + fabs(analytic * x)) / h;
    check_near(analytic, fine, fabs(coarse - fine) + rounding, what, file, line);
}

double check_random(uint64_t *seed)
{
    *seed =
        *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407); /* Knuth's MMIX generator */
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}
