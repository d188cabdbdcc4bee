#include "drv/display.h"

#include "drv/cockpit.h"
#include "rt/loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Requests that end the present attempt. */
typedef enum wish { WISH_NONE, WISH_END, WISH_ANEW } wish;

struct drv_display {
    const drv_files *files;
    drv_screen screen;
    drv_cockpit *cockpit;
    io_keyboard *keyboard; /* NULL: it does not drive */
    bool person;           /* no script drives */
    bool attempt;          /* the drive is a counted attempt */
    bool (*interrupted)(void);
    int result; /* signal of the exercise's result, -1: none */
    bool anew, lost;

    /* of the session that was joined */
    rt_session *session;
    xch_latest *snapshots;
    const xch_snapshot *newest; /* NULL: none yet */
    xch_ring *commands;         /* of the keyboard */
    int source;
    rt_photons photons;
    drv_frames pictures;
    int64_t looked;     /* when input was last read [ns] */
    int64_t moved;      /* time of the keyboard's last command [ns]; 0: never */
    bool paused;        /* on request */
    bool waits;         /* for the first move of a control */
    bool reads;         /* the help is open */
    wish asked;         /* the request that awaits confirmation */
    bool paused_before; /* the question was shown */
    drv_hints hints;
    char names[200]; /* of controls without an input */
};

/* ---- opening and joining ---- */

/* The keyboard stays from session to session: held keys keep acting, and the window shows its help. */
static bool open_keyboard(drv_display *d, hl_arena *arena)
{
    const io_device_bindings *device = drv_cockpit_keyboard(d->cockpit);
    if (device == NULL) return true;
    d->keyboard = io_keyboard_new(d->files->machine, device, -1, arena);
    if (d->keyboard != NULL) io_keyboard_pattern(d->keyboard, drv_cockpit_pattern(d->cockpit));
    return d->keyboard != NULL;
}

static int find_signal(const void *machine, const char *name)
{
    return world_signal_find(machine, name);
}

drv_display *drv_display_new(const drv_display_setup *setup, hl_arena *arena)
{
    drv_display *d = HL_NEW(arena, drv_display, 1);
    if (d == NULL) return NULL;
    *d = (drv_display){.files = setup->files,
                       .cockpit = setup->cockpit,
                       .person = setup->person,
                       .attempt = setup->attempt,
                       .interrupted = setup->interrupted,
                       .result = world_signal_find(setup->machine, "task.result")};
    drv_hints_begin(&d->hints, setup->files->machine, find_signal, setup->machine);
    return open_keyboard(d, arena) ? d : NULL;
}

const char *const *drv_display_help(const drv_display *display)
{
    return display->keyboard ? io_keyboard_help(display->keyboard) : NULL;
}

/* Controls without an input are listed in the help, and in a message when the list changes. */
static void look_at_reach(drv_display *d)
{
    char names[sizeof d->names], text[sizeof d->names + 40];
    (void)drv_cockpit_unreached(d->cockpit, names, sizeof names);
    if (strcmp(names, d->names) == 0) return;
    snprintf(d->names, sizeof d->names, "%s", names);
    if (d->keyboard != NULL) io_keyboard_unreached(d->keyboard, names);
    snprintf(text, sizeof text, "No input is bound to: %s", names);
    if (names[0] != '\0') drv_display_message(d, text);
}

void drv_display_show(drv_display *display, const drv_screen *screen)
{
    display->screen = *screen;
    drv_display_message(display, "F1: keys");
    look_at_reach(display);
}

/* The present sand is sent at once, changes through the ring. */
static bool join_sand(drv_display *d)
{
    double at[2];
    drv_scene *scene = d->screen.scene;
    drv_site_middle(d->files->scenario, at);
    if (scene == NULL || !scene->sand) return true;
    if (!rt_session_add_terrain_reader(d->session, at[0], at[1], &scene->terrain)) return false;
    rt_session_send_whole_terrain(d->session, drv_scene_tile, scene);
    return true;
}

/* The first picture of a window takes long: shaders are compiled, textures loaded. The world starts after it.
 */
static void show_first(drv_display *d)
{
    rt_session_publish_start(d->session);
    d->newest = xch_latest_read(d->snapshots, NULL);
    d->screen.draw(d->screen.context, &(drv_shown){.newest = d->newest});
}

/* The keyboard sends every few milliseconds. With software rendering the first picture of a kind takes up to
 * a second, in which nothing is sent: its shaders are compiled. */
static const double patience = 1.5; /* [s] */

static bool join_keyboard(drv_display *d)
{
    d->source = rt_session_add_source(d->session, "keyboard", patience, &d->commands);
    if (d->source < 0) return false;
    io_keyboard_repeat(d->keyboard, d->source);
    return true;
}

static void forget_question(drv_display *d)
{
    d->asked = WISH_NONE;
    d->screen.ask(d->screen.context, NULL, NULL);
}

/* A person drives an exercise, whose time counts. */
static bool is_timed(const drv_display *d)
{
    return d->person && d->result >= 0;
}

bool drv_display_join(drv_display *display, rt_session *session)
{
    display->session = session;
    display->newest = NULL;
    display->moved = 0;
    display->paused = display->anew = display->reads = false;
    display->waits = is_timed(display);
    rt_session_pause(session, display->waits);
    forget_question(display); /* the button of a device, unlike a key, does not close it */
    display->hints.seen = DRV_HINT_NONE;
    display->photons = (rt_photons){0};
    display->pictures = (drv_frames){0};
    display->snapshots = rt_session_add_reader(session);
    if (display->snapshots == NULL || !join_sand(display)) return false;
    show_first(display);
    return display->keyboard == NULL || join_keyboard(display);
}

void drv_display_leave(drv_display *display)
{
    display->newest = NULL;
    if (display->screen.scene) drv_scene_leave(display->screen.scene);
}

/* ---- driving ---- */

/* The world stands still for a request, for the first move, and while a driver of an exercise reads the help.
 * No tick is made meanwhile, so recordings and bits do not depend on it. */
static bool stands(const drv_display *d)
{
    return d->paused || d->waits || (d->reads && is_timed(d));
}

static void stand_still(drv_display *d, bool still)
{
    d->paused = still;
    rt_session_pause(d->session, stands(d));
}

/* The time of an exercise begins with the first move of a control. */
static void watch_first_move(drv_display *d, bool reads)
{
    const bool waits = d->waits && !rt_session_is_moved(d->session);
    if (waits == d->waits && reads == d->reads) return;
    d->waits = waits;
    d->reads = reads;
    rt_session_pause(d->session, stands(d));
}

/* ---- ending an attempt ---- */

/* After its end an exercise cannot lose its result. */
static bool would_lose(const drv_display *d)
{
    const xch_snapshot *s = d->newest;
    const bool known = s != NULL && d->result >= 0 && d->result < s->signal_count;
    return d->attempt && !(known && s->signals[d->result] != 0.0);
}

/* The world is paused meanwhile. */
static void ask(drv_display *d, wish what)
{
    static const struct {
        const char *question, *answers;
    } texts[] = {
        [WISH_END] = {"End the attempt?", "Esc again: end without points. Any other key: continue"},
        [WISH_ANEW] = {"Begin anew?", "F5 again: end this attempt without points. Any other key: continue"}};
    if (d->asked == WISH_NONE) d->paused_before = d->paused;
    d->asked = what;
    stand_still(d, true);
    d->screen.ask(d->screen.context, texts[what].question, texts[what].answers);
}

static void go_on(drv_display *d)
{
    if (d->asked == WISH_NONE) return;
    forget_question(d);
    stand_still(d, d->paused_before);
}

static void wish_for(drv_display *d, wish what)
{
    if (d->asked != what && would_lose(d)) {
        ask(d, what);
        return;
    }
    d->anew |= what == WISH_ANEW;
    rt_session_stop(d->session);
}

void drv_display_pause(drv_display *display, bool pause)
{
    forget_question(display);
    display->waits = display->waits && pause;
    stand_still(display, pause);
}

static void pause_or_go_on(drv_display *d)
{
    const bool pause = !d->paused && !d->waits;
    d->waits = false; /* the key of a pause starts the time, too */
    if (d->asked != WISH_NONE)
        go_on(d);
    else
        stand_still(d, pause);
}

/* ---- actions ---- */

/* Actions of device buttons and bound keys. */
static void act(drv_display *d, io_action action)
{
    switch (action) {
    case IO_ACTION_CAMERA:
        d->screen.next_camera(d->screen.context);
        break;
    case IO_ACTION_HUD:
        d->screen.switch_hud(d->screen.context);
        break;
    case IO_ACTION_PAUSE:
        pause_or_go_on(d);
        break;
    case IO_ACTION_RESET:
        wish_for(d, WISH_ANEW);
        break;
    case IO_ACTIONS:
        break;
    }
}

static void take_actions(drv_display *d)
{
    io_action action;
    while (drv_cockpit_action(d->cockpit, &action)) act(d, action);
    while (d->keyboard != NULL && io_keyboard_action(d->keyboard, &action)) act(d, action);
}

static void take_input(drv_display *d)
{
    const rnd_input input = d->screen.input(d->screen.context);
    d->lost |= input.lost;
    if (input.lost || d->interrupted()) rt_session_stop(d->session);
    if (input.declined) go_on(d);
    if (input.quit) wish_for(d, WISH_END);
    if (input.reset) wish_for(d, WISH_ANEW);
    if (input.pause) pause_or_go_on(d);
    watch_first_move(d, input.help);
    if (d->keyboard == NULL) return;
    for (int k = 0; k < input.key_count; k++)
        io_keyboard_key(d->keyboard, input.keys[k].scancode, input.keys[k].down);
    if (input.lost_keys) io_keyboard_release(d->keyboard);
}

/* Send the keyboard's moves, or a sign that it is alive. */
static void send_commands(drv_display *d)
{
    static const double longest = 0.1; /* [s]: pedals must not jump after a stall of the window */
    const int64_t time = rt_now();
    const double seconds = fmin(1e-9 * (double)(time - d->looked), longest);
    d->looked = time;
    if (d->keyboard == NULL) return;
    if (io_keyboard_update(d->keyboard, seconds, time, d->commands) > 0) {
        d->moved = time;
        return;
    }
    const xch_command alive = {.time = time, .kind = XCH_COMMAND_ALIVE, .source = d->source};
    xch_ring_push(d->commands, &alive);
}

static void read_input(drv_display *d)
{
    take_input(d);
    take_actions(d);
    if (!d->lost) send_commands(d);
}

/* Input is read while a picture is drawn, too: with software this takes 50 ms and more, and a key must
 * neither wait for the next picture nor be missed if it is pressed and released in one. */
static void read_input_meanwhile(void *context)
{
    static const int64_t interval = 4000000; /* [ns]: some ticks, so that each move acts in a tick */
    drv_display *d = context;
    if (rt_now() - d->looked >= interval && !d->lost) read_input(d);
}

/* Apply changes of the menu, and set the listener. */
static void tell_cockpit(drv_display *d)
{
    auth_settings settings;
    rnd_eye eye;
    const int pattern = drv_cockpit_pattern(d->cockpit);
    look_at_reach(d); /* devices come and go */
    if (d->screen.settings(d->screen.context, &settings)) drv_cockpit_choose(d->cockpit, &settings);
    if (d->keyboard != NULL && drv_cockpit_pattern(d->cockpit) != pattern)
        io_keyboard_pattern(d->keyboard, drv_cockpit_pattern(d->cockpit));
    if (d->screen.eye(d->screen.context, &eye)) drv_cockpit_listen(d->cockpit, &eye);
}

static void tell_hint(drv_display *d)
{
    char text[DRV_HINT_TEXT];
    const drv_hint now =
        d->person && d->newest != NULL ? drv_hints_look(&d->hints, d->newest) : DRV_HINT_NONE;
    if (now == DRV_HINT_NONE) return;
    drv_hints_text(&d->hints, now, d->keyboard, text);
    d->screen.message(d->screen.context, text);
}

static void count_photons(drv_display *d)
{
    double shows;
    drv_frames *pictures = &d->pictures;
    const int64_t at = d->screen.shown(d->screen.context, &shows);
    rt_photons_shown(&d->photons, rt_session_acts(d->session), shows, at);
    if (at == pictures->last) return; /* nothing was drawn */
    if (pictures->last == 0)
        pictures->first = at;
    else
        rt_histogram_add(&pictures->interval, at - pictures->last);
    pictures->last = at;
}

bool drv_display_loop(drv_display *display, void (*look)(void *context), void *context)
{
    display->looked = rt_now();
    while (!rt_session_is_ended(display->session)) {
        look(context);
        read_input(display);
        if (display->lost) break;
        const xch_snapshot *snapshot = xch_latest_read(display->snapshots, NULL);
        if (snapshot != NULL) display->newest = snapshot;
        const drv_shown shown = {.newest = display->newest,
                                 .paused = stands(display),
                                 .waits = display->waits,
                                 .command = display->moved,
                                 .meanwhile = {read_input_meanwhile, display}};
        display->screen.draw(display->screen.context, &shown);
        count_photons(display);
        tell_cockpit(display);
        tell_hint(display);
    }
    return display->anew && !display->lost;
}

bool drv_display_linger(drv_display *display, double seconds, void (*look)(void *context), void *context)
{
    const int64_t end = rt_now() + rt_nanoseconds(seconds);
    const xch_snapshot *snapshot = xch_latest_read(display->snapshots, NULL);
    if (snapshot != NULL) display->newest = snapshot;
    bool on = true;
    while (on && !display->lost && !display->interrupted() && rt_now() < end) {
        look(context);
        const rnd_input input = display->screen.input(display->screen.context);
        display->lost |= input.lost;
        display->anew |= input.reset;
        on = !input.quit && !input.reset;
        display->screen.draw(display->screen.context, &(drv_shown){.newest = display->newest});
    }
    return display->anew && !display->lost;
}

/* ---- the rest ---- */

void drv_display_back(drv_display *display, int source)
{
    if (display->keyboard != NULL && source == display->source) io_keyboard_repeat(display->keyboard, source);
}

void drv_display_pattern(drv_display *display, const char *name)
{
    display->screen.set_pattern(display->screen.context, name);
    if (display->keyboard != NULL)
        io_keyboard_pattern(display->keyboard, drv_cockpit_pattern(display->cockpit));
}

auth_weather *drv_display_weather(drv_display *display)
{
    return display->screen.weather;
}

void drv_display_message(drv_display *display, const char *text)
{
    display->screen.message(display->screen.context, text);
}

const rt_histogram *drv_display_photons(const drv_display *display)
{
    return &display->photons.latency;
}

const drv_frames *drv_display_frames(const drv_display *display)
{
    return &display->pictures;
}

bool drv_display_lost(const drv_display *display)
{
    return display->lost;
}
