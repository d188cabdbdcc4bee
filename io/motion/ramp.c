/* States and ramps of a platform. A ramp that is turned round in the middle goes back along the same
 * curve. */
#include "ramp.h"

#include <math.h>

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
