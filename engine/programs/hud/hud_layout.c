#include "hud_layout.h"

#include "command/program_log.h"
#include "drv/display.h"
#include "drv/load.h"
#include "program.h"

#include "auth/file.h"
#include "auth/quantity.h"
#include "auth/scenario.h"
#include "rnd/preview.h"

#include <stddef.h>
#include <string.h>

/* ---- the signals of a machine ---- */

static bool of_machine(const char *path, const option_list *set, hl_arena *arena, rnd_layout *layout,
                       int *status)
{
    drv_files files;
    world_machine *machine =
        drv_load_and_build(&program_log, path, set ? SETTINGS_OF(set) : NULL, arena, &files, status);
    if (machine == NULL) return false;
    *status = PROGRAM_ENVIRONMENT;
    layout->count = world_signal_count(machine);
    if (!rnd_layout_room(layout, layout->count, arena)) return false;
    for (int i = 0; i < layout->count; i++) {
        const world_signal info = world_signal_info(machine, i);
        layout->signals[i] = (rnd_signal){info.name, info.unit, info.meaning, info.si};
    }
    world_machine_evaluate_signals(machine, layout->values);
    if (files.scenario == NULL) return true;
    layout->objects = drv_map_objects(files.scenario, arena);
    layout->object_count = layout->objects == NULL ? 0 : files.scenario->object_count;
    return layout->objects != NULL || files.scenario->object_count == 0;
}

/* ---- a machine that is kept ---- */

void hud_machine_free(hud_machine *kept)
{
    hl_arena_free(&kept->arena);
    *kept = (hud_machine){.stamp = 0};
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
static bool take_kept(const hud_machine *kept, hl_arena *arena, rnd_layout *layout, int *status)
{
    *status = PROGRAM_ENVIRONMENT;
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
static bool of_machine_kept(const char *path, const option_list *set, hud_machine *kept, hl_arena *arena,
                            rnd_layout *layout, int *status)
{
    if (kept == NULL || set != NULL) return of_machine(path, set, arena, layout, status);
    const uint64_t stamp = rnd_file_stamp(path);
    if (stamp == 0 || kept->stamp != stamp || strcmp(kept->path, path) != 0) {
        rnd_layout fresh = {.count = 0};
        hud_machine_free(kept);
        if (!of_machine(path, NULL, &kept->arena, &fresh, status)) return false;
        *kept = (hud_machine){.arena = kept->arena,
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

bool hud_layout_names_machine(const char *machine, hl_place place, hl_report *report)
{
    static hl_report other;
    auth_file_kind kind = AUTH_FILE_KINDS;
    const hl_status status = auth_file_kind_of(machine, &kind, &other);
    if (status == HL_IO_ERROR)
        hl_report_add(report, place, "'machine': %s %s; paths are relative to this file's folder", machine,
                      other.list[0].text);
    else if (status == HL_OK && kind != AUTH_FILE_MACHINE && kind != AUTH_FILE_SCENARIO)
        hl_report_add(report, place,
                      "'machine': %s is a file of kind '%s'; a machine or a scenario is expected", machine,
                      auth_file_kind_word(kind));
    return hl_report_clean(report);
}

bool hud_layout_read(const char *path, const char *machine, const option_list *set, hud_machine *kept,
                     hl_arena *arena, rnd_layout *layout, hl_report *report, int *status)
{
    *layout = (rnd_layout){0};
    const hl_status result = auth_hud_read(path, arena, &layout->author, report);
    *status = result == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
    if (result != HL_OK) return false;
    const char *of = machine != NULL ? machine : layout->author->machine;
    const hl_place place = machine != NULL ? (hl_place){0, 0} : layout->author->machine_place;
    if (machine != NULL) hl_report_begin(report, "--machine"); /* not the layout's mistake */
    if (of != NULL && !hud_layout_names_machine(of, place, report)) return false;
    hl_report_begin(report, path);
    if (of != NULL ? !of_machine_kept(of, set, kept, arena, layout, status)
                   : !rnd_layout_name_signals(layout, arena))
        return false;
    layout->of_machine = of != NULL;
    rnd_layout_mark_used(layout);
    return true;
}

/* A machine with errors of its own: the first of them, at the place where the layout names it. */
void hud_layout_tell_machine(const char *path, hl_place place, hl_arena *arena, hl_report *report)
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

bool hud_telemetry_read(const char *path, hl_arena *arena, rt_rows *rows, int *status)
{
    static hl_report report;
    *rows = (rt_rows){.count = 0};
    if (path == NULL) return true;
    const hl_status result = rt_rows_read(path, arena, rows, &report);
    if (result == HL_OK) return true;
    *status = drv_refuse(&program_log, path, result, &report);
    return false;
}

hud_column hud_telemetry_column(const rt_rows *rows, const rnd_signal *signal)
{
    hud_column column = {.at = rows->count > 0 ? rt_rows_find(rows, signal->name) : -1, .factor = 1.0};
    auth_dimension dimension;
    double si;
    if (column.at < 0 || !auth_unit_read(rows->units[column.at], &si, &dimension)) return column;
    column.factor = si / signal->si;
    if (!auth_unit_fits(signal->unit, dimension)) column.at = -1;
    return column;
}

double hud_telemetry_value(const rt_rows *rows, hud_column column, double time)
{
    const ptrdiff_t row = rt_rows_at(rows, time);
    return column.factor * rows->values[row * rows->columns + column.at];
}
