/* The sound of a run. */
#include "cockpit_parts.h"

#include "program.h"

#include "io/sound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct cockpit_ears {
    io_sound *sound;
    io_ear seat;
    int signal_count;
    int signals[XCH_SAMPLED]; /* of all voices, one behind the other */
    int first[AUTH_VOICES];   /* where those of each begin */
    xch_ring *samples;        /* of the session that was joined */
    bool written;             /* to a file: the world waits for it at maximum speed */
};

/* ---- opening ---- */

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

/* @return voices whose signals find room in the samples */
static int list_signals(cockpit_ears *ears, const auth_machine *author, const world_machine *machine)
{
    for (int v = 0; v < author->sound_count; v++) {
        const auth_voice *voice = &author->sounds[v];
        ears->first[v] = ears->signal_count;
        if (ears->signal_count + AUTH_VOICE_INPUTS > XCH_SAMPLED) return v;
        for (int i = 0; i < AUTH_VOICE_INPUTS; i++)
            if (voice->signals[i] != NULL)
                ears->signals[ears->signal_count++] = world_signal_find(machine, voice->signals[i]);
    }
    return author->sound_count;
}

static io_volumes volumes_of(const auth_settings *settings)
{
    return (io_volumes){settings->sound ? settings->volume : 0.0, settings->volume_machine,
                        settings->volume_signals};
}

cockpit_ears *cockpit_ears_open(const cockpit_setup *setup, hl_arena *arena, int *status)
{
    char error[300];
    const auth_machine *author = setup->files->machine;
    cockpit_ears *ears = HL_NEW(arena, cockpit_ears, 1);
    *status = PROGRAM_ENVIRONMENT;
    if (ears == NULL) return NULL;
    ears->seat = seat_of(author);
    ears->written = setup->request->sound != NULL;
    const io_sound_setup sound = {.voices = author->sounds,
                                  .voice_count = list_signals(ears, author, setup->machine),
                                  .first = ears->first,
                                  .volumes = volumes_of(setup->settings),
                                  .wav = setup->request->sound};
    if (sound.voice_count < author->sound_count)
        fprintf(stderr, "headland run: voices from '%s' on are not heard: there are too many\n",
                author->sounds[sound.voice_count].name);
    ears->sound = io_sound_open(&sound, arena, error, sizeof error);
    if (ears->sound != NULL) {
        io_sound_listen(ears->sound, &ears->seat);
        return ears;
    }
    fprintf(stderr, "headland run: sound: %s\n", error);
    return NULL;
}

/* ---- sessions ---- */

/* At maximum speed the world waits for who writes its sound. */
static bool has_room(void *context)
{
    const cockpit_ears *ears = context;
    return xch_ring_room(ears->samples) > 0;
}

bool cockpit_ears_join(cockpit_ears *ears, rt_session *session)
{
    ears->samples = rt_session_add_listener(session, ears->signals, ears->signal_count);
    xch_latest *snapshots = rt_session_add_reader(session);
    if (ears->samples == NULL || snapshots == NULL) return false;
    if (ears->written && !rt_session_add_hook(session, &(rt_hook){.context = ears, .ready = has_room}))
        return false;
    io_sound_join(ears->sound, ears->samples, snapshots);
    return true;
}

void cockpit_ears_leave(cockpit_ears *ears)
{
    io_sound_leave(ears->sound);
}

/* ---- the listener ---- */

void cockpit_ears_listen(cockpit_ears *ears, const rnd_eye *eye)
{
    io_ear ear = ears->seat;
    if (!eye->inside) {
        ear = (io_ear){.body = -1};
        memcpy(ear.listener.position, eye->position, sizeof eye->position);
        memcpy(ear.listener.ahead, eye->ahead, sizeof eye->ahead);
        memcpy(ear.listener.up, eye->up, sizeof eye->up);
    }
    io_sound_listen(ears->sound, &ear);
}

void cockpit_ears_volumes(cockpit_ears *ears, const auth_settings *settings)
{
    const io_volumes volumes = volumes_of(settings);
    io_sound_volumes(ears->sound, &volumes);
}

/* ---- the rest ---- */

bool cockpit_ears_news(cockpit_ears *ears, char *text, size_t size)
{
    return io_sound_news(ears->sound, text, size);
}

bool cockpit_ears_close(cockpit_ears *ears)
{
    char error[300];
    if (io_sound_close(ears->sound, error, sizeof error)) return true;
    fprintf(stderr, "headland run: sound: %s\n", error);
    return false;
}
