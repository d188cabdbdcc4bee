/* Samples: chosen signals at every tick, for those who must not miss one: sound, motion, forces on wheels.
 * They travel through a ring; when its reader sleeps, ticks are missing in it, as their numbers tell. */
#ifndef XCH_SAMPLE_H
#define XCH_SAMPLE_H

#include <stdint.h>

enum {
    XCH_SAMPLED = 96, /**< signals in a sample at most */
    XCH_SAMPLES = 512 /**< that wait in a ring at most: half a second at 1 kHz */
};

typedef struct xch_sample {
    int64_t tick;
    double time;                /**< of the world [s] */
    int32_t count;              /**< values that are here */
    int32_t unused;             /**< 0 */
    double values[XCH_SAMPLED]; /**< in SI, in the order in which they were asked for */
} xch_sample;

_Static_assert(sizeof(xch_sample) == 24 + 8 * XCH_SAMPLED, "flat, without padding");

#endif
