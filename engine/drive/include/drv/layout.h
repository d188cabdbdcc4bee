/* Reading a layout of a head-up display with the signals of its machine, and their values from telemetry. */
#ifndef DRV_LAYOUT_H
#define DRV_LAYOUT_H

#include "drv/load.h"
#include "rnd/preview.h"
#include "rt/telemetry.h"

/** The signals of a machine, kept from one reading of a layout to the next: building a machine takes longer
 * than all else. Zero-initialise. */
typedef struct drv_layout_machine {
    hl_arena arena;
    uint64_t stamp; /**< of the file that they are of; 0: none is kept */
    const char *path;
    int count, object_count;
    rnd_signal *signals;
    double *values;
    rnd_map_object *objects;
} drv_layout_machine;

/** Forget it. */
void drv_layout_forget(drv_layout_machine *kept);

/** Read a layout and list its signals; without a machine of its own and none given, those that it names.
 *  @param machine  machine or scenario file instead of the layout's own; NULL: the layout's own
 *  @param set      arguments of `--set`, of which those that choose a variant of the machine are looked at;
 * NULL: none
 *  @param kept     machine of the last reading, which is built anew when its file has changed; NULL: none
 *  @param layout   out: `author` NULL: the file itself is wrong
 *  @param report   out: complaints about the layout, and what is wrong with its machine
 *  @param status   out: the exit status when false; with a clean report: what is wrong was logged */
bool drv_layout_read(const drv_log *log, const char *path, const char *machine, const drv_settings *set,
                     drv_layout_machine *kept, hl_arena *arena, rnd_layout *layout, hl_report *report,
                     int *status);

/** Complain in the report about a file that is not there, or is of another kind. @return whether there was
 * nothing to complain about */
bool drv_names_machine(const char *machine, hl_place place, hl_report *report);

/** Report why a machine that the layout names cannot be built: its first mistake, at the place of the name.
 */
void drv_layout_report_machine(const char *path, hl_place place, hl_arena *arena, hl_report *report);

/* ---- telemetry ---- */

/** Where the values of a signal stand. */
typedef struct drv_column {
    int at;        /**< column of the rows; -1: they have none that fits */
    double factor; /**< the signal's unit, times the column's */
} drv_column;

/** Read a file.
 *  @param path    telemetry.csv; NULL: none, which makes no rows
 *  @param status  out: the exit status when false; after messages */
bool drv_layout_telemetry(const drv_log *log, const char *path, hl_arena *arena, rt_rows *rows, int *status);

/** The column of a signal, by its name; one in a unit that measures something else does not fit. */
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
