/* headland replay: watch a recording, prove it, take signals out of it. */
#include "rt/replay.h"

#include "auth/file.h"
#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/cockpit.h"
#include "drv/load.h"
#include "drv/log.h"
#include "drv/playback.h"
#include "picture/window.h"
#include "program.h"
#include "rt/team.h"
#include "rt/telemetry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
    bool info, verify, csv, mute;
    const char *signals, *out, *frames;
    double every;        /* [s]; 0: not given */
    double from, until;  /* [s]; below 0: not given */
    int physics_threads; /* 0: not given */
    window_request window;
} request;

/* ---- what a recording holds ---- */

static void print_states(const rt_recording *recording)
{
    const int count = rt_recording_states(recording), blocks = rt_recording_about(recording)->block_count;
    size_t least = SIZE_MAX, most = 0;
    for (int i = 0; i < count; i++) {
        const size_t size = rt_recording_state_size(recording, i);
        if (size < least) least = size;
        if (size > most) most = size;
    }
    if (least == most)
        printf("states       %d, each %zu bytes in %d blocks\n", count, most, blocks);
    else
        printf("states       %d, of %zu to %zu bytes in %d blocks\n", count, least, most, blocks);
}

static void print_choices(const rt_recording_info *info)
{
    if (info->choice_count == 0) return;
    printf("chosen       ");
    for (int i = 0; i < info->choice_count; i++)
        printf("%s%s=%s", i > 0 ? ", " : "", info->choices[i].variant, info->choices[i].choice);
    putchar('\n');
}

static void print_about(const rt_recording *recording)
{
    const rt_recording_info *info = rt_recording_about(recording);
    const rt_recording_ending ending = rt_recording_how_ended(recording);
    const int64_t first = rt_recording_first(recording), ticks = rt_recording_last(recording) - first;
    printf("machine      %s (%s)\n", info->machine, info->machine_text.path ? info->machine_text.path : "-");
    print_choices(info);
    if (info->scenario_text.path) printf("scenario     %s\n", info->scenario_text.path);
    for (int i = 0; i < info->text_count; i++) {
        const auth_file_kind kind = auth_file_kind_of_text(info->texts[i].text, info->texts[i].length);
        printf("%-12s %s\n", kind == AUTH_FILE_KINDS ? "file" : auth_file_kind_word(kind),
               info->texts[i].path);
    }
    printf("recorded by  headland %s (%s)\n", info->version, info->build);
    printf("model        %016" PRIx64 "\n", info->model_hash);
    printf("ticks        %" PRId64 " from tick %" PRId64 ", %.6g s in steps of %g s\n", ticks, first,
           (double)ticks * info->options.step, info->options.step);
    print_states(recording);
    printf("end          %s%s%s%s%s\n", rt_end_text(ending.end), ending.end == RT_END_FAILED ? ": " : "",
           ending.end == RT_END_FAILED ? hl_status_text(ending.status) : "", *ending.note ? ": " : "",
           ending.note);
}

static void tell_cut(const char *path, const rt_recording *recording)
{
    const uint64_t cut = rt_recording_cut(recording);
    const int64_t last = rt_recording_last(recording);
    if (rt_recording_is_damaged(recording))
        drv_say(&program_log,
                "%s: damaged: the last %" PRIu64 " bytes, after tick %" PRId64
                ", are unreliable and were left out",
                path, cut, last);
    else if (rt_recording_how_ended(recording).end == RT_END_NONE)
        drv_say(&program_log,
                "%s: cut off after tick %" PRId64 ", as after a kill; %" PRIu64
                " bytes of an incomplete frame were left out",
                path, last, cut);
}

static int refuse_file(const char *path, hl_status status, const char *why)
{
    struct stat info;
    const bool file = stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
    drv_say(&program_log, "%s: %s%s", path, why,
            !file ? "; a recording is expected, such as recording.hlr in a folder of headland run --out"
                  : "");
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
}

static int print_info(const char *path)
{
    rt_recording *recording;
    char why[RT_WHY_LENGTH];
    const hl_status status = rt_recording_open(path, &recording, why);
    if (status != HL_OK) return refuse_file(path, status, why);
    print_about(recording);
    tell_cut(path, recording);
    rt_recording_close(recording);
    return PROGRAM_DONE;
}

/* ---- windows: a player computes the drive again beside them ---- */

/* How it is watched and heard. */
typedef struct replay_look {
    window_choice choice;
    bool mute;
} replay_look;

typedef struct watching {
    rt_replay *replay;
    rt_player *player;
    drv_ears *ears; /* NULL: no sound */
    xch_latest *snapshots;
    site_window site;
    bool paused, lost; /* lost: the display went away */
} watching;

static void take_input(watching *w)
{
    const rnd_input input = rnd_window_input(w->site.window);
    w->lost = input.lost;
    if (input.quit || input.lost || interrupt_asked()) rt_player_stop(w->player);
    if (!input.pause) return;
    w->paused = !w->paused;
    rt_player_pause(w->player, w->paused);
}

static void hear(watching *w)
{
    char text[300];
    auth_settings settings;
    rnd_eye eye;
    if (w->ears == NULL) return;
    if (rnd_window_settings(w->site.window, &settings)) drv_ears_volumes(w->ears, &settings);
    if (rnd_window_eye(w->site.window, &eye)) drv_ears_listen(w->ears, &eye);
    while (drv_ears_news(w->ears, text, sizeof text)) rnd_window_message(w->site.window, text);
}

static rt_replay_result play_window(watching *w)
{
    const xch_snapshot *newest = NULL;
    while (!rt_player_is_ended(w->player)) {
        take_input(w);
        if (w->lost) break;
        const xch_snapshot *snapshot = xch_latest_read(w->snapshots, NULL);
        if (snapshot != NULL) newest = snapshot;
        site_window_draw(&w->site, &(drv_shown){.newest = newest, .paused = w->paused});
        hear(w);
    }
    if (w->ears != NULL) drv_ears_leave(w->ears);
    return rt_player_join(w->player);
}

static bool open_window(watching *w, const replay_look *look, hl_arena *arena, int *status)
{
    double at[2];
    const site_window_setup setup = {.site = {.log = &program_log,
                                              .author = rt_replay_author(w->replay),
                                              .scenario = rt_replay_scenario(w->replay)},
                                     .choice = &look->choice,
                                     .instead = "--info, --verify, --csv or --frames"};
    if (!site_window_open(rt_replay_machine(w->replay), &setup, arena, &w->site, status)) return false;
    drv_site_middle(setup.site.scenario, at);
    if (!w->site.scene.sand || rt_replay_add_terrain_reader(w->replay, at[0], at[1], &w->site.scene.terrain))
        return true;
    drv_say(&program_log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    site_window_close(&w->site);
    return false;
}

static bool open_ears(watching *w, const replay_look *look, hl_arena *arena)
{
    const drv_ears_setup setup = {.log = &program_log,
                                  .author = rt_replay_author(w->replay),
                                  .machine = rt_replay_machine(w->replay),
                                  .settings = &look->choice.settings};
    if (look->mute || !drv_ears_needed(setup.machine)) return true;
    w->ears = drv_ears_open(&setup, arena);
    return w->ears != NULL;
}

static bool start(watching *w, int64_t from, int64_t until, hl_arena *arena)
{
    w->player = rt_player_new(w->replay, from, until, arena);
    if (w->player == NULL) return false;
    w->snapshots = rt_player_add_reader(w->player);
    return w->snapshots != NULL && (w->ears == NULL || drv_ears_join_player(w->ears, w->player)) &&
           rt_player_start(w->player);
}

static bool watch_from(watching *w, int64_t from, int64_t until, hl_arena *arena, rt_replay_result *result)
{
    *result = rt_replay_seek(w->replay, from);
    if (*result != RT_REPLAY_OK) return true;
    if (!start(w, from, until, arena)) {
        return drv_say(&program_log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    }
    *result = play_window(w);
    if (w->lost) drv_say(&program_log, "the connection to the display was lost");
    return !w->lost;
}

/* Play the ticks `from` to `until` in windows, in real time where the computer keeps up, until they are
 * over or a window is closed.
 *  @param result  out: RT_REPLAY_OK, or what rt_replay_step found wrong
 *  @param status  out: the exit status when false
 *  @return false: there is no window, or no display any more; after a message on stderr */
static bool show_windows(rt_replay *replay, int64_t from, int64_t until, const replay_look *look,
                         hl_arena *arena, rt_replay_result *result, int *status)
{
    watching w = {.replay = replay};
    *status = PROGRAM_ENVIRONMENT;
    if (!open_ears(&w, look, arena)) return false; /* first: it wants to be before other threads */
    bool watched = open_window(&w, look, arena, status);
    if (watched) {
        interrupt_begin();
        *status = PROGRAM_FAILED;
        watched = watch_from(&w, from, until, arena, result);
        site_window_close(&w.site);
    }
    if (w.ears != NULL) (void)drv_ears_close(w.ears);
    return watched;
}

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
        drv_say(&program_log, "%s: tick %" PRId64 " cannot be read: %s", path, d.tick,
                hl_status_text(d.status));
    }
    return PROGRAM_FAILED;
}

/* A replay that came to the end of what is good has not proved what was lost to damage. */
static int judge(const rt_replay *replay, drv_ticks ticks)
{
    return drv_is_cut_by_damage(rt_replay_recording(replay), ticks.until) ? PROGRAM_FAILED : PROGRAM_DONE;
}

static int interrupted(int64_t played, const char *so_far)
{
    drv_say(&program_log, "interrupted after %" PRId64 " ticks%s", played, so_far);
    return PROGRAM_FAILED;
}

static rt_replay_result play(rt_replay *replay, drv_ticks ticks, const drv_rows *rows, int64_t *played)
{
    progress bar;
    const drv_progress steps = progress_of(&bar);
    interrupt_begin();
    const rt_replay_result result = drv_play(replay, ticks, rows, &steps, played);
    progress_end(&bar);
    return result;
}

/* ---- what is asked for ---- */

static int verify(const char *path, rt_replay *replay, drv_ticks ticks)
{
    int64_t played;
    const rt_replay_result result = play(replay, ticks, NULL, &played);
    const int status = conclude(path, replay, result, stdout);
    if (status != PROGRAM_DONE) return status;
    if (played < ticks.until - ticks.from) return interrupted(played, " without a difference");
    const int lost = judge(replay, ticks);
    printf("verified %" PRId64 " ticks%s\n", played, lost == PROGRAM_DONE ? "" : ", up to the damage");
    return lost;
}

static int cannot_write(const char *path, int trouble)
{
    return program_end(PROGRAM_FAILED, "%s: %s", path, strerror(trouble ? trouble : EIO));
}

static int write_rows(const char *path, rt_replay *replay, const char *out, drv_ticks ticks, drv_rows *rows)
{
    int64_t played;
    rows->file = out ? fopen(out, "w") : stdout;
    if (!rows->file) {
        cannot_write(out, errno);
        return PROGRAM_ENVIRONMENT;
    }
    rt_csv_header(rows->file, rt_replay_machine(replay), rows->signals, rows->count);
    int status = conclude(path, replay, play(replay, ticks, rows, &played), stderr);
    if (status == PROGRAM_DONE && played < ticks.until - ticks.from) status = interrupted(played, "");
    if (status == PROGRAM_DONE) status = judge(replay, ticks);
    if (!out) return status; /* main checks standard output */
    errno = 0;
    const bool bad = ferror(rows->file) != 0;
    if (fclose(rows->file) != 0 || bad) return cannot_write(out, errno);
    return status;
}

static int csv(const char *path, rt_replay *replay, const request *r, drv_ticks ticks, hl_arena *arena)
{
    int status = PROGRAM_ENVIRONMENT, *signals, count;
    world_machine *machine = rt_replay_machine(replay);
    const int every = drv_choose_every(&program_log, r->every, world_machine_step_size(machine));
    if (every == 0) return PROGRAM_USAGE;
    if (!drv_choose_signals(&program_log, machine, r->signals, arena, &signals, &count, &status))
        return status;
    drv_rows rows = {.every = every,
                     .signals = signals,
                     .count = count,
                     .values = HL_NEW(arena, double, world_signal_count(machine))};
    return rows.values ? write_rows(path, replay, r->out, ticks, &rows) : PROGRAM_ENVIRONMENT;
}

/* ---- pictures ---- */

static int draw(const char *path, rt_replay *replay, drv_pictures *pictures, drv_ticks ticks)
{
    int64_t played;
    bool written;
    progress bar;
    const drv_progress steps = progress_of(&bar);
    interrupt_begin();
    const rt_replay_result result = drv_play_pictures(replay, ticks, pictures, &steps, &played, &written);
    progress_end(&bar);
    const int status = conclude(path, replay, result, stderr);
    if (status != PROGRAM_DONE || !written) return PROGRAM_FAILED;
    printf("%d pictures\n", drv_pictures_count(pictures));
    return played > ticks.until - ticks.from ? judge(replay, ticks) : interrupted(played, "");
}

static int pictures(const char *path, rt_replay *replay, const request *r, drv_ticks ticks, hl_arena *arena)
{
    int status = PROGRAM_USAGE;
    double at[2];
    drv_pictures_request wanted;
    char assets[DRV_SCENE_PATH];
    if (!drv_pictures_parse(&program_log, r->frames, &wanted)) return status;
    status = PROGRAM_ENVIRONMENT;
    if (!drv_assets_need(&program_log, assets, sizeof assets)) return status;
    const drv_scene_request site = {.log = &program_log,
                                    .assets = assets,
                                    .author = rt_replay_author(replay),
                                    .scenario = rt_replay_scenario(replay),
                                    .hud = r->window.hud,
                                    .show = r->window.show};
    if (!drv_make_folder(&program_log, r->out)) return status;
    drv_pictures *drawn =
        drv_pictures_open(&wanted, r->out, rt_replay_machine(replay), &site, arena, &status);
    if (!drawn) return status;
    drv_site_middle(site.scenario, at);
    xch_terrain *terrain = drv_pictures_terrain(drawn);
    status = PROGRAM_ENVIRONMENT;
    if (!terrain || rt_replay_add_terrain_reader(replay, at[0], at[1], terrain))
        status = draw(path, replay, drawn, ticks);
    else
        drv_say(&program_log, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    drv_pictures_close(drawn);
    return status;
}

static int watch(const char *path, rt_replay *replay, const request *r, drv_ticks ticks, hl_arena *arena)
{
    int status;
    rt_replay_result result;
    replay_look look = {.mute = r->mute};
    if (!window_choose(&r->window, &look.choice)) return PROGRAM_USAGE;
    return show_windows(replay, ticks.from, ticks.until, &look, arena, &result, &status)
               ? conclude(path, replay, result, stderr)
               : status;
}

static bool refuse(const char *text)
{
    return drv_say(&program_log, "%s", text);
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
    if (r->physics_threads > RT_TEAM_THREADS) return refuse("--physics-threads: give 1 to 8 threads");
    if ((r->info || r->verify || r->csv || r->frames) && !window_without(&r->window, r->frames)) return false;
    return true;
}

static int replay_opened(const char *path, rt_replay *opened, const request *r, hl_arena *arena)
{
    drv_ticks ticks;
    tell_cut(path, rt_replay_recording(opened));
    if (!drv_choose_ticks(&program_log, rt_replay_recording(opened), r->from, r->until, &ticks))
        return PROGRAM_USAGE;
    return r->verify   ? verify(path, opened, ticks)
           : r->csv    ? csv(path, opened, r, ticks, arena)
           : r->frames ? pictures(path, opened, r, ticks, arena)
                       : watch(path, opened, r, ticks, arena);
}

static int replay_with_team(const char *path, rt_replay *opened, const request *r, hl_arena *arena)
{
    const rt_team_options options = {.threads = r->physics_threads, .cpu = -1};
    rt_team *team = rt_team_new(&options, arena);
    if (!team || world_machine_set_team(rt_replay_machine(opened), rt_team_blocks(team), arena) != HL_OK)
        return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    (void)rt_team_start(team);
    if (*rt_team_advice(team)) drv_say(&program_log, "%s", rt_team_advice(team));
    const int status = replay_opened(path, opened, r, arena);
    rt_team_stop(team);
    return status;
}

static int replay(const char *path, const request *r, hl_arena *arena)
{
    rt_replay *opened;
    char why[RT_WHY_LENGTH];
    if (!fit_together(r)) return PROGRAM_USAGE;
    if (r->info) return print_info(path);
    const hl_status result = rt_replay_open(path, HEADLAND_VERSION, &opened, why);
    if (result != HL_OK) return refuse_file(path, result, why);
    const int status = r->physics_threads > 1 ? replay_with_team(path, opened, r, arena)
                                              : replay_opened(path, opened, r, arena);
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
        OPTION_PHYSICS_THREADS(&r.physics_threads),
        WINDOW_OPTIONS(&r.window),
        OPTION_END};
    command_line line = {.command = "replay", .arguments = "RECORDING", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    hl_arena arena = {0};
    status = replay(line.words[0], &r, &arena);
    hl_arena_free(&arena);
    return status;
}
