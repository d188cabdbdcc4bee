/* telemetry.csv: a row of all signals every few ticks, written by a thread of its own; and the same rows for
 * whoever has signals at hand.
 *
 *   time,NAME,...
 *   # s,UNIT,...
 *   0,1.25,...        full double precision, nine digits where it is packed */
#ifndef RT_TELEMETRY_H
#define RT_TELEMETRY_H

#include "rt/recording.h"
#include "world/machine.h"

#include <stdio.h>

/* ---- rows ---- */

/** A name in a header row, quoted where RFC 4180 wants it. Not RT. */
void rt_csv_name(FILE *file, const char *name);

/** The signals that a table has beside its first column: all but `time`.
 *  @param signals  out: their indices; room for world_signal_count
 *  @return their number */
int rt_csv_columns(const world_machine *machine, int *signals);

/** Header rows for these signals. Not RT. */
void rt_csv_header(FILE *file, const world_machine *machine, const int *signals, int count);

/** A row: time [s] and the chosen ones of `values`. Not RT. */
void rt_csv_row(FILE *file, double time, const double *values, const int *signals, int count);

/** The same with nine digits, which is more than plots show and packs to half the bytes. Not RT. */
void rt_csv_short_row(FILE *file, double time, const double *values, const int *signals, int count);

/* ---- the thread ---- */

typedef struct rt_telemetry rt_telemetry;

typedef struct rt_telemetry_setup {
    const char *path;
    bool packed;         /**< by zstd, with nine digits: what is kept of attempts */
    int every;           /**< ticks between rows; 0: 10 */
    double ring_seconds; /**< of rows that the ring holds for the writing thread; 0: 60 s */
} rt_telemetry_setup;

typedef struct rt_telemetry_outcome {
    int64_t rows;            /**< written */
    int64_t dropped;         /**< rows that found the ring full: gaps in the time column */
    char why[RT_WHY_LENGTH]; /**< why writing ended early, in words; empty: it did not */
} rt_telemetry_outcome;

/** Take the memory, write the header rows, start the thread. Not RT.
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status rt_telemetry_open(const rt_telemetry_setup *setup, const world_machine *machine, hl_arena *arena,
                            rt_telemetry **telemetry, char *why);

/** Whether a row is due at this tick (counted from the tick at opening): its signals are wanted. RT. */
bool rt_telemetry_due(const rt_telemetry *telemetry, int64_t tick);

/** Hand over a row: at the start state and after every good step that is due. RT.
 *  @param values  of all signals, as world_machine_signals gives them */
void rt_telemetry_row(rt_telemetry *telemetry, double time, const double *values);

/** Rows that the ring takes before rows are dropped; after a write error always some. RT. */
int64_t rt_telemetry_room(const rt_telemetry *telemetry);

/** Write what waits, stop the thread. Not RT. The telemetry is gone afterwards. */
void rt_telemetry_close(rt_telemetry *telemetry, rt_telemetry_outcome *outcome);

#endif
