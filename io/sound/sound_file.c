/* Sound into a file, as fast as the world runs: 10 ms of the world are a block, by the times of the ticks.
 * Where ticks are missing, because their ring was full, the file keeps the world's time: voices hold, then
 * fade out until ticks come again; how many were lost is told. A pause of the world takes no room in it. */
#include "sound_internal.h"

#include <math.h>

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
        sound_say(sound, "no sound: %s: %s", file->wav.path, file->wav.trouble);
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
        sound_look(sound);
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
        sound_say(sound, "%lld ticks are missing in %s: the sound thread was too slow", (long long)file->lost,
                  file->wav.path);
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
