#include "drv/layout.h"

#include "drv/display.h"

#include "auth/file.h"
#include "auth/quantity.h"
#include "auth/scenario.h"
#include "hl/report.h"
#include "rnd/preview.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- the signals of a machine ---- */

static bool of_machine(const drv_log *log, const char *path, const drv_settings *set, hl_arena *arena,
                       rnd_layout *layout, int *status)
{
    drv_files files;
    world_machine *machine = drv_load_and_build(log, path, set, arena, &files, status);
    if (machine == NULL) return false;
    *status = DRV_ENVIRONMENT;
    layout->count = world_signal_count(machine);
    if (!rnd_layout_room(layout, layout->count, arena)) return false;
    for (int i = 0; i < layout->count; i++) {
        const world_signal info = world_signal_info(machine, i);
        layout->signals[i] = (rnd_signal){info.name, info.unit, info.meaning, info.si};
    }
    world_machine_evaluate_signals(machine, layout->values);
    if (files.scenario == NULL) return true;
    layout->objects = drv_map_objects(files.scenario, arena);
    layout->object_count = layout->objects == NULL ? 0 : auth_scenario_fixed(files.scenario);
    return layout->objects != NULL || auth_scenario_fixed(files.scenario) == 0;
}

/* ---- a machine that is kept ---- */

void drv_layout_forget(drv_layout_machine *kept)
{
    hl_arena_free(&kept->arena);
    *kept = (drv_layout_machine){.stamp = 0};
}

static const char *copy_text(const char *text, hl_arena *arena)
{
    return hl_arena_string(arena, text, strlen(text));
}

static bool copy_signals(const rnd_signal *from, int count, hl_arena *arena, rnd_signal *to)
{
    for (int i = 0; i < count; i++) {
        to[i] = (rnd_signal){copy_text(from[i].name, arena), copy_text(from[i].unit, arena),
                             copy_text(from[i].meaning, arena), from[i].si};
        if (to[i].name == NULL || to[i].unit == NULL || to[i].meaning == NULL) return false;
    }
    return true;
}

/* A copy: what is kept may be built anew while the layout is shown. */
static bool take_kept(const drv_layout_machine *kept, hl_arena *arena, rnd_layout *layout, int *status)
{
    *status = DRV_ENVIRONMENT;
    layout->count = kept->count;
    layout->objects = HL_NEW(arena, rnd_map_object, kept->object_count);
    if (!rnd_layout_room(layout, kept->count, arena) || layout->objects == NULL ||
        !copy_signals(kept->signals, kept->count, arena, layout->signals))
        return false;
    memcpy(layout->values, kept->values, (size_t)kept->count * sizeof *kept->values);
    if (kept->object_count > 0)
        memcpy(layout->objects, kept->objects, (size_t)kept->object_count * sizeof *kept->objects);
    layout->object_count = kept->object_count;
    return true;
}

/* Machines of variants that were chosen are not kept. */
static bool of_machine_kept(const drv_log *log, const char *path, const drv_settings *set,
                            drv_layout_machine *kept, hl_arena *arena, rnd_layout *layout, int *status)
{
    if (kept == NULL || set != NULL) return of_machine(log, path, set, arena, layout, status);
    const uint64_t stamp = rnd_file_stamp(path);
    if (stamp == 0 || kept->stamp != stamp || strcmp(kept->path, path) != 0) {
        rnd_layout fresh = {.count = 0};
        drv_layout_forget(kept);
        if (!of_machine(log, path, NULL, &kept->arena, &fresh, status)) return false;
        *kept = (drv_layout_machine){.arena = kept->arena,
                                     .stamp = stamp,
                                     .path = copy_text(path, &kept->arena),
                                     .count = fresh.count,
                                     .object_count = fresh.object_count,
                                     .signals = fresh.signals,
                                     .values = fresh.values,
                                     .objects = fresh.objects};
        if (kept->path == NULL) kept->stamp = 0;
    }
    return take_kept(kept, arena, layout, status);
}

bool drv_names_machine(const char *machine, hl_place place, hl_report *report)
{
    static hl_report other;
    auth_file_kind kind = AUTH_FILE_KINDS;
    const hl_status status = auth_file_kind_of(machine, &kind, &other);
    if (status == HL_IO_ERROR)
        hl_report_add(report, place, "'machine': %s %s (paths are relative to this file's folder)", machine,
                      other.list[0].text);
    else if (status == HL_OK && kind != AUTH_FILE_MACHINE && kind != AUTH_FILE_SCENARIO)
        hl_report_add(report, place,
                      "'machine': %s is a file of kind '%s'; a machine or a scenario is expected", machine,
                      auth_file_kind_word(kind));
    return hl_report_clean(report);
}

bool drv_layout_read(const drv_log *log, const char *path, const char *machine, const drv_settings *set,
                     drv_layout_machine *kept, hl_arena *arena, rnd_layout *layout, hl_report *report,
                     int *status)
{
    *layout = (rnd_layout){0};
    const hl_status result = auth_hud_read(path, arena, &layout->author, report);
    *status = result == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : DRV_USAGE;
    if (result != HL_OK) return false;
    const char *of = machine != NULL ? machine : layout->author->machine;
    const hl_place place = machine != NULL ? (hl_place){0, 0} : layout->author->machine_place;
    if (machine != NULL) hl_report_begin(report, "--machine"); /* not the layout's mistake */
    if (of != NULL && !drv_names_machine(of, place, report)) return false;
    hl_report_begin(report, path);
    if (of != NULL ? !of_machine_kept(log, of, set, kept, arena, layout, status)
                   : !rnd_layout_name_signals(layout, arena))
        return false;
    layout->of_machine = of != NULL;
    rnd_layout_mark_used(layout);
    return true;
}

/* A machine with errors of its own: the first of them, at the place where the layout names it. */
void drv_layout_report_machine(const char *path, hl_place place, hl_arena *arena, hl_report *report)
{
    static hl_report other;
    auth_file_kind kind = AUTH_FILE_KINDS;
    auth_machine *machine;
    auth_scenario *scenario;
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32];
    hl_report_begin(&other, path);
    if (auth_file_kind_of(path, &kind, &other) == HL_OK) {
        if (kind == AUTH_FILE_MACHINE)
            (void)auth_machine_read(path, arena, &machine, &other);
        else
            (void)auth_scenario_read(path, arena, &scenario, &other);
    }
    if (hl_report_clean(&other)) {
        hl_report_add(report, place, "'machine': %s cannot be built; the reason is in the terminal", path);
        return;
    }
    hl_report_line(&other, 0, line, sizeof line);
    hl_report_add(report, place, "'machine': %s", line);
}

/* ---- telemetry ---- */

bool drv_layout_telemetry(const drv_log *log, const char *path, hl_arena *arena, rt_rows *rows, int *status)
{
    static hl_report report;
    *rows = (rt_rows){.count = 0};
    if (path == NULL) return true;
    const hl_status result = rt_rows_read(path, arena, rows, &report);
    if (result == HL_OK) return true;
    *status = drv_refuse(log, path, result, &report);
    return false;
}

drv_column drv_layout_column(const rt_rows *rows, const rnd_signal *signal)
{
    drv_column column = {.at = rows->count > 0 ? rt_rows_find(rows, signal->name) : -1, .factor = 1.0};
    auth_dimension dimension;
    double si;
    if (column.at < 0 || !auth_unit_read(rows->units[column.at], &si, &dimension)) return column;
    column.factor = si / signal->si;
    if (!auth_unit_fits(signal->unit, dimension)) column.at = -1;
    return column;
}

double drv_layout_value(const rt_rows *rows, drv_column column, double time)
{
    const ptrdiff_t row = rt_rows_at(rows, time);
    return column.factor * rows->values[row * rows->columns + column.at];
}

bool drv_layout_has_time(const drv_log *log, const char *path, const rt_rows *rows, double at)
{
    static const double slack = 1e-6; /* [s]: times are written rounded */
    if (at < 0.0) return true;
    if (rows->count == 0) return drv_say(log, "--at is a time within --telemetry FILE.csv: give both");
    const double first = rows->times[0], last = rows->times[rows->count - 1];
    if (at >= first - slack && at <= last + slack) return true;
    return drv_say(log, "--at %g s is outside %s, which covers %g s to %g s", at, path, first, last);
}

/* Signals that a gauge shows and the telemetry lacks: without a message they would be taken for recorded.
 * @param there  those that are there in a unit that does not fit, otherwise those that are not there */
static void list_missing(const drv_log *log, const char *path, const rnd_layout *layout, const rt_rows *rows,
                         bool there)
{
    char list[2000];
    size_t length = 0;
    for (int i = 0; i < layout->count; i++) {
        const rnd_signal *signal = &layout->signals[i];
        if (!layout->used[i] || drv_layout_column(rows, signal).at >= 0) continue;
        if ((rt_rows_find(rows, signal->name) >= 0) != there || length >= sizeof list) continue;
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", signal->name);
    }
    if (length > 0)
        drv_say(log, "%s: %s, so these signals keep their initial values: %s", path,
                there ? "in units that do not match" : "not in it", list);
}

static void take_row(const rnd_layout *layout, const rt_rows *rows, double time)
{
    for (int i = 0; i < layout->count; i++) {
        const drv_column column = drv_layout_column(rows, &layout->signals[i]);
        if (column.at >= 0) layout->values[i] = drv_layout_value(rows, column, time);
    }
}

void drv_layout_play(const drv_log *log, const char *path, const rt_rows *rows, double at,
                     const rnd_layout *layout, rnd_hud *hud)
{
    enum { STEPS = 600 }; /* more than a line has columns of two pixels, on most displays */
    list_missing(log, path, layout, rows, false);
    list_missing(log, path, layout, rows, true);
    const double begin = fmax(rows->times[0], at - rnd_layout_longest_trace(layout));
    for (int i = 0; i < STEPS && at > begin; i++) {
        const double time = begin + (at - begin) * i / STEPS;
        take_row(layout, rows, time);
        rnd_hud_update(hud, layout->values, time);
    }
    take_row(layout, rows, at);
}

/* ---- values by hand ---- */

/* A value as it is written after `=`: in the signal's unit, or with a unit that fits, or `nan`: not known. */
static bool read_value(const drv_log *log, const rnd_signal *signal, const char *text, double *value)
{
    char complaint[HL_MESSAGE_LENGTH];
    auth_dimension dimension;
    bool with_unit;
    *value = (double)NAN;
    if (strcmp(text, "nan") == 0) return true;
    if (!auth_quantity_read_any(text, value, &dimension, &with_unit, complaint, sizeof complaint)) {
        return drv_say(log, "--set %s: %s", signal->name, complaint);
    }
    if (!with_unit) return true;
    if (!auth_unit_fits(signal->unit, dimension)) {
        return drv_say(log, "--set %s: '%s' does not fit; a value in '%s' is expected", signal->name, text,
                       signal->unit);
    }
    *value /= signal->si;
    return true;
}

static bool unknown_signal(const drv_log *log, const rnd_layout *layout, const char *name)
{
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < layout->count; i++) hl_spelling_offer(&nearest, layout->signals[i].name);
    const char *known = layout->of_machine ? "headland signals lists those of the machine"
                                           : "one that the layout shows is expected";
    return drv_say(log, "--set: unknown signal '%s'; %s%s%s", name, nearest.best ? "the nearest is '" : known,
                   nearest.best ? nearest.best : "", nearest.best ? "'" : "");
}

bool drv_layout_set(const drv_log *log, const rnd_layout *layout, const drv_settings *set, hl_arena *arena)
{
    for (int i = 0; i < set->count; i++) {
        const char *text = set->texts[i], *equals = strchr(text, '=');
        if (drv_is_choice(text) && layout->of_machine) continue;
        if (!equals || equals == text) return drv_say(log, "--set '%s': SIGNAL=VALUE is expected", text);
        const char *name = hl_arena_string(arena, text, (size_t)(equals - text));
        const int signal = name ? rnd_layout_find(layout, name) : -1;
        if (signal < 0) return unknown_signal(log, layout, name ? name : text);
        if (!read_value(log, &layout->signals[signal], equals + 1, &layout->values[signal])) return false;
    }
    return true;
}
