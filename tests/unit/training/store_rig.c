#include "store_rig.h"

#include <ftw.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const train_exercise rig_slalom = {
    .name = "slalom", .title = "A slalom", .hash = "0123", .machine = "tractor", .variants = ""};
const train_exercise rig_hopper = {.name = "hopper",
                                   .title = "The hopper",
                                   .hash = "4567",
                                   .machine = "excavator",
                                   .variants = "bucket=large",
                                   .attempts_counted = 3};

hl_arena rig_arena;
static char folder[64], path[128];
static train_store *store;

const char *rig_path(void)
{
    if (*folder) return path;
    (void)snprintf(folder, sizeof folder, "/tmp/headland-store-XXXXXX");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/deep/results.db", folder);
    return path;
}

train_store *rig_store(void)
{
    char why[TRAIN_WHY];
    if (!store && train_store_open(rig_path(), &store, why) != HL_OK) fail_msg("%s: %s", path, why);
    return store;
}

void rig_close(void)
{
    train_store_close(store);
    store = NULL;
}

static int remove_one(const char *name, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(name);
}

int rig_remove(void **state)
{
    enum { OPEN_FOLDERS = 8 };
    (void)state;
    rig_close();
    hl_arena_free(&rig_arena);
    const int result = *folder ? nftw(folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) : 0;
    *folder = '\0';
    return result;
}

void rig_ok(hl_status status, const char *call)
{
    if (status != HL_OK)
        fail_msg("%s: %s: %s", call, hl_status_text(status), store ? train_store_why(store) : "");
}

int64_t rig_begin(const char *trainee, const train_exercise *exercise)
{
    int64_t person = 0, attempt = 0;
    RIG_OK(train_trainee_find(rig_store(), trainee, &person));
    RIG_OK(train_attempt_begin(rig_store(), person, exercise, &attempt));
    return attempt;
}

int64_t rig_attempt(const char *trainee, const train_exercise *exercise, double score, double time,
                    train_proof proof)
{
    const int64_t attempt = rig_begin(trainee, exercise);
    const train_outcome outcome = {
        .result = TRAIN_FINISHED, .score = score, .time = time, .fuel = 0.5, .hits = 1};
    RIG_OK(train_attempt_end(rig_store(), attempt, &outcome));
    if (proof != TRAIN_PENDING) RIG_OK(train_attempt_prove(rig_store(), attempt, proof, ""));
    return attempt;
}

int64_t rig_failed(const char *trainee, const train_exercise *exercise)
{
    const int64_t attempt = rig_begin(trainee, exercise);
    const train_outcome outcome = {.result = TRAIN_FAILED, .reason = "too many hits", .time = 1.0};
    RIG_OK(train_attempt_end(rig_store(), attempt, &outcome));
    return attempt;
}

void rig_sql(const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open(rig_path(), &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s: %s", sql, why);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}
