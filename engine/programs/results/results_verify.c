/* Proving attempts: their recordings are computed again. */
#include "command/interrupt.h"
#include "command/print_json.h"
#include "command/program_log.h"
#include "command/progress.h"
#include "drv/results.h"
#include "program.h"
#include "results.h"
#include "results_table.h"

#include "train/store.h"

#include <inttypes.h>
#include <stdio.h>

/* @return exit status, after a message unless the verdict is kept */
static int prove(results *r, const train_attempt *attempt, train_proof *proof, char *why)
{
    char trouble[TRAIN_WHY];
    progress bar;
    const drv_progress steps = progress_of(&bar);
    const drv_results store = program_store(r->store, r->path);
    const hl_status status = drv_verify(&store, attempt, &steps, &r->arena, proof, why, trouble);
    progress_end(&bar);
    if (status != HL_OK) return results_failed(r, status);
    if (!*trouble) return PROGRAM_DONE;
    drv_say(&program_log, "debriefing: %s", trouble);
    return PROGRAM_FAILED;
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
               results_plain(&r->arena, why));
    }
    if (kept != PROGRAM_DONE) return kept;
    if (!named && drv_is_unstored(attempt)) return PROGRAM_DONE; /* there is nothing to accept */
    return proof == TRAIN_ACCEPTED ? PROGRAM_DONE : PROGRAM_FAILED;
}

static bool read_numbers(results *r, const command_line *line, int64_t **ids, int *count)
{
    *ids = HL_NEW(&r->arena, int64_t, line->word_count);
    for (; *ids && *count < line->word_count; ++*count)
        if (!results_number(r, line->words[*count], &(*ids)[*count])) return false;
    return *ids != NULL;
}

/* The worst of all verdicts counts. */
static int verify(results *r, const command_line *line, bool every)
{
    int64_t *ids = NULL;
    int count = 0, worst = PROGRAM_DONE;
    if (line->word_count > 0 && !read_numbers(r, line, &ids, &count)) return PROGRAM_USAGE;
    if (line->word_count > 0 && !r->store) return results_nothing(r);
    const drv_results store = program_store(r->store, r->path);
    hl_status status = r->store ? train_attempts_close_dead(r->store, NULL) : HL_OK;
    if (status == HL_OK && r->store && line->word_count == 0)
        status = drv_attempts_to_verify(&store, every, &r->arena, &ids, &count);
    if (status != HL_OK) return results_failed(r, status);
    cJSON *root = r->json ? cJSON_CreateObject() : NULL;
    cJSON *list = root ? cJSON_AddArrayToObject(root, "verified") : NULL;
    interrupt_begin();
    int i = 0;
    for (; i < count && !interrupt_asked(); i++) {
        const int one = verify_one(r, ids[i], line->word_count > 0, list);
        worst = one > worst ? one : worst;
    }
    if (i < count) {
        fprintf(stderr, "headland %s: interrupted; %d more to verify\n", r->command, count - i);
        worst = worst > PROGRAM_FAILED ? worst : PROGRAM_FAILED;
    }
    if (!root) {
        if (count == 0) puts("no attempts to verify");
        return worst;
    }
    const int printed = print_json(root);
    return printed > worst ? printed : worst;
}

static const help_text help = {
    .summary = "Replay recordings to verify scores. A score is accepted if the replay gives the same score, "
               "bit for bit; otherwise it is refused.",
    .arguments = {{"ATTEMPT", "number of an attempt (default: all that are not verified yet)"}},
    .examples = {"results verify", "results verify 17 18", "results verify --all"},
    .failed = "an attempt was not accepted, or a file could not be written",
    .page = "docs/results.md"};

int results_action_verify(int argc, char **argv)
{
    results r = {.command = "results verify"};
    bool every = false;
    const option options[] = {RESULTS_OPTIONS(&r),
                              {"all", OPTION_FLAG, &every, NULL,
                               "verify all attempts with a recording, also those accepted or refused before"},
                              OPTION_END};
    command_line line = {.command = r.command,
                         .arguments = "[ATTEMPT...]",
                         .help = &help,
                         .options = options,
                         .fewest = 0,
                         .most = OPTIONS_ANY};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    return results_close(&r, results_open(&r, true, &status) ? verify(&r, &line, every) : status);
}
