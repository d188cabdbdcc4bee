/* Opening and closing the store.
 *
 * SQLite's own words on what makes a commit durable: in WAL mode with synchronous=FULL the log is synced
 * after every transaction (sqlite.org/pragma.html#pragma_synchronous); BEGIN IMMEDIATE takes the writer's
 * lock at once, where the busy handler waits for it, instead of failing in the middle
 * (sqlite.org/lang_transaction).
 */
#include "train/store.h"
#include "query.h"
#include "store_place.h"
#include "store_schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATIENCE = 10000, /* how long a locked store is waited for [ms]: many times what any transaction takes */
    NAP = 20          /* between tries to make it a WAL store, where SQLite itself does not wait [ms] */
};

const char *train_store_why(const train_store *store)
{
    return store->why;
}

void train_store_close(train_store *store)
{
    if (!store) return;
    (void)sqlite3_close(store->db);
    free(store);
}

/* ---- opening ---- */

static hl_status configure(train_store *store)
{
    static const char *const words[] = {
        "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON",
        "PRAGMA secure_delete = ON", /* who is deleted is gone from the file */
        "PRAGMA trusted_schema = OFF"};
    hl_status status = HL_OK;
    for (size_t i = 0; status == HL_OK && i < sizeof words / sizeof *words; i++)
        status = query_execute(store, words[i]);
    return status;
}

/* The mode that it has then: "wal" where that is possible. */
static hl_status ask_for_wal(train_store *store, bool *is_wal)
{
    query q = query_begin(store, "PRAGMA journal_mode = WAL");
    *is_wal = query_row(&q) && strcmp(query_text(&q, 0), "wal") == 0;
    return query_end(&q);
}

/* Going over to WAL needs the file alone; of two who do so at once one is told that it is locked, without
 * waiting. The mode stays with the file. */
static hl_status make_wal(train_store *store)
{
    bool is_wal = false;
    hl_status status = ask_for_wal(store, &is_wal);
    for (int waited = 0;
         status == HL_IO_ERROR && (sqlite3_errcode(store->db) & 0xff) == SQLITE_BUSY && waited < PATIENCE;
         waited += NAP) {
        (void)sqlite3_sleep(NAP);
        status = ask_for_wal(store, &is_wal);
    }
    if (status != HL_OK || is_wal) return status;
    return train_set_error(store, HL_IO_ERROR,
                           "its file system does not support shared memory, which the store needs");
}

static hl_status open_file(train_store *store, int flags)
{
    struct stat is;
    if (stat(store->path, &is) == 0 && !S_ISREG(is.st_mode))
        return train_set_error(store, HL_IO_ERROR, "it is a %s; a file is expected",
                               S_ISDIR(is.st_mode) ? "folder" : "device or a pipe");
    const int code = sqlite3_open_v2(store->path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) return train_fail_sqlite(store, code);
    (void)sqlite3_extended_result_codes(store->db, 1);
    (void)sqlite3_busy_timeout(store->db, PATIENCE);
    const char *file = sqlite3_db_filename(store->db, "main");
    if (!file || !*file) return train_set_error(store, HL_IO_ERROR, "expected the path of a file");
    return HL_OK;
}

static hl_status open_for_writing(train_store *store)
{
    int version = 0;
    if (!train_make_place(store->path)) return train_set_error(store, HL_IO_ERROR, "%s", strerror(errno));
    hl_status status = open_file(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (status == HL_OK && sqlite3_db_readonly(store->db, "main") == 1)
        status = train_set_error(store, HL_IO_ERROR, "it is write-protected");
    if (status == HL_OK) status = train_store_version(store, &version); /* before anything is changed in it */
    if (status == HL_OK) status = make_wal(store);
    if (status == HL_OK) status = configure(store);
    if (status == HL_OK && version < TRAIN_VERSION) status = train_store_migrate(store);
    if (status == HL_OK && version == 0 && !train_sync_folder(store->path))
        status = train_set_error(store, HL_IO_ERROR, "%s", strerror(errno));
    if (status == HL_OK) (void)train_spool_take(store, NULL); /* what cannot be taken in now stays */
    return status;
}

/* Readers of a WAL store share memory, a file beside it that may have to be made. */
static hl_status open_sharing(train_store *store, int *version)
{
    hl_status status = open_file(store, SQLITE_OPEN_READONLY);
    if (status == HL_OK) status = configure(store);
    if (status == HL_OK) status = train_store_version(store, version);
    return status;
}

/* On a full disk that cannot be made. A store that no other process has open is then read alone, with memory
 * of the process instead (sqlite.org/wal.html, "Use of WAL Without Shared-Memory"), and nothing is written
 * when it is closed. Alone means that it is locked: for the moment that a list takes. */
static hl_status open_alone(train_store *store, int *version)
{
    (void)sqlite3_close(store->db);
    store->db = NULL;
    hl_status status = open_file(store, SQLITE_OPEN_READWRITE);
    if (status == HL_OK) (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (status == HL_OK) status = query_execute(store, "PRAGMA locking_mode = EXCLUSIVE");
    if (status == HL_OK) status = query_execute(store, "PRAGMA query_only = ON");
    if (status == HL_OK) status = configure(store);
    if (status == HL_OK) status = train_store_version(store, version);
    return status;
}

static hl_status open_for_reading(train_store *store)
{
    int version = 0;
    hl_status status = open_sharing(store, &version);
    if (status == HL_IO_ERROR && store->db && (sqlite3_errcode(store->db) & 0xff) != SQLITE_BUSY) {
        char why[TRAIN_WHY];
        (void)memcpy(why, store->why, sizeof why); /* the first reason counts */
        status = open_alone(store, &version);
        if (status == HL_IO_ERROR) (void)memcpy(store->why, why, sizeof why);
    }
    if (status != HL_OK || version == TRAIN_VERSION) return status;
    if (version == 0) return train_set_error(store, HL_BAD_INPUT, "it is empty; a results store is expected");
    return train_set_error(
        store, HL_BAD_INPUT,
        "it has version %d, this program reads version %d: convert it with headland results verify", version,
        TRAIN_VERSION);
}

/* Everything about the two ways to open but the way itself. */
static hl_status open_store(const char *path, hl_status (*way)(train_store *), train_store **store, char *why)
{
    *store = NULL;
    train_store *made = calloc(1, sizeof *made);
    if (!made) {
        (void)snprintf(why, TRAIN_WHY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
        return HL_OUT_OF_MEMORY;
    }
    hl_status status = HL_OK;
    if (!*path || strlen(path) >= TRAIN_PATH - 64) /* room for the names beside it */
        status =
            train_set_error(made, HL_IO_ERROR, "%s", *path ? strerror(ENAMETOOLONG) : "its path is empty");
    if (status == HL_OK) {
        (void)snprintf(made->path, sizeof made->path, "%s", path);
        status = way(made);
    }
    if (status == HL_OK) {
        *store = made;
        return HL_OK;
    }
    (void)snprintf(why, TRAIN_WHY, "%s", made->why);
    train_store_close(made);
    return status;
}

hl_status train_store_open(const char *path, train_store **store, char *why)
{
    return open_store(path, open_for_writing, store, why);
}

hl_status train_store_open_read(const char *path, train_store **store, char *why)
{
    return open_store(path, open_for_reading, store, why);
}
