#include "run_window.h"

#include "command/interrupt.h"
#include "hints.h"
#include "io/keyboard.h"
#include "picture/site_window.h"
#include "program.h"
#include "rt/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What gives the attempt up that is being driven. */
typedef enum wish { WISH_NONE, WISH_END, WISH_ANEW } wish;

struct run_window {
    const machine_files *files;
    site_window site;
    cockpit *cockpit;
    io_keyboard *keyboard; /* NULL: somebody else drives */
    bool person;           /* no script drives */
    bool attempt;          /* what is driven counts */
    int result;            /* signal of the exercise, -1: none */
    bool anew, lost;

    /* of the session that was joined */
    rt_session *session;
    xch_latest *snapshots;
    const xch_snapshot *newest; /* NULL: none has come */
    xch_ring *commands;         /* of the keyboard */
    int source;
    rt_photons photons;
    int64_t moved; /* when the keyboard last moved something [ns]; 0: never */
    bool paused;
    wish asked;         /* whether it is meant */
    bool paused_before; /* it was asked */
    hints hints;
    char names[200]; /* of controls that no input reaches */
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

/* What no input reaches stands in the help, and is said where it has changed. */
static void look_at_reach(run_window *w)
{
    char names[sizeof w->names], text[sizeof w->names + 40];
    (void)cockpit_unreached(w->cockpit, names, sizeof names);
    if (strcmp(names, w->names) == 0) return;
    snprintf(w->names, sizeof w->names, "%s", names);
    if (w->keyboard != NULL) io_keyboard_unreached(w->keyboard, names);
    snprintf(text, sizeof text, "No input is bound to: %s", names);
    if (names[0] != '\0') rnd_window_message(w->site.window, text);
}

/* Names for the menu, NULL ends them. */
static const char **list_patterns(const auth_machine *machine, hl_arena *arena)
{
    const char **names = HL_NEW(arena, const char *, machine->pattern_count + 1);
    for (int i = 0; names != NULL && i < machine->pattern_count; i++) names[i] = machine->patterns[i].name;
    return names;
}

static int find_signal(const void *machine, const char *name)
{
    return world_signal_find(machine, name);
}

run_window *run_window_open(world_machine *machine, const run_window_setup *setup, hl_arena *arena,
                            int *status)
{
    const machine_files *files = setup->files;
    run_window *w = HL_NEW(arena, run_window, 1);
    *status = PROGRAM_ENVIRONMENT;
    if (w == NULL) return NULL;
    *w = (run_window){.files = files,
                      .cockpit = setup->cockpit,
                      .person = setup->person,
                      .attempt = setup->attempt,
                      .result = world_signal_find(machine, "task.result")};
    const char **patterns = list_patterns(files->machine, arena);
    if (patterns == NULL || !open_keyboard(w, arena)) return NULL;
    hints_begin(&w->hints, files->machine, find_signal, machine);
    const site_window_setup site = {.site = {.command = options_command(),
                                             .author = files->machine,
                                             .scenario = files->scenario,
                                             .machine_path = files->machine_text.path,
                                             .scenario_path = files->scenario_text.path},
                                    .choice = setup->choice,
                                    .help = w->keyboard ? io_keyboard_help(w->keyboard) : NULL,
                                    .patterns = patterns,
                                    .reset = true,
                                    .pictures = setup->pictures,
                                    .instead = "--headless"};
    if (!site_window_open(machine, &site, arena, &w->site, status)) return NULL;
    rnd_window_message(w->site.window, "F1: keys");
    look_at_reach(w);
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

static void forget_question(run_window *w)
{
    w->asked = WISH_NONE;
    rnd_window_ask(w->site.window, NULL, NULL);
}

bool run_window_join(run_window *window, rt_session *session)
{
    window->session = session;
    window->newest = NULL;
    window->moved = 0;
    window->paused = window->anew = false;
    forget_question(window); /* the button of a device, unlike a key, leaves it standing */
    window->hints.seen = HINT_NONE;
    window->photons = (rt_photons){0};
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

static void stand_still(run_window *w, bool still)
{
    w->paused = still;
    rt_session_pause(w->session, still);
}

/* ---- giving up ---- */

/* Behind its end an exercise has nothing to lose. */
static bool would_lose(const run_window *w)
{
    const xch_snapshot *s = w->newest;
    const bool known = s != NULL && w->result >= 0 && w->result < s->signal_count;
    return w->attempt && !(known && s->signals[w->result] != 0.0);
}

/* The world stands still meanwhile: nobody loses time by thinking. */
static void ask(run_window *w, wish what)
{
    static const struct {
        const char *question, *answers;
    } texts[] = {
        [WISH_END] = {"End the attempt?", "Esc again: end without points. Any other key: continue"},
        [WISH_ANEW] = {"Begin anew?", "F5 again: end this attempt without points. Any other key: continue"}};
    if (w->asked == WISH_NONE) w->paused_before = w->paused;
    w->asked = what;
    stand_still(w, true);
    rnd_window_ask(w->site.window, texts[what].question, texts[what].answers);
}

static void go_on(run_window *w)
{
    if (w->asked == WISH_NONE) return;
    forget_question(w);
    stand_still(w, w->paused_before);
}

static void wish_for(run_window *w, wish what)
{
    if (w->asked != what && would_lose(w)) {
        ask(w, what);
        return;
    }
    w->anew |= what == WISH_ANEW;
    rt_session_stop(w->session);
}

void run_window_pause(run_window *window, bool pause)
{
    forget_question(window);
    stand_still(window, pause);
}

static void pause_or_go_on(run_window *w)
{
    if (w->asked != WISH_NONE)
        go_on(w);
    else
        stand_still(w, !w->paused);
}

/* ---- what is wished ---- */

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
        wish_for(w, WISH_ANEW);
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
    if (input.lost || interrupt_asked()) rt_session_stop(w->session);
    if (input.declined) go_on(w);
    if (input.quit) wish_for(w, WISH_END);
    if (input.reset) wish_for(w, WISH_ANEW);
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
    look_at_reach(w); /* devices come and go */
    if (rnd_window_settings(w->site.window, &settings)) cockpit_choose(w->cockpit, &settings);
    if (w->keyboard != NULL && cockpit_pattern(w->cockpit) != pattern)
        io_keyboard_pattern(w->keyboard, cockpit_pattern(w->cockpit));
    if (rnd_window_eye(w->site.window, &eye)) cockpit_listen(w->cockpit, &eye);
}

static void tell_hint(run_window *w)
{
    char text[HINTS_TEXT];
    const hint now = w->person && w->newest != NULL ? hints_look(&w->hints, w->newest) : HINT_NONE;
    if (now == HINT_NONE) return;
    hints_text(&w->hints, now, w->keyboard, text);
    rnd_window_message(w->site.window, text);
}

static void count_photons(run_window *w)
{
    double shows;
    const int64_t at = rnd_window_shown(w->site.window, &shows);
    rt_photons_shown(&w->photons, rt_session_acts(w->session), shows, at);
}

bool run_window_loop(run_window *window, void (*look)(void *context), void *context)
{
    static const double longest = 0.1; /* [s]: after a stall of the window pedals do not jump */
    int64_t last = rt_now();
    while (!rt_session_ended(window->session)) {
        look(context);
        take_input(window);
        take_actions(window);
        if (window->lost) break;
        const int64_t time = rt_now();
        send_commands(window, fmin(1e-9 * (double)(time - last), longest), time);
        last = time;
        const xch_snapshot *snapshot = xch_latest_read(window->snapshots, NULL);
        if (snapshot != NULL) window->newest = snapshot;
        site_window_draw(&window->site, window->newest, window->paused, window->moved);
        count_photons(window);
        tell_cockpit(window);
        tell_hint(window);
    }
    return window->anew && !window->lost;
}

bool run_window_linger(run_window *window, double seconds, void (*look)(void *context), void *context)
{
    const int64_t end = rt_now() + rt_nanoseconds(seconds);
    const xch_snapshot *snapshot = xch_latest_read(window->snapshots, NULL);
    if (snapshot != NULL) window->newest = snapshot;
    bool on = true;
    while (on && !window->lost && !interrupt_asked() && rt_now() < end) {
        look(context);
        const rnd_input input = rnd_window_input(window->site.window);
        window->lost |= input.lost;
        window->anew |= input.reset;
        on = !input.quit && !input.reset;
        site_window_draw(&window->site, window->newest, false, 0);
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

const rt_histogram *run_window_photons(const run_window *window)
{
    return &window->photons.latency;
}

bool run_window_lost(const run_window *window)
{
    return window->lost;
}

void run_window_close(run_window *window)
{
    site_window_close(&window->site);
}
