/* What the files of `headland train` share: menu, briefing, drive, debriefing, one after the other. */
#ifndef TRAIN_H
#define TRAIN_H

#include "drv/load.h"
#include "run/run.h"

#include "rnd/pages.h"
#include "train/store.h"

/** The command line. */
typedef struct train_request {
    const char *db, *trainee, *exercises; /**< NULL: not given */
    bool unlocked;                        /**< exercises can be started before their prerequisites */
    run_request drive;                    /**< how it is driven: window, cockpit, instructor */
} train_request;

typedef struct train {
    train_request request;
    char path[TRAIN_PATH]; /**< of the store */
    train_store *store;
    hl_arena arena;
    drv_exercises found;
    auth_settings settings; /**< of the pages: full screen or not */
    rnd_choice choice;      /**< as the menu left it */
    bool practice;          /**< as the briefing left it */
    rnd_pages *pages;       /**< that say what is waited for, until the drive's window is there; NULL: none */
    drv_director *director; /**< to an instructor; NULL: none */
    int64_t attempt;        /**< the last; 0: there was none */
} train;

/** The exercise that is chosen in the menu. */
static inline const drv_exercise *train_chosen(const train *t)
{
    return &t->found.list[t->choice.exercise];
}

/** Choose who drives what. */
rnd_answer train_menu(train *t, rnd_pages *pages);

/** What there is to do, and with which keys. */
rnd_answer train_briefing(train *t, rnd_pages *pages);

/** What came of the last attempt: it is computed again, compared, explained; meanwhile the page is there
 * already. */
rnd_answer train_debriefing(train *t, rnd_pages *pages);

#endif
