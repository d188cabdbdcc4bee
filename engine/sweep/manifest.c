/* The plan of a sweep and its manifest file. */
#include "swp/plan.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

/* ---- plans ---- */

/* A sweep as it was asked for. */

static bool refuse(char why[SWP_WHY], const char *text)
{
    snprintf(why, SWP_WHY, "%s", text);
    return false;
}

bool swp_is_line(const char *text)
{
    return !text || !strpbrk(text, "\r\n");
}

static bool check_lines(const swp_plan *plan, char why[SWP_WHY])
{
    bool good = swp_is_line(plan->scenario) && swp_is_line(plan->script);
    for (int i = 0; i < plan->set_count; i++) good = good && swp_is_line(plan->sets[i]);
    return good || refuse(why, "paths and settings must not contain line breaks");
}

static bool check_script(const char *script, char why[SWP_WHY])
{
    if (!script || (strcmp(script, "devices") != 0 && strcmp(script, "keyboard") != 0)) return true;
    return refuse(why, "a sweep needs an operator script: give --operator SCRIPT");
}

static bool make_grid(swp_grid *grid, const char *const *vary, int count, hl_arena *arena, char why[SWP_WHY])
{
    *grid = (swp_grid){.run_count = 1};
    for (int i = 0; i < count; i++)
        if (!swp_grid_add(grid, vary[i], arena, why)) return false;
    return grid->axis_count > 0 || refuse(why, "no key is varied; give --vary KEY=V1,V2,...");
}

static bool check_sets(const swp_plan *plan, char why[SWP_WHY])
{
    for (int i = 0; i < plan->set_count; i++) {
        char key[256];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(plan->sets[i], "="), plan->sets[i]);
        if (!swp_grid_has(&plan->grid, key)) continue;
        snprintf(why, SWP_WHY, "'%s' is both in --set and in --vary", key);
        return false;
    }
    return plan->set_count + plan->grid.axis_count < SWP_SETS || refuse(why, "too many --set");
}

bool swp_plan_vary(swp_plan *plan, const char *const *vary, int count, hl_arena *arena, char why[SWP_WHY])
{
    return check_lines(plan, why) && check_script(plan->script, why) &&
           make_grid(&plan->grid, vary, count, arena, why) && check_sets(plan, why);
}

/* ---- manifests ---- */

/* sweep.json: what the results in a folder belong to. */

/* ---- writing ---- */

static void add_files(cJSON *root, const swp_plan *plan)
{
    cJSON *list = cJSON_AddArrayToObject(root, "inputs");
    for (int i = 0; i < plan->file_count; i++) {
        cJSON *file = cJSON_CreateObject();
        cJSON_AddStringToObject(file, "path", plan->files[i].path);
        cJSON_AddStringToObject(file, "hash", plan->files[i].hash);
        cJSON_AddItemToArray(list, file);
    }
}

static void add_texts(cJSON *object, const char *key, const char *const *texts, int count)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(list, cJSON_CreateString(texts[i]));
}

static void add_grid(cJSON *root, const swp_grid *grid)
{
    cJSON *list = cJSON_AddArrayToObject(root, "vary");
    for (int i = 0; i < grid->axis_count; i++) {
        cJSON *axis = cJSON_CreateObject();
        cJSON_AddStringToObject(axis, "key", grid->axes[i].key);
        add_texts(axis, "values", grid->axes[i].values, grid->axes[i].count);
        cJSON_AddItemToArray(list, axis);
    }
}

char *swp_manifest_write(const swp_plan *plan)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "headland", "sweep");
    cJSON_AddNumberToObject(root, "version", 1);
    cJSON_AddStringToObject(root, "program", plan->program);
    cJSON_AddStringToObject(root, "scenario", plan->scenario);
    if (plan->script)
        cJSON_AddStringToObject(root, "operator", plan->script);
    else
        cJSON_AddNullToObject(root, "operator");
    cJSON_AddNumberToObject(root, "seconds", plan->seconds);
    add_texts(root, "set", plan->sets, plan->set_count);
    add_files(root, plan);
    add_grid(root, &plan->grid);
    cJSON_AddNumberToObject(root, "runs", plan->grid.run_count);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    return text;
}

/* ---- reading ---- */

static const char *copy_of(const cJSON *item, hl_arena *arena)
{
    const char *text = cJSON_GetStringValue(item);
    return text ? hl_arena_text(arena, text) : NULL;
}

static const char *read_text(const cJSON *object, const char *key, hl_arena *arena)
{
    return copy_of(cJSON_GetObjectItemCaseSensitive(object, key), arena);
}

/* @return how many; -1: it is no list of at most so many texts */
static int read_texts(const cJSON *list, const char **texts, int most, hl_arena *arena)
{
    const int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1;
    if (count > most) return -1;
    for (int i = 0; i < count; i++) {
        texts[i] = copy_of(cJSON_GetArrayItem(list, i), arena);
        if (!texts[i]) return -1;
    }
    return count;
}

static bool read_sets(const cJSON *list, hl_arena *arena, swp_plan *plan)
{
    const char **sets = HL_NEW(arena, const char *, SWP_SETS);
    plan->sets = sets;
    plan->set_count = sets ? read_texts(list, sets, SWP_SETS, arena) : -1;
    return plan->set_count >= 0;
}

static bool read_files(const cJSON *list, hl_arena *arena, swp_plan *plan)
{
    const int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    swp_file *files = HL_NEW(arena, swp_file, count);
    if (count < 1 || !files) return false;
    for (int i = 0; i < count; i++) {
        const cJSON *file = cJSON_GetArrayItem(list, i);
        files[i] = (swp_file){.path = read_text(file, "path", arena), .hash = read_text(file, "hash", arena)};
        if (!files[i].path || !files[i].hash) return false;
    }
    plan->files = files;
    plan->file_count = count;
    return true;
}

static bool read_grid(const cJSON *list, hl_arena *arena, swp_grid *grid, char why[SWP_WHY])
{
    const cJSON *item;
    *grid = (swp_grid){.run_count = 1};
    if (!cJSON_IsArray(list)) return false;
    cJSON_ArrayForEach(item, list)
    {
        const char *values[SWP_VALUES], *key = read_text(item, "key", arena);
        const int count =
            read_texts(cJSON_GetObjectItemCaseSensitive(item, "values"), values, SWP_VALUES, arena);
        if (!key || count < 1 || !swp_grid_add_axis(grid, key, values, count, arena, why)) return false;
    }
    return true;
}

static bool read_plan(const cJSON *root, hl_arena *arena, swp_plan *plan, char why[SWP_WHY])
{
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "headland"));
    const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(root, "seconds");
    snprintf(why, SWP_WHY, "it is not the manifest of a sweep");
    if (!kind || strcmp(kind, "sweep") != 0 || !cJSON_IsNumber(seconds)) return false;
    plan->seconds = seconds->valuedouble;
    plan->program = read_text(root, "program", arena);
    plan->scenario = read_text(root, "scenario", arena);
    plan->script = read_text(root, "operator", arena);
    return plan->program && plan->scenario &&
           read_sets(cJSON_GetObjectItemCaseSensitive(root, "set"), arena, plan) &&
           read_files(cJSON_GetObjectItemCaseSensitive(root, "inputs"), arena, plan) &&
           read_grid(cJSON_GetObjectItemCaseSensitive(root, "vary"), arena, &plan->grid, why);
}

bool swp_manifest_read(const char *text, hl_arena *arena, swp_plan *plan, char why[SWP_WHY])
{
    cJSON *root = cJSON_Parse(text);
    *plan = (swp_plan){0};
    snprintf(why, SWP_WHY, "it is not valid JSON");
    const bool good = root && read_plan(root, arena, plan, why);
    cJSON_Delete(root);
    return good;
}

/* ---- comparing ---- */

static bool files_agree(const swp_plan *old, const swp_plan *now, char why[SWP_WHY])
{
    if (old->file_count != now->file_count) {
        snprintf(why, SWP_WHY, "its results were computed from %d authored files, not %d", old->file_count,
                 now->file_count);
        return false;
    }
    for (int i = 0; i < now->file_count; i++) {
        if (strcmp(old->files[i].hash, now->files[i].hash) == 0) continue;
        snprintf(why, SWP_WHY, "%.400s has changed, or is a different file", now->files[i].path);
        return false;
    }
    return true;
}

static bool sets_agree(const swp_plan *old, const swp_plan *now)
{
    if (old->set_count != now->set_count) return false;
    for (int i = 0; i < now->set_count; i++)
        if (strcmp(old->sets[i], now->sets[i]) != 0) return false;
    return true;
}

static bool keys_agree(const swp_grid *old, const swp_grid *now)
{
    if (old->axis_count != now->axis_count) return false;
    for (int i = 0; i < now->axis_count; i++)
        if (strcmp(old->axes[i].key, now->axes[i].key) != 0) return false;
    return true;
}

bool swp_manifest_agrees(const swp_plan *old, const swp_plan *now, char why[SWP_WHY])
{
    if (strcmp(old->program, now->program) != 0) {
        snprintf(why, SWP_WHY, "its results were computed by a different build (%.100s; this is %.100s)",
                 old->program, now->program);
        return false;
    }
    if (!files_agree(old, now, why)) return false;
    if (old->seconds < now->seconds || old->seconds > now->seconds) {
        snprintf(why, SWP_WHY, "its runs have a different --seconds");
        return false;
    }
    if (!sets_agree(old, now)) {
        snprintf(why, SWP_WHY, "its runs have different --set");
        return false;
    }
    if (keys_agree(&old->grid, &now->grid)) return true;
    snprintf(why, SWP_WHY, "its runs vary different keys");
    return false;
}
