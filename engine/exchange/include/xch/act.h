/* Acts: ticks that used an event of a device, to measure the latency of a picture. */
#ifndef XCH_ACT_H
#define XCH_ACT_H

#include <stdint.h>

typedef struct xch_act {
    int64_t event; /**< time of the device's event, CLOCK_MONOTONIC [ns]; the oldest of several events */
    double time;   /**< simulated time after this tick [s], as in its snapshot */
} xch_act;

_Static_assert(sizeof(xch_act) == 16, "flat, without padding");

#endif
