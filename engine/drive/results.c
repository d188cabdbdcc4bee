#define _XOPEN_SOURCE 700 /* realpath */
#include "drv/results.h"

#include "drv/load.h"
#include "drv/log.h"

#include "rt/telemetry.h"
#include "train/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int drv_results_fail(const drv_results *results, hl_status status)
{
    drv_say(results->log, "%s: %s", results->path, train_store_why(results->store));
    if (status == HL_BAD_INPUT) return DRV_USAGE;
    return status == HL_OUT_OF_MEMORY ? DRV_ENVIRONMENT : DRV_FAILED;
}

/* The files of attempts lie beside the store; all but debriefings prove something. */
static bool is_proof(const char *store_path, const char *path)
{
    char beside[TRAIN_PATH + 10];
    const char *name = strrchr(path, '/');
    snprintf(beside, sizeof beside, "%s-attempts", store_path);
    char *attempts = realpath(beside, NULL), *file = realpath(path, NULL);
    const size_t length = attempts ? strlen(attempts) : 0;
    const bool inside = attempts && file && strncmp(file, attempts, length) == 0 && file[length] == '/';
    free(attempts);
    free(file);
    return inside && strcmp(name ? name + 1 : path, "debrief.html") != 0;
}

bool drv_belongs_to_store(const char *store_path, const char *path)
{
    return drv_is_same_file(path, store_path) || is_proof(store_path, path);
}

/* ---- names ---- */

/* @return its index; -1 after a message */
static int find_name(const drv_log *log, const char *what, const char *name, const char *const *names,
                     int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return i;
    const char *nearest = drv_nearest(name, names, count);
    (void)drv_say(log, "%s '%s'%s%s%s", what, name, nearest ? "; the nearest is '" : "",
                  nearest ? nearest : "", nearest ? "'" : "");
    return -1;
}

int drv_find_exercise(const drv_results *results, const char *name, hl_arena *arena)
{
    const char **names;
    int count;
    const hl_status status = train_exercises(results->store, arena, &names, &count);
    if (status != HL_OK) return drv_results_fail(results, status);
    const int found = find_name(results->log, "no attempts at an exercise named", name, names, count);
    return found < 0 ? DRV_USAGE : DRV_DONE;
}

int drv_find_trainee(const drv_results *results, const char **name, hl_arena *arena)
{
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY];
    train_trainee *list;
    int count;
    if (!train_name_tidy(*name, tidy, why)) {
        drv_say(results->log, "%s", why);
        return DRV_USAGE;
    }
    const hl_status status = train_trainees(results->store, arena, &list, &count);
    const char **names = status == HL_OK ? HL_NEW(arena, const char *, count) : NULL;
    if (!names) return drv_results_fail(results, status == HL_OK ? HL_OUT_OF_MEMORY : status);
    for (int i = 0; i < count; i++) names[i] = list[i].name;
    const int found = find_name(results->log, "no trainee named", tidy, names, count);
    if (found < 0) return DRV_USAGE;
    *name = names[found];
    return DRV_DONE;
}

/* ---- decisions of people ---- */

static bool renew_page(const drv_results *results, int64_t attempt)
{
    char why[TRAIN_WHY];
    return drv_debrief_renew(results, attempt, why) ||
           drv_say(results->log, "debriefing of attempt %" PRId64 ": %s", attempt, why);
}

int drv_rename_trainee(const drv_results *results, const char *name, const char *to, hl_arena *arena)
{
    train_attempt *list;
    int count, worst = drv_find_trainee(results, &name, arena);
    if (worst != DRV_DONE) return worst;
    hl_status status = train_trainee_rename(results->store, name, to);
    if (status != HL_OK) return drv_results_fail(results, status);
    worst = drv_find_trainee(results, &to, arena);
    if (worst != DRV_DONE) return worst;
    status = train_attempts(results->store, &(train_filter){.trainee = to}, arena, &list, &count);
    if (status != HL_OK) return drv_results_fail(results, status);
    for (int i = 0; i < count; i++)
        if (!renew_page(results, list[i].id)) worst = DRV_FAILED;
    return worst;
}

/* The store is changed last: after an interruption the remaining attempts are still listed, and the deletion
 * can be repeated. */
int drv_delete_trainee(const drv_results *results, const char *name, bool confirmed, hl_arena *arena)
{
    char folder[TRAIN_PATH], why[TRAIN_WHY];
    train_attempt *list;
    int count;
    const int found = drv_find_trainee(results, &name, arena);
    if (found != DRV_DONE) return found;
    hl_status status = train_attempts(results->store, &(train_filter){.trainee = name}, arena, &list, &count);
    if (status != HL_OK) return drv_results_fail(results, status);
    if (!confirmed) {
        drv_say(
            results->log,
            "this would delete '%s' with %d attempt%s and all their files permanently; confirm with --yes",
            name, count, count == 1 ? "" : "s");
        return DRV_USAGE;
    }
    for (int i = 0; i < count; i++) {
        train_attempt_folder(results->path, list[i].id, folder);
        if (train_folder_remove(folder, why)) continue;
        drv_say(results->log, "%s", why);
        return DRV_FAILED;
    }
    drv_sweep_temporaries("debrief"); /* figures of debriefings that were killed */
    status = train_trainee_delete(results->store, name);
    return status == HL_OK ? DRV_DONE : drv_results_fail(results, status);
}

int drv_void_attempt(const drv_results *results, int64_t attempt, const train_voiding *decision)
{
    const hl_status status = train_attempt_void(results->store, attempt, decision);
    if (status != HL_OK) return drv_results_fail(results, status);
    return renew_page(results, attempt) ? DRV_DONE : DRV_FAILED;
}

/* ---- verifying ---- */

/* Attempts that may be recovered have a recording file but no stored hash of it. */
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

/* State of an import. */
typedef struct importing {
    const drv_results *results;
    const drv_import_request *request;
    hl_arena *arena;
    train_exercise exercise;
    train_outcome *outcome;
} importing;

/* A recording that is already stored, for any trainee, is refused.
 *  @param found out: its attempt; 0: not found */
static hl_status find_recording(const importing *m, int64_t *found)
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

static hl_status begin(importing *m, int64_t *id)
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

/* The file may have changed since its replay. */
static bool is_the_verified(const importing *m, int64_t id, char *why)
{
    char path[TRAIN_PATH], copied[DRV_HASH];
    train_attempt_file(m->results->path, id, "recording.hlr", path);
    if (!drv_file_hash(path, copied, why)) return false;
    if (strcmp(copied, m->outcome->recording_hash) == 0) return true;
    snprintf(why, TRAIN_WHY, "%.400s: the file changed while it was imported", path);
    return false;
}

static bool copy_files(const importing *m, int64_t id)
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

/* Only the debriefing needs telemetry. */
static void tell_about_telemetry(const importing *m)
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

/* If files cannot be copied, the attempt is stored as broken. */
static int keep(const importing *m, int64_t id)
{
    static const train_outcome broken = {.result = TRAIN_BROKEN, .reason = "its files could not be copied"};
    train_store *store = m->results->store;
    const bool copied = copy_files(m, id);
    if (copied) tell_about_telemetry(m);
    hl_status status = train_attempt_end(store, id, copied ? m->outcome : &broken);
    if (status == HL_OK && copied) status = train_attempt_prove(store, id, TRAIN_ACCEPTED, "");
    if (status != HL_OK) return drv_results_fail(m->results, status);
    return copied ? DRV_DONE : DRV_FAILED;
}

/* A missing folder is reported when its recording is read. */
static bool check_folder(const importing *m)
{
    struct stat info;
    const char *folder = m->request->folder;
    return stat(folder, &info) != 0 || S_ISDIR(info.st_mode) ||
           drv_say(m->results->log, "give the folder written by headland run --out, not a file in it: %s",
                   folder);
}

static int prove(importing *m, const drv_progress *progress)
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
    importing m = {.results = results, .request = request, .arena = arena, .outcome = outcome};
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
    return status == HL_OK ? keep(&m, *attempt) : drv_results_fail(results, status);
}
