/* Sound of a session: its thread with two outputs, a sound card or a WAV file. */
#include "feed.h"

#include "hl/clamp.h"
#include "hl/status.h"
#include "io/thread.h"
#include "io/voice.h"
#include "mixer_internal.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sndfile.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    SOUND_NEWS = 8,          /* messages waiting at most */
    SOUND_NEWS_LENGTH = 200, /* bytes of a message */
    SOUND_FADE_BLOCKS = 25   /* 250 ms: the limit for fading out */
};

/* State of a sound card. */
typedef struct sound_card {
    tick_feed feed;
    bool open, told;   /* a card is open; its absence has been reported */
    int64_t next_look; /* next attempt to open one, CLOCK_MONOTONIC [ns] */
    int fading;        /* blocks of the previous session, before the next begins */
    int silent;        /* silent blocks in a row */
} sound_card;

/* A growing WAV file: 16 bit, stereo, IO_RATE. */
typedef struct wav_file {
    SNDFILE *file;
    const char *path; /* kept by the caller */
    int64_t frames;
    char trouble[160]; /* the first error, "" if none; nothing is written after it */
} wav_file;

/* State of a file. */
typedef struct sound_file {
    wav_file wav;
    int count;          /* ticks in the unfinished block */
    xch_sample next;    /* already taken from the ring, for the next block */
    bool ahead;         /* `next` is set */
    bool anchored;      /* `end` is known */
    double end;         /* of the unfinished block, simulation time [s] */
    int64_t tick, lost; /* last tick; missing ticks */
    bool told;          /* a write error has been reported */
    bool latent;        /* the mixer still plays its initial block of silence */
} sound_file;

struct io_sound {
    const auth_voice *voices;
    const int *first; /* see io_sound_setup */
    int voice_count;
    io_mixer *mixer; /* only for the thread, after opening */
    bool to_file;
    pthread_t thread;

    /* Under the lock, which is held while ticks are taken, never while a block is computed. Physics takes no
     * lock: it only writes to `samples` and `snapshots`. */
    pthread_mutex_t lock;
    pthread_cond_t left;  /* the leaving session has been rendered */
    bool stop;            /* the thread must end */
    bool begins, leaving; /* the session has joined but not begun; it leaves, file only */
    xch_ring *samples;    /* NULL: no session */
    xch_latest *snapshots;
    io_volumes volumes;

    xch_latest *ear; /* of io_ear; read by the thread */
    xch_ring *news;  /* of char[SOUND_NEWS_LENGTH]; the thread is the producer */

    /* only for the thread */
    xch_sample ticks[IO_TICKS];
    float places[IO_VOICES][3];
    sound_card card;
    sound_file file;
};

/* ---- for both outputs, in the thread ---- */

/* Read volumes, listener and positions for the next block. Under the lock. */
static void sound_update_inputs(io_sound *sound)
{
    const io_ear *ear = xch_latest_read(sound->ear, NULL);
    const xch_snapshot *snapshot = sound->snapshots ? xch_latest_read(sound->snapshots, NULL) : NULL;
    io_listener listener;
    io_mixer_volumes(sound->mixer, &sound->volumes);
    if (ear && places_listener(ear, snapshot, &listener)) io_mixer_listen(sound->mixer, &listener);
    if (snapshot) places_find(sound->voices, sound->voice_count, snapshot, sound->places);
}

__attribute__((format(printf, 2, 3))) static void sound_post_news(io_sound *sound, const char *format, ...)
{
    char text[SOUND_NEWS_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    xch_ring_push(sound->news, text);
}

/* Sleep [ms]. */
static void sound_rest(int milliseconds)
{
    const struct timespec pause = {.tv_nsec = milliseconds * 1000000L};
    nanosleep(&pause, NULL);
}

/* ---- sound card: a new block for each block of the queue that has been played. The latency is one and a
 * half blocks of waiting ticks (feed.h), two and a half in the queue, and the buffer of the driver. ---- */

enum {
    CARD_TURN = 4,  /* [ms] between checks of the queue: less than half a block */
    LOOK_AGAIN = 2, /* [s] between attempts to open a card */
    ENDING = 100    /* turns: 0.4 s, the longest wait for a card that does not play its queue */
};

static int64_t next_look(void)
{
    return io_clock_now() + LOOK_AGAIN * INT64_C(1000000000);
}

/* Whether the session has begun: the previous one fades out first. */
static bool has_begun(io_sound *sound)
{
    sound_card *card = &sound->card;
    if (!sound->begins) return true;
    if (mix_heard(sound->mixer->mix) && card->fading++ < SOUND_FADE_BLOCKS) return false;
    mix_reset(sound->mixer->mix);
    card->feed = feed_begin();
    card->fading = 0;
    sound->begins = false;
    return true;
}

/* @return ticks in sound->ticks */
static int take_ticks(io_sound *sound)
{
    unsigned forget = 0;
    if (!sound->samples || !has_begun(sound)) return 0;
    const int take = feed_take(&sound->card.feed, xch_ring_count(sound->samples), &forget);
    for (unsigned i = 0; i < forget; i++) xch_ring_pop(sound->samples, &sound->ticks[0]);
    for (int i = 0; i < take; i++) xch_ring_pop(sound->samples, &sound->ticks[i]);
    return take;
}

/* Without a card ticks are dropped, so that a new card begins with the newest. */
static void drop_ticks(io_sound *sound)
{
    pthread_mutex_lock(&sound->lock);
    for (unsigned n = sound->samples ? xch_ring_count(sound->samples) : 0; n > 0; n--)
        xch_ring_pop(sound->samples, &sound->ticks[0]);
    pthread_mutex_unlock(&sound->lock);
}

static void look_for_card(io_sound *sound)
{
    sound_card *card = &sound->card;
    drop_ticks(sound);
    if (io_clock_now() < card->next_look) return;
    const char *trouble = mixer_open_card(sound->mixer);
    card->open = trouble == NULL;
    if (card->open) {
        card->feed = feed_begin();
        if (card->told) sound_post_news(sound, "the sound card works again");
    } else {
        if (!card->told) sound_post_news(sound, "no sound: %s; trying again every %d s", trouble, LOOK_AGAIN);
        card->next_look = next_look();
    }
    card->told = !card->open;
}

static void lose_card(io_sound *sound)
{
    mixer_close(sound->mixer);
    mix_reset(sound->mixer->mix); /* nothing is audible */
    sound->card.open = false;
    sound->card.told = true;
    sound->card.next_look = next_look();
    sound_post_news(sound, "no sound: the sound card was disconnected; trying again every %d s", LOOK_AGAIN);
}

static void make_blocks(io_sound *sound)
{
    openal_enter(&sound->mixer->device);
    for (int room = mixer_room(sound->mixer); room > 0; room--) {
        pthread_mutex_lock(&sound->lock);
        sound_update_inputs(sound);
        const int count = take_ticks(sound);
        pthread_mutex_unlock(&sound->lock);
        places_find_objects(sound->voices, sound->first, sound->voice_count, sound->ticks, count,
                            sound->places);
        mixer_queue(sound->mixer, sound->ticks, count, (const float(*)[3])sound->places);
        sound->card.silent = mix_heard(sound->mixer->mix) ? 0 : sound->card.silent + 1;
    }
    openal_sources_play(&sound->mixer->sources);
    openal_leave();
}

/* Everything has faded and been played. */
static bool is_silent(const sound_card *card)
{
    return !card->open || card->silent > OPENAL_MOST_QUEUE;
}

/* Run until `stop`. */
static void sound_card_run(io_sound *sound)
{
    sound_card *card = &sound->card;
    card->feed = feed_begin();
    for (int ending = 0; ending < ENDING;) {
        if (!card->open)
            look_for_card(sound);
        else if (!openal_connected(&sound->mixer->device))
            lose_card(sound);
        else
            make_blocks(sound);
        pthread_mutex_lock(&sound->lock);
        const bool stop = sound->stop;
        pthread_mutex_unlock(&sound->lock);
        if (stop && is_silent(card)) return;
        ending += stop;
        sound_rest(CARD_TURN);
    }
}

/* ---- WAV files ---- */

/* A WAV file counts its bytes with 32 bits, with the header: 6.2 hours. */
static const int64_t most_frames = (UINT32_MAX - 1024) / (2 * sizeof(int16_t));

/* Create or truncate the file. @return false with `error` set */
static bool wav_open(wav_file *wav, const char *path, char *error, size_t error_size)
{
    SF_INFO info = {.samplerate = IO_RATE, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    wav->path = path;
    wav->frames = 0;
    wav->trouble[0] = '\0';
    errno = 0;
    wav->file = sf_open(path, SFM_WRITE, &info);
    if (!wav->file) { /* the text of the system is shorter */
        snprintf(error, error_size, "%s: cannot be written: %s", path,
                 errno ? strerror(errno) : sf_strerror(NULL));
        return false;
    }
    sf_command(wav->file, SFC_SET_CLIPPING, NULL, SF_TRUE); /* 1.0 is the largest number, not the smallest */
    sf_command(wav->file, SFC_UPDATE_HEADER_NOW, NULL, 0);
    return true;
}

/* Append frames of left and right, -1 to 1. The length in the header is updated once a second, so that a file
 * that is never closed can be read up to there. */
static void wav_write(wav_file *wav, float (*stereo)[2], int frames)
{
    if (wav->trouble[0]) return;
    if (wav->frames + frames > most_frames) {
        snprintf(wav->trouble, sizeof wav->trouble, "a WAV file cannot be longer than 6.2 hours");
    } else if (sf_writef_float(wav->file, stereo[0], frames) != frames) {
        snprintf(wav->trouble, sizeof wav->trouble, "%s", sf_strerror(wav->file));
    } else {
        const int64_t second = wav->frames / IO_RATE;
        wav->frames += frames;
        if (wav->frames / IO_RATE != second) sf_command(wav->file, SFC_UPDATE_HEADER_NOW, NULL, 0);
    }
}

/* Finish and close it. @return false with `error` set: the file is incomplete */
static bool wav_close(wav_file *wav, char *error, size_t error_size)
{
    const int trouble = sf_close(wav->file);
    wav->file = NULL;
    if (trouble && !wav->trouble[0])
        snprintf(wav->trouble, sizeof wav->trouble, "%s", sf_error_number(trouble));
    if (!wav->trouble[0]) return true;
    snprintf(error, error_size, "%s: the sound is incomplete: %s", wav->path, wav->trouble);
    return false;
}

/* ---- sound into a file ---- */

/* ---- output to a file, at the speed of the simulation: a block is 10 ms of simulation time, by the times of
 * the ticks. Where ticks are missing, because their ring was full, the file keeps the simulation time: voices
 * hold, then fade out until ticks arrive again; the number of missing ticks is reported. A pause adds
 * nothing. ---- */

static const double block_seconds = (double)IO_BLOCK / IO_RATE;
static const double rounding = 1e-5;   /* [s] of the times of ticks; shorter than a step */
static const double longest_gap = 1.0; /* [s]: beyond it, or backwards, the simulation time was reset */

enum { FILE_TURN = 2 /* [ms] between checks of the ring */ };

/* Check whether the next tick follows the unfinished block; if not, begin a block with it. */
static void keep_time(sound_file *file)
{
    const double ahead = file->next.time - file->end;
    const bool follows = ahead >= -block_seconds - rounding && ahead < longest_gap;
    if (file->anchored && follows) {
        if (file->next.tick > file->tick + 1) file->lost += file->next.tick - file->tick - 1;
    } else {
        file->end = file->next.time + block_seconds - rounding;
        file->anchored = true;
    }
    file->tick = file->next.tick;
}

/* Ticks beyond IO_TICKS replace the last one. */
static void append(io_sound *sound)
{
    sound_file *file = &sound->file;
    const int at = file->count < IO_TICKS ? file->count++ : IO_TICKS - 1;
    sound->ticks[at] = file->next;
    file->ahead = false;
}

/* @return false: the ring is empty before the block is complete */
static bool collect(io_sound *sound)
{
    sound_file *file = &sound->file;
    for (;;) {
        if (!file->ahead) {
            if (!xch_ring_pop(sound->samples, &file->next)) return false;
            file->ahead = true;
            keep_time(file);
        }
        if (file->next.time >= file->end) {
            file->end += block_seconds;
            return true;
        }
        append(sound);
    }
}

/* Write a block of the collected ticks. The mixer is one block late: its first block is left out. */
static void write_block(io_sound *sound)
{
    sound_file *file = &sound->file;
    float stereo[IO_BLOCK][2];
    places_find_objects(sound->voices, sound->first, sound->voice_count, sound->ticks, file->count,
                        sound->places);
    io_mixer_block(sound->mixer, sound->ticks, file->count, (const float(*)[3])sound->places, stereo);
    file->count = 0;
    if (!file->latent) wav_write(&file->wav, stereo, IO_BLOCK);
    file->latent = false;
    if (file->wav.trouble[0] && !file->told) {
        sound_post_news(sound, "no sound: %s: %s", file->wav.path, file->wav.trouble);
        file->told = true;
    }
}

/* Write all complete blocks. */
static void follow(io_sound *sound)
{
    for (;;) {
        pthread_mutex_lock(&sound->lock);
        if (sound->begins) mix_reset(sound->mixer->mix); /* silent already: see end_session */
        sound->begins = false;
        sound_update_inputs(sound);
        const bool whole = sound->samples && collect(sound);
        pthread_mutex_unlock(&sound->lock);
        if (!whole) return;
        write_block(sound);
    }
}

static void end_session(io_sound *sound)
{
    sound_file *file = &sound->file;
    if (file->count) write_block(sound);
    for (int n = 0; n < SOUND_FADE_BLOCKS && mix_heard(sound->mixer->mix); n++) write_block(sound);
    write_block(sound); /* the block that the mixer still holds */
    if (file->lost)
        sound_post_news(sound, "%lld ticks are missing in %s: the sound thread was too slow",
                        (long long)file->lost, file->wav.path);
    file->lost = 0;
    file->anchored = file->ahead = false;
    pthread_mutex_lock(&sound->lock);
    sound->leaving = false;
    pthread_cond_signal(&sound->left);
    pthread_mutex_unlock(&sound->lock);
}

static void sound_file_run(io_sound *sound)
{
    sound->file.latent = true;
    for (;;) {
        pthread_mutex_lock(&sound->lock);
        const bool stop = sound->stop, leaving = sound->leaving;
        pthread_mutex_unlock(&sound->lock);
        if (stop) return;
        follow(sound);
        if (leaving) end_session(sound);
        sound_rest(FILE_TURN);
    }
}

/* ---- open, close ---- */

static void *run(void *context)
{
    io_sound *sound = context;
    if (sound->to_file)
        sound_file_run(sound);
    else
        sound_card_run(sound);
    return NULL;
}

static io_sound *take_memory(const io_sound_setup *setup, hl_arena *arena)
{
    HL_ASSERT(setup->voice_count <= IO_VOICES);
    io_sound *sound = HL_NEW(arena, io_sound, 1);
    if (!sound) return NULL;
    sound->voices = setup->voices;
    sound->first = setup->first;
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
