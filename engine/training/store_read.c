/* Attempts as they are kept. */
#include "query.h"

#include <inttypes.h>

#define COLUMNS                                                                                              \
    "a.id, a.trainee, t.name, a.began, a.exercise, a.title, a.hash, a.machine, a.variants, "                 \
    "a.attempts_counted, a.reference, a.practice, a.result, a.reason, a.time, a.fuel, a.hits, a.score, "     \
    "a.passed, a.state_hash, a.recording_hash, a.proof, a.proof_why, a.voided, v.at, v.instructor, v.why"
#define TABLES                                                                                               \
    " FROM attempts a JOIN trainees t ON t.id = a.trainee "                                                  \
    "LEFT JOIN voidings v ON v.id = (SELECT max(id) FROM voidings WHERE attempt = a.id) "

/* Numbers of a file that somebody else may have written are held within their lists. */
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
    e->reference = query_int(q, 10) != 0;
    e->practice = query_int(q, 11) != 0;
}

static void read_outcome(query *q, hl_arena *arena, train_outcome *o)
{
    o->practice = query_int(q, 11) != 0;
    o->result = (train_result)within(query_int(q, 12), TRAIN_BROKEN);
    o->reason = query_keep_text(q, 13, arena);
    o->time = query_real(q, 14);
    o->fuel = query_real(q, 15);
    o->hits = (int)query_int(q, 16);
    o->score = query_real(q, 17);
    o->passed = query_int(q, 18) != 0;
    o->state_hash = query_keep_text(q, 19, arena);
    o->recording_hash = query_keep_text(q, 20, arena);
}

/* A row of COLUMNS. */
static void read_attempt(query *q, hl_arena *arena, train_attempt *attempt)
{
    attempt->id = query_int(q, 0);
    attempt->trainee = query_int(q, 1);
    attempt->trainee_name = query_keep_text(q, 2, arena);
    attempt->began = query_int(q, 3);
    read_exercise(q, arena, &attempt->exercise);
    read_outcome(q, arena, &attempt->outcome);
    attempt->proof = (train_proof)within(query_int(q, 21), TRAIN_REFUSED);
    attempt->proof_why = query_keep_text(q, 22, arena);
    attempt->voiding = (train_voiding){.voided = query_int(q, 23) != 0,
                                       .at = query_int(q, 24),
                                       .instructor = query_keep_text(q, 25, arena),
                                       .why = query_keep_text(q, 26, arena)};
}

/* ---- lists ---- */

#define CHOSEN                                                                                               \
    "WHERE (?1 IS NULL OR t.name = ?1) AND (?2 IS NULL OR a.exercise = ?2) AND (?3 IS NULL OR a.hash = ?3) " \
    "AND a.id > ?4 ORDER BY a.id DESC LIMIT ?5"

static query choose(train_store *store, const char *sql, const train_filter *filter)
{
    query q = query_begin(store, sql);
    query_bind_text(&q, 1, filter->trainee);
    query_bind_text(&q, 2, filter->exercise);
    query_bind_text(&q, 3, filter->hash);
    query_bind_int(&q, 4, filter->since);
    query_bind_int(&q, 5, filter->most > 0 ? filter->most : -1);
    return q;
}

static hl_status count_chosen(train_store *store, const train_filter *filter, int *count)
{
    query q = choose(store, "SELECT count(*) FROM (SELECT a.id" TABLES CHOSEN ")", filter);
    if (query_row(&q)) *count = (int)query_int(&q, 0);
    return query_end(&q);
}

hl_status train_attempts(train_store *store, const train_filter *filter, hl_arena *arena,
                         train_attempt **list, int *count)
{
    int most = 0;
    *count = 0;
    const hl_status status = count_chosen(store, filter, &most);
    if (status != HL_OK) return status;
    *list = HL_NEW(arena, train_attempt, most);
    if (!*list) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = choose(store, "SELECT " COLUMNS TABLES CHOSEN, filter);
    while (*count < most && query_row(&q)) read_attempt(&q, arena, &(*list)[(*count)++]);
    return query_end(&q);
}

hl_status train_exercises(train_store *store, hl_arena *arena, const char ***names, int *count)
{
    *count = 0;
    query sizes = query_begin(store, "SELECT count(DISTINCT exercise) FROM attempts");
    const int most = query_row(&sizes) ? (int)query_int(&sizes, 0) : 0;
    const hl_status status = query_end(&sizes);
    if (status != HL_OK) return status;
    *names = HL_NEW(arena, const char *, most);
    if (!*names) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, "SELECT DISTINCT exercise FROM attempts ORDER BY exercise");
    while (*count < most && query_row(&q)) (*names)[(*count)++] = query_keep_text(&q, 0, arena);
    return query_end(&q);
}

/* ---- one ---- */

static hl_status count_of(train_store *store, const char *sql, int64_t attempt, int *count)
{
    query q = query_begin(store, sql);
    query_bind_int(&q, 1, attempt);
    *count = query_row(&q) ? (int)query_int(&q, 0) : 0;
    return query_end(&q);
}

static hl_status read_points(train_store *store, int64_t attempt, hl_arena *arena, train_outcome *o)
{
    int most;
    const hl_status status =
        count_of(store, "SELECT count(*) FROM points WHERE attempt = ?1", attempt, &most);
    if (status != HL_OK) return status;
    train_points *list = HL_NEW(arena, train_points, most);
    if (!list) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, "SELECT name, text, unit, value, best, worst, points, most FROM points "
                                 "WHERE attempt = ?1 ORDER BY number");
    query_bind_int(&q, 1, attempt);
    for (; o->point_count < most && query_row(&q); o->point_count++)
        list[o->point_count] = (train_points){.name = query_keep_text(&q, 0, arena),
                                              .text = query_keep_text(&q, 1, arena),
                                              .unit = query_keep_text(&q, 2, arena),
                                              .value = query_real(&q, 3),
                                              .best = query_real(&q, 4),
                                              .worst = query_real(&q, 5),
                                              .points = query_real(&q, 6),
                                              .most = query_real(&q, 7)};
    o->points = list;
    return query_end(&q);
}

static hl_status read_events(train_store *store, int64_t attempt, hl_arena *arena, train_outcome *o)
{
    int most;
    const hl_status status =
        count_of(store, "SELECT count(*) FROM events WHERE attempt = ?1", attempt, &most);
    if (status != HL_OK) return status;
    train_event *list = HL_NEW(arena, train_event, most);
    if (!list) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, "SELECT time, kind, text FROM events WHERE attempt = ?1 ORDER BY number");
    query_bind_int(&q, 1, attempt);
    for (; o->event_count < most && query_row(&q); o->event_count++)
        list[o->event_count] = (train_event){.time = query_real(&q, 0),
                                             .kind = query_keep_text(&q, 1, arena),
                                             .text = query_keep_text(&q, 2, arena)};
    o->events = list;
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
    return train_set_error(store, HL_BAD_INPUT, "no attempt %" PRId64, id);
}

hl_status train_attempt_read(train_store *store, int64_t id, hl_arena *arena, train_attempt **attempt)
{
    train_attempt *read = *attempt = HL_NEW(arena, train_attempt, 1);
    if (!read) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    hl_status status = read_one(store, id, arena, read);
    if (status == HL_OK) status = read_points(store, id, arena, &read->outcome);
    if (status == HL_OK) status = read_events(store, id, arena, &read->outcome);
    return status;
}

/* ---- leaderboards ---- */

/* Who is the best: 000 publication VI makes its leaderboard from the average weighted score of three
 * attempts. */

/* ?1: exercise, ?2: whether attempts that are pending count too.
 *
 * newest: the texts that are compared: those of the last attempt that is good and counts. Who only begins at
 *         texts of his own does not empty the board;
 * begun:  attempts at them in the order of their begin, numbered for each trainee;
 * counted: those of them that count. Good ones are finished and not refused; others count as 0. Those that
 *         are finished and pending neither count nor are a 0, unless they are asked for;
 * scores: what ranks;
 * best:   good attempts of each trainee, the best first. */
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

static hl_status count_trainees(train_store *store, int *count)
{
    query q = query_begin(store, "SELECT count(*) FROM trainees");
    if (query_row(&q)) *count = (int)query_int(&q, 0);
    return query_end(&q);
}

static train_rank read_rank(query *q, hl_arena *arena)
{
    return (train_rank){.rank = (int)query_int(q, 0),
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
    int most = 0;
    *count = 0;
    const hl_status status = count_trainees(store, &most);
    if (status != HL_OK) return status;
    *list = HL_NEW(arena, train_rank, most);
    if (!*list) return train_set_error(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, leaderboard);
    query_bind_text(&q, 1, exercise);
    query_bind_int(&q, 2, all);
    while (*count < most && query_row(&q)) (*list)[(*count)++] = read_rank(&q, arena);
    return query_end(&q);
}
