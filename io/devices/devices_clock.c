/* Times of events. The kernel stamps events on CLOCK_REALTIME unless it is asked for CLOCK_MONOTONIC; where
 * it refuses to be asked, stamps are turned into CLOCK_MONOTONIC by their age. */
#include "devices_internal.h"

static const int64_t OLDEST = 1000000000; /* age of an event that is believed [ns] */

int64_t devices_event_time(int64_t stamp, int64_t clock_now, int64_t now)
{
    /* subtracted as unsigned numbers: a stamp may be anything */
    const int64_t age = (int64_t)((uint64_t)clock_now - (uint64_t)stamp);
    return age >= 0 && age <= OLDEST ? now - age : now;
}
