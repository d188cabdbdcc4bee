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
    cockpit *cockpit;
    io_keyboard *keyboard; /* NULL: somebody else drives */
    bool anew, lost;

    /* of the session that was joined */
    rt_session *session;
    xch_latest *snapshots;
    const xch_snapshot *newest; /* NULL: none has come */
    xch_ring *commands;         /* of the keyboard */
    int source;
    int64_t moved; /* when the keyboard last moved something [ns]; 0: never */
    bool paused;
};

/* ---- opening and joining ---- */

/* The keyboard stays from session to session: what is held goes on, and its help is in the window. */
static bool open_keyboard(run_window *w, hl_arena *arena)
{
    const io_device_bindings *device = cockpit_keyboard(w->cockpit);
    if (device == NULL) return true;
    w->keyboard = io_keyboard_new(w->files->machine, device, -1, arena);
    if (w->keyboard != NULL) io_keyboard_pattern(w->keyboard, cockpit_pattern(w->cockpit));
    return w->keyboard != NULL;
}

/* Names for the menu, NULL ends them. */
static const char **list_patterns(const auth_machine *machine, hl_arena *arena)
{
    const char **names = HL_NEW(arena, const char *, machine->pattern_count + 1);
    for (int i = 0; names != NULL && i < machine->pattern_count; i++) names[i] = machine->patterns[i].name;
    return names;
}

run_window *run_window_open(world_machine *machine, const machine_files *files, const window_choice *choice,
                            cockpit *seats, const char *pictures, hl_arena *arena, int *status)
{
    run_window *w = HL_NEW(arena, run_window, 1);
    *status = PROGRAM_ENVIRONMENT;
    if (w == NULL) return NULL;
    *w = (run_window){.files = files, .cockpit = seats};
    const char **patterns = list_patterns(files->machine, arena);
    if (patterns == NULL || !open_keyboard(w, arena)) return NULL;
    const site_window_setup setup = {.site = {.command = "run",
                                              .author = files->machine,
                                              .scenario = files->scenario,
                                              .machine_path = files->machine_text.path,
                                              .scenario_path = files->scenario_text.path},
                                     .choice = choice,
                                     .help = w->keyboard ? io_keyboard_help(w->keyboard) : NULL,
                                     .patterns = patterns,
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

/* The keyboard speaks once a picture. Where the processor draws, the first picture of a kind takes up to a
 * second: its programs are compiled. */
static const double patience = 1.5; /* [s] */

static bool join_keyboard(run_window *w)
{
    w->source = rt_session_add_source(w->session, "keyboard", patience, &w->commands);
    if (w->source < 0) return false;
    io_keyboard_repeat(w->keyboard, w->source);
    return true;
}

bool run_window_join(run_window *window, rt_session *session)
{
    window->session = session;
    window->newest = NULL;
    window->moved = 0;
    window->paused = window->anew = false;
    window->snapshots = rt_session_add_reader(session);
    if (window->snapshots == NULL || !join_sand(window)) return false;
    show_first(window);
    return window->keyboard == NULL || join_keyboard(window);
}

void run_window_leave(run_window *window)
{
    window->newest = NULL;
    site_scene_leave(&window->site.site);
}

/* ---- driving ---- */

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void run_window_pause(run_window *window, bool pause)
{
    window->paused = pause;
    rt_session_pause(window->session, pause);
}

static void pause_or_go_on(run_window *w)
{
    run_window_pause(w, !w->paused);
}

static void begin_anew(run_window *w)
{
    w->anew = true;
    rt_session_stop(w->session);
}

/* What buttons of devices and bound keys ask for. */
static void act(run_window *w, io_action action)
{
    switch (action) {
    case IO_ACTION_CAMERA:
        rnd_window_next_camera(w->site.window);
        break;
    case IO_ACTION_HUD:
        rnd_window_switch_hud(w->site.window);
        break;
    case IO_ACTION_PAUSE:
        pause_or_go_on(w);
        break;
    case IO_ACTION_RESET:
        begin_anew(w);
        break;
    case IO_ACTIONS:
        break;
    }
}

static void take_actions(run_window *w)
{
    io_action action;
    while (cockpit_action(w->cockpit, &action)) act(w, action);
    while (w->keyboard != NULL && io_keyboard_action(w->keyboard, &action)) act(w, action);
}

static void take_input(run_window *w)
{
    const rnd_input input = rnd_window_input(w->site.window);
    w->lost |= input.lost;
    if (input.quit || input.lost || interrupt_asked()) rt_session_stop(w->session);
    if (input.reset) begin_anew(w);
    if (input.pause) pause_or_go_on(w);
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

/* What the menu has changed, and from where one hears. */
static void tell_cockpit(run_window *w)
{
    auth_settings settings;
    rnd_eye eye;
    const int pattern = cockpit_pattern(w->cockpit);
    if (rnd_window_settings(w->site.window, &settings)) cockpit_choose(w->cockpit, &settings);
    if (w->keyboard != NULL && cockpit_pattern(w->cockpit) != pattern)
        io_keyboard_pattern(w->keyboard, cockpit_pattern(w->cockpit));
    if (rnd_window_eye(w->site.window, &eye)) cockpit_listen(w->cockpit, &eye);
}

bool run_window_loop(run_window *window, void (*look)(void *context), void *context)
{
    static const double longest = 0.1; /* [s]: after a stall of the window pedals do not jump */
    int64_t last = now();
    while (!rt_session_ended(window->session)) {
        look(context);
        take_input(window);
        take_actions(window);
        if (window->lost) break;
        const int64_t time = now();
        send_commands(window, fmin(1e-9 * (double)(time - last), longest), time);
        last = time;
        const xch_snapshot *snapshot = xch_latest_read(window->snapshots, NULL);
        if (snapshot != NULL) window->newest = snapshot;
        site_window_draw(&window->site, window->newest, window->paused, window->moved);
        tell_cockpit(window);
    }
    return window->anew && !window->lost;
}

/* ---- the rest ---- */

void run_window_back(run_window *window, int source)
{
    if (window->keyboard != NULL && source == window->source) io_keyboard_repeat(window->keyboard, source);
}

void run_window_pattern(run_window *window, const char *name)
{
    rnd_window_set_pattern(window->site.window, name);
    if (window->keyboard != NULL) io_keyboard_pattern(window->keyboard, cockpit_pattern(window->cockpit));
}

auth_weather *run_window_weather(run_window *window)
{
    return rnd_scene_weather(window->site.site.scene);
}

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
