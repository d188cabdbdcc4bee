/* What `headland run --out` has recorded, as signals of a layout. */
#ifndef HUD_TELEMETRY_H
#define HUD_TELEMETRY_H

#include "rnd/hud.h"
#include "rt/rows.h"

/** Where the values of a signal stand. */
typedef struct hud_column {
    int at;        /**< column of the rows; -1: they have none that fits */
    double factor; /**< the signal's unit, times the column's */
} hud_column;

/** Read a file.
 *  @param path    telemetry.csv; NULL: none, which makes no rows
 *  @param status  out: the exit status when false; complaints went to stderr */
bool hud_telemetry_read(const char *path, hl_arena *arena, rt_rows *rows, int *status);

/** The column of a signal, by its name; one in a unit that measures something else does not fit. */
hud_column hud_telemetry_column(const rt_rows *rows, const rnd_signal *signal);

/** The value in the signal's unit. @param time  of the rows [s] */
double hud_telemetry_value(const rt_rows *rows, hud_column column, double time);

#endif
