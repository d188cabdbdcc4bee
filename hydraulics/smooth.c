/* Smooth building blocks. STEP is the cubic of 001 (tree harvester, Eq. (25)). */
#include "hyd/smooth.h"

#include <math.h>

hyd_curve hyd_step(double x, double x0, double x1)
{
    const double u = (x - x0) / (x1 - x0);
    if (!(u > 0.0)) return (hyd_curve){0.0, 0.0};
    if (u >= 1.0) return (hyd_curve){1.0, 0.0};
    return (hyd_curve){u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / (x1 - x0)};
}

/* With u = x/width: width u^2 (2 - u); at u = 1 value width and slope 4 u - 3 u^2 = 1. */
hyd_curve hyd_positive(double x, double width)
{
    if (!(x > 0.0)) return (hyd_curve){0.0, 0.0};
    if (x >= width) return (hyd_curve){x, 1.0};
    const double u = x / width;
    return (hyd_curve){width * u * u * (2.0 - u), u * (4.0 - 3.0 * u)};
}

hyd_curve hyd_limited(double x, double low, double high)
{
    if (x <= low) return (hyd_curve){low, 0.0};
    if (x >= high) return (hyd_curve){high, 0.0};
    return (hyd_curve){x, 1.0};
}

/* With d = a - b and r = sqrt(d^2 + width^2):  m = (a + b + r)/2,  dm/da = (1 + d/r)/2 */
hyd_maximum hyd_max(double a, double b, double width)
{
    const double d = a - b, r = sqrt(d * d + width * width);
    return (hyd_maximum){0.5 * (a + b + r), 0.5 * (1.0 + d / r), 0.5 * (1.0 - d / r)};
}
