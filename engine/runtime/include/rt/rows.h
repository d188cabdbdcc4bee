/* Reading telemetry: the rows of telemetry.csv, of a compressed telemetry.csv.zst, or of another table in
 * this format.
 *
 *   time,NAME,...      names, in quotes where RFC 4180 wants them
 *   # s,UNIT,...       units; may be left out
 *   0,1.25,...         time must not fall */
#ifndef RT_ROWS_H
#define RT_ROWS_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

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
