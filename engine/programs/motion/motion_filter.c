/* The washout over recorded telemetry. Rows may lie far apart: between them the seat's signals go straight,
 * and the filter takes steps as long as the world's. */
#include "motion_filter.h"

#include "command/complaints.h"
#include "program.h"

#include "auth/quantity.h"
#include "io/washout.h"
#include "rt/rows.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double step = 0.001; /* [s]: the world's at 1 kHz */

enum { SIGNALS = 6 };
static const char *const signals[SIGNALS] = {"seat.force_x", "seat.force_y", "seat.force_z",
                                             "seat.rate_x",  "seat.rate_y",  "seat.rate_z"};

/* Where a signal stands in the rows, and its unit in SI. */
typedef struct column {
    int at;
    double si;
} column;

static bool find_column(const char *command, const char *path, const rt_rows *rows, int signal, column *found)
{
    auth_dimension dimension;
    const auth_kind kind = signal < 3 ? AUTH_KIND_ACCELERATION : AUTH_KIND_ANGULAR_VELOCITY;
    found->at = rt_rows_find(rows, signals[signal]);
    if (found->at < 0) {
        fprintf(stderr, "headland %s: %s: no column '%s'; telemetry of a machine with a `seat` is expected\n",
                command, path, signals[signal]);
        return false;
    }
    const char *unit = rows->units[found->at];
    if (auth_unit_read(unit, &found->si, &dimension) &&
        auth_unit_fits(signal < 3 ? "m/s^2" : "rad/s", dimension))
        return true;
    fprintf(stderr, "headland %s: %s: '%s' is in '%s'; %s is expected\n", command, path, signals[signal],
            unit, auth_kind_words(kind));
    return false;
}

static io_seat seat_at(const rt_rows *rows, const column columns[SIGNALS], double time)
{
    const int row = rt_rows_at(rows, time), next = row + 1 < rows->count ? row + 1 : row;
    const double span = rows->times[next] - rows->times[row];
    const double share = span > 0.0 ? fmin(fmax((time - rows->times[row]) / span, 0.0), 1.0) : 0.0;
    double values[SIGNALS];
    for (int i = 0; i < SIGNALS; i++) {
        const double *at = rows->values + columns[i].at;
        const double here = at[(ptrdiff_t)row * rows->columns], there = at[(ptrdiff_t)next * rows->columns];
        values[i] = columns[i].si * (here + share * (there - here));
    }
    return (io_seat){.force = {values[0], values[1], values[2]}, .rate = {values[3], values[4], values[5]}};
}

/* ---- the largest of every axis ---- */

typedef struct peaks {
    double position[AUTH_RIG_AXES], speed[AUTH_RIG_AXES], acceleration[AUTH_RIG_AXES];
} peaks;

static void see(peaks *most, const io_platform_pose *pose)
{
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        most->position[i] = fmax(most->position[i], fabs(pose->position[i]));
        most->speed[i] = fmax(most->speed[i], fabs(pose->speed[i]));
        most->acceleration[i] = fmax(most->acceleration[i], fabs(pose->acceleration[i]));
    }
}

static void print_peaks(const auth_rig *rig, const peaks *most)
{
    printf("%-6s %20s %22s %24s\n", "axis", "position of limit", "speed of limit", "acceleration of limit");
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const auth_rig_channel *limit = &rig->channels[i];
        const bool translation = i < AUTH_RIG_ROLL;
        const double unit = translation ? 1.0 : motion_degrees;
        const char *name = translation ? "m" : "deg";
        if (!limit->present) continue;
        printf("%-6s %8.3f of %6.3g %-3s %8.3f of %6.3g %s/s %8.3f of %6.3g %s/s2\n",
               auth_rig_axis_word((auth_rig_axis)i), unit * most->position[i], unit * limit->position, name,
               unit * most->speed[i], unit * limit->speed, name, unit * most->acceleration[i],
               unit * limit->acceleration, name);
    }
}

/* ---- the whole ---- */

static bool run(const rt_rows *rows, const column columns[SIGNALS], io_washout *washout, motion_trace *trace,
                peaks *most)
{
    io_platform_pose pose = {.state = IO_MOTION_PARKED};
    int64_t steps = 0;
    io_washout_engage(washout);
    for (int row = 0; row < rows->count; row++) {
        for (; rows->times[0] + (double)steps * step < rows->times[row]; steps++) {
            const io_seat seat = seat_at(rows, columns, rows->times[0] + (double)steps * step);
            io_washout_step(washout, &seat, &pose);
            see(most, &pose);
        }
        motion_row kept = {.time = rows->times[row]};
        memcpy(kept.position, pose.position, sizeof kept.position);
        memcpy(kept.speed, pose.speed, sizeof kept.speed);
        if (!motion_trace_add(trace, &kept)) return false;
    }
    return true;
}

/* A row far from the one before would be steps for hours. */
static bool gaps_are_short(const char *command, const char *path, const rt_rows *rows)
{
    static const double most = 60.0; /* [s] */
    for (int i = 1; i < rows->count; i++) {
        const double gap = rows->times[i] - rows->times[i - 1];
        if (gap <= most) continue;
        fprintf(
            stderr,
            "headland %s: %s: the row at %g s is %g s after the row before it; at most %g s are expected\n",
            command, path, rows->times[i], gap, most);
        return false;
    }
    return true;
}

static int read_rows(const char *telemetry, hl_arena *arena, rt_rows *rows)
{
    static hl_report report;
    const hl_status result = rt_rows_read(telemetry, arena, rows, &report);
    return result == HL_OK ? PROGRAM_DONE : complaints_refuse(telemetry, result, &report);
}

int motion_filter(const char *command, const char *telemetry, const auth_rig *rig, hl_arena *arena,
                  motion_trace *trace)
{
    rt_rows rows;
    column columns[SIGNALS];
    peaks most = {0};
    const int status = read_rows(telemetry, arena, &rows);
    if (status != PROGRAM_DONE) return status;
    for (int i = 0; i < SIGNALS; i++)
        if (!find_column(command, telemetry, &rows, i, &columns[i])) return PROGRAM_USAGE;
    if (!gaps_are_short(command, telemetry, &rows)) return PROGRAM_USAGE;
    io_washout *washout = io_washout_new(rig, step, arena);
    if (!washout || !run(&rows, columns, washout, trace, &most)) {
        fprintf(stderr, "headland %s: %s\n", command, hl_status_text(HL_OUT_OF_MEMORY));
        return PROGRAM_ENVIRONMENT;
    }
    print_peaks(rig, &most);
    return PROGRAM_DONE;
}
