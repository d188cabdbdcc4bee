/* sweep.json: what the results in a folder belong to. */
#include "sweep_manifest.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

/* ---- writing ---- */

static void add_files(cJSON *root, const inputs *files)
{
    cJSON *list = cJSON_AddArrayToObject(root, "inputs");
    for (int i = 0; i < files->count; i++) {
        cJSON *file = cJSON_CreateObject();
        cJSON_AddStringToObject(file, "path", files->files[i].path);
        cJSON_AddStringToObject(file, "hash", files->files[i].hash);
        cJSON_AddItemToArray(list, file);
    }
}

static void add_texts(cJSON *object, const char *key, const char *const *texts, int count)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(list, cJSON_CreateString(texts[i]));
}

static void add_grid(cJSON *root, const sweep_grid *grid)
{
    cJSON *list = cJSON_AddArrayToObject(root, "vary");
    for (int i = 0; i < grid->axis_count; i++) {
        cJSON *axis = cJSON_CreateObject();
        cJSON_AddStringToObject(axis, "key", grid->axes[i].key);
        add_texts(axis, "values", grid->axes[i].values, grid->axes[i].count);
        cJSON_AddItemToArray(list, axis);
    }
}

char *sweep_manifest_write(const sweep_plan *plan)
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
    add_texts(root, "set", plan->sets.texts, plan->sets.count);
    add_files(root, &plan->files);
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
    return text ? hl_arena_string(arena, text, strlen(text)) : NULL;
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

static bool read_files(const cJSON *list, hl_arena *arena, inputs *files)
{
    const int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (count < 1 || count > INPUTS_MOST) return false;
    for (int i = 0; i < count; i++) {
        const cJSON *file = cJSON_GetArrayItem(list, i);
        const char *hash = read_text(file, "hash", arena);
        files->files[i].path = read_text(file, "path", arena);
        if (!hash || !files->files[i].path) return false;
        snprintf(files->files[i].hash, INPUT_HASH, "%s", hash);
    }
    files->count = count;
    return true;
}

static bool read_grid(const cJSON *list, hl_arena *arena, sweep_grid *grid, char why[SWEEP_WHY])
{
    const cJSON *item;
    *grid = (sweep_grid){.run_count = 1};
    if (!cJSON_IsArray(list)) return false;
    cJSON_ArrayForEach(item, list)
    {
        const char *values[SWEEP_VALUES], *key = read_text(item, "key", arena);
        const int count =
            read_texts(cJSON_GetObjectItemCaseSensitive(item, "values"), values, SWEEP_VALUES, arena);
        if (!key || count < 1 || !sweep_grid_add_axis(grid, key, values, count, arena, why)) return false;
    }
    return true;
}

static bool read_plan(const cJSON *root, hl_arena *arena, sweep_plan *plan, char why[SWEEP_WHY])
{
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "headland"));
    const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(root, "seconds");
    snprintf(why, SWEEP_WHY, "it is no manifest of a sweep");
    if (!kind || strcmp(kind, "sweep") != 0 || !cJSON_IsNumber(seconds)) return false;
    plan->seconds = seconds->valuedouble;
    plan->program = read_text(root, "program", arena);
    plan->scenario = read_text(root, "scenario", arena);
    plan->script = read_text(root, "operator", arena);
    plan->sets.count =
        read_texts(cJSON_GetObjectItemCaseSensitive(root, "set"), plan->sets.texts, OPTION_LIST_MOST, arena);
    return plan->program && plan->scenario && plan->sets.count >= 0 &&
           read_files(cJSON_GetObjectItemCaseSensitive(root, "inputs"), arena, &plan->files) &&
           read_grid(cJSON_GetObjectItemCaseSensitive(root, "vary"), arena, &plan->grid, why);
}

bool sweep_manifest_read(const char *text, hl_arena *arena, sweep_plan *plan, char why[SWEEP_WHY])
{
    cJSON *root = cJSON_Parse(text);
    *plan = (sweep_plan){0};
    snprintf(why, SWEEP_WHY, "it is no JSON");
    const bool good = root && read_plan(root, arena, plan, why);
    cJSON_Delete(root);
    return good;
}

/* ---- comparing ---- */

static bool files_agree(const inputs *old, const inputs *now, char why[SWEEP_WHY])
{
    if (old->count != now->count) {
        snprintf(why, SWEEP_WHY, "its results come from %d authored files, these are %d", old->count,
                 now->count);
        return false;
    }
    for (int i = 0; i < now->count; i++) {
        if (strcmp(old->files[i].hash, now->files[i].hash) == 0) continue;
        snprintf(why, SWEEP_WHY, "%.400s has changed, or is another file", now->files[i].path);
        return false;
    }
    return true;
}

static bool sets_agree(const option_list *old, const option_list *now)
{
    if (old->count != now->count) return false;
    for (int i = 0; i < now->count; i++)
        if (strcmp(old->texts[i], now->texts[i]) != 0) return false;
    return true;
}

static bool keys_agree(const sweep_grid *old, const sweep_grid *now)
{
    if (old->axis_count != now->axis_count) return false;
    for (int i = 0; i < now->axis_count; i++)
        if (strcmp(old->axes[i].key, now->axes[i].key) != 0) return false;
    return true;
}

bool sweep_manifest_agrees(const sweep_plan *old, const sweep_plan *now, char why[SWEEP_WHY])
{
    if (strcmp(old->program, now->program) != 0) {
        snprintf(why, SWEEP_WHY, "its results come from another build (%.100s; this is %.100s)", old->program,
                 now->program);
        return false;
    }
    if (!files_agree(&old->files, &now->files, why)) return false;
    if (old->seconds < now->seconds || old->seconds > now->seconds) {
        snprintf(why, SWEEP_WHY, "its runs have another --seconds");
        return false;
    }
    if (!sets_agree(&old->sets, &now->sets)) {
        snprintf(why, SWEEP_WHY, "its runs have other --set");
        return false;
    }
    if (keys_agree(&old->grid, &now->grid)) return true;
    snprintf(why, SWEEP_WHY, "its runs vary other keys");
    return false;
}
