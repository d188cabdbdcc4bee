/* The runs of a sweep as child processes: started, watched, judged. */
#include "batch_internal.h"

#include "bat/children.h"
#include "drv/log.h"
#include "swp/plan.h"

#include "file/read.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct drive {
    bat_sweep *s;
    bat_children pool;
    swp_guess guess;
    double began;
    int next; /* run to start next */
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
static void judge(bat_sweep *s, const bat_end *end)
{
    char name[SWP_NAME_MOST], log[BAT_PATH];
    swp_result *result = &s->results[end->task];
    *result = batch_read(s, end->task);
    if (swp_result_kept(result)) return;
    swp_grid_name(&s->plan.grid, end->task, name);
    if (!batch_run_path(s->request.log, s->request.out, name, "log", log)) return;
    *result = swp_result_none(SWP_UNUSABLE, end->status > 128 ? killed_by(end->status - 128, &s->arena)
                                                              : last_words(log, &s->arena));
}

/* ---- progress ---- */

static void show(drive *d)
{
    char left[40], line[200];
    if (!d->s->request.show) return;
    d->guess.since = bat_clock() - d->began;
    const bool known = d->guess.timed > 0;
    /* runs that are under way are half done on average */
    const double under_way =
        known ? 0.5 * d->pool.running * d->guess.time / d->guess.timed / d->guess.parallel : 0.0;
    swp_estimate_text(fmax(swp_estimate_remaining(&d->guess) - under_way, 0.0), left, sizeof left);
    snprintf(line, sizeof line, "%d of %d runs done, %d running%s%s%s", d->guess.done, d->guess.runs,
             d->pool.running, known ? ", about " : "", known ? left : "", known ? " left" : "");
    d->s->request.show(line);
}

static void wipe(const drive *d)
{
    if (d->s->request.show) d->s->request.show("");
}

/* ---- starting ---- */

static bool cannot(const bat_sweep *s, const char *what)
{
    return drv_say(s->request.log, "%s: %s", what, strerror(errno));
}

static bool start(drive *d, int run)
{
    bat_sweep *s = d->s;
    char name[SWP_NAME_MOST], folder[BAT_PATH], log[BAT_PATH], report[BAT_PATH];
    const char *words[SWP_WORDS];
    swp_grid_name(&s->plan.grid, run, name);
    if (!batch_run_path(s->request.log, s->request.out, name, "", folder) ||
        !batch_run_path(s->request.log, s->request.out, name, "log", log) ||
        !batch_run_path(s->request.log, s->request.out, name, "report.json", report) ||
        !bat_words(s, run, words))
        return false;
    if (!drv_make_folder(s->request.log, folder)) return false;
    if (unlink(report) != 0 && errno != ENOENT) return cannot(s, report); /* of an earlier try */
    return bat_start(&d->pool, run, words, log) || cannot(s, words[0]);
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

static int kept(const bat_sweep *s)
{
    int count = 0;
    for (int i = 0; i < s->plan.grid.run_count; i++) count += swp_result_kept(&s->results[i]);
    return count;
}

/* The children that were stopped have left reports that say so: nothing of them counts. */
static int stop(drive *d)
{
    bat_stop(&d->pool);
    wipe(d);
    return DRV_FAILED;
}

static int stop_on_request(drive *d)
{
    stop(d);
    drv_say(d->s->request.log, "stopped; %d of %d runs are done. Give the same command again to continue",
            kept(d->s), d->s->plan.grid.run_count);
    return DRV_FAILED;
}

static int ask(drive *d)
{
    char left[40], one[40];
    const swp_guess *g = &d->guess;
    const bool known = g->timed > 0;
    swp_estimate_text(swp_estimate_remaining(g), left, sizeof left);
    swp_estimate_text(known ? g->time / g->timed : g->since, one, sizeof one);
    stop(d);
    char measured[80] = "the first did not end within";
    if (known) snprintf(measured, sizeof measured, "the mean of %d measured runs is", g->timed);
    drv_say(d->s->request.log,
            "%d runs remain; %s %s, so with %d in parallel they take %s %s. Confirm with --yes (%d finished "
            "runs are kept), or print the commands for a cluster with --jobs",
            g->runs - g->done, measured, one, g->parallel, known ? "about" : "more than", left, kept(d->s));
    return DRV_USAGE;
}

static void take(drive *d, const bat_end *end)
{
    judge(d->s, end);
    d->guess.done++;
    d->guess.timed++;
    d->guess.time += end->seconds;
}

static int watch(drive *d)
{
    while (d->next < d->s->plan.grid.run_count || d->pool.running > 0) {
        bat_end end;
        if (d->s->request.interrupted()) return stop_on_request(d);
        if (!start_some(d)) {
            stop(d);
            return DRV_ENVIRONMENT;
        }
        if (bat_wait(&d->pool, &end)) take(d, &end);
        d->guess.since = bat_clock() - d->began;
        if (!d->s->request.yes && d->guess.done < d->guess.runs && swp_estimate_needs_consent(&d->guess))
            return ask(d);
        show(d);
    }
    wipe(d);
    return DRV_DONE;
}

/* Runs that stand from before tell how long one takes. */
static swp_guess first_guess(const bat_sweep *s)
{
    const int parallel = s->request.parallel > 0 ? s->request.parallel : bat_processors();
    swp_guess guess = {.runs = s->plan.grid.run_count - kept(s),
                       .parallel = parallel < BAT_MOST ? parallel : BAT_MOST};
    for (int i = 0; i < s->plan.grid.run_count; i++) {
        if (!isfinite(s->results[i].wall)) continue;
        guess.timed++;
        guess.time += s->results[i].wall;
    }
    return guess;
}

int bat_run_all(bat_sweep *s)
{
    if (!batch_read_all(s)) return DRV_ENVIRONMENT;
    drive d = {.s = s, .guess = first_guess(s), .began = bat_clock()};
    const int before = s->plan.grid.run_count - d.guess.runs;
    if (before > 0 && d.guess.runs > 0)
        drv_say(s->request.log, "%d of %d runs are done already", before, s->plan.grid.run_count);
    return watch(&d);
}
