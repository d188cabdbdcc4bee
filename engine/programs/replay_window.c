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
    rnd_plain_window *window;
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
    const rnd_input input = rnd_plain_window_input(w->window);
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
        rnd_plain_window_draw(w->window, &snapshot);
        nanosleep(&pause, NULL);
    }
    return result;
}

bool replay_watch(rt_replay *replay, int64_t from, int64_t until, hl_arena *arena, rt_replay_result *result,
                  char *error, size_t size)
{
    const world_machine *machine = rt_replay_machine(replay);
    watch w = {.replay = replay,
               .step = world_machine_step_size(machine),
               .tick = from,
               .until = until,
               .from = from,
               .window = site_window_open(machine, rt_replay_author(replay), rt_replay_scenario(replay),
                                          "--info, --verify or --csv", arena, error, size)};
    if (w.window == NULL) return false;
    printf("  V      next camera\n  Space  pause\n  Esc    end\n");
    fflush(stdout);
    interrupt_begin();
    *result = rt_replay_seek(replay, from);
    if (*result == RT_REPLAY_OK) *result = play(&w);
    rnd_plain_window_close(w.window);
    return true;
}
