/* The sound's thread, and what others ask of it. The thread runs a sound card (sound_card.c) or a file
 * (sound_file.c). */
#include "sound_internal.h"

#include "hl/assert.h"
#include "io/thread.h"
#include "places.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- in the thread ---- */

void sound_look(io_sound *sound)
{
    const io_ear *ear = xch_latest_read(sound->ear, NULL);
    const xch_snapshot *snapshot = sound->snapshots ? xch_latest_read(sound->snapshots, NULL) : NULL;
    io_listener listener;
    io_mixer_volumes(sound->mixer, &sound->volumes);
    if (ear && places_listener(ear, snapshot, &listener)) io_mixer_listen(sound->mixer, &listener);
    if (snapshot) places_find(sound->voices, sound->voice_count, snapshot, sound->places);
}

void sound_say(io_sound *sound, const char *format, ...)
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
    openal_be_quiet();
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
