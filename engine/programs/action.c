#include "action.h"

#include "nearest.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 16 }; /* actions of a command */

static void print_help(const char *command, const char *arguments, const action *actions, int count,
                       FILE *out)
{
    fprintf(out, "usage: headland %s ACTION [OPTIONS]%s%s\n\n", command, *arguments ? " " : "", arguments);
    for (int i = 0; i < count; i++) fprintf(out, "  %-12s %s\n", actions[i].name, actions[i].summary);
    fprintf(out, "\n  --help       this text; headland %s ACTION --help tells about one action\n", command);
}

int action_run(const char *command, const char *arguments, const action *actions, int count, int argc,
               char **argv)
{
    const char *names[MOST];
    if (argc < 2) {
        print_help(command, arguments, actions, count, stderr);
        return PROGRAM_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(command, arguments, actions, count, stdout);
        return PROGRAM_DONE;
    }
    for (int i = 0; i < count && i < MOST; i++) {
        names[i] = actions[i].name;
        if (strcmp(argv[1], actions[i].name) == 0) return actions[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "headland %s: unknown action '%s'; the nearest is '%s' (headland %s --help lists all)\n",
            command, argv[1], nearest_name(argv[1], names, count), command);
    return PROGRAM_USAGE;
}
