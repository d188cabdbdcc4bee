/* Reading report.json (run_report.c writes it). */
#include "sweep_result.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

/* ---- pieces of JSON ---- */

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

static const char *text_of(const cJSON *object, const char *key, hl_arena *arena)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    const char *copy = text ? hl_arena_string(arena, text, strlen(text)) : NULL;
    return copy ? copy : "";
}

/* The numbers of an object under their names; those that are no numbers (null: not finite) are left out. */
static int named_numbers(const cJSON *object, hl_arena *arena, const sweep_named **list)
{
    int count = 0;
    sweep_named *named = HL_NEW(arena, sweep_named, cJSON_GetArraySize(object));
    const cJSON *item;
    *list = named;
    if (!named || !cJSON_IsObject(object)) return 0;
    cJSON_ArrayForEach(item, object)
    {
        const char *name = hl_arena_string(arena, item->string, strlen(item->string));
        if (name && cJSON_IsNumber(item)) named[count++] = (sweep_named){name, item->valuedouble};
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
static const char *foreign(const cJSON *root, const sweep_identity *expected)
{
    const char *program = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "program"));
    if (!program || strcmp(program, expected->program) != 0) return "of another build";
    if (!same_texts(cJSON_GetObjectItemCaseSensitive(root, "inputs"), expected->hashes, expected->hash_count))
        return "computed from other files";
    if (!same_texts(cJSON_GetObjectItemCaseSensitive(root, "set"), expected->settings,
                    expected->setting_count))
        return "computed with other settings";
    return NULL;
}

/* ---- numbers ---- */

static void read_goal(const cJSON *root, sweep_result *result)
{
    const cJSON *goal = cJSON_GetObjectItemCaseSensitive(root, "goal");
    const cJSON *reached = cJSON_GetObjectItemCaseSensitive(goal, "reached");
    const double whole = number_of(root, "time"), at = number_of(goal, "time");
    result->goal = !cJSON_IsBool(reached)  ? SWEEP_NO_GOAL
                   : cJSON_IsTrue(reached) ? SWEEP_GOAL_REACHED
                                           : SWEEP_GOAL_MISSED;
    result->measures[SWEEP_TIME] = result->goal == SWEEP_GOAL_REACHED && isfinite(at) ? at : whole;
}

static void read_zones(const cJSON *root, hl_arena *arena, sweep_result *result)
{
    double sum = 0.0;
    result->zone_count =
        named_numbers(cJSON_GetObjectItemCaseSensitive(root, "zones"), arena, &result->zones);
    for (int i = 0; i < result->zone_count; i++) sum += result->zones[i].value;
    result->measures[SWEEP_MASS] = result->zone_count > 0 ? sum : (double)NAN;
}

static void read_peaks(const cJSON *root, hl_arena *arena, sweep_result *result)
{
    double largest = -HUGE_VAL;
    result->peak_count =
        named_numbers(cJSON_GetObjectItemCaseSensitive(root, "peaks"), arena, &result->peaks);
    for (int i = 0; i < result->peak_count; i++) {
        if (!(result->peaks[i].value > largest)) continue;
        largest = result->peaks[i].value;
        result->peak_signal = result->peaks[i].name;
    }
    result->measures[SWEEP_PEAK] = result->peak_count > 0 ? largest : (double)NAN;
}

static void read_numbers(const cJSON *root, hl_arena *arena, sweep_result *result)
{
    const cJSON *hits = cJSON_GetObjectItemCaseSensitive(root, "hits");
    read_goal(root, result);
    read_zones(root, arena, result);
    read_peaks(root, arena, result);
    result->measures[SWEEP_FUEL] = number_of(root, "fuel_used");
    result->measures[SWEEP_HITS] = number_of(hits, "count");
    result->measures[SWEEP_IMPULSE] = number_of(hits, "impulse");
    result->measures[SWEEP_FACTOR] = number_of(root, "real_time_factor");
    result->wall = number_of(root, "wall_seconds");
    result->state_hash = text_of(root, "state_hash", arena);
}

/* ---- the whole ---- */

sweep_result sweep_result_none(sweep_state state, const char *why)
{
    sweep_result result = {
        .state = state, .why = why, .state_hash = "", .wall = (double)NAN, .peak_signal = ""};
    for (int i = 0; i < SWEEP_MEASURES; i++) result.measures[i] = (double)NAN;
    return result;
}

static sweep_result judge(const cJSON *root, const sweep_identity *expected, hl_arena *arena)
{
    const char *end = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "result"));
    const char *trouble = foreign(root, expected);
    if (!end) return sweep_result_none(SWEEP_UNUSABLE, "its report.json is something else");
    if (trouble) return sweep_result_none(SWEEP_FOREIGN, trouble);
    const bool failed = strcmp(end, "failed") == 0;
    if (!failed && strcmp(end, "finished") != 0)
        return sweep_result_none(SWEEP_UNUSABLE, "it was stopped before its end");
    sweep_result result = sweep_result_none(failed ? SWEEP_FAILED : SWEEP_FINISHED, "");
    if (failed) result.why = text_of(root, "failure", arena);
    read_numbers(root, arena, &result);
    return result;
}

sweep_result sweep_result_read(const char *text, const sweep_identity *expected, hl_arena *arena)
{
    if (!text) return sweep_result_none(SWEEP_MISSING, "");
    cJSON *root = cJSON_Parse(text);
    const sweep_result result = root ? judge(root, expected, arena)
                                     : sweep_result_none(SWEEP_UNUSABLE, "its report.json was cut short");
    cJSON_Delete(root);
    return result;
}

bool sweep_result_kept(const sweep_result *result)
{
    return result->state == SWEEP_FINISHED || result->state == SWEEP_FAILED;
}

bool sweep_any_reached(const sweep_result *results, int count)
{
    for (int i = 0; i < count; i++)
        if (results[i].state == SWEEP_FINISHED && results[i].goal == SWEEP_GOAL_REACHED) return true;
    return false;
}

bool sweep_result_compares(const sweep_result *result, bool any_reached)
{
    return result->state == SWEEP_FINISHED && (!any_reached || result->goal == SWEEP_GOAL_REACHED);
}

const char *sweep_state_text(sweep_state state)
{
    switch (state) {
    case SWEEP_MISSING:
        return "missing";
    case SWEEP_UNUSABLE:
        return "unfinished";
    case SWEEP_FOREIGN:
        return "foreign";
    case SWEEP_FAILED:
        return "failed";
    case SWEEP_FINISHED:
        break;
    }
    return "finished";
}

const char *sweep_goal_text(sweep_goal goal)
{
    if (goal == SWEEP_NO_GOAL) return "";
    return goal == SWEEP_GOAL_REACHED ? "reached" : "missed";
}
