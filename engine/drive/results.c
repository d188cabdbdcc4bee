#include "drv/results.h"

#include "drv/load.h"

#include "rt/telemetry.h"
#include "train/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- verifying ---- */

/* Attempts that may be recovered and were not tried yet have a recording file, but no hash of it in the
 * store. */
static bool is_waiting(const train_attempt *attempt, bool every)
{
    if (drv_is_unstored(attempt)) return !*attempt->proof_why;
    return (every || attempt->proof == TRAIN_PENDING) && *attempt->outcome.recording_hash;
}

hl_status drv_attempts_to_verify(const drv_results *results, bool every, hl_arena *arena, int64_t **ids,
                                 int *count)
{
    train_attempt *list;
    int all;
    *count = 0;
    const hl_status status = train_attempts(results->store, &(train_filter){0}, arena, &list, &all);
    if (status != HL_OK) return status;
    *ids = HL_NEW(arena, int64_t, all);
    if (!*ids) return HL_OUT_OF_MEMORY;
    for (int i = all - 1; i >= 0; i--)
        if (is_waiting(&list[i], every)) (*ids)[(*count)++] = list[i].id;
    return HL_OK;
}

static bool is_interrupted(const drv_progress *progress)
{
    return !drv_advance(progress, 0, 0);
}

static hl_status keep_verdict(const drv_results *results, const train_attempt *attempt, bool interrupted,
                              train_proof proof, const char *why, char *trouble)
{
    const bool untold = proof == TRAIN_PENDING && (attempt->proof != TRAIN_PENDING || interrupted);
    if (untold || attempt->outcome.result == TRAIN_RUNNING) return HL_OK;
    const hl_status status = train_attempt_prove(results->store, attempt->id, proof, why);
    if (status != HL_OK || (proof == attempt->proof && strcmp(why, attempt->proof_why) == 0)) return status;
    if (drv_debrief_renew(results, attempt->id, trouble)) *trouble = '\0';
    return HL_OK;
}

static hl_status recover(const drv_results *results, const train_attempt *attempt, const char *path,
                         const drv_progress *progress, hl_arena *arena, train_proof *proof, char *why)
{
    train_outcome outcome = {.state_hash = ""};
    hl_status status = HL_OK;
    *proof = drv_recover_attempt(path, attempt, progress, arena, &outcome, why);
    const bool accepted = *proof == TRAIN_ACCEPTED;
    if (accepted) status = train_attempt_end(results->store, attempt->id, &outcome);
    if (status == HL_OK && accepted)
        snprintf(why, TRAIN_WHY, "recovered from its recording: %s, score %.1f",
                 train_result_text(outcome.result), outcome.score);
    if (status == HL_OK && !is_interrupted(progress))
        status = train_attempt_prove(results->store, attempt->id, *proof, accepted ? "" : why);
    return status;
}

hl_status drv_verify(const drv_results *results, const train_attempt *attempt, const drv_progress *progress,
                     hl_arena *arena, train_proof *proof, char *why, char *trouble)
{
    char path[TRAIN_PATH];
    *why = *trouble = '\0';
    train_attempt_file(results->path, attempt->id, "recording.hlr", path);
    if (drv_is_unstored(attempt) && access(path, F_OK) == 0)
        return recover(results, attempt, path, progress, arena, proof, why);
    *proof = drv_prove_attempt(path, attempt, progress, why);
    return keep_verdict(results, attempt, is_interrupted(progress), *proof, why, trouble);
}

/* ---- importing ---- */

/* An import that goes on. */
typedef struct import {
    const drv_results *results;
    const drv_import_request *request;
    hl_arena *arena;
    train_exercise exercise;
    train_outcome *outcome;
} import;

static int fail(const import *m, hl_status status)
{
    drv_say(m->results->log, "%s: %s", m->results->path, train_store_why(m->results->store));
    if (status == HL_BAD_INPUT) return DRV_USAGE;
    return status == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : DRV_FAILED;
}

/* A recording that is stored already, for any trainee, makes no further attempt.
 *  @param found  out: its attempt; 0: there is none */
static hl_status find_recording(const import *m, int64_t *found)
{
    train_attempt *list;
    int count;
    const train_filter same = {.exercise = m->exercise.name, .hash = m->exercise.hash};
    const hl_status status = train_attempts(m->results->store, &same, m->arena, &list, &count);
    *found = 0;
    for (int i = 0; status == HL_OK && i < count; i++)
        if (strcmp(list[i].outcome.recording_hash, m->outcome->recording_hash) == 0) *found = list[i].id;
    return status;
}

static hl_status begin(import *m, int64_t *id)
{
    int64_t trainee;
    int counted;
    train_store *store = m->results->store;
    train_exercise *exercise = &m->exercise;
    hl_status status = train_trainee_find(store, m->request->trainee, &trainee);
    if (status == HL_OK) status = train_attempts_counted(store, trainee, exercise, &counted);
    if (status != HL_OK) return status;
    exercise->reference = m->request->reference;
    exercise->practice =
        m->outcome->practice || (exercise->attempts_counted > 0 && counted >= exercise->attempts_counted);
    return train_attempt_begin(store, trainee, exercise, id);
}

/* The file may have changed since it was computed again. */
static bool is_the_verified(const import *m, int64_t id, char *why)
{
    char path[TRAIN_PATH], copied[DRV_HASH];
    train_attempt_file(m->results->path, id, "recording.hlr", path);
    if (!drv_file_hash(path, copied, why)) return false;
    if (strcmp(copied, m->outcome->recording_hash) == 0) return true;
    snprintf(why, TRAIN_WHY, "%.400s: the file changed while it was imported", path);
    return false;
}

static bool copy_files(const import *m, int64_t id)
{
    static const char *const names[] = {"recording.hlr", "telemetry.csv", "telemetry.csv.zst", "report.json"};
    char to[TRAIN_PATH], why[TRAIN_WHY];
    train_attempt_folder(m->results->path, id, to);
    bool good = train_attempt_make_folder(m->results->path, id);
    if (!good) snprintf(why, sizeof why, "%.400s: %s", to, strerror(errno));
    for (size_t i = 0; good && i < sizeof names / sizeof *names; i++)
        good = train_folder_copy(m->request->folder, names[i], to, why);
    return (good && is_the_verified(m, id, why)) || drv_say(m->results->log, "%s", why);
}

/* The score does not need telemetry, its debriefing does. */
static void tell_about_telemetry(const import *m)
{
    hl_report report;
    char path[TRAIN_PATH];
    rt_rows rows;
    snprintf(path, sizeof path, "%s/telemetry.csv.zst", m->request->folder);
    if (access(path, F_OK) != 0) snprintf(path, sizeof path, "%s/telemetry.csv", m->request->folder);
    const hl_status read = rt_rows_read(path, m->arena, &rows, &report);
    if (read == HL_OK) return;
    (void)drv_refuse(m->results->log, path, read, &report);
    drv_say(m->results->log, "no telemetry, so the debriefing has no plots");
}

/* What cannot be copied stays as a broken attempt. */
static int keep(const import *m, int64_t id)
{
    static const train_outcome broken = {.result = TRAIN_BROKEN, .reason = "its files could not be copied"};
    train_store *store = m->results->store;
    const bool copied = copy_files(m, id);
    if (copied) tell_about_telemetry(m);
    hl_status status = train_attempt_end(store, id, copied ? m->outcome : &broken);
    if (status == HL_OK && copied) status = train_attempt_prove(store, id, TRAIN_ACCEPTED, "");
    if (status != HL_OK) return fail(m, status);
    return copied ? DRV_DONE : DRV_FAILED;
}

/* What is not there is told when its recording is read. */
static bool check_folder(const import *m)
{
    struct stat info;
    const char *folder = m->request->folder;
    return stat(folder, &info) != 0 || S_ISDIR(info.st_mode) ||
           drv_say(m->results->log, "expected the folder written by headland run --out, not a file in it: %s",
                   folder);
}

static int prove(import *m, const drv_progress *progress)
{
    char path[TRAIN_PATH], why[TRAIN_WHY] = "";
    snprintf(path, sizeof path, "%s/recording.hlr", m->request->folder);
    const train_proof proof = drv_prove_recording(path, progress, m->arena, &m->exercise, m->outcome, why);
    if (proof != TRAIN_ACCEPTED) {
        drv_say(m->results->log, "%s: %s", path, why);
        return proof == TRAIN_REFUSED || is_interrupted(progress) ? DRV_FAILED : DRV_USAGE;
    }
    if (!m->request->reference || m->outcome->result != TRAIN_STOPPED) return DRV_DONE;
    drv_say(m->results->log, "%s: the drive was stopped early and cannot be a reference", path);
    return DRV_FAILED;
}

int drv_import(const drv_results *results, const drv_import_request *request, const drv_progress *progress,
               hl_arena *arena, int64_t *attempt, train_outcome *outcome)
{
    int64_t known;
import m = {.results = results, .request = request, .arena = arena, .outcome = outcome };
    *outcome = (train_outcome){.state_hash = ""};
    if (!check_folder(&m)) return DRV_USAGE;
    const int proved = prove(&m, progress);
    if (proved != DRV_DONE) return proved;
    hl_status status = find_recording(&m, &known);
    if (status == HL_OK && known != 0) {
        drv_say(results->log, "%s/recording.hlr: attempt %" PRId64 " already has this recording",
                request->folder, known);
        return DRV_USAGE;
    }
    if (status == HL_OK) status = begin(&m, attempt);
    return status == HL_OK ? keep(&m, *attempt) : fail(&m, status);
}
