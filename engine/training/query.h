/* Statements of SQL with bound values, one after the other: the first that goes wrong is remembered, what
 * follows it does nothing. */
#ifndef TRAIN_QUERY_H
#define TRAIN_QUERY_H

#include "hl/arena.h"
#include "train/store.h"

#include <sqlite3.h>

struct train_store {
    sqlite3 *db;
    char path[TRAIN_PATH];
    char why[TRAIN_WHY];
};

typedef struct query {
    train_store *store;
    sqlite3_stmt *statement; /**< NULL: it could not be prepared */
    int code;                /**< SQLite's, of the first failure */
} query;

/** Remember what is wrong, in words. @return status */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hl_status
train_set_error(train_store *store, hl_status status, const char *format, ...);

/** Remember what SQLite says. */
hl_status train_fail_sqlite(train_store *store, int code);

/** A statement. Parameters are ?1, ?2, ... */
query query_begin(train_store *store, const char *sql);

void query_bind_int(query *q, int parameter, int64_t value);
void query_bind_real(query *q, int parameter, double value);      /**< NaN becomes NULL */
void query_bind_text(query *q, int parameter, const char *value); /**< NULL becomes NULL; must live on */

/** Go to the next row. @return false: there are no more, or it went wrong */
bool query_row(query *q);

/** Ready for other values: for statements that are repeated. */
void query_reset(query *q);

int64_t query_int(const query *q, int column);
double query_real(const query *q, int column);                      /**< NULL becomes NaN */
const char *query_text(const query *q, int column);                 /**< until the next row */
const char *query_keep_text(query *q, int column, hl_arena *arena); /**< never NULL while all is well */

/** End it. @return HL_OK, or what went wrong, which the store then says in words */
hl_status query_end(query *q);

/** A statement without values and rows. */
hl_status query_execute(train_store *store, const char *sql);

/** Begin to write: whoever writes already is waited for. */
hl_status query_transaction(train_store *store);

/** What was written since stands on the disk, or nothing of it does.
 *  @param status  of what was done in between: other than HL_OK takes it all back
 *  @return status, or that of the end */
hl_status query_commit(train_store *store, hl_status status);

#endif
