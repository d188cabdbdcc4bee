#include "scale.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define MINUS "\xE2\x88\x92" /* U+2212, as wide as a digit */

static const double ALMOST = 1e-6; /* of a step: two ticks are one */
enum { most_decimals = 6 };

double hud_share(const auth_gauge *gauge, double value)
{
    const double share = (value - gauge->from) / (gauge->to - gauge->from);
    return fmin(1.0, fmax(0.0, share));
}

/* ---- ticks ---- */

double hud_step(double span, int most)
{
    static const double mantissas[] = {1.0, 2.0, 5.0, 10.0};
    const double least = span / most, decade = pow(10.0, floor(log10(least)));
    for (int i = 0; i < 3; i++)
        if (mantissas[i] * decade >= least * (1.0 - ALMOST)) return mantissas[i] * decade;
    return mantissas[3] * decade;
}

static int decimals_for(double step)
{
    const double needed = ceil(-log10(step) - ALMOST);
    return (int)fmin(most_decimals, fmax(0.0, needed));
}

/* A step of 2 is divided by four, one of 1 or 5 by five. */
static double chosen_minor(double major)
{
    const double mantissa = major / pow(10.0, floor(log10(major) + ALMOST));
    return fabs(mantissa - 2.0) < 0.1 ? major / 4.0 : major / 5.0;
}

/* Decimals with which a step is written in full: 0.25 needs two. */
static int step_decimals(double step)
{
    int decimals = decimals_for(step);
    const double scaled = step * pow(10.0, decimals);
    if (fabs(scaled - floor(scaled + 0.5)) > ALMOST * scaled && decimals < most_decimals) decimals++;
    return decimals;
}

hud_ticks hud_ticks_of(const auth_gauge *gauge, int most)
{
    hud_ticks ticks = {.major = gauge->major, .minor = gauge->minor};
    if (!(ticks.major > 0.0)) ticks.major = hud_step(gauge->to - gauge->from, most);
    if (!(ticks.minor > 0.0)) ticks.minor = chosen_minor(ticks.major);
    ticks.decimals = step_decimals(ticks.major);
    ticks.first = (int)ceil(gauge->from / ticks.minor - ALMOST);
    ticks.last = (int)floor(gauge->to / ticks.minor + ALMOST);
    return ticks;
}

double hud_tick(const hud_ticks *ticks, int i)
{
    return i * ticks->minor;
}

bool hud_tick_is_major(const hud_ticks *ticks, int i)
{
    return fabs(remainder(hud_tick(ticks, i), ticks->major)) < 1e-3 * ticks->minor;
}

/* ---- numbers ---- */

int hud_decimals(const auth_gauge *gauge)
{
    static const double steps = 100.0; /* that a scale should have */
    if (gauge->decimals >= 0) return gauge->decimals < most_decimals ? gauge->decimals : most_decimals;
    return gauge->to > gauge->from ? decimals_for((gauge->to - gauge->from) / steps) : 1;
}

int64_t hud_number(double value, int decimals)
{
    static const double most = 1e12; /* wider than any gauge */
    if (!isfinite(value)) return HUD_NO_NUMBER;
    return llround(fmin(most, fmax(-most, value * pow(10.0, decimals))));
}

void hud_number_text(int64_t number, int decimals, char text[HUD_NUMBER_LENGTH])
{
    if (number == HUD_NO_NUMBER) {
        snprintf(text, HUD_NUMBER_LENGTH, MINUS MINUS);
        return;
    }
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++) unit *= 10;
    const char *sign = number < 0 ? MINUS : "";
    const int64_t size = number < 0 ? -number : number;
    if (decimals == 0)
        snprintf(text, HUD_NUMBER_LENGTH, "%s%" PRId64, sign, size);
    else
        snprintf(text, HUD_NUMBER_LENGTH, "%s%" PRId64 ".%0*" PRId64, sign, size / unit, decimals,
                 size % unit);
}
