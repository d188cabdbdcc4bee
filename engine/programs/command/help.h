/* What `--help` tells about a command, and the same as a part of the manual page: one source for both. */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>

struct option;
struct action;

/** A name and what is behind it: an argument, a file, a variable of the environment. */
typedef struct help_entry {
    const char *name, *text;
} help_entry;

enum { HELP_ARGUMENTS = 4, HELP_EXAMPLES = 8, HELP_PLACES = 10 };

/** The words about a command. Lists end where they are empty. */
typedef struct help_text {
    const char *summary;                      /**< what it does: a sentence or two */
    help_entry arguments[HELP_ARGUMENTS + 1]; /**< in the order of the usage */
    const char *examples[HELP_EXAMPLES + 1];  /**< what follows `headland` */
    const char *failed;                       /**< what exit status 1 means; NULL: there is none */
    help_entry environment[HELP_PLACES + 1];  /**< variables that are heeded */
    help_entry files[HELP_PLACES + 1];        /**< that are read or written unasked */
    const char *page;                         /**< where more stands, e.g. "docs/soil.md" */
} help_text;

/** A command as it is told about. */
typedef struct help_subject {
    const char *command; /**< "results show"; "": the program itself */
    const char *usage;   /**< what follows it: "[OPTIONS] ATTEMPT" */
    const help_text *text;
    const struct option *options; /**< NULL: none but --help */
    const struct action *actions; /**< NULL: none */
    int action_count;
} help_subject;

typedef enum help_style {
    HELP_NONE,
    HELP_TERMINAL, /**< --help, -h: plain text, at most 80 columns */
    HELP_MAN       /**< --help=man: a part of docs/man/headland.1, or all of it */
} help_style;

/** Which help a word of the command line asks for. */
help_style help_asked(const char *word);

/** Print the help of a command on standard output. */
void help_print(const help_subject *subject, help_style style);

/** Print "usage: headland ..." as a line on standard error, below a message about what was wrong. */
void help_usage(const help_subject *subject);

#endif
