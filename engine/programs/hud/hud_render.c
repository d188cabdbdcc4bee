/* headland hud render: a layout with given values as PNG or SVG. */
#include "hud.h"

#include "command/program_log.h"
#include "drv/load.h"
#include "hud_layout.h"
#include "program.h"

#include "auth/quantity.h"
#include "hl/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LARGEST_SIDE = 16384 /* [pixels] */ };

static hl_report report; /* too large for the stack */

static int refuse(const char *name, const char *text, const char *expected)
{
    fprintf(stderr, "headland hud render: %s '%s': %s is expected\n", name, text, expected);
    return PROGRAM_USAGE;
}

/* ---- options ---- */

static bool file_kind(const char *path, rnd_file_kind *kind)
{
    const char *dot = strrchr(path, '.');
    *kind = dot && strcasecmp(dot, ".svg") == 0 ? RND_SVG : RND_PNG;
    return *kind == RND_SVG || (dot && strcasecmp(dot, ".png") == 0);
}

/* Pixels a dot so that the canvas fits into "WIDTHxHEIGHT". */
static bool scale_for(const char *text, const double canvas[2], double *scale)
{
    int width, height;
    *scale = 1.0;
    if (!text) return true;
    if (!options_size(text, LARGEST_SIDE, &width, &height)) return false;
    *scale = fmin(width / canvas[0], height / canvas[1]);
    return true;
}

/* Without one: transparent. */
static bool read_colour(const char *text, auth_colour *colour)
{
    *colour = (auth_colour){0, 0, 0, 0};
    return !text || auth_colour_read(text, colour);
}

/* ---- values ---- */

/* A value as it is written after `=`: in the signal's unit, or with a unit that fits, or `nan`: not known. */
static bool read_value(const rnd_signal *signal, const char *text, double *value)
{
    char complaint[HL_MESSAGE_LENGTH];
    auth_dimension dimension;
    bool with_unit;
    *value = (double)NAN;
    if (strcmp(text, "nan") == 0) return true;
    if (!auth_quantity_read_any(text, value, &dimension, &with_unit, complaint, sizeof complaint)) {
        fprintf(stderr, "headland hud render: --set %s: %s\n", signal->name, complaint);
        return false;
    }
    if (!with_unit) return true;
    if (!auth_unit_fits(signal->unit, dimension)) {
        fprintf(stderr, "headland hud render: --set %s: '%s' does not fit; a value in '%s' is expected\n",
                signal->name, text, signal->unit);
        return false;
    }
    *value /= signal->si;
    return true;
}

static bool unknown_signal(const rnd_layout *layout, const char *name)
{
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < layout->count; i++) hl_spelling_offer(&nearest, layout->signals[i].name);
    fprintf(stderr, "headland hud render: --set: unknown signal '%s'; ", name);
    if (nearest.best)
        fprintf(stderr, "the nearest is '%s'\n", nearest.best);
    else
        fputs(layout->of_machine ? "headland signals lists those of the machine\n"
                                 : "one that the layout shows is expected\n",
              stderr);
    return false;
}

static bool set_values(const rnd_layout *layout, const option_list *set, hl_arena *arena)
{
    for (int i = 0; i < set->count; i++) {
        const char *text = set->texts[i], *equals = strchr(text, '=');
        if (drv_is_choice(text) && layout->of_machine) continue;
        if (!equals || equals == text) {
            refuse("--set", text, "SIGNAL=VALUE");
            return false;
        }
        const char *name = hl_arena_string(arena, text, (size_t)(equals - text));
        const int signal = name ? rnd_layout_find(layout, name) : -1;
        if (signal < 0) return unknown_signal(layout, name ? name : text);
        if (!read_value(&layout->signals[signal], equals + 1, &layout->values[signal])) return false;
    }
    return true;
}

/* ---- telemetry ---- */

/* @return false after a message: there is nothing of the telemetry at the time that is asked for */
static bool check_time(const hud_render_request *request, const rt_rows *rows)
{
    static const double slack = 1e-6; /* [s]: times are written rounded */
    if (request->at < 0.0) return true;
    if (rows->count == 0) {
        fputs("headland hud render: --at is a time within --telemetry FILE.csv: give both\n", stderr);
        return false;
    }
    const double first = rows->times[0], last = rows->times[rows->count - 1];
    if (request->at >= first - slack && request->at <= last + slack) return true;
    fprintf(stderr, "headland hud render: --at %g s is outside %s, which covers %g s to %g s\n", request->at,
            request->telemetry, first, last);
    return false;
}

/* Of what a gauge shows and the telemetry does not have: without a word it would pass for recorded.
 * @param there  those that are there in a unit that does not fit, or those that are not there */
static void tell_missing(const hud_render_request *request, const rnd_layout *layout, const rt_rows *rows,
                         bool there)
{
    const char *before = there ? "in units that do not match" : "not in it";
    bool any = false;
    for (int i = 0; i < layout->count; i++) {
        const rnd_signal *signal = &layout->signals[i];
        if (!layout->used[i] || hud_telemetry_column(rows, signal).at >= 0) continue;
        if ((rt_rows_find(rows, signal->name) >= 0) != there) continue;
        if (!any)
            fprintf(stderr, "headland hud render: %s: %s, so these signals keep their initial values: %s",
                    request->telemetry, before, signal->name);
        else
            fprintf(stderr, ", %s", signal->name);
        any = true;
    }
    if (any) fputc('\n', stderr);
}

static void take_row(const rnd_layout *layout, const rt_rows *rows, double time)
{
    for (int i = 0; i < layout->count; i++) {
        const hud_column column = hud_telemetry_column(rows, &layout->signals[i]);
        if (column.at >= 0) layout->values[i] = hud_telemetry_value(rows, column, time);
    }
}

/* Lines and tracks grow as they did; then the moment itself, with what was set by hand. */
static bool show(rnd_hud *hud, const rnd_layout *layout, const rt_rows *rows,
                 const hud_render_request *request, hl_arena *arena)
{
    enum { STEPS = 600 }; /* more than a line has columns of two pixels, on most displays */
    double end = 0.0;
    if (rows->count > 0) {
        tell_missing(request, layout, rows, false);
        tell_missing(request, layout, rows, true);
        const double first = rows->times[0], last = rows->times[rows->count - 1];
        end = request->at < 0.0 ? last : request->at;
        const double begin = fmax(first, end - rnd_layout_longest_trace(layout));
        for (int i = 0; i < STEPS && end > begin; i++) {
            const double time = begin + (end - begin) * i / STEPS;
            take_row(layout, rows, time);
            rnd_hud_update(hud, layout->values, time);
        }
        take_row(layout, rows, end);
    }
    if (!set_values(layout, request->set, arena)) return false;
    rnd_hud_update(hud, layout->values, end);
    return true;
}

/* ---- the picture ---- */

static int write_picture(rnd_hud *hud, const hud_render_request *request)
{
    char error[200];
    rnd_file_kind kind;
    auth_colour background;
    file_kind(request->out, &kind);
    read_colour(request->background, &background);
    if (rnd_hud_write(hud, kind, request->out, background, error, sizeof error)) return PROGRAM_DONE;
    fprintf(stderr, "headland hud render: %s: %s\n", request->out, error);
    return PROGRAM_ENVIRONMENT;
}

static int render(const hud_render_request *request, hl_arena *arena)
{
    rnd_layout layout;
    rt_rows rows = {.count = 0};
    double scale;
    int status;
    if (!hud_telemetry_read(request->telemetry, arena, &rows, &status)) return status;
    if (!check_time(request, &rows)) return PROGRAM_USAGE;
    hl_report_begin(&report, request->layout);
    if (!hud_layout_read(request->layout, request->machine, request->set, NULL, arena, &layout, &report,
                         &status)) {
        drv_complain(&program_log, &report);
        return status;
    }
    if (!scale_for(request->size, layout.author->size, &scale))
        return refuse("--size", request->size, "WIDTHxHEIGHT in pixels, e.g. 1600x900, to 16384 each,");
    rnd_hud *hud = rnd_layout_display(&layout, scale, &report);
    if (!hud)
        return drv_refuse(&program_log, request->layout,
                          hl_report_clean(&report) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT, &report);
    hl_report_begin_warnings(&report, request->layout);
    rnd_hud_warn_fonts(layout.author, &report);
    drv_complain(&program_log, &report);
    status = show(hud, &layout, &rows, request, arena) ? write_picture(hud, request) : PROGRAM_USAGE;
    rnd_hud_free(hud);
    return status;
}

int hud_render(const hud_render_request *request)
{
    hl_arena arena = {0};
    rnd_file_kind kind;
    auth_colour colour;
    if (!file_kind(request->out, &kind)) return refuse("--out", request->out, "a file FILE.png or FILE.svg");
    if (!read_colour(request->background, &colour))
        return refuse("--background", request->background,
                      "\"#rrggbb\", \"#rrggbbaa\" or a colour such as white, sky-blue, orange");
    const int status = render(request, &arena);
    hl_arena_free(&arena);
    return status;
}
