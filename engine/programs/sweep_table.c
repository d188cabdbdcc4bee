/* Results of a sweep side by side, for people. */
#include "sweep_table.h"

#include <math.h>
#include <string.h>

static const sweep_column columns[SWEEP_MEASURES] = {
    [SWEEP_TIME] = {"time", "s", 1.0, 2, false},         [SWEEP_FUEL] = {"fuel", "l", 1.0, 3, false},
    [SWEEP_MASS] = {"mass", "kg", 1.0, 0, true},         [SWEEP_HITS] = {"hits", "", 1.0, 0, false},
    [SWEEP_IMPULSE] = {"impulse", "N s", 1.0, 0, false}, [SWEEP_PEAK] = {"peak", "bar", 1e-5, 1, false},
    [SWEEP_FACTOR] = {"speed", "x", 1.0, 1, true}, /* times real time */
};

const sweep_column *sweep_column_of(sweep_measure measure)
{
    return &columns[measure];
}

/* ---- the best ---- */

double sweep_best(const sweep_result *results, int count, sweep_measure measure)
{
    const bool goal = sweep_any_reached(results, count);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double value = results[i].measures[measure];
        if (!sweep_result_compares(&results[i], goal) || !isfinite(value)) continue;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    if (!(most > least)) return (double)NAN;
    return columns[measure].more_is_better ? most : least;
}

/* ---- cells ---- */

enum { CELL = 64 };

typedef struct look {
    const sweep_grid *grid;
    const sweep_result *results;
    int name_width;
    bool goal, reached, shown[SWEEP_MEASURES], signal;
    double best[SWEEP_MEASURES];
} look;

/* Among runs that reached the goal a missed one may have the same number: it is not marked. */
static bool is_best(const look *l, const sweep_result *result, sweep_measure measure)
{
    const double best = l->best[measure], value = result->measures[measure];
    return isfinite(best) && !(value < best) && !(value > best) && sweep_result_compares(result, l->reached);
}

static void print_measure(const look *l, const sweep_result *result, sweep_measure measure, FILE *out)
{
    char cell[CELL] = "-";
    const sweep_column *column = &columns[measure];
    if (isfinite(result->measures[measure]))
        snprintf(cell, sizeof cell, "%.*f", column->digits, column->scale * result->measures[measure]);
    fprintf(out, " %11s%s", cell, is_best(l, result, measure) ? "*" : " ");
}

static void print_row(const look *l, int run, FILE *out)
{
    char name[SWEEP_NAME_MOST];
    const sweep_result *result = &l->results[run];
    sweep_grid_name(l->grid, run, name);
    fprintf(out, "%-*s  %-10s", l->name_width, name, sweep_state_text(result->state));
    const char *goal = sweep_goal_text(result->goal);
    if (l->goal) fprintf(out, "  %-7s", *goal ? goal : "-");
    for (int m = 0; m < SWEEP_MEASURES; m++)
        if (l->shown[m]) print_measure(l, result, (sweep_measure)m, out);
    fprintf(out, "%s%s\n", *result->peak_signal ? "  " : "", result->peak_signal);
}

static void print_head(const look *l, FILE *out)
{
    fprintf(out, "%-*s  %-10s", l->name_width, "run", "result");
    if (l->goal) fprintf(out, "  %-7s", "goal");
    for (int m = 0; m < SWEEP_MEASURES; m++) {
        char title[CELL];
        const bool unit = *columns[m].unit != '\0';
        if (!l->shown[m]) continue;
        snprintf(title, sizeof title, "%s%s%s%s", columns[m].title, unit ? " [" : "", columns[m].unit,
                 unit ? "]" : "");
        fprintf(out, " %11s ", title);
    }
    fprintf(out, "%s\n", l->signal ? "  peak of" : "");
}

static look look_at(const sweep_grid *grid, const sweep_result *results)
{
    look l = {.grid = grid,
              .results = results,
              .name_width = 3,
              .reached = sweep_any_reached(results, grid->run_count)};
    for (int i = 0; i < grid->run_count; i++) {
        char name[SWEEP_NAME_MOST];
        sweep_grid_name(grid, i, name);
        if ((int)strlen(name) > l.name_width) l.name_width = (int)strlen(name);
        if (results[i].goal != SWEEP_NO_GOAL) l.goal = true;
        for (int m = 0; m < SWEEP_MEASURES; m++)
            if (isfinite(results[i].measures[m])) l.shown[m] = true;
    }
    l.signal = l.shown[SWEEP_PEAK];
    for (int m = 0; m < SWEEP_MEASURES; m++)
        l.best[m] = sweep_best(results, grid->run_count, (sweep_measure)m);
    return l;
}

static void print_reasons(const look *l, FILE *out)
{
    for (int i = 0; i < l->grid->run_count; i++) {
        char name[SWEEP_NAME_MOST];
        const sweep_result *result = &l->results[i];
        if (*result->why == '\0') continue;
        sweep_grid_name(l->grid, i, name);
        fprintf(out, "%s: %s\n", name, result->why);
    }
}

static bool any_best(const look *l)
{
    for (int m = 0; m < SWEEP_MEASURES; m++)
        if (isfinite(l->best[m])) return true;
    return false;
}

void sweep_print_table(const sweep_grid *grid, const sweep_result *results, FILE *out)
{
    const look l = look_at(grid, results);
    print_head(&l, out);
    for (int i = 0; i < grid->run_count; i++) print_row(&l, i, out);
    if (any_best(&l))
        fprintf(out, "* the best of its column%s\n", l.reached ? ", of the runs that reached the goal" : "");
    print_reasons(&l, out);
}
