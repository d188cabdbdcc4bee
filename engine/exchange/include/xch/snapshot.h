/* The world as other threads see it: snapshots and samples. */
#ifndef XCH_SNAPSHOT_H
#define XCH_SNAPSHOT_H

#include <stdint.h>

/* ---- snapshot ---- */

/* Snapshot: the world at one tick, for rendering, gauges, sound and motion. Flat, of fixed capacity; items
 * that do not fit are counted. */

/* Capacity of a snapshot: eight machines, an exercise, all free objects that a scenario may have. */
enum { XCH_SIGNALS = 2048, XCH_BODIES = 256, XCH_OBJECTS = 512 };

/** Pose of a body's frame in the world. Single precision: 0.1 mm at 1 km. */
typedef struct xch_pose {
    float position[3]; /**< [m] */
    float rotation[4]; /**< unit quaternion (w, x, y, z), body to world */
} xch_pose;

typedef struct xch_snapshot {
    int64_t tick;
    double time;          /**< of the world [s] */
    int64_t woke;         /**< when this tick began, CLOCK_MONOTONIC [ns]; 0 at maximum speed */
    int64_t step;         /**< duration of the tick before this one [ns]; 0: not known */
    int64_t missed;       /**< missed deadlines: ticks that ended after the next one was due */
    int64_t slipped;      /**< ticks skipped because of them */
    int64_t events_lost;  /**< events dropped because their ring was full */
    int32_t signal_count; /**< number of signals included: the first of the machine's */
    int32_t signals_left; /**< signals beyond the capacity */
    int32_t body_count;   /**< likewise */
    int32_t bodies_left;
    int32_t object_count;        /**< free objects of the scenario */
    int32_t unused;              /**< 0 */
    double signals[XCH_SIGNALS]; /**< in their units, in the order of the machine */
    xch_pose bodies[XCH_BODIES];
    xch_pose objects[XCH_OBJECTS];
} xch_snapshot;

_Static_assert(sizeof(xch_pose) == 28, "flat, without padding");
_Static_assert(sizeof(xch_snapshot) == 80 + 8 * XCH_SIGNALS + 28 * (XCH_BODIES + XCH_OBJECTS),
               "flat, without padding");

/* ---- sample ---- */

/* Samples: selected signals at every tick, for sound, motion and force feedback, which need each tick. They
 * are sent through a ring, whose items hold as many values as were asked for. If the reader is too slow,
 * ticks are missing; their numbers show it. */

enum {
    XCH_SAMPLED = 256, /**< signals in a sample at most */
    XCH_SAMPLES = 512  /**< maximum in a ring: half a second at 1 kHz */
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
