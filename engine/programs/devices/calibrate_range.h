/* What the ways of an axis tell: its range, where it rests, how much it shakes, which way is up. */
#ifndef CALIBRATE_RANGE_H
#define CALIBRATE_RANGE_H

#include "auth/bindings.h"

/** Counts that were seen. */
typedef struct calibrate_span {
    int low, high;
} calibrate_span;

/** Before anything was seen. */
extern const calibrate_span calibrate_nothing;

/** Widen a span. */
void calibrate_see(calibrate_span *span, int value);

/** What was found of an axis. */
typedef struct calibrate_range {
    bool moved; /**< far enough to tell anything */
    bool centred;
    int min, rest, max; /**< [counts] */
    int noise;          /**< peak to peak, at rest [counts] */
    double dead_zone;   /**< that covers the noise, share of the way */
} calibrate_range;

/** @param told   the device's own range [counts]
 *  @param way    seen while it was moved
 *  @param still  seen while it was let go */
calibrate_range calibrate_find(calibrate_span told, calibrate_span way, calibrate_span still);

/** Which way an axis went from its rest: true upwards.
 *  @param clear  out: it went far enough to tell */
bool calibrate_upwards(const calibrate_range *range, calibrate_span way, bool *clear);

/** Put a range into a bound axis. A dead zone that is there and larger stays. */
void calibrate_apply(const calibrate_range *range, auth_axis *axis);

#endif
