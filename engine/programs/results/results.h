/* What the actions of `headland results` share. */
#ifndef RESULTS_H
#define RESULTS_H

#include "command/options.h"
#include "drv/results.h"
#include "train/store.h"

/** An action at work. */
typedef struct results {
    const char *command; /**< "results attempts": for messages */
    const char *db;      /**< --db; NULL: the default store */
    bool json;
    bool makes; /**< a store that is not there yet is made */
    char path[TRAIN_PATH];
    train_store *store; /**< NULL: the default store, which is not there yet: it has nothing in it */
    hl_arena arena;
} results;

#define RESULTS_DB_OPTION(value)                                                                             \
    {                                                                                                        \
        "db", OPTION_TEXT, value, "FILE", "the results store (default: the user's own)"                      \
    }

#define RESULTS_OPTIONS(r) RESULTS_DB_OPTION(&(r)->db), OPTION_JSON(&(r)->json)

/** Open the store, for reading alone or for changes. A default store that is not there yet is no mistake.
 *  @param status  out: the exit status when false, after a message */
bool results_open(results *r, bool change, int *status);

/** @return status */
int results_close(results *r, int status);

/** Say what the store said last. @return exit status */
int results_failed(const results *r, hl_status status);

/** Say that there is no store yet, and what makes one. @return exit status: bad usage */
int results_nothing(const results *r);

/** Print a message. @return exit status: bad usage */
int results_refuse(const results *r, const char *text, const char *about);

/** Number of an attempt. @return false after a message */
bool results_number(const results *r, const char *word, int64_t *attempt);

/** Whether there are attempts at an exercise. @return exit status, after a message unless it is done */
int results_exercise(results *r, const char *exercise);

/** A trainee's name as the store has it. @return exit status, after a message unless it is done */
int results_trainee(results *r, const char **trainee);

/** Both, of a filter where it has them. @return likewise */
int results_choose(results *r, train_filter *filter);

/** Whether a file may be written: it is neither the store nor what proves an attempt in it.
 *  @return false after a message */
bool results_spares(const results *r, const char *out);

/** An attempt with points and events. @return exit status, after a message unless it is done */
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
