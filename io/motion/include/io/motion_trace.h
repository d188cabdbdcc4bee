/* Poses of a platform over time: kept, written as a table and as a plot with the limits drawn; and the
 * washout over a recorded drive. Pure but for its memory and the streams that it writes to. */
#ifndef IO_MOTION_TRACE_H
#define IO_MOTION_TRACE_H

#include "auth/rig.h"
#include "io/washout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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
