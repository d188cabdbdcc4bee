/* headland hud: what designers of head-up displays use. */
#include "command/action.h"
#include "command/options.h"
#include "hud_preview.h"
#include "hud_render.h"
#include "program.h"

#include <stdio.h>

static const help_text render_help = {
    .summary = "Draw a layout of a head-up display to a PNG or SVG file, without a window. Signals that "
               "nothing sets "
               "have the value that the machine starts with.",
    .arguments = {{"LAYOUT", "file of a layout"}},
    .examples = {"hud render assets/hud/tractor.yaml --out hud.png",
                 "hud render assets/hud/tractor.yaml --set vehicle.speed=\"12 km/h\" --size 1280x720 "
                 "--background black --out hud.svg"},
    .page = "docs/hud.md"};

static int render(int argc, char **argv)
{
    option_list set = {.count = 0};
    hud_render_request request = {.at = -1.0, .set = &set};
    const option options[] = {
        {"out", OPTION_OUTPUT, &request.out, "FILE.png|svg", "write here (required)"},
        {"set", OPTION_LIST, &set, "SIGNAL=VALUE",
         "show this value: bare in the signal's unit, or with a unit (vehicle.speed=\"12 km/h\"); nan: not "
         "known; machine.V=C: choice C of the machine's variant V, or value C of parameter V; may be "
         "repeated"},
        {"size", OPTION_TEXT, &request.size, "WxH",
         "fit the canvas into so many pixels (default: a pixel a dot)"},
        {"background", OPTION_TEXT, &request.background, "COLOUR",
         "\"#rrggbb\", \"#rrggbbaa\" or a colour's name (default: transparent)"},
        {"machine", OPTION_FILE, &request.machine, "FILE", "machine or scenario instead of the layout's own"},
        {"telemetry", OPTION_TEXT, &request.telemetry, "FILE.csv",
         "show what `headland run --out` has recorded"},
        {"at", OPTION_TIME, &request.at, "S", "at this time of the telemetry [s] (default: its end)"},
        OPTION_END};
    command_line line = {.command = "hud render",
                         .arguments = "LAYOUT",
                         .help = &render_help,
                         .options = options,
                         .files = "hud",
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!request.out) {
        fputs("headland hud render: --out FILE.png|svg is required\n", stderr);
        return PROGRAM_USAGE;
    }
    request.layout = line.words[0];
    return hud_render(&request);
}

static const help_text preview_help = {.summary =
                                           "Show a layout of a head-up display in a window, with a slider "
                                           "for every signal that it uses. The file "
                                           "is read again when it is saved; errors are drawn in the window.",
                                       .arguments = {{"LAYOUT", "file of a layout"}},
                                       .examples = {"hud preview assets/hud/tractor.yaml"},
                                       .page = "docs/hud.md"};

static int preview(int argc, char **argv)
{
    hud_preview_request request = {.layout = NULL};
    const option options[] = {
        {"machine", OPTION_FILE, &request.machine, "FILE", "machine or scenario instead of the layout's own"},
        {"telemetry", OPTION_TEXT, &request.telemetry, "FILE.csv",
         "move the sliders as `headland run --out` has recorded it"},
        OPTION_END};
    command_line line = {.command = "hud preview",
                         .arguments = "LAYOUT",
                         .help = &preview_help,
                         .options = options,
                         .files = "hud",
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    request.layout = line.words[0];
    return hud_preview(&request);
}

static const action actions[] = {
    {"preview", "show a layout in a window, with sliders, reloaded when it is saved", preview},
    {"render", "draw a layout to a PNG or SVG file", render},
};

static const help_text help = {.summary = "Head-up displays: try a layout, and draw it.",
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
