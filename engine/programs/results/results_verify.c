/* Proving attempts: their recordings are computed again. */
#include "command/interrupt.h"
#include "command/print_json.h"
#include "program.h"
#include "results.h"
#include "results_table.h"
#include "training/debrief.h"
#include "training/verify_attempt.h"

#include "train/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What it has come to. Of one that is being driven nothing has; a look that could not tell, as one that was
 * interrupted, takes no verdict back. @return exit status, after a message unless it is done */
static int keep(results *r, const train_attempt *attempt, train_proof proof, const char *why)
{
    char trouble[TRAIN_WHY];
    const bool untold = proof == TRAIN_PENDING && (attempt->proof != TRAIN_PENDING || interrupt_asked());
    if (untold || attempt->outcome.result == TRAIN_RUNNING) return PROGRAM_DONE;
    const hl_status status = train_attempt_prove(r->store, attempt->id, proof, why);
    if (status != HL_OK) return results_failed(r, status);
    const bool same = proof == attempt->proof && strcmp(why, attempt->proof_why) == 0;
    if (same || debrief_renew(r->store, r->path, attempt->id, trouble)) return PROGRAM_DONE;
    fprintf(stderr, "headland %s: debriefing: %s\n", r->command, trouble);
    return PROGRAM_FAILED;
}

/* An attempt whose seat was killed before its outcome was stored. What cannot be recovered is not tried
 * again: the reason is kept.
 *  @return exit status, after a message unless it is done */
static int recover(results *r, const train_attempt *attempt, const char *path, train_proof *proof, char *why)
{
    train_outcome outcome = {.state_hash = ""};
    hl_status status = HL_OK;
    *proof = verify_recover(path, attempt, &r->arena, &outcome, why);
    if (*proof == TRAIN_ACCEPTED) status = train_attempt_end(r->store, attempt->id, &outcome);
    if (status == HL_OK && *proof == TRAIN_ACCEPTED)
        snprintf(why, TRAIN_WHY, "recovered from its recording: %s, score %.1f",
                 train_result_text(outcome.result), outcome.score);
    if (status == HL_OK && !interrupt_asked())
        status = train_attempt_prove(r->store, attempt->id, *proof, *proof == TRAIN_ACCEPTED ? "" : why);
    return status == HL_OK ? PROGRAM_DONE : results_failed(r, status);
}

static int prove(results *r, const train_attempt *attempt, const char *path, train_proof *proof, char *why)
{
    if (verify_is_unstored(attempt) && access(path, F_OK) == 0) return recover(r, attempt, path, proof, why);
    *proof = verify_attempt(path, attempt, why);
    return keep(r, attempt, *proof, why);
}

/* @param named  it was asked for by its number
 *  @param list  out: verdicts as JSON; NULL: they are printed */
static int verify_one(results *r, int64_t id, bool named, cJSON *list)
{
    char path[TRAIN_PATH], why[TRAIN_WHY] = "";
    train_attempt *attempt;
    train_proof proof;
    const int read = results_read(r, id, &attempt);
    if (read != PROGRAM_DONE) return read;
    results_file(r, id, "recording.hlr", path);
    const int kept = prove(r, attempt, path, &proof, why);
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
    if (!named && verify_is_unstored(attempt)) return PROGRAM_DONE; /* there is nothing to accept */
    return proof == TRAIN_ACCEPTED ? PROGRAM_DONE : PROGRAM_FAILED;
}

/* Those that may be recovered and were not tried yet have a recording file, but no hash of it in the store.
 */
static bool waits(const train_attempt *attempt, bool every)
{
    if (verify_is_unstored(attempt)) return !*attempt->proof_why;
    return (every || attempt->proof == TRAIN_PENDING) && *attempt->outcome.recording_hash;
}

/* Those that wait for it, or all, that have a recording, the oldest first. */
static hl_status list_attempts(results *r, bool every, int64_t **ids, int *count)
{
    train_attempt *list;
    int all;
    const hl_status status = train_attempts(r->store, &(train_filter){0}, &r->arena, &list, &all);
    if (status != HL_OK) return status;
    *ids = HL_NEW(&r->arena, int64_t, all);
    if (!*ids) return HL_OUT_OF_MEMORY;
    for (int i = all - 1; i >= 0; i--)
        if (waits(&list[i], every)) (*ids)[(*count)++] = list[i].id;
    return HL_OK;
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
    hl_status status = r->store ? train_attempts_sweep(r->store, NULL) : HL_OK;
    if (status == HL_OK && r->store && line->word_count == 0) status = list_attempts(r, every, &ids, &count);
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
    const option options[] = {
        RESULTS_OPTIONS(&r),
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
