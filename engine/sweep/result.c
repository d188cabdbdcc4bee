/* Results of the runs of a sweep, and their measures. */
#include "swp/result.h"
#include "swp/plan.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- measures ---- */

/* The measures of a sweep. */

static const swp_look looks[SWP_MEASURES] = {
    [SWP_SCORE] = {"score", "", 1.0, 1, true, "score", "1", "score", "score of 100 points"},
    [SWP_TIME] = {"time", "s", 1.0, 2, false, "time", "s", "cycle-time", "cycle time"},
    [SWP_FUEL] = {"fuel", "l", 1.0, 3, false, "fuel", "l", "fuel", "fuel"},
    [SWP_MASS] = {"mass", "kg", 1.0, 0, true, "mass", "kg", "mass", "mass moved"},
    [SWP_HITS] = {"hits", "", 1.0, 0, false, "hits", "1", "hits", "hits"},
    [SWP_IMPULSE] = {"impulse", "N s", 1.0, 0, false, "impulse", "N s", "impulse", "impulse of all hits"},
    [SWP_PEAK] = {"peak", "bar", 1e-5, 1, false, "peak", "Pa", "peak-pressure", "largest pressure"},
    /* times real time; how fast the computer was is no property of the machine: it has no plot */
    [SWP_FACTOR] = {"speed", "x", 1.0, 1, true, "real_time_factor", "1", NULL, NULL},
};

const swp_look *swp_style_of(swp_measure measure)
{
    return &looks[measure];
}

void swp_title(const char *title, swp_measure measure, char *text, size_t size)
{
    const char *unit = looks[measure].unit;
    snprintf(text, size, "%s%s%s%s", title, *unit ? " [" : "", unit, *unit ? "]" : "");
}

/* ---- results ---- */

/* Reading report.json, as `headland run` writes it. */

/* ---- pieces of JSON ---- */

/* 1e999 is a number of JSON, and infinite. */
static bool is_finite(const cJSON *item)
{
    return cJSON_IsNumber(item) && isfinite(item->valuedouble);
}

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return is_finite(item) ? item->valuedouble : (double)NAN;
}

static const char *text_of(const cJSON *object, const char *key, hl_arena *arena)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    const char *copy = text ? hl_arena_text(arena, text) : NULL;
    return copy ? copy : "";
}

/* The numbers of an object with their names, without null (not finite). */
static int named_numbers(const cJSON *object, hl_arena *arena, const swp_named **list)
{
    int count = 0;
    swp_named *named = HL_NEW(arena, swp_named, cJSON_GetArraySize(object));
    const cJSON *item;
    *list = named;
    if (!named || !cJSON_IsObject(object)) return 0;
    cJSON_ArrayForEach(item, object)
    {
        const char *name = hl_arena_text(arena, item->string);
        if (name && is_finite(item)) named[count++] = (swp_named){name, item->valuedouble};
    }
    return count;
}

/* ---- whose it is ---- */

static bool same_texts(const cJSON *list, const char *const *texts, int count)
{
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != count) return false;
    for (int i = 0; i < count; i++) {
        const char *text = cJSON_GetStringValue(cJSON_GetArrayItem(list, i));
        if (!text || strcmp(text, texts[i]) != 0) return false;
    }
    return true;
}

/* NULL: it belongs to the sweep */
static const char *foreign(const cJSON *root, const swp_identity *expected)
{
    const char *program = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "program"));
    if (!program || strcmp(program, expected->program) != 0) return "computed by a different build";
    if (!same_texts(cJSON_GetObjectItemCaseSensitive(root, "inputs"), expected->hashes, expected->hash_count))
        return "computed from different files";
    if (!same_texts(cJSON_GetObjectItemCaseSensitive(root, "set"), expected->settings,
                    expected->setting_count))
        return "computed with different settings";
    return NULL;
}

/* ---- numbers ---- */

static swp_goal goal_of(const cJSON *goal)
{
    const cJSON *reached = cJSON_GetObjectItemCaseSensitive(goal, "reached");
    if (!cJSON_IsBool(reached)) return SWP_NO_GOAL;
    return cJSON_IsTrue(reached) ? SWP_GOAL_REACHED : SWP_GOAL_MISSED;
}

/* What has no tasks, but points alone, is never finished: there the goal counts. */
static swp_goal exercise_of(const cJSON *exercise, const cJSON *score)
{
    const char *result = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(exercise, "result"));
    const cJSON *passed = cJSON_GetObjectItemCaseSensitive(score, "passed");
    if (!result || cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(exercise, "tasks")) == 0)
        return SWP_NO_GOAL;
    if (strcmp(result, "failed") == 0) return SWP_EXERCISE_FAILED;
    if (strcmp(result, "finished") != 0) return SWP_EXERCISE_GOES_ON;
    return cJSON_IsTrue(passed) && number_of(score, "pass") > 0.0 ? SWP_EXERCISE_PASSED
                                                                  : SWP_EXERCISE_FINISHED;
}

static bool is_reached(swp_goal goal)
{
    return goal == SWP_GOAL_REACHED || goal == SWP_EXERCISE_FINISHED || goal == SWP_EXERCISE_PASSED;
}

static void read_goal(const cJSON *root, swp_result *result)
{
    const cJSON *goal = cJSON_GetObjectItemCaseSensitive(root, "goal");
    const cJSON *exercise = cJSON_GetObjectItemCaseSensitive(root, "exercise");
    const cJSON *score = cJSON_GetObjectItemCaseSensitive(root, "score");
    const swp_goal of_tasks = exercise_of(exercise, score);
    const double whole = number_of(root, "time");
    const double at = of_tasks != SWP_NO_GOAL ? number_of(exercise, "ended") : number_of(goal, "time");
    result->goal = of_tasks != SWP_NO_GOAL ? of_tasks : goal_of(goal);
    result->measures[SWP_TIME] = is_reached(result->goal) && isfinite(at) ? at : whole;
    result->measures[SWP_SCORE] = number_of(score, "total");
}

static void read_zones(const cJSON *root, hl_arena *arena, swp_result *result)
{
    double sum = 0.0;
    result->zone_count =
        named_numbers(cJSON_GetObjectItemCaseSensitive(root, "zones"), arena, &result->zones);
    for (int i = 0; i < result->zone_count; i++) sum += result->zones[i].value;
    result->measures[SWP_MASS] = result->zone_count > 0 ? sum : (double)NAN;
}

/* How hard the soil is pressed is no load of the machine's pipes and hoses. */
static bool is_of_soil(const char *signal)
{
    static const char end[] = ".soil_pressure";
    const size_t length = strlen(signal);
    return length >= sizeof end - 1 && strcmp(signal + length - (sizeof end - 1), end) == 0;
}

static void read_peaks(const cJSON *root, hl_arena *arena, swp_result *result)
{
    double largest = -HUGE_VAL;
    result->peak_count =
        named_numbers(cJSON_GetObjectItemCaseSensitive(root, "peaks"), arena, &result->peaks);
    for (int i = 0; i < result->peak_count; i++) {
        if (is_of_soil(result->peaks[i].name) || !(result->peaks[i].value > largest)) continue;
        largest = result->peaks[i].value;
        result->peak_signal = result->peaks[i].name;
    }
    result->measures[SWP_PEAK] = *result->peak_signal ? largest : (double)NAN;
}

static void read_numbers(const cJSON *root, hl_arena *arena, swp_result *result)
{
    const cJSON *hits = cJSON_GetObjectItemCaseSensitive(root, "hits");
    read_goal(root, result);
    read_zones(root, arena, result);
    read_peaks(root, arena, result);
    result->measures[SWP_FUEL] = number_of(root, "fuel_used");
    result->measures[SWP_HITS] = number_of(hits, "count");
    result->measures[SWP_IMPULSE] = number_of(hits, "impulse");
    result->measures[SWP_FACTOR] = number_of(root, "real_time_factor");
    result->wall = number_of(root, "wall_seconds");
    result->state_hash = text_of(root, "state_hash", arena);
}

/* ---- all ---- */

swp_result swp_result_none(swp_state state, const char *why)
{
    swp_result result = {
        .state = state, .why = why, .state_hash = "", .wall = (double)NAN, .peak_signal = ""};
    for (int i = 0; i < SWP_MEASURES; i++) result.measures[i] = (double)NAN;
    return result;
}

static swp_result judge(const cJSON *root, const swp_identity *expected, hl_arena *arena)
{
    const char *end = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "result"));
    const char *trouble = foreign(root, expected);
    if (!end) return swp_result_none(SWP_UNUSABLE, "its report.json is not a report of headland");
    if (trouble) return swp_result_none(SWP_FOREIGN, trouble);
    const bool failed = strcmp(end, "failed") == 0;
    if (!failed && strcmp(end, "finished") != 0) return swp_result_none(SWP_UNUSABLE, "it was stopped early");
    swp_result result = swp_result_none(failed ? SWP_FAILED : SWP_FINISHED, "");
    if (failed) result.why = text_of(root, "failure", arena);
    read_numbers(root, arena, &result);
    return result;
}

swp_result swp_result_read(const char *text, const swp_identity *expected, hl_arena *arena)
{
    if (!text) return swp_result_none(SWP_MISSING, "");
    cJSON *root = cJSON_Parse(text);
    const swp_result result =
        root ? judge(root, expected, arena) : swp_result_none(SWP_UNUSABLE, "its report.json is incomplete");
    cJSON_Delete(root);
    return result;
}

swp_result swp_result_of(const char *text, const swp_plan *plan, int run, hl_arena *arena)
{
    const char *settings[SWP_SETS + SWP_AXES];
    const char **own = swp_settings(&plan->grid, run, arena);
    const char **hashes = HL_NEW(arena, const char *, plan->file_count);
    if (!own || !hashes) return swp_result_none(SWP_MISSING, "");
    for (int i = 0; i < plan->file_count; i++) hashes[i] = plan->files[i].hash;
    const int count = plan->set_count + plan->grid.axis_count;
    for (int i = 0; i < count; i++)
        settings[i] = i < plan->set_count ? plan->sets[i] : own[i - plan->set_count];
    const swp_identity expected = {.program = plan->program,
                                   .hash_count = plan->file_count,
                                   .setting_count = count,
                                   .hashes = hashes,
                                   .settings = settings};
    return swp_result_read(text, &expected, arena);
}

bool swp_result_kept(const swp_result *result)
{
    return result->state == SWP_FINISHED || result->state == SWP_FAILED;
}

bool swp_has_reached(const swp_result *results, int count)
{
    for (int i = 0; i < count; i++)
        if (results[i].state == SWP_FINISHED && is_reached(results[i].goal)) return true;
    return false;
}

bool swp_result_compares(const swp_result *result, bool any_reached)
{
    return result->state == SWP_FINISHED && result->goal != SWP_EXERCISE_FAILED &&
           (!any_reached || is_reached(result->goal));
}

const char *swp_state_text(swp_state state)
{
    switch (state) {
    case SWP_MISSING:
        return "missing";
    case SWP_UNUSABLE:
        return "unfinished";
    case SWP_FOREIGN:
        return "foreign";
    case SWP_FAILED:
        return "failed";
    case SWP_FINISHED:
        break;
    }
    return "finished";
}

const char *swp_goal_text(swp_goal goal)
{
    static const char *const texts[] = {[SWP_NO_GOAL] = "",
                                        [SWP_GOAL_MISSED] = "missed",
                                        [SWP_GOAL_REACHED] = "reached",
                                        [SWP_EXERCISE_FAILED] = "exercise failed",
                                        [SWP_EXERCISE_GOES_ON] = "exercise goes on",
                                        [SWP_EXERCISE_FINISHED] = "exercise finished",
                                        [SWP_EXERCISE_PASSED] = "exercise passed"};
    return texts[goal];
}
