/* Attempts that an instructor has voided, e.g. because a pedal was broken or another person drove. */
#include "query.h"

#include <inttypes.h>

static hl_status refuse(train_store *store, int64_t attempt, const char *text)
{
    return train_fail(store, HL_BAD_INPUT, "attempt %" PRId64 " %s", attempt, text);
}

/* Whether the decision changes anything. */
static hl_status check_attempt(train_store *store, int64_t attempt, bool voided)
{
    query q = query_begin(store, "SELECT result, voided FROM attempts WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    const bool found = query_row(&q);
    const bool running = found && query_int(&q, 0) == TRAIN_RUNNING, before = found && query_int(&q, 1);
    const hl_status status = query_end(&q);
    if (status != HL_OK) return status;
    if (!found) return train_fail(store, HL_BAD_INPUT, "no attempt %" PRId64, attempt);
    if (running) return refuse(store, attempt, "is still running: stop it first");
    if (before == voided) return refuse(store, attempt, voided ? "is already voided" : "is not voided");
    return HL_OK;
}

static hl_status mark(train_store *store, int64_t attempt, bool voided)
{
    query q = query_begin(store, "UPDATE attempts SET voided = ?2 WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    query_bind_int(&q, 2, voided);
    (void)query_row(&q);
    return query_end(&q);
}

static hl_status keep_decision(train_store *store, int64_t attempt, const train_voiding *decision)
{
    query q = query_begin(store, "INSERT INTO voidings (attempt, at, voided, instructor, why) "
                                 "VALUES (?1, unixepoch(), ?2, ?3, ?4)");
    query_bind_int(&q, 1, attempt);
    query_bind_int(&q, 2, decision->voided);
    query_bind_text(&q, 3, decision->instructor);
    query_bind_text(&q, 4, decision->why);
    (void)query_row(&q);
    return query_end(&q);
}

hl_status train_attempt_void(train_store *store, int64_t attempt, const train_voiding *decision)
{
    char instructor[4 * TRAIN_NAME + 1], why[4 * TRAIN_REASON + 1];
    if (!train_name_tidy(decision->instructor, instructor, store->why) ||
        !train_reason_tidy(decision->why, why, store->why))
        return HL_BAD_INPUT;
    const train_voiding tidy = {.voided = decision->voided, .instructor = instructor, .why = why};
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = check_attempt(store, attempt, tidy.voided);
    if (status == HL_OK) status = mark(store, attempt, tidy.voided);
    if (status == HL_OK) status = keep_decision(store, attempt, &tidy);
    return query_commit(store, status);
}

/* ---- reading ---- */

static hl_status count_decisions(train_store *store, int64_t attempt, int *count)
{
    query q = query_begin(store, "SELECT count(*) FROM voidings WHERE attempt = ?1");
    query_bind_int(&q, 1, attempt);
    *count = query_row(&q) ? (int)query_int(&q, 0) : 0;
    return query_end(&q);
}

hl_status train_attempt_voidings(train_store *store, int64_t attempt, hl_arena *arena, train_voiding **list,
                                 int *count)
{
    int most;
    *count = 0;
    const hl_status status = count_decisions(store, attempt, &most);
    if (status != HL_OK) return status;
    *list = HL_NEW(arena, train_voiding, most);
    if (!*list) return train_fail(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q =
        query_begin(store, "SELECT at, voided, instructor, why FROM voidings WHERE attempt = ?1 ORDER BY id");
    query_bind_int(&q, 1, attempt);
    while (*count < most && query_row(&q))
        (*list)[(*count)++] = (train_voiding){.at = query_int(&q, 0),
                                              .voided = query_int(&q, 1) != 0,
                                              .instructor = query_keep_text(&q, 2, arena),
                                              .why = query_keep_text(&q, 3, arena)};
    return query_end(&q);
}
