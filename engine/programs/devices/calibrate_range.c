#include "calibrate_range.h"

#include <limits.h>
#include <math.h>

/* Shares of the way, chosen with room to what people do:
 * an axis that has gone less than a quarter of what the device tells has not been moved on purpose; */
static const double least_way = 0.25;
/* what rests this near an end has no middle: a pedal, a lever that lies at its stop; */
static const double near_end = 0.15;
/* dead zones are written in steps that people would write. */
static const double dead_zone_step = 0.005, most_dead_zone = 0.5;

const calibrate_span calibrate_nothing = {INT_MAX, INT_MIN};

void calibrate_see(calibrate_span *span, int value)
{
    if (value < span->low) span->low = value;
    if (value > span->high) span->high = value;
}

static double width(calibrate_span span)
{
    return (double)span.high - (double)span.low;
}

/* The noise to either side of the rest, and the one count by which an axis with an even number of counts
 * misses its middle. */
static double dead_zone(const calibrate_range *range)
{
    const double below = (double)range->rest - (double)range->min,
                 above = (double)range->max - (double)range->rest;
    const double way = range->centred ? fmin(below, above) : below + above;
    const double share = ((double)range->noise + 1.0) / way;
    return fmin(dead_zone_step * ceil(share / dead_zone_step), most_dead_zone);
}

calibrate_range calibrate_find(calibrate_span told, calibrate_span way, calibrate_span still)
{
    const int noise = still.high - still.low;
    calibrate_range range = {.min = way.low,
                             .rest = still.low + noise / 2,
                             .max = way.high,
                             .noise = noise,
                             .moved = width(way) > 0.0 && width(way) >= least_way * width(told)};
    if (!range.moved) return range;
    const double share = ((double)range.rest - (double)way.low) / width(way);
    range.centred = share > near_end && share < 1.0 - near_end;
    range.dead_zone = dead_zone(&range);
    return range;
}

bool calibrate_upwards(const calibrate_range *range, calibrate_span way, bool *clear)
{
    const double up = (double)way.high - (double)range->rest, down = (double)range->rest - (double)way.low;
    *clear = fmax(up, down) >= least_way * ((double)range->max - (double)range->min);
    return up > down;
}

void calibrate_apply(const calibrate_range *range, auth_axis *axis)
{
    axis->has_min = axis->has_max = true;
    axis->min = range->min;
    axis->max = range->max;
    axis->has_centre = range->centred;
    axis->centre = range->centred ? range->rest : 0.0;
    axis->dead_zone = fmax(axis->dead_zone, range->dead_zone);
    if (axis->saturation <= axis->dead_zone) axis->saturation = 1.0;
}
