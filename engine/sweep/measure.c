/* The measures of a sweep. */
#include "swp/measure.h"

#include <stdio.h>

static const swp_look looks[SWP_MEASURES] = {
    [SWP_SCORE] = {"score", "", 1.0, 1, true, "score", "1", "score", "score of 100 points"},
    [SWP_TIME] = {"time", "s", 1.0, 2, false, "time", "s", "cycle-time", "cycle time"},
    [SWP_FUEL] = {"fuel", "l", 1.0, 3, false, "fuel", "l", "fuel", "fuel"},
    [SWP_MASS] = {"mass", "kg", 1.0, 0, true, "mass", "kg", "mass", "mass moved"},
    [SWP_HITS] = {"hits", "", 1.0, 0, false, "hits", "1", "hits", "hits"},
    [SWP_IMPULSE] = {"impulse", "N s", 1.0, 0, false, "impulse", "N s", "impulse", "impulse of all hits"},
    [SWP_PEAK] = {"peak", "bar", 1e-5, 1, false, "peak", "Pa", "peak-pressure", "largest pressure"},
    /* times real time; how fast the computer was is no property of the machine: it has no plot */
    [SWP_FACTOR] = {"speed", "x", 1.0, 1, true, "real_time_factor", "1", NULL, NULL},
};

const swp_look *swp_look_of(swp_measure measure)
{
    return &looks[measure];
}

void swp_title(const char *title, swp_measure measure, char *text, size_t size)
{
    const char *unit = looks[measure].unit;
    snprintf(text, size, "%s%s%s%s", title, *unit ? " [" : "", unit, *unit ? "]" : "");
}
