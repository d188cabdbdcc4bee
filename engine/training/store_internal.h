/* What the files of the store share: SQL statements with bound values, the version of a store, folders of
 * attempts, the process that drives an attempt, outcomes as text. */
#ifndef TRAIN_STORE_INTERNAL_H
#define TRAIN_STORE_INTERNAL_H

#include "hl/arena.h"
#include "train/store.h"

#include <sqlite3.h>

struct train_store {
    sqlite3 *db;
    char path[TRAIN_PATH];
    char why[TRAIN_WHY];
};

enum {
    TRAIN_APPLICATION = 0x48646c64, /* "Hdld": the application_id in the header of the file */
    TRAIN_VERSION = 3               /* user_version of files that this program writes */
};

/** Step i leads from version i to version i + 1: statements of SQL. A step that was in use is never changed;
 * later changes are made by a further step. */
extern const char *const train_migrations[TRAIN_VERSION];

/** Store a message. @return status */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
hl_status
train_set_error(train_store *store, hl_status status, const char *format, ...);

/** Store SQLite's message. @return the status that `code` means */
hl_status train_fail_sqlite(train_store *store, int code);

/** Store the message for exhausted memory. @return HL_OUT_OF_MEMORY */
hl_status train_fail_memory(train_store *store);

/** Store the message for an attempt that does not exist. @return HL_BAD_INPUT */
hl_status train_fail_attempt(train_store *store, int64_t attempt);

/* ---- statements ---- */

/** A statement of SQL with bound values. After an error all its functions do nothing; query_end reports the
 * first one. */
typedef struct query {
    train_store *store;
    sqlite3_stmt *statement; /**< NULL: it could not be prepared */
    int code;                /**< SQLite's result code of the first failure */
} query;

/** Prepare a statement. Parameters are ?1, ?2, ... */
query query_begin(train_store *store, const char *sql);

void query_bind_int(query *q, int parameter, int64_t value);
void query_bind_real(query *q, int parameter, double value);      /**< NaN becomes NULL */
void query_bind_text(query *q, int parameter, const char *value); /**< NULL becomes NULL; must live on */

/** Prepare a statement whose ?1 is an integer. */
query query_begin_of(train_store *store, const char *sql, int64_t id);

/** Go to the next row. @return false: there are no more, or an error occurred */
bool query_row(query *q);

/** Prepare a repeated statement for other values. */
void query_reset(query *q);

int64_t query_int(const query *q, int column);
bool query_flag(const query *q, int column);
double query_real(const query *q, int column);      /**< NULL becomes NaN */
const char *query_text(const query *q, int column); /**< until the next row */
const char *query_keep_text(query *q, int column,
                            hl_arena *arena); /**< not NULL unless memory is exhausted */

/** Reads the current row into an item of a list. */
typedef void query_reader(query *q, hl_arena *arena, void *item);

/** Read all rows into a list of items of `size` bytes. @return the list, in the arena */
void *query_list(query *q, hl_arena *arena, size_t size, query_reader *read, int *count);

/** End a statement. @return HL_OK, or the status of the first error, whose message the store then has */
hl_status query_end(query *q);

/** Execute a statement whose rows are not needed, and end it. */
hl_status query_finish(query *q);

/** Execute a statement without values. */
hl_status query_execute(train_store *store, const char *sql);

/** Begin a transaction for writing; it waits while another process writes. */
hl_status query_transaction(train_store *store);

/** End a transaction: either all of it is on the disk, or nothing is changed.
 *  @param status  of the statements in it: other than HL_OK takes them back
 *  @return status, or that of the commit */
hl_status query_commit(train_store *store, hl_status status);

/* ---- folders ---- */

/** Create the missing folders above a file, readable by their owner alone: results are personal.
 *  @return false: errno says why */
bool train_make_place(const char *path);

/** Sync, if `good`, and close a descriptor. @return whether it was good, is synced and closed; otherwise
 * errno says why, as the caller's first error left it */
bool train_sync_close(int opened, bool good);

/** Sync the folder of a file, so that created, renamed and removed entries are on the disk.
 *  @return false: errno says why */
bool train_sync_folder(const char *path);

/** Create the folder of an attempt (train_attempt_folder), for its owner alone, and sync its entry.
 *  @return false: errno says why, e.g. that it is a link */
bool train_folder_make(const char *folder);

/** Sync the entries of an attempt's files. @return false: errno says why */
bool train_folder_sync(const char *folder);

/* ---- seats ---- */

enum { TRAIN_BOOT = 40 /* a UUID and its end */ };

/** The process that drives an attempt. Process numbers are reused, and all are after a new start of the
 * system: start time and boot identify it. */
typedef struct train_seat {
    int64_t pid;
    int64_t start;         /**< of the process, in clock ticks since the system started; 0: unknown */
    char boot[TRAIN_BOOT]; /**< identifier of the start of the system; empty: unknown */
} train_seat;

/** This process. */
void train_seat_self(train_seat *seat);

/** A seat from three columns of a row: pid, start, boot. */
train_seat train_seat_read(const query *q, int column);

/** Whether the process of a seat still runs on this system. */
bool train_seat_is_alive(const train_seat *seat);

/* ---- outcomes as text ---- */

/** An outcome as JSON, to be freed with free(). NULL: memory is exhausted. */
char *train_spool_text(const train_outcome *outcome);

/** @return HL_BAD_INPUT: not an outcome; HL_OUT_OF_MEMORY */
hl_status train_spool_parse(const char *text, hl_arena *arena, train_outcome *outcome);

#endif
