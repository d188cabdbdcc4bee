/* Independent references: see reference.h. */
#include "reference.h"

#include <math.h>
#include <string.h>

/* ---- ordinary differential equations ---- */

static void rk4_step(valid_rates rates, const void *parameters, int count, double t, double h, double *y)
{
    static const double node[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double sum[VALID_REFERENCE_MAX] = {0.0}, rate[VALID_REFERENCE_MAX] = {0.0}, at[VALID_REFERENCE_MAX];
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < count; i++) at[i] = y[i] + node[s] * h * rate[i];
        rates(parameters, t + node[s] * h, at, rate);
        for (int i = 0; i < count; i++) sum[i] += weight[s] * rate[i];
    }
    for (int i = 0; i < count; i++) y[i] += h / 6.0 * sum[i];
}

static void integrate(valid_rates rates, const void *parameters, int count, double *y, double end, int steps)
{
    const double h = end / steps;
    for (int k = 0; k < steps; k++) rk4_step(rates, parameters, count, k * h, h, y);
}

double valid_reference(valid_rates rates, const void *parameters, int count, double *y, double end, int steps)
{
    double coarse[VALID_REFERENCE_MAX], most = 0.0;
    memcpy(coarse, y, (size_t)count * sizeof *coarse);
    integrate(rates, parameters, count, coarse, end, steps / 2);
    integrate(rates, parameters, count, y, end, steps);
    for (int i = 0; i < count; i++) most = fmax(most, fabs(y[i] - coarse[i]));
    return most / 15.0;
}

/* ---- mechanisms with one coordinate ---- */

double valid_moment(valid_one_coordinate m, double dq, double ddq)
{
    return m.J * ddq + 0.5 * m.dJ * dq * dq + m.dV;
}

double valid_free_acceleration(valid_one_coordinate m, double dq)
{
    return -(0.5 * m.dJ * dq * dq + m.dV) / m.J;
}

valid_path valid_path_along(valid_path base, double length, valid_angle angle)
{
    const double c = length * cos(angle.a), s = length * sin(angle.a);
    return (valid_path){.x = base.x + c,
                        .dx = base.dx - s * angle.da,
                        .ddx = base.ddx - s * angle.dda - c * angle.da * angle.da,
                        .y = base.y + s,
                        .dy = base.dy + c * angle.da,
                        .ddy = base.ddy + c * angle.dda - s * angle.da * angle.da};
}

void valid_add_body(valid_one_coordinate *sum, double mass, double inertia, valid_path path,
                    valid_angle angle, double g)
{
    sum->J += mass * (path.dx * path.dx + path.dy * path.dy) + inertia * angle.da * angle.da;
    sum->dJ += 2.0 * (mass * (path.dx * path.ddx + path.dy * path.ddy) + inertia * angle.da * angle.dda);
    sum->dV += mass * g * path.dy;
}

/* ---- elliptic functions ---- */

enum { MAX_MEANS = 16 };

/* Means a_n and differences c_n of (1, k'); returns the last n. */
static int means(double k, double a[MAX_MEANS], double c[MAX_MEANS])
{
    double b = sqrt((1.0 - k) * (1.0 + k));
    int n = 0;
    a[0] = 1.0, c[0] = k;
    while (n < MAX_MEANS - 1 && c[n] > 1e-16 * a[n]) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
    }
    return n;
}

void valid_jacobi(double u, double k, double *sn, double *cn, double *dn)
{
    double a[MAX_MEANS], c[MAX_MEANS];
    const int last = means(k, a, c);
    double phi = ldexp(a[last] * u, last);
    for (int n = last; n > 0; n--) phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(1.0 - k * k * *sn * *sn);
}

double valid_elliptic_K(double k)
{
    double a[MAX_MEANS], c[MAX_MEANS];
    return 0.5 * acos(-1.0) / a[means(k, a, c)];
}

/* ---- times between steps ---- */

double valid_crossing(valid_sample a, valid_sample b)
{
    const double h = b.t - a.t, rising = b.value > a.value ? 1.0 : -1.0;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        const double s = 0.5 * (low + high), r = 1.0 - s;
        const double value = (1.0 + 2.0 * s) * r * r * a.value + s * r * r * h * a.rate +
                             s * s * (3.0 - 2.0 * s) * b.value - s * s * r * h * b.rate;
        if (rising * value < 0.0)
            low = s;
        else
            high = s;
    }
    return a.t + low * h;
}

void valid_period_add(valid_period *period, valid_sample now)
{
    if (period->before.value < 0.0 && now.value >= 0.0) {
        period->last = valid_crossing(period->before, now);
        if (period->crossings++ == 0) period->first = period->last;
    }
    period->before = now;
}

double valid_period_mean(const valid_period *period)
{
    if (period->crossings < 2) return (double)NAN;
    return (period->last - period->first) / (period->crossings - 1);
}
