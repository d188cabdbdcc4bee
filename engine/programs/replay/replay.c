/* headland replay: watch a recording, prove it, take signals out of it. */
#include "rt/replay.h"

#include "command/folder.h"
#include "command/interrupt.h"
#include "command/options.h"
#include "command/progress.h"
#include "picture/frames.h"
#include "program.h"
#include "replay_info.h"
#include "replay_window.h"
#include "rt/telemetry.h"
#include "run/machine.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct request {
    bool info, verify, csv, mute;
    const char *signals, *out, *frames;
    double every;       /* [s]; 0: not given */
    double from, until; /* [s]; below 0: not given */
    window_request window;
} request;

static const int default_every = 10; /* ticks between rows, as in telemetry.csv */

/* ---- how it ended ---- */

/* Whether two builds or two libraries stand behind a difference shows here. */
static void print_builds(FILE *out, const rt_recording_info *recorded)
{
    char build[RT_BUILD_LENGTH];
    rt_build_text(build);
    fprintf(out, "  recorded by headland %s (%s)\n  replayed by headland %s (%s)%s\n", recorded->version,
            recorded->build, HEADLAND_VERSION, build,
            strcmp(build, recorded->build) == 0 ? "" : ": another build");
}

static void print_difference(FILE *out, const rt_replay *replay)
{
    const rt_recording *recording = rt_replay_recording(replay);
    const rt_difference d = rt_replay_difference(replay);
    fprintf(out, "difference at tick %" PRId64 " (%.9g s): ", d.tick,
            (double)d.tick * rt_recording_about(recording)->options.step);
    if (d.tick > rt_recording_last(recording))
        fprintf(out, "the step failed then (%s), here: %s\n",
                hl_status_text(rt_recording_how_ended(recording).status), hl_status_text(d.status));
    else if (d.status != HL_OK)
        fprintf(out, "the step fails here: %s\n", hl_status_text(d.status));
    else if (!d.block)
        fprintf(out, "the state, in an unknown block\n");
    else if (d.blocks > 1)
        fprintf(out, "state block '%s' and %d more\n", d.block, d.blocks - 1);
    else
        fprintf(out, "state block '%s'\n", d.block);
    print_builds(out, rt_recording_about(recording));
}

/* What ended the replay: the exit status. */
static int conclude(const char *path, const rt_replay *replay, rt_replay_result result, FILE *out)
{
    if (result == RT_REPLAY_OK || result == RT_REPLAY_END) return PROGRAM_DONE;
    if (result == RT_REPLAY_DIFFERS) {
        print_difference(out, replay);
    } else {
        const rt_difference d = rt_replay_difference(replay);
        fprintf(stderr, "headland replay: %s: tick %" PRId64 " cannot be read: %s\n", path, d.tick,
                hl_status_text(d.status));
    }
    return PROGRAM_FAILED;
}

/* A replay that came to the end of what is good has not proved what was lost to damage. */
static int judge(const rt_recording *recording, int64_t until)
{
    const bool lost = rt_recording_damaged(recording) && until >= rt_recording_last(recording);
    return lost ? PROGRAM_FAILED : PROGRAM_DONE;
}

/* ---- playing ---- */

typedef struct rows {
    FILE *file; /* NULL: none are wanted */
    int every;  /* ticks */
    int *signals, count;
    double *values;
    int64_t first;
} rows;

static void row(const rows *r, world_machine *machine)
{
    if (!r->file || (world_machine_tick(machine) - r->first) % r->every != 0) return;
    world_machine_signals(machine, r->values);
    rt_csv_row(r->file, world_machine_time(machine), r->values, r->signals, r->count);
}

/* Ticks `from` to `until`; rows on the way. */
static rt_replay_result play(rt_replay *replay, int64_t from, int64_t until, const rows *r, int64_t *played)
{
    world_machine *machine = rt_replay_machine(replay);
    const bool to_the_end = until >= rt_recording_last(rt_replay_recording(replay));
    rt_replay_result result = rt_replay_seek(replay, from);
    if (result != RT_REPLAY_OK) return result;
    progress bar = progress_begin((long)(until - from));
    interrupt_begin();
    row(r, machine);
    for (*played = 0; *played < until - from && !interrupt_asked(); ++*played) {
        result = rt_replay_step(replay);
        if (result != RT_REPLAY_OK) break;
        row(r, machine);
        progress_show(&bar, (long)*played, NULL);
    }
    if (result == RT_REPLAY_OK && to_the_end && *played == until - from) result = rt_replay_step(replay);
    progress_end(&bar);
    return result;
}

/* The ticks that --from and --until ask for. */
static bool choose_ticks(const rt_recording *recording, const request *r, int64_t *from, int64_t *until)
{
    const double step = rt_recording_about(recording)->options.step;
    const int64_t first = rt_recording_first(recording), last = rt_recording_last(recording);
    const double begin = r->from >= 0.0 ? round(r->from / step) : (double)first;
    const double end = r->until >= 0.0 ? round(r->until / step) : (double)last;
    if (begin < (double)first || begin > fmin(end, (double)last)) {
        fprintf(stderr, "headland replay: the recording covers %.9g s to %.9g s, not %.9g s to %.9g s\n",
                (double)first * step, (double)last * step, begin * step, end * step);
        return false;
    }
    *from = (int64_t)begin;
    *until = (int64_t)fmin(end, (double)last);
    return true;
}

/* ---- what is asked for ---- */

static int verify(const char *path, rt_replay *replay, int64_t from, int64_t until)
{
    const rows none = {0};
    int64_t played = 0;
    const rt_replay_result result = play(replay, from, until, &none, &played);
    const int status = conclude(path, replay, result, stdout);
    if (status != PROGRAM_DONE) return status;
    if (played < until - from) {
        fprintf(stderr, "headland replay: interrupted after %" PRId64 " ticks without a difference\n",
                played);
        return PROGRAM_FAILED;
    }
    const int lost = judge(rt_replay_recording(replay), until);
    printf("verified %" PRId64 " ticks%s\n", played, lost == PROGRAM_DONE ? "" : ", up to the damage");
    return lost;
}

static int cannot_write(const char *path, int trouble)
{
    fprintf(stderr, "headland replay: %s: %s\n", path, strerror(trouble ? trouble : EIO));
    return PROGRAM_FAILED;
}

static int write_rows(const char *path, rt_replay *replay, const request *r, int64_t from, int64_t until,
                      rows *list)
{
    int64_t played = 0;
    list->file = r->out ? fopen(r->out, "w") : stdout;
    if (!list->file) {
        cannot_write(r->out, errno);
        return PROGRAM_ENVIRONMENT;
    }
    rt_csv_header(list->file, rt_replay_machine(replay), list->signals, list->count);
    int status = conclude(path, replay, play(replay, from, until, list, &played), stderr);
    if (status == PROGRAM_DONE && played < until - from) {
        fprintf(stderr, "headland replay: interrupted after %" PRId64 " ticks\n", played);
        status = PROGRAM_FAILED;
    }
    if (status == PROGRAM_DONE) status = judge(rt_replay_recording(replay), until);
    if (!r->out) return status; /* main looks after stdout */
    errno = 0;
    const bool bad = ferror(list->file) != 0;
    if (fclose(list->file) != 0 || bad) return cannot_write(r->out, errno);
    return status;
}

static int csv(const char *path, rt_replay *replay, const request *r, int64_t from, int64_t until,
               hl_arena *arena)
{
    int status = PROGRAM_ENVIRONMENT;
    world_machine *machine = rt_replay_machine(replay);
    const double step = world_machine_step_size(machine), ticks = round(r->every / step);
    if (r->every > 0.0 && (ticks < 1.0 || fabs(r->every - ticks * step) > 1e-6 * r->every)) {
        fprintf(stderr, "headland replay: --every %g s must be a multiple of the step, %g s\n", r->every,
                step);
        return PROGRAM_USAGE;
    }
    rows list = {.every = r->every > 0.0 ? (int)fmin(ticks, 1e9) : default_every,
                 .first = from,
                 .values = HL_NEW(arena, double, world_signal_count(machine))};
    if (!list.values) return status;
    if (!machine_choose_signals("replay", machine, r->signals, arena, &list.signals, &list.count, &status))
        return status;
    return write_rows(path, replay, r, from, until, &list);
}

/* ---- pictures ---- */

/* All of the sand that waits goes to the scene, then the world as it stands. */
static bool picture(rt_replay *replay, frames *pictures)
{
    static xch_snapshot snapshot;
    do {
        rt_replay_look(replay, &snapshot);
    } while (frames_sand(pictures) > 0);
    return frames_take(pictures, &snapshot);
}

static int draw(const char *path, rt_replay *replay, frames *pictures, int64_t from, int64_t until)
{
    progress bar = progress_begin((long)(until - from));
    rt_replay_result result = rt_replay_seek(replay, from);
    int64_t tick = from;
    bool written = true;
    interrupt_begin();
    for (; result == RT_REPLAY_OK && written && tick <= until && !interrupt_asked(); tick++) {
        if ((tick - from) % frames_ticks(pictures) == 0) written = picture(replay, pictures);
        if (written && tick < until) result = rt_replay_step(replay);
        progress_show(&bar, (long)(tick - from), NULL);
    }
    progress_end(&bar);
    const int status = conclude(path, replay, result, stderr);
    if (status != PROGRAM_DONE || !written) return PROGRAM_FAILED;
    printf("%d pictures\n", frames_count(pictures));
    if (tick > until) return judge(rt_replay_recording(replay), until);
    fprintf(stderr, "headland replay: interrupted after %" PRId64 " ticks\n", tick - from);
    return PROGRAM_FAILED;
}

static int pictures(const char *path, rt_replay *replay, const request *r, int64_t from, int64_t until,
                    hl_arena *arena)
{
    int status = PROGRAM_USAGE;
    double at[2];
    frames_request wanted;
    const site_request site = {.command = "replay",
                               .author = rt_replay_author(replay),
                               .scenario = rt_replay_scenario(replay),
                               .hud = r->window.hud};
    if (!frames_parse("replay", r->frames, &wanted)) return status;
    status = PROGRAM_ENVIRONMENT;
    if (!make_folder("replay", r->out)) return status;
    frames *drawn = frames_open(&wanted, r->out, rt_replay_machine(replay), &site, arena, &status);
    if (!drawn) return status;
    site_middle(site.scenario, at);
    xch_terrain *terrain = frames_terrain(drawn);
    status = PROGRAM_ENVIRONMENT;
    if (!terrain || rt_replay_add_terrain_reader(replay, at[0], at[1], terrain))
        status = draw(path, replay, drawn, from, until);
    else
        fprintf(stderr, "headland replay: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
    frames_close(drawn);
    return status;
}

static int watch(const char *path, rt_replay *replay, const request *r, int64_t from, int64_t until,
                 hl_arena *arena)
{
    int status;
    rt_replay_result result;
    replay_look look = {.mute = r->mute};
    if (!window_choose("replay", &r->window, &look.choice)) return PROGRAM_USAGE;
    return replay_watch(replay, from, until, &look, arena, &result, &status)
               ? conclude(path, replay, result, stderr)
               : status;
}

static bool refuse(const char *text)
{
    fprintf(stderr, "headland replay: %s\n", text);
    return false;
}

static bool fit_together(const request *r)
{
    if (r->info + r->verify + r->csv + (r->frames != NULL) > 1)
        return refuse(
            "give only one of --info, --verify, --csv and --frames (--csv and --frames verify too)");
    if (!r->csv && (r->signals || r->every > 0.0)) return refuse("--signals and --every need --csv");
    if (!r->csv && !r->frames && r->out) return refuse("--out needs --csv or --frames");
    if (r->frames && !r->out) return refuse("--frames needs --out DIR, the folder for the pictures");
    if (r->info && (r->from >= 0.0 || r->until >= 0.0))
        return refuse("--from and --until have no effect with --info: remove them");
    if ((r->info || r->verify || r->csv || r->frames) && !window_without("replay", &r->window, r->frames))
        return false;
    return true;
}

static int replay(const char *path, const request *r, hl_arena *arena)
{
    rt_replay *opened;
    char why[RT_WHY_LENGTH];
    int64_t from, until;
    if (!fit_together(r)) return PROGRAM_USAGE;
    if (r->info) return replay_info(path);
    const hl_status result = rt_replay_open(path, HEADLAND_VERSION, &opened, why);
    if (result != HL_OK) return replay_refuse(path, result, why);
    int status = PROGRAM_USAGE;
    replay_tell_cut(path, rt_replay_recording(opened));
    if (choose_ticks(rt_replay_recording(opened), r, &from, &until))
        status = r->verify   ? verify(path, opened, from, until)
                 : r->csv    ? csv(path, opened, r, from, until, arena)
                 : r->frames ? pictures(path, opened, r, from, until, arena)
                             : watch(path, opened, r, from, until, arena);
    rt_replay_close(opened);
    return status;
}

static const help_text help = {
    .summary = "Replay a recording: compute it again, bit for bit. Without --info, --verify, --csv and "
               "--frames it is shown in a window.",
    .arguments = {{"RECORDING", "recording.hlr written by headland run --out"}},
    .examples =
        {"replay drive/recording.hlr", "replay drive/recording.hlr --verify",
         "replay drive/recording.hlr --csv --signals vehicle.speed,engine.speed --every 0.1 --out speeds.csv",
         "replay drive/recording.hlr --frames every=1 --out frames"},
    .failed = "the replay differs from the recording, or a file could not be written completely",
    .page = "docs/recording.md"};

int program_replay(int argc, char **argv)
{
    request r = {.from = -1.0, .until = -1.0};
    const option options[] = {
        {"info", OPTION_FLAG, &r.info, NULL, "print the contents of the recording"},
        {"verify", OPTION_FLAG, &r.verify, NULL,
         "replay it; print the first tick and state block that differ"},
        {"csv", OPTION_FLAG, &r.csv, NULL, "replay it and write signals to standard output or --out"},
        {"signals", OPTION_TEXT, &r.signals, "A,B,C", "signals to write (default: all)"},
        {"every", OPTION_SECONDS, &r.every, "S", "time between rows [s] (default: 10 ticks)"},
        {"frames", OPTION_TEXT, &r.frames, "every=S[,...]",
         "replay it and write a PNG every S seconds into --out DIR; also size=WxH, "
         "camera=cab|chase|orbit|bucket, quality=low|medium|high"},
        {"out", OPTION_OUTPUT, &r.out, "FILE|DIR",
         "file for the rows of --csv (default: standard output), folder for the pictures "
         "of --frames"},
        {"from", OPTION_TIME, &r.from, "S",
         "start time [s], from the nearest saved state (default: the start)"},
        {"until", OPTION_TIME, &r.until, "S", "end time [s] (default: the end)"},
        {"mute", OPTION_FLAG, &r.mute, NULL, "play no sound"},
        WINDOW_OPTIONS(&r.window),
        OPTION_END};
    command_line line = {.command = "replay",
                         .arguments = "RECORDING",
                         .help = &help,
                         .options = options,
                         .fewest = 1,
                         .most = 1};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    status = replay(line.words[0], &r, &arena);
    hl_arena_free(&arena);
    return status;
}
