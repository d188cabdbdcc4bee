/* Samples: selected signals at every tick, for sound, motion and force feedback, which need each tick. They
 * are sent through a ring. If the reader is too slow, ticks are missing; their numbers show it. */
#ifndef XCH_SAMPLE_H
#define XCH_SAMPLE_H

#include <stdint.h>

enum {
    XCH_SAMPLED = 96, /**< signals in a sample at most */
    XCH_SAMPLES = 512 /**< maximum in a ring: half a second at 1 kHz */
};

typedef struct xch_sample {
    int64_t tick;
    double time;                /**< of the world [s] */
    int32_t count;              /**< values that are here */
    int32_t unused;             /**< 0 */
    double values[XCH_SAMPLED]; /**< in SI, in the order of the request */
} xch_sample;

_Static_assert(sizeof(xch_sample) == 24 + 8 * XCH_SAMPLED, "flat, without padding");

#endif
