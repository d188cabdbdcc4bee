/* The results store of an action: found, opened, asked for attempts. */
#include "results.h"

#include "drv/log.h"
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int results_nothing(const results *r)
{
    return program_end(PROGRAM_USAGE,
                       "no results yet in %s; headland train and headland run --trainee store results",
                       r->path);
}

bool results_number(const char *word, int64_t *attempt)
{
    char *end;
    errno = 0;
    *attempt = strtoll(word, &end, 10);
    if (end != word && !*end && !errno && *attempt > 0) return true;
    return drv_say(&program_log,
                   "expected the number of an attempt, as listed by headland results attempts, not %s", word);
}

int results_read(results *r, int64_t id, train_attempt **attempt)
{
    if (!r->kept.store) return results_nothing(r);
    const hl_status status = train_attempt_read(r->kept.store, id, &r->arena, attempt);
    if (status == HL_OK) return PROGRAM_DONE;
    const int failed = drv_results_fail(&r->kept, status);
    if (status == HL_BAD_INPUT) drv_say(&program_log, "headland results attempts lists all attempts");
    return failed;
}

int results_choose(results *r, train_filter *filter)
{
    const int status =
        filter->trainee ? drv_find_trainee(&r->kept, &filter->trainee, &r->arena) : PROGRAM_DONE;
    return status == PROGRAM_DONE && filter->exercise
               ? drv_find_exercise(&r->kept, filter->exercise, &r->arena)
               : status;
}

static bool find_store(results *r, int *status)
{
    *status = PROGRAM_ENVIRONMENT;
    if (!r->db)
        return train_store_default(r->path) ||
               drv_say(&program_log, "neither XDG_DATA_HOME nor HOME is set; give --db FILE");
    *status = PROGRAM_USAGE;
    if (strlen(r->db) >= sizeof r->path) return drv_say(&program_log, "--db: %s", strerror(ENAMETOOLONG));
    snprintf(r->path, sizeof r->path, "%s", r->db);
    return r->makes || access(r->path, F_OK) == 0 ||
           drv_say(&program_log, "%s: %s", r->path, strerror(errno));
}

bool results_open(results *r, bool change, int *status)
{
    char why[TRAIN_WHY];
    train_store *store;
    if (!find_store(r, status)) return false;
    if (!r->makes && access(r->path, F_OK) != 0) return true;
    const hl_status opened =
        change ? train_store_open(r->path, &store, why) : train_store_open_read(r->path, &store, why);
    *status = opened == HL_BAD_INPUT ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT;
    if (opened != HL_OK) return drv_say(&program_log, "%s: %s", r->path, why);
    if (change) drv_sweep_temporaries("debrief");
    r->kept = program_store(store, r->path);
    return true;
}

int results_close(results *r, int status)
{
    train_store_close(r->kept.store);
    hl_arena_free(&r->arena);
    return status;
}
