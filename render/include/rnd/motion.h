/* Between snapshots: the picture's own time lies a little behind the newest snapshot, and poses and signals
 * are interpolated between the last two, so that motion is smooth whatever the rates of world and display. */
#ifndef RND_MOTION_H
#define RND_MOTION_H

#include "xch/snapshot.h"

#include <stdbool.h>

typedef struct rnd_motion {
    bool any;             /**< a snapshot has come */
    xch_snapshot last[2]; /**< the one before, the newest */
} rnd_motion;

/** Take a snapshot over, if it is newer; one that is older than the newest (the drive began anew) starts
 * anew. */
void rnd_motion_take(rnd_motion *motion, const xch_snapshot *snapshot);

/** World time that a picture shown now should show [s].
 *  @param now  CLOCK_MONOTONIC [ns]; compared with xch_snapshot.woke; where that is 0 the newest snapshot
 *              is shown */
double rnd_motion_time(const rnd_motion *motion, int64_t now);

/** The world at that time, kept within the last two snapshots: positions and signals linearly, rotations
 * along the shorter arc (normalised linear interpolation: the arcs are small); ticks and counts are the
 * newest's.
 *  @param out  poses, signals, time */
void rnd_motion_at(const rnd_motion *motion, double time, xch_snapshot *out);

#endif
