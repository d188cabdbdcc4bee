/* The values of the page of a store, assets/results/results.html: for each exercise the leaderboard, the
 * learning curve of each trainee and all attempts. */
#include "figures.h"
#include "words.h"

#include "file/template.h"
#include "train/debrief.h"

#include <math.h>
#include <string.h>

/* An exercise on the page. */
typedef struct board {
    const char *trainee; /* NULL: all */
    hl_arena *arena;
    int rank_count, attempt_count;
    train_rank *ranks;
    train_attempt *attempts; /* newest first */
    cJSON *values;
} board;

/* ---- leaderboard ---- */

/* The page of one trainee shows no other trainees. */
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
        html_number(item, "time", r->time, words_seconds);
        html_number(item, "fuel", r->fuel, words_litres);
        html_number(item, "hits", r->hits, words_plain);
        html_number(item, "attempts", r->attempts, words_plain);
    }
    html_has(b->values, "ranks");
}

/* ---- learning curves as SVG ---- */

enum { WIDTH = 440, HEIGHT = 200, LEFT = 38, RIGHT = 12, TOP = 12, BOTTOM = 34 /* of a picture [px] */ };

static double place_of(int index, int count)
{
    const double width = WIDTH - LEFT - RIGHT;
    return count > 1 ? LEFT + width * index / (count - 1) : LEFT + 0.5 * width;
}

static double height_of(double score)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - score / 100.0);
}

static void print_frame(FILE *out, int count)
{
    enum { STEP = 25, LABELS = 10 };
    const int every = (count + LABELS - 1) / LABELS;
    for (int score = 0; score <= 100; score += STEP)
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\" "
                "stroke-opacity=\"%s\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                LEFT, WIDTH - RIGHT, height_of(score), height_of(score), score == 0 ? "0.6" : "0.18",
                LEFT - 6, height_of(score) + 4.0, score);
    for (int i = 0; i < count; i += every)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", place_of(i, count),
                HEIGHT - BOTTOM + 16, i + 1);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">attempt</text>\n", WIDTH - RIGHT, HEIGHT - 4);
}

static void print_cross(FILE *out, double x, double y)
{
    static const double arm = 4.0; /* [px] */
    fprintf(out,
            "<path d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\" stroke=\"#d55e00\" stroke-width=\"2\"/>\n",
            x - arm, y - arm, x + arm, y + arm, x - arm, y + arm, x + arm, y - arm);
}

void curve_svg(FILE *out, const char *title, const curve_point *points, int count)
{
    fprintf(out,
            "<svg class=\"curve\" role=\"img\" viewBox=\"0 0 %d %d\" xmlns=\"http://www.w3.org/2000/svg\" "
            "font-size=\"12\" fill=\"currentColor\">",
            WIDTH, HEIGHT);
    fputs("<title>", out);
    file_html_write(title, out);
    fputs("</title>\n", out);
    print_frame(out, count);
    fputs("<polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" points=\"", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%.1f,%.1f", i > 0 ? " " : "", place_of(i, count), height_of(points[i].score));
    fputs("\"/>\n", out);
    for (int i = 0; i < count; i++) {
        const double x = place_of(i, count), y = height_of(points[i].score);
        if (points[i].finished)
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#0072b2\"/>\n", x, y);
        else
            print_cross(out, x, y);
    }
    fputs("</svg>\n", out);
}

/* ---- learning curves of trainees ---- */

/* Only attempts with the newest texts: others are not compared. */
static bool on_curve(const board *b, const train_attempt *a, const char *trainee)
{
    return strcmp(a->trainee_name, trainee) == 0 && !a->exercise.reference && !a->voiding.voided &&
           a->outcome.result != TRAIN_RUNNING && strcmp(a->exercise.hash, b->attempts[0].exercise.hash) == 0;
}

/* Whether attempt `index` is the newest on the curve of its trainee. */
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
    cJSON *item = html_item(list);
    html_text(item, "trainee", trainee);
    return html_stream(item, "svg", out, &svg) ? HL_OK : HL_OUT_OF_MEMORY;
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
        cJSON *item = html_item(list);
        (void)cJSON_AddNumberToObject(item, "attempt", (double)a->id);
        html_text(item, "trainee", a->trainee_name);
        html_date(item, "began", a->began);
        html_text(item, "result", train_result_text(a->outcome.result));
        if (finished)
            html_points(item, "score", a->outcome.score);
        else
            html_number(item, "score", (double)NAN, words_plain);
        html_number(item, "time", kept ? a->outcome.time : (double)NAN, words_seconds);
        html_number(item, "fuel", kept ? a->outcome.fuel : (double)NAN, words_litres);
        html_number(item, "hits", kept ? a->outcome.hits : (double)NAN, words_plain);
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
