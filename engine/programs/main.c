/* headland: the table of sub-commands. */
#include "command/options.h"
#include "drv/assets.h"
#include "program.h"

#include "auth/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int tell(int argc, char **argv);

static const action list[] = {
    {"run", "drive a machine: in a window, or headless with a script", program_run},
    {"train", "train: choose an exercise, read the briefing, drive, see the result", program_train},
    {"exercises", "list the exercises by course, and what a trainee has reached", program_exercises},
    {"sweep", "run a script with several variants and settings, in parallel", program_sweep},
    {"replay", "replay a recording: watch it, verify it, export its signals", program_replay},
    {"report", "latencies and missed deadlines of one or several drives", program_report},
    {"results", "results of exercises: attempts, leaderboards, verification, exports", program_results},
    {"signals", "list the signals of a machine with units and meaning", program_signals},
    {"simulate", "run a mechanism file at maximum speed", program_simulate},
    {"equilibrium", "find the static equilibrium and natural frequencies of a mechanism",
     program_equilibrium},
    {"flex", "reduce a flexible body to a few modes, and tell how good the reduction is", program_flex},
    {"soil", "test soils: heaps, cutting, sinkage, traction, drops, banks", program_soil},
    {"hud", "try a head-up display layout in a window, draw it to a file", program_hud},
    {"devices", "wheels, pedals, joysticks: list, monitor, calibrate", program_devices},
    {"instructor", "serve the instructor's page: watch and control a seat from a browser",
     program_instructor},
    {"motion", "motion platforms: a virtual platform, the motion cueing filter alone", program_motion},
    {"doctor", "look for settings of this computer that delay the simulation", program_doctor},
    {"check", "read authored files and report errors", program_check},
    {"validate", "run the validation cases and compare with published results", program_validate},
    {"bench", "measure the computing time of a step", program_bench},
    {"help", "print the help of a command, e.g. headland help results show", tell},
};

static const help_text help = {
    .summary = "Simulate tractors and excavators in real time, to train their operators. Commands drive a "
               "machine, score an exercise, replay and verify recordings, and develop machines, soils and "
               "mechanisms. Durations are in seconds or have a unit: 10, \"1 ms\", \"2 min\". Supplied files "
               "are found from any folder by names such as assets/machines/tractor.yaml.",
    .examples = {"run", "train", "help results show"},
    .failed =
        "the run failed: a check failed, the simulation stopped, or a file could not be written completely",
    .environment = {{"HEADLAND_ASSETS", "folder of the assets, if they are not found automatically"},
                    {"XDG_CONFIG_HOME",
                     "folder of headland/settings.yaml and headland/bindings.yaml (default: ~/.config)"},
                    {"XDG_DATA_HOME", "folder of headland/results.db (default: ~/.local/share)"},
                    {"XDG_RUNTIME_DIR",
                     "folder of the sockets between seats and instructor (default: /tmp/headland-UID)"},
                    {"TMPDIR", "folder of temporary files (default: /tmp)"}},
    .files = {{"~/.config/headland/settings.yaml", "settings chosen in the window"},
              {"~/.config/headland/bindings.yaml", "bindings of input devices to commands"},
              {"~/.local/share/headland/results.db", "results; the recordings are in a folder beside it"}},
    .page = "docs/training.md, docs/window.md, docs/devices.md, docs/architecture.md"};

static const action_group commands = {.command = "",
                                      .usage = "COMMAND [OPTIONS] [ARGUMENTS]",
                                      .help = &help,
                                      .actions = list,
                                      .count = sizeof list / sizeof *list};

static const help_text help_of_help = {
    .summary = "Print the help of a command, the same as COMMAND --help.",
    .arguments = {{"COMMAND", "a command listed by headland --help"}, {"ACTION", "an action of the command"}},
    .examples = {"help run", "help results show"}};

/* Whether a word is a command that has no actions. */
static bool stands_alone(const char *word)
{
    static int (*const groups[])(int, char **) = {program_results, program_hud, program_devices,
                                                  program_motion};
    int (*found)(int, char **) = NULL;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].name, word) == 0) found = list[i].run;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i] == found) return false;
    return found != NULL;
}

static int tell(int argc, char **argv)
{
    static char ask[] = "--help";
    const option options[] = {OPTION_END};
    command_line line = {
        .command = "help", .arguments = "[COMMAND [ACTION]]", .help = &help_of_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (line.word_count > 1 && stands_alone(line.words[0])) {
        fprintf(stderr, "headland help: unexpected argument '%s': '%s' has no actions\n", line.words[1],
                line.words[0]);
        return PROGRAM_USAGE;
    }
    char *words[] = {argv[0], line.word_count > 0 ? line.words[0] : ask,
                     line.word_count > 1 ? line.words[1] : ask, ask};
    return action_run(&commands, line.word_count + 2, words);
}

/* What the build needs and the processor lacks, e.g. "AVX2"; NULL: nothing. A message is better than an
 * illegal instruction. */
static const char *missing_in_processor(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
#ifdef __AVX__
    if (!__builtin_cpu_supports("avx")) return "AVX";
#endif
#ifdef __AVX2__
    if (!__builtin_cpu_supports("avx2")) return "AVX2";
#endif
#ifdef __FMA__
    if (!__builtin_cpu_supports("fma")) return "FMA";
#endif
#ifdef __BMI2__
    if (!__builtin_cpu_supports("bmi2")) return "BMI2";
#endif
#ifdef __AVX512F__
    if (!__builtin_cpu_supports("avx512f")) return "AVX-512";
#endif
#endif
    return NULL;
}

static int no_such_processor(const char *missing)
{
    fprintf(stderr,
            "headland: this processor lacks %s, which this build uses; build for this machine with\n"
            "  cmake --preset default -DHEADLAND_ARCH= && cmake --build --preset default\n",
            missing);
    return PROGRAM_ENVIRONMENT;
}

/* Why text on standard output did not arrive, 0 when it did. The reason of an earlier write has been
 * forgotten: it is asked for once more. */
static int output_trouble(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    if (!errno && putchar('\n') != EOF) (void)fflush(stdout);
    return errno ? errno : EIO;
}

/* Text that never arrived is a failure of the run, as a full disk is. */
static int end_output(int status)
{
    const int trouble = output_trouble();
    if (!trouble) return status;
    fprintf(stderr, "headland: standard output: %s\n", strerror(trouble));
    return status == PROGRAM_DONE ? PROGRAM_FAILED : status;
}

/* Where standard input, output or error are closed, the first files to be opened would take their places, and
 * get the text that is meant for people. Nothing can be written to what stands there instead. */
static void fill_standard_places(void)
{
    int place;
    do place = open("/dev/null", O_RDONLY);
    while (place >= 0 && place <= STDERR_FILENO);
    if (place > STDERR_FILENO) (void)close(place);
}

static int tell_version(int argc, char **argv)
{
    if (argc > 2) {
        fprintf(stderr, "headland --version: unexpected argument '%s'\n", argv[2]);
        return PROGRAM_USAGE;
    }
    puts("headland " HEADLAND_VERSION);
    return PROGRAM_DONE;
}

static int run(int argc, char **argv)
{
    const char *missing = missing_in_processor();
    if (missing) return no_such_processor(missing);
    if (argc > 1 && strcmp(argv[1], "--version") == 0) return tell_version(argc, argv);
    return action_run(&commands, argc, argv);
}

/* Files that ship are found from every authored file as the command line finds them. */
static void find_shipped_files(void)
{
    char assets[4096];
    auth_ship_from(drv_assets_find(NULL, assets, sizeof assets) ? assets : NULL);
}

int main(int argc, char **argv)
{
    fill_standard_places();
    find_shipped_files();
    return end_output(run(argc, argv));
}
