/* What the actions of `headland results` share. */
#ifndef RESULTS_H
#define RESULTS_H

#include "command/options.h"
#include "command/terminal.h"
#include "drv/results.h"

/** An action that is running. */
typedef struct results {
    const char *db; /**< --db; NULL: the default store */
    bool json;
    bool makes; /**< a store that does not exist yet is made */
    char path[TRAIN_PATH];
    drv_results kept; /**< store NULL: the default store, which does not exist yet: it is empty */
    hl_arena arena;
} results;

#define RESULTS_DB_OPTION(value)                                                                             \
    {                                                                                                        \
        "db", OPTION_TEXT, value, "FILE", "the results store (default: the user's own)"                      \
    }

#define RESULTS_OPTIONS(r) RESULTS_DB_OPTION(&(r)->db), OPTION_JSON(&(r)->json)

/** Open the store, for reading alone or for changes. A default store that does not exist yet is not an error.
 *  @param status  out: the exit status when false, after a message */
bool results_open(results *r, bool change, int *status);

/** @return status */
int results_close(results *r, int status);

/** Print that there is no store yet, and what makes one. @return exit status: bad usage */
int results_nothing(const results *r);

/** Read the number of an attempt. @return false after a message */
bool results_number(const char *word, int64_t *attempt);

/** Look up trainee and exercise of a filter, if they are given. @return exit status, after a message unless
 * it is done */
int results_choose(results *r, train_filter *filter);

/** Read an attempt with points and events. @return exit status, after a message unless it is done */
int results_read(results *r, int64_t id, train_attempt **attempt);

/* ---- actions: argv[0] is the action's name; they return an exit status ---- */

int results_action_trainees(int argc, char **argv);
int results_action_attempts(int argc, char **argv);
int results_action_leaderboard(int argc, char **argv);
int results_action_show(int argc, char **argv);
int results_action_verify(int argc, char **argv);
int results_action_void(int argc, char **argv);
int results_action_unvoid(int argc, char **argv);
int results_action_export(int argc, char **argv);
int results_action_debrief(int argc, char **argv);
int results_action_import(int argc, char **argv);
int results_action_rename(int argc, char **argv);
int results_action_delete(int argc, char **argv);

#endif
