/* Command lines: commands by name, and their options by table.
 *
 *   bool json = false;
 *   const option options[] = {{"json", OPTION_FLAG, &json, NULL, "print JSON"}, OPTION_END};
 *   command_line line = {.command = "check", .arguments = "FILE...", .help = &help, .options = options, ...};
 *   int status;
 *   if (!options_parse(&line, argc, argv, &status)) return status; */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "help.h"

#include "drv/load.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum option_kind {
    OPTION_FLAG,   /**< no argument; value: bool */
    OPTION_TEXT,   /**< value: const char * */
    OPTION_FILE,   /**< an authored file, one's own or a shipped one by path or name (drv/assets.h), or a word
                      that the option knows (options.c); value: const char * */
    OPTION_OUTPUT, /**< a file that is written, none that other options and arguments name; value:
                      const char * */
    OPTION_LIST,   /**< may be given several times; value: option_list */
    OPTION_COUNT,  /**< whole number from 1; value: int */
    OPTION_INDEX,  /**< whole number from 0; value: int */
    OPTION_NUMBER, /**< number above 0; value: double */
    OPTION_SECONDS, /**< duration above 0: "10", "1 ms", "2 min"; value: double [s] */
    OPTION_TIME     /**< moment from 0, written likewise; value: double [s] */
} option_kind;

enum { OPTION_LIST_MOST = DRV_SETTINGS };

typedef struct option_list {
    int count;
    const char *texts[OPTION_LIST_MOST];
} option_list;

typedef struct option {
    const char *name; /**< without the hyphens */
    option_kind kind;
    void *value;          /**< untouched when the option is not given */
    const char *argument; /**< its argument's name in the help, NULL for flags */
    const char *help;
} option;

#define OPTION_END                                                                                           \
    {                                                                                                        \
        NULL, OPTION_FLAG, NULL, NULL, NULL                                                                  \
    }

/** The values of a list as settings of a machine. */
#define SETTINGS_OF(list) (&(const drv_settings){(list)->count, (list)->texts})

/** The option that chooses variants and parameters of a machine. */
#define OPTION_SET(list)                                                                                     \
    {                                                                                                        \
        "set", OPTION_LIST, list, "machine.NAME=VALUE",                                                      \
            "select a variant of the machine, e.g. machine.bucket=large, or set a parameter of its file, "   \
            "e.g. machine.bodies.bucket.mass=\"500 kg\"; may be repeated"                                    \
    }

/** Of commands that compute drives. */
#define OPTION_PHYSICS_THREADS(count)                                                                        \
    {                                                                                                        \
        "physics-threads", OPTION_COUNT, count, "N",                                                         \
            "compute sand with N threads, at most 8; the results do not depend on N (default: 1)"            \
    }

/** Of commands that print for machines. */
#define OPTION_JSON(flag)                                                                                    \
    {                                                                                                        \
        "json", OPTION_FLAG, flag, NULL, "print JSON instead of tables"                                      \
    }

typedef struct command_line {
    const char *command;   /**< the sub-command */
    const char *arguments; /**< as in the usage, which also says how many: "FILE...", "[SOIL]"; NULL: none */
    const help_text *help;
    const option *options; /**< ended by OPTION_END */
    const char *files; /**< the arguments are authored files, shipped ones in these folders (drv/assets.h) */
    char **words;      /**< out: the arguments */
    int word_count;    /**< out */
} command_line;

/** Read argv (argv[0] is the sub-command). Values come as `--name value` or `--name=value`; `--` ends the
 * options.
 *  @param status  out: the exit status when there is nothing to do: after --help or a mistake
 *  @return true when the command shall run */
bool options_parse(command_line *line, int argc, char **argv, int *status);

/* ---- commands by name: those of the program (`headland hud`) and those of a command (`headland hud
 * preview`) */

typedef struct action {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} action;

typedef struct action_group {
    const char *command; /**< that they belong to: "hud"; "": the program */
    const char *usage;   /**< what follows it: "ACTION [OPTIONS]" */
    const help_text *help;
    const action *actions;
    int count;
    const action *otherwise; /**< run when none is named; NULL: one is required */
} action_group;

/** Run the action that the first argument names; print the help of all of them on request.
 *  @return exit status */
int action_run(const action_group *group, int argc, char **argv);

#endif
