/* Results of a sweep for programs: CSV and JSON. */
#include "swp/table.h"

#include "file/json.h"

#include <math.h>
#include <string.h>

/* ---- CSV ---- */

/* RFC 4180: what has commas or quotes stands in quotes, and quotes are doubled. */
static void print_text(const char *text, FILE *out)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_number(double value, FILE *out)
{
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.17g", value);
}

static double value_of(const swp_named *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0) return list[i].value;
    return (double)NAN;
}

/* Runs of one scenario have the same zones and signals: those of the first that has a report. */
static const swp_result *model_of(const swp_grid *grid, const swp_result *results)
{
    for (int i = 0; i < grid->run_count; i++)
        if (swp_result_kept(&results[i])) return &results[i];
    return &results[0];
}

static void print_heads(const swp_grid *grid, const swp_result *model, FILE *out)
{
    fputs("run", out);
    for (int i = 0; i < grid->axis_count; i++) {
        fputc(',', out);
        print_text(grid->axes[i].key, out);
    }
    fputs(",result,goal", out);
    for (int m = 0; m < SWP_MEASURES; m++) fprintf(out, ",%s", swp_look_of((swp_measure)m)->key);
    fputs(",peak_signal", out);
    for (int i = 0; i < model->zone_count; i++) {
        char signal[256];
        snprintf(signal, sizeof signal, "zone.%s.mass", model->zones[i].name);
        fputc(',', out);
        print_text(signal, out);
    }
    for (int i = 0; i < model->peak_count; i++) {
        fputc(',', out);
        print_text(model->peaks[i].name, out);
    }
    fputs(",wall_seconds,state_hash,why\n#", out);
    for (int i = 0; i < grid->axis_count + 2; i++) fputc(',', out);
    for (int m = 0; m < SWP_MEASURES; m++) fprintf(out, ",%s", swp_look_of((swp_measure)m)->files_unit);
    fputc(',', out);
    for (int i = 0; i < model->zone_count; i++) fputs(",kg", out);
    for (int i = 0; i < model->peak_count; i++) fputs(",Pa", out);
    fputs(",s,,\n", out);
}

static void print_line(const swp_grid *grid, int run, const swp_result *model, const swp_result *result,
                       FILE *out)
{
    char name[SWP_NAME_MOST];
    swp_grid_name(grid, run, name);
    print_text(name, out);
    for (int i = 0; i < grid->axis_count; i++) {
        fputc(',', out);
        print_text(grid->axes[i].values[swp_grid_value(grid, run, i)], out);
    }
    fprintf(out, ",%s,%s", swp_state_text(result->state), swp_goal_text(result->goal));
    for (int m = 0; m < SWP_MEASURES; m++) print_number(result->measures[m], out);
    fprintf(out, ",%s", result->peak_signal);
    for (int i = 0; i < model->zone_count; i++)
        print_number(value_of(result->zones, result->zone_count, model->zones[i].name), out);
    for (int i = 0; i < model->peak_count; i++)
        print_number(value_of(result->peaks, result->peak_count, model->peaks[i].name), out);
    print_number(result->wall, out);
    fprintf(out, ",%s,", result->state_hash);
    print_text(result->why, out);
    fputc('\n', out);
}

void swp_print_csv(const swp_grid *grid, const swp_result *results, FILE *out)
{
    const swp_result *model = model_of(grid, results);
    print_heads(grid, model, out);
    for (int i = 0; i < grid->run_count; i++) print_line(grid, i, model, &results[i], out);
}

/* ---- JSON ---- */

static void add_named(cJSON *object, const char *key, const swp_named *list, int count)
{
    cJSON *named = cJSON_AddObjectToObject(object, key);
    for (int i = 0; i < count; i++) json_add_number(named, list[i].name, list[i].value);
}

static cJSON *make_run(const swp_grid *grid, int run, const swp_result *result)
{
    char name[SWP_NAME_MOST];
    cJSON *object = cJSON_CreateObject();
    swp_grid_name(grid, run, name);
    json_add_text(object, "run", name);
    cJSON *set = cJSON_AddObjectToObject(object, "set");
    for (int i = 0; i < grid->axis_count; i++)
        cJSON_AddStringToObject(set, grid->axes[i].key, grid->axes[i].values[swp_grid_value(grid, run, i)]);
    json_add_text(object, "result", swp_state_text(result->state));
    json_add_text(object, "why", result->why);
    json_add_text(object, "goal", swp_goal_text(result->goal));
    for (int m = 0; m < SWP_MEASURES; m++)
        json_add_number(object, swp_look_of((swp_measure)m)->key, result->measures[m]);
    json_add_text(object, "peak_signal", result->peak_signal);
    add_named(object, "zones", result->zones, result->zone_count);
    add_named(object, "peaks", result->peaks, result->peak_count);
    json_add_number(object, "wall_seconds", result->wall);
    json_add_text(object, "state_hash", result->state_hash);
    return object;
}

/* The best value of each measure, as the table marks it. */
static void add_best(cJSON *root, const swp_grid *grid, const swp_result *results)
{
    cJSON *best = cJSON_AddObjectToObject(root, "best");
    for (int m = 0; m < SWP_MEASURES; m++)
        json_add_number(best, swp_look_of((swp_measure)m)->key,
                        swp_best(results, grid->run_count, (swp_measure)m));
}

bool swp_print_json(const swp_grid *grid, const swp_result *results, FILE *out)
{
    cJSON *root = cJSON_CreateObject();
    cJSON *runs = cJSON_AddArrayToObject(root, "runs");
    for (int i = 0; i < grid->run_count; i++) cJSON_AddItemToArray(runs, make_run(grid, i, &results[i]));
    add_best(root, grid, results);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) return false;
    fprintf(out, "%s\n", text);
    cJSON_free(text);
    return true;
}
