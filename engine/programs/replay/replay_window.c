/* Watching and hearing a recorded drive: a player computes it again beside the window. */
#include "replay_window.h"

#include "command/interrupt.h"
#include "command/program_log.h"
#include "drv/cockpit.h"
#include "picture/site_window.h"
#include "program.h"
#include "rt/replay.h"

#include <stdio.h>

typedef struct watch {
    rt_replay *replay;
    rt_player *player;
    drv_ears *ears; /* NULL: no sound */
    xch_latest *snapshots;
    site_window site;
    bool paused, lost; /* lost: the display went away */
} watch;

static void take_input(watch *w)
{
    const rnd_input input = rnd_window_input(w->site.window);
    w->lost = input.lost;
    if (input.quit || input.lost || interrupt_asked()) rt_player_stop(w->player);
    if (!input.pause) return;
    w->paused = !w->paused;
    rt_player_pause(w->player, w->paused);
}

static void hear(watch *w)
{
    char text[300];
    auth_settings settings;
    rnd_eye eye;
    if (w->ears == NULL) return;
    if (rnd_window_settings(w->site.window, &settings)) drv_ears_volumes(w->ears, &settings);
    if (rnd_window_eye(w->site.window, &eye)) drv_ears_listen(w->ears, &eye);
    while (drv_ears_news(w->ears, text, sizeof text)) rnd_window_message(w->site.window, text);
}

static rt_replay_result play(watch *w)
{
    const xch_snapshot *newest = NULL;
    while (!rt_player_is_ended(w->player)) {
        take_input(w);
        if (w->lost) break;
        const xch_snapshot *snapshot = xch_latest_read(w->snapshots, NULL);
        if (snapshot != NULL) newest = snapshot;
        site_window_draw(&w->site, newest, w->paused, 0);
        hear(w);
    }
    if (w->ears != NULL) drv_ears_leave(w->ears);
    return rt_player_join(w->player);
}

static bool open_window(watch *w, const replay_look *look, hl_arena *arena, int *status)
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
    fprintf(stderr, "headland replay: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
    site_window_close(&w->site);
    return false;
}

static bool open_ears(watch *w, const replay_look *look, hl_arena *arena)
{
    const drv_ears_setup setup = {.log = &program_log,
                                  .author = rt_replay_author(w->replay),
                                  .machine = rt_replay_machine(w->replay),
                                  .settings = &look->choice.settings};
    if (look->mute || !drv_ears_needed(setup.machine)) return true;
    w->ears = drv_ears_open(&setup, arena);
    return w->ears != NULL;
}

static bool start(watch *w, int64_t from, int64_t until, hl_arena *arena)
{
    w->player = rt_player_new(w->replay, from, until, arena);
    if (w->player == NULL) return false;
    w->snapshots = rt_player_add_reader(w->player);
    return w->snapshots != NULL && (w->ears == NULL || drv_ears_join_player(w->ears, w->player)) &&
           rt_player_start(w->player);
}

static bool watch_from(watch *w, int64_t from, int64_t until, hl_arena *arena, rt_replay_result *result)
{
    *result = rt_replay_seek(w->replay, from);
    if (*result != RT_REPLAY_OK) return true;
    if (!start(w, from, until, arena)) {
        fprintf(stderr, "headland replay: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    *result = play(w);
    if (w->lost) fprintf(stderr, "headland replay: the connection to the display was lost\n");
    return !w->lost;
}

bool replay_watch(rt_replay *replay, int64_t from, int64_t until, const replay_look *look, hl_arena *arena,
                  rt_replay_result *result, int *status)
{
    watch w = {.replay = replay};
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
