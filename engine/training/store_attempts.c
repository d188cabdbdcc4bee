/* Attempts begin, end, are proved and swept. */
#include "query.h"
#include "seat.h"
#include "store_place.h"

#include <inttypes.h>
#include <sys/stat.h>

static const char *const result_texts[] = {"running", "finished", "failed", "stopped", "broken"};
static const char *const proof_texts[] = {"pending", "accepted", "refused"};

const char *train_result_text(train_result result)
{
    return result_texts[result];
}

const char *train_proof_text(train_proof proof)
{
    return proof_texts[proof];
}

bool train_outcome_is_stored(const train_outcome *outcome)
{
    const bool recorded = outcome->recording_hash && *outcome->recording_hash;
    return outcome->result != TRAIN_RUNNING && (outcome->result != TRAIN_BROKEN || recorded);
}

/* ---- beginning ---- */

/* The next number that names no folder yet: those of a store that was lost may still lie there. */
static hl_status next_number(train_store *store, int64_t *id)
{
    char folder[TRAIN_PATH];
    struct stat info;
    query q = query_begin(store, "SELECT seq FROM sqlite_sequence WHERE name = 'attempts'");
    *id = query_row(&q) ? query_int(&q, 0) : 0;
    do train_attempt_folder(store->path, ++*id, folder);
    while (lstat(folder, &info) == 0);
    return query_end(&q);
}

static hl_status insert(train_store *store, int64_t id, int64_t trainee, const train_exercise *exercise)
{
    train_seat seat;
    train_seat_self(&seat);
    query q = query_begin(store, "INSERT INTO attempts (trainee, began, exercise, title, hash, machine, "
                                 "variants, attempts_counted, reference, practice, seat_pid, seat_start, "
                                 "seat_boot, id) VALUES (?1, unixepoch(), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
                                 "?10, ?11, ?12, ?13)");
    query_bind_int(&q, 1, trainee);
    query_bind_text(&q, 2, exercise->name);
    query_bind_text(&q, 3, exercise->title ? exercise->title : exercise->name);
    query_bind_text(&q, 4, exercise->hash);
    query_bind_text(&q, 5, exercise->machine);
    query_bind_text(&q, 6, exercise->variants ? exercise->variants : "");
    query_bind_int(&q, 7, exercise->attempts_counted);
    query_bind_int(&q, 8, exercise->reference);
    query_bind_int(&q, 9, exercise->practice);
    query_bind_int(&q, 10, seat.pid);
    query_bind_int(&q, 11, seat.start);
    query_bind_text(&q, 12, seat.boot);
    query_bind_int(&q, 13, id);
    (void)query_row(&q);
    return query_end(&q);
}

hl_status train_attempt_begin(train_store *store, int64_t trainee, const train_exercise *exercise,
                              int64_t *id)
{
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = next_number(store, id);
    if (status == HL_OK) status = insert(store, *id, trainee, exercise);
    return query_commit(store, status);
}

hl_status train_attempts_counted(train_store *store, int64_t trainee, const train_exercise *exercise,
                                 int *count)
{
    *count = 0;
    query q = query_begin(store, "SELECT count(*) FROM attempts WHERE trainee = ?1 AND exercise = ?2 "
                                 "AND hash = ?3 AND NOT reference AND NOT practice AND NOT voided");
    query_bind_int(&q, 1, trainee);
    query_bind_text(&q, 2, exercise->name);
    query_bind_text(&q, 3, exercise->hash);
    if (query_row(&q)) *count = (int)query_int(&q, 0);
    return query_end(&q);
}

/* ---- ending ---- */

static hl_status keep_outcome(train_store *store, int64_t attempt, const train_outcome *o)
{
    query q = query_begin(
        store,
        "UPDATE attempts SET result = ?2, reason = ?3, time = ?4, fuel = ?5, hits = ?6, score = ?7, "
        "passed = ?8, practice = practice OR ?9, state_hash = ?10, recording_hash = ?11, seat_pid = NULL, "
        "seat_start = NULL, seat_boot = NULL WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    query_bind_int(&q, 2, o->result);
    query_bind_text(&q, 3, o->reason ? o->reason : "");
    query_bind_real(&q, 4, o->time);
    query_bind_real(&q, 5, o->fuel);
    query_bind_int(&q, 6, o->hits);
    query_bind_real(&q, 7, o->score);
    query_bind_int(&q, 8, o->passed);
    query_bind_int(&q, 9, o->practice);
    query_bind_text(&q, 10, o->state_hash ? o->state_hash : "");
    query_bind_text(&q, 11, o->recording_hash ? o->recording_hash : "");
    (void)query_row(&q);
    return query_end(&q);
}

static hl_status keep_points(train_store *store, int64_t attempt, const train_outcome *o)
{
    query q = query_begin(store, "INSERT INTO points VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    for (int i = 0; i < o->point_count; i++) {
        const train_points *p = &o->points[i];
        query_bind_int(&q, 1, attempt);
        query_bind_int(&q, 2, i);
        query_bind_text(&q, 3, p->name);
        query_bind_text(&q, 4, p->text ? p->text : "");
        query_bind_text(&q, 5, p->unit ? p->unit : "");
        query_bind_real(&q, 6, p->value);
        query_bind_real(&q, 7, p->best);
        query_bind_real(&q, 8, p->worst);
        query_bind_real(&q, 9, p->points);
        query_bind_real(&q, 10, p->most);
        (void)query_row(&q);
        query_reset(&q);
    }
    return query_end(&q);
}

static hl_status keep_events(train_store *store, int64_t attempt, const train_outcome *o)
{
    query q = query_begin(store, "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)");
    for (int i = 0; i < o->event_count; i++) {
        const train_event *e = &o->events[i];
        query_bind_int(&q, 1, attempt);
        query_bind_int(&q, 2, i);
        query_bind_real(&q, 3, e->time);
        query_bind_text(&q, 4, e->kind);
        query_bind_text(&q, 5, e->text ? e->text : "");
        (void)query_row(&q);
        query_reset(&q);
    }
    return query_end(&q);
}

/* Whether it is there and has not told its end yet: then its seat still stands in it. */
static hl_status must_be_open(train_store *store, int64_t attempt)
{
    query q = query_begin(store, "SELECT seat_pid IS NULL FROM attempts WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    const bool found = query_row(&q), ended = found && query_int(&q, 0);
    const hl_status status = query_end(&q);
    if (status != HL_OK) return status;
    if (!found) return train_set_error(store, HL_BAD_INPUT, "no attempt %" PRId64, attempt);
    if (ended) return train_set_error(store, HL_BAD_INPUT, "attempt %" PRId64 " has already ended", attempt);
    return HL_OK;
}

hl_status train_attempt_end(train_store *store, int64_t attempt, const train_outcome *outcome)
{
    /* a finished attempt whose recording a power cut has taken would never be proved */
    char folder[TRAIN_PATH];
    train_attempt_folder(store->path, attempt, folder);
    (void)train_folder_sync(folder);
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = must_be_open(store, attempt);
    if (status == HL_OK) status = keep_outcome(store, attempt, outcome);
    if (status == HL_OK) status = keep_points(store, attempt, outcome);
    if (status == HL_OK) status = keep_events(store, attempt, outcome);
    return query_commit(store, status);
}

hl_status train_attempt_drop(train_store *store, int64_t attempt)
{
    query q = query_begin(store, "DELETE FROM attempts WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    (void)query_row(&q);
    return query_end(&q);
}

/* ---- afterwards ---- */

hl_status train_attempt_prove(train_store *store, int64_t attempt, train_proof proof, const char *why)
{
    query q = query_begin(store, "UPDATE attempts SET proof = ?2, proof_why = ?3 WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    query_bind_int(&q, 2, proof);
    query_bind_text(&q, 3, why ? why : "");
    (void)query_row(&q);
    const hl_status status = query_end(&q);
    if (status != HL_OK || sqlite3_changes(store->db) > 0) return status;
    return train_set_error(store, HL_BAD_INPUT, "no attempt %" PRId64, attempt);
}

/* It keeps its seat: should that be alive after all, or have left an outcome beside the recording, the
 * attempt can still end. */
static hl_status break_attempt(train_store *store, int64_t attempt)
{
    query q = query_begin(store, "UPDATE attempts SET result = ?2, reason = 'its seat ended without a word' "
                                 "WHERE id = ?1");
    query_bind_int(&q, 1, attempt);
    query_bind_int(&q, 2, TRAIN_BROKEN);
    (void)query_row(&q);
    return query_end(&q);
}

static hl_status sweep(train_store *store, int *count)
{
    hl_status status = HL_OK;
    query q = query_begin(store, "SELECT id, seat_pid, seat_start, seat_boot FROM attempts WHERE result = 0");
    while (status == HL_OK && query_row(&q)) {
        train_seat seat = {.pid = query_int(&q, 1), .start = query_int(&q, 2)};
        const char *boot = query_text(&q, 3);
        for (int i = 0; i < TRAIN_BOOT - 1 && boot[i]; i++) seat.boot[i] = boot[i];
        if (train_seat_is_alive(&seat)) continue;
        status = break_attempt(store, query_int(&q, 0));
        ++*count;
    }
    const hl_status read = query_end(&q);
    return status == HL_OK ? read : status;
}

hl_status train_attempts_close_dead(train_store *store, int *count)
{
    int swept = 0;
    hl_status status = query_transaction(store);
    if (status == HL_OK) status = query_commit(store, sweep(store, &swept));
    if (count) *count = status == HL_OK ? swept : 0;
    return status;
}

/* ---- attempts that are voided ---- */

/* Attempts that an instructor has voided, e.g. because a pedal was broken or another person drove. */

static hl_status refuse(train_store *store, int64_t attempt, const char *text)
{
    return train_set_error(store, HL_BAD_INPUT, "attempt %" PRId64 " %s", attempt, text);
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
    if (!found) return train_set_error(store, HL_BAD_INPUT, "no attempt %" PRId64, attempt);
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
    if (!*list) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
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
