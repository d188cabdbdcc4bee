/* headland hud: what designers of head-up displays use. */
#include "action.h"
#include "hud_preview.h"
#include "hud_render.h"
#include "options.h"
#include "program.h"

#include <stdio.h>

static int render(int argc, char **argv)
{
    option_list set = {.count = 0};
    hud_render_request request = {.set = &set};
    const option options[] = {
        {"out", OPTION_TEXT, &request.out, "FILE.png|svg", "write here (required)"},
        {"set", OPTION_LIST, &set, "SIGNAL=VALUE",
         "show this value: bare in the signal's unit, or with a unit (vehicle.speed=\"12 km/h\"); nan: not "
         "known;\n"
         "                         machine.V=C: choice C of the machine's variant V; may be given several "
         "times"},
        {"size", OPTION_TEXT, &request.size, "WxH",
         "fit the canvas into so many pixels (default: a pixel a dot)"},
        {"background", OPTION_TEXT, &request.background, "COLOUR",
         "\"#rrggbb\", \"#rrggbbaa\" or a colour's name (default: transparent)"},
        {"machine", OPTION_TEXT, &request.machine, "FILE", "machine or scenario instead of the layout's own"},
        {"telemetry", OPTION_TEXT, &request.telemetry, "FILE.csv",
         "show what `headland run --out` has recorded"},
        {"at", OPTION_SECONDS, &request.at, "S", "at this time of it (default: its end)"},
        OPTION_END};
    command_line line = {
        .command = "hud render",
        .arguments = "LAYOUT.yaml",
        .summary = "Draw a layout of a head-up display to a PNG or SVG file, without a window. Signals that\n"
                   "nothing sets have the value that the machine starts with.",
        .options = options,
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

static int preview(int argc, char **argv)
{
    hud_preview_request request = {.layout = NULL};
    const option options[] = {
        {"machine", OPTION_TEXT, &request.machine, "FILE", "machine or scenario instead of the layout's own"},
        {"telemetry", OPTION_TEXT, &request.telemetry, "FILE.csv",
         "move the sliders as `headland run --out` has recorded it"},
        OPTION_END};
    command_line line = {
        .command = "hud preview",
        .arguments = "LAYOUT.yaml",
        .summary = "Show a layout of a head-up display in a window, with a slider for every signal that it\n"
                   "uses. The file is read again when it is saved; errors are drawn in the window.",
        .options = options,
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

int program_hud(int argc, char **argv)
{
    return action_run("hud", "LAYOUT.yaml", actions, sizeof actions / sizeof *actions, argc, argv);
}
