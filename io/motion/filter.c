/* Filters of the washout: the trapezoidal rule, solved for the new derivative. */
#include "filter.h"

#include <math.h>

/* The limit for omega = 0, a filter that lets everything pass high, is T/2. */
static double half_step(double omega, double step)
{
    return omega > 0.0 ? tan(0.5 * omega * step) / omega : 0.5 * step;
}

filter_first filter_first_of(double omega, double step)
{
    return (filter_first){.omega = omega, .h = half_step(omega, step)};
}

filter_second filter_second_of(double omega, double zeta, double step)
{
    return (filter_second){.omega = omega, .zeta = zeta, .h = half_step(omega, step)};
}

void filter_first_step(filter_first *filter, double u)
{
    const double w = filter->omega, h = filter->h;
    const double predicted = filter->y + h * filter->y1; /* y without the new derivative */
    filter->y1 = w * (u - predicted) / (1.0 + w * h);
    filter->y = predicted + h * filter->y1;
}

void filter_second_step(filter_second *filter, double u)
{
    const double w = filter->omega, h = filter->h, damping = 2.0 * filter->zeta * w;
    const double speed = filter->y1 + h * filter->y2;                /* y' without the new y'' */
    const double predicted = filter->y + h * filter->y1 + h * speed; /* y without the new y'' */
    filter->y2 = (w * w * (u - predicted) - damping * speed) / (1.0 + damping * h + w * w * h * h);
    filter->y1 = speed + h * filter->y2;
    filter->y = predicted + h * h * filter->y2;
}

double filter_compress(double u, double most)
{
    static const double flat = 1.5; /* u/most where the cubic's slope is 0: u - c u^3 with c = 4/27 */
    static const double cubic = 4.0 / 27.0;
    const double x = u / most;
    if (x >= flat) return most;
    if (x <= -flat) return -most;
    return u * (1.0 - cubic * x * x);
}
