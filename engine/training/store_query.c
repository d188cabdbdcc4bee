/* Statements of the store: prepared, bound, read; transactions and messages. */
#include "store_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- messages ---- */

hl_status train_set_error(train_store *store, hl_status status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)vsnprintf(store->why, sizeof store->why, format, values);
    va_end(values);
    return status;
}

/* The low byte of a result code is its kind, the higher bytes the particular case. */
static int kind_of(int code)
{
    return code & 0xff;
}

/* Errors of the file or the values are bad input; others are of the disk, the system or other processes. */
static hl_status status_of(int code)
{
    static const int bad[] = {SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH,
                              SQLITE_TOOBIG};
    if (kind_of(code) == SQLITE_NOMEM) return HL_OUT_OF_MEMORY;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (kind_of(code) == bad[i]) return HL_BAD_INPUT;
    return HL_IO_ERROR;
}

/* SQLite reports SQLITE_FULL only for its files; if it cannot grow the shared memory, it reports an
 * input/output error. */
static bool is_full(const train_store *store, int code)
{
    enum { LEAST = 64 << 10 }; /* [bytes]: the shared memory takes 32 KiB */
    int64_t left;
    const int trouble = sqlite3_system_errno(store->db);
    if (kind_of(code) == SQLITE_FULL) return true;
    if (kind_of(code) != SQLITE_IOERR && kind_of(code) != SQLITE_CANTOPEN) return false;
    return trouble == ENOSPC || trouble == EDQUOT || (train_disk_space(store->path, &left) && left < LEAST);
}

static const char *words_of(const train_store *store, int code)
{
    if (is_full(store, code)) return "the disk is full";
    switch (kind_of(code)) {
    case SQLITE_BUSY:
        return "another program has locked it for too long";
    case SQLITE_CANTOPEN:
        return strerror(sqlite3_system_errno(store->db));
    case SQLITE_NOMEM:
        return hl_status_text(HL_OUT_OF_MEMORY);
    case SQLITE_NOTADB:
        return "not a results store: give a results store or the path of a new file";
    default:
        return sqlite3_errmsg(store->db);
    }
}

hl_status train_fail_sqlite(train_store *store, int code)
{
    return train_set_error(store, status_of(code), "%s", words_of(store, code));
}

hl_status train_fail_memory(train_store *store)
{
    return train_fail_sqlite(store, SQLITE_NOMEM);
}

hl_status train_fail_attempt(train_store *store, int64_t attempt)
{
    return train_set_error(store, HL_BAD_INPUT, "no attempt %" PRId64, attempt);
}

/* ---- statements ---- */

query query_begin(train_store *store, const char *sql)
{
    query q = {.store = store};
    q.code = sqlite3_prepare_v2(store->db, sql, -1, &q.statement, NULL);
    return q;
}

void query_bind_int(query *q, int parameter, int64_t value)
{
    if (q->code == SQLITE_OK) q->code = sqlite3_bind_int64(q->statement, parameter, value);
}

void query_bind_real(query *q, int parameter, double value)
{
    if (q->code == SQLITE_OK) q->code = sqlite3_bind_double(q->statement, parameter, value);
}

void query_bind_text(query *q, int parameter, const char *value)
{
    if (q->code == SQLITE_OK) q->code = sqlite3_bind_text(q->statement, parameter, value, -1, SQLITE_STATIC);
}

query query_begin_of(train_store *store, const char *sql, int64_t id)
{
    query q = query_begin(store, sql);
    query_bind_int(&q, 1, id);
    return q;
}

bool query_row(query *q)
{
    if (q->code != SQLITE_OK) return false;
    const int code = sqlite3_step(q->statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE) q->code = code;
    return code == SQLITE_ROW;
}

void query_reset(query *q)
{
    if (q->code == SQLITE_OK) q->code = sqlite3_reset(q->statement);
}

int64_t query_int(const query *q, int column)
{
    return sqlite3_column_int64(q->statement, column);
}

bool query_flag(const query *q, int column)
{
    return query_int(q, column) != 0;
}

double query_real(const query *q, int column)
{
    if (sqlite3_column_type(q->statement, column) == SQLITE_NULL) return (double)NAN;
    return sqlite3_column_double(q->statement, column);
}

const char *query_text(const query *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q->statement, column);
    return text ? text : "";
}

const char *query_keep_text(query *q, int column, hl_arena *arena)
{
    const char *text = query_text(q, column);
    const char *kept = hl_arena_string(arena, text, (size_t)sqlite3_column_bytes(q->statement, column));
    if (!kept) q->code = SQLITE_NOMEM;
    return kept;
}

void *query_list(query *q, hl_arena *arena, size_t size, query_reader *read, int *count)
{
    enum { FIRST = 16 };
    char *list = NULL;
    int room = 0;
    *count = 0;
    while (query_row(q)) {
        if (*count == room) {
            char *longer = hl_arena_take(arena, (size_t)(room ? 2 * room : FIRST), size);
            if (!longer) {
                q->code = SQLITE_NOMEM;
                break;
            }
            if (room > 0) (void)memcpy(longer, list, (size_t)room * size);
            room = room ? 2 * room : FIRST;
            list = longer;
        }
        read(q, arena, list + (size_t)(*count)++ * size);
    }
    return list;
}

hl_status query_end(query *q)
{
    const hl_status status = q->code == SQLITE_OK ? HL_OK : train_fail_sqlite(q->store, q->code);
    (void)sqlite3_finalize(q->statement); /* repeats the error of the last step */
    q->statement = NULL;
    return status;
}

hl_status query_finish(query *q)
{
    (void)query_row(q);
    return query_end(q);
}

hl_status query_execute(train_store *store, const char *sql)
{
    query q = query_begin(store, sql);
    return query_finish(&q);
}

/* ---- transactions ---- */

hl_status query_transaction(train_store *store)
{
    return query_execute(store, "BEGIN IMMEDIATE");
}

hl_status query_commit(train_store *store, hl_status status)
{
    if (status == HL_OK) status = query_execute(store, "COMMIT");
    /* SQLite rolls back by itself after some errors; the first message stays */
    if (status != HL_OK && !sqlite3_get_autocommit(store->db))
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
