/* Sound: a thread that turns the samples of a machine into sound, through OpenAL: a source a voice, in three
 * dimensions. Into a sound card, or through OpenAL Soft's loopback into a WAV file. A sound card that is
 * missing or taken away makes it silent; it is looked for again. */
#ifndef IO_SOUND_H
#define IO_SOUND_H

#include "auth/sound.h"
#include "hl/arena.h"
#include "io/voice.h"
#include "xch/ring.h"

#include <stdbool.h>
#include <stddef.h>

/** Who listens. */
typedef struct io_listener {
    float position[3];     /**< [m] */
    float ahead[3], up[3]; /**< unit vectors */
    bool inside;           /**< of the closed cab */
} io_listener;

/** Where: on a body, so that whoever sits on it is never left behind, or in the world. */
typedef struct io_ear {
    int body; /**< whose frame the listener is in; -1: the world's */
    io_listener listener;
} io_ear;

/** Volumes, 0 to 1. */
typedef struct io_volumes {
    double all, machine, signals; /**< signals: horn, beeper, cues */
} io_volumes;

typedef struct io_sound_setup {
    const auth_voice *voices;
    int voice_count;
    int other_count;  /**< of them, the last: of machines that the listener does not sit in. They come from
                         their  places through the walls of the cab, and nothing stands back for them */
    const int *first; /**< see io_voices_new */
    io_volumes volumes;
    /** write what is heard to this file, by the loopback, as fast as the world runs; NULL: the sound card */
    const char *wav;
} io_sound_setup;

typedef struct io_sound io_sound;

/** Start the thread. It changes the environment (ALSOFT_LOGLEVEL, unless that is set): to be called before
 * there are threads that read it.
 *  @return NULL after `error`: no memory, no thread, or the WAV file cannot be written. A sound card that is
 *          missing is no error: see io_sound_news. */
io_sound *io_sound_open(const io_sound_setup *setup, hl_arena *arena, char *error, size_t error_size);

/** Sound for a session from now on.
 *  @param samples    ring of xch_sample; the sound is its consumer. Ticks that found it full are missed: a
 *                    card plays on; a file keeps the world's time and holds still or falls silent there, and
 *                    news tells how many. At maximum speed whoever fills it for a file had better wait for
 *                    room
 *  @param snapshots  of xch_snapshot, for the places of bodies; the sound is its reader */
void io_sound_join(io_sound *sound, xch_ring *samples, xch_latest *snapshots);

/** Fade out and listen no more: the rings go. With a WAV file all that waits is rendered first. */
void io_sound_leave(io_sound *sound);

/** Who listens, from now on. One caller. */
void io_sound_listen(io_sound *sound, const io_ear *ear);

/** Volumes to go to, in 0.1 s. From any thread. */
void io_sound_volumes(io_sound *sound, const io_volumes *volumes);

/** The next piece of news: "no sound: ...", "sound is back". One reader. @return false: there is none */
bool io_sound_news(io_sound *sound, char *text, size_t size);

/** End the thread; a WAV file becomes whole. @return false after `error`: it could not be written */
bool io_sound_close(io_sound *sound, char *error, size_t error_size);

/* ---- without a thread: for tests and benchmarks ---- */

typedef struct io_mixer io_mixer;

/** Voices, cab, gains and ducking of a machine, and an OpenAL loopback device that makes stereo of them.
 *  @return NULL after `error`: no memory, or there is no loopback */
io_mixer *io_mixer_new(const io_sound_setup *setup, hl_arena *arena, char *error, size_t error_size);

/** Who listens, in the world, and how loud, from the next block on. */
void io_mixer_listen(io_mixer *mixer, const io_listener *listener);
void io_mixer_volumes(io_mixer *mixer, const io_volumes *volumes);

/** One block of 10 ms.
 *  @param samples  see io_voices_block
 *  @param places   of each voice in the world [m]; NULL: as before
 *  @param stereo   out: left, right, -1 to 1; of the block before, as the sources play one block late. RT */
void io_mixer_block(io_mixer *mixer, const xch_sample *samples, int tick_count, const float (*places)[3],
                    float (*stereo)[2]);

#endif
