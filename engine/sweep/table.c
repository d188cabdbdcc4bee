/* Results of a sweep as a table. */
#include "swp/result.h"

#include "file/json.h"
#include "hl/csv.h"

#include <math.h>
#include <string.h>

/* ---- the best ---- */

double swp_best(const swp_result *results, int count, swp_measure measure)
{
    const bool goal = swp_has_reached(results, count);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double value = results[i].measures[measure];
        if (!swp_result_compares(&results[i], goal) || !isfinite(value)) continue;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    if (!(most > least)) return (double)NAN;
    return swp_style_of(measure)->more_is_better ? most : least;
}

/* ---- cells ---- */

enum { CELL = 64 };

/* What is printed, and which columns it has. */
typedef struct page {
    const swp_grid *grid;
    const swp_result *results;
    int name_width, goal_width;
    bool goal, shown[SWP_MEASURES]; /* columns; with that of the peak goes whose it is */
    bool reached;                   /* some run reached the goal, or finished the exercise */
    bool of_an_exercise;
    double best[SWP_MEASURES];
} page;

/* Among runs that reached the goal a missed one may have the same number: it is not marked. */
static bool is_best(const page *p, const swp_result *result, swp_measure measure)
{
    const double best = p->best[measure], value = result->measures[measure];
    return isfinite(best) && !(value < best) && !(value > best) && swp_result_compares(result, p->reached);
}

static void print_measure(const page *p, const swp_result *result, swp_measure measure, FILE *out)
{
    char cell[CELL] = "-";
    const swp_look *look = swp_style_of(measure);
    if (isfinite(result->measures[measure]))
        snprintf(cell, sizeof cell, "%.*f", look->digits, look->scale * result->measures[measure]);
    fprintf(out, " %11s%s", cell, is_best(p, result, measure) ? "*" : " ");
}

static void print_row(const page *p, int run, FILE *out)
{
    char name[SWP_NAME_MOST];
    const swp_result *result = &p->results[run];
    swp_grid_name(p->grid, run, name);
    fprintf(out, "%-*s  %-10s", p->name_width, name, swp_state_text(result->state));
    const char *goal = swp_goal_text(result->goal);
    if (p->goal) fprintf(out, "  %-*s", p->goal_width, *goal ? goal : "-");
    for (int m = 0; m < SWP_MEASURES; m++)
        if (p->shown[m]) print_measure(p, result, (swp_measure)m, out);
    fprintf(out, "%s%s\n", *result->peak_signal ? "  " : "", result->peak_signal);
}

static void print_head(const page *p, FILE *out)
{
    fprintf(out, "%-*s  %-10s", p->name_width, "run", "result");
    if (p->goal) fprintf(out, "  %-*s", p->goal_width, "goal");
    for (int m = 0; m < SWP_MEASURES; m++) {
        char title[CELL];
        if (!p->shown[m]) continue;
        swp_title(swp_style_of((swp_measure)m)->title, (swp_measure)m, title, sizeof title);
        fprintf(out, " %11s ", title);
    }
    fprintf(out, "%s\n", p->shown[SWP_PEAK] ? "  peak of" : "");
}

static int widest(int width, const char *text)
{
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static page look_at(const swp_grid *grid, const swp_result *results)
{
    page p = {.grid = grid,
              .results = results,
              .name_width = 3,
              .goal_width = 7,
              .reached = swp_has_reached(results, grid->run_count)};
    for (int i = 0; i < grid->run_count; i++) {
        char name[SWP_NAME_MOST];
        swp_grid_name(grid, i, name);
        p.name_width = widest(p.name_width, name);
        p.goal_width = widest(p.goal_width, swp_goal_text(results[i].goal));
        if (results[i].goal != SWP_NO_GOAL) p.goal = true;
        if (results[i].goal >= SWP_EXERCISE_FAILED) p.of_an_exercise = true;
        for (int m = 0; m < SWP_MEASURES; m++)
            if (isfinite(results[i].measures[m])) p.shown[m] = true;
    }
    for (int m = 0; m < SWP_MEASURES; m++) p.best[m] = swp_best(results, grid->run_count, (swp_measure)m);
    return p;
}

static void print_reasons(const page *p, FILE *out)
{
    for (int i = 0; i < p->grid->run_count; i++) {
        char name[SWP_NAME_MOST];
        const swp_result *result = &p->results[i];
        if (*result->why == '\0') continue;
        swp_grid_name(p->grid, i, name);
        fprintf(out, "%s: %s\n", name, result->why);
    }
}

static bool any_best(const page *p)
{
    for (int m = 0; m < SWP_MEASURES; m++)
        if (isfinite(p->best[m])) return true;
    return false;
}

static const char *of_whom(const page *p)
{
    if (!p->reached) return "";
    return p->of_an_exercise ? ", of the runs that finished the exercise"
                             : ", of the runs that reached the goal";
}

void swp_print_table(const swp_grid *grid, const swp_result *results, FILE *out)
{
    const page p = look_at(grid, results);
    print_head(&p, out);
    for (int i = 0; i < grid->run_count; i++) print_row(&p, i, out);
    if (any_best(&p)) fprintf(out, "* best value of the column%s\n", of_whom(&p));
    print_reasons(&p, out);
}

/* ---- files ---- */

/* Results of a sweep for programs: CSV and JSON. */

/* ---- CSV ---- */

static void print_number(double value, FILE *out)
{
    fputc(',', out);
    hl_csv_number(out, value, 17);
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
        hl_csv_text(out, grid->axes[i].key);
    }
    fputs(",result,goal", out);
    for (int m = 0; m < SWP_MEASURES; m++) fprintf(out, ",%s", swp_style_of((swp_measure)m)->key);
    fputs(",peak_signal", out);
    for (int i = 0; i < model->zone_count; i++) {
        char signal[256];
        snprintf(signal, sizeof signal, "zone.%s.mass", model->zones[i].name);
        fputc(',', out);
        hl_csv_text(out, signal);
    }
    for (int i = 0; i < model->peak_count; i++) {
        fputc(',', out);
        hl_csv_text(out, model->peaks[i].name);
    }
    fputs(",wall_seconds,state_hash,why\n#", out);
    for (int i = 0; i < grid->axis_count + 2; i++) fputc(',', out);
    for (int m = 0; m < SWP_MEASURES; m++) fprintf(out, ",%s", swp_style_of((swp_measure)m)->files_unit);
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
    hl_csv_text(out, name);
    for (int i = 0; i < grid->axis_count; i++) {
        fputc(',', out);
        hl_csv_text(out, grid->axes[i].values[swp_grid_value(grid, run, i)]);
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
    hl_csv_text(out, result->why);
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
        json_add_number(object, swp_style_of((swp_measure)m)->key, result->measures[m]);
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
        json_add_number(best, swp_style_of((swp_measure)m)->key,
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
