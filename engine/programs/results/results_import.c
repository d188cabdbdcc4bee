/* Taking in drives that were recorded elsewhere: the recording alone says what came of them. */
#include "command/interrupt.h"
#include "command/program_log.h"
#include "command/progress.h"
#include "program.h"
#include "results.h"

#include <inttypes.h>
#include <stdio.h>

static int take_in(results *r, const drv_import_request *request)
{
    int64_t id;
    train_outcome outcome;
    progress bar;
    const drv_progress steps = progress_of(&bar);
    const drv_results store = program_store(r->store, r->path);
    interrupt_begin();
    const int status = drv_import(&store, request, &steps, &r->arena, &id, &outcome);
    progress_end(&bar);
    if (status == PROGRAM_DONE)
        printf("attempt %" PRId64 ": %s, score %.1f\n", id, train_result_text(outcome.result), outcome.score);
    return status;
}

static const help_text help = {
    .summary = "Import a drive that headland run --out wrote. Its recording is replayed, and the result of "
               "the replay is stored; the score in the report is not used. Telemetry and report are copied.",
    .arguments = {{"FOLDER", "folder written by headland run --out"}},
    .examples = {"results import drive --trainee Anna"},
    .failed = "the recording was refused, or could not be copied",
    .page = "docs/results.md"};

int results_action_import(int argc, char **argv)
{
    results r = {.command = "results import", .makes = true};
    drv_import_request q = {0};
    const option options[] = {{"trainee", OPTION_TEXT, &q.trainee, "NAME", "name of the trainee (required)"},
                              {"reference", OPTION_FLAG, &q.reference, NULL,
                               "store it as a reference to compare with: it has no rank"},
                              RESULTS_DB_OPTION(&r.db),
                              OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "FOLDER",
                         .help = &help,
                         .options = options,
                         .fewest = 1,
                         .most = 1};
    int status;
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY];
    if (!options_parse(&line, argc, argv, &status)) return status;
    q.folder = line.words[0];
    if (!q.trainee) return results_refuse(&r, "--trainee NAME is required", "");
    if (!train_name_tidy(q.trainee, tidy, why) || (!q.reference && train_name_is_reserved(tidy, why)))
        return results_refuse(&r, "--trainee: ", why);
    return results_close(&r, results_open(&r, true, &status) ? take_in(&r, &q) : status);
}
