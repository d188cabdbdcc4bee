/* Limits of one axis: see the proof in the header. */
#include "limiter.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdbool.h>

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
