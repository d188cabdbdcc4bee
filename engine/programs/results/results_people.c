/* Decisions of people: trainees' names and their right to be forgotten; attempts that do not count. */
#include "results.h"

#include "command/program_log.h"
#include "drv/log.h"
#include "program.h"
#include "results_table.h"
#include "train/store.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

/* Debriefings have the name in them. */
static int renew_pages(results *r, const char *name)
{
    train_attempt *list;
    char why[TRAIN_WHY];
    int count, worst = PROGRAM_DONE;
    const drv_results store = program_store(r->store, r->path);
    const hl_status status =
        train_attempts(r->store, &(train_filter){.trainee = name}, &r->arena, &list, &count);
    if (status != HL_OK) return results_failed(r, status);
    for (int i = 0; i < count; i++) {
        if (drv_debrief_renew(&store, list[i].id, why)) continue;
        fprintf(stderr, "headland %s: debriefing of attempt %" PRId64 ": %s\n", r->command, list[i].id, why);
        worst = PROGRAM_FAILED;
    }
    return worst;
}

static int rename_trainee(results *r, const char *name, const char *to)
{
    if (!r->store) return results_nothing(r);
    const int known = results_trainee(r, &name);
    if (known != PROGRAM_DONE) return known;
    const hl_status status = train_trainee_rename(r->store, name, to);
    if (status != HL_OK) return results_failed(r, status);
    const int found = results_trainee(r, &to);
    return found == PROGRAM_DONE ? renew_pages(r, to) : found;
}

static const help_text rename_help = {.summary = "Rename a trainee, in the store and in the debriefings.",
                                      .arguments = {{"TRAINEE", "present name"}, {"NAME", "new name"}},
                                      .examples = {"results rename Ana Anna"},
                                      .failed = "a debriefing could not be written again",
                                      .page = "docs/results.md"};

int results_action_rename(int argc, char **argv)
{
    results r = {.command = "results rename"};
    const option options[] = {RESULTS_DB_OPTION(&r.db), OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "TRAINEE NAME",
                         .help = &rename_help,
                         .options = options,
                         .fewest = 2,
                         .most = 2};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(
        &r, results_open(&r, true, &status) ? rename_trainee(&r, line.words[0], line.words[1]) : status);
}

/* Files first: who is cut off in the middle finds the rest of the attempts still listed, and deletes again.
 */
static int delete_trainee(results *r, const char *name, bool yes)
{
    char folder[TRAIN_PATH], why[TRAIN_WHY];
    train_attempt *list;
    int count;
    if (!r->store) return results_nothing(r);
    const int found = results_trainee(r, &name);
    if (found != PROGRAM_DONE) return found;
    hl_status status = train_attempts(r->store, &(train_filter){.trainee = name}, &r->arena, &list, &count);
    if (status != HL_OK) return results_failed(r, status);
    if (!yes) {
        fprintf(stderr,
                "headland %s: this would delete '%s' with %d attempt%s and all their files permanently; "
                "confirm with --yes\n",
                r->command, results_plain(&r->arena, name), count, count == 1 ? "" : "s");
        return PROGRAM_USAGE;
    }
    for (int i = 0; i < count; i++) {
        train_attempt_folder(r->path, list[i].id, folder);
        if (train_folder_remove(folder, why)) continue;
        fprintf(stderr, "headland %s: %s\n", r->command, why);
        return PROGRAM_FAILED;
    }
    drv_sweep_temporaries("debrief"); /* figures of debriefings that were killed */
    status = train_trainee_delete(r->store, name);
    return status == HL_OK ? PROGRAM_DONE : results_failed(r, status);
}

static const help_text delete_help = {
    .summary = "Delete a trainee from the store, with all attempts and their recordings.",
    .arguments = {{"TRAINEE", "name of the trainee"}},
    .examples = {"results delete Anna --yes"},
    .failed = "a file could not be removed",
    .page = "docs/results.md"};

int results_action_delete(int argc, char **argv)
{
    results r = {.command = "results delete"};
    bool yes = false;
    const option options[] = {{"yes", OPTION_FLAG, &yes, NULL, "confirm: without it nothing is deleted"},
                              RESULTS_DB_OPTION(&r.db),
                              OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "TRAINEE",
                         .help = &delete_help,
                         .options = options,
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r,
                         results_open(&r, true, &status) ? delete_trainee(&r, line.words[0], yes) : status);
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
    char why[TRAIN_WHY];
    if (!results_number(r, word, &id)) return PROGRAM_USAGE;
    if (!decision->why)
        return results_refuse(r, "--reason TEXT is required: it is stored with the attempt", "");
    if (!r->store) return results_nothing(r);
    const drv_results store = program_store(r->store, r->path);
    const hl_status status = train_attempt_void(r->store, id, decision);
    if (status != HL_OK) return results_failed(r, status);
    if (drv_debrief_renew(&store, id, why)) return PROGRAM_DONE;
    fprintf(stderr, "headland %s: debriefing of attempt %" PRId64 ": %s\n", r->command, id, why);
    return PROGRAM_FAILED;
}

static int decide_by(const char *command, const help_text *help, bool voided, int argc, char **argv)
{
    results r = {.command = command};
    train_voiding decision = {.voided = voided, .instructor = NULL};
    const option options[] = {
        {"reason", OPTION_TEXT, &decision.why, "TEXT", "reason, up to 200 characters (required)"},
        {"by", OPTION_TEXT, &decision.instructor, "NAME",
         "name of the person who decides (default: the user's login name)"},
        RESULTS_DB_OPTION(&r.db),
        OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "ATTEMPT",
                         .help = help,
                         .options = options,
                         .fewest = 1,
                         .most = 1};
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
