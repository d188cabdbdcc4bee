/* Watching a recorded drive: it is computed again as fast as the clock runs, and drawn. */
#include "replay_window.h"

#include "interrupt.h"
#include "program.h"
#include "rt/clock.h"
#include "site_window.h"

#include <math.h>
#include <stdio.h>

/* [s] Time for ticks in a frame: where computing takes longer than the drive took, the picture goes on
 * slower. */
static const double FRAME = 0.03;

typedef struct watch {
    rt_replay *replay;
    site_window site;
    double step;
    int64_t tick, until;
    bool paused, ended, lost; /* ended: by who watches; lost: the display went away */
    int64_t since;            /* time of the clock [ns] at ... */
    int64_t from;             /* ... this tick, from which both run alike */
} watch;

static int64_t now(void)
{
    const rt_clock clock = rt_clock_monotonic();
    return clock.now(clock.context);
}

static void take_input(watch *w)
{
    const rnd_input input = rnd_window_input(w->site.window);
    w->lost = input.lost;
    w->ended = input.quit || input.lost || interrupt_asked();
    w->paused ^= input.pause;
}

/* The ticks that are due, as many as a frame has time for. */
static rt_replay_result advance(watch *w)
{
    const int64_t began = now(), enough = began + rt_nanoseconds(FRAME);
    const double passed = w->paused ? 0.0 : 1e-9 * (double)(began - w->since) / w->step;
    const int64_t due = w->from + (int64_t)fmin(passed, (double)(w->until - w->from));
    rt_replay_result result = RT_REPLAY_OK;
    bool late = w->paused;
    while (result == RT_REPLAY_OK && w->tick < due && !late) {
        result = rt_replay_step(w->replay);
        w->tick += result == RT_REPLAY_OK;
        late = now() > enough;
    }
    if (late) { /* what was missed is not made up for */
        w->since = now();
        w->from = w->tick;
    }
    return result;
}

static rt_replay_result play(watch *w)
{
    static xch_snapshot snapshot;
    rt_replay_result result = RT_REPLAY_OK;
    w->since = now();
    while (result == RT_REPLAY_OK && !w->ended && w->tick < w->until) {
        take_input(w);
        if (w->lost) break;
        result = advance(w);
        rt_replay_look(w->replay, &snapshot);
        site_window_draw(&w->site, &snapshot, w->paused, 0);
    }
    return result;
}

static bool open_window(watch *w, const window_choice *choice, hl_arena *arena, int *status)
{
    double at[2];
    const site_window_setup setup = {.site = {.command = "replay",
                                              .author = rt_replay_author(w->replay),
                                              .scenario = rt_replay_scenario(w->replay)},
                                     .choice = choice,
                                     .instead = "--info, --verify, --csv or --frames"};
    if (!site_window_open(rt_replay_machine(w->replay), &setup, arena, &w->site, status)) return false;
    site_middle(setup.site.scenario, at);
    if (!w->site.site.sand || rt_replay_add_terrain_reader(w->replay, at[0], at[1], &w->site.site.terrain))
        return true;
    fprintf(stderr, "headland replay: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
    site_window_close(&w->site);
    return false;
}

bool replay_watch(rt_replay *replay, int64_t from, int64_t until, const window_choice *choice,
                  hl_arena *arena, rt_replay_result *result, int *status)
{
    watch w = {.replay = replay,
               .step = world_machine_step_size(rt_replay_machine(replay)),
               .tick = from,
               .until = until,
               .from = from};
    if (!open_window(&w, choice, arena, status)) return false;
    interrupt_begin();
    *result = rt_replay_seek(replay, from);
    if (*result == RT_REPLAY_OK) *result = play(&w);
    if (w.lost) fprintf(stderr, "headland replay: the display is gone\n");
    *status = PROGRAM_FAILED;
    site_window_close(&w.site);
    return !w.lost;
}
