/* The debriefing of `headland train`. While the page is looked at, children compute the attempt again, drive
 * the reference where there is none yet, and write the page that can be printed. */
#include "train.h"

#include "bat/children.h"
#include "command/terminal.h"
#include "drv/log.h"
#include "drv/results.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 16, TEXT = 240 };

/* What the children do, in this order. */
typedef enum chore {
    VERIFY,
    REFERENCE,
    PAGE,
    LEFT_OVER, /* what earlier debriefings were left before it was proved */
    CHORES
} chore;

typedef struct session {
    train *t;
    rnd_debrief page;
    train_attempt *attempt;
    hl_arena arena;
    drv_debrief about;
    char figures[TRAIN_PATH / 2]; /* folder */
    int held;                     /* it, while it is used */
    rnd_figure shown[DRV_FIGURES];
    bool drawn; /* figures as they are now */
    bat_children pool;
    chore next;
    char program[TRAIN_PATH], id[24];
    char verdict[TEXT], proof[TEXT], standing[TEXT];
} session;

/* ---- what is said ---- */

static void tell_verdict(session *s)
{
    const train_outcome *o = &s->attempt->outcome;
    if (o->result == TRAIN_FINISHED)
        snprintf(s->verdict, sizeof s->verdict, "Finished%s: %.1f", o->passed ? ", passed" : ", not passed",
                 o->score);
    else
        snprintf(s->verdict, sizeof s->verdict, "%s: %s",
                 o->result == TRAIN_FAILED ? "Failed" : "Not finished", o->reason);
    s->page.verdict = s->verdict;
    s->page.good = o->passed;
    s->page.counts = o->result == TRAIN_FINISHED;
    s->page.score = o->score;
}

static void tell_proof(session *s)
{
    if (s->attempt->proof == TRAIN_PENDING)
        snprintf(s->proof, sizeof s->proof, "verifying the recording ...");
    else if (s->attempt->proof == TRAIN_ACCEPTED)
        snprintf(s->proof, sizeof s->proof, "accepted: the replay gives the same score");
    else
        snprintf(s->proof, sizeof s->proof, "refused: %s", s->attempt->proof_why);
    s->page.proof = s->proof;
}

/* What the score of a rank is. */
static void tell_rank(session *s, const train_rank *rank, int of)
{
    const int most = s->attempt->exercise.attempts_counted;
    const char *mine = rank->best_attempt == s->attempt->id ? "; this one is your best so far" : "";
    const int length =
        snprintf(s->standing, sizeof s->standing, "rank %d of %d with %.1f", rank->rank, of, rank->score);
    char *rest = s->standing + length;
    const size_t room = sizeof s->standing - (size_t)length;
    if (most == 0)
        snprintf(rest, room, "%s", *mine ? mine : ", your best");
    else if (rank->attempts > 1)
        snprintf(rest, room, ", the mean of %d of your %d attempts%s", rank->attempts, most, mine);
    else
        snprintf(rest, room, ", the first of your %d attempts", most);
}

static void tell_standing(session *s)
{
    train_rank *ranks;
    int count;
    *s->standing = '\0';
    s->page.standing = s->standing;
    if (s->attempt->exercise.practice) {
        snprintf(s->standing, sizeof s->standing, "practice: not counted");
        return;
    }
    if (s->attempt->voiding.voided) {
        snprintf(s->standing, sizeof s->standing, "void: not counted");
        return;
    }
    if (train_leaderboard(s->t->store, s->attempt->exercise.name, true, &s->arena, &ranks, &count) != HL_OK)
        return;
    for (int i = 0; i < count; i++)
        if (strcmp(ranks[i].trainee, s->attempt->trainee_name) == 0) tell_rank(s, &ranks[i], count);
}

static const char *value_text(const train_points *p, hl_arena *arena)
{
    char text[TRAIN_POINTS_TEXT];
    train_points_text(p, text);
    return hl_arena_string(arena, text, strlen(text));
}

static void list_points(session *s)
{
    const train_outcome *o = &s->attempt->outcome;
    rnd_points *points = HL_NEW(&s->arena, rnd_points, o->point_count);
    for (int i = 0; points && i < o->point_count; i++)
        points[i] = (rnd_points){o->points[i].text, value_text(&o->points[i], &s->arena), o->points[i].points,
                                 o->points[i].most};
    s->page.points = points;
    s->page.point_count = points ? o->point_count : 0;
}

static void explain(session *s)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    s->page.explain = "";
    if (!out) return;
    train_explain(&s->about.about, false, out);
    fclose(out);
    const char *kept = text ? hl_arena_string(&s->arena, text, strlen(text)) : NULL;
    if (kept) s->page.explain = kept;
    free(text);
}

/* ---- figures ---- */

/* Anew when there is more to compare with. */
static void draw(session *s)
{
    char why[TRAIN_WHY], path[TRAIN_PATH + 40];
    const drv_results store = program_store(s->t->store, s->t->path);
    drv_debrief_free(&s->about);
    s->page.figure_count = 0;
    if (!drv_debrief_figures(&s->about, &store, s->attempt->id, s->figures, why))
        drv_say(&program_log, "figures: %s", why);
    for (int i = 0; i < s->about.count; i++) {
        snprintf(path, sizeof path, "%s/figure-%d.svg", s->figures, i);
        s->shown[s->page.figure_count++] =
            (rnd_figure){train_figure_title(&s->about.about, s->about.figures[i]),
                         access(path, R_OK) == 0 ? hl_arena_string(&s->arena, path, strlen(path)) : NULL};
    }
    s->page.figures = s->shown;
    s->page.drawing = false;
    explain(s);
    s->drawn = true;
}

/* ---- children ---- */

static bool has_reference(session *s)
{
    train_attempt *list;
    int count;
    const train_filter filter = {.exercise = s->attempt->exercise.name, .hash = s->attempt->exercise.hash};
    if (train_attempts(s->t->store, &filter, &s->arena, &list, &count) != HL_OK) return true;
    for (int i = 0; i < count; i++)
        if (list[i].exercise.reference && list[i].proof == TRAIN_ACCEPTED) return true;
    return false;
}

static void start(session *s, const char *const *words)
{
    char log[TRAIN_PATH + 40];
    snprintf(log, sizeof log, "%s/log", s->figures);
    if (!bat_start(&s->pool, (int)s->next, words, log))
        drv_say(&program_log, "the verification process could not be started");
}

/* @return false: all is done */
static bool start_next(session *s)
{
    const train *t = s->t;
    const auth_scenario *scenario = train_chosen(t)->scenario;
    char out[TRAIN_PATH + 40], folder[TRAIN_PATH];
    train_attempt_folder(t->path, s->attempt->id, folder);
    snprintf(out, sizeof out, "%s/debrief.html", folder);
    const char *const words[CHORES][WORDS] = {
        [VERIFY] = {s->program, "results", "verify", s->id, "--db", t->path},
        [REFERENCE] = {s->program, "run", train_chosen(t)->path, "--headless", "--speed", "max", "--trainee",
                       TRAIN_REFERENCE, "--reference", "--db", t->path},
        [PAGE] = {s->program, "results", "debrief", s->id, "--out", out, "--db", t->path},
        [LEFT_OVER] = {s->program, "results", "verify", "--db", t->path}};
    if (s->next == REFERENCE && (!scenario->operator_script || has_reference(s))) s->next++;
    if (s->next == CHORES) return false;
    start(s, words[s->next]);
    return true;
}

/* One after the other; between them the page learns what they found. */
static bool look(void *context)
{
    session *s = context;
    bat_end end;
    if (!s->drawn) {
        draw(s);
        (void)start_next(s);
        return true;
    }
    if (s->pool.running == 0 || !bat_take(&s->pool, &end)) return false;
    train_attempt *newer;
    if (s->next == VERIFY && train_attempt_read(s->t->store, s->attempt->id, &s->arena, &newer) == HL_OK)
        s->attempt = newer;
    if (s->next == REFERENCE) draw(s);
    tell_proof(s);
    tell_standing(s);
    s->next++;
    (void)start_next(s);
    return true;
}

/* ---- the page ---- */

static bool begin(session *s)
{
    if (train_attempt_read(s->t->store, s->t->attempt, &s->arena, &s->attempt) != HL_OK) return false;
    const ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
    snprintf(s->id, sizeof s->id, "%" PRId64, s->attempt->id);
    s->held = length > 0 ? drv_make_temporary("debrief", s->figures, sizeof s->figures) : -1;
    if (s->held < 0) return false;
    s->page = (rnd_debrief){.title = s->attempt->exercise.title,
                            .trainee = s->attempt->trainee_name,
                            .explain = "",
                            .drawing = true,
                            .again = true};
    tell_verdict(s);
    tell_proof(s);
    tell_standing(s);
    list_points(s);
    return true;
}

rnd_answer train_debriefing(train *t, rnd_pages *pages)
{
    session *s = calloc(1, sizeof *s);
    if (!s) return RND_ANSWER_LOST;
    s->t = t;
    rnd_answer answer = RND_ANSWER_BACK;
    if (begin(s)) {
        answer = rnd_pages_debrief(pages, &s->page, look, s);
        bat_stop(&s->pool);
        drv_debrief_free(&s->about);
        drv_remove_temporary(s->held, s->figures);
    }
    hl_arena_free(&s->arena);
    free(s);
    return answer;
}
