#include "io/motion.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

bool io_motion_trace_add(io_motion_trace *trace, double time, const double position[AUTH_RIG_AXES],
                         const double speed[AUTH_RIG_AXES])
{
    enum { FIRST = 4096 };
    if (trace->count == trace->room) {
        const size_t room = trace->room ? 2 * trace->room : FIRST;
        io_motion_row *rows = realloc(trace->rows, room * sizeof *rows);
        if (!rows) return false;
        trace->rows = rows;
        trace->room = room;
    }
    io_motion_row *row = &trace->rows[trace->count++];
    row->time = time;
    memcpy(row->position, position, sizeof row->position);
    memcpy(row->speed, speed, sizeof row->speed);
    return true;
}

void io_motion_trace_free(io_motion_trace *trace)
{
    free(trace->rows);
    *trace = (io_motion_trace){0};
}

bool io_motion_is_translation(int axis)
{
    return axis < AUTH_RIG_ROLL;
}

/* ---- comma-separated values ---- */

static void write_head(const auth_rig *rig, FILE *file)
{
    fputs("time", file);
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const char *word = auth_rig_axis_word((auth_rig_axis)i);
        if (rig->channels[i].present) fprintf(file, ",%s,%s_speed", word, word);
    }
    fputs("\n# s", file);
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        if (rig->channels[i].present) fputs(io_motion_is_translation(i) ? ",m,m/s" : ",rad,rad/s", file);
    fputc('\n', file);
}

void io_motion_trace_write(const io_motion_trace *trace, const auth_rig *rig, FILE *out)
{
    write_head(rig, out);
    for (size_t k = 0; k < trace->count; k++) {
        const io_motion_row *row = &trace->rows[k];
        fprintf(out, "%.9g", row->time);
        for (int i = 0; i < AUTH_RIG_AXES; i++)
            if (rig->channels[i].present) fprintf(out, ",%.9g,%.9g", row->position[i], row->speed[i]);
        fputc('\n', out);
    }
}

/* ---- the plot: translations above, rotations below ---- */

static void write_data(const io_motion_trace *trace, const auth_rig *rig, FILE *script)
{
    fputs("$pose << END_OF_POSE\n", script);
    for (size_t k = 0; k < trace->count; k++) {
        fprintf(script, "%.6g", trace->rows[k].time);
        for (int i = 0; i < AUTH_RIG_AXES; i++)
            fprintf(script, " %.6g",
                    trace->rows[k].position[i] * (io_motion_is_translation(i) ? 1.0 : IO_MOTION_DEGREES));
        fputc('\n', script);
    }
    fputs("END_OF_POSE\n", script);
    for (int i = 0; i < AUTH_RIG_AXES; i++)
        fprintf(script, "limit%d = %.6g\n", i,
                rig->channels[i].position * (io_motion_is_translation(i) ? 1.0 : IO_MOTION_DEGREES));
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

static bool is_svg(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".svg") == 0;
}

void io_motion_trace_script(const io_motion_trace *trace, const auth_rig *rig, const char *picture,
                            FILE *script)
{
    const bool moves = has_axis(rig, AUTH_RIG_SURGE), turns = has_axis(rig, AUTH_RIG_ROLL);
    write_data(trace, rig, script);
    fprintf(script, "set terminal %s size 1200,800 font 'sans,13'\nset output '",
            is_svg(picture) ? "svg" : "pngcairo");
    for (const char *at = picture; *at; at++) {
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
}

/* ---- the washout over a recorded drive ---- */

/* The last row not after a time, or the first row. */
static int row_at(const io_seat_record *rows, double time)
{
    int low = 0, high = rows->count - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (rows->times[middle] <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static io_seat seat_at(const io_seat_record *rows, double time)
{
    const int row = row_at(rows, time), next = row + 1 < rows->count ? row + 1 : row;
    const double span = rows->times[next] - rows->times[row];
    const double share = span > 0.0 ? hl_clamp((time - rows->times[row]) / span, 0.0, 1.0) : 0.0;
    double values[IO_SEAT_SIGNALS];
    for (int i = 0; i < IO_SEAT_SIGNALS; i++) {
        const double *at = rows->values + rows->at[i];
        const double here = at[(ptrdiff_t)row * rows->columns], there = at[(ptrdiff_t)next * rows->columns];
        values[i] = rows->si[i] * (here + share * (there - here));
    }
    return (io_seat){.force = {values[0], values[1], values[2]}, .rate = {values[3], values[4], values[5]}};
}

static void add_peaks(io_motion_peaks *peaks, const io_platform_pose *pose)
{
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        peaks->position[i] = fmax(peaks->position[i], fabs(pose->position[i]));
        peaks->speed[i] = fmax(peaks->speed[i], fabs(pose->speed[i]));
        peaks->acceleration[i] = fmax(peaks->acceleration[i], fabs(pose->acceleration[i]));
    }
}

bool io_motion_filter(const io_seat_record *record, const auth_rig *rig, hl_arena *arena,
                      io_motion_trace *trace, io_motion_peaks *peaks)
{
    static const double step = 0.001; /* [s]: that of the world at 1 kHz */
    io_platform_pose pose = {.state = IO_MOTION_PARKED};
    int64_t steps = 0;
    io_washout *washout = io_washout_new(rig, step, arena);
    *peaks = (io_motion_peaks){0};
    if (!washout) return false;
    io_washout_engage(washout);
    for (int row = 0; row < record->count; row++) {
        for (; record->times[0] + (double)steps * step < record->times[row]; steps++) {
            const io_seat seat = seat_at(record, record->times[0] + (double)steps * step);
            io_washout_step(washout, &seat, &pose);
            add_peaks(peaks, &pose);
        }
        if (!io_motion_trace_add(trace, record->times[row], pose.position, pose.speed)) return false;
    }
    return true;
}

int io_seat_record_gap(const io_seat_record *record, double most)
{
    for (int i = 1; i < record->count; i++)
        if (record->times[i] - record->times[i - 1] > most) return i;
    return -1;
}
