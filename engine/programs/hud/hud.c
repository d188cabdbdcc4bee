/* headland hud: what designers of head-up displays use; layouts drawn to files. */
#include "hud.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/layout.h"
#include "drv/log.h"
#include "program.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { LARGEST_SIDE = 16384 /* [pixels] */ };

/* ---- render ---- */

typedef struct render_request {
    const char *layout, *machine; /* files; machine NULL: the layout's own */
    const char *out;              /* ends in .png or .svg */
    const char *size;             /* "WIDTHxHEIGHT" in pixels; NULL: a pixel a dot */
    const char *background;       /* a colour; NULL: transparent */
    const char *telemetry;        /* telemetry.csv whose values are shown; NULL */
    double at;                    /* time in it [s]; below 0: its end */
    option_list set;              /* "SIGNAL=VALUE", "machine.VARIANT=CHOICE" */
} render_request;

static hl_report report; /* too large for the stack */

static int refuse(const char *name, const char *text, const char *expected)
{
    return program_end(PROGRAM_USAGE, "%s '%s': %s is expected", name, text, expected);
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
    if (!drv_read_size(text, LARGEST_SIDE, &width, &height)) return false;
    *scale = fmin(width / canvas[0], height / canvas[1]);
    return true;
}

/* Without one: transparent. */
static bool read_colour(const char *text, auth_colour *colour)
{
    *colour = (auth_colour){0, 0, 0, 0};
    return !text || auth_colour_read(text, colour);
}

/* The telemetry, then what was set by hand. */
static bool show(rnd_hud *hud, const rnd_layout *layout, const rt_rows *rows, const render_request *request,
                 hl_arena *arena)
{
    double end = 0.0;
    if (rows->count > 0) {
        end = request->at < 0.0 ? rows->times[rows->count - 1] : request->at;
        drv_layout_play(&program_log, request->telemetry, rows, end, layout, hud);
    }
    if (!drv_layout_set(&program_log, layout, SETTINGS_OF(&request->set), arena)) return false;
    rnd_hud_update(hud, layout->values, end);
    return true;
}

static int write_picture(rnd_hud *hud, const render_request *request)
{
    char error[200];
    rnd_file_kind kind;
    auth_colour background;
    file_kind(request->out, &kind);
    read_colour(request->background, &background);
    if (rnd_hud_write(hud, kind, request->out, background, error, sizeof error)) return PROGRAM_DONE;
    return program_end(PROGRAM_ENVIRONMENT, "%s: %s", request->out, error);
}

static int render(const render_request *request, hl_arena *arena)
{
    rnd_layout layout;
    rt_rows rows = {.count = 0};
    double scale;
    int status;
    if (!drv_layout_telemetry(&program_log, request->telemetry, arena, &rows, &status)) return status;
    if (!drv_layout_has_time(&program_log, request->telemetry, &rows, request->at)) return PROGRAM_USAGE;
    hl_report_begin(&report, request->layout);
    if (!drv_layout_read(&program_log, request->layout, request->machine, SETTINGS_OF(&request->set), NULL,
                         arena, &layout, &report, &status)) {
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

static int render_checked(const render_request *request)
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

static const help_text render_help = {
    .summary = "Draw a HUD layout to a PNG or SVG file, without a window. Signals that are not set keep the "
               "machine's initial values.",
    .arguments = {{"LAYOUT", "file of a layout"}},
    .examples = {"hud render assets/hud/tractor.yaml --out hud.png",
                 "hud render assets/hud/tractor.yaml --set vehicle.speed=\"12 km/h\" --size 1280x720 "
                 "--background black --out hud.svg"},
    .page = "docs/hud.md"};

static int render_action(int argc, char **argv)
{
    render_request request = {.at = -1.0};
    const option options[] = {
        {"out", OPTION_OUTPUT, &request.out, "FILE.png|svg", "file to write (required)"},
        {"set", OPTION_LIST, &request.set, "SIGNAL=VALUE",
         "set a signal: a number in the signal's unit, a quantity with its unit (vehicle.speed=\"12 km/h\"), "
         "or nan for an unknown value; machine.V=C selects choice C of the machine's variant V, or sets "
         "parameter V; may be repeated"},
        {"size", OPTION_TEXT, &request.size, "WxH",
         "fit the canvas into W x H pixels (default: one pixel per dot)"},
        {"background", OPTION_TEXT, &request.background, "COLOUR",
         "\"#rrggbb\", \"#rrggbbaa\" or a colour name (default: transparent)"},
        {"machine", OPTION_FILE, &request.machine, "FILE",
         "machine or scenario (default: the one named in the layout)"},
        {"telemetry", OPTION_TEXT, &request.telemetry, "FILE.csv",
         "take the signals from telemetry of `headland run --out`"},
        {"at", OPTION_TIME, &request.at, "S", "time within the telemetry [s] (default: its end)"},
        OPTION_END};
    command_line line = {.command = "hud render",
                         .arguments = "LAYOUT",
                         .help = &render_help,
                         .options = options,
                         .files = "hud"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!request.out) return program_end(PROGRAM_USAGE, "--out FILE.png|svg is required");
    request.layout = line.words[0];
    return render_checked(&request);
}

static const help_text preview_help = {
    .summary = "Show a HUD layout in a window, with a slider for each signal it uses. The file is reloaded "
               "when it is saved; errors are shown in the window.",
    .arguments = {{"LAYOUT", "file of a layout"}},
    .examples = {"hud preview assets/hud/tractor.yaml"},
    .page = "docs/hud.md"};

static int preview(int argc, char **argv)
{
    hud_preview_request request = {.layout = NULL};
    const option options[] = {{"machine", OPTION_FILE, &request.machine, "FILE",
                               "machine or scenario (default: the one named in the layout)"},
                              {"telemetry", OPTION_TEXT, &request.telemetry, "FILE.csv",
                               "move the sliders by telemetry of `headland run --out`"},
                              OPTION_END};
    command_line line = {.command = "hud preview",
                         .arguments = "LAYOUT",
                         .help = &preview_help,
                         .options = options,
                         .files = "hud"};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    request.layout = line.words[0];
    return hud_preview(&request);
}

static const action actions[] = {
    {"preview", "show a layout in a window, with sliders; reload it when it is saved", preview},
    {"render", "draw a layout to a PNG or SVG file", render_action},
};

static const help_text help = {.summary = "Try and draw layouts of the head-up display (HUD).",
                               .page = "docs/hud.md"};

int program_hud(int argc, char **argv)
{
    static const action_group group = {.command = "hud",
                                       .usage = "ACTION [OPTIONS] LAYOUT",
                                       .help = &help,
                                       .actions = actions,
                                       .count = sizeof actions / sizeof *actions};
    return action_run(&group, argc, argv);
}
