/* Writing and reading tables of signals in the format of telemetry.csv. */
#ifndef RT_TELEMETRY_H
#define RT_TELEMETRY_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"
#include "rt/recording.h"
#include "world/machine.h"

#include <stdio.h>

/* ---- telemetry ---- */

/* telemetry.csv: a row of all signals every few ticks, written by a separate thread; and functions to write
 * such rows.
 *
 *   time,NAME,...
 *   # s,UNIT,...
 *   0,1.25,...        full double precision, nine digits where it is packed */

/* ---- rows ---- */

/** The signals of a table, without its first column `time`.
 *  @param signals  out: their indices; room for world_signal_count
 *  @return their number */
int rt_csv_columns(const world_machine *machine, int *signals);

/** Header rows for these signals. Not RT. */
void rt_csv_header(FILE *file, const world_machine *machine, const int *signals, int count);

/** A row: time [s] and the chosen ones of `values`. Not RT. */
void rt_csv_row(FILE *file, double time, const double *values, const int *signals, int count);

/** The same with nine digits, enough for plots and half the size when compressed. Not RT. */
void rt_csv_short_row(FILE *file, double time, const double *values, const int *signals, int count);

/* ---- the thread ---- */

typedef struct rt_telemetry rt_telemetry;

typedef struct rt_telemetry_setup {
    const char *path;
    bool packed;         /**< compressed by zstd, with nine digits, for attempts */
    int every;           /**< ticks between rows; 0: 10 */
    double ring_seconds; /**< length of the ring to the writing thread; 0: 60 s */
} rt_telemetry_setup;

typedef struct rt_telemetry_outcome {
    int64_t rows;            /**< written */
    int64_t dropped;         /**< rows dropped because the ring was full: gaps in the time column */
    char why[RT_WHY_LENGTH]; /**< reason for an early end; empty: none */
} rt_telemetry_outcome;

/** Allocate memory, write the header rows, start the thread. Not RT.
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status rt_telemetry_open(const rt_telemetry_setup *setup, const world_machine *machine, hl_arena *arena,
                            rt_telemetry **telemetry, char *why);

/** Whether a row must be passed at this tick (counted from the tick at opening). RT. */
bool rt_telemetry_is_due(const rt_telemetry *telemetry, int64_t tick);

/** Pass a row: at the start state and after each successful step that is due. RT.
 *  @param values  of all signals, as world_machine_evaluate_signals gives them */
void rt_telemetry_row(rt_telemetry *telemetry, double time, const double *values);

/** Number of free places of the ring; always positive after a write error. RT. */
int64_t rt_telemetry_free_places(const rt_telemetry *telemetry);

/** Write waiting rows, stop the thread. Not RT. The telemetry is freed. */
void rt_telemetry_close(rt_telemetry *telemetry, rt_telemetry_outcome *outcome);

/* ---- rows ---- */

/* Reading telemetry: the rows of telemetry.csv, of a compressed telemetry.csv.zst, or of another table in
 * this format.
 *
 *   time,NAME,...      names, quoted as in RFC 4180
 *   # s,UNIT,...       units, optional
 *   0,1.25,...         time must not decrease */

typedef struct rt_rows {
    int columns;          /**< without the time */
    int count;            /**< rows, at least one */
    const char **names;   /**< [columns] */
    const char **units;   /**< [columns]; "1" where the file says nothing */
    const double *times;  /**< [count] [s] */
    const double *values; /**< [count][columns] */
} rt_rows;

/** Read a file. Not RT.
 *  @param report  started here; one complaint about the error
 *  @return HL_OK, HL_BAD_INPUT, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status rt_rows_read(const char *path, hl_arena *arena, rt_rows *rows, hl_report *report);

/** Column of a name; -1: none. */
int rt_rows_find(const rt_rows *rows, const char *name);

/** The last row at or before a time; the first row for earlier times. */
int rt_rows_at(const rt_rows *rows, double time);

#endif
