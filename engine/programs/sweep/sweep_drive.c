/* The runs of a sweep as child processes: started, watched, judged. */
#include "sweep.h"

#include "command/children.h"
#include "command/interrupt.h"
#include "command/program_log.h"
#include "drv/log.h"
#include "program.h"
#include "swp/plan.h"

#include "file/read.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct drive {
    sweep *s;
    children pool;
    swp_guess guess;
    double began;
    int next; /* run to look at */
    bool shown;
} drive;

/* ---- what runs said ---- */

/* The last line of a log that is not empty, in the arena. */
static const char *last_words(const char *path, hl_arena *arena)
{
    char line[400], last[400] = "it wrote no report";
    FILE *log = file_stream(path, FILE_REPORT, NULL, NULL);
    if (!log) return "it wrote no report";
    while (fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line) snprintf(last, sizeof last, "%s", line);
    }
    fclose(log);
    const char *copy = hl_arena_string(arena, last, strlen(last));
    return copy ? copy : "it wrote no report";
}

static const char *killed_by(int number, hl_arena *arena)
{
    char text[100];
    snprintf(text, sizeof text, "it was killed (signal %d: %s)", number, strsignal(number));
    const char *copy = hl_arena_string(arena, text, strlen(text));
    return copy ? copy : "it was killed";
}

/* A run that left no whole report is to be made again; what its log said last tells why. */
static void judge(sweep *s, const child_end *end)
{
    char name[SWP_NAME_MOST], log[SWEEP_PATH];
    swp_result *result = &s->results[end->task];
    *result = sweep_read(s, end->task);
    if (swp_result_kept(result)) return;
    swp_grid_name(&s->plan.grid, end->task, name);
    if (!sweep_run_path(s->request.out, name, "log", log)) return;
    *result = swp_result_none(SWP_UNUSABLE, end->status > 128 ? killed_by(end->status - 128, &s->arena)
                                                              : last_words(log, &s->arena));
}

/* ---- progress ---- */

static void show(drive *d)
{
    char left[40];
    if (!d->shown) return;
    d->guess.since = children_clock() - d->began;
    const bool known = d->guess.timed > 0;
    /* runs that are under way are half done, by and large */
    const double under_way =
        known ? 0.5 * d->pool.running * d->guess.time / d->guess.timed / d->guess.parallel : 0.0;
    swp_estimate_text(fmax(swp_estimate_remaining(&d->guess) - under_way, 0.0), left, sizeof left);
    fprintf(stderr, "\r%d of %d runs done, %d running%s%s%s   ", d->guess.done, d->guess.runs,
            d->pool.running, known ? ", about " : "", known ? left : "", known ? " left" : "");
}

static void wipe(const drive *d)
{
    if (d->shown) fprintf(stderr, "\r%60s\r", "");
}

/* ---- starting ---- */

static bool cannot(const char *what)
{
    fprintf(stderr, "headland sweep: %s: %s\n", what, strerror(errno));
    return false;
}

static bool start(drive *d, int run)
{
    sweep *s = d->s;
    char name[SWP_NAME_MOST], folder[SWEEP_PATH], log[SWEEP_PATH], report[SWEEP_PATH];
    const char *words[SWP_WORDS];
    swp_grid_name(&s->plan.grid, run, name);
    if (!sweep_run_path(s->request.out, name, "", folder) ||
        !sweep_run_path(s->request.out, name, "log", log) ||
        !sweep_run_path(s->request.out, name, "report.json", report) || !sweep_words(s, run, words))
        return false;
    if (!drv_make_folder(&program_log, folder)) return false;
    if (unlink(report) != 0 && errno != ENOENT) return cannot(report); /* of an earlier try */
    return children_start(&d->pool, run, words, log) || cannot(words[0]);
}

/* How many may run now: where many are to come and no run's time is known the first runs alone. */
static int room(const drive *d)
{
    const bool careful = d->guess.runs > SWP_MANY && d->guess.timed == 0 && !d->s->request.yes;
    return careful ? 1 : d->guess.parallel;
}

static bool start_some(drive *d)
{
    const int count = d->s->plan.grid.run_count;
    for (; d->next < count && d->pool.running < room(d); d->next++)
        if (!swp_result_kept(&d->s->results[d->next]) && !start(d, d->next)) return false;
    return true;
}

/* ---- ends ---- */

static int kept(const sweep *s)
{
    int count = 0;
    for (int i = 0; i < s->plan.grid.run_count; i++) count += swp_result_kept(&s->results[i]);
    return count;
}

/* The children that were stopped have left reports that say so: nothing of them counts. */
static int stop(drive *d)
{
    children_stop(&d->pool);
    wipe(d);
    return PROGRAM_FAILED;
}

static int stop_on_request(drive *d)
{
    stop(d);
    fprintf(stderr,
            "headland sweep: stopped; %d of %d runs are done. Give the same command again to continue\n",
            kept(d->s), d->s->plan.grid.run_count);
    return PROGRAM_FAILED;
}

static int ask(drive *d)
{
    char left[40], one[40];
    const swp_guess *g = &d->guess;
    const bool known = g->timed > 0;
    swp_estimate_text(swp_estimate_remaining(g), left, sizeof left);
    swp_estimate_text(known ? g->time / g->timed : g->since, one, sizeof one);
    stop(d);
    fprintf(stderr, "headland sweep: %d runs remain; ", g->runs - g->done);
    if (known)
        fprintf(stderr, "the mean of %d measured runs is %s, so with %d in parallel they take about %s",
                g->timed, one, g->parallel, left);
    else
        fprintf(stderr, "the first did not end within %s, so with %d in parallel they take more than %s", one,
                g->parallel, left);
    fprintf(
        stderr,
        ". Confirm with --yes (%d finished runs are kept), or print the commands for a cluster with --jobs\n",
        kept(d->s));
    return PROGRAM_USAGE;
}

static void take(drive *d, const child_end *end)
{
    judge(d->s, end);
    d->guess.done++;
    d->guess.timed++;
    d->guess.time += end->seconds;
}

static int watch(drive *d)
{
    while (d->next < d->s->plan.grid.run_count || d->pool.running > 0) {
        child_end end;
        if (interrupt_asked()) return stop_on_request(d);
        if (!start_some(d)) {
            stop(d);
            return PROGRAM_ENVIRONMENT;
        }
        if (children_wait(&d->pool, &end)) take(d, &end);
        d->guess.since = children_clock() - d->began;
        if (!d->s->request.yes && d->guess.done < d->guess.runs && swp_estimate_needs_consent(&d->guess))
            return ask(d);
        show(d);
    }
    wipe(d);
    return PROGRAM_DONE;
}

/* Runs that stand from before tell how long one takes. */
static swp_guess first_guess(const sweep *s)
{
    const int parallel = s->request.parallel > 0 ? s->request.parallel : children_processors();
    swp_guess guess = {.runs = s->plan.grid.run_count - kept(s),
                       .parallel = parallel < CHILDREN_MOST ? parallel : CHILDREN_MOST};
    for (int i = 0; i < s->plan.grid.run_count; i++) {
        if (!isfinite(s->results[i].wall)) continue;
        guess.timed++;
        guess.time += s->results[i].wall;
    }
    return guess;
}

int sweep_drive(sweep *s)
{
    drive d = {
        .s = s, .guess = first_guess(s), .began = children_clock(), .shown = isatty(STDERR_FILENO) == 1};
    const int before = s->plan.grid.run_count - d.guess.runs;
    if (before > 0 && d.guess.runs > 0)
        fprintf(stderr, "headland sweep: %d of %d runs are done already\n", before, s->plan.grid.run_count);
    return watch(&d);
}
