/* Attempts: their seats, begin, end, proof, sweeping and voiding. */
#include "store_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- seats ---- */

static bool read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "r");
    const bool good = file && fgets(line, size, file);
    if (file) (void)fclose(file);
    return good;
}

static void read_boot(char boot[TRAIN_BOOT])
{
    if (!read_line("/proc/sys/kernel/random/boot_id", boot, TRAIN_BOOT)) *boot = '\0';
    boot[strcspn(boot, "\n")] = '\0';
}

/* Field 22 of /proc/PID/stat (proc(5)). The second, the program's name in brackets, may contain anything:
 * fields from the third on follow its last bracket. @return 0: there is no such process */
static int64_t start_of(int64_t pid)
{
    enum { LINE = 1024, FIRST = 3, START = 22 };
    char path[64], line[LINE];
    (void)snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    if (!read_line(path, line, LINE)) return 0;
    const char *at = strrchr(line, ')');
    for (int field = FIRST - 1; at && field < START; field++) {
        at = strchr(at, ' ');
        if (at) at++;
    }
    return at ? strtoll(at, NULL, 10) : 0;
}

void train_seat_self(train_seat *seat)
{
    seat->pid = getpid();
    seat->start = start_of(seat->pid);
    read_boot(seat->boot);
}

train_seat train_seat_read(const query *q, int column)
{
    train_seat seat = {.pid = query_int(q, column), .start = query_int(q, column + 1)};
    (void)snprintf(seat.boot, sizeof seat.boot, "%s", query_text(q, column + 2));
    return seat;
}

bool train_seat_is_alive(const train_seat *seat)
{
    char boot[TRAIN_BOOT];
    read_boot(boot);
    return strcmp(boot, seat->boot) == 0 && start_of(seat->pid) == seat->start && seat->start != 0;
}

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

/* The next number without a folder: folders of a deleted store may still exist. */
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
    return query_finish(&q);
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

static hl_status write_outcome(train_store *store, int64_t attempt, const train_outcome *o)
{
    query q = query_begin_of(
        store,
        "UPDATE attempts SET result = ?2, reason = ?3, time = ?4, fuel = ?5, hits = ?6, score = ?7, "
        "passed = ?8, practice = practice OR ?9, state_hash = ?10, recording_hash = ?11, seat_pid = NULL, "
        "seat_start = NULL, seat_boot = NULL WHERE id = ?1",
        attempt);
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
    return query_finish(&q);
}

static hl_status write_points(train_store *store, int64_t attempt, const train_outcome *o)
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

static hl_status write_events(train_store *store, int64_t attempt, const train_outcome *o)
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

/* The seat of an attempt is kept until its end is stored. */
static hl_status check_open(train_store *store, int64_t attempt)
{
    query q = query_begin_of(store, "SELECT seat_pid IS NULL FROM attempts WHERE id = ?1", attempt);
    const bool found = query_row(&q), ended = found && query_int(&q, 0);
    const hl_status status = query_end(&q);
    if (status != HL_OK) return status;
    if (!found) return train_fail_attempt(store, attempt);
    if (ended) return train_set_error(store, HL_BAD_INPUT, "attempt %" PRId64 " has already ended", attempt);
    return HL_OK;
}

hl_status train_attempt_end(train_store *store, int64_t attempt, const train_outcome *outcome)
{
    /* the recording must be on the disk first: without it the attempt could not be proved */
    char folder[TRAIN_PATH];
    train_attempt_folder(store->path, attempt, folder);
    (void)train_folder_sync(folder);
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = check_open(store, attempt);
    if (status == HL_OK) status = write_outcome(store, attempt, outcome);
    if (status == HL_OK) status = write_points(store, attempt, outcome);
    if (status == HL_OK) status = write_events(store, attempt, outcome);
    return query_commit(store, status);
}

hl_status train_attempt_drop(train_store *store, int64_t attempt)
{
    query q = query_begin_of(store, "DELETE FROM attempts WHERE id = ?1", attempt);
    return query_finish(&q);
}

/* ---- proof, sweeping ---- */

hl_status train_attempt_prove(train_store *store, int64_t attempt, train_proof proof, const char *why)
{
    query q = query_begin_of(store, "UPDATE attempts SET proof = ?2, proof_why = ?3 WHERE id = ?1", attempt);
    query_bind_int(&q, 2, proof);
    query_bind_text(&q, 3, why ? why : "");
    (void)query_row(&q);
    const hl_status status = query_end(&q);
    if (status != HL_OK || sqlite3_changes(store->db) > 0) return status;
    return train_fail_attempt(store, attempt);
}

/* The attempt keeps its seat: it can still end if the seat is alive after all or has left an outcome beside
 * the recording. */
static hl_status break_attempt(train_store *store, int64_t attempt)
{
    query q = query_begin_of(store,
                             "UPDATE attempts SET result = ?2, reason = 'its seat ended without a word' "
                             "WHERE id = ?1",
                             attempt);
    query_bind_int(&q, 2, TRAIN_BROKEN);
    return query_finish(&q);
}

static hl_status sweep(train_store *store, int *count)
{
    hl_status status = HL_OK;
    query q = query_begin(store, "SELECT id, seat_pid, seat_start, seat_boot FROM attempts WHERE result = 0");
    while (status == HL_OK && query_row(&q)) {
        const train_seat seat = train_seat_read(&q, 1);
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

/* ---- voiding: e.g. a pedal was broken, or another person drove ---- */

static hl_status refuse(train_store *store, int64_t attempt, const char *text)
{
    return train_set_error(store, HL_BAD_INPUT, "attempt %" PRId64 " %s", attempt, text);
}

/* A decision must change something. */
static hl_status check_attempt(train_store *store, int64_t attempt, bool voided)
{
    query q = query_begin_of(store, "SELECT result, voided FROM attempts WHERE id = ?1", attempt);
    const bool found = query_row(&q);
    const bool running = found && query_int(&q, 0) == TRAIN_RUNNING, before = found && query_flag(&q, 1);
    const hl_status status = query_end(&q);
    if (status != HL_OK) return status;
    if (!found) return train_fail_attempt(store, attempt);
    if (running) return refuse(store, attempt, "is still running: stop it first");
    if (before == voided) return refuse(store, attempt, voided ? "is already voided" : "is not voided");
    return HL_OK;
}

static hl_status set_voided(train_store *store, int64_t attempt, bool voided)
{
    query q = query_begin_of(store, "UPDATE attempts SET voided = ?2 WHERE id = ?1", attempt);
    query_bind_int(&q, 2, voided);
    return query_finish(&q);
}

static hl_status write_decision(train_store *store, int64_t attempt, const train_voiding *decision)
{
    query q = query_begin_of(store,
                             "INSERT INTO voidings (attempt, at, voided, instructor, why) "
                             "VALUES (?1, unixepoch(), ?2, ?3, ?4)",
                             attempt);
    query_bind_int(&q, 2, decision->voided);
    query_bind_text(&q, 3, decision->instructor);
    query_bind_text(&q, 4, decision->why);
    return query_finish(&q);
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
    if (status == HL_OK) status = set_voided(store, attempt, tidy.voided);
    if (status == HL_OK) status = write_decision(store, attempt, &tidy);
    return query_commit(store, status);
}

static void read_decision(query *q, hl_arena *arena, void *item)
{
    *(train_voiding *)item = (train_voiding){.at = query_int(q, 0),
                                             .voided = query_flag(q, 1),
                                             .instructor = query_keep_text(q, 2, arena),
                                             .why = query_keep_text(q, 3, arena)};
}

hl_status train_attempt_voidings(train_store *store, int64_t attempt, hl_arena *arena, train_voiding **list,
                                 int *count)
{
    query q = query_begin_of(
        store, "SELECT at, voided, instructor, why FROM voidings WHERE attempt = ?1 ORDER BY id", attempt);
    *list = query_list(&q, arena, sizeof **list, read_decision, count);
    return query_end(&q);
}
