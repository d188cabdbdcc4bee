/* The trace of a drive: its signals over time, as its telemetry has them. Whoever has files reads them. */
#ifndef TRAIN_TRACE_H
#define TRAIN_TRACE_H

#include "hl/arena.h"
#include "hl/status.h"

typedef struct train_trace {
    int rows, columns;
    const char **names, **units; /**< [columns] */
    const double *time;          /**< [rows] [s] */
    const double *values;        /**< [rows][columns] */
} train_trace;

/** Copy at most `most` (at least 2) rows at even distances, the first and the last among them: what a figure
 * can show. All of the copy lies in the arena.
 *  @return HL_OK, HL_OUT_OF_MEMORY */
hl_status train_trace_thin(const train_trace *whole, int most, hl_arena *arena, train_trace *thin);

/** Column of a signal; -1: there is none. */
int train_trace_find(const train_trace *trace, const char *signal);

#endif
