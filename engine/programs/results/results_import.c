/* Taking in drives that were recorded elsewhere: the recording alone says what came of them. */
#include "command/complaints.h"
#include "command/interrupt.h"
#include "program.h"
#include "results.h"
#include "training/attempt.h"
#include "training/verify_attempt.h"

#include "rt/rows.h"
#include "train/folder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct request {
    const char *trainee;
    bool reference;
} request;

/* A recording that is there already, of whomever, is nobody's further attempt.
 *  @param found  out: its attempt; 0: there is none */
static hl_status find_recording(results *r, const train_exercise *exercise, const char *hash, int64_t *found)
{
    train_attempt *list;
    int count;
    const train_filter same = {.exercise = exercise->name, .hash = exercise->hash};
    const hl_status status = train_attempts(r->store, &same, &r->arena, &list, &count);
    *found = 0;
    for (int i = 0; status == HL_OK && i < count; i++)
        if (strcmp(list[i].outcome.recording_hash, hash) == 0) *found = list[i].id;
    return status;
}

static hl_status begin(results *r, const request *q, train_exercise *exercise, bool practice, int64_t *id)
{
    int64_t trainee;
    int counted;
    hl_status status = train_trainee_find(r->store, q->trainee, &trainee);
    if (status == HL_OK) status = train_attempts_counted(r->store, trainee, exercise, &counted);
    if (status != HL_OK) return status;
    exercise->reference = q->reference;
    exercise->practice =
        practice || (exercise->attempts_counted > 0 && counted >= exercise->attempts_counted);
    return train_attempt_begin(r->store, trainee, exercise, id);
}

/* The score does not need telemetry, its debriefing does. */
static void tell_about_telemetry(const results *r, const char *folder, hl_arena *arena)
{
    static hl_report report;
    char path[TRAIN_PATH];
    rt_rows rows;
    snprintf(path, sizeof path, "%s/telemetry.csv.zst", folder);
    if (access(path, F_OK) != 0) snprintf(path, sizeof path, "%s/telemetry.csv", folder);
    const hl_status read = rt_rows_read(path, arena, &rows, &report);
    if (read == HL_OK) return;
    (void)complaints_refuse(path, read, &report);
    fprintf(stderr, "headland %s: no telemetry, so the debriefing has no plots\n", r->command);
}

/* Somebody may have written to the recording since it was computed again. */
static bool is_the_verified(const results *r, int64_t id, const char *hash, char *why)
{
    char path[TRAIN_PATH], copied[ATTEMPT_HASH];
    results_file(r, id, "recording.hlr", path);
    if (!attempt_file_hash(path, copied, why)) return false;
    if (strcmp(copied, hash) == 0) return true;
    snprintf(why, TRAIN_WHY, "%.400s: the file changed while it was imported", path);
    return false;
}

static bool copy_files(const results *r, const char *folder, int64_t id, const char *hash)
{
    static const char *const names[] = {"recording.hlr", "telemetry.csv", "telemetry.csv.zst", "report.json"};
    char to[TRAIN_PATH], why[TRAIN_WHY];
    train_attempt_folder(r->path, id, to);
    bool good = train_attempt_make_folder(r->path, id);
    if (!good) snprintf(why, sizeof why, "%.400s: %s", to, strerror(errno));
    for (size_t i = 0; good && i < sizeof names / sizeof *names; i++)
        good = train_folder_copy(folder, names[i], to, why);
    if (good) good = is_the_verified(r, id, hash, why);
    if (!good) fprintf(stderr, "headland %s: %s\n", r->command, why);
    return good;
}

/* What cannot be copied stays as a broken attempt. */
static int keep(results *r, const char *folder, int64_t id, const train_outcome *outcome)
{
    static const train_outcome broken = {.result = TRAIN_BROKEN, .reason = "its files could not be copied"};
    const bool copied = copy_files(r, folder, id, outcome->recording_hash);
    if (copied) tell_about_telemetry(r, folder, &r->arena);
    hl_status status = train_attempt_end(r->store, id, copied ? outcome : &broken);
    if (status == HL_OK && copied) status = train_attempt_prove(r->store, id, TRAIN_ACCEPTED, "");
    if (status != HL_OK) return results_failed(r, status);
    if (copied)
        printf("attempt %" PRId64 ": %s, score %.1f\n", id, train_result_text(outcome->result),
               outcome->score);
    return copied ? PROGRAM_DONE : PROGRAM_FAILED;
}

/* @return exit status, after a message unless it is taken in */
static int check_folder(const results *r, const char *folder)
{
    struct stat info;
    if (stat(folder, &info) != 0 || S_ISDIR(info.st_mode))
        return PROGRAM_DONE; /* what is not there is told later */
    return results_refuse(r, "expected the folder written by headland run --out, not a file in it: ", folder);
}

static int take_in(results *r, const char *folder, const request *q)
{
    char path[TRAIN_PATH], why[TRAIN_WHY] = "";
    train_exercise exercise = {0};
    train_outcome outcome = {0};
    int64_t id;
    snprintf(path, sizeof path, "%s/recording.hlr", folder);
    if (check_folder(r, folder) != PROGRAM_DONE) return PROGRAM_USAGE;
    interrupt_begin();
    const train_proof proof = verify_recording(path, &r->arena, &exercise, &outcome, why);
    if (proof != TRAIN_ACCEPTED) {
        fprintf(stderr, "headland %s: %s: %s\n", r->command, path, why);
        return proof == TRAIN_REFUSED || interrupt_asked() ? PROGRAM_FAILED : PROGRAM_USAGE;
    }
    if (q->reference && outcome.result == TRAIN_STOPPED) {
        fprintf(stderr, "headland %s: %s: the drive was stopped early and cannot be a reference\n",
                r->command, path);
        return PROGRAM_FAILED;
    }
    hl_status status = find_recording(r, &exercise, outcome.recording_hash, &id);
    if (status == HL_OK && id != 0) {
        fprintf(stderr, "headland %s: %s: attempt %" PRId64 " already has this recording\n", r->command, path,
                id);
        return PROGRAM_USAGE;
    }
    if (status == HL_OK) status = begin(r, q, &exercise, outcome.practice, &id);
    return status == HL_OK ? keep(r, folder, id, &outcome) : results_failed(r, status);
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
    request q = {0};
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
    if (!q.trainee) return results_refuse(&r, "--trainee NAME is required", "");
    if (!train_name_tidy(q.trainee, tidy, why) || (!q.reference && train_name_reserved(tidy, why)))
        return results_refuse(&r, "--trainee: ", why);
    return results_close(&r, results_open(&r, true, &status) ? take_in(&r, line.words[0], &q) : status);
}
