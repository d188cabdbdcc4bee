/* headland devices: what people need who set up wheels, pedals, joysticks and panels. */
#include "devices.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static device_setup setup; /* too large for the stack */

/* Read the options, which device is meant, and what it is looked at with.
 * @return false: there is nothing to do but to end with `status` */
static bool begin(command_line *line, int argc, char **argv, device_request *request, int *status)
{
    if (!options_parse(line, argc, argv, status)) return false;
    if (line->word_count > 0) request->device = line->words[0];
    *status = device_setup_read(&setup, request);
    return *status == PROGRAM_DONE;
}

static int end(int status)
{
    hl_arena_free(&setup.arena);
    return status;
}

static const help_text list_help = {
    .summary = "List the input devices (wheels, pedals, joysticks, gamepads, panels) and the bindings file "
               "of each; with --bindings, list the contents of a bindings file.",
    .examples = {"devices", "devices --bindings assets/devices/logitech-g29.yaml"},
    .page = "docs/devices.md"};

static int list(int argc, char **argv)
{
    bool json = false;
    device_request request = {.machine = NULL};
    const option options[] = {OPTION_JSON(&json),
                              {"bindings", OPTION_FILE, &request.bindings, "FILE",
                               "show which input drives which command, and what the command moves"},
                              {"machine", OPTION_FILE, &request.machine, "FILE",
                               "machine or scenario whose controls are used (default: the one named in the "
                               "bindings, else the tractor)"},
                              OPTION_END};
    command_line line = {.command = "devices list", .help = &list_help, .options = options};
    int status;
    if (!begin(&line, argc, argv, &request, &status)) return end(status);
    return end(request.bindings ? devices_bindings(&setup, json) : devices_list(&setup, json));
}

static const help_text monitor_help = {
    .summary = "Show the values of devices live: each axis in counts, calibrated, and as a command; buttons. "
               "A terminal is updated in place; a file gets one line for each change.",
    .arguments = {{"DEVICE", "a node (/dev/input/event5 or event5), an id (046d:c24f) or a name pattern "
                             "('*G29*') (default: all)"}},
    .examples = {"devices monitor", "devices monitor '*G29*' --seconds 10"},
    .page = "docs/devices.md"};

static int monitor(int argc, char **argv)
{
    double seconds = 0.0;
    device_request request = {.machine = NULL};
    const option options[] = {
        {"seconds", OPTION_SECONDS, &seconds, "S", "duration [s] (default: until Ctrl-C)"},
        DEVICE_OPTIONS(&request),
        OPTION_END};
    command_line line = {
        .command = "devices monitor", .arguments = "[DEVICE]", .help = &monitor_help, .options = options};
    int status;
    return end(begin(&line, argc, argv, &request, &status) ? devices_monitor(&setup, &request, seconds)
                                                           : status);
}

static const help_text calibrate_help = {
    .summary = "Measure the range of each axis of a device, assign commands to axes and buttons, and write "
               "the bindings. Questions are printed on standard output, answers are read from standard "
               "input: Enter continues, b goes back, q quits without writing.",
    .arguments = {{"DEVICE", "a node (/dev/input/event5 or event5), an id (046d:c24f) or a name pattern "
                             "('*G29*') (default: the only device)"}},
    .examples = {"devices calibrate", "devices calibrate '*G29*' --out bindings.yaml"},
    .failed = "the device was unplugged, or the file could not be written",
    .files = {{"~/.config/headland/bindings.yaml", "the user's bindings; the entries of other devices are "
                                                   "kept, and the old file is saved as bindings.yaml.old"}},
    .page = "docs/devices.md, docs/bindings.md"};

static int calibrate(int argc, char **argv)
{
    const char *out = NULL;
    bool yes = false;
    device_request request = {.machine = NULL};
    const option options[] = {
        {"out", OPTION_TEXT, &out, "FILE", "write here (default: the user's own bindings.yaml)"},
        {"yes", OPTION_FLAG, &yes, NULL, "measure ranges only and keep the present commands"},
        DEVICE_OPTIONS(&request),
        OPTION_END};
    command_line line = {
        .command = "devices calibrate", .arguments = "[DEVICE]", .help = &calibrate_help, .options = options};
    int status;
    return end(begin(&line, argc, argv, &request, &status) ? devices_calibrate(&setup, &request, out, yes)
                                                           : status);
}

/* ---- the rule ---- */

static const char rule_name[] = "70-headland.rules";

static int print_rule(const char *path)
{
    char text[256];
    FILE *file = fopen(path, "r");
    if (!file) {
        return program_end(PROGRAM_ENVIRONMENT, "%s: %s", path, strerror(errno));
    }
    printf("# %s; headland devices rule | sudo tee /etc/udev/rules.d/%s\n", path, rule_name);
    while (fgets(text, sizeof text, file)) fputs(text, stdout);
    const bool good = !ferror(file);
    (void)fclose(file);
    return good ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}

static const help_text rule_help = {.summary =
                                        "Print the udev rule that lets the user who is logged in read input "
                                        "devices and use force feedback, and the file to put it in.",
                                    .examples = {"devices rule"},
                                    .page = "docs/devices.md"};

static int rule(int argc, char **argv)
{
    const option options[] = {OPTION_END};
    command_line line = {.command = "devices rule", .help = &rule_help, .options = options};
    int status;
    char assets[DRV_BINDINGS_PATH], path[DRV_BINDINGS_PATH + 40];
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return PROGRAM_ENVIRONMENT;
    snprintf(path, sizeof path, "%s/udev/%s", assets, rule_name);
    return print_rule(path);
}

/* ---- actions ---- */

static const action actions[] = {
    {"list", "list input devices and their bindings (default action)", list},
    {"monitor", "show their values and the resulting commands live", monitor},
    {"calibrate", "measure the ranges of a device, assign commands, write bindings.yaml", calibrate},
    {"rule", "print the udev rule that lets users read input devices", rule},
};

static const help_text help = {.summary = "Wheels, pedals, joysticks, gamepads and panels.",
                               .page = "docs/devices.md"};

int program_devices(int argc, char **argv)
{
    static const action_group group = {.command = "devices",
                                       .usage = "[ACTION] [OPTIONS] [DEVICE]",
                                       .help = &help,
                                       .actions = actions,
                                       .count = sizeof actions / sizeof *actions,
                                       .otherwise = &actions[0]};
    return action_run(&group, argc, argv);
}
