/* Figures over time: fuel, hits, movement of the controls, `plots:` of the scenario; and the list of all
 * figures. */
#include "figures.h"
#include "words.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 420 /* [px] */ };

static const auth_plot *plot_of(const train_debrief *debrief, int figure)
{
    return &debrief->scenario->training.plots[figure - TRAIN_FIGURE_SIGNAL];
}

static const char *signal_of(const train_debrief *debrief, int figure)
{
    static const char *const signals[TRAIN_FIGURE_SIGNAL] = {[TRAIN_FIGURE_FUEL] = "fuel.used",
                                                             [TRAIN_FIGURE_HITS] = "hits.count",
                                                             [TRAIN_FIGURE_CONTROLS] = "controls.travel"};
    return figure < TRAIN_FIGURE_SIGNAL ? signals[figure] : plot_of(debrief, figure)->signal;
}

static const double shortest = 1.0; /* [s] of a step of movement: shorter ones show single moves */

/* A curve has at least two points. */
static bool has(const train_debrief *debrief, int figure, int drive)
{
    const train_trace *trace = &debrief->drives[drive].trace;
    if (trace->rows < 2 || train_trace_find(trace, signal_of(debrief, figure)) < 0) return false;
    const double length = trace->time[trace->rows - 1] - trace->time[0], two_steps = 2.5 * shortest;
    return figure != TRAIN_FIGURE_CONTROLS || length >= two_steps;
}

/* Whether the scenario shows this signal itself. */
static bool plots(const train_debrief *debrief, const char *signal)
{
    const auth_training *training = &debrief->scenario->training;
    for (int i = 0; i < training->plot_count; i++)
        if (strcmp(training->plots[i].signal, signal) == 0) return true;
    return false;
}

static double last_value(const train_trace *trace, const char *signal)
{
    return plot_value(trace, plot_column_of(trace, signal), trace->rows - 1);
}

static bool has_figure(const train_debrief *debrief, int figure)
{
    if (!has(debrief, figure, 0)) return false;
    if (figure == TRAIN_FIGURE_FUEL) return !plots(debrief, signal_of(debrief, figure));
    if (figure != TRAIN_FIGURE_HITS) return true;
    for (int i = 0; i < debrief->drive_count; i++) /* no figure without any hit */
        if (has(debrief, figure, i) && last_value(&debrief->drives[i].trace, "hits.count") > 0.0) return true;
    return false;
}

/* ---- data ---- */

static void point(FILE *out, double time, double value)
{
    if (isfinite(value)) fprintf(out, "%.6g %.6g\n", time, value);
}

static void values(const train_trace *trace, plot_column column, FILE *out)
{
    for (int r = 0; r < trace->rows; r++) point(out, trace->time[r], plot_value(trace, column, r));
}

/* Growth of a signal per second, over steps of at least one second and at most 150 of them. */
static void rates(const train_trace *trace, plot_column column, FILE *out)
{
    static const double most = 150.0;
    const double length = trace->time[trace->rows - 1] - trace->time[0], step = fmax(shortest, length / most);
    int from = 0;
    for (int r = 1; r < trace->rows; r++) {
        const double dt = trace->time[r] - trace->time[from];
        if (dt < step) continue;
        const double change = plot_value(trace, column, r) - plot_value(trace, column, from);
        point(out, 0.5 * (trace->time[r] + trace->time[from]), change / dt);
        from = r;
    }
}

static void print_data(const train_debrief *debrief, int figure, bool there[TRAIN_DRIVES], FILE *out)
{
    for (int i = 0; i < debrief->drive_count; i++) {
        const train_trace *trace = &debrief->drives[i].trace;
        there[i] = has(debrief, figure, i);
        if (!there[i]) continue;
        const plot_column column = plot_column_of(trace, signal_of(debrief, figure));
        fprintf(out, "$drive%d << END_OF_DATA\n", i);
        if (figure == TRAIN_FIGURE_CONTROLS)
            rates(trace, column, out);
        else
            values(trace, column, out);
        fputs("END_OF_DATA\n", out);
    }
}

/* ---- labels, ranges, axes ---- */

/* At each hit of this drive the impulse until the next one. */
static void print_impulses(const train_debrief *debrief, FILE *out)
{
    const train_trace *trace = &debrief->drives[0].trace;
    const plot_column count = plot_column_of(trace, "hits.count");
    const plot_column impulse = plot_column_of(trace, "hits.impulse");
    if (impulse.at < 0) return;
    for (int r = 1; r < trace->rows; r++) {
        if (!(plot_value(trace, count, r) > plot_value(trace, count, r - 1))) continue;
        int next = r + 1;
        while (next < trace->rows && !(plot_value(trace, count, next) > plot_value(trace, count, r))) next++;
        fprintf(out, "set label '%.3g N s' at %.6g,%.6g right offset -0.5,0.5 font ',12'\n",
                plot_value(trace, impulse, next - 1) - plot_value(trace, impulse, r - 1), trace->time[r],
                plot_value(trace, count, r));
    }
}

static bool has_bounds(const auth_plot *plot)
{
    return plot->low.signal || plot->high.signal;
}

/* The recommended range, which may be open on one side. */
static void print_range(const auth_plot *plot, const char *unit, double factor, FILE *out)
{
    char edge[2][WORDS_NUMBER + 8] = {"graph 0", "graph 1"};
    const auth_condition *bounds[2] = {&plot->low, &plot->high};
    if (!has_bounds(plot)) return;
    for (int i = 0; i < 2; i++) {
        if (!bounds[i]->signal) continue;
        snprintf(edge[i], sizeof edge[i], "first %.6g", factor * words_bound(bounds[i], unit));
        fprintf(out,
                "set arrow from graph 0,%s to graph 1,%s nohead back linecolor rgb '#009e73' dashtype 3\n",
                edge[i], edge[i]);
    }
    fprintf(out,
            "set object rectangle from graph 0,%s to graph 1,%s behind fillcolor rgb '#cfeee3' "
            "fillstyle solid noborder\n",
            edge[0], edge[1]);
}

/* Bounds far from the curve would be cut off: points at both extend the range. */
static void print_span(const auth_plot *plot, const char *unit, double factor, FILE *out)
{
    const auth_condition *bounds[2] = {&plot->low, &plot->high};
    for (int i = 0; i < 2; i++) {
        if (!bounds[i]->signal) continue;
        fprintf(out, ", '+' using 1:(%.9g) every ::0::0 with points pointtype 0 notitle",
                factor * words_bound(bounds[i], unit));
    }
    if (has_bounds(plot))
        fputs(", NaN with boxes fillstyle solid linecolor rgb '#cfeee3' title 'recommended'", out);
}

/* Constant data have no range: gnuplot would choose one and warn. @param level  out: the value */
static bool is_flat(const train_debrief *debrief, int figure, const bool there[TRAIN_DRIVES], double *level)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < debrief->drive_count; i++) {
        const train_trace *trace = &debrief->drives[i].trace;
        if (!there[i]) continue;
        const plot_column column = plot_column_of(trace, signal_of(debrief, figure));
        for (int r = 0; r < trace->rows; r++) {
            const double value = plot_value(trace, column, r);
            if (!isfinite(value)) continue;
            low = fmin(low, value);
            high = fmax(high, value);
        }
    }
    *level = low;
    return low == high;
}

static void print_height(const train_debrief *debrief, int figure, const bool there[TRAIN_DRIVES], FILE *out)
{
    double level;
    const bool flat = is_flat(debrief, figure, there, &level);
    if (figure < TRAIN_FIGURE_SIGNAL)
        fputs(flat ? "set yrange [0:1]\n" : "set yrange [0:*]\n", out);
    else if (flat && !has_bounds(plot_of(debrief, figure)))
        fprintf(out, "set yrange [%.9g:%.9g]\n", level - 1.0, level + 1.0);
}

static void print_axes(const train_debrief *debrief, int figure, const char *unit, FILE *out)
{
    plot_label(out, "xlabel", "time", "s");
    if (figure == TRAIN_FIGURE_FUEL)
        plot_label(out, "ylabel", "fuel used", unit);
    else if (figure == TRAIN_FIGURE_HITS)
        fputs("set ylabel 'hits'\nset ytics 1\n", out);
    else if (figure == TRAIN_FIGURE_CONTROLS)
        fputs("set ylabel 'all levers and pedals [ranges/s]'\n", out);
    else
        plot_label(out, "ylabel", plot_of(debrief, figure)->title, unit);
    fputs("set xrange [0:*]\nset offsets 0, 0, graph 0.06, graph 0.02\n", out);
}

static void write_curve(const train_debrief *debrief, int figure, const char *svg, FILE *out)
{
    bool there[TRAIN_DRIVES] = {false};
    const train_trace *trace = &debrief->drives[0].trace;
    const plot_column column = plot_column_of(trace, signal_of(debrief, figure));
    const char *unit = trace->units[column.at];
    plot_begin(out, svg, WIDTH, HEIGHT);
    print_data(debrief, figure, there, out);
    print_axes(debrief, figure, column.unit, out);
    print_height(debrief, figure, there, out);
    if (figure == TRAIN_FIGURE_HITS) print_impulses(debrief, out);
    if (figure >= TRAIN_FIGURE_SIGNAL) print_range(plot_of(debrief, figure), unit, column.factor, out);
    plot_drives(out, debrief, there, figure == TRAIN_FIGURE_HITS ? "steps" : "lines");
    if (figure >= TRAIN_FIGURE_SIGNAL) print_span(plot_of(debrief, figure), unit, column.factor, out);
    fputc('\n', out);
}

/* ---- all figures ---- */

static bool there(const train_debrief *debrief, int figure)
{
    switch (figure) {
    case TRAIN_FIGURE_PATH:
        return figure_path_there(debrief);
    case TRAIN_FIGURE_SCORE:
        return figure_score_there(debrief);
    case TRAIN_FIGURE_CYCLES:
        return figure_cycles_there(debrief);
    default:
        return has_figure(debrief, figure);
    }
}

int train_figures(const train_debrief *debrief, int figure[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS])
{
    const int all = TRAIN_FIGURE_SIGNAL + debrief->scenario->training.plot_count;
    int count = 0;
    for (int i = 0; i < all; i++)
        if (there(debrief, i)) figure[count++] = i;
    return count;
}

const char *train_figure_title(const train_debrief *debrief, int figure)
{
    static const char *const titles[TRAIN_FIGURE_SIGNAL] = {
        "Path over the field",   "Points of each component", "Fuel used", "Hits",
        "Duration of each task", "Movement of the controls"};
    if (figure == TRAIN_FIGURE_PATH && figure_path_of_tool(debrief))
        return "Path of the bucket over the field";
    if (figure == TRAIN_FIGURE_CYCLES && figure_cycles_repeat(debrief)) return "Duration of each turn";
    if (figure < TRAIN_FIGURE_SIGNAL) return titles[figure];
    return debrief->scenario->training.plots[figure - TRAIN_FIGURE_SIGNAL].title;
}

void train_figure_script(const train_debrief *debrief, int figure, const char *svg, FILE *script)
{
    switch (figure) {
    case TRAIN_FIGURE_PATH:
        figure_path(debrief, svg, script);
        break;
    case TRAIN_FIGURE_SCORE:
        figure_score(debrief, svg, script);
        break;
    case TRAIN_FIGURE_CYCLES:
        figure_cycles(debrief, svg, script);
        break;
    default:
        write_curve(debrief, figure, svg, script);
        break;
    }
    fputs("unset output\n", script);
}
