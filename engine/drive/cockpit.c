/* The cockpit: input devices, sound, motion platform; each may be missing. */
#include "drv/cockpit.h"

#include "auth/rig.h"
#include "drv/log.h"
#include "io/devices.h"
#include "io/sound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- sound ---- */

struct drv_ears {
    const drv_log *log;
    io_sound *sound;
    io_ear seat;
    int signal_count;
    int signals[XCH_SAMPLED]; /* of all voices, one after the other */
    auth_voice voices[IO_VOICES];
    int voice_count, other_count; /* others: the last of them, of machines beside the driven one */
    int first[IO_VOICES];         /* index of the first signal of each voice */
    xch_ring *samples;            /* of the session that was joined */
    bool written;                 /* into a file: at maximum speed the world waits for it */
};

/* In the order of auth_cue. */
static const char *const cue_signals[AUTH_CUES] = {"cue.chime", "cue.tick", "cue.warning", "cue.success",
                                                   "cue.failure"};

/* ---- the own machine ---- */

/* The operator's head; for a machine without a cab a point behind it. */
static io_ear seat_of(const auth_machine *author)
{
    static const float behind[3] = {-8.0F, 0.0F, 3.0F}; /* [m] as the chase camera */
    const auth_picture *picture = &author->picture;
    io_ear ear = {author->chassis, {.ahead = {1.0F, 0.0F, 0.0F}, .up = {0.0F, 0.0F, 1.0F}}};
    memcpy(ear.listener.position, behind, sizeof behind);
    if (!picture->cab) return ear;
    double ahead[3], square = 0.0;
    for (int i = 0; i < 3; i++) {
        ahead[i] = picture->towards[i] - picture->eye[i];
        square += ahead[i] * ahead[i];
    }
    for (int i = 0; i < 3; i++) {
        ear.listener.position[i] = (float)picture->eye[i];
        ear.listener.ahead[i] = (float)(ahead[i] / sqrt(square));
    }
    ear.body = picture->cab_body;
    ear.listener.inside = true;
    return ear;
}

/* @return false: no room in the samples */
static bool add_voice(drv_ears *e, const auth_voice *voice, const world_machine *machine)
{
    if (e->signal_count + AUTH_VOICE_INPUTS > XCH_SAMPLED || e->voice_count == IO_VOICES) return false;
    e->voices[e->voice_count] = *voice;
    e->first[e->voice_count++] = e->signal_count;
    for (int i = 0; i < AUTH_VOICE_INPUTS; i++)
        if (voice->signals[i] != NULL)
            e->signals[e->signal_count++] = world_signal_find(machine, voice->signals[i]);
    return true;
}

/* The cues of an exercise, from a loudspeaker in front of the operator's head. */
static void add_cues(drv_ears *e, const world_machine *machine)
{
    static const double before = 0.5; /* [m] */
    const io_listener *head = &e->seat.listener;
    for (int cue = 0; cue < (int)AUTH_CUES; cue++) {
        auth_voice voice = {.kind = AUTH_VOICE_CUE,
                            .name = cue_signals[cue],
                            .body = e->seat.body,
                            .level = 1.0,
                            .inside = 1.0,
                            .signals = {cue_signals[cue]},
                            .cue = cue};
        for (int i = 0; i < 3; i++) voice.at[i] = (double)head->position[i] + before * (double)head->ahead[i];
        if (world_signal_find(machine, cue_signals[cue]) >= 0) (void)add_voice(e, &voice, machine);
    }
}

/* Free objects, a voice for each kind of material, at the centre of its contacts. */
static void add_objects(drv_ears *e, const drv_ears_setup *setup)
{
    static const char *const ends[AUTH_VOICE_INPUTS] = {"force", "scrape", "roll", "x", "y", "z"};
    static char names[WORLD_SOUND_CLASSES][AUTH_VOICE_INPUTS][32];
    for (int i = 0; i < WORLD_SOUND_CLASSES && world_object_count(setup->machine) > 0; i++) {
        auth_voice voice = {.kind = IO_VOICE_OBJECTS,
                            .name = world_sound_class_word((world_sound_class)i),
                            .body = -1,
                            .level = 1.0,
                            .cue = i};
        for (int k = 0; k < AUTH_VOICE_INPUTS; k++) {
            snprintf(names[i][k], sizeof names[i][k], "objects.%s.%s", voice.name, ends[k]);
            voice.signals[k] = names[i][k];
        }
        (void)add_voice(e, &voice, setup->machine);
    }
}

/* Cues first: they must always be audible. */
static void add_voices(drv_ears *e, const drv_ears_setup *setup)
{
    const auth_machine *author = setup->author;
    add_cues(e, setup->machine);
    add_objects(e, setup);
    for (int v = 0; v < author->sound_count; v++) {
        if (add_voice(e, &author->sounds[v], setup->machine)) continue;
        drv_say(setup->log, "too many sounds: '%s' and those after it are not played",
                author->sounds[v].name);
        return;
    }
}

/* ---- other machines ---- */

/* What is heard farthest comes first: there may be more machines than places for voices. */
static const auth_voice_kind by_range[] = {
    AUTH_VOICE_ENGINE, AUTH_VOICE_HORN,   AUTH_VOICE_BEEPER,  AUTH_VOICE_TURBO,  AUTH_VOICE_TRACK,
    AUTH_VOICE_HIT,    AUTH_VOICE_SCRAPE, AUTH_VOICE_PUMP,    AUTH_VOICE_PATTER, AUTH_VOICE_GEARS,
    AUTH_VOICE_TIRE,   AUTH_VOICE_RELIEF, AUTH_VOICE_CYLINDER};
_Static_assert(sizeof by_range / sizeof *by_range == AUTH_VOICE_KINDS, "all kinds that files name");

/* Its bodies follow those of the machines before it. Of its sound nothing comes into our cab by another way
 * than through the walls. @return false: there is no room */
static bool add_other_voice(drv_ears *e, const auth_voice *author, const world_machine *machine,
                            int first_body)
{
    auth_voice voice = *author;
    voice.body += first_body;
    voice.inside = 0.0;
    if (e->other_count == IO_OTHER_VOICES || !add_voice(e, &voice, machine)) return false;
    e->other_count++;
    return true;
}

/* @return false: there is no room */
static bool add_kind_of_others(drv_ears *e, const world_machine *machine, auth_voice_kind kind)
{
    int first_body = 0;
    for (int i = 0; i < world_machine_count(machine); i++) {
        const world_machine *other = world_machine_at(machine, i);
        const auth_machine *author = world_machine_author(other);
        for (int v = 0; i > 0 && v < author->sound_count; v++)
            if (author->sounds[v].kind == kind && !add_other_voice(e, &author->sounds[v], other, first_body))
                return false;
        first_body += author->mechanism->body_count;
    }
    return true;
}

static void add_voices_of_others(drv_ears *e, const world_machine *machine)
{
    for (size_t i = 0; i < sizeof by_range / sizeof *by_range; i++)
        if (!add_kind_of_others(e, machine, by_range[i])) return;
}

/* ---- opening ---- */

bool drv_ears_needed(const world_machine *machine)
{
    for (int i = 0; i < world_machine_count(machine); i++)
        if (world_machine_author(world_machine_at(machine, i))->sound_count > 0) return true;
    return world_object_count(machine) > 0 || world_signal_find(machine, cue_signals[0]) >= 0;
}

static io_volumes volumes_of(const auth_settings *settings)
{
    return (io_volumes){settings->sound ? settings->volume : 0.0, settings->volume_machine,
                        settings->volume_signals};
}

drv_ears *drv_ears_open(const drv_ears_setup *setup, hl_arena *arena)
{
    char error[300];
    drv_ears *e = HL_NEW(arena, drv_ears, 1);
    if (e == NULL) return NULL;
    *e = (drv_ears){.log = setup->log, .seat = seat_of(setup->author), .written = setup->wav != NULL};
    add_voices(e, setup);
    add_voices_of_others(e, setup->machine);
    const io_sound_setup sound = {.voices = e->voices,
                                  .voice_count = e->voice_count,
                                  .other_count = e->other_count,
                                  .first = e->first,
                                  .volumes = volumes_of(setup->settings),
                                  .wav = setup->wav};
    e->sound = io_sound_open(&sound, arena, error, sizeof error);
    if (e->sound != NULL) {
        io_sound_listen(e->sound, &e->seat);
        return e;
    }
    drv_say(setup->log, "sound: %s", error);
    return NULL;
}

/* ---- sessions ---- */

/* At maximum speed the world waits until its sound is written. */
static bool has_room(void *context)
{
    const drv_ears *e = context;
    return xch_ring_free_places(e->samples) > 0;
}

bool drv_ears_join(drv_ears *e, rt_session *session)
{
    e->samples = rt_session_add_listener(session, e->signals, e->signal_count);
    xch_latest *snapshots = rt_session_add_reader(session);
    if (e->samples == NULL || snapshots == NULL) return false;
    if (e->written && !rt_session_add_hook(session, &(rt_hook){.context = e, .ready = has_room}))
        return false;
    io_sound_join(e->sound, e->samples, snapshots);
    return true;
}

bool drv_ears_join_player(drv_ears *e, rt_player *player)
{
    e->samples = rt_player_add_listener(player, e->signals, e->signal_count);
    xch_latest *snapshots = rt_player_add_reader(player);
    if (e->samples == NULL || snapshots == NULL) return false;
    io_sound_join(e->sound, e->samples, snapshots);
    return true;
}

void drv_ears_leave(drv_ears *e)
{
    io_sound_leave(e->sound);
}

/* ---- the listener ---- */

void drv_ears_listen(drv_ears *e, const rnd_eye *eye)
{
    io_ear ear = e->seat;
    if (!eye->inside) {
        ear = (io_ear){.body = -1};
        memcpy(ear.listener.position, eye->position, sizeof eye->position);
        memcpy(ear.listener.ahead, eye->ahead, sizeof eye->ahead);
        memcpy(ear.listener.up, eye->up, sizeof eye->up);
    }
    io_sound_listen(e->sound, &ear);
}

void drv_ears_volumes(drv_ears *e, const auth_settings *settings)
{
    const io_volumes volumes = volumes_of(settings);
    io_sound_volumes(e->sound, &volumes);
}

/* ---- the rest ---- */

bool drv_ears_news(drv_ears *e, char *text, size_t size)
{
    return io_sound_news(e->sound, text, size);
}

bool drv_ears_close(drv_ears *e)
{
    char error[300];
    if (io_sound_close(e->sound, error, sizeof error)) return true;
    return drv_say(e->log, "sound: %s", error);
}

/* ---- the cockpit ---- */

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

/* Names of patterns, e.g. SAE and ISO, in any case of letters. */
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

/* The requested pattern, else that of the settings if the machine has it, else the first one. */
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

/* Without udev or devices the keyboard drives, unless devices were requested. */
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

/* Name the sources after the bindings in their slots. */
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

/* The sound first: its thread must be scheduled before other threads. */
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
