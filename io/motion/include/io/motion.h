/* Motion: a thread that makes a platform follow the cab, by UDP.
 *
 *   motion = io_motion_open(&setup, arena, error, sizeof error);
 *   for each session: io_motion_join(motion, samples); ... io_motion_leave(motion);
 *   io_motion_close(motion);
 *
 * The platform's time is the clock's: a washout step for every step of the world's length, fed by one sample
 * each. A sample waits one step at most; when more wait they are late, and left out. */
#ifndef IO_MOTION_H
#define IO_MOTION_H

#include "auth/rig.h"
#include "hl/arena.h"
#include "io/packet.h"
#include "io/washout.h"
#include "xch/ring.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct io_motion_setup {
    const auth_rig *rig; /**< lives as long as the thread */
    int first;           /**< where the seat's signals begin in the samples: force x y z, rate x y z */
    double step;         /**< of the world [s] */
} io_motion_setup;

/** Counted since the start. */
typedef struct io_motion_counts {
    int64_t sent, failed; /**< datagrams; one that came to a port where nobody listens is both */
    int64_t missing;      /**< ticks that never came, by the numbers of those that did */
    int64_t late;         /**< ticks that came, but too late for their step: left out */
    int64_t stops;        /**< emergency stops */
} io_motion_counts;

typedef struct io_motion io_motion;

/** Open the socket and start the thread, parked.
 *  @param error  out: why not: the host is not known, no socket, no memory, no thread
 *  @return NULL after `error` */
io_motion *io_motion_open(const io_motion_setup *setup, hl_arena *arena, char *error, size_t error_size);

/** Follow a session: the platform engages with its first tick.
 *  @param samples  ring of xch_sample with room for 20 ms of ticks; the thread is its consumer until
 *                  io_motion_leave */
void io_motion_join(io_motion *motion, xch_ring *samples);

/** The session goes: the platform parks. The ring is not touched any more when this returns. */
void io_motion_leave(io_motion *motion);

/** From any thread. */
io_motion_counts io_motion_count(const io_motion *motion);

/** The next piece of news: "the motion platform does not answer: stopped". One reader.
 *  @param text  out: untouched without one
 *  @return false: there is none */
bool io_motion_news(io_motion *motion, char *text, size_t size);

/** Park, wait until it stands (at most the ramp and a second), end. */
void io_motion_close(io_motion *motion);

#endif
