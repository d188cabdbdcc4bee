#include "drv/results.h"

#include "drv/attempt.h"
#include "rt/replay.h"
#include "world/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* @return proof */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static train_proof
say(char *why, train_proof proof, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(why, TRAIN_WHY, format, values);
    va_end(values);
    return proof;
}

/* ---- the recording ---- */

/* Only a program of the same version can prove or refuse a recording. */
static train_proof check_version(const char *path, char *why)
{
    rt_recording *recording;
    const hl_status status = rt_recording_open(path, &recording, why);
    if (status != HL_OK) return status == HL_BAD_INPUT ? TRAIN_REFUSED : TRAIN_PENDING;
    const char *version = rt_recording_about(recording)->version;
    train_proof proof = TRAIN_ACCEPTED;
    if (strcmp(version, HEADLAND_VERSION) != 0)
        proof = say(why, TRAIN_PENDING,
                    "it was driven with headland %.60s, this is headland %s: verify it with that version",
                    version, HEADLAND_VERSION);
    else if (rt_recording_is_damaged(recording))
        proof = say(why, TRAIN_REFUSED, "the recording is damaged after tick %" PRId64,
                    rt_recording_last(recording));
    rt_recording_close(recording);
    return proof;
}

static bool same_options(const mb_step_options *a, const mb_step_options *b)
{
    const bool same_numbers = a->step == b->step && a->penalty == b->penalty &&
                              a->stabilisation_frequency == b->stabilisation_frequency &&
                              a->stabilisation_damping == b->stabilisation_damping &&
                              a->tolerance == b->tolerance && a->state_tolerance == b->state_tolerance;
    return same_numbers && a->formulation == b->formulation && a->solver == b->solver &&
           a->max_iterations == b->max_iterations && a->bounded == b->bounded &&
           a->weak_substeps == b->weak_substeps && a->numeric_tangent == b->numeric_tangent;
}

static train_proof check_start(const rt_replay *replay, char *why)
{
    const auth_scenario *scenario = rt_replay_scenario(replay);
    if (!auth_scenario_is_exercise(scenario))
        return say(why, TRAIN_REFUSED, "the recording is not of an exercise (no tasks and no score)");
    const mb_step_options usual = world_machine_options(rt_replay_author(replay), scenario);
    if (!same_options(&rt_recording_about(rt_replay_recording(replay))->options, &usual))
        return say(why, TRAIN_REFUSED, "the recording was made with options that differ from the exercise's");
    if (!rt_replay_starts_as_built(replay))
        return say(why, TRAIN_REFUSED, "the initial state of the recording differs from the exercise's");
    return TRAIN_ACCEPTED;
}

static train_proof difference(const rt_replay *replay, char *why)
{
    const rt_difference d = rt_replay_difference(replay);
    if (d.status != HL_OK)
        return say(why, TRAIN_REFUSED, "tick %" PRId64 " cannot be replayed: %s", d.tick,
                   hl_status_text(d.status));
    const char *recorded = rt_recording_about(rt_replay_recording(replay))->build;
    char build[RT_BUILD_LENGTH];
    rt_build_text(build);
    return say(why, TRAIN_REFUSED, "tick %" PRId64 " differs from the recorded state (block '%s')%s%s",
               d.tick, d.block ? d.block : "unknown",
               strcmp(build, recorded) == 0 ? "" : "; it was recorded by another build: ",
               strcmp(build, recorded) == 0 ? "" : recorded);
}

/* @param fault out: whether a fault was active */
static train_proof play(rt_replay *replay, const drv_progress *progress, bool *fault, char *why)
{
    const rt_recording *recording = rt_replay_recording(replay);
    const int64_t first = rt_recording_first(recording), last = rt_recording_last(recording);
    rt_replay_result result = RT_REPLAY_OK;
    *fault = drv_is_faulty(rt_replay_machine(replay));
    for (int64_t tick = first; result == RT_REPLAY_OK && drv_advance(progress, tick - first, last - first);
         tick++) {
        result = rt_replay_step(replay);
        if (result == RT_REPLAY_OK) *fault = *fault || drv_is_faulty(rt_replay_machine(replay));
    }
    switch (result) {
    case RT_REPLAY_END:
        return TRAIN_ACCEPTED;
    case RT_REPLAY_DIFFERS:
        return difference(replay, why);
    case RT_REPLAY_BROKEN:
        return say(why, TRAIN_PENDING, "the recording cannot be read any more");
    case RT_REPLAY_OK:
        break;
    }
    return say(why, TRAIN_PENDING, "interrupted");
}

/* ---- outcome ---- */

static bool exercise_of(const rt_replay *replay, hl_arena *arena, train_exercise *exercise)
{
    const rt_recording_info *info = rt_recording_about(rt_replay_recording(replay));
    char *hash = HL_NEW(arena, char, DRV_HASH);
    if (!hash) return false;
    drv_texts_hash(&info->scenario_text, &info->machine_text, info->texts, info->text_count, hash);
    return drv_exercise_of(rt_replay_scenario(replay), info->machine, info->choices, info->choice_count, hash,
                           arena, exercise);
}

/* Copy the texts of points and events: they belong to the scenario, which is freed with the replay. */
static bool keep_texts(hl_arena *arena, train_outcome *o)
{
    train_points *points = HL_NEW(arena, train_points, o->point_count);
    train_event *events = HL_NEW(arena, train_event, o->event_count);
    bool good = points && events;
    for (int i = 0; good && i < o->point_count; i++) {
        points[i] = o->points[i];
        points[i].name = hl_arena_string(arena, o->points[i].name, strlen(o->points[i].name));
        points[i].text = hl_arena_string(arena, o->points[i].text, strlen(o->points[i].text));
        points[i].unit = hl_arena_string(arena, o->points[i].unit, strlen(o->points[i].unit));
        good = points[i].name && points[i].text && points[i].unit;
    }
    for (int i = 0; good && i < o->event_count; i++) {
        events[i] = o->events[i];
        events[i].text = hl_arena_string(arena, o->events[i].text, strlen(o->events[i].text));
        good = events[i].text != NULL;
    }
    o->points = points;
    o->events = events;
    o->reason = hl_arena_string(arena, o->reason, strlen(o->reason));
    return good && o->reason;
}

/* A killed seat may not have recorded its end. The recording is complete if the exercise has ended in its
 * last tick. */
static train_proof end_of(rt_replay *replay, rt_end *end, char *why)
{
    const rt_recording *recording = rt_replay_recording(replay);
    *end = rt_recording_how_ended(recording).end;
    if (*end != RT_END_NONE) return TRAIN_ACCEPTED;
    *end = RT_END_FINISHED;
    if (world_exercise_result(rt_replay_machine(replay)) != WORLD_GOES_ON) return TRAIN_ACCEPTED;
    return say(why, TRAIN_REFUSED, "the recording is cut off after tick %" PRId64,
               rt_recording_last(recording));
}

static train_proof compute(rt_replay *replay, const drv_progress *progress, hl_arena *arena,
                           train_exercise *exercise, train_outcome *outcome, char *why)
{
    bool fault;
    train_proof proof = check_start(replay, why);
    if (proof == TRAIN_ACCEPTED) proof = play(replay, progress, &fault, why);
    rt_end end = RT_END_NONE;
    if (proof == TRAIN_ACCEPTED) proof = end_of(replay, &end, why);
    if (proof != TRAIN_ACCEPTED) return proof;
    if (exercise_of(replay, arena, exercise) &&
        drv_outcome_of(rt_replay_scenario(replay), rt_replay_machine(replay), end, arena, outcome) &&
        keep_texts(arena, outcome)) {
        outcome->practice = outcome->practice || fault;
        return TRAIN_ACCEPTED;
    }
    (void)say(why, TRAIN_PENDING, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    return TRAIN_PENDING;
}

train_proof drv_prove_recording(const char *path, const drv_progress *progress, hl_arena *arena,
                                train_exercise *exercise, train_outcome *outcome, char *why)
{
    rt_replay *replay;
    char *hash = HL_NEW(arena, char, DRV_HASH);
    if (!hash) return say(why, TRAIN_PENDING, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (!drv_file_hash(path, hash, why)) return TRAIN_PENDING;
    train_proof proof = check_version(path, why);
    if (proof != TRAIN_ACCEPTED) return proof;
    const hl_status status = rt_replay_open(path, HEADLAND_VERSION, &replay, why);
    if (status != HL_OK) return status == HL_BAD_INPUT ? TRAIN_REFUSED : TRAIN_PENDING;
    proof = compute(replay, progress, arena, exercise, outcome, why);
    rt_replay_close(replay);
    outcome->recording_hash = hash;
    return proof;
}

/* ---- comparison with the store ---- */

/* NaN (not measured) equals NaN. */
static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static train_proof other_number(char *why, const char *what, double kept, double computed)
{
    return say(why, TRAIN_REFUSED, "%.200s: %.17g is stored, the replay gives %.17g", what, kept, computed);
}

static train_proof other_text(char *why, const char *what, const char *kept, const char *computed)
{
    return say(why, TRAIN_REFUSED, "%s: '%.120s' is stored, the recording has '%.120s'", what, kept,
               computed);
}

static train_proof compare_points(const train_points *kept, const train_points *computed, char *why)
{
    const struct pair {
        const char *what;
        double kept, computed;
    } pairs[] = {{"value", kept->value, computed->value},
                 {"best", kept->best, computed->best},
                 {"worst", kept->worst, computed->worst},
                 {"points", kept->points, computed->points},
                 {"most points", kept->most, computed->most}};
    if (strcmp(kept->name, computed->name) != 0)
        return other_text(why, "component of the score", kept->name, computed->name);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char what[200];
        if (same(pairs[i].kept, pairs[i].computed)) continue;
        snprintf(what, sizeof what, "score of '%.120s', %s", kept->name, pairs[i].what);
        return other_number(why, what, pairs[i].kept, pairs[i].computed);
    }
    return TRAIN_ACCEPTED;
}

static train_proof compare_outcome(const train_outcome *kept, const train_outcome *computed, char *why)
{
    if (kept->result != computed->result)
        return other_text(why, "result", train_result_text(kept->result),
                          train_result_text(computed->result));
    if (strcmp(kept->state_hash, computed->state_hash) != 0)
        return other_text(why, "state at the end", kept->state_hash, computed->state_hash);
    if (!same(kept->time, computed->time)) return other_number(why, "time", kept->time, computed->time);
    if (!same(kept->fuel, computed->fuel)) return other_number(why, "fuel", kept->fuel, computed->fuel);
    if (kept->hits != computed->hits) return other_number(why, "hits", kept->hits, computed->hits);
    if (!same(kept->score, computed->score)) return other_number(why, "score", kept->score, computed->score);
    if (kept->passed != computed->passed) return other_number(why, "passed", kept->passed, computed->passed);
    if (kept->point_count != computed->point_count)
        return other_number(why, "components of the score", kept->point_count, computed->point_count);
    train_proof proof = TRAIN_ACCEPTED;
    for (int i = 0; proof == TRAIN_ACCEPTED && i < kept->point_count; i++)
        proof = compare_points(&kept->points[i], &computed->points[i], why);
    return proof;
}

static train_proof compare_exercise(const train_attempt *kept, const train_exercise *exercise, char *why)
{
    if (strcmp(kept->exercise.name, exercise->name) != 0)
        return other_text(why, "exercise", kept->exercise.name, exercise->name);
    if (strcmp(kept->exercise.hash, exercise->hash) != 0)
        return other_text(why, "texts of the exercise", kept->exercise.hash, exercise->hash);
    if (strcmp(kept->exercise.machine, exercise->machine) != 0)
        return other_text(why, "machine", kept->exercise.machine, exercise->machine);
    if (strcmp(kept->exercise.variants, exercise->variants) != 0)
        return other_text(why, "variants of the machine", kept->exercise.variants, exercise->variants);
    if (kept->exercise.attempts_counted != exercise->attempts_counted)
        return other_number(why, "attempts that count", kept->exercise.attempts_counted,
                            exercise->attempts_counted);
    return TRAIN_ACCEPTED;
}

static train_proof compare(const train_attempt *kept, const train_exercise *exercise,
                           const train_outcome *computed, char *why)
{
    const train_proof proof = compare_exercise(kept, exercise, why);
    if (proof != TRAIN_ACCEPTED) return proof;
    if (computed->practice && !kept->exercise.practice)
        return say(why, TRAIN_REFUSED,
                   "a fault was active or it was stopped at once, but it is not stored as practice");
    return compare_outcome(&kept->outcome, computed, why);
}

static const char *why_unrecorded(train_result result)
{
    if (result == TRAIN_RUNNING) return "it is still being driven";
    if (result == TRAIN_BROKEN) return "it was broken off: its recording was not completed";
    return "it has no recording";
}

train_proof drv_prove_attempt(const char *path, const train_attempt *stored, const drv_progress *progress,
                              char *why)
{
    char hash[DRV_HASH];
    hl_arena arena = {0};
    train_exercise exercise = {.name = "", .hash = "", .machine = "", .variants = ""};
    train_outcome computed = {.state_hash = ""};
    if (!*stored->outcome.recording_hash)
        return say(why, TRAIN_PENDING, "%s", why_unrecorded(stored->outcome.result));
    if (!drv_file_hash(path, hash, why)) return TRAIN_PENDING;
    if (strcmp(hash, stored->outcome.recording_hash) != 0)
        return say(why, TRAIN_REFUSED, "the recording is not the file that was stored");
    train_proof proof = drv_prove_recording(path, progress, &arena, &exercise, &computed, why);
    if (proof == TRAIN_ACCEPTED) proof = compare(stored, &exercise, &computed, why);
    if (proof == TRAIN_ACCEPTED) *why = '\0';
    hl_arena_free(&arena);
    return proof;
}

bool drv_is_unstored(const train_attempt *stored)
{
    return stored->outcome.result == TRAIN_BROKEN && !*stored->outcome.recording_hash;
}

/* Add an event that says that the outcome was recovered. */
static bool add_event(hl_arena *arena, train_outcome *o)
{
    train_event *events = HL_NEW(arena, train_event, o->event_count + 1);
    if (!events) return false;
    for (int i = 0; i < o->event_count; i++) events[i] = o->events[i];
    events[o->event_count] =
        (train_event){o->time, "end", "recovered from its recording: the seat ended before it was stored"};
    o->events = events;
    o->event_count++;
    return true;
}

train_proof drv_recover_attempt(const char *path, const train_attempt *stored, const drv_progress *progress,
                                hl_arena *arena, train_outcome *outcome, char *why)
{
    train_exercise exercise = {.name = "", .hash = "", .machine = "", .variants = ""};
    train_proof proof = drv_prove_recording(path, progress, arena, &exercise, outcome, why);
    if (proof == TRAIN_ACCEPTED) proof = compare_exercise(stored, &exercise, why);
    if (proof == TRAIN_REFUSED) { /* there is no stored score to refuse */
        char reason[TRAIN_WHY];
        snprintf(reason, sizeof reason, "%s", why);
        return say(why, TRAIN_PENDING, "it was broken off: %.400s", reason);
    }
    if (proof == TRAIN_ACCEPTED && !add_event(arena, outcome))
        return say(why, TRAIN_PENDING, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    return proof;
}
