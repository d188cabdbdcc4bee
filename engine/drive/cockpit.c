/* The cockpit: input devices, sound, motion platform; each may be missing. */
#include "drv/cockpit.h"

#include "drv/log.h"

#include "auth/rig.h"
#include "io/devices.h"

#include <stdio.h>
#include <strings.h>

enum { FORCE_SIGNALS = 3, SEAT_SIGNALS = 6, SLOT_NAME = 64 };

struct drv_cockpit {
    const drv_log *log;
    const auth_machine *author;
    const world_machine *machine;
    int pattern;

    const io_device_bindings *keyboard; /* NULL: none */
    bool driven;                        /* by keyboard or devices */
    io_devices *devices;                /* NULL: none */
    char names[IO_SLOTS][SLOT_NAME];    /* of the sources of a session */

    drv_ears *ears; /* NULL: no sound */

    const auth_rig *rig; /* NULL: no platform */
    io_motion *motion;   /* NULL: it is not open */
    int seat[SEAT_SIGNALS];
};

/* ---- pattern ---- */

/* Patterns are known as SAE and ISO, in any case of letters. */
static int find_pattern(const auth_machine *machine, const char *name)
{
    for (int i = 0; i < machine->pattern_count; i++)
        if (strcasecmp(machine->patterns[i].name, name) == 0) return i;
    return -1;
}

static bool refuse_pattern(const drv_log *log, const auth_machine *machine, const char *name)
{
    enum { MOST = 32 };
    const char *names[MOST];
    int count = 0;
    for (; count < machine->pattern_count && count < MOST; count++)
        names[count] = machine->patterns[count].name;
    if (count == 0) return drv_say(log, "--pattern: the machine has no patterns");
    (void)drv_choose_word(log, "pattern", name, names, count);
    return false;
}

/* The one that is asked for, else the settings' if this machine has it, else the machine's first. */
static bool choose_pattern(const drv_cockpit_setup *setup, int *pattern)
{
    const auth_machine *machine = setup->files->machine;
    *pattern = find_pattern(machine, setup->pattern ? setup->pattern : setup->settings->pattern);
    if (setup->pattern && *pattern < 0) return refuse_pattern(setup->log, machine, setup->pattern);
    if (*pattern < 0) *pattern = 0;
    return true;
}

int drv_cockpit_pattern(const drv_cockpit *c)
{
    return c->pattern;
}

/* ---- input devices ---- */

static int force_signals(const drv_cockpit *c, int signals[FORCE_SIGNALS], io_force_inputs *inputs)
{
    const char *const names[FORCE_SIGNALS] = {c->author->feel.torque, "engine.speed", "vehicle.speed"};
    int *const places[FORCE_SIGNALS] = {&inputs->torque, &inputs->engine, &inputs->speed};
    int count = 0;
    for (int i = 0; i < FORCE_SIGNALS; i++) {
        const int signal = names[i] ? world_signal_find(c->machine, names[i]) : -1;
        *places[i] = signal < 0 ? -1 : count;
        if (signal >= 0) signals[count++] = signal;
    }
    return count;
}

/* Without udev or without a device the keyboard is there, unless devices were asked for. */
static bool open_devices(drv_cockpit *c, const drv_cockpit_setup *setup, hl_arena *arena)
{
    char error[300];
    int signals[FORCE_SIGNALS];
    io_devices_setup devices = {.machine = c->author,
                                .bindings = setup->bindings->files,
                                .bindings_count = setup->bindings->count,
                                .own_count = setup->bindings->own,
                                .pattern = c->pattern,
                                .full_torque = c->author->feel.full};
    (void)force_signals(c, signals, &devices.force);
    c->devices = io_devices_open(&devices, arena, error, sizeof error);
    if (!c->devices) return drv_say(c->log, "input devices: %s", error) || !setup->need;
    if (!setup->need || io_devices_count(c->devices) > 0) return true;
    io_devices_close(c->devices);
    c->devices = NULL;
    return drv_say(c->log, "no input device with bindings found; see headland devices");
}

/* Sources keep the names of the bindings that their slots hold. */
static void name_slots(drv_cockpit *c)
{
    for (int slot = 0; slot < IO_SLOTS; slot++)
        snprintf(c->names[slot], SLOT_NAME, "%s", io_devices_name(c->devices, slot));
}

static bool join_devices(drv_cockpit *c, rt_session *session)
{
    static const double patience = 0.5; /* [s] */
    io_device_link links[IO_SLOTS];
    io_force_inputs inputs;
    int signals[FORCE_SIGNALS];
    for (int slot = 0; slot < IO_SLOTS; slot++) {
        links[slot].source = rt_session_add_source(session, c->names[slot], patience, &links[slot].commands);
        if (links[slot].source < 0) return false;
    }
    xch_ring *samples = rt_session_add_listener(session, signals, force_signals(c, signals, &inputs));
    if (!samples) return false;
    name_slots(c);
    io_devices_join(c->devices, links, samples);
    return true;
}

static bool devices_news(drv_cockpit *c, char *text, size_t size)
{
    io_news news;
    if (!io_devices_news(c->devices, &news)) return false;
    name_slots(c);
    snprintf(text, size, "%s", news.text);
    return true;
}

const io_device_bindings *drv_cockpit_keyboard(const drv_cockpit *c)
{
    return c->keyboard;
}

int drv_cockpit_unreached(const drv_cockpit *c, char *text, size_t size)
{
    enum { MOST = 1024 };
    bool reached[MOST] = {false};
    *text = '\0';
    if (!c->driven || c->author->control_count > MOST) return 0;
    if (c->keyboard) io_bindings_reach(c->keyboard, c->author, c->pattern, reached);
    for (int i = 0; c->devices && i < IO_SLOTS; i++) {
        const io_device_bindings *bound = io_devices_bindings(c->devices, i);
        if (bound) io_bindings_reach(bound, c->author, c->pattern, reached);
    }
    return io_bindings_unreached(c->author, reached, text, size);
}

/* ---- motion platform ---- */

static bool find_seat(drv_cockpit *c)
{
    static const char *const names[SEAT_SIGNALS] = {"seat.force_x", "seat.force_y", "seat.force_z",
                                                    "seat.rate_x",  "seat.rate_y",  "seat.rate_z"};
    for (int i = 0; i < SEAT_SIGNALS; i++) c->seat[i] = world_signal_find(c->machine, names[i]);
    return c->seat[0] >= 0 ||
           drv_say(c->log, "--motion: the machine '%s' has no 'seat'", world_machine_name(c->machine));
}

static bool read_rig(drv_cockpit *c, const char *path, hl_arena *arena, int *status)
{
    hl_report report;
    auth_rig *rig = NULL;
    *status = DRV_USAGE;
    if (!find_seat(c)) return false;
    const hl_status result = auth_rig_read(path, arena, &rig, &report);
    if (result != HL_OK) *status = drv_refuse(c->log, path, result, &report);
    c->rig = result == HL_OK ? rig : NULL;
    return result == HL_OK;
}

static bool open_motion(drv_cockpit *c, const drv_cockpit_setup *setup, hl_arena *arena)
{
    char error[300];
    const io_motion_setup motion = {
        .rig = c->rig, .first = 0, .step = world_machine_step_size(setup->machine)};
    c->motion = io_motion_open(&motion, arena, error, sizeof error);
    return c->motion || drv_say(c->log, "%s: %s", setup->rig, error);
}

static bool join_motion(drv_cockpit *c, rt_session *session)
{
    xch_ring *samples = rt_session_add_listener(session, c->seat, SEAT_SIGNALS);
    if (samples) io_motion_join(c->motion, samples);
    return samples != NULL;
}

bool drv_cockpit_motion(const drv_cockpit *c, io_motion_counts *counts)
{
    if (c->motion) *counts = io_motion_count(c->motion);
    return c->motion != NULL;
}

/* ---- opening ---- */

static bool read_files(drv_cockpit *c, const drv_cockpit_setup *setup, hl_arena *arena, int *status)
{
    *status = DRV_USAGE;
    if (setup->wav && !drv_ears_needed(c->machine))
        return drv_say(c->log, "--sound: the machine '%s' has no 'sounds'", world_machine_name(c->machine));
    return !setup->rig || read_rig(c, setup->rig, arena, status);
}

/* The sound first: its scheduling must come before that of other threads. */
static bool open_parts(drv_cockpit *c, const drv_cockpit_setup *setup, hl_arena *arena)
{
    if ((setup->wav || setup->sound) && drv_ears_needed(c->machine)) {
        const drv_ears_setup sound = {.log = c->log,
                                      .author = c->author,
                                      .machine = c->machine,
                                      .settings = setup->settings,
                                      .wav = setup->wav};
        c->ears = drv_ears_open(&sound, arena);
        if (!c->ears) return false;
    }
    return (!setup->bindings || open_devices(c, setup, arena)) && (!c->rig || open_motion(c, setup, arena));
}

drv_cockpit *drv_cockpit_open(const drv_cockpit_setup *setup, hl_arena *arena, int *status)
{
    char names[300];
    drv_cockpit *c = HL_NEW(arena, drv_cockpit, 1);
    *status = DRV_USAGE;
    if (!c) return NULL;
    *c = (drv_cockpit){.log = setup->log,
                       .author = setup->files->machine,
                       .machine = setup->machine,
                       .keyboard = setup->keyboard,
                       .driven = setup->keyboard || setup->bindings};
    if (!choose_pattern(setup, &c->pattern) || !read_files(c, setup, arena, status)) return NULL;
    *status = DRV_ENVIRONMENT;
    if (!open_parts(c, setup, arena)) {
        (void)drv_cockpit_close(c);
        return NULL;
    }
    if (drv_cockpit_unreached(c, names, sizeof names) > 0)
        drv_say(c->log, "no input is bound to: %s; see docs/bindings.md", names);
    return c;
}

bool drv_cockpit_close(drv_cockpit *c)
{
    if (c->devices) io_devices_close(c->devices);
    if (c->motion) {
        drv_say(c->log, "the platform parks"); /* takes seconds */
        io_motion_close(c->motion);
    }
    return !c->ears || drv_ears_close(c->ears);
}

/* ---- sessions ---- */

bool drv_cockpit_join(drv_cockpit *c, rt_session *session)
{
    return (!c->devices || join_devices(c, session)) && (!c->ears || drv_ears_join(c->ears, session)) &&
           (!c->motion || join_motion(c, session));
}

void drv_cockpit_leave(drv_cockpit *c)
{
    if (c->devices) io_devices_leave(c->devices);
    if (c->ears) drv_ears_leave(c->ears);
    if (c->motion) io_motion_leave(c->motion);
}

void drv_cockpit_listen(drv_cockpit *c, const rnd_eye *eye)
{
    if (c->ears) drv_ears_listen(c->ears, eye);
}

void drv_cockpit_choose(drv_cockpit *c, const auth_settings *settings)
{
    const int pattern = find_pattern(c->author, settings->pattern);
    if (c->ears) drv_ears_volumes(c->ears, settings);
    if (pattern < 0 || pattern == c->pattern) return;
    c->pattern = pattern;
    if (c->devices) io_devices_pattern(c->devices, pattern);
}

bool drv_cockpit_news(drv_cockpit *c, char *text, size_t size)
{
    return (c->devices && devices_news(c, text, size)) || (c->ears && drv_ears_news(c->ears, text, size)) ||
           (c->motion && io_motion_news(c->motion, text, size));
}

bool drv_cockpit_action(drv_cockpit *c, io_action *action)
{
    return c->devices && io_devices_action(c->devices, action);
}
