/* Acts: ticks that have acted on an event of a device, so that a picture can tell how old is what it
 * shows. */
#ifndef XCH_ACT_H
#define XCH_ACT_H

#include <stdint.h>

typedef struct xch_act {
    int64_t event; /**< when the device spoke, CLOCK_MONOTONIC [ns]; of several events the oldest */
    double time;   /**< of the world behind that tick [s], as its snapshot has it */
} xch_act;

_Static_assert(sizeof(xch_act) == 16, "flat, without padding");

#endif
