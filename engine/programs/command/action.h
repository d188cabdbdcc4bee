/* Commands by name: those of the program (`headland hud`) and those of a command (`headland hud preview`). */
#ifndef ACTION_H
#define ACTION_H

#include "help.h"

typedef struct action {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} action;

typedef struct action_group {
    const char *command; /**< whose they are: "hud"; "": the program's */
    const char *usage;   /**< what follows it: "ACTION [OPTIONS]" */
    const help_text *help;
    const action *actions;
    int count;
    const action *otherwise; /**< what is run when none is named; NULL: one is needed */
} action_group;

/** Run the action that the first argument names; tell about all of them on request.
 *  @return exit status */
int action_run(const action_group *group, int argc, char **argv);

#endif
