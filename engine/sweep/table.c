/* Results of a sweep side by side, for people. */
#include "swp/table.h"

#include <math.h>
#include <string.h>

/* ---- the best ---- */

double swp_best(const swp_result *results, int count, swp_measure measure)
{
    const bool goal = swp_any_reached(results, count);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double value = results[i].measures[measure];
        if (!swp_result_compares(&results[i], goal) || !isfinite(value)) continue;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    if (!(most > least)) return (double)NAN;
    return swp_look_of(measure)->more_is_better ? most : least;
}

/* ---- cells ---- */

enum { CELL = 64 };

typedef struct page {
    const swp_grid *grid;
    const swp_result *results;
    int name_width;
    bool goal, reached, shown[SWP_MEASURES], signal;
    double best[SWP_MEASURES];
} page;

/* Among runs that reached the goal a missed one may have the same number: it is not marked. */
static bool is_best(const page *l, const swp_result *result, swp_measure measure)
{
    const double best = l->best[measure], value = result->measures[measure];
    return isfinite(best) && !(value < best) && !(value > best) && swp_result_compares(result, l->reached);
}

static void print_measure(const page *l, const swp_result *result, swp_measure measure, FILE *out)
{
    char cell[CELL] = "-";
    const swp_look *look = swp_look_of(measure);
    if (isfinite(result->measures[measure]))
        snprintf(cell, sizeof cell, "%.*f", look->digits, look->scale * result->measures[measure]);
    fprintf(out, " %11s%s", cell, is_best(l, result, measure) ? "*" : " ");
}

static void print_row(const page *l, int run, FILE *out)
{
    char name[SWP_NAME_MOST];
    const swp_result *result = &l->results[run];
    swp_grid_name(l->grid, run, name);
    fprintf(out, "%-*s  %-10s", l->name_width, name, swp_state_text(result->state));
    const char *goal = swp_goal_text(result->goal);
    if (l->goal) fprintf(out, "  %-7s", *goal ? goal : "-");
    for (int m = 0; m < SWP_MEASURES; m++)
        if (l->shown[m]) print_measure(l, result, (swp_measure)m, out);
    fprintf(out, "%s%s\n", *result->peak_signal ? "  " : "", result->peak_signal);
}

static void print_head(const page *l, FILE *out)
{
    fprintf(out, "%-*s  %-10s", l->name_width, "run", "result");
    if (l->goal) fprintf(out, "  %-7s", "goal");
    for (int m = 0; m < SWP_MEASURES; m++) {
        char title[CELL];
        if (!l->shown[m]) continue;
        swp_title(swp_look_of((swp_measure)m)->title, (swp_measure)m, title, sizeof title);
        fprintf(out, " %11s ", title);
    }
    fprintf(out, "%s\n", l->signal ? "  peak of" : "");
}

static page look_at(const swp_grid *grid, const swp_result *results)
{
    page l = {.grid = grid,
              .results = results,
              .name_width = 3,
              .reached = swp_any_reached(results, grid->run_count)};
    for (int i = 0; i < grid->run_count; i++) {
        char name[SWP_NAME_MOST];
        swp_grid_name(grid, i, name);
        if ((int)strlen(name) > l.name_width) l.name_width = (int)strlen(name);
        if (results[i].goal != SWP_NO_GOAL) l.goal = true;
        for (int m = 0; m < SWP_MEASURES; m++)
            if (isfinite(results[i].measures[m])) l.shown[m] = true;
    }
    l.signal = l.shown[SWP_PEAK];
    for (int m = 0; m < SWP_MEASURES; m++) l.best[m] = swp_best(results, grid->run_count, (swp_measure)m);
    return l;
}

static void print_reasons(const page *l, FILE *out)
{
    for (int i = 0; i < l->grid->run_count; i++) {
        char name[SWP_NAME_MOST];
        const swp_result *result = &l->results[i];
        if (*result->why == '\0') continue;
        swp_grid_name(l->grid, i, name);
        fprintf(out, "%s: %s\n", name, result->why);
    }
}

static bool any_best(const page *l)
{
    for (int m = 0; m < SWP_MEASURES; m++)
        if (isfinite(l->best[m])) return true;
    return false;
}

void swp_print_table(const swp_grid *grid, const swp_result *results, FILE *out)
{
    const page l = look_at(grid, results);
    print_head(&l, out);
    for (int i = 0; i < grid->run_count; i++) print_row(&l, i, out);
    if (any_best(&l))
        fprintf(out, "* the best of its column%s\n", l.reached ? ", of the runs that reached the goal" : "");
    print_reasons(&l, out);
}
