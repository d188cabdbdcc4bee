#include "drv/cockpit.h"

#include "io/sound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct drv_ears {
    const drv_log *log;
    io_sound *sound;
    io_ear seat;
    int signal_count;
    int signals[XCH_SAMPLED]; /* of all voices, one behind the other */
    auth_voice voices[IO_VOICES];
    int voice_count, other_count; /* others: the last of them, of machines beside the driven one */
    int first[IO_VOICES];         /* where the signals of each begin */
    xch_ring *samples;            /* of the session that was joined */
    bool written;                 /* to a file: the world waits for it at maximum speed */
};

/* In the order of auth_cue. */
static const char *const cue_signals[AUTH_CUES] = {"cue.chime", "cue.tick", "cue.warning", "cue.success",
                                                   "cue.failure"};

/* ---- the own machine ---- */

/* The operator's head; a machine without a cab is heard from behind. */
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

/* @return false: there is no room in the samples */
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

/* The cues of an exercise, from a loudspeaker before the operator's head. */
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

/* Cues first: they must not be missed. */
static void add_voices(drv_ears *e, const drv_ears_setup *setup)
{
    const auth_machine *author = setup->author;
    add_cues(e, setup->machine);
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
    return world_signal_find(machine, cue_signals[0]) >= 0;
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
