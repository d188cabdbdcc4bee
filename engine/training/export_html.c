/* The values of the page of a store, assets/results/results.html: of each exercise the leaderboard, how each
 * trainee got on, all attempts. */
#include "figures.h"
#include "page.h"

#include "train/debrief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An exercise and what is known of it. */
typedef struct board {
    const char *trainee; /* NULL: all */
    hl_arena *arena;
    int rank_count, attempt_count;
    train_rank *ranks;
    train_attempt *attempts; /* newest first */
    cJSON *values;
} board;

static const words_unit seconds = {1.0, "s"}, litres = {1.0, "l"}, plain = {1.0, ""};

/* ---- leaderboard ---- */

/* The page of one trainee shows nothing of the others. */
static void leave_own_rank(board *b)
{
    int own = 0;
    for (int i = 0; i < b->rank_count; i++)
        if (strcmp(b->ranks[i].trainee, b->trainee) == 0) b->ranks[own++] = b->ranks[i];
    b->rank_count = own;
}

static void add_ranks(const board *b)
{
    cJSON *list = html_list(b->values, "ranks");
    for (int i = 0; i < b->rank_count; i++) {
        const train_rank *r = &b->ranks[i];
        cJSON *item = html_item(list);
        (void)cJSON_AddNumberToObject(item, "rank", r->rank);
        html_text(item, "trainee", r->trainee);
        html_points(item, "score", r->score);
        html_points(item, "best", r->best);
        html_number(item, "time", r->time, seconds);
        html_number(item, "fuel", r->fuel, litres);
        html_number(item, "hits", r->hits, plain);
        html_number(item, "attempts", r->attempts, plain);
    }
    html_has(b->values, "ranks");
}

/* ---- learning curves ---- */

/* Attempts of the newest texts alone: scores of others are not compared. */
static bool on_curve(const board *b, const train_attempt *a, const char *trainee)
{
    return strcmp(a->trainee_name, trainee) == 0 && !a->exercise.reference && !a->voiding.voided &&
           a->outcome.result != TRAIN_RUNNING && strcmp(a->exercise.hash, b->attempts[0].exercise.hash) == 0;
}

/* Whether attempt `index` is the newest of its trainee that is on a curve: each has one. */
static bool begins_curve(const board *b, int index)
{
    const char *trainee = b->attempts[index].trainee_name;
    if (!on_curve(b, &b->attempts[index], trainee)) return false;
    for (int i = 0; i < index; i++)
        if (on_curve(b, &b->attempts[i], trainee)) return false;
    return true;
}

static hl_status add_curve(const board *b, const char *trainee, cJSON *list)
{
    int count = 0;
    char title[400], *svg = NULL;
    size_t length = 0;
    curve_point *points = HL_NEW(b->arena, curve_point, b->attempt_count);
    FILE *out = points ? open_memstream(&svg, &length) : NULL;
    if (!out) return HL_OUT_OF_MEMORY;
    for (int i = b->attempt_count - 1; i >= 0; i--) {
        const train_outcome *o = &b->attempts[i].outcome;
        const bool finished = o->result == TRAIN_FINISHED;
        if (on_curve(b, &b->attempts[i], trainee))
            points[count++] = (curve_point){finished ? o->score : 0.0, finished};
    }
    snprintf(title, sizeof title, "Score of each attempt of %s", trainee);
    curve_svg(out, title, points, count);
    const bool good = fclose(out) == 0;
    cJSON *item = html_item(list);
    html_text(item, "trainee", trainee);
    html_text(item, "svg", good ? svg : "");
    free(svg);
    return good ? HL_OK : HL_OUT_OF_MEMORY;
}

static hl_status add_curves(const board *b)
{
    hl_status status = HL_OK;
    cJSON *list = html_list(b->values, "curves");
    for (int i = 0; status == HL_OK && i < b->attempt_count; i++)
        if (begins_curve(b, i)) status = add_curve(b, b->attempts[i].trainee_name, list);
    return status;
}

/* ---- attempts ---- */

static void add_attempts(const board *b)
{
    cJSON *list = html_list(b->values, "attempts");
    for (int i = 0; i < b->attempt_count; i++) {
        const train_attempt *a = &b->attempts[i];
        const train_exercise *e = &a->exercise;
        const bool kept = train_outcome_is_stored(&a->outcome),
                   finished = a->outcome.result == TRAIN_FINISHED;
        const bool older = strcmp(e->hash, b->attempts[0].exercise.hash) != 0;
        char began[WORDS_DATE];
        cJSON *item = html_item(list);
        (void)cJSON_AddNumberToObject(item, "attempt", (double)a->id);
        html_text(item, "trainee", a->trainee_name);
        html_text(item, "began", words_date(a->began, began));
        html_text(item, "result", train_result_text(a->outcome.result));
        if (finished)
            html_points(item, "score", a->outcome.score);
        else
            html_number(item, "score", (double)NAN, plain);
        html_number(item, "time", kept ? a->outcome.time : (double)NAN, seconds);
        html_number(item, "fuel", kept ? a->outcome.fuel : (double)NAN, litres);
        html_number(item, "hits", kept ? a->outcome.hits : (double)NAN, plain);
        html_flag(item, "void", a->voiding.voided);
        html_text(item, "void_why", a->voiding.voided ? a->voiding.why : "");
        html_flag(item, "reference", e->reference);
        html_flag(item, "practice", e->practice && !e->reference);
        html_flag(item, "older", older && !e->reference && !e->practice);
        html_flag(item, "counts", !older && !e->reference && !e->practice);
        html_text(item, "proof", train_proof_text(a->proof));
        html_text(item, "variants", e->variants);
    }
}

/* ---- the page ---- */

/* Exercises that the trainee has not tried are left out. */
static hl_status add_board(train_store *store, const char *exercise, const char *trainee, cJSON *list)
{
    hl_arena arena = {0};
    board b = {.trainee = trainee, .arena = &arena};
    const train_filter filter = {.exercise = exercise, .trainee = trainee};
    hl_status status = train_attempts(store, &filter, &arena, &b.attempts, &b.attempt_count);
    if (status == HL_OK) status = train_leaderboard(store, exercise, false, &arena, &b.ranks, &b.rank_count);
    if (status == HL_OK && trainee) leave_own_rank(&b);
    if (status == HL_OK && b.attempt_count > 0) {
        b.values = html_item(list);
        html_text(b.values, "title", b.attempts[0].exercise.title);
        add_ranks(&b);
        status = add_curves(&b);
        add_attempts(&b);
    }
    hl_arena_free(&arena);
    return status;
}

hl_status train_export_html(train_store *store, const char *exercise, const char *trainee,
                            const char *templates, FILE *out, char *why)
{
    hl_arena arena = {0};
    const char **names = NULL;
    int count = 0;
    cJSON *values = cJSON_CreateObject();
    html_text(values, "of_exercise", exercise);
    html_text(values, "of_trainee", trainee);
    cJSON *list = html_list(values, "exercises");
    hl_status status = train_exercises(store, &arena, &names, &count);
    for (int i = 0; status == HL_OK && i < count; i++)
        if (!exercise || strcmp(exercise, names[i]) == 0) status = add_board(store, names[i], trainee, list);
    hl_arena_free(&arena);
    if (status == HL_OK) return html_write(values, templates, "results.html", out, why);
    snprintf(why, TRAIN_WHY, "%s", train_store_why(store));
    cJSON_Delete(values);
    return status;
}
