/* headland: the table of sub-commands. */
#include "nearest.h"
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"run", "drive a machine: in a window, or headless with a script", program_run},
    {"train", "train: choose an exercise, be briefed, drive, see what came of it", program_train},
    {"sweep", "run a script with machines and settings varied, side by side", program_sweep},
    {"replay", "compute a recorded drive again: watch it, prove it, take signals out of it", program_replay},
    {"results", "results of exercises: attempts, leaderboards, proofs, exports", program_results},
    {"signals", "list the signals of a machine with units and meaning", program_signals},
    {"simulate", "run a mechanism file at maximum speed", program_simulate},
    {"equilibrium", "static equilibrium of a mechanism and the natural frequencies about it",
     program_equilibrium},
    {"soil", "experiments with soils: heaps, cutting, sinkage, traction, drops, banks", program_soil},
    {"hud", "head-up displays: try a layout in a window, draw it to a file", program_hud},
    {"devices", "wheels, pedals, joysticks: list, monitor, calibrate", program_devices},
    {"instructor", "the instructor's page: watch and direct a seat from a browser", program_instructor},
    {"motion", "motion platforms: a virtual one that listens, the filter alone", program_motion},
    {"check", "read authored files and report every error", program_check},
    {"validate", "run the published cases and compare row by row", program_validate},
    {"bench", "measure the time of a step", program_bench},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out)
{
    fputs("usage: headland COMMAND [OPTIONS] [ARGUMENTS]\n\n", out);
    for (int i = 0; i < COMMANDS; i++) fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
    fputs("\n  --help       this text; headland COMMAND --help tells about one command\n"
          "  --version    the version\n\n"
          "Exit status: 0 done, 1 the run failed, 2 bad usage or a bad file, 3 the environment lacks "
          "something.\n",
          out);
}

static int unknown_command(const char *name)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    fprintf(stderr, "headland: unknown command '%s'; the nearest is '%s' (headland --help lists all)\n", name,
            nearest_name(name, names, COMMANDS));
    return PROGRAM_USAGE;
}

static int unknown_option(const char *name)
{
    static const char *const names[] = {"--help", "--version"};
    fprintf(stderr, "headland: unknown option '%s'; the nearest is '%s'\n", name,
            nearest_name(name, names, 2));
    return PROGRAM_USAGE;
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

static int run(int argc, char **argv)
{
    const char *missing = program_missing_in_processor();
    if (missing) return no_such_processor(missing);
    if (argc < 2) {
        print_help(stderr);
        return PROGRAM_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return PROGRAM_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("headland " HEADLAND_VERSION);
        return PROGRAM_DONE;
    }
    if (argv[1][0] == '-') return unknown_option(argv[1]);
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    return unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
    return end_output(run(argc, argv));
}
