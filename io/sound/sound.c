/* Sound of a session: where voices are, the feed of their signals, the thread. */
#include "feed.h"
#include "places.h"
#include "sound_internal.h"

#include "hl/clamp.h"
#include "hl/status.h"
#include "io/thread.h"
#include "io/voice.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- where voices are ---- */

/* Points of bodies, in single precision: 0.1 mm at 1 km is more than an ear wants. */

/* R(q) v = v + 2 w (u x v) + 2 u x (u x v), q = (w, u) */
static void turned(const xch_pose *pose, const float v[3], float out[3])
{
    const float w = pose->rotation[0], *u = pose->rotation + 1;
    const float t[3] = {2 * (u[1] * v[2] - u[2] * v[1]), 2 * (u[2] * v[0] - u[0] * v[2]),
                        2 * (u[0] * v[1] - u[1] * v[0])}; /* 2 u x v */
    out[0] = v[0] + w * t[0] + u[1] * t[2] - u[2] * t[1];
    out[1] = v[1] + w * t[1] + u[2] * t[0] - u[0] * t[2];
    out[2] = v[2] + w * t[2] + u[0] * t[1] - u[1] * t[0];
}

static void point_of(const xch_pose *pose, const float at[3], float out[3])
{
    turned(pose, at, out);
    for (int i = 0; i < 3; i++) out[i] += pose->position[i];
}

void places_find(const auth_voice *voices, int count, const xch_snapshot *snapshot, float (*places)[3])
{
    for (int i = 0; i < count; i++) {
        const double *at = voices[i].at;
        if (voices[i].body >= 0 && voices[i].body < snapshot->body_count)
            point_of(&snapshot->bodies[voices[i].body],
                     (const float[3]){(float)at[0], (float)at[1], (float)at[2]}, places[i]);
    }
}

bool places_listener(const io_ear *ear, const xch_snapshot *snapshot, io_listener *listener)
{
    *listener = ear->listener;
    if (ear->body < 0) return true;
    if (snapshot == NULL || ear->body >= snapshot->body_count) return false;
    const xch_pose *pose = &snapshot->bodies[ear->body];
    point_of(pose, ear->listener.position, listener->position);
    turned(pose, ear->listener.ahead, listener->ahead);
    turned(pose, ear->listener.up, listener->up);
    return true;
}

/* ---- the feed of samples ---- */

/* Ticks wait for a block and a half on average: a block may find a third of a block's ticks late, or two
 * blocks be wanted at once, without one going empty. What is taken is the rate at which ticks come, and a
 * share of the deviation from that backlog: voices are then told ticks of a little more or less than their
 * time, which spreads over a second and is not heard. */

static const double usual_rate = 10;   /* ticks a block: 1 kHz */
static const double least_rate = 0.1;  /* a world at a hundredth of its speed */
static const double backlog = 1.5;     /* [blocks] */
static const double correction = 0.1;  /* share of the deviation, a block: time constant 0.1 s */
static const double forgetting = 0.02; /* of the rate, a block: time constant 0.5 s */

enum { LATE = 3 * IO_TICKS /* ticks that wait at most: at 1 kHz 0.2 s */ };

tick_feed feed_begin(void)
{
    return (tick_feed){.rate = usual_rate, .dry = true};
}

/* A gap in the ticks is a pause, not a slow world: it leaves the rate alone. */
static void learn_rate(tick_feed *feed, unsigned waiting)
{
    const double come = waiting > feed->waiting ? waiting - feed->waiting : 0;
    if (waiting == 0) return;
    feed->rate += forgetting * (come - feed->rate);
    feed->rate = hl_clamp(feed->rate, least_rate, IO_TICKS);
}

int feed_take(tick_feed *feed, unsigned waiting, unsigned *forget)
{
    *forget = waiting > LATE ? waiting - LATE : 0;
    waiting -= *forget;
    if (!feed->dry) learn_rate(feed, waiting);
    const double wanted = backlog * feed->rate;
    if (feed->dry && waiting < wanted) {
        feed->waiting = waiting;
        return 0;
    }
    feed->dry = waiting == 0;
    const double share = fmax(feed->rate + correction * (waiting - wanted) + feed->owed, 0);
    const double most = fmin(waiting, IO_TICKS);
    const int take = (int)fmin(share, most);
    feed->owed = share < most ? share - take : 0;
    feed->waiting = waiting - (unsigned)take;
    return take;
}

/* ---- the sound ---- */

/* The sound's thread, and what others ask of it. The thread runs a sound card (sound_card.c) or a file
 * (sound_file.c). */

/* ---- in the thread ---- */

void sound_update_inputs(io_sound *sound)
{
    const io_ear *ear = xch_latest_read(sound->ear, NULL);
    const xch_snapshot *snapshot = sound->snapshots ? xch_latest_read(sound->snapshots, NULL) : NULL;
    io_listener listener;
    io_mixer_volumes(sound->mixer, &sound->volumes);
    if (ear && places_listener(ear, snapshot, &listener)) io_mixer_listen(sound->mixer, &listener);
    if (snapshot) places_find(sound->voices, sound->voice_count, snapshot, sound->places);
}

void sound_post_news(io_sound *sound, const char *format, ...)
{
    char text[SOUND_NEWS_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    xch_ring_push(sound->news, text);
}

void sound_rest(int milliseconds)
{
    const struct timespec pause = {.tv_nsec = milliseconds * 1000000L};
    nanosleep(&pause, NULL);
}

static void *run(void *context)
{
    io_sound *sound = context;
    if (sound->to_file)
        sound_file_run(sound);
    else
        sound_card_run(sound);
    return NULL;
}

/* ---- open, close ---- */

static io_sound *take_memory(const io_sound_setup *setup, hl_arena *arena)
{
    HL_ASSERT(setup->voice_count <= IO_VOICES);
    io_sound *sound = HL_NEW(arena, io_sound, 1);
    if (!sound) return NULL;
    sound->voices = setup->voices;
    sound->voice_count = setup->voice_count;
    sound->volumes = setup->volumes;
    sound->to_file = setup->wav != NULL;
    sound->ear = xch_latest_new(arena, sizeof(io_ear));
    sound->news = xch_ring_new(arena, SOUND_NEWS_LENGTH, SOUND_NEWS);
    return sound->ear && sound->news ? sound : NULL;
}

static bool open_output(io_sound *sound, const io_sound_setup *setup, hl_arena *arena, char *error,
                        size_t error_size)
{
    if (!sound->to_file) {
        sound->mixer = mixer_new(setup, arena);
        if (!sound->mixer) snprintf(error, error_size, "not enough memory for the sound");
        return sound->mixer != NULL;
    }
    sound->mixer = io_mixer_new(setup, arena, error, error_size);
    if (!sound->mixer) return false;
    if (wav_open(&sound->file.wav, setup->wav, error, error_size)) return true;
    mixer_close(sound->mixer);
    return false;
}

/* @return false after `error` */
static bool close_output(io_sound *sound, char *error, size_t error_size)
{
    pthread_cond_destroy(&sound->left);
    pthread_mutex_destroy(&sound->lock);
    mixer_close(sound->mixer);
    return !sound->to_file || wav_close(&sound->file.wav, error, error_size);
}

static bool start(io_sound *sound)
{
    pthread_mutex_init(&sound->lock, NULL);
    pthread_cond_init(&sound->left, NULL);
    return io_thread_start(&sound->thread, "headland-sound", IO_SOUND_PRIORITY, run, sound);
}

io_sound *io_sound_open(const io_sound_setup *setup, hl_arena *arena, char *error, size_t error_size)
{
    openal_disable_messages();
    io_sound *sound = take_memory(setup, arena);
    if (!sound) {
        snprintf(error, error_size, "not enough memory for the sound");
        return NULL;
    }
    if (!open_output(sound, setup, arena, error, error_size)) return NULL;
    if (start(sound)) return sound;
    close_output(sound, error, error_size);
    snprintf(error, error_size, "the sound thread cannot be started");
    return NULL;
}

bool io_sound_close(io_sound *sound, char *error, size_t error_size)
{
    io_sound_leave(sound);
    pthread_mutex_lock(&sound->lock);
    sound->stop = true;
    pthread_mutex_unlock(&sound->lock);
    pthread_join(sound->thread, NULL);
    return close_output(sound, error, error_size);
}

/* ---- sessions ---- */

void io_sound_join(io_sound *sound, xch_ring *samples, xch_latest *snapshots)
{
    io_sound_leave(sound);
    pthread_mutex_lock(&sound->lock);
    sound->samples = samples;
    sound->snapshots = snapshots;
    sound->begins = true;
    pthread_mutex_unlock(&sound->lock);
}

void io_sound_leave(io_sound *sound)
{
    pthread_mutex_lock(&sound->lock);
    sound->leaving = sound->to_file && sound->samples;
    while (sound->leaving) pthread_cond_wait(&sound->left, &sound->lock);
    sound->samples = NULL;
    sound->snapshots = NULL;
    pthread_mutex_unlock(&sound->lock);
}

void io_sound_listen(io_sound *sound, const io_ear *ear)
{
    *(io_ear *)xch_latest_begin(sound->ear) = *ear;
    xch_latest_publish(sound->ear);
}

void io_sound_volumes(io_sound *sound, const io_volumes *volumes)
{
    pthread_mutex_lock(&sound->lock);
    sound->volumes = *volumes;
    pthread_mutex_unlock(&sound->lock);
}

bool io_sound_news(io_sound *sound, char *text, size_t size)
{
    char news[SOUND_NEWS_LENGTH];
    if (!xch_ring_pop(sound->news, news)) return false;
    snprintf(text, size, "%s", news);
    return true;
}
