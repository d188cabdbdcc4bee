/* Forces of the loader's cylinders in the work cycle: the peak of the dig, and with the sand carried those of
 * the simulation against static ones. Static: virtual work of the weights of loader and sand in the pose that
 * the machine has at that moment, dV = F_lift dl_lift + F_tilt dl_tilt (tractor_loader.h); the sand's weight
 * hangs in its centre of mass. No speeds, accelerations, pressures or friction enter. */
#include "sand_cycle.h"

#include <math.h>
#include <stdio.h>

static const double CONTACT = 10.12, DUG = 10.85;   /* [s] as printed */
static const double CARRIED = 12.85, DUMPS = 34.88; /* [s] */
static const double CYLINDERS = 2.0;                /* of a pair */

static const char section[] = "000 publication V, section IV.D and figures 14, 15";

static void peak(valid_run *v, const sand_cycle *c)
{
    const double force = sand_lift_peak(c, CONTACT, DUG + 0.25) / CYLINDERS;
    char text[120];
    snprintf(text, sizeof text, "peak force of one lift cylinder in the dig, %.0f kN: log10 of newtons",
             1e-3 * force);
    valid_published(v, text, "1", section, 5.0, log10(force), 0.5, "'of the order of 100 kN'");
}

/* Sums over the time of carrying. */
typedef struct comparison {
    double dynamic, statics, apart; /* [N] */
    int count;
} comparison;

static comparison compare(const sand_cycle *c, bool tilt)
{
    comparison sums = {0};
    for (int i = 0; i < c->count; i++) {
        const sand_sample *s = &c->samples[i];
        if (!s->held || s->time < CARRIED || s->time > DUMPS) continue;
        const double here = s->signal[tilt ? SAND_TILT : SAND_LIFT],
                     at_rest = tilt ? s->statics.tilt : s->statics.lift;
        sums.dynamic += here;
        sums.statics += at_rest;
        sums.apart += fabs(here - at_rest);
        sums.count++;
    }
    return sums;
}

static void rows(valid_run *v, const char *cylinders, const comparison *sums)
{
    static const double ON_AVERAGE = 0.05;
    /* [1] the bucket rides up and down by 1 m/s^2 rms on springs of rubber and oil */
    static const double RIDE = 1.0 / 9.81;
    char text[120];
    snprintf(text, sizeof text, "%s cylinders, 12.85 to 34.88 s: mean force over its static one, less 1",
             cylinders);
    valid_bound(v, text, "1", section, sums->dynamic / sums->statics - 1.0, ON_AVERAGE,
                "'good agreement': 5 % on average");
    snprintf(text, sizeof text, "%s cylinders, 12.85 to 34.88 s: mean distance from the static force, of it",
             cylinders);
    valid_bound(v, text, "1", section, sums->apart / fabs(sums->statics), RIDE,
                "vertical acceleration of the ride, 1 m/s2 on average");
}

void sand_transfer_forces(valid_run *v, const sand_cycle *c)
{
    peak(v, c);
    const comparison lift = compare(c, false), tilt = compare(c, true);
    rows(v, "lift", &lift);
    rows(v, "tilt", &tilt);
}
