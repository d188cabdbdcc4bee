/* Reading a layout of a head-up display with the signals of its machine, and their values from telemetry. */
#ifndef DRV_LAYOUT_H
#define DRV_LAYOUT_H

#include "drv/load.h"
#include "rnd/preview.h"
#include "rt/telemetry.h"

/** The signals of a machine, kept from one reading of a layout to the next, since building a machine takes
 * most of the time. Zero-initialise. */
typedef struct drv_layout_machine {
    hl_arena arena;
    uint64_t stamp; /**< of the machine's file; 0: nothing is kept */
    const char *path;
    int count, object_count;
    rnd_signal *signals;
    double *values;
    rnd_map_object *objects;
} drv_layout_machine;

/** Free what is kept. */
void drv_layout_forget(drv_layout_machine *kept);

/** Read a layout and list the signals of its machine; without a machine, the signals that the layout names.
 *  @param machine  machine or scenario file instead of the layout's own; NULL: the layout's own
 *  @param set      settings; those that choose a variant of the machine are applied; NULL: none
 *  @param kept     machine of the last reading, which is built again when its file has changed; NULL: nothing
 * is kept
 *  @param layout   out; its `author` is NULL if the file itself is wrong
 *  @param report   out: complaints about the layout, and what is wrong with its machine
 *  @param status   out: drv_status when false; if the report is clean, the error was logged */
bool drv_layout_read(const drv_log *log, const char *path, const char *machine, const drv_settings *set,
                     drv_layout_machine *kept, hl_arena *arena, rnd_layout *layout, hl_report *report,
                     int *status);

/** Report a file that is missing, or is neither a machine nor a scenario. @return false: it was reported */
bool drv_names_machine(const char *machine, hl_place place, hl_report *report);

/** Report why a machine that the layout names cannot be built: its first error, at the place of the name. */
void drv_layout_report_machine(const char *path, hl_place place, hl_arena *arena, hl_report *report);

/* ---- telemetry ---- */

/** The column of a signal's values. */
typedef struct drv_column {
    int at;        /**< index in the rows; -1: no column fits */
    double factor; /**< the signal's unit, times the column's */
} drv_column;

/** Read telemetry.
 *  @param path    telemetry.csv; NULL: no rows
 *  @param status  out: the exit status when false; after messages */
bool drv_layout_telemetry(const drv_log *log, const char *path, hl_arena *arena, rt_rows *rows, int *status);

/** Find the column of a signal by its name; a column in a unit of another quantity does not fit. */
drv_column drv_layout_column(const rt_rows *rows, const rnd_signal *signal);

/** The value in the signal's unit. @param time  of the rows [s] */
double drv_layout_value(const rt_rows *rows, drv_column column, double time);

/** Check that a time is within the telemetry. @param at  [s]; below 0: not given
 *  @return false after a message */
bool drv_layout_has_time(const drv_log *log, const char *path, const rt_rows *rows, double at);

/** Show the telemetry up to a time, so that lines and tracks of the display grow as they did. Used signals
 * that it lacks are logged.
 *  @param path  of the telemetry */
void drv_layout_play(const drv_log *log, const char *path, const rt_rows *rows, double at,
                     const rnd_layout *layout, rnd_hud *hud);

/** Set signals as `SIGNAL=VALUE` settings say: in the signal's unit, or with a unit that fits, or `nan`;
 * those about the machine's file are skipped. @return false after a message */
bool drv_layout_set(const drv_log *log, const rnd_layout *layout, const drv_settings *set, hl_arena *arena);

#endif
