/* The sound of a run. */
#include "cockpit_parts.h"

#include "program.h"

#include "io/sound.h"

#include <math.h>
#include <stdio.h>

struct cockpit_ears {
    io_sound *sound;
    const auth_picture *picture;
    int chassis;
    int signal_count;
    int signals[XCH_SAMPLED]; /* of all voices, one behind the other */
    int first[AUTH_VOICES];   /* where those of each begin */
    xch_ring *samples;        /* of the session that was joined */
    bool written;             /* to a file: the world waits for it at maximum speed */
};

/* ---- opening ---- */

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
    ears->picture = &author->picture;
    ears->chassis = author->chassis;
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
    if (ears->sound != NULL) return ears;
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

/* v turned from the body's axes to the world's. */
static void turn(const float q[4], const double v[3], float out[3])
{
    const double w = (double)q[0], x = (double)q[1], y = (double)q[2], z = (double)q[3];
    const double t[3] = {2.0 * (y * v[2] - z * v[1]), 2.0 * (z * v[0] - x * v[2]),
                         2.0 * (x * v[1] - y * v[0])};
    out[0] = (float)(v[0] + w * t[0] + y * t[2] - z * t[1]);
    out[1] = (float)(v[1] + w * t[1] + z * t[0] - x * t[2]);
    out[2] = (float)(v[2] + w * t[2] + x * t[1] - y * t[0]);
}

/* The operator's head; a machine without a cab is heard from behind. */
static io_listener at_the_seat(const cockpit_ears *ears, const xch_snapshot *snapshot)
{
    static const double behind[3] = {-8.0, 0.0, 3.0}; /* [m] as the chase camera */
    static const double up[3] = {0.0, 0.0, 1.0};
    const auth_picture *picture = ears->picture;
    const xch_pose *pose = &snapshot->bodies[picture->cab ? picture->cab_body : ears->chassis];
    double ahead[3] = {1.0, 0.0, 0.0};
    if (picture->cab) {
        double length = 0.0;
        for (int i = 0; i < 3; i++) {
            ahead[i] = picture->towards[i] - picture->eye[i];
            length += ahead[i] * ahead[i];
        }
        for (int i = 0; i < 3; i++) ahead[i] /= sqrt(length);
    }
    io_listener listener = {.inside = picture->cab};
    turn(pose->rotation, picture->cab ? picture->eye : behind, listener.position);
    turn(pose->rotation, ahead, listener.ahead);
    turn(pose->rotation, up, listener.up);
    for (int i = 0; i < 3; i++) listener.position[i] += pose->position[i];
    return listener;
}

void cockpit_ears_listen(cockpit_ears *ears, const xch_snapshot *newest, const rnd_eye *eye)
{
    if (newest == NULL) return;
    io_listener listener = at_the_seat(ears, newest);
    if (eye != NULL) {
        listener.inside = eye->inside;
        for (int i = 0; i < 3; i++) {
            listener.position[i] = eye->position[i];
            listener.ahead[i] = eye->ahead[i];
            listener.up[i] = eye->up[i];
        }
    }
    io_sound_listen(ears->sound, &listener);
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
