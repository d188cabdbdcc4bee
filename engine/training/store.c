/* The results store: its tables, its version, opening and closing.
 *
 * Durability as SQLite documents it: in WAL mode with synchronous=FULL the log is synced after every
 * transaction (sqlite.org/pragma.html#pragma_synchronous); BEGIN IMMEDIATE takes the writer's lock at once,
 * where the busy handler waits for it, instead of failing in the middle (sqlite.org/lang_transaction). */
#include "store_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATIENCE = 10000, /* wait for a locked store [ms]: many times the longest transaction */
    NAP = 20          /* between attempts to set WAL mode, where SQLite itself does not wait [ms] */
};

const char *const train_migrations[TRAIN_VERSION] = {
    /* 1: trainees, attempts, points, events. Numbers of attempts name folders and are not reused
     * (AUTOINCREMENT). seat_*: the process that drives; NULL after the attempt has stored its end. */
    "CREATE TABLE trainees ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  since INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE attempts ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  trainee INTEGER NOT NULL REFERENCES trainees (id) ON DELETE CASCADE,"
    "  began INTEGER NOT NULL,"
    "  exercise TEXT NOT NULL,"
    "  title TEXT NOT NULL,"
    "  hash TEXT NOT NULL,"
    "  machine TEXT NOT NULL,"
    "  variants TEXT NOT NULL,"
    "  attempts_counted INTEGER NOT NULL,"
    "  reference INTEGER NOT NULL,"
    "  practice INTEGER NOT NULL,"
    "  seat_pid INTEGER,"
    "  seat_start INTEGER,"
    "  seat_boot TEXT,"
    "  result INTEGER NOT NULL DEFAULT 0,"
    "  reason TEXT NOT NULL DEFAULT '',"
    "  time REAL NOT NULL DEFAULT 0,"
    "  fuel REAL,"
    "  hits INTEGER NOT NULL DEFAULT 0,"
    "  score REAL NOT NULL DEFAULT 0,"
    "  passed INTEGER NOT NULL DEFAULT 0,"
    "  state_hash TEXT NOT NULL DEFAULT '',"
    "  recording_hash TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE INDEX attempts_of_trainee ON attempts (trainee);"
    "CREATE INDEX attempts_of_exercise ON attempts (exercise, hash);"
    "CREATE TABLE points ("
    "  attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  unit TEXT NOT NULL,"
    "  value REAL,"
    "  best REAL,"
    "  worst REAL,"
    "  points REAL,"
    "  most REAL,"
    "  PRIMARY KEY (attempt, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE events ("
    "  attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL,"
    "  time REAL,"
    "  kind TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (attempt, number)"
    ") STRICT, WITHOUT ROWID;",

    /* 2: results of replaying attempts */
    "ALTER TABLE attempts ADD COLUMN proof INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE attempts ADD COLUMN proof_why TEXT NOT NULL DEFAULT '';",

    /* 3: attempts that an instructor has voided. All decisions are kept; the last one holds. */
    "ALTER TABLE attempts ADD COLUMN voided INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE voidings ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,"
    "  at INTEGER NOT NULL,"
    "  voided INTEGER NOT NULL,"
    "  instructor TEXT NOT NULL,"
    "  why TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX voidings_of_attempt ON voidings (attempt);"};

/* ---- versions ---- */

static hl_status read_number(train_store *store, const char *sql, int64_t *number)
{
    query q = query_begin(store, sql);
    if (query_row(&q)) *number = query_int(&q, 0);
    return query_end(&q);
}

/* Numbers in a file that identify a store. */
typedef struct head {
    int64_t application, version, tables;
} head;

static hl_status read_head(train_store *store, head *h)
{
    hl_status status = read_number(store, "PRAGMA application_id", &h->application);
    if (status == HL_OK) status = read_number(store, "PRAGMA user_version", &h->version);
    if (status == HL_OK) status = read_number(store, "SELECT count(*) FROM sqlite_schema", &h->tables);
    return status;
}

static hl_status check_head(train_store *store, const head *h, int *version)
{
    const bool empty = h->application == 0 && h->version == 0 && h->tables == 0;
    if (h->application != TRAIN_APPLICATION && !empty)
        return train_set_error(
            store, HL_BAD_INPUT,
            "a database of another program: give a results store or the path of a new file");
    if (h->version > TRAIN_VERSION)
        return train_set_error(
            store, HL_BAD_INPUT,
            "it has version %d; this program reads versions up to %d: use a newer headland", (int)h->version,
            TRAIN_VERSION);
    if (!empty && h->version < 1)
        return train_set_error(store, HL_BAD_INPUT, "it is damaged: its version is missing");
    *version = (int)h->version;
    return HL_OK;
}

/* In one transaction: another process may create the store between two of the reads.
 *  @param version  out: 0: it is empty
 *  @return HL_BAD_INPUT: not a store, or a newer one */
static hl_status read_version(train_store *store, int *version)
{
    head h = {0};
    hl_status status = query_execute(store, "BEGIN");
    if (status == HL_OK) status = query_commit(store, read_head(store, &h));
    return status == HL_OK ? check_head(store, &h, version) : status;
}

static hl_status execute_all(train_store *store, const char *sql)
{
    const int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? HL_OK : train_fail_sqlite(store, code);
}

static hl_status write_version(train_store *store)
{
    char sql[96]; /* pragmas take no bound values */
    (void)snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", TRAIN_APPLICATION,
                   TRAIN_VERSION);
    return execute_all(store, sql);
}

/* In one transaction. The version is read again after locking: another process may have migrated it. */
static hl_status migrate(train_store *store)
{
    int version = 0;
    head h = {0};
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = read_head(store, &h);
    if (status == HL_OK) status = check_head(store, &h, &version);
    for (int step = version; status == HL_OK && step < TRAIN_VERSION; step++)
        status = execute_all(store, train_migrations[step]);
    if (status == HL_OK && version < TRAIN_VERSION) status = write_version(store);
    return query_commit(store, status);
}

/* ---- opening ---- */

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

static hl_status configure(train_store *store)
{
    static const char *const words[] = {
        "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON",
        "PRAGMA secure_delete = ON", /* deleted trainees leave nothing in the file */
        "PRAGMA trusted_schema = OFF"};
    hl_status status = HL_OK;
    for (size_t i = 0; status == HL_OK && i < sizeof words / sizeof *words; i++)
        status = query_execute(store, words[i]);
    return status;
}

/* Fails without an error where the file system cannot: the mode is then another one. */
static hl_status set_wal(train_store *store, bool *is_wal)
{
    query q = query_begin(store, "PRAGMA journal_mode = WAL");
    *is_wal = query_row(&q) && strcmp(query_text(&q, 0), "wal") == 0;
    return query_end(&q);
}

/* Changing to WAL needs the file exclusively; if two processes do so at once, SQLite tells one of them that
 * it is locked, without waiting. The mode stays with the file. */
static hl_status make_wal(train_store *store)
{
    bool is_wal = false;
    hl_status status = set_wal(store, &is_wal);
    for (int waited = 0;
         status == HL_IO_ERROR && (sqlite3_errcode(store->db) & 0xff) == SQLITE_BUSY && waited < PATIENCE;
         waited += NAP) {
        (void)sqlite3_sleep(NAP);
        status = set_wal(store, &is_wal);
    }
    if (status != HL_OK || is_wal) return status;
    return train_set_error(store, HL_IO_ERROR,
                           "its file system does not support shared memory, which the store needs");
}

static hl_status open_file(train_store *store, int flags)
{
    struct stat is;
    if (stat(store->path, &is) == 0 && !S_ISREG(is.st_mode))
        return train_set_error(store, HL_IO_ERROR, "it is a %s: give the path of a file",
                               S_ISDIR(is.st_mode) ? "folder" : "device or a pipe");
    const int code = sqlite3_open_v2(store->path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) return train_fail_sqlite(store, code);
    (void)sqlite3_extended_result_codes(store->db, 1);
    (void)sqlite3_busy_timeout(store->db, PATIENCE);
    const char *file = sqlite3_db_filename(store->db, "main");
    if (!file || !*file) return train_set_error(store, HL_IO_ERROR, "give the path of a file");
    return HL_OK;
}

static hl_status open_for_writing(train_store *store)
{
    int version = 0;
    if (!train_make_place(store->path)) return train_set_error(store, HL_IO_ERROR, "%s", strerror(errno));
    hl_status status = open_file(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (status == HL_OK && sqlite3_db_readonly(store->db, "main") == 1)
        status = train_set_error(store, HL_IO_ERROR, "it is write-protected");
    if (status == HL_OK) status = read_version(store, &version); /* before it is changed */
    if (status == HL_OK) status = make_wal(store);
    if (status == HL_OK) status = configure(store);
    if (status == HL_OK && version < TRAIN_VERSION) status = migrate(store);
    if (status == HL_OK && version == 0 && !train_sync_folder(store->path))
        status = train_set_error(store, HL_IO_ERROR, "%s", strerror(errno));
    if (status == HL_OK) (void)train_spool_take(store, NULL); /* those that fail stay */
    return status;
}

/* Readers of a WAL store share memory: a file beside it, which may have to be created. */
static hl_status open_sharing(train_store *store, int *version)
{
    hl_status status = open_file(store, SQLITE_OPEN_READONLY);
    if (status == HL_OK) status = configure(store);
    if (status == HL_OK) status = read_version(store, version);
    return status;
}

/* On a full disk that file cannot be created. If no other process has the store open, it is read exclusively,
 * with memory of the process instead (sqlite.org/wal.html, "Use of WAL Without Shared-Memory"), and nothing
 * is written when it is closed. It is locked only while a list is read. */
static hl_status open_alone(train_store *store, int *version)
{
    (void)sqlite3_close(store->db);
    store->db = NULL;
    hl_status status = open_file(store, SQLITE_OPEN_READWRITE);
    if (status == HL_OK) (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (status == HL_OK) status = query_execute(store, "PRAGMA locking_mode = EXCLUSIVE");
    if (status == HL_OK) status = query_execute(store, "PRAGMA query_only = ON");
    if (status == HL_OK) status = configure(store);
    if (status == HL_OK) status = read_version(store, version);
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
    if (version == 0) return train_set_error(store, HL_BAD_INPUT, "it is empty: give a results store");
    return train_set_error(
        store, HL_BAD_INPUT,
        "it has version %d, this program reads version %d: convert it with headland results verify", version,
        TRAIN_VERSION);
}

static hl_status open_store(const char *path, hl_status (*open_way)(train_store *), train_store **store,
                            char *why)
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
        status = open_way(made);
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
