/* Filters of the washout: the trapezoidal rule, solved for the new derivative. */
#include "filter.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdbool.h>

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

/* ---- limits of an axis ---- */

/* Limits of one axis: see the proof in the header. */

static const double MARGIN = 1e-6; /* of the limits: above rounding of single precision, 6e-8 */
/* Part of A to approach a target with; the rest follows the target's own acceleration. */
static const double BRAKING = 0.5;

limiter limiter_of(double position, double speed, double acceleration, double step)
{
    const double inside = 1.0 - MARGIN;
    return (limiter){.X = inside * position, .V = inside * speed, .A = inside * acceleration, .T = step};
}

/* With q = way/(A T^2) and v1 = (k + f) A T, 0 <= f < 1, D(v1) + v1 T/2 = A T^2 (k (k + 1)/2 + f (k + 1)). */
double limiter_approach(double way, double acceleration, double step)
{
    const double q = way / (acceleration * step * step);
    const double k = floor(0.5 * (sqrt(1.0 + 8.0 * q) - 1.0));
    return acceleration * step * (k + (q - 0.5 * k * (k + 1.0)) / (k + 1.0));
}

/* Constant acceleration to the speed v1. Its change comes last of all limits, so that rounding cannot break
 * it. */
static void move(limiter *axis, double v1)
{
    const double most = axis->A * axis->T;
    v1 = hl_clamp(v1, axis->v - most, axis->v + most);
    axis->x += 0.5 * (axis->v + v1) * axis->T;
    axis->a = (v1 - axis->v) / axis->T;
    axis->v = v1;
}

void limiter_follow(limiter *axis, double position, double speed)
{
    const bool within = fabs(position) <= axis->X; /* a target beyond waits at the limit */
    const double r = hl_clamp(position, -axis->X, axis->X);
    const double v_r = within ? hl_clamp(speed, -axis->V, axis->V) : 0.0;
    const double lag = r - axis->x - 0.5 * (axis->v + v_r) * axis->T;
    const double closing = copysign(limiter_approach(fabs(lag), BRAKING * axis->A, axis->T), lag);

    const double half = 0.5 * axis->v * axis->T;
    const double up = limiter_approach(fmax(axis->X - axis->x - half, 0.0), axis->A, axis->T);
    const double down = limiter_approach(fmax(axis->X + axis->x + half, 0.0), axis->A, axis->T);
    move(axis, hl_clamp(hl_clamp(v_r + closing, -down, up), -axis->V, axis->V));
}

void limiter_brake(limiter *axis)
{
    move(axis, 0.0);
}

/* ---- ramps ---- */

/* States and ramps of a platform. A ramp that is turned round in the middle goes back along the same
 * curve. */

ramp ramp_of(double seconds)
{
    return (ramp){.state = IO_MOTION_PARKED, .rate = 1.0 / seconds};
}

/* From where it was stopped to neutral. */
static void release(ramp *r)
{
    r->state = IO_MOTION_PARKING;
    r->held = true;
    r->phase = 1.0;
}

void ramp_engage(ramp *r)
{
    if (r->state == IO_MOTION_STOPPED) release(r);
    if (r->state == IO_MOTION_PARKING && r->held)
        r->again = true;
    else if (r->state == IO_MOTION_PARKED || r->state == IO_MOTION_PARKING)
        r->state = IO_MOTION_ENGAGING;
}

void ramp_park(ramp *r)
{
    r->again = false;
    if (r->state == IO_MOTION_STOPPED)
        release(r);
    else if (r->state != IO_MOTION_PARKED)
        r->state = IO_MOTION_PARKING;
}

void ramp_stop(ramp *r)
{
    r->state = IO_MOTION_STOPPED;
    r->again = false;
}

static void arrive(ramp *r)
{
    r->state = r->again ? IO_MOTION_ENGAGING : IO_MOTION_PARKED;
    r->held = false;
    r->again = false;
}

void ramp_step(ramp *r, double step, bool neutral)
{
    if (r->state == IO_MOTION_ENGAGING) {
        r->phase = fmin(r->phase + r->rate * step, 1.0);
        if (r->phase >= 1.0) r->state = IO_MOTION_RUNNING;
    } else if (r->state == IO_MOTION_PARKING) {
        r->phase = fmax(r->phase - r->rate * step, 0.0);
        if (r->phase <= 0.0 && neutral) arrive(r);
    }
}

ramp_blend ramp_now(const ramp *r)
{
    const double s = r->phase, direction = r->state == IO_MOTION_ENGAGING  ? 1.0
                                           : r->state == IO_MOTION_PARKING ? -1.0
                                                                           : 0.0;
    const double factor = s * s * s * (s * (6.0 * s - 15.0) + 10.0);
    const double slope = 30.0 * s * s * (1.0 - s) * (1.0 - s); /* db/ds */
    return (ramp_blend){factor, direction * r->rate * slope};
}
