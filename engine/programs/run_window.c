#include "run_window.h"

#include "interrupt.h"
#include "io/keyboard.h"
#include "site_window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct run_window {
    rt_session *session;
    site_window site;
    io_keyboard *keyboard; /* NULL: somebody else drives */
    xch_ring *commands;
    xch_latest *snapshots;
    int source;
    bool paused;
};

/* Rings and buffers of the session. */
static bool join(run_window *w, const auth_machine *author, const auth_scenario *scenario, bool keyboard,
                 hl_arena *arena)
{
    double at[2];
    site_window_middle(scenario, at);
    w->snapshots = rt_session_add_reader(w->session);
    if (w->snapshots == NULL) return false;
    if (w->site.sand != NULL && !rt_session_add_terrain_reader(w->session, at[0], at[1], &w->site.terrain))
        return false;
    if (!keyboard) return true;
    w->source = rt_session_add_source(w->session, "keyboard", true, &w->commands);
    w->keyboard = w->source < 0 ? NULL : io_keyboard_new(author, w->source, arena);
    return w->keyboard != NULL;
}

static void print_keys(void)
{
    for (const char *const *line = io_keyboard_help(); *line != NULL; line++) printf("  %s\n", *line);
    printf("  V      next camera\n  Space  pause\n  Esc    end\n");
    fflush(stdout);
}

run_window *run_window_open(rt_session *session, world_machine *machine, const auth_machine *author,
                            const auth_scenario *scenario, bool keyboard, hl_arena *arena, char *error,
                            size_t error_size)
{
    run_window *w = HL_NEW(arena, run_window, 1);
    snprintf(error, error_size, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (w == NULL) return NULL;
    w->session = session;
    if (!site_window_open(machine, author, scenario, "--headless", arena, &w->site, error, error_size))
        return NULL;
    if (join(w, author, scenario, keyboard, arena)) {
        if (keyboard) print_keys();
        return w;
    }
    rnd_plain_window_close(w->site.window);
    snprintf(error, error_size, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    return NULL;
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void take_input(run_window *w)
{
    const rnd_input input = rnd_plain_window_input(w->site.window);
    if (input.quit || interrupt_asked()) rt_session_stop(w->session);
    if (input.pause) {
        w->paused = !w->paused;
        rt_session_pause(w->session, w->paused);
    }
    if (w->keyboard == NULL) return;
    for (int k = 0; k < input.key_count; k++)
        io_keyboard_key(w->keyboard, input.keys[k].scancode, input.keys[k].down);
    if (input.lost_keys) io_keyboard_release(w->keyboard);
}

/* What the keyboard moved, or that it is there. */
static void send_commands(const run_window *w, double seconds, int64_t time)
{
    if (w->keyboard == NULL || io_keyboard_update(w->keyboard, seconds, time, w->commands) > 0) return;
    const xch_command alive = {.time = time, .kind = XCH_COMMAND_ALIVE, .source = w->source};
    xch_ring_push(w->commands, &alive);
}

void run_window_loop(run_window *window, void (*look)(void *context), void *context)
{
    static const double LONGEST_FRAME = 0.1; /* [s]: after a stall of the window pedals do not jump */
    static const struct timespec pause = {.tv_nsec = 8000000}; /* displays that do not wait are not flooded */
    int64_t last = now();
    while (!rt_session_ended(window->session)) {
        look(context);
        take_input(window);
        const int64_t time = now();
        send_commands(window, fmin(1e-9 * (double)(time - last), LONGEST_FRAME), time);
        last = time;
        const xch_snapshot *snapshot = xch_latest_read(window->snapshots, NULL);
        if (snapshot != NULL) site_window_draw(&window->site, snapshot);
        nanosleep(&pause, NULL);
    }
}

void run_window_close(run_window *window)
{
    rnd_plain_window_close(window->site.window);
}
