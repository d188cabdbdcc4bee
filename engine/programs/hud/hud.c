/* headland hud: what designers of head-up displays use. */
#include "hud.h"
#include "command/action.h"
#include "command/options.h"
#include "program.h"

#include <stdio.h>

static const help_text render_help = {
    .summary = "Draw a HUD layout to a PNG or SVG file, without a window. Signals that are not set keep the "
               "machine's initial values.",
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
        {"out", OPTION_OUTPUT, &request.out, "FILE.png|svg", "file to write (required)"},
        {"set", OPTION_LIST, &set, "SIGNAL=VALUE",
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
                         .files = "hud",
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    request.layout = line.words[0];
    return hud_preview(&request);
}

static const action actions[] = {
    {"preview", "show a layout in a window, with sliders; reload it when it is saved", preview},
    {"render", "draw a layout to a PNG or SVG file", render},
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
