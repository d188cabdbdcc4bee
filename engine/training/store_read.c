/* What is read from the store: attempts, exercises, leaderboards. */
#include "store_internal.h"

#include <inttypes.h>

#define COLUMNS                                                                                              \
    "a.id, a.trainee, t.name, a.began, a.exercise, a.title, a.hash, a.machine, a.variants, "                 \
    "a.attempts_counted, a.reference, a.practice, a.result, a.reason, a.time, a.fuel, a.hits, a.score, "     \
    "a.passed, a.state_hash, a.recording_hash, a.proof, a.proof_why, a.voided, v.at, v.instructor, v.why"
#define TABLES                                                                                               \
    " FROM attempts a JOIN trainees t ON t.id = a.trainee "                                                  \
    "LEFT JOIN voidings v ON v.id = (SELECT max(id) FROM voidings WHERE attempt = a.id) "

/* The file may have been written by another program: numbers outside of their list become its last item. */
static int within(int64_t value, int most)
{
    return value < 0 || value > most ? most : (int)value;
}

static void read_exercise(query *q, hl_arena *arena, train_exercise *e)
{
    e->name = query_keep_text(q, 4, arena);
    e->title = query_keep_text(q, 5, arena);
    e->hash = query_keep_text(q, 6, arena);
    e->machine = query_keep_text(q, 7, arena);
    e->variants = query_keep_text(q, 8, arena);
    e->attempts_counted = (int)query_int(q, 9);
    e->reference = query_flag(q, 10);
    e->practice = query_flag(q, 11);
}

static void read_outcome(query *q, hl_arena *arena, train_outcome *o)
{
    o->practice = query_flag(q, 11);
    o->result = (train_result)within(query_int(q, 12), TRAIN_BROKEN);
    o->reason = query_keep_text(q, 13, arena);
    o->time = query_real(q, 14);
    o->fuel = query_real(q, 15);
    o->hits = (int)query_int(q, 16);
    o->score = query_real(q, 17);
    o->passed = query_flag(q, 18);
    o->state_hash = query_keep_text(q, 19, arena);
    o->recording_hash = query_keep_text(q, 20, arena);
}

/* A row of COLUMNS. */
static void read_attempt(query *q, hl_arena *arena, void *item)
{
    train_attempt *attempt = item;
    attempt->id = query_int(q, 0);
    attempt->trainee = query_int(q, 1);
    attempt->trainee_name = query_keep_text(q, 2, arena);
    attempt->began = query_int(q, 3);
    read_exercise(q, arena, &attempt->exercise);
    read_outcome(q, arena, &attempt->outcome);
    attempt->proof = (train_proof)within(query_int(q, 21), TRAIN_REFUSED);
    attempt->proof_why = query_keep_text(q, 22, arena);
    attempt->voiding = (train_voiding){.voided = query_flag(q, 23),
                                       .at = query_int(q, 24),
                                       .instructor = query_keep_text(q, 25, arena),
                                       .why = query_keep_text(q, 26, arena)};
}

hl_status train_attempts(train_store *store, const train_filter *filter, hl_arena *arena,
                         train_attempt **list, int *count)
{
    query q = query_begin(store, "SELECT " COLUMNS TABLES
                                 "WHERE (?1 IS NULL OR t.name = ?1) AND (?2 IS NULL OR a.exercise = ?2) "
                                 "AND (?3 IS NULL OR a.hash = ?3) AND a.id > ?4 ORDER BY a.id DESC LIMIT ?5");
    query_bind_text(&q, 1, filter->trainee);
    query_bind_text(&q, 2, filter->exercise);
    query_bind_text(&q, 3, filter->hash);
    query_bind_int(&q, 4, filter->since);
    query_bind_int(&q, 5, filter->most > 0 ? filter->most : -1);
    *list = query_list(&q, arena, sizeof **list, read_attempt, count);
    return query_end(&q);
}

static void read_name(query *q, hl_arena *arena, void *item)
{
    *(const char **)item = query_keep_text(q, 0, arena);
}

hl_status train_exercises(train_store *store, hl_arena *arena, const char ***names, int *count)
{
    query q = query_begin(store, "SELECT DISTINCT exercise FROM attempts ORDER BY exercise");
    *names = query_list(&q, arena, sizeof **names, read_name, count);
    return query_end(&q);
}

/* ---- one attempt ---- */

static void read_component(query *q, hl_arena *arena, void *item)
{
    *(train_points *)item = (train_points){.name = query_keep_text(q, 0, arena),
                                           .text = query_keep_text(q, 1, arena),
                                           .unit = query_keep_text(q, 2, arena),
                                           .value = query_real(q, 3),
                                           .best = query_real(q, 4),
                                           .worst = query_real(q, 5),
                                           .points = query_real(q, 6),
                                           .most = query_real(q, 7)};
}

static hl_status read_points(train_store *store, int64_t attempt, hl_arena *arena, train_outcome *o)
{
    query q = query_begin_of(store,
                             "SELECT name, text, unit, value, best, worst, points, most FROM points "
                             "WHERE attempt = ?1 ORDER BY number",
                             attempt);
    o->points = query_list(&q, arena, sizeof *o->points, read_component, &o->point_count);
    return query_end(&q);
}

static void read_event(query *q, hl_arena *arena, void *item)
{
    *(train_event *)item = (train_event){
        .time = query_real(q, 0), .kind = query_keep_text(q, 1, arena), .text = query_keep_text(q, 2, arena)};
}

static hl_status read_events(train_store *store, int64_t attempt, hl_arena *arena, train_outcome *o)
{
    query q = query_begin_of(store, "SELECT time, kind, text FROM events WHERE attempt = ?1 ORDER BY number",
                             attempt);
    o->events = query_list(&q, arena, sizeof *o->events, read_event, &o->event_count);
    return query_end(&q);
}

static hl_status read_one(train_store *store, int64_t id, hl_arena *arena, train_attempt *attempt)
{
    query q = query_begin(store, "SELECT " COLUMNS TABLES "WHERE a.id = ?1");
    query_bind_int(&q, 1, id);
    const bool found = query_row(&q);
    if (found) read_attempt(&q, arena, attempt);
    const hl_status status = query_end(&q);
    if (status != HL_OK || found) return status;
    return train_fail_attempt(store, id);
}

hl_status train_attempt_read(train_store *store, int64_t id, hl_arena *arena, train_attempt **attempt)
{
    train_attempt *read = *attempt = HL_NEW(arena, train_attempt, 1);
    if (!read) return train_fail_memory(store);
    hl_status status = read_one(store, id, arena, read);
    if (status == HL_OK) status = read_points(store, id, arena, &read->outcome);
    if (status == HL_OK) status = read_events(store, id, arena, &read->outcome);
    return status;
}

/* ---- leaderboards ---- */

/* 000 publication VI ranks by the average weighted score of three attempts.
 *
 * ?1: exercise, ?2: whether pending attempts count too.
 *
 * newest: the texts that are compared: those of the last attempt that is good and counts. An attempt that
 * only begins with other texts does not empty the board; begun:  attempts with these texts in the order of
 * their begin, numbered for each trainee; counted: those that count. Good ones are finished and not refused;
 * others count as 0. Attempts that are finished and pending are left out unless ?2; scores: the scores that
 * rank; best:   good attempts of each trainee, the best first. */
static const char leaderboard[] =
    "WITH newest AS ("
    "  SELECT hash FROM attempts WHERE exercise = ?1 AND result = 1 AND (proof = 1 OR ?2 AND proof = 0)"
    "  AND NOT reference AND NOT practice AND NOT voided ORDER BY id DESC LIMIT 1),"
    "begun AS ("
    "  SELECT a.*, row_number() OVER (PARTITION BY trainee ORDER BY id) AS number"
    "  FROM attempts a JOIN newest USING (hash)"
    "  WHERE exercise = ?1 AND NOT reference AND NOT practice AND NOT voided),"
    "counted AS ("
    "  SELECT id, trainee, attempts_counted, time, fuel, hits, result = 1 AND proof <> 2 AS good,"
    "         iif(result = 1 AND proof <> 2, score, 0.0) AS score"
    "  FROM begun"
    "  WHERE result <> 0 AND (attempts_counted = 0 OR number <= attempts_counted)"
    "        AND (?2 OR NOT (result = 1 AND proof = 0))),"
    "scores AS ("
    "  SELECT trainee, count(*) AS attempts, iif(max(attempts_counted) > 0, avg(score), max(score)) AS ranks"
    "  FROM counted GROUP BY trainee),"
    "best AS ("
    "  SELECT *, row_number() OVER (PARTITION BY trainee ORDER BY score DESC, time, id) AS place"
    "  FROM counted WHERE good) "
    "SELECT rank() OVER (ORDER BY ranks DESC), name, attempts, ranks, score, time, fuel, hits, best.id "
    "FROM best JOIN scores USING (trainee) JOIN trainees ON trainees.id = trainee WHERE place = 1 "
    "ORDER BY ranks DESC, time, name";

static void read_rank(query *q, hl_arena *arena, void *item)
{
    *(train_rank *)item = (train_rank){.rank = (int)query_int(q, 0),
                                       .trainee = query_keep_text(q, 1, arena),
                                       .attempts = (int)query_int(q, 2),
                                       .score = query_real(q, 3),
                                       .best = query_real(q, 4),
                                       .time = query_real(q, 5),
                                       .fuel = query_real(q, 6),
                                       .hits = query_real(q, 7),
                                       .best_attempt = query_int(q, 8)};
}

hl_status train_leaderboard(train_store *store, const char *exercise, bool all, hl_arena *arena,
                            train_rank **list, int *count)
{
    query q = query_begin(store, leaderboard);
    query_bind_text(&q, 1, exercise);
    query_bind_int(&q, 2, all);
    *list = query_list(&q, arena, sizeof **list, read_rank, count);
    return query_end(&q);
}
