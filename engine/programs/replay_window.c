/* Watching a recorded drive: it is computed again as fast as the clock runs, and drawn. */
#include "replay_window.h"

#include "interrupt.h"
#include "rt/clock.h"
#include "site_window.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

/* [s] Time for ticks in a frame: where computing takes longer than the drive took, the picture goes on
 * slower. */
static const double FRAME = 0.03;

typedef struct watch {
    rt_replay *replay;
    site_window site;
    double step;
    int64_t tick, until;
    bool paused, ended; /* ended: by who watches */
    int64_t since;      /* time of the clock [ns] at ... */
    int64_t from;       /* ... this tick, from which both run alike */
} watch;

static int64_t now(void)
{
    const rt_clock clock = rt_clock_monotonic();
    return clock.now(clock.context);
}

static void take_input(watch *w)
{
    const rnd_input input = rnd_plain_window_input(w->site.window);
    w->ended = input.quit || interrupt_asked();
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
    static const struct timespec pause = {.tv_nsec = 8000000}; /* displays that do not wait are not flooded */
    xch_snapshot snapshot = {0};
    rt_replay_result result = RT_REPLAY_OK;
    w->since = now();
    while (result == RT_REPLAY_OK && !w->ended && w->tick < w->until) {
        take_input(w);
        result = advance(w);
        rt_replay_look(w->replay, &snapshot);
        site_window_draw(&w->site, &snapshot);
        nanosleep(&pause, NULL);
    }
    return result;
}

static bool open_window(watch *w, hl_arena *arena, char *error, size_t size)
{
    const auth_scenario *scenario = rt_replay_scenario(w->replay);
    double at[2];
    if (!site_window_open(rt_replay_machine(w->replay), rt_replay_author(w->replay), scenario,
                          "--info, --verify or --csv", arena, &w->site, error, size))
        return false;
    site_window_middle(scenario, at);
    if (w->site.sand == NULL || rt_replay_add_terrain_reader(w->replay, at[0], at[1], &w->site.terrain))
        return true;
    rnd_plain_window_close(w->site.window);
    snprintf(error, size, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    return false;
}

bool replay_watch(rt_replay *replay, int64_t from, int64_t until, hl_arena *arena, rt_replay_result *result,
                  char *error, size_t size)
{
    watch w = {.replay = replay,
               .step = world_machine_step_size(rt_replay_machine(replay)),
               .tick = from,
               .until = until,
               .from = from};
    if (!open_window(&w, arena, error, size)) return false;
    printf("  V      next camera\n  Space  pause\n  Esc    end\n");
    fflush(stdout);
    interrupt_begin();
    *result = rt_replay_seek(replay, from);
    if (*result == RT_REPLAY_OK) *result = play(&w);
    rnd_plain_window_close(w.site.window);
    return true;
}
