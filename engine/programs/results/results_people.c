/* Trainees' names, and their right to be forgotten. */
#include "program.h"
#include "results.h"
#include "results_table.h"
#include "training/attempt_files.h"

#include <stdio.h>

static int rename_trainee(results *r, const char *name, const char *to)
{
    if (!r->store) return results_nothing(r);
    const hl_status status = train_trainee_rename(r->store, name, to);
    return status == HL_OK ? PROGRAM_DONE : results_failed(r, status);
}

static const help_text rename_help = {
    .summary = "Give a trainee another name.",
    .arguments = {{"TRAINEE", "as he or she is called now"}, {"NAME", "as from now on"}},
    .examples = {"results rename Ana Anna"},
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
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY], folder[TRAIN_PATH];
    train_attempt *list;
    int count;
    if (!r->store) return results_nothing(r);
    if (!train_name_tidy(name, tidy, why)) return results_refuse(r, "", why);
    hl_status status = train_attempts(r->store, &(train_filter){.trainee = tidy}, &r->arena, &list, &count);
    if (status != HL_OK) return results_failed(r, status);
    if (!yes && count > 0) {
        fprintf(
            stderr,
            "headland %s: this would delete %d attempts of '%s' with their recordings, for ever; say --yes\n",
            r->command, count, results_plain(&r->arena, tidy));
        return PROGRAM_USAGE;
    }
    for (int i = 0; i < count; i++) {
        train_attempt_folder(r->path, list[i].id, folder);
        if (!attempt_remove_folder(r->command, folder)) return PROGRAM_FAILED;
    }
    status = train_trainee_delete(r->store, tidy);
    return status == HL_OK ? PROGRAM_DONE : results_failed(r, status);
}

static const help_text delete_help = {
    .summary = "Take a trainee out of the store, with all attempts and their recordings.",
    .arguments = {{"TRAINEE", "who is to be forgotten"}},
    .examples = {"results delete Anna --yes"},
    .failed = "a file could not be removed",
    .page = "docs/results.md"};

int results_action_delete(int argc, char **argv)
{
    results r = {.command = "results delete"};
    bool yes = false;
    const option options[] = {{"yes", OPTION_FLAG, &yes, NULL, "really: without it nothing is deleted"},
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
