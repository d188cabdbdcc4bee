/* Who is the best: 000 publication VI makes its leaderboard from the average weighted score of three
 * attempts. */
#include "query.h"

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
    if (!*list) return train_fail(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, leaderboard);
    query_bind_text(&q, 1, exercise);
    query_bind_int(&q, 2, all);
    while (*count < most && query_row(&q)) (*list)[(*count)++] = read_rank(&q, arena);
    return query_end(&q);
}
