/* The page of a store: of each exercise the leaderboard, how each trainee got on, all attempts. */
#include "curve.h"
#include "page.h"
#include "words.h"

#include "train/debrief.h"

#include <math.h>
#include <string.h>

/* An exercise and what is known of it. */
typedef struct board {
    const char *trainee; /* NULL: all */
    hl_arena *arena;
    int rank_count, attempt_count;
    train_rank *ranks;
    train_attempt *attempts; /* newest first */
    FILE *out;
} board;

static const words_unit seconds = {1.0, "s"}, litres = {1.0, "l"}, plain = {1.0, ""};

static void text_cell(FILE *out, const char *text)
{
    page_element(out, "td", text);
}

/* Heads of columns; those of numbers begin with '#'. */
static void print_heads(FILE *out, const char *const *heads, size_t count)
{
    fputs("<table>\n<thead><tr>", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "<th scope=\"col\"%s>%s</th>", *heads[i] == '#' ? " class=\"n\"" : "",
                heads[i] + (*heads[i] == '#'));
    fputs("</tr></thead>\n<tbody>\n", out);
}

/* ---- leaderboard ---- */

/* The page of one trainee tells nothing of the others. */
static void leave_own_rank(board *b)
{
    int own = 0;
    for (int i = 0; i < b->rank_count; i++)
        if (strcmp(b->ranks[i].trainee, b->trainee) == 0) b->ranks[own++] = b->ranks[i];
    b->rank_count = own;
}

static void print_ranks(const board *b)
{
    static const char *const heads[] = {"#Rank", "Trainee", "#Score", "#Best",
                                        "#Time", "#Fuel",   "#Hits",  "#Attempts"};
    fputs("<h3>Leaderboard</h3>\n", b->out);
    if (b->rank_count == 0) {
        fputs("<p class=\"soft\">There is no rank yet: finished attempts count when they have been computed "
              "again "
              "from their recordings.</p>\n",
              b->out);
        return;
    }
    print_heads(b->out, heads, sizeof heads / sizeof *heads);
    for (int i = 0; i < b->rank_count; i++) {
        const train_rank *r = &b->ranks[i];
        fprintf(b->out, "<tr><td class=\"n\">%d</td>", r->rank);
        text_cell(b->out, r->trainee);
        page_points_cell(b->out, r->score);
        page_points_cell(b->out, r->best);
        page_number_cell(b->out, r->time, seconds);
        page_number_cell(b->out, r->fuel, litres);
        page_number_cell(b->out, r->hits, plain);
        page_number_cell(b->out, r->attempts, plain);
        fputs("</tr>\n", b->out);
    }
    fputs("</tbody>\n</table>\n", b->out);
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

static hl_status print_curve(const board *b, const char *trainee)
{
    int count = 0;
    char title[400];
    curve_point *points = HL_NEW(b->arena, curve_point, b->attempt_count);
    if (!points) return HL_OUT_OF_MEMORY;
    for (int i = b->attempt_count - 1; i >= 0; i--) {
        const train_outcome *o = &b->attempts[i].outcome;
        const bool finished = o->result == TRAIN_FINISHED;
        if (on_curve(b, &b->attempts[i], trainee))
            points[count++] = (curve_point){finished ? o->score : 0.0, finished};
    }
    snprintf(title, sizeof title, "Score of each attempt of %s", trainee);
    fputs("<figure>", b->out);
    page_element(b->out, "figcaption", trainee);
    curve_svg(b->out, title, points, count);
    fputs("</figure>\n", b->out);
    return HL_OK;
}

static hl_status print_curves(const board *b)
{
    hl_status status = HL_OK;
    fputs("<h3>Learning curves</h3>\n<p class=\"soft\">Points of 100 in the order of the attempts; a cross: "
          "not "
          "finished.</p>\n<div class=\"figures\">\n",
          b->out);
    for (int i = 0; status == HL_OK && i < b->attempt_count; i++)
        if (begins_curve(b, i)) status = print_curve(b, b->attempts[i].trainee_name);
    fputs("</div>\n", b->out);
    return status;
}

/* ---- attempts ---- */

static void print_kind(const board *b, const train_attempt *a)
{
    const bool old = strcmp(a->exercise.hash, b->attempts[0].exercise.hash) != 0;
    if (a->voiding.voided) {
        fputs("<td>void: ", b->out);
        train_html_text(b->out, a->voiding.why);
        fputs("</td>", b->out);
        return;
    }
    text_cell(b->out, a->exercise.reference  ? "reference"
                      : a->exercise.practice ? "practice"
                      : old                  ? "of an older exercise"
                                             : "counts");
}

static void print_attempts(const board *b)
{
    static const char *const heads[] = {"#Attempt", "Trainee", "Began", "Result", "#Score",  "#Time",
                                        "#Fuel",    "#Hits",   "Kind",  "Proof",  "Variants"};
    fputs("<h3>Attempts</h3>\n", b->out);
    print_heads(b->out, heads, sizeof heads / sizeof *heads);
    for (int i = 0; i < b->attempt_count; i++) {
        const train_attempt *a = &b->attempts[i];
        const bool kept = train_outcome_kept(&a->outcome);
        char began[WORDS_DATE];
        fprintf(b->out, "<tr><td class=\"n\">%lld</td>", (long long)a->id);
        text_cell(b->out, a->trainee_name);
        text_cell(b->out, words_date(a->began, began));
        text_cell(b->out, train_result_text(a->outcome.result));
        if (a->outcome.result == TRAIN_FINISHED)
            page_points_cell(b->out, a->outcome.score);
        else
            page_number_cell(b->out, (double)NAN, plain);
        page_number_cell(b->out, kept ? a->outcome.time : (double)NAN, seconds);
        page_number_cell(b->out, kept ? a->outcome.fuel : (double)NAN, litres);
        page_number_cell(b->out, kept ? a->outcome.hits : (double)NAN, plain);
        print_kind(b, a);
        text_cell(b->out, train_proof_text(a->proof));
        text_cell(b->out, a->exercise.variants);
        fputs("</tr>\n", b->out);
    }
    fputs("</tbody>\n</table>\n", b->out);
}

/* ---- the page ---- */

/* Nothing of an exercise that the trainee has not tried. */
static hl_status print_board(train_store *store, const char *exercise, const char *trainee, FILE *out)
{
    hl_arena arena = {0};
    board b = {.trainee = trainee, .arena = &arena, .out = out};
    const train_filter filter = {.exercise = exercise, .trainee = trainee};
    hl_status status = train_attempts(store, &filter, &arena, &b.attempts, &b.attempt_count);
    if (status == HL_OK) status = train_leaderboard(store, exercise, false, &arena, &b.ranks, &b.rank_count);
    if (status == HL_OK && trainee) leave_own_rank(&b);
    if (status == HL_OK && b.attempt_count > 0) {
        fputs("<section>\n", out);
        page_element(out, "h2", b.attempts[0].exercise.title);
        fputc('\n', out);
        print_ranks(&b);
        status = print_curves(&b);
        print_attempts(&b);
        fputs("</section>\n", out);
    }
    hl_arena_free(&arena);
    return status;
}

static void print_about(const char *exercise, const char *trainee, FILE *out)
{
    page_element(out, "h1", "Results");
    fputs("\n<p class=\"about\">", out);
    train_html_text(out, exercise ? exercise : "all exercises");
    fputs(", ", out);
    train_html_text(out, trainee ? trainee : "all trainees");
    fputs("</p>\n", out);
}

hl_status train_export_html(train_store *store, const char *exercise, const char *trainee, FILE *out)
{
    hl_arena arena = {0};
    const char **names = NULL;
    int count = 0, shown = 0;
    hl_status status = train_exercises(store, &arena, &names, &count);
    html_page_begin(out, "Results");
    print_about(exercise, trainee, out);
    for (int i = 0; status == HL_OK && i < count; i++) {
        if (exercise && strcmp(exercise, names[i]) != 0) continue;
        shown++;
        status = print_board(store, names[i], trainee, out);
    }
    if (status == HL_OK && shown == 0) fputs("<p>There are no attempts.</p>\n", out);
    html_page_end(out);
    hl_arena_free(&arena);
    if (status != HL_OK) return status;
    return fflush(out) == 0 && !ferror(out) ? HL_OK : HL_IO_ERROR;
}
