/* headland devices: what people need who set up wheels, pedals, joysticks and panels. */
#include "devices_calibrate.h"
#include "devices_list.h"
#include "devices_monitor.h"
#include "nearest.h"
#include "options.h"
#include "program.h"

#include "valid/runner.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static device_setup setup; /* too large for the stack */

static int end(int status)
{
    hl_arena_free(&setup.arena);
    return status;
}

static int list(int argc, char **argv)
{
    bool json = false;
    device_request request = {.command = "devices"};
    const option options[] = {
        {"json", OPTION_FLAG, &json, NULL, "print JSON"},
        {"bindings", OPTION_TEXT, &request.bindings, "FILE",
         "show which input of this file drives which command, and what that moves"},
        {"machine", OPTION_TEXT, &request.machine, "FILE",
         "machine or scenario whose controls are driven (default: the one that the bindings name, else "
         "the tractor)"},
        OPTION_END};
    command_line line = {.command = "devices",
                         .arguments = "[monitor|calibrate|rule]",
                         .summary =
                             "List wheels, pedals, joysticks, gamepads and panels, with what binds them.\n\n"
                             "  monitor      show live what they say and what becomes of it\n"
                             "  calibrate    take the ranges of one, choose what it drives, write "
                             "bindings.yaml\n"
                             "  rule         print the udev rule that lets users read them\n\n"
                             "headland devices ACTION --help tells about one of these.",
                         .options = options,
                         .fewest = 0,
                         .most = 0};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    status = device_setup_read(&setup, &request);
    if (status != PROGRAM_DONE) return end(status);
    return end(request.bindings ? devices_bindings(&setup, json) : devices_list(&setup, &request, json));
}

static int monitor(int argc, char **argv)
{
    double seconds = 0.0;
    device_request request = {.command = "devices monitor"};
    const option options[] = {{"seconds", OPTION_SECONDS, &seconds, "S", "how long (default: until Ctrl-C)"},
                              DEVICE_OPTIONS(&request),
                              OPTION_END};
    command_line line = {
        .command = "devices monitor",
        .arguments = "[DEVICE]",
        .summary = "Show live what devices say: axes in counts, as calibrated, as commands; buttons. On a\n"
                   "terminal in place, else a line a change. DEVICE: a node (/dev/input/event5, event5), an\n"
                   "id (046d:c24f) or a pattern of a name ('*G29*'); without it all devices.",
        .options = options,
        .fewest = 0,
        .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (line.word_count > 0) request.device = line.words[0];
    status = device_setup_read(&setup, &request);
    return end(status == PROGRAM_DONE ? devices_monitor(&setup, &request, seconds) : status);
}

static int calibrate(int argc, char **argv)
{
    const char *out = NULL;
    bool yes = false;
    device_request request = {.command = "devices calibrate"};
    const option options[] = {
        {"out", OPTION_TEXT, &out, "FILE", "write here (default: bindings.yaml of the user)"},
        {"yes", OPTION_FLAG, &yes, NULL, "take ranges only; keep the commands that are bound now"},
        DEVICE_OPTIONS(&request),
        OPTION_END};
    command_line line = {
        .command = "devices calibrate",
        .arguments = "[DEVICE]",
        .summary =
            "Take the ranges of a device, axis by axis, choose what axes and buttons drive, and write\n"
            "the bindings. Other devices in the file are kept, the old file as FILE.old. Questions come\n"
            "on stdout, answers on stdin: Enter goes on, b goes back, q ends and writes nothing.\n"
            "DEVICE: as with headland devices monitor.",
        .options = options,
        .fewest = 0,
        .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (line.word_count > 0) request.device = line.words[0];
    status = device_setup_read(&setup, &request);
    return end(status == PROGRAM_DONE ? devices_calibrate(&setup, &request, out, yes) : status);
}

/* ---- the rule ---- */

static const char rule_name[] = "70-headland.rules";

static int print_rule(const char *path)
{
    char text[256];
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "headland devices rule: %s: %s\n", path, strerror(errno));
        return PROGRAM_ENVIRONMENT;
    }
    printf("# %s; headland devices rule | sudo tee /etc/udev/rules.d/%s\n", path, rule_name);
    while (fgets(text, sizeof text, file)) fputs(text, stdout);
    const bool good = !ferror(file);
    (void)fclose(file);
    return good ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}

static int rule(int argc, char **argv)
{
    const option options[] = {OPTION_END};
    command_line line = {
        .command = "devices rule",
        .arguments = "",
        .summary = "Print the udev rule that lets the user at the desk read input devices and push wheels,\n"
                   "and where to put it.",
        .options = options,
        .fewest = 0,
        .most = 0};
    int status;
    char assets[DEVICE_PATH], path[DEVICE_PATH + 40];
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!valid_find_assets(NULL, assets, sizeof assets)) {
        fputs("headland devices rule: the assets are not found; set HEADLAND_ASSETS\n", stderr);
        return PROGRAM_ENVIRONMENT;
    }
    snprintf(path, sizeof path, "%s/udev/%s", assets, rule_name);
    return print_rule(path);
}

/* ---- actions ---- */

static const struct action {
    const char *name;
    int (*run)(int argc, char **argv);
} actions[] = {{"monitor", monitor}, {"calibrate", calibrate}, {"rule", rule}};
enum { ACTIONS = sizeof actions / sizeof *actions };

int program_devices(int argc, char **argv)
{
    const char *names[ACTIONS];
    if (argc < 2 || argv[1][0] == '-') return list(argc, argv);
    for (int i = 0; i < ACTIONS; i++) {
        names[i] = actions[i].name;
        if (strcmp(argv[1], actions[i].name) == 0) return actions[i].run(argc - 1, argv + 1);
    }
    fprintf(
        stderr,
        "headland devices: unknown action '%s'; the nearest is '%s' (headland devices --help lists all)\n",
        argv[1], nearest_name(argv[1], names, ACTIONS));
    return PROGRAM_USAGE;
}
