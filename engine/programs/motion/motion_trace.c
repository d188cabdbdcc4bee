#include "motion_trace.h"

#include "program.h"

#include "valid/runner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const double motion_degrees = 57.29577951308232; /* 180/pi */

bool motion_trace_add(motion_trace *trace, const motion_row *row)
{
    enum { FIRST = 4096 };
    if (trace->count == trace->room) {
        const size_t room = trace->room ? 2 * trace->room : FIRST;
        motion_row *rows = realloc(trace->rows, room * sizeof *rows);
        if (!rows) return false;
        trace->rows = rows;
        trace->room = room;
    }
    trace->rows[trace->count++] = *row;
    return true;
}

void motion_trace_free(motion_trace *trace)
{
    free(trace->rows);
    *trace = (motion_trace){0};
}

static bool is_translation(int axis)
{
    return axis < AUTH_RIG_ROLL;
}

static int cannot(const char *command, const char *path)
{
    fprintf(stderr, "headland %s: %s: %s\n", command, path, strerror(errno));
    return PROGRAM_ENVIRONMENT;
}

/* ---- comma-separated values: names, units behind #, rows (rt/rows.h) ---- */

static void write_head(const auth_rig *rig, FILE *file)
{
    fputs("time", file);
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const char *word = auth_rig_axis_word((auth_rig_axis)i);
        if (rig->channels[i].present) fprintf(file, ",%s,%s_speed", word, word);
    }
    fputs("\n# s", file);
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        if (rig->channels[i].present) fputs(is_translation(i) ? ",m,m/s" : ",rad,rad/s", file);
    fputc('\n', file);
}

static int write_rows(const motion_trace *trace, const auth_rig *rig, const char *command, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return cannot(command, path);
    write_head(rig, file);
    for (size_t k = 0; k < trace->count; k++) {
        const motion_row *row = &trace->rows[k];
        fprintf(file, "%.9g", row->time);
        for (int i = 0; i < AUTH_RIG_AXES; i++)
            if (rig->channels[i].present) fprintf(file, ",%.9g,%.9g", row->position[i], row->speed[i]);
        fputc('\n', file);
    }
    const bool good = !ferror(file);
    return fclose(file) == 0 && good ? PROGRAM_DONE : cannot(command, path);
}

/* ---- the plot: translations above, rotations below ---- */

static void write_data(const motion_trace *trace, const auth_rig *rig, FILE *script)
{
    fputs("$pose << END_OF_POSE\n", script);
    for (size_t k = 0; k < trace->count; k++) {
        fprintf(script, "%.6g", trace->rows[k].time);
        for (int i = 0; i < AUTH_RIG_AXES; i++)
            fprintf(script, " %.6g", trace->rows[k].position[i] * (is_translation(i) ? 1.0 : motion_degrees));
        fputc('\n', script);
    }
    fputs("END_OF_POSE\n", script);
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        fprintf(script, "limit%d = %.6g\n", i,
                rig->channels[i].position * (is_translation(i) ? 1.0 : motion_degrees));
}

/* A line an axis, and its limits dashed in the same colour. */
static void write_panel(const auth_rig *rig, int first, const char *label, FILE *script)
{
    bool any = false;
    fprintf(script, "set ylabel '%s'\n", label);
    for (int i = first; i < first + 3; i++) {
        if (!rig->channels[i].present) continue;
        fprintf(script,
                "%s $pose using 1:%d with lines linewidth 1.5 linecolor %d title '%s', "
                "limit%d with lines dashtype 2 linecolor %d notitle, "
                "-limit%d with lines dashtype 2 linecolor %d notitle",
                any ? "," : "plot", i + 2, i - first + 1, auth_rig_axis_word((auth_rig_axis)i), i,
                i - first + 1, i, i - first + 1);
        any = true;
    }
    fputc('\n', script);
}

static bool has_axis(const auth_rig *rig, int first)
{
    return rig->channels[first].present || rig->channels[first + 1].present ||
           rig->channels[first + 2].present;
}

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

static bool write_script(const motion_trace *trace, const auth_rig *rig, const char *plot, FILE *script)
{
    const bool moves = has_axis(rig, AUTH_RIG_SURGE), turns = has_axis(rig, AUTH_RIG_ROLL);
    const char *name = strrchr(plot, '/');
    write_data(trace, rig, script);
    fprintf(script, "set terminal %s size 1200,800 font 'sans,13'\nset output '",
            strcmp(ending_of(plot), ".svg") == 0 ? "svg" : "pngcairo");
    for (const char *at = name ? name + 1 : plot; *at; at++) {
        if (*at == '\'') fputc('\'', script); /* a quote is doubled */
        fputc(*at, script);
    }
    fprintf(script,
            "'\nset grid\nset autoscale xfix\nset xlabel 'time [s]'\nset key outside right\nset lmargin 10\n"
            "set multiplot layout %d,1\n",
            moves && turns ? 2 : 1);
    if (moves) write_panel(rig, AUTH_RIG_SURGE, "position [m]", script);
    if (turns) write_panel(rig, AUTH_RIG_ROLL, "angle [deg]", script);
    fputs("unset multiplot\n", script);
    return !ferror(script);
}

bool motion_trace_check_plot(const char *command, const char *path)
{
    if (!path || strcmp(ending_of(path), ".png") == 0 || strcmp(ending_of(path), ".svg") == 0) return true;
    fprintf(stderr, "headland %s: --plot '%s': a file FILE.png or FILE.svg is expected\n", command, path);
    return false;
}

static int write_plot(const motion_trace *trace, const auth_rig *rig, const char *command, const char *plot)
{
    enum { LONGEST = 1024 };
    char path[LONGEST], folder[LONGEST] = ".", trouble[2 * LONGEST];
    const char *slash = strrchr(plot, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - plot) + 1, plot);
    snprintf(path, sizeof path, "%s.gnuplot", plot);
    FILE *script = fopen(path, "w");
    if (!script) return cannot(command, path);
    const bool good = write_script(trace, rig, plot, script);
    if (fclose(script) != 0 || !good) return cannot(command, path);
    const valid_plot_status status = valid_gnuplot(folder, path, trouble, sizeof trouble);
    (void)unlink(path);
    if (status == VALID_PLOT_OK) return PROGRAM_DONE;
    fprintf(stderr, "headland %s: %s\n", command, trouble);
    return PROGRAM_ENVIRONMENT;
}

int motion_trace_write(const motion_trace *trace, const auth_rig *rig, const char *command, const char *out,
                       const char *plot)
{
    if (trace->count == 0 && (out || plot)) {
        fprintf(stderr, "headland %s: no pose was received: nothing to write\n", command);
        return PROGRAM_FAILED;
    }
    const int status = out ? write_rows(trace, rig, command, out) : PROGRAM_DONE;
    return status == PROGRAM_DONE && plot ? write_plot(trace, rig, command, plot) : status;
}
