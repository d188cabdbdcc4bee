#include "hud_layout.h"

#include "hud_files.h"

#include "command/program_log.h"
#include "drv/load.h"
#include "drv/scene.h"
#include "program.h"

#include "auth/file.h"
#include "auth/quantity.h"

#include <math.h>
#include <string.h>

static const char *const map_signals[] = {"chassis.x", "chassis.y", "chassis.heading"};

int hud_layout_find(const hud_layout *layout, const char *name)
{
    for (int i = 0; i < layout->count; i++)
        if (strcmp(layout->signals[i].name, name) == 0) return i;
    return -1;
}

/* ---- the signals of a machine ---- */

static bool room_for(hud_layout *layout, int count, hl_arena *arena)
{
    layout->signals = HL_NEW(arena, rnd_signal, count);
    layout->values = HL_NEW(arena, double, count);
    layout->used = HL_NEW(arena, bool, count);
    return layout->signals != NULL && layout->values != NULL && layout->used != NULL;
}

static bool of_machine(const char *path, const option_list *set, hl_arena *arena, hud_layout *layout,
                       int *status)
{
    drv_files files;
    world_machine *machine =
        drv_load_and_build(&program_log, path, set ? SETTINGS_OF(set) : NULL, arena, &files, status);
    if (machine == NULL) return false;
    *status = PROGRAM_ENVIRONMENT;
    layout->count = world_signal_count(machine);
    if (!room_for(layout, layout->count, arena)) return false;
    for (int i = 0; i < layout->count; i++) {
        const world_signal info = world_signal_info(machine, i);
        layout->signals[i] = (rnd_signal){info.name, info.unit, info.meaning, info.si};
    }
    world_machine_signals(machine, layout->values);
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
static bool take_kept(const hud_machine *kept, hl_arena *arena, hud_layout *layout, int *status)
{
    *status = PROGRAM_ENVIRONMENT;
    layout->count = kept->count;
    layout->objects = HL_NEW(arena, rnd_map_object, kept->object_count);
    if (!room_for(layout, kept->count, arena) || layout->objects == NULL ||
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
                            hud_layout *layout, int *status)
{
    if (kept == NULL || set != NULL) return of_machine(path, set, arena, layout, status);
    const uint64_t stamp = hud_file_stamp(path);
    if (stamp == 0 || kept->stamp != stamp || strcmp(kept->path, path) != 0) {
        hud_layout fresh = {.count = 0};
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

/* ---- the signals that a layout names ---- */

/* The first that names a signal says its unit. */
static void name_signal(hud_layout *layout, const char *name, const char *unit)
{
    auth_dimension dimension;
    rnd_signal *signal = &layout->signals[layout->count];
    if (name == NULL || hud_layout_find(layout, name) >= 0) return;
    *signal = (rnd_signal){.name = name, .unit = unit == NULL ? "1" : unit, .meaning = "", .si = 1.0};
    (void)auth_unit_read(signal->unit, &signal->si, &dimension);
    layout->count++;
}

/* A unit in which the value of a condition can be given; NULL: it is bare, or nothing usual. */
static const char *unit_of_condition(const auth_condition *when)
{
    static const char *const usual[] = {"1", "rad", "rad/s", "m",   "m/s", "m/s2", "kg",
                                        "s", "N",   "Pa",    "N m", "W",   "m3/s"};
    for (size_t i = 0; when->with_unit && i < sizeof usual / sizeof *usual; i++)
        if (auth_unit_fits(usual[i], when->dimension)) return usual[i];
    return NULL;
}

static void name_gauge(hud_layout *layout, const auth_gauge *gauge)
{
    const bool marks = gauge->of_index >= 0;
    name_signal(layout, gauge->signal.name,
                marks ? layout->author->gauges[gauge->of_index].unit : gauge->unit);
    name_signal(layout, gauge->signal2.name, NULL);
    for (int i = 0; i < gauge->when_count; i++)
        name_signal(layout, gauge->when[i].signal, unit_of_condition(&gauge->when[i]));
    if (gauge->kind != AUTH_GAUGE_MAP) return;
    name_signal(layout, map_signals[0], "m");
    name_signal(layout, map_signals[1], "m");
    name_signal(layout, map_signals[2], "rad");
}

static bool of_layout(hud_layout *layout, hl_arena *arena)
{
    const auth_hud *hud = layout->author;
    int most = 0;
    for (int i = 0; i < hud->gauge_count; i++) most += 5 + hud->gauges[i].when_count;
    if (!room_for(layout, most, arena)) return false;
    for (int i = 0; i < hud->gauge_count; i++) name_gauge(layout, &hud->gauges[i]);
    return true;
}

/* ---- what is used ---- */

static void mark(const hud_layout *layout, const char *name)
{
    const int signal = name == NULL ? -1 : hud_layout_find(layout, name);
    if (signal >= 0) layout->used[signal] = true;
}

static void mark_used(const hud_layout *layout)
{
    for (int i = 0; i < layout->author->gauge_count; i++) {
        const auth_gauge *gauge = &layout->author->gauges[i];
        mark(layout, gauge->signal.name);
        mark(layout, gauge->signal2.name);
        for (int k = 0; k < gauge->when_count; k++) mark(layout, gauge->when[k].signal);
        for (int k = 0; gauge->kind == AUTH_GAUGE_MAP && k < 3; k++) mark(layout, map_signals[k]);
    }
}

bool hud_layout_read(const char *path, const char *machine, const option_list *set, hud_machine *kept,
                     hl_arena *arena, hud_layout *layout, hl_report *report, int *status)
{
    *layout = (hud_layout){0};
    const hl_status result = auth_hud_read(path, arena, &layout->author, report);
    *status = result == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
    if (result != HL_OK) return false;
    const char *of = machine != NULL ? machine : layout->author->machine;
    const hl_place place = machine != NULL ? (hl_place){0, 0} : layout->author->machine_place;
    if (machine != NULL) hl_report_begin(report, "--machine"); /* not the layout's mistake */
    if (of != NULL && !hud_layout_names_machine(of, place, report)) return false;
    hl_report_begin(report, path);
    if (of != NULL ? !of_machine_kept(of, set, kept, arena, layout, status) : !of_layout(layout, arena))
        return false;
    layout->of_machine = of != NULL;
    mark_used(layout);
    return true;
}

/* ---- what is worth trying ---- */

static bool asks_for(const auth_gauge_signal *used, const rnd_signal *signal)
{
    return used->name != NULL && strcmp(used->name, signal->name) == 0;
}

const char *hud_layout_unit(const hud_layout *layout, int signal, double *factor)
{
    const rnd_signal *of = &layout->signals[signal];
    const char *unit = strcmp(of->unit, "rad") == 0 ? "deg" : of->unit;
    double si = of->si;
    auth_dimension dimension;
    for (int i = 0; i < layout->author->gauge_count; i++) {
        const auth_gauge *gauge = &layout->author->gauges[i];
        if (!asks_for(&gauge->signal, of) || gauge->unit == NULL) continue;
        unit = gauge->unit;
        break;
    }
    (void)auth_unit_read(unit, &si, &dimension);
    *factor = si / of->si;
    return unit;
}

bool hud_layout_counts(const hud_layout *layout, int signal)
{
    const rnd_signal *of = &layout->signals[signal];
    for (int i = 0; i < layout->author->gauge_count; i++) {
        const auth_gauge *gauge = &layout->author->gauges[i];
        if (gauge->kind == AUTH_GAUGE_GEAR && (asks_for(&gauge->signal, of) || asks_for(&gauge->signal2, of)))
            return true;
    }
    return false;
}

typedef struct span {
    double low, high;
} span;

/* A value in `unit`, NULL: the signal's own, joins the span. */
static void join(span *s, double value, const char *unit, const rnd_signal *signal)
{
    double si = signal->si;
    auth_dimension dimension;
    if (!isfinite(value) || (unit != NULL && !auth_unit_read(unit, &si, &dimension))) return;
    s->low = fmin(s->low, value * si / signal->si);
    s->high = fmax(s->high, value * si / signal->si);
}

static const double BEYOND = 2.0; /* of a threshold that has no scale: to be passed by half of the slider */

static void join_scale(span *s, const auth_hud *hud, const auth_gauge *gauge, const rnd_signal *signal)
{
    static const double GEARS = 12.0; /* usual at most: layouts do not say how many */
    const auth_gauge *scale = gauge->of_index >= 0 ? &hud->gauges[gauge->of_index] : gauge;
    if (asks_for(&gauge->signal, signal)) {
        join(s, scale->from, scale->unit, signal);
        join(s, scale->to, scale->unit, signal);
        join(s, -scale->limit, scale->unit, signal);
        join(s, scale->limit, scale->unit, signal);
        for (int i = 0; i < gauge->range_count; i++) {
            join(s, gauge->ranges[i].from, gauge->unit, signal);
            join(s, gauge->ranges[i].to, gauge->unit, signal);
        }
    }
    if (gauge->kind != AUTH_GAUGE_GEAR) return;
    if (asks_for(&gauge->signal, signal)) join(s, GEARS, NULL, signal);
    if (asks_for(&gauge->signal2, signal)) join(s, -1.0, NULL, signal);
    if (asks_for(&gauge->signal2, signal)) join(s, 1.0, NULL, signal);
}

static void join_conditions(span *s, const auth_gauge *gauge, const rnd_signal *signal)
{
    for (int i = 0; i < gauge->when_count; i++) {
        const auth_condition *when = &gauge->when[i];
        if (strcmp(when->signal, signal->name) != 0) continue;
        const double own = when->with_unit ? when->value / signal->si : when->value;
        if (own <= s->low || own >= s->high) join(s, BEYOND * own, NULL, signal);
    }
}

void hud_layout_span(const hud_layout *layout, int signal, double *low, double *high)
{
    static const double MAP_SPAN = 50.0; /* [m] */
    const rnd_signal *of = &layout->signals[signal];
    const auth_hud *hud = layout->author;
    const double value = layout->values[signal];
    span s = {0.0, 0.0};
    for (int i = 0; i < hud->gauge_count; i++) join_scale(&s, hud, &hud->gauges[i], of);
    for (int i = 0; i < hud->gauge_count; i++) join_conditions(&s, &hud->gauges[i], of);
    for (int i = 0; i < 2; i++)
        if (strcmp(of->name, map_signals[i]) == 0) s = (span){value - MAP_SPAN, value + MAP_SPAN};
    if (strcmp(of->name, map_signals[2]) == 0) s = (span){-acos(-1.0), acos(-1.0)};
    if (s.low == s.high) s.high = fmax(1.0, BEYOND * value);
    *low = fmin(s.low, value);
    *high = fmax(s.high, value);
}
