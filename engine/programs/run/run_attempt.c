/* Attempts of a run in the store of results. */
#include "run.h"

#include "command/folder.h"
#include "program.h"
#include "training/attempt.h"
#include "training/debrief.h"
#include "training/verify_attempt.h"

#include "train/folder.h"
#include "train/spool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *text)
{
    fprintf(stderr, "headland %s: %s\n", options_command(), text);
    return false;
}

/* ---- which exercise ---- */

static bool describe(run *r)
{
    run_attempt *a = &r->results;
    const machine_files *files = &r->files;
    attempt_texts_hash(&files->scenario_text, &files->machine_text, files->soil_texts, files->soil_count,
                       a->hash);
    if (!attempt_exercise(files->scenario, world_machine_name(r->machine), files->choices,
                          files->choice_count, a->hash, &r->arena, &a->exercise))
        return refuse(hl_status_text(HL_OUT_OF_MEMORY));
    a->exercise.reference = r->request.reference;
    return true;
}

static bool open_store(run *r, int *status)
{
    run_attempt *a = &r->results;
    char why[TRAIN_WHY];
    if (r->request.db)
        snprintf(a->path, sizeof a->path, "%s", r->request.db);
    else if (!train_store_default(a->path))
        return refuse("neither XDG_DATA_HOME nor HOME is set; give --db FILE");
    const hl_status opened = train_store_open(a->path, &a->store, why);
    *status = opened == HL_BAD_INPUT ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT;
    return opened == HL_OK || run_cannot(a->path, why);
}

bool run_attempt_open(run *r, int *status)
{
    run_attempt *a = &r->results;
    char why[TRAIN_WHY];
    *status = PROGRAM_USAGE;
    if (!r->request.trainee) return true;
    if (!auth_scenario_is_exercise(r->files.scenario))
        return refuse("--trainee needs an exercise: this scenario has no tasks and no score");
    if (r->request.reference && !r->script)
        return refuse("--reference needs a script: give --headless or --operator SCRIPT");
    if (!r->request.reference && train_name_reserved(r->request.trainee, why))
        return run_cannot("--trainee", why);
    if (!open_store(r, status)) return false;
    sweep_temporaries("debrief");
    (void)train_attempts_sweep(a->store, NULL);
    *status = PROGRAM_USAGE;
    if (train_trainee_find(a->store, r->request.trainee, &a->trainee) == HL_OK && describe(r)) return true;
    (void)run_cannot("--trainee", train_store_why(a->store));
    train_store_close(a->store);
    a->store = NULL;
    return false;
}

/* ---- room on the disk ---- */

/* Measured were 40 to 90 kB/s of recording and 40 to 60 kB/s of packed telemetry (docs/reliability.md). A
 * drive without an end of its own is taken for ten minutes, one whose end is hours away, as scripts have it,
 * for half an hour: exercises take minutes, and other seats need the disk too. */
static double seconds_at_most(const run *r)
{
    static const double open_end = 600.0, longest = 1800.0; /* [s] */
    return r->seconds > 0.0 ? fmin(r->seconds, longest) : open_end;
}

int64_t run_attempt_reserve(const run *r)
{
    static const double rate = 120e3; /* [bytes/s] */
    return r->results.store ? (int64_t)(rate * seconds_at_most(r)) : 0;
}

static bool has_space(const run *r)
{
    static const double rate = 80e3, rest = 2e6; /* telemetry [bytes/s]; store, report and outcome [bytes] */
    char text[300];
    int64_t left;
    const double needed = (double)run_attempt_reserve(r) + rate * seconds_at_most(r) + rest;
    if (!train_space(r->results.path, &left) || (double)left >= needed) return true;
    snprintf(text, sizeof text,
             "the disk is full: %.0f MB are free, the drive needs up to %.0f MB; free some space, or store "
             "the results elsewhere with --db FILE",
             1e-6 * (double)left, 1e-6 * needed);
    return run_cannot(r->results.path, text);
}

/* ---- begin ---- */

/* A recording does not show whose hands moved the levers: among the events it stands. */
static void tell_script(run *r)
{
    const char *slash = strrchr(r->script, '/');
    char text[160];
    snprintf(text, sizeof text, "driven by the script %.120s", slash ? slash + 1 : r->script);
    run_remark_add(r, "driver", text);
}

bool run_attempt_begin(run *r)
{
    run_attempt *a = &r->results;
    char why[TRAIN_WHY];
    int counted = 0;
    if (!a->store) return true;
    a->spoiled = false;
    if (!has_space(r)) return false;
    if (train_attempts_counted(a->store, a->trainee, &a->exercise, &counted) != HL_OK)
        return run_cannot(a->path, train_store_why(a->store));
    a->exercise.practice = a->exercise.attempts_counted > 0 && counted >= a->exercise.attempts_counted;
    if (a->exercise.practice && !a->exercise.reference)
        fprintf(stderr, "headland %s: all %d attempts have been made: this one is practice\n",
                options_command(), a->exercise.attempts_counted);
    if (train_attempt_begin(a->store, a->trainee, &a->exercise, &a->id) != HL_OK)
        return run_cannot(a->path, train_store_why(a->store));
    train_attempt_folder(a->path, a->id, r->folder);
    r->request.out = r->folder;
    if (r->script) tell_script(r);
    if (!train_attempt_make_folder(a->path, a->id)) return run_cannot(r->folder, strerror(errno));
    return train_spool_reserve(r->folder, why) || run_cannot("results", why);
}

/* ---- end ---- */

static int by_time(const void *a, const void *b)
{
    const train_event *one = a, *other = b;
    return (one->time > other->time) - (one->time < other->time);
}

/* What the instructor did or said, among what happened. @return false: out of memory */
static bool add_remarks(run *r, train_outcome *outcome)
{
    const int count = outcome->event_count + r->remark_count;
    train_event *events = HL_NEW(&r->session_arena, train_event, count);
    if (!events) return false;
    for (int i = 0; i < outcome->event_count; i++) events[i] = outcome->events[i];
    for (int i = 0; i < r->remark_count; i++)
        events[outcome->event_count + i] = (train_event){(double)r->remarks[i].tick * r->options.step,
                                                         r->remarks[i].kind, r->remarks[i].text};
    qsort(events, (size_t)count, sizeof *events, by_time);
    outcome->events = events;
    outcome->event_count = count;
    return true;
}

static bool keep(run *r, const train_outcome *outcome)
{
    run_attempt *a = &r->results;
    if (train_attempt_end(a->store, a->id, outcome) == HL_OK) {
        train_spool_release(r->folder);
        return true;
    }
    char why[TRAIN_WHY], spooled[TRAIN_WHY];
    snprintf(why, sizeof why, "%s", train_store_why(a->store));
    if (train_spool_write(r->folder, outcome, spooled) != HL_OK) {
        fprintf(stderr,
                "headland %s: %s: %s; the result could not be saved beside the recording either: %s\n",
                options_command(), a->path, why, spooled);
        return false;
    }
    fprintf(stderr,
            "headland %s: %s: %s; the result is saved beside the recording and will be stored when the store "
            "is opened next\n",
            options_command(), a->path, why);
    return true;
}

/* Nobody's score and nothing to compare with: as when a trainee drives on while the reference is driven. */
static bool drop(run *r)
{
    run_attempt *a = &r->results;
    char why[TRAIN_WHY];
    const bool dropped =
        (train_folder_remove(r->folder, why) || run_cannot("results", why)) &&
        (train_attempt_drop(a->store, a->id) == HL_OK || run_cannot(a->path, train_store_why(a->store)));
    a->id = 0;
    return dropped;
}

static void note(run_attempt *a)
{
    if (a->count < RUN_ATTEMPTS) a->ended[a->count] = a->id;
    a->count++;
    a->last = a->id;
}

bool run_attempt_end(run *r)
{
    run_attempt *a = &r->results;
    char path[RUN_PATH], recording[ATTEMPT_HASH], why[TRAIN_WHY];
    train_outcome outcome;
    if (!a->store || a->id == 0) return true;
    if (!attempt_outcome(r->files.scenario, r->machine, rt_session_outcome(r->session).end, &r->session_arena,
                         &outcome) ||
        !add_remarks(r, &outcome))
        return run_cannot("results", hl_status_text(HL_OUT_OF_MEMORY));
    if (outcome.result == TRAIN_STOPPED && a->exercise.reference) return drop(r);
    outcome.practice = outcome.practice || a->spoiled;
    if (attempt_file_hash(run_path(r, "recording.hlr", path), recording, why))
        outcome.recording_hash = recording;
    const bool kept = keep(r, &outcome);
    if (kept) note(a);
    a->id = 0;
    return kept;
}

void run_attempt_abandon(run *r)
{
    run_attempt *a = &r->results;
    if (!a->store || a->id == 0) return;
    const train_outcome outcome = {.result = TRAIN_BROKEN,
                                   .reason = "it could not be driven",
                                   .fuel = (double)NAN,
                                   .state_hash = "",
                                   .recording_hash = ""};
    (void)train_attempt_end(a->store, a->id, &outcome);
    train_spool_release(r->folder);
    a->id = 0;
}

/* ---- proof ---- */

/* The page that explains it, beside its recording. @param out  where it is told */
static void explain(const run_attempt *a, const train_attempt *stored, FILE *out)
{
    char folder[TRAIN_PATH], why[TRAIN_WHY];
    train_attempt_folder(a->path, stored->id, folder);
    if (debrief_keep(a->store, a->path, stored->id, why))
        fprintf(out, "%-18s %s/debrief.html\n", "debriefing", folder);
    else
        fprintf(stderr, "headland %s: debriefing: %s\n", options_command(), why);
}

/* @return false after a message: it does not hold */
static bool prove(const run *r, int64_t id, FILE *out)
{
    const run_attempt *a = &r->results;
    const char *db = r->request.db;
    hl_arena arena = {0};
    char folder[TRAIN_PATH], path[RUN_PATH], why[TRAIN_WHY] = "";
    train_attempt *stored;
    train_proof proof = TRAIN_PENDING;
    train_attempt_folder(a->path, id, folder);
    snprintf(path, sizeof path, "%s/recording.hlr", folder);
    if (train_attempt_read(a->store, id, &arena, &stored) == HL_OK) {
        proof = verify_attempt(path, stored, why);
        (void)train_attempt_prove(a->store, id, proof, why);
        explain(a, stored, out);
    }
    hl_arena_free(&arena);
    fprintf(out, "%-18s %" PRId64 ", %s%s%s (headland results %s %" PRId64 "%s%s)\n", "attempt", id,
            train_proof_text(proof), *why ? ": " : "", why, proof == TRAIN_PENDING ? "verify" : "show", id,
            db ? " --db " : "", db ? db : "");
    return proof != TRAIN_REFUSED;
}

static bool prove_all(const run *r, FILE *out)
{
    const run_attempt *a = &r->results;
    bool good = true;
    for (int i = 0; i < a->count && i < RUN_ATTEMPTS; i++) good &= prove(r, a->ended[i], out);
    if (a->count > RUN_ATTEMPTS)
        fprintf(stderr,
                "headland %s: %d attempts are not verified yet; run headland results verify --db %s\n",
                options_command(), a->count - RUN_ATTEMPTS, a->path);
    return good;
}

bool run_attempt_close(run *r)
{
    run_attempt *a = &r->results;
    FILE *out = r->request.json ? stderr : stdout; /* a report as JSON stands alone */
    if (!a->store) return true;
    const bool good = r->request.unproved || prove_all(r, out);
    train_store_close(a->store);
    a->store = NULL;
    return good;
}
