#include "store_schema.h"

#include "query.h"

#include <stdio.h>

const char *const train_migrations[TRAIN_VERSION] = {
    /* 1: trainees, attempts, points, events. The numbers of attempts name folders, so that none comes twice
     * (AUTOINCREMENT). seat_*: the process that drives; NULL once the attempt's own end is kept. */
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

    /* 2: what computing an attempt again has shown */
    "ALTER TABLE attempts ADD COLUMN proof INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE attempts ADD COLUMN proof_why TEXT NOT NULL DEFAULT '';",

    /* 3: attempts that an instructor has voided. Each decision is a row that stays; the last one holds. */
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

static hl_status judge(train_store *store, const head *h, int *version)
{
    const bool empty = h->application == 0 && h->version == 0 && h->tables == 0;
    if (h->application != TRAIN_APPLICATION && !empty)
        return train_set_error(
            store, HL_BAD_INPUT,
            "it is a database of another program; a results store or a new file is expected");
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

/* At one moment: somebody else may be making the store between one look and the next. */
hl_status train_store_version(train_store *store, int *version)
{
    head h = {0};
    hl_status status = query_execute(store, "BEGIN");
    if (status == HL_OK) status = query_commit(store, read_head(store, &h));
    return status == HL_OK ? judge(store, &h, version) : status;
}

static hl_status do_all(train_store *store, const char *sql)
{
    const int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? HL_OK : train_fail_sqlite(store, code);
}

static hl_status mark(train_store *store)
{
    char sql[96]; /* pragmas take no bound values */
    (void)snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", TRAIN_APPLICATION,
                   TRAIN_VERSION);
    return do_all(store, sql);
}

/* The version is read again behind the lock: somebody else may have been faster. */
hl_status train_store_migrate(train_store *store)
{
    int version = 0;
    head h = {0};
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = read_head(store, &h);
    if (status == HL_OK) status = judge(store, &h, &version);
    for (int step = version; status == HL_OK && step < TRAIN_VERSION; step++)
        status = do_all(store, train_migrations[step]);
    if (status == HL_OK && version < TRAIN_VERSION) status = mark(store);
    return query_commit(store, status);
}
