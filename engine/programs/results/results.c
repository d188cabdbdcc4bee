/* headland results: its actions, and those that change the store or make files of it: verification, imports,
 * decisions of people, exports, debriefings. */
#include "drv/results.h"
#include "program.h"
#include "results.h"
#include "train/store.h"

#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- verification ---- */

/* @return exit status, after a message unless the verdict is kept */
static int prove(results *r, const train_attempt *attempt, train_proof *proof, char *why)
{
    char trouble[TRAIN_WHY];
    progress bar;
    const drv_progress steps = progress_of(&bar);
    const hl_status status = drv_verify(&r->kept, attempt, &steps, &r->arena, proof, why, trouble);
    progress_end(&bar);
    if (status != HL_OK) return drv_results_fail(&r->kept, status);
    return *trouble ? program_end(PROGRAM_FAILED, "debriefing: %s", trouble) : PROGRAM_DONE;
}

/* @param named  it was asked for by its number
 *  @param list  out: verdicts as JSON; NULL: they are printed */
static int verify_one(results *r, int64_t id, bool named, cJSON *list)
{
    char why[TRAIN_WHY] = "";
    train_attempt *attempt;
    train_proof proof;
    const int read = results_read(r, id, &attempt);
    if (read != PROGRAM_DONE) return read;
    const int kept = prove(r, attempt, &proof, why);
    if (list) {
        cJSON *verdict = cJSON_CreateObject();
        (void)cJSON_AddNumberToObject(verdict, "attempt", (double)id);
        (void)cJSON_AddStringToObject(verdict, "proof", train_proof_text(proof));
        (void)cJSON_AddStringToObject(verdict, "why", why);
        cJSON_AddItemToArray(list, verdict);
    } else {
        printf("attempt %" PRId64 ": %s%s%s\n", id, train_proof_text(proof), *why ? ": " : "",
               plain_text(&r->arena, why));
    }
    if (kept != PROGRAM_DONE) return kept;
    if (!named && drv_is_unstored(attempt)) return PROGRAM_DONE; /* there is nothing to accept */
    return proof == TRAIN_ACCEPTED ? PROGRAM_DONE : PROGRAM_FAILED;
}

static bool read_numbers(results *r, const command_line *line, int64_t **ids, int *count)
{
    *ids = HL_NEW(&r->arena, int64_t, line->word_count);
    for (; *ids && *count < line->word_count; ++*count)
        if (!results_number(line->words[*count], &(*ids)[*count])) return false;
    return *ids != NULL;
}

/* The worst of all verdicts counts. */
static int verify(results *r, const command_line *line, bool every)
{
    int64_t *ids = NULL;
    int count = 0, worst = PROGRAM_DONE;
    if (line->word_count > 0 && !read_numbers(r, line, &ids, &count)) return PROGRAM_USAGE;
    if (line->word_count > 0 && !r->kept.store) return results_nothing(r);
    hl_status status = r->kept.store ? train_attempts_close_dead(r->kept.store, NULL) : HL_OK;
    if (status == HL_OK && r->kept.store && line->word_count == 0)
        status = drv_attempts_to_verify(&r->kept, every, &r->arena, &ids, &count);
    if (status != HL_OK) return drv_results_fail(&r->kept, status);
    cJSON *root = r->json ? cJSON_CreateObject() : NULL;
    cJSON *list = root ? cJSON_AddArrayToObject(root, "verified") : NULL;
    interrupt_begin();
    int i = 0;
    for (; i < count && !interrupt_asked(); i++) {
        const int one = verify_one(r, ids[i], line->word_count > 0, list);
        worst = one > worst ? one : worst;
    }
    if (i < count) {
        drv_say(&program_log, "interrupted; %d more to verify", count - i);
        worst = worst > PROGRAM_FAILED ? worst : PROGRAM_FAILED;
    }
    if (!root) {
        if (count == 0) puts("no attempts to verify");
        return worst;
    }
    const int printed = print_json(root);
    return printed > worst ? printed : worst;
}

static const help_text verify_help = {
    .summary = "Replay recordings to verify scores. A score is accepted if the replay gives the same score, "
               "bit for bit; otherwise it is refused.",
    .arguments = {{"ATTEMPT", "number of an attempt (default: all that are not verified yet)"}},
    .examples = {"results verify", "results verify 17 18", "results verify --all"},
    .failed = "an attempt was not accepted, or a file could not be written",
    .page = "docs/results.md"};

int results_action_verify(int argc, char **argv)
{
    results r = {0};
    bool every = false;
    const option options[] = {RESULTS_OPTIONS(&r),
                              {"all", OPTION_FLAG, &every, NULL,
                               "verify all attempts with a recording, also those accepted or refused before"},
                              OPTION_END};
    command_line line = {
        .command = "results verify", .arguments = "[ATTEMPT...]", .help = &verify_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, true, &status) ? verify(&r, &line, every) : status);
}

/* ---- imports ---- */

static int take_in(results *r, const drv_import_request *request)
{
    int64_t id;
    train_outcome outcome;
    progress bar;
    const drv_progress steps = progress_of(&bar);
    interrupt_begin();
    const int status = drv_import(&r->kept, request, &steps, &r->arena, &id, &outcome);
    progress_end(&bar);
    if (status == PROGRAM_DONE)
        printf("attempt %" PRId64 ": %s, score %.1f\n", id, train_result_text(outcome.result), outcome.score);
    return status;
}

static const help_text import_help = {
    .summary = "Import a drive that headland run --out wrote. Its recording is replayed, and the result of "
               "the replay is stored; the score in the report is not used. Telemetry and report are copied.",
    .arguments = {{"FOLDER", "folder written by headland run --out"}},
    .examples = {"results import drive --trainee Anna"},
    .failed = "the recording was refused, or could not be copied",
    .page = "docs/results.md"};

int results_action_import(int argc, char **argv)
{
    results r = {.makes = true};
    drv_import_request q = {0};
    const option options[] = {{"trainee", OPTION_TEXT, &q.trainee, "NAME", "name of the trainee (required)"},
                              {"reference", OPTION_FLAG, &q.reference, NULL,
                               "store it as a reference to compare with: it has no rank"},
                              RESULTS_DB_OPTION(&r.db),
                              OPTION_END};
    command_line line = {
        .command = "results import", .arguments = "FOLDER", .help = &import_help, .options = options};
    int status;
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY];
    if (!options_parse(&line, argc, argv, &status)) return status;
    q.folder = line.words[0];
    if (!q.trainee) return program_end(PROGRAM_USAGE, "--trainee NAME is required");
    if (!train_name_tidy(q.trainee, tidy, why) || (!q.reference && train_name_is_reserved(tidy, why)))
        return program_end(PROGRAM_USAGE, "--trainee: %s", why);
    return results_close(&r, results_open(&r, true, &status) ? take_in(&r, &q) : status);
}

/* ---- trainees ---- */

static const help_text rename_help = {.summary = "Rename a trainee, in the store and in the debriefings.",
                                      .arguments = {{"TRAINEE", "present name"}, {"NAME", "new name"}},
                                      .examples = {"results rename Ana Anna"},
                                      .failed = "a debriefing could not be written again",
                                      .page = "docs/results.md"};

int results_action_rename(int argc, char **argv)
{
    results r = {0};
    const option options[] = {RESULTS_DB_OPTION(&r.db), OPTION_END};
    command_line line = {
        .command = "results rename", .arguments = "TRAINEE NAME", .help = &rename_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, !results_open(&r, true, &status) ? status
                             : !r.kept.store
                                 ? results_nothing(&r)
                                 : drv_rename_trainee(&r.kept, line.words[0], line.words[1], &r.arena));
}

static const help_text delete_help = {
    .summary = "Delete a trainee from the store, with all attempts and their recordings.",
    .arguments = {{"TRAINEE", "name of the trainee"}},
    .examples = {"results delete Anna --yes"},
    .failed = "a file could not be removed",
    .page = "docs/results.md"};

int results_action_delete(int argc, char **argv)
{
    results r = {0};
    bool yes = false;
    const option options[] = {{"yes", OPTION_FLAG, &yes, NULL, "confirm: without it nothing is deleted"},
                              RESULTS_DB_OPTION(&r.db),
                              OPTION_END};
    command_line line = {
        .command = "results delete", .arguments = "TRAINEE", .help = &delete_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, !results_open(&r, true, &status) ? status
                             : !r.kept.store                  ? results_nothing(&r)
                                             : drv_delete_trainee(&r.kept, line.words[0], yes, &r.arena));
}

/* ---- attempts that do not count: an instructor's decision, with a reason ---- */

/* Login name of the user. */
static const char *login_name(void)
{
    const struct passwd *user = getpwuid(getuid());
    return user ? user->pw_name : "unknown user";
}

static int decide(results *r, const char *word, const train_voiding *decision)
{
    int64_t id;
    if (!results_number(word, &id)) return PROGRAM_USAGE;
    if (!decision->why)
        return program_end(PROGRAM_USAGE, "--reason TEXT is required: it is stored with the attempt");
    return r->kept.store ? drv_void_attempt(&r->kept, id, decision) : results_nothing(r);
}

static int decide_by(const char *command, const help_text *help, bool voided, int argc, char **argv)
{
    results r = {0};
    train_voiding decision = {.voided = voided, .instructor = NULL};
    const option options[] = {
        {"reason", OPTION_TEXT, &decision.why, "TEXT", "reason, up to 200 characters (required)"},
        {"by", OPTION_TEXT, &decision.instructor, "NAME",
         "name of the person who decides (default: the user's login name)"},
        RESULTS_DB_OPTION(&r.db),
        OPTION_END};
    command_line line = {.command = command, .arguments = "ATTEMPT", .help = help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!decision.instructor) decision.instructor = login_name();
    return results_close(&r, results_open(&r, true, &status) ? decide(&r, line.words[0], &decision) : status);
}

static const help_text void_help = {
    .summary = "Exclude an attempt from leaderboards and from the number of attempts that count. The score "
               "and the recording are kept; who voided it, when and why is stored with it.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results void 17 --reason 'the brake pedal was broken'"},
    .failed = "the debriefing could not be written again",
    .page = "docs/results.md"};

int results_action_void(int argc, char **argv)
{
    return decide_by("results void", &void_help, true, argc, argv);
}

static const help_text unvoid_help = {
    .summary = "Include a voided attempt again. Both decisions are kept with it.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results unvoid 17 --reason 'the pedal was in order'"},
    .failed = "the debriefing could not be written again",
    .page = "docs/results.md"};

int results_action_unvoid(int argc, char **argv)
{
    return decide_by("results unvoid", &unvoid_help, false, argc, argv);
}

/* ---- exports ---- */

typedef struct request {
    bool csv, html;
    train_filter filter;
} request;

static int cannot_write(const char *path, int trouble, int status)
{
    return program_end(status, "%s: %s", path, strerror(trouble ? trouble : EIO));
}

/* A template that is missing or wrong is an error of the installation. */
static int write_html(results *r, const train_filter *filter, FILE *out)
{
    char why[TRAIN_WHY] = "no templates of pages; HEADLAND_ASSETS says where assets are";
    const char *templates = r->kept.templates;
    if (templates &&
        train_export_html(r->kept.store, filter->exercise, filter->trainee, templates, out, why) == HL_OK)
        return PROGRAM_DONE;
    return ferror(out) ? PROGRAM_FAILED : program_end(PROGRAM_ENVIRONMENT, "%s", why);
}

/* The caller reports a file that cannot be written. */
static int write_to(results *r, const request *q, FILE *out)
{
    if (!q->csv) return write_html(r, &q->filter, out);
    const hl_status status = train_export_csv(r->kept.store, &q->filter, out);
    if (ferror(out)) return PROGRAM_FAILED;
    return status == HL_OK ? PROGRAM_DONE : drv_results_fail(&r->kept, status);
}

static bool spares(const results *r, const char *out)
{
    return !drv_belongs_to_store(r->path, out) ||
           drv_say(&program_log, "--out %s belongs to the results store; expected another file", out);
}

/* @param path  NULL: standard output, which main looks after */
static int export_all(results *r, request *q, const char *path)
{
    if (!r->kept.store) return results_nothing(r);
    const int chosen = results_choose(r, &q->filter);
    if (chosen != PROGRAM_DONE) return chosen;
    if (!path) return write_to(r, q, stdout);
    if (!spares(r, path)) return PROGRAM_USAGE;
    errno = 0;
    FILE *file = fopen(path, "w");
    if (!file) return cannot_write(path, errno, PROGRAM_ENVIRONMENT);
    const int status = write_to(r, q, file);
    const bool bad = ferror(file) != 0;
    if (fclose(file) != 0 || bad) return cannot_write(path, errno, PROGRAM_FAILED);
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
    results r = {0};
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
    command_line line = {.command = "results export", .help = &export_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (q.csv == q.html) return program_end(PROGRAM_USAGE, "give either --csv or --html");
    return results_close(&r, results_open(&r, false, &status) ? export_all(&r, &q, path) : status);
}

/* ---- debriefings ---- */

static int write_debrief(results *r, const char *word, const char *out)
{
    int64_t id;
    train_attempt *attempt;
    char why[TRAIN_WHY] = "";
    if (!results_number(word, &id) || !spares(r, out)) return PROGRAM_USAGE;
    const int status = results_read(r, id, &attempt);
    if (status != PROGRAM_DONE) return status;
    char own[TRAIN_PATH];
    train_attempt_file(r->path, id, "debrief.html", own);
    const bool kept = strcmp(out, own) == 0;
    if (kept ? drv_debrief_keep(&r->kept, id, why) : drv_debrief_write(&r->kept, id, out, why))
        return PROGRAM_DONE;
    return program_end(PROGRAM_ENVIRONMENT, "%s", why);
}

static const help_text debrief_help = {
    .summary = "Write the debriefing of an attempt as an HTML page with plots.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results debrief 17 --out debrief.html"},
    .page = "docs/debriefing.md"};

int results_action_debrief(int argc, char **argv)
{
    results r = {0};
    const char *out = NULL;
    const option options[] = {{"out", OPTION_OUTPUT, &out, "FILE.html", "file to write (required)"},
                              RESULTS_DB_OPTION(&r.db),
                              OPTION_END};
    command_line line = {
        .command = "results debrief", .arguments = "ATTEMPT", .help = &debrief_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!out) return program_end(PROGRAM_USAGE, "--out FILE.html is required");
    return results_close(&r,
                         results_open(&r, false, &status) ? write_debrief(&r, line.words[0], out) : status);
}

/* ==== all actions ==== */

static const action actions[] = {
    {"attempts", "list attempts, the newest first", results_action_attempts},
    {"trainees", "list trainees", results_action_trainees},
    {"leaderboard", "list the best results of each exercise", results_action_leaderboard},
    {"show", "show one attempt: score, points, events", results_action_show},
    {"verify", "replay recordings and accept or refuse their scores", results_action_verify},
    {"void", "exclude an attempt from the ranking, with a reason", results_action_void},
    {"unvoid", "include a voided attempt again", results_action_unvoid},
    {"export", "write all results as a table or an HTML page", results_action_export},
    {"debrief", "write the debriefing of an attempt as an HTML page", results_action_debrief},
    {"import", "import a drive that headland run --out wrote", results_action_import},
    {"rename", "rename a trainee", results_action_rename},
    {"delete", "delete a trainee, with all attempts and recordings", results_action_delete},
};

static const help_text help = {
    .summary =
        "Results of attempts at exercises: trainee, exercise, score, and whether the score is verified.",
    .files = {{"~/.local/share/headland/results.db",
               "the user's results; each action accepts --db FILE for another store"}},
    .page = "docs/results.md"};

int program_results(int argc, char **argv)
{
    static const action_group group = {.command = "results",
                                       .usage = "ACTION [OPTIONS] [ARGUMENTS]",
                                       .help = &help,
                                       .actions = actions,
                                       .count = sizeof actions / sizeof *actions};
    return action_run(&group, argc, argv);
}
