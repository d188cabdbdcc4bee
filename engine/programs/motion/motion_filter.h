/* The washout over recorded telemetry. */
#ifndef MOTION_FILTER_H
#define MOTION_FILTER_H

#include "motion_trace.h"

#include "hl/arena.h"

/** Filter the seat's signals of a telemetry.csv, from engaging to the end of it, and print the largest of
 * every axis against its limit.
 *  @param trace  out: a row for each row of the file
 *  @return exit status; other than PROGRAM_DONE after complaints on stderr */
int motion_filter(const char *command, const char *telemetry, const auth_rig *rig, hl_arena *arena,
                  motion_trace *trace);

#endif
