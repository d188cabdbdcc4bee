/* Sound into a WAV file. */
#include "sound_internal.h"
#include "wav.h"

#include "io/voice.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- WAV files ---- */

/* By libsndfile, which writes at once: only the header lags behind. */

/* A WAV file counts its bytes with 32 bits, with the header: 6.2 hours. */
static const int64_t most_frames = (UINT32_MAX - 1024) / (2 * sizeof(int16_t));

bool wav_open(wav_file *wav, const char *path, char *error, size_t error_size)
{
    SF_INFO info = {.samplerate = IO_RATE, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    wav->path = path;
    wav->frames = 0;
    wav->trouble[0] = '\0';
    errno = 0;
    wav->file = sf_open(path, SFM_WRITE, &info);
    if (!wav->file) { /* its own words for what the system says are many */
        snprintf(error, error_size, "%s: cannot be written: %s", path,
                 errno ? strerror(errno) : sf_strerror(NULL));
        return false;
    }
    sf_command(wav->file, SFC_SET_CLIPPING, NULL, SF_TRUE); /* 1.0 is the largest number, not the smallest */
    sf_command(wav->file, SFC_UPDATE_HEADER_NOW, NULL, 0);
    return true;
}

void wav_write(wav_file *wav, float (*stereo)[2], int frames)
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

bool wav_close(wav_file *wav, char *error, size_t error_size)
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

/* Sound into a file, as fast as the world runs: 10 ms of the world are a block, by the times of the ticks.
 * Where ticks are missing, because their ring was full, the file keeps the world's time: voices hold, then
 * fade out until ticks come again; how many were lost is told. A pause of the world takes no room in it. */

static const double block_seconds = (double)IO_BLOCK / IO_RATE;
static const double rounding = 1e-5;   /* [s] of the times of ticks; shorter than any step */
static const double longest_gap = 1.0; /* [s]: beyond it, and backwards, the world was set to another time */

enum { TURN = 2 /* [ms] between looks at the ring */ };

/* Whether the next tick follows the block that grows; if not, a block begins with it. */
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

/* Ticks beyond IO_TICKS take the place of the last one. */
static void append(io_sound *sound)
{
    sound_file *file = &sound->file;
    const int at = file->count < IO_TICKS ? file->count++ : IO_TICKS - 1;
    sound->ticks[at] = file->next;
    file->ahead = false;
}

/* @return the block is whole; false: the ring is empty */
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

/* A block of the ticks that have been collected. The mixer is one block late: the file is not. */
static void write_block(io_sound *sound)
{
    sound_file *file = &sound->file;
    float stereo[IO_BLOCK][2];
    io_mixer_block(sound->mixer, sound->ticks, file->count, (const float(*)[3])sound->places, stereo);
    file->count = 0;
    if (!file->latent) wav_write(&file->wav, stereo, IO_BLOCK);
    file->latent = false;
    if (file->wav.trouble[0] && !file->told) {
        sound_post_news(sound, "no sound: %s: %s", file->wav.path, file->wav.trouble);
        file->told = true;
    }
}

/* Make blocks of all that has come. */
static void follow(io_sound *sound)
{
    for (;;) {
        pthread_mutex_lock(&sound->lock);
        if (sound->begins) mix_reset(sound->mixer->mix); /* it has faded: see end_session */
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
    write_block(sound); /* what the mixer still has */
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

void sound_file_run(io_sound *sound)
{
    sound->file.latent = true;
    for (;;) {
        pthread_mutex_lock(&sound->lock);
        const bool stop = sound->stop, leaving = sound->leaving;
        pthread_mutex_unlock(&sound->lock);
        if (stop) return;
        follow(sound);
        if (leaving) end_session(sound);
        sound_rest(TURN);
    }
}
