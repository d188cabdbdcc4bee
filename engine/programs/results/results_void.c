/* Attempts that do not count: an instructor's decision, with a reason. */
#include "command/program_log.h"
#include "program.h"
#include "results.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

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

static int run(const char *command, const help_text *help, bool voided, int argc, char **argv)
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
    return run("results void", &void_help, true, argc, argv);
}

static const help_text unvoid_help = {
    .summary = "Include a voided attempt again. Both decisions are kept with it.",
    .arguments = {{"ATTEMPT", "number of the attempt, as listed by headland results attempts"}},
    .examples = {"results unvoid 17 --reason 'the pedal was in order'"},
    .failed = "the debriefing could not be written again",
    .page = "docs/results.md"};

int results_action_unvoid(int argc, char **argv)
{
    return run("results unvoid", &unvoid_help, false, argc, argv);
}
