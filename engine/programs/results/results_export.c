/* Tables and pages for elsewhere. */
#include "command/program_log.h"
#include "program.h"
#include "results.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct request {
    bool csv, html;
    train_filter filter;
} request;

static int cannot_write(const results *r, const char *path, int trouble, int status)
{
    fprintf(stderr, "headland %s: %s: %s\n", r->command, path, strerror(trouble ? trouble : EIO));
    return status;
}

/* A template that is missing or wrong is a matter of the installation. */
static int write_html(results *r, const train_filter *filter, FILE *out)
{
    char why[TRAIN_WHY] = "no templates of pages; HEADLAND_ASSETS says where assets are";
    const char *templates = program_store(r->store, r->path).templates;
    if (templates &&
        train_export_html(r->store, filter->exercise, filter->trainee, templates, out, why) == HL_OK)
        return PROGRAM_DONE;
    if (ferror(out)) return PROGRAM_FAILED;
    fprintf(stderr, "headland %s: %s\n", r->command, why);
    return PROGRAM_ENVIRONMENT;
}

/* The caller reports a file that cannot be written. */
static int write_to(results *r, const request *q, FILE *out)
{
    if (!q->csv) return write_html(r, &q->filter, out);
    const hl_status status = train_export_csv(r->store, &q->filter, out);
    if (ferror(out)) return PROGRAM_FAILED;
    return status == HL_OK ? PROGRAM_DONE : results_failed(r, status);
}

/* @param path  NULL: standard output, which main looks after */
static int export_all(results *r, request *q, const char *path)
{
    if (!r->store) return results_nothing(r);
    const int chosen = results_choose(r, &q->filter);
    if (chosen != PROGRAM_DONE) return chosen;
    if (!path) return write_to(r, q, stdout);
    if (!results_spares(r, path)) return PROGRAM_USAGE;
    errno = 0;
    FILE *file = fopen(path, "w");
    if (!file) return cannot_write(r, path, errno, PROGRAM_ENVIRONMENT);
    const int status = write_to(r, q, file);
    const bool bad = ferror(file) != 0;
    if (fclose(file) != 0 || bad) return cannot_write(r, path, errno, PROGRAM_FAILED);
    return status;
}

static const help_text export_help = {
    .summary = "Write all results as a table or an HTML page, to a file or to standard output.",
    .examples = {"results export --csv --out results.csv",
                 "results export --html --exercise slalom --out slalom.html"},
    .failed = "the file could not be written completely",
    .page = "docs/results.md, docs/debriefing.md"};

int results_action_export(int argc, char **argv)
{
    results r = {.command = "results export"};
    request q = {0};
    const char *path = NULL;
    const option options[] = {
        {"csv", OPTION_FLAG, &q.csv, NULL, "a table with one row per attempt and all its points"},
        {"html", OPTION_FLAG, &q.html, NULL, "an HTML page with leaderboards, attempts and learning curves"},
        {"out", OPTION_OUTPUT, &path, "FILE", "file to write (default: standard output)"},
        {"exercise", OPTION_TEXT, &q.filter.exercise, "NAME", "only this exercise"},
        {"trainee", OPTION_TEXT, &q.filter.trainee, "NAME", "only this trainee"},
        RESULTS_DB_OPTION(&r.db),
        OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "",
                         .help = &export_help,
                         .options = options,
                         .fewest = 0,
                         .most = 0};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (q.csv == q.html) return results_refuse(&r, "give either --csv or --html", "");
    return results_close(&r, results_open(&r, false, &status) ? export_all(&r, &q, path) : status);
}

/* ---- debriefings ---- */

static int write_debrief(results *r, const char *word, const char *out)
{
    int64_t id;
    train_attempt *attempt;
    char why[TRAIN_WHY] = "";
    if (!results_number(r, word, &id) || !results_spares(r, out)) return PROGRAM_USAGE;
    const int status = results_read(r, id, &attempt);
    if (status != PROGRAM_DONE) return status;
    char own[TRAIN_PATH];
    const drv_results store = program_store(r->store, r->path);
    train_attempt_file(r->path, id, "debrief.html", own);
    const bool kept = strcmp(out, own) == 0;
    if (kept ? drv_debrief_keep(&store, id, why) : drv_debrief_write(&store, id, out, why))
        return PROGRAM_DONE;
    fprintf(stderr, "headland %s: %s\n", r->command, why);
    return PROGRAM_ENVIRONMENT;
}

static const help_text debrief_help = {
    .summary = "Write the debriefing of an attempt as an HTML page with plots.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results debrief 17 --out debrief.html"},
    .page = "docs/debriefing.md"};

int results_action_debrief(int argc, char **argv)
{
    results r = {.command = "results debrief"};
    const char *out = NULL;
    const option options[] = {{"out", OPTION_OUTPUT, &out, "FILE.html", "file to write (required)"},
                              RESULTS_DB_OPTION(&r.db),
                              OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "ATTEMPT",
                         .help = &debrief_help,
                         .options = options,
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!out) return results_refuse(&r, "--out FILE.html is required", "");
    return results_close(&r,
                         results_open(&r, false, &status) ? write_debrief(&r, line.words[0], out) : status);
}
