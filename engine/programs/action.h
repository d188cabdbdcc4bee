/* Sub-commands of a sub-command: `headland hud preview`. */
#ifndef ACTION_H
#define ACTION_H

typedef struct action {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} action;

/** Run the action that the first argument names; tell about all of them on request.
 *  @param command    "hud"
 *  @param arguments  for the usage: "LAYOUT.yaml"; may be empty
 *  @return exit status */
int action_run(const char *command, const char *arguments, const action *actions, int count, int argc,
               char **argv);

#endif
