/* Motion of a platform over UDP: the thread, its packets, a virtual platform, traces of poses. */
#ifndef IO_MOTION_H
#define IO_MOTION_H

#include "auth/rig.h"
#include "hl/arena.h"
#include "io/washout.h"
#include "xch/ring.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- packet ---- */

/* Packets between headland and a motion platform: docs/motion.md has their bytes. */

enum {
    IO_PACKET_SIZE = 104, /**< bytes of a binary pose */
    IO_PACKET_MOST = 512, /**< of any packet */
    IO_HEARTBEAT_SIZE = 16
};

typedef struct io_packet {
    uint32_t sequence; /**< one more each packet; after 2^32 - 1 comes 0 */
    uint32_t axes;     /**< those that exist: bit 1 << axis */
    int64_t time;      /**< of the pose: steps of the washout since the start of sending [ns] */
    int64_t world;     /**< time of the world at the last tick that the pose follows [ns] */
    io_platform_pose pose;
} io_packet;

/** The axes that a rig has, as bits. */
uint32_t io_packet_axes(const auth_rig *rig);

/** Little-endian bytes, single precision. @return IO_PACKET_SIZE */
size_t io_packet_write(const io_packet *packet, uint8_t bytes[IO_PACKET_SIZE]);

/** Read such bytes.
 *  @return false: they are not a packet's, or a number is not finite; `packet` is untouched then */
bool io_packet_read(const uint8_t *bytes, size_t size, io_packet *packet);

/** Text for hobby rigs, by the template of the rig: axes in braces become codes, 0 to 2^bits - 1.
 *  @param text  out: without a NUL behind it
 *  @return its length; 0: it does not fit, or the template names what is no axis */
size_t io_packet_text(const auth_rig *rig, const io_packet *packet, char *text, size_t size);

/** Read such a text back.
 *  @param position  out: of the axes that the template names; others are untouched
 *  @return false: this is not a text by the template of the rig */
bool io_packet_text_read(const auth_rig *rig, const char *text, size_t length,
                         double position[AUTH_RIG_AXES]);

/** The platform's answer: it is there, and has taken this sequence number; `fault` other than 0: it has
 * stopped by itself. */
typedef struct io_heartbeat {
    uint32_t sequence;
    uint32_t fault;
} io_heartbeat;

/** Little-endian bytes. @return IO_HEARTBEAT_SIZE */
size_t io_heartbeat_write(const io_heartbeat *heartbeat, uint8_t bytes[IO_HEARTBEAT_SIZE]);

/** Read such bytes. @return false: they are not a heartbeat's; `heartbeat` is untouched then */
bool io_heartbeat_read(const uint8_t *bytes, size_t size, io_heartbeat *heartbeat);

/* ---- motion ---- */

/* Motion: a thread that makes a platform follow the cab, by UDP.
 *
 *   motion = io_motion_open(&setup, arena, error, sizeof error);
 *   for each session: io_motion_join(motion, samples); ... io_motion_leave(motion);
 *   io_motion_close(motion);
 *
 * The platform's time is the clock's: a washout step for every step of the world's length, fed by one sample
 * each. A sample waits one step at most; when more wait they are late, and left out. */

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

/* ---- platform ---- */

/* A virtual motion platform: it listens where a real one would, checks what it is told against the limits of
 * its rig, answers heartbeats, and returns to neutral by itself when nobody speaks to it. For trying out a
 * rig file before people sit on it, and for tests. One thread uses it. */

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

/* ---- motion trace ---- */

/* Poses of a platform over time: kept, written as a table and as a plot with the limits drawn; and the
 * washout over a recorded drive. Pure but for its memory and the streams that it writes to. */

#define IO_MOTION_DEGREES 57.29577951308232 /* in a radian */

typedef struct io_motion_row {
    double time;                                          /**< [s] */
    double position[AUTH_RIG_AXES], speed[AUTH_RIG_AXES]; /**< [m, rad], per s */
} io_motion_row;

/** Zero-initialise. */
typedef struct io_motion_trace {
    size_t count, room;
    io_motion_row *rows;
} io_motion_trace;

/** Append a pose. @return false: out of memory */
bool io_motion_trace_add(io_motion_trace *trace, double time, const double position[AUTH_RIG_AXES],
                         const double speed[AUTH_RIG_AXES]);
void io_motion_trace_free(io_motion_trace *trace);

/** Whether an axis is a translation [m]; else it is a rotation [rad]. */
bool io_motion_is_translation(int axis);

/** Write the axes of the rig as comma-separated values: a row of names, a row of units, then a row a pose. */
void io_motion_trace_write(const io_motion_trace *trace, const auth_rig *rig, FILE *out);

/** Write a gnuplot script, with its data, that draws the poses and the limits: translations above, rotations
 * below.
 *  @param picture  file that it draws, as gnuplot sees it: .svg, else PNG */
void io_motion_trace_script(const io_motion_trace *trace, const auth_rig *rig, const char *picture,
                            FILE *script);

/* ---- the washout over a recorded drive ---- */

enum { IO_SEAT_SIGNALS = 6 /**< force x, y, z, rate x, y, z */ };

/** Signals of the seat in a table of rows. */
typedef struct io_seat_record {
    int count;                  /**< rows */
    int columns;                /**< numbers in a row */
    const double *times;        /**< [count], ascending [s] */
    const double *values;       /**< [count][columns] */
    int at[IO_SEAT_SIGNALS];    /**< column of each signal */
    double si[IO_SEAT_SIGNALS]; /**< unit of the column in SI */
} io_seat_record;

/** The largest of each axis. */
typedef struct io_motion_peaks {
    double position[AUTH_RIG_AXES], speed[AUTH_RIG_AXES], acceleration[AUTH_RIG_AXES];
} io_motion_peaks;

/** Filter a recorded drive, from engaging to its end, in steps of 1 ms; between rows the signals are
 * interpolated.
 *  @param trace  out: a pose for each row
 *  @param peaks  out
 *  @return false: out of memory */
bool io_motion_filter(const io_seat_record *record, const auth_rig *rig, hl_arena *arena,
                      io_motion_trace *trace, io_motion_peaks *peaks);

/** The row that follows the row before it by more than a time; -1: there is none. Such a gap would take the
 * filter hours of steps. */
int io_seat_record_gap(const io_seat_record *record, double most);

#endif
