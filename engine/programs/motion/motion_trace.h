/* Poses of a platform over time, as a file of comma-separated values and as a plot with the limits drawn. */
#ifndef MOTION_TRACE_H
#define MOTION_TRACE_H

#include "auth/rig.h"

#include <stdbool.h>
#include <stddef.h>

/** In a radian, for people. */
extern const double motion_degrees;

typedef struct motion_row {
    double time;                                          /**< [s] */
    double position[AUTH_RIG_AXES], speed[AUTH_RIG_AXES]; /**< [m, rad], per s */
} motion_row;

typedef struct motion_trace {
    size_t count, room;
    motion_row *rows;
} motion_trace;

/** @return false: no memory */
bool motion_trace_add(motion_trace *trace, const motion_row *row);
void motion_trace_free(motion_trace *trace);

/** Whether a plot can be written to a file of this name: it must end in .png or .svg.
 *  @param command  sub-command, for messages
 *  @return false after a message on stderr */
bool motion_trace_check_plot(const char *command, const char *path);

/** Write what is asked for; NULL: not wanted.
 *  @return exit status; other than PROGRAM_DONE after a message on stderr */
int motion_trace_write(const motion_trace *trace, const auth_rig *rig, const char *command, const char *out,
                       const char *plot);

#endif
