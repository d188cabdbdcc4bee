/* headland motion: for people who set up a motion platform or a moving seat. */
#include "command/options.h"
#include "command/terminal.h"
#include "drv/log.h"
#include "program.h"
#include "rt/loop.h"

#include "auth/quantity.h"
#include "io/motion.h"
#include "rt/telemetry.h"
#include "valid/runner.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct motion_request {
    const char *rig, *out, *plot;
    double seconds;
} motion_request;

/* ---- files ---- */

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

static bool check_plot(const char *path)
{
    if (!path || strcmp(ending_of(path), ".png") == 0 || strcmp(ending_of(path), ".svg") == 0) return true;
    return drv_say(&program_log, "--plot '%s': a file FILE.png or FILE.svg is expected", path);
}

static int cannot(const char *path)
{
    return program_end(PROGRAM_ENVIRONMENT, "%s: %s", path, strerror(errno));
}

static int write_rows(const io_motion_trace *trace, const auth_rig *rig, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return cannot(path);
    io_motion_trace_write(trace, rig, file);
    const bool good = !ferror(file);
    return fclose(file) == 0 && good ? PROGRAM_DONE : cannot(path);
}

static int write_plot(const io_motion_trace *trace, const auth_rig *rig, const char *plot)
{
    enum { LONGEST = 1024 };
    char path[LONGEST], folder[LONGEST] = ".", trouble[2 * LONGEST];
    const char *slash = strrchr(plot, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - plot) + 1, plot);
    snprintf(path, sizeof path, "%s.gnuplot", plot);
    FILE *script = fopen(path, "w");
    if (!script) return cannot(path);
    io_motion_trace_script(trace, rig, slash ? slash + 1 : plot, script);
    const bool good = !ferror(script);
    if (fclose(script) != 0 || !good) return cannot(path);
    const valid_plot_status status = valid_gnuplot(folder, path, trouble, sizeof trouble);
    (void)unlink(path);
    if (status == VALID_PLOT_OK) return PROGRAM_DONE;
    return program_end(PROGRAM_ENVIRONMENT, "%s", trouble);
}

static int write_trace(const io_motion_trace *trace, const auth_rig *rig, const char *out, const char *plot)
{
    if (trace->count == 0 && (out || plot)) {
        return program_end(PROGRAM_FAILED, "no pose was received: nothing to write");
    }
    const int status = out ? write_rows(trace, rig, out) : PROGRAM_DONE;
    return status == PROGRAM_DONE && plot ? write_plot(trace, rig, plot) : status;
}

static const auth_rig *read_rig(const motion_request *request, hl_arena *arena, int *status)
{
    static hl_report report;
    auth_rig *rig = NULL;
    *status = PROGRAM_USAGE;
    if (!request->rig) {
        drv_say(&program_log, "--rig RIG is required, e.g. a file of assets/rigs");
        return NULL;
    }
    if (!check_plot(request->plot)) return NULL;
    hl_report_begin(&report, request->rig);
    const hl_status result = auth_rig_read(request->rig, arena, &rig, &report);
    if (result == HL_OK) return rig;
    *status = drv_refuse(&program_log, request->rig, result, &report);
    return NULL;
}

/* ---- the virtual platform ---- */

static double now(void)
{
    return 1e-9 * (double)rt_now();
}

static const char *state_word(const io_platform_row *row)
{
    static const char *const words[] = {[IO_MOTION_PARKED] = "parked",
                                        [IO_MOTION_ENGAGING] = "engaging",
                                        [IO_MOTION_RUNNING] = "running",
                                        [IO_MOTION_PARKING] = "parking",
                                        [IO_MOTION_STOPPED] = "stopped"};
    return row->alone ? "alone" : words[row->state];
}

/* A line a second. Positions in mm and degrees: people's units. */
static void tell(const auth_rig *rig, const io_platform *platform, const io_platform_row *row,
                 const io_platform_counts *before, double time, double seconds)
{
    const io_platform_counts counts = io_platform_count(platform);
    printf("%6.1f s  %5.0f/s  lost %lld  %-8s", time, (double)(counts.packets - before->packets) / seconds,
           (long long)counts.lost, counts.packets > 0 ? state_word(row) : "silence");
    for (int i = 0; i < AUTH_RIG_AXES && counts.packets > 0; i++) {
        if (!rig->channels[i].present) continue;
        const bool translation = i < AUTH_RIG_ROLL;
        printf("  %s %+.1f %s", auth_rig_axis_word((auth_rig_axis)i),
               row->position[i] * (translation ? 1e3 : IO_MOTION_DEGREES), translation ? "mm" : "deg");
    }
    putchar('\n');
    (void)fflush(stdout);
}

static void tell_end(const io_platform *platform)
{
    const io_platform_counts counts = io_platform_count(platform);
    printf("%lld poses, %lld lost, %lld out of order, %lld foreign; beyond the limits: position %lld, speed "
           "%lld, "
           "acceleration %lld; silences %lld\n",
           (long long)counts.packets, (long long)counts.lost, (long long)counts.reordered,
           (long long)counts.foreign, (long long)counts.position, (long long)counts.speed,
           (long long)counts.acceleration, (long long)counts.watchdogs);
}

static bool listen_for(const auth_rig *rig, io_platform *platform, double seconds, io_motion_trace *trace)
{
    static const double wait = 0.1; /* [s]: so soon is a request to end answered */
    const double start = now();
    double told = start;
    io_platform_row row = {0};
    io_platform_counts before = {0};
    interrupt_begin();
    while (!interrupt_asked() && (seconds <= 0.0 || now() - start < seconds)) {
        if (io_platform_wait(platform, wait, &row) && trace &&
            !io_motion_trace_add(trace, row.time, row.position, row.speed))
            return false;
        if (now() - told < 1.0) continue;
        tell(rig, platform, &row, &before, now() - start, now() - told);
        before = io_platform_count(platform);
        told = now();
    }
    tell_end(platform);
    return true;
}

static bool is_this_computer(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0;
}

/* A rig file that is done names the real platform: it would move during the trial. */
static void warn_of_host(const char *host)
{
    if (!is_this_computer(host))
        drv_say(&program_log,
                "the rig's host is '%s': headland run sends poses there and would move a real "
                "platform; for a test on this computer set 'host: 127.0.0.1' in a copy of the file",
                host);
}

static int run_platform(const motion_request *request, hl_arena *arena)
{
    char error[200];
    io_motion_trace trace = {0};
    int status;
    const auth_rig *rig = read_rig(request, arena, &status);
    if (!rig) return status;
    if (request->out && !drv_can_write(&program_log, request->out)) return PROGRAM_ENVIRONMENT;
    if (request->plot && !drv_can_write(&program_log, request->plot)) return PROGRAM_ENVIRONMENT;
    io_platform *platform = io_platform_open(rig, rig->output.port, arena, error, sizeof error);
    if (!platform) {
        return program_end(PROGRAM_ENVIRONMENT, "%s", error);
    }
    warn_of_host(rig->output.host);
    printf("%s listens on port %d; headland run --motion %s sends to it; Ctrl-C ends\n", rig->name,
           io_platform_port(platform), request->rig);
    (void)fflush(stdout);
    const bool wanted = request->out || request->plot;
    status = listen_for(rig, platform, request->seconds, wanted ? &trace : NULL) ? PROGRAM_DONE
                                                                                 : PROGRAM_ENVIRONMENT;
    io_platform_close(platform);
    if (status == PROGRAM_DONE && wanted) status = write_trace(&trace, rig, request->out, request->plot);
    io_motion_trace_free(&trace);
    return status;
}

static const help_text platform_help = {
    .summary = "A virtual motion platform. It listens at the address given in the rig file, answers "
               "heartbeats, and prints one line a second: rate, lost packets, state, pose.",
    .examples = {"motion platform --rig assets/rigs/hexapod-small.yaml --seconds 2 --out pose.csv"},
    .failed = "no pose was received, so nothing was written",
    .page = "docs/motion.md, docs/rig.md"};

static int platform(int argc, char **argv)
{
    motion_request request = {.rig = NULL};
    const option options[] = {
        {"rig", OPTION_FILE, &request.rig, "RIG", "file of the platform (required)"},
        {"seconds", OPTION_SECONDS, &request.seconds, "S", "duration [s] (default: until Ctrl-C)"},
        {"out", OPTION_OUTPUT, &request.out, "FILE.csv", "write the poses to this file"},
        {"plot", OPTION_OUTPUT, &request.plot, "FILE.png|svg", "plot the poses with the limits of the rig"},
        OPTION_END};
    command_line line = {.command = "motion platform", .help = &platform_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    status = run_platform(&request, &arena);
    hl_arena_free(&arena);
    return status;
}

/* ---- the filter alone ---- */

static const char *const signals[IO_SEAT_SIGNALS] = {"seat.force_x", "seat.force_y", "seat.force_z",
                                                     "seat.rate_x",  "seat.rate_y",  "seat.rate_z"};

static bool find_column(const char *path, const rt_rows *rows, int signal, io_seat_record *record)
{
    auth_dimension dimension;
    const auth_kind kind = signal < 3 ? AUTH_KIND_ACCELERATION : AUTH_KIND_ANGULAR_VELOCITY;
    record->at[signal] = rt_rows_find(rows, signals[signal]);
    if (record->at[signal] < 0) {
        return drv_say(&program_log, "%s: no column '%s'; telemetry of a machine with a `seat` is expected",
                       path, signals[signal]);
    }
    const char *unit = rows->units[record->at[signal]];
    if (auth_unit_read(unit, &record->si[signal], &dimension) &&
        auth_unit_fits(signal < 3 ? "m/s^2" : "rad/s", dimension))
        return true;
    return drv_say(&program_log, "%s: '%s' is in '%s'; %s is expected", path, signals[signal], unit,
                   auth_kind_words(kind));
}

static void print_peaks(const auth_rig *rig, const io_motion_peaks *most)
{
    printf("%-6s %20s %22s %24s\n", "axis", "position of limit", "speed of limit", "acceleration of limit");
    for (int i = 0; i < AUTH_RIG_AXES; i++) {
        const auth_rig_channel *limit = &rig->channels[i];
        const bool translation = io_motion_is_translation(i);
        const double unit = translation ? 1.0 : IO_MOTION_DEGREES;
        const char *name = translation ? "m" : "deg";
        if (!limit->present) continue;
        printf("%-6s %8.3f of %6.3g %-3s %8.3f of %6.3g %s/s %8.3f of %6.3g %s/s2\n",
               auth_rig_axis_word((auth_rig_axis)i), unit * most->position[i], unit * limit->position, name,
               unit * most->speed[i], unit * limit->speed, name, unit * most->acceleration[i],
               unit * limit->acceleration, name);
    }
}

/* @return exit status */
static int read_record(const char *path, hl_arena *arena, io_seat_record *record)
{
    static const double most = 60.0; /* [s] */
    static hl_report report;
    rt_rows rows;
    const hl_status result = rt_rows_read(path, arena, &rows, &report);
    if (result != HL_OK) return drv_refuse(&program_log, path, result, &report);
    *record = (io_seat_record){
        .count = rows.count, .columns = rows.columns, .times = rows.times, .values = rows.values};
    for (int i = 0; i < IO_SEAT_SIGNALS; i++)
        if (!find_column(path, &rows, i, record)) return PROGRAM_USAGE;
    const int gap = io_seat_record_gap(record, most);
    if (gap < 0) return PROGRAM_DONE;
    return program_end(PROGRAM_USAGE,
                       "%s: the row at %g s is %g s after the row before it; at most %g s are expected", path,
                       rows.times[gap], rows.times[gap] - rows.times[gap - 1], most);
}

static int filter_drive(const char *telemetry, const auth_rig *rig, hl_arena *arena, io_motion_trace *trace)
{
    io_seat_record record;
    io_motion_peaks peaks;
    const int status = read_record(telemetry, arena, &record);
    if (status != PROGRAM_DONE) return status;
    if (!io_motion_filter(&record, rig, arena, trace, &peaks)) {
        return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    }
    print_peaks(rig, &peaks);
    return PROGRAM_DONE;
}

static const help_text filter_help = {
    .summary = "Compute how a platform would move in a recorded drive: apply the motion cueing filter "
               "(washout) to the signals seat.force_x ... seat.rate_z. Print the largest position, speed and "
               "acceleration of each axis beside its limit.",
    .arguments = {{"TELEMETRY", "telemetry.csv written by headland run --out"}},
    .examples = {"motion filter drive/telemetry.csv --rig assets/rigs/seat-2dof.yaml --out pose.csv"},
    .failed = "no pose was received, so nothing was written",
    .page = "docs/motion.md, docs/rig.md"};

static int filter(int argc, char **argv)
{
    motion_request request = {.rig = NULL};
    const option options[] = {
        {"rig", OPTION_FILE, &request.rig, "RIG", "file of the platform (required)"},
        {"out", OPTION_OUTPUT, &request.out, "FILE.csv", "write the poses to this file"},
        {"plot", OPTION_OUTPUT, &request.plot, "FILE.png|svg", "plot the poses with the limits of the rig"},
        OPTION_END};
    command_line line = {
        .command = "motion filter", .arguments = "TELEMETRY", .help = &filter_help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    const auth_rig *rig = read_rig(&request, &arena, &status);
    io_motion_trace trace = {0};
    if (rig) status = filter_drive(line.words[0], rig, &arena, &trace);
    if (rig && status == PROGRAM_DONE) status = write_trace(&trace, rig, request.out, request.plot);
    io_motion_trace_free(&trace);
    hl_arena_free(&arena);
    return status;
}

/* ---- actions ---- */

static const action actions[] = {
    {"platform", "run a virtual platform", platform},
    {"filter", "apply the motion cueing filter to recorded telemetry", filter},
};

static const help_text help = {
    .summary = "Motion platforms: a virtual platform to test a rig file, and the motion cueing filter alone.",
    .page = "docs/motion.md, docs/rig.md"};

int program_motion(int argc, char **argv)
{
    static const action_group group = {.command = "motion",
                                       .usage = "ACTION [OPTIONS]",
                                       .help = &help,
                                       .actions = actions,
                                       .count = sizeof actions / sizeof *actions};
    return action_run(&group, argc, argv);
}
