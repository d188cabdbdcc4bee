/* Figures of bars: points of each component, durations of turns. */
#include "figures.h"
#include "words.h"

#include <string.h>

static const double group = 0.8; /* of the distance between groups: room between them */

/* ---- score ---- */

static const train_outcome *outcome_of(const train_debrief *debrief, int drive)
{
    static const train_outcome none;
    const train_attempt *attempt = debrief->drives[drive].attempt;
    return attempt ? &attempt->outcome : &none;
}

bool figure_score_there(const train_debrief *debrief)
{
    return outcome_of(debrief, 0)->point_count > 0;
}

/* Lying bars, the first component on top: low and high edge, points. */
static void print_points(const train_debrief *debrief, int drive, int shown, int of, FILE *out)
{
    const train_outcome *own = outcome_of(debrief, 0);
    const double height = group / of;
    fprintf(out, "$drive%d << END_OF_DATA\n", drive);
    for (int i = 0; i < own->point_count; i++) {
        const train_points *points = words_find_points(debrief->drives[drive].attempt, own->points[i].name);
        const double low = own->point_count - i + 0.5 * group - (shown + 1) * height;
        if (points) fprintf(out, "%.6g %.6g %.6g\n", points->points, low, low + height);
    }
    fputs("END_OF_DATA\n", out);
}

static void print_most(const train_outcome *own, FILE *out)
{
    fputs("$most << END_OF_DATA\n", out);
    for (int i = 0; i < own->point_count; i++)
        fprintf(out, "%.6g %.6g %.6g\n", own->points[i].most, own->point_count - i - 0.5 * group,
                own->point_count - i + 0.5 * group);
    fputs("END_OF_DATA\n", out);
}

static void print_components(const train_outcome *own, FILE *out)
{
    fputs("set ytics scale 0 (", out);
    for (int i = 0; i < own->point_count; i++) {
        if (i > 0) fputs(", ", out);
        plot_tic(out, own->points[i].text);
        fprintf(out, " %d", own->point_count - i);
    }
    fprintf(out, ")\nset yrange [0.4:%g]\n", own->point_count + 0.6);
}

static void print_label(const train_debrief *debrief, int drive, FILE *out)
{
    char label[200];
    const bool counted = outcome_of(debrief, drive)->result == TRAIN_FINISHED;
    snprintf(label, sizeof label, "%s%s", debrief->drives[drive].label,
             counted ? "" : ", not finished: no points");
    plot_text(out, label);
}

/* Bars of unfinished attempts are pale. */
void figure_score(const train_debrief *debrief, const char *svg, FILE *out)
{
    enum { WIDTH = 900, FRAME = 130, A_COMPONENT = 62 /* [px] */ };
    const train_outcome *own = outcome_of(debrief, 0);
    int of = 0, shown = 0;
    for (int i = 0; i < debrief->drive_count; i++) of += outcome_of(debrief, i)->point_count > 0;
    plot_begin(out, svg, WIDTH, FRAME + A_COMPONENT * own->point_count);
    print_most(own, out);
    for (int i = 0; i < debrief->drive_count; i++)
        if (outcome_of(debrief, i)->point_count > 0) print_points(debrief, i, shown++, of, out);
    print_components(own, out);
    /* long names of components leave no room for the key above the bars alone */
    fputs("set key at screen 0.02, screen 0.98 left top\nset tmargin 3\n"
          "set xlabel 'points'\nset xrange [0:*]\nset offsets 0, graph 0.06, 0, 0\n"
          "set grid noytics\n"
          "plot $most using 1:2:(0):1:2:3 with boxxyerror fillcolor rgb '#fafafa' fillstyle solid "
          "border linecolor rgb '#888888' title 'most'",
          out);
    for (int i = 0; i < debrief->drive_count; i++) {
        if (outcome_of(debrief, i)->point_count == 0) continue;
        const bool counted = outcome_of(debrief, i)->result == TRAIN_FINISHED;
        fprintf(out,
                ", $drive%d using 1:2:(0):1:2:3 with boxxyerror fillcolor rgb '%s' fillstyle %s border "
                "linecolor rgb '#444444' title ",
                i, plot_fill(plot_style(debrief, i)), counted ? "solid" : "solid 0.25");
        print_label(debrief, i, out);
        fprintf(out,
                ", $drive%d using 1:(0.5*($2+$3)):(sprintf('%%.1f', $1)) with labels left offset 0.5,0 "
                "font ',12' notitle",
                i);
    }
    fputc('\n', out);
}

/* ---- turns ---- */

/* A turn of a task, and the time from its begin until it was done. */
typedef struct turn {
    int task;
    double seconds;
} turn;

enum { TURNS = 60 /* more have no room */ };

static plot_column task_column(const train_trace *trace, const auth_task *task, const char *what)
{
    char signal[200];
    snprintf(signal, sizeof signal, "task.%s.%s", task->name, what);
    for (char *at = signal; *at; at++)
        if (*at == ' ') *at = '_';
    return plot_column_of(trace, signal);
}

/* How often a task was done. */
static double times_done(const train_trace *trace, const auth_task *task)
{
    const plot_column count = task_column(trace, task, "count");
    return count.at >= 0 && trace->rows > 0 ? plot_value(trace, count, trace->rows - 1) : 0.0;
}

static bool done_again(const train_debrief *debrief, const auth_task *task)
{
    for (int i = 0; i < debrief->drive_count; i++)
        if (times_done(&debrief->drives[i].trace, task) > 1.0) return true;
    return false;
}

/* Tasks without a condition are done at once; optional tasks without a text only watch. */
static bool is_work(const auth_task *task)
{
    return task->test_count > 0 && (*task->text || !task->optional);
}

bool figure_cycles_repeat(const train_debrief *debrief)
{
    const auth_training *training = &debrief->scenario->training;
    for (int i = 0; i < training->task_count; i++)
        if (is_work(&training->tasks[i]) && done_again(debrief, &training->tasks[i])) return true;
    return false;
}

/* If tasks were repeated, only these are shown. */
static bool counts(const train_debrief *debrief, const auth_task *task)
{
    return is_work(task) && (done_again(debrief, task) || !figure_cycles_repeat(debrief));
}

/* Turns of one task: its time in the row before its count rose, accurate to one row. */
static int turns_of(const train_debrief *debrief, const train_trace *trace, int task, turn *turns, int room)
{
    const auth_task *t = &debrief->scenario->training.tasks[task];
    const plot_column count = task_column(trace, t, "count"), time = task_column(trace, t, "time");
    int found = 0;
    if (count.at < 0 || time.at < 0) return 0;
    for (int r = 1; r < trace->rows && found < room; r++)
        if (plot_value(trace, count, r) > plot_value(trace, count, r - 1))
            turns[found++] = (turn){task, plot_value(trace, time, r - 1)};
    return found;
}

static int find_turns(const train_debrief *debrief, int drive, turn turns[TURNS])
{
    const train_trace *trace = &debrief->drives[drive].trace;
    int found = 0;
    for (int i = 0; i < debrief->scenario->training.task_count; i++)
        if (counts(debrief, &debrief->scenario->training.tasks[i]))
            found += turns_of(debrief, trace, i, turns + found, TURNS - found);
    return found;
}

bool figure_cycles_there(const train_debrief *debrief)
{
    turn turns[TURNS];
    return find_turns(debrief, 0, turns) > 0;
}

/* The turns stand in the order of the tasks, those of one task in that of time: turn `number` of `task` has
 * the same place for each drive. */
typedef struct layout {
    int first[AUTH_MAX_TASKS]; /* place of a task's first turn */
    int places;
} layout;

static layout lay_out(const train_debrief *debrief)
{
    int most[AUTH_MAX_TASKS] = {0};
    layout l = {.places = 0};
    for (int i = 0; i < debrief->drive_count; i++) {
        turn turns[TURNS];
        int here[AUTH_MAX_TASKS] = {0};
        const int count = find_turns(debrief, i, turns);
        for (int k = 0; k < count; k++) here[turns[k].task]++;
        for (int k = 0; k < AUTH_MAX_TASKS; k++) most[k] = here[k] > most[k] ? here[k] : most[k];
    }
    for (int k = 0; k < AUTH_MAX_TASKS; k++) {
        l.first[k] = l.places;
        l.places += most[k];
    }
    return l;
}

static bool print_turns(const train_debrief *debrief, const layout *l, int drive, int of, FILE *out)
{
    turn turns[TURNS];
    int number[AUTH_MAX_TASKS] = {0};
    const int count = find_turns(debrief, drive, turns);
    fprintf(out, "$drive%d << END_OF_DATA\n", drive);
    for (int k = 0; k < count; k++) {
        const int place = l->first[turns[k].task] + number[turns[k].task]++;
        fprintf(out, "%.6g %.6g\n", place + (drive - 0.5 * (of - 1)) * group / of, turns[k].seconds);
    }
    fputs("END_OF_DATA\n", out);
    return count > 0;
}

/* Number of the turn where tasks repeat, else the name of the task. */
static void print_places(const train_debrief *debrief, const layout *l, FILE *out)
{
    enum { LEVEL_LABELS = 5 };
    const char *before = "";
    const bool repeated = figure_cycles_repeat(debrief);
    const int tasks = debrief->scenario->training.task_count;
    fputs("set xtics scale 0 (", out);
    for (int i = 0; i < tasks; i++) {
        const int after = i + 1 < AUTH_MAX_TASKS ? l->first[i + 1] : l->places;
        for (int place = l->first[i]; place < after; place++) {
            char text[200];
            const char *name = debrief->scenario->training.tasks[i].name;
            snprintf(text, sizeof text, repeated ? "%s %d" : "%s", name, place - l->first[i] + 1);
            fputs(before, out);
            plot_tic(out, text);
            fprintf(out, " %d", place);
            before = ", ";
        }
    }
    fprintf(out, ")%s\nset xrange [-0.6:%g]\n", l->places > LEVEL_LABELS ? " rotate by -35" : "",
            l->places - 0.4);
}

void figure_cycles(const train_debrief *debrief, const char *svg, FILE *out)
{
    enum { WIDTH = 640, HEIGHT = 420 /* [px] */ };
    const layout l = lay_out(debrief);
    const int of = debrief->drive_count;
    const char *before = "plot ";
    bool there[TRAIN_DRIVES] = {false};
    plot_begin(out, svg, WIDTH, HEIGHT);
    for (int i = 0; i < of; i++) there[i] = print_turns(debrief, &l, i, of, out);
    print_places(debrief, &l, out);
    fprintf(out,
            "set ylabel 'time [s]'\nset yrange [0:*]\nset grid noxtics\n"
            "set style fill solid border linecolor rgb '#444444'\nset boxwidth %.6g\n",
            0.95 * group / of);
    for (int i = 0; i < of; i++) {
        if (!there[i]) continue;
        fprintf(out, "%s$drive%d using 1:2 with boxes fillcolor rgb '%s' title ", before, i,
                plot_fill(plot_style(debrief, i)));
        plot_text(out, debrief->drives[i].label);
        before = ", ";
    }
    fputc('\n', out);
}
