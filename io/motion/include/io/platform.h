/* A virtual motion platform: it listens where a real one would, checks what it is told against the limits of
 * its rig, answers heartbeats, and returns to neutral by itself when nobody speaks to it. For trying out a
 * rig file before people sit on it, and for tests. One thread uses it. */
#ifndef IO_PLATFORM_H
#define IO_PLATFORM_H

#include "auth/rig.h"
#include "hl/arena.h"
#include "io/washout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The platform at a time. */
typedef struct io_platform_row {
    double time;           /**< of the pose, as the packet says; text: by counting at the rig's rate [s] */
    double world;          /**< time of the world that it follows; text: 0 [s] */
    io_motion_state state; /**< text: PARKED with all axes in the middle, else RUNNING */
    bool alone;            /**< the watchdog moves it */
    double position[AUTH_RIG_AXES], speed[AUTH_RIG_AXES]; /**< [m, rad], per s */
} io_platform_row;

typedef struct io_platform_counts {
    int64_t packets;   /**< taken */
    int64_t foreign;   /**< datagrams that are no packets of this rig */
    int64_t lost;      /**< by their sequence numbers; text has none */
    int64_t reordered; /**< older than one that was taken: left out */
    int64_t watchdogs; /**< times that nothing came for 0.2 s while it was not parked */
    /** Packets beyond a limit, by what they say and by finite differences between what arrives. */
    int64_t position, speed, acceleration;
} io_platform_counts;

typedef struct io_platform io_platform;

/** Listen on a port of this computer.
 *  @param rig    lives as long
 *  @param port   0: any that is free
 *  @param error  out: why not
 *  @return NULL after `error` */
io_platform *io_platform_open(const auth_rig *rig, int port, hl_arena *arena, char *error, size_t error_size);

/** The port where it listens. */
int io_platform_port(const io_platform *platform);

/** Wait for the next row: a packet, or a step of 20 ms of the watchdog on its way to neutral.
 *  @return false: none within `seconds` */
bool io_platform_wait(io_platform *platform, double seconds, io_platform_row *row);

/** Counted since it was opened. */
io_platform_counts io_platform_count(const io_platform *platform);

/** Listen no more. Its memory is the arena's. */
void io_platform_close(io_platform *platform);

#endif
