/* Attempts in the store of results. */
#include "drv/attempt.h"

#include "drv/log.h"
#include "drv/results.h"
#include "train/store.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Report the store's last message. */
static bool refuse_by_store(const drv_attempt *a)
{
    return drv_say(a->log, "%s: %s", a->path, train_store_why(a->store));
}

/* ---- opening ---- */

bool drv_store_open(const drv_log *log, const char *db, char path[TRAIN_PATH], train_store **store,
                    int *status)
{
    char why[TRAIN_WHY];
    *status = DRV_USAGE;
    if (db)
        snprintf(path, TRAIN_PATH, "%s", db);
    else if (!train_store_default(path))
        return drv_say(log, "neither XDG_DATA_HOME nor HOME is set; give --db FILE");
    const hl_status opened = train_store_open(path, store, why);
    *status = opened == HL_BAD_INPUT ? DRV_USAGE : DRV_ENVIRONMENT;
    if (opened != HL_OK) return drv_say(log, "%s: %s", path, why);
    (void)train_attempts_close_dead(*store, NULL);
    drv_sweep_temporaries("debrief");
    return true;
}

static bool describe(drv_attempt *a, const drv_files *files, const char *machine, hl_arena *arena)
{
    drv_texts_hash(&files->scenario_text, &files->machine_text, files->named_texts, files->named_count,
                   a->hash);
    return drv_exercise_of(files->scenario, machine, files->choices, files->choice_count, a->hash, arena,
                           &a->exercise) ||
           drv_say(a->log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

static bool check_request(const drv_attempt_request *request, const drv_files *files, const drv_log *log)
{
    char why[TRAIN_WHY];
    if (!auth_scenario_is_exercise(files->scenario))
        return drv_say(log, "--trainee needs an exercise: this scenario has no tasks and no score");
    if (request->reference && !request->script)
        return drv_say(log, "--reference needs a script: give --headless or --operator SCRIPT");
    if (!request->reference && train_name_is_reserved(request->trainee, why))
        return drv_say(log, "--trainee: %s", why);
    return true;
}

bool drv_attempt_open(drv_attempt *a, const drv_log *log, const drv_attempt_request *request,
                      const drv_files *files, const char *machine, hl_arena *arena, int *status)
{
    *a = (drv_attempt){.log = log};
    *status = DRV_USAGE;
    if (!request->trainee) return true;
    if (!check_request(request, files, log) || !drv_store_open(log, request->db, a->path, &a->store, status))
        return false;
    *status = DRV_USAGE;
    const bool found = train_trainee_find(a->store, request->trainee, &a->trainee) == HL_OK;
    if (!found) drv_say(log, "--trainee: %s", train_store_why(a->store));
    if (found && describe(a, files, machine, arena)) {
        a->exercise.reference = request->reference;
        return true;
    }
    drv_attempt_close(a);
    return false;
}

void drv_attempt_close(drv_attempt *a)
{
    if (a->store) train_store_close(a->store);
    a->store = NULL;
}

/* ---- room on the disk ---- */

/* Measured: 40 to 90 kB/s of recording and 40 to 60 kB/s of packed telemetry (docs/reliability.md). A drive
 * without an end counts as ten minutes, a longer one as at most half an hour: exercises take minutes, and
 * other seats need the disk too. */
static double seconds_at_most(double seconds)
{
    static const double open_end = 600.0, longest = 1800.0; /* [s] */
    return seconds > 0.0 ? fmin(seconds, longest) : open_end;
}

int64_t drv_attempt_reserve(const drv_attempt *a, double seconds)
{
    static const double rate = 120e3; /* [bytes/s] */
    return a->store ? (int64_t)(rate * seconds_at_most(seconds)) : 0;
}

static bool has_space(const drv_attempt *a, double seconds)
{
    static const double rate = 80e3, rest = 2e6; /* telemetry [bytes/s]; store, report and outcome [bytes] */
    int64_t left;
    const double needed = (double)drv_attempt_reserve(a, seconds) + rate * seconds_at_most(seconds) + rest;
    if (!train_disk_space(a->path, &left) || (double)left >= needed) return true;
    return drv_say(a->log,
                   "%s: the disk is full: %.0f MB are free, the drive needs up to %.0f MB; free some space, "
                   "or store the results elsewhere with --db FILE",
                   a->path, 1e-6 * (double)left, 1e-6 * needed);
}

/* ---- begin ---- */

/* Events show that a script moved the levers; a recording does not. */
static void note_script(const char *script, drv_journal *journal)
{
    const char *slash = strrchr(script, '/');
    char text[160];
    snprintf(text, sizeof text, "driven by the script %.120s", slash ? slash + 1 : script);
    drv_remark_add(journal, "driver", text);
}

static bool count_as_practice(drv_attempt *a)
{
    int counted = 0;
    train_exercise *exercise = &a->exercise;
    if (train_attempts_counted(a->store, a->trainee, exercise, &counted) != HL_OK) return refuse_by_store(a);
    exercise->practice = exercise->attempts_counted > 0 && counted >= exercise->attempts_counted;
    if (exercise->practice && !exercise->reference)
        drv_say(a->log, "all %d attempts have been made: this one is practice", exercise->attempts_counted);
    return true;
}

bool drv_attempt_begin(drv_attempt *a, double seconds, const char *script, drv_journal *journal)
{
    char why[TRAIN_WHY];
    if (!a->store) return true;
    a->spoiled = false;
    if (!has_space(a, seconds) || !count_as_practice(a)) return false;
    if (train_attempt_begin(a->store, a->trainee, &a->exercise, &a->id) != HL_OK) return refuse_by_store(a);
    train_attempt_folder(a->path, a->id, a->folder);
    if (script) note_script(script, journal);
    if (!train_attempt_make_folder(a->path, a->id))
        return drv_say(a->log, "%s: %s", a->folder, strerror(errno));
    return train_spool_reserve(a->folder, why) || drv_say(a->log, "results: %s", why);
}

/* ---- end ---- */

static int by_time(const void *a, const void *b)
{
    const train_event *one = a, *other = b;
    return (one->time > other->time) - (one->time < other->time);
}

/* Insert the instructor's remarks into the events. @return false: out of memory */
static bool add_remarks(const drv_journal *journal, double step, hl_arena *arena, train_outcome *outcome)
{
    const int count = outcome->event_count + journal->remark_count;
    train_event *events = HL_NEW(arena, train_event, count);
    if (!events) return false;
    for (int i = 0; i < outcome->event_count; i++) events[i] = outcome->events[i];
    for (int i = 0; i < journal->remark_count; i++) {
        const drv_remark *remark = &journal->remarks[i];
        events[outcome->event_count + i] =
            (train_event){(double)remark->tick * step, remark->kind, remark->text};
    }
    qsort(events, (size_t)count, sizeof *events, by_time);
    outcome->events = events;
    outcome->event_count = count;
    return true;
}

static bool keep(drv_attempt *a, const train_outcome *outcome)
{
    if (train_attempt_end(a->store, a->id, outcome) == HL_OK) {
        train_spool_release(a->folder);
        return true;
    }
    char why[TRAIN_WHY], spooled[TRAIN_WHY];
    snprintf(why, sizeof why, "%s", train_store_why(a->store));
    if (train_spool_write(a->folder, outcome, spooled) != HL_OK)
        return drv_say(a->log, "%s: %s; the result could not be saved beside the recording either: %s",
                       a->path, why, spooled);
    drv_say(
        a->log,
        "%s: %s; the result is saved beside the recording and will be stored when the store is opened next",
        a->path, why);
    return true;
}

/* A stopped reference is useless for comparison. */
static bool drop(drv_attempt *a)
{
    char why[TRAIN_WHY];
    bool dropped = train_folder_remove(a->folder, why) || drv_say(a->log, "results: %s", why);
    if (dropped && train_attempt_drop(a->store, a->id) != HL_OK) dropped = refuse_by_store(a);
    a->id = 0;
    return dropped;
}

static void note_ended(drv_attempt *a)
{
    if (a->count < DRV_ATTEMPTS) a->ended[a->count] = a->id;
    a->count++;
    a->last = a->id;
}

bool drv_attempt_end(drv_attempt *a, const drv_files *files, world_machine *machine, rt_end end,
                     const drv_journal *journal, hl_arena *arena)
{
    char path[DRV_PATH + 32], recording[DRV_HASH], why[TRAIN_WHY];
    train_outcome outcome;
    if (!a->store || a->id == 0) return true;
    if (!drv_outcome_of(files->scenario, machine, end, arena, &outcome) ||
        !add_remarks(journal, world_machine_step_size(machine), arena, &outcome))
        return drv_say(a->log, "results: %s", hl_status_text(HL_OUT_OF_MEMORY));
    if (outcome.result == TRAIN_STOPPED && a->exercise.reference) return drop(a);
    outcome.practice = outcome.practice || a->spoiled;
    snprintf(path, sizeof path, "%s/recording.hlr", a->folder);
    if (drv_file_hash(path, recording, why)) outcome.recording_hash = recording;
    const bool kept = keep(a, &outcome);
    if (kept) note_ended(a);
    a->id = 0;
    return kept;
}

void drv_attempt_abandon(drv_attempt *a)
{
    if (!a->store || a->id == 0) return;
    const train_outcome outcome = {.result = TRAIN_BROKEN,
                                   .reason = "it could not be driven",
                                   .fuel = (double)NAN,
                                   .state_hash = "",
                                   .recording_hash = ""};
    (void)train_attempt_end(a->store, a->id, &outcome);
    train_spool_release(a->folder);
    a->id = 0;
}

/* ---- proof ---- */

train_proof drv_attempt_prove(const drv_attempt *a, int64_t id, const drv_progress *progress,
                              char why[TRAIN_WHY])
{
    hl_arena arena = {0};
    char path[TRAIN_PATH];
    train_attempt *stored;
    train_proof proof = TRAIN_PENDING;
    *why = '\0';
    train_attempt_file(a->path, id, "recording.hlr", path);
    if (train_attempt_read(a->store, id, &arena, &stored) == HL_OK) {
        proof = drv_prove_attempt(path, stored, progress, why);
        (void)train_attempt_prove(a->store, id, proof, why);
    }
    hl_arena_free(&arena);
    return proof;
}
