/* Results of a sweep as bar charts: scripts for gnuplot. */
#include "swp/result.h"

#include <math.h>
#include <string.h>

/* Colours of Okabe and Ito, which colour-blind readers can tell apart. */
static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                      "#56b4e9", "#d55e00", "#f0e442", "#999999"};
enum { COLOURS = sizeof colours / sizeof *colours };

static const double group_width = 0.8; /* of the distance between groups: room between them */
enum { LABELLED_BARS = 24 /* more have no room for their numbers */, LEVEL_LABELS = 12 };

/* ---- bars ---- */

/* One bar: the runs that share the values of the first two keys. */
typedef struct bar {
    int count;
    double place; /* on the axis: groups are at 0, 1, ... */
    double sum, least, most;
    const swp_result *first; /* of them */
} bar;

static int groups_of(const swp_grid *grid)
{
    return grid->axis_count > 0 ? grid->axes[0].count : 1;
}

static int bars_in_group(const swp_grid *grid)
{
    return grid->axis_count > 1 ? grid->axes[1].count : 1;
}

static bar bar_at(const swp_grid *grid, const swp_result *results, swp_measure measure, int group, int within)
{
    const double scale = swp_style_of(measure)->scale;
    const bool reached = swp_has_reached(results, grid->run_count);
    const int bars = bars_in_group(grid), rest = grid->run_count / (groups_of(grid) * bars);
    const int first = (group * bars + within) * rest; /* the last keys change first */
    bar b = {.place = group + (within - 0.5 * (bars - 1)) * group_width / bars,
             .least = HUGE_VAL,
             .most = -HUGE_VAL,
             .first = &results[first]};
    for (int i = first; i < first + rest; i++) {
        const double value = scale * results[i].measures[measure];
        if (!swp_result_compares(&results[i], reached) || !isfinite(value)) continue;
        b.count++;
        b.sum += value;
        b.least = fmin(b.least, value);
        b.most = fmax(b.most, value);
    }
    return b;
}

/* NaN: no run has a number */
static double largest(const swp_grid *grid, const swp_result *results, swp_measure measure)
{
    double most = (double)NAN;
    for (int group = 0; group < groups_of(grid); group++)
        for (int within = 0; within < bars_in_group(grid); within++) {
            const bar b = bar_at(grid, results, measure, group, within);
            if (b.count > 0) most = fmax(most, b.most); /* of NaN and a number fmax takes the number */
        }
    return most;
}

bool swp_plot_has_bars(const swp_grid *grid, const swp_result *results, swp_measure measure)
{
    return isfinite(largest(grid, results, measure));
}

/* ---- the script ---- */

/* A gnuplot string in single quotes; characters of `doubled`, with the quote, are doubled. */
static void print_doubling(const char *doubled, const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (strchr(doubled, *text)) fputc(*text, out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void print_quoted(const char *text, FILE *out)
{
    print_doubling("'", text, out);
}

/* A label at a tic is a format of numbers to gnuplot. */
static void print_tic(const char *text, FILE *out)
{
    print_doubling("'%", text, out);
}

/* place, mean, least, most: a block of data for each bar of a group */
static void print_data(const swp_grid *grid, const swp_result *results, swp_measure measure, FILE *out)
{
    for (int within = 0; within < bars_in_group(grid); within++) {
        fprintf(out, "$bars%d << END_OF_BARS\n", within);
        for (int group = 0; group < groups_of(grid); group++) {
            const bar b = bar_at(grid, results, measure, group, within);
            if (b.count == 0) continue;
            fprintf(out, "%.6g %.9g %.9g %.9g\n", b.place, b.sum / b.count, b.least, b.most);
        }
        fputs("END_OF_BARS\n", out);
    }
}

static const char *why_not(const swp_result *result)
{
    const bool reached = swp_result_compares(result, true); /* and has no number of this measure */
    if (result->state != SWP_FINISHED || result->goal == SWP_NO_GOAL || reached)
        return swp_state_text(result->state);
    return result->goal == SWP_GOAL_MISSED ? "goal missed" : swp_goal_text(result->goal);
}

/* Where there is no bar, write the reason. */
static void print_gaps(const swp_grid *grid, const swp_result *results, swp_measure measure, FILE *out)
{
    for (int group = 0; group < groups_of(grid); group++)
        for (int within = 0; within < bars_in_group(grid); within++) {
            const bar b = bar_at(grid, results, measure, group, within);
            if (b.count > 0) continue;
            fprintf(out, "set label '%s' at %.6g, graph 0.02 rotate by 90 textcolor rgb '#777777'\n",
                    why_not(b.first), b.place);
        }
}

static void print_groups(const swp_grid *grid, FILE *out)
{
    const int groups = groups_of(grid);
    fputs("set xtics nomirror scale 0 noenhanced (", out);
    for (int i = 0; i < groups; i++) {
        if (i > 0) fputs(", ", out);
        print_tic(grid->axis_count > 0 ? grid->axes[0].values[i] : "", out);
        fprintf(out, " %d", i);
    }
    fprintf(out, ")\n%s", groups > LEVEL_LABELS ? "set xtics rotate by -45\n" : "");
    fprintf(out, "set xrange [-0.6:%g]\n", groups - 0.4);
    if (grid->axis_count == 0) return;
    fputs("set xlabel ", out);
    print_quoted(grid->axes[0].label, out);
    fputs(" noenhanced\n", out);
}

static void print_title(const swp_grid *grid, swp_measure measure, FILE *out)
{
    char what[SWP_WHY / 2], title[SWP_WHY];
    const int further = grid->axis_count - 2;
    swp_title(swp_style_of(measure)->plot_title, measure, what, sizeof what);
    snprintf(title, sizeof title, "%s%s", what,
             further > 0 ? ": mean, minimum and maximum over the other keys" : "");
    fputs("set title ", out);
    print_quoted(title, out);
    fputs(" noenhanced\nset ylabel ", out);
    print_quoted(what, out);
    fputs(" noenhanced\n", out);
}

static void print_key(const swp_grid *grid, FILE *out)
{
    if (grid->axis_count < 2) {
        fputs("set nokey\n", out);
        return;
    }
    fputs("set key outside right top reverse Left samplen 2\nset key title ", out);
    print_quoted(grid->axes[1].label, out);
    fputs(" noenhanced\n", out);
}

/* From zero. Hits are whole numbers, and often none at all. */
static void print_range(double most, swp_measure measure, FILE *out)
{
    enum { FEW = 12 };
    fprintf(out, "set yrange [0:%s]\n", most > 0.0 ? "*" : "1");
    if (measure == SWP_HITS && most <= FEW) fputs("set ytics 1\n", out);
}

static void print_plot(const swp_grid *grid, swp_measure measure, FILE *out)
{
    const int bars = bars_in_group(grid);
    const bool whiskers = grid->axis_count > 2;
    const bool numbers = !whiskers && bars * groups_of(grid) <= LABELLED_BARS;
    fputs("plot ", out);
    for (int i = 0; i < bars; i++) {
        fprintf(out, "%s$bars%d using 1:2 with boxes linecolor rgb '%s' title ", i ? ", " : "", i,
                colours[i % COLOURS]);
        print_quoted(grid->axis_count > 1 ? grid->axes[1].values[i] : "", out);
        fputs(" noenhanced", out);
        if (whiskers)
            fprintf(out, ", $bars%d using 1:3:(0):($4-$3) with vectors heads size graph 0.006,90 %s", i,
                    "linecolor 'black' notitle");
        if (numbers)
            fprintf(out, ", $bars%d using 1:2:(sprintf('%%.%df', $2)) with labels offset 0,0.6 notitle", i,
                    swp_style_of(measure)->digits);
    }
    fputc('\n', out);
}

void swp_plot_script(const swp_grid *grid, const swp_result *results, swp_measure measure, FILE *out)
{
    print_data(grid, results, measure, out);
    print_title(grid, measure, out);
    print_gaps(grid, results, measure, out);
    print_groups(grid, out);
    print_key(grid, out);
    print_range(largest(grid, results, measure), measure, out);
    fputs("set offsets 0, 0, graph 0.08, 0\nset grid ytics\nset border 3\n"
          "set ytics nomirror\nset style fill solid 0.9 noborder\n",
          out);
    fprintf(out, "set boxwidth %.6g\n", 0.92 * group_width / bars_in_group(grid));
    for (int i = 0; i < 2; i++) {
        fprintf(out, "set terminal %s size 1200,800 font 'sans,13'\nset output '%s.%s'\n",
                i == 0 ? "pngcairo" : "svg", swp_style_of(measure)->plot, i == 0 ? "png" : "svg");
        print_plot(grid, measure, out);
        fputs("unset output\n", out);
    }
}
