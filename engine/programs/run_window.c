#include "run_window.h"

#include "interrupt.h"
#include "io/keyboard.h"
#include "program.h"
#include "site_window.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

struct run_window {
    const machine_files *files;
    site_window site;
    bool driven; /* by the keyboard */
    bool anew, lost;

    /* of the session that was joined */
    rt_session *session;
    xch_latest *snapshots;
    const xch_snapshot *newest; /* NULL: none has come */
    io_keyboard *keyboard;      /* NULL: somebody else drives */
    xch_ring *commands;
    int source;
    int64_t moved; /* when the keyboard last moved something [ns]; 0: never */
    bool paused;
};

/* ---- opening and joining ---- */

run_window *run_window_open(world_machine *machine, const machine_files *files, const window_choice *choice,
                            bool keyboard, const char *pictures, hl_arena *arena, int *status)
{
    run_window *w = HL_NEW(arena, run_window, 1);
    *status = PROGRAM_ENVIRONMENT;
    if (w == NULL) return NULL;
    *w = (run_window){.files = files, .driven = keyboard};
    const site_window_setup setup = {.site = {.command = "run",
                                              .author = files->machine,
                                              .scenario = files->scenario,
                                              .machine_path = files->machine_text.path,
                                              .scenario_path = files->scenario_text.path},
                                     .choice = choice,
                                     .help = keyboard ? io_keyboard_help() : NULL,
                                     .reset = true,
                                     .pictures = pictures,
                                     .instead = "--headless"};
    if (!site_window_open(machine, &setup, arena, &w->site, status)) return NULL;
    rnd_window_message(w->site.window, "F1: keys");
    return w;
}

/* The sand as it lies comes at once, what changes through the ring. */
static bool join_sand(run_window *w)
{
    double at[2];
    site_middle(w->files->scenario, at);
    if (!w->site.site.sand) return true;
    if (!rt_session_add_terrain_reader(w->session, at[0], at[1], &w->site.site.terrain)) return false;
    rt_session_whole_terrain(w->session, site_scene_tile, &w->site.site);
    return true;
}

/* The first picture of a window takes long: programs are made, textures loaded. The world starts behind it.
 */
static void show_first(run_window *w)
{
    rt_session_show(w->session);
    w->newest = xch_latest_read(w->snapshots, NULL);
    site_window_draw(&w->site, w->newest, false, 0);
}

bool run_window_join(run_window *window, rt_session *session, hl_arena *arena)
{
    window->session = session;
    window->newest = NULL;
    window->keyboard = NULL;
    window->moved = 0;
    window->paused = window->anew = false;
    window->snapshots = rt_session_add_reader(session);
    if (window->snapshots == NULL || !join_sand(window)) return false;
    show_first(window);
    if (!window->driven) return true;
    window->source = rt_session_add_source(session, "keyboard", true, &window->commands);
    window->keyboard =
        window->source < 0 ? NULL : io_keyboard_new(window->files->machine, window->source, arena);
    return window->keyboard != NULL;
}

void run_window_leave(run_window *window)
{
    window->newest = NULL;
    window->keyboard = NULL;
    site_scene_leave(&window->site.site);
}

/* ---- driving ---- */

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void take_input(run_window *w)
{
    const rnd_input input = rnd_window_input(w->site.window);
    w->anew |= input.reset;
    w->lost |= input.lost;
    if (input.quit || input.reset || input.lost || interrupt_asked()) rt_session_stop(w->session);
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
static void send_commands(run_window *w, double seconds, int64_t time)
{
    if (w->keyboard == NULL) return;
    if (io_keyboard_update(w->keyboard, seconds, time, w->commands) > 0) {
        w->moved = time;
        return;
    }
    const xch_command alive = {.time = time, .kind = XCH_COMMAND_ALIVE, .source = w->source};
    xch_ring_push(w->commands, &alive);
}

bool run_window_loop(run_window *window, void (*look)(void *context), void *context)
{
    static const double longest = 0.1; /* [s]: after a stall of the window pedals do not jump */
    int64_t last = now();
    while (!rt_session_ended(window->session)) {
        look(context);
        take_input(window);
        if (window->lost) break;
        const int64_t time = now();
        send_commands(window, fmin(1e-9 * (double)(time - last), longest), time);
        last = time;
        const xch_snapshot *snapshot = xch_latest_read(window->snapshots, NULL);
        if (snapshot != NULL) window->newest = snapshot;
        site_window_draw(&window->site, window->newest, window->paused, window->moved);
    }
    return window->anew && !window->lost;
}

/* ---- the rest ---- */

void run_window_message(run_window *window, const char *text)
{
    rnd_window_message(window->site.window, text);
}

bool run_window_lost(const run_window *window)
{
    return window->lost;
}

void run_window_close(run_window *window)
{
    site_window_close(&window->site);
}
