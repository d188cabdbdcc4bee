/* Parts of a mixer: the mix of the voices, OpenAL's device, listener and sources, and the limiter. The thread
 * of the sound uses the same mixer while sound cards are connected and disconnected. */
#ifndef MIXER_INTERNAL_H
#define MIXER_INTERNAL_H

#include "io/sound.h"
#include "io/voice.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- mix.c: voices, walls of the cab, volumes, ducking; pure, allocates only in mix_new ---- */

/** Factor of the machine's voices while horn or beeper sounds, -3 dB: the engine must stay audible. */
#define MIX_DUCKED 0.707946f

enum {
    MIX_DUCK_ATTACK = 2,   /**< blocks: 20 ms, so that the beginning of a horn is audible */
    MIX_DUCK_HOLD = 60,    /**< blocks: 600 ms, longer than the pauses of a beeper */
    MIX_DUCK_RELEASE = 30, /**< blocks: 300 ms */
    MIX_VOLUME_TRAVEL = 10 /**< blocks in which a volume goes from 0 to 1: 100 ms */
};

typedef struct voice_mix voice_mix;

/** @return NULL when memory is exhausted */
voice_mix *mix_new(const io_sound_setup *setup, hl_arena *arena);

/** Set the volumes to approach. */
void mix_volumes(voice_mix *mix, const io_volumes *volumes);

/** Compute the next block of every voice. RT: no allocation.
 *  @param samples, tick_count  see io_voices_block
 *  @param inside  the listener is inside the closed cab
 *  @return voices x IO_BLOCK samples, -1 to 1, until the next call */
const float (*mix_block(voice_mix *mix, const xch_sample *samples, int tick_count, bool inside))[IO_BLOCK];

/** Diffusion of a voice in the last block: 0 from its position, 1 from all sides. Engine, gears, pumps and
 * relief valves reach a closed cab through its floor and frame, which have no direction. */
float mix_diffusion(const voice_mix *mix, int voice);

/** Whether any voice was audible in the last block. */
bool mix_heard(const voice_mix *mix);

/** Begin a new session. Only in silence: sounding voices would stop abruptly. */
void mix_reset(voice_mix *mix);

/* ---- mixer.c: a device of OpenAL with its context, a sound card or a loopback that renders into memory. The
 * context is one of the calling thread, so several devices do not interfere. ---- */

typedef struct openal_device {
    ALCdevice *device; /* NULL: closed */
    ALCcontext *context;
} openal_device;

/** Disable OpenAL's messages, unless the user has set a log level: a missing card is tried every two seconds,
 * with ten lines of messages each time. Changes the environment: call it before threads read that. */
void openal_disable_messages(void);

/** Open a loopback: stereo floats at IO_RATE, rendered by openal_render. @return as above */
const char *openal_open_loopback(openal_device *device);

/** Direct OpenAL calls of this thread to this device, until openal_leave. RT. */
void openal_enter(const openal_device *device);
void openal_leave(void);

/** Whether the sound card is still connected. RT. */
bool openal_connected(const openal_device *device);

/** Render the next frames of a loopback. RT. @param stereo  out: left, right */
void openal_render(const openal_device *device, float (*stereo)[2], int frames);

/** Close it; all its objects must have been deleted. */
void openal_close(openal_device *device);

/* ---- mixer.c: the listener, between openal_enter and openal_leave ---- */

/** Gain of the sum: 9.5 dB. A voice at full level has about -12 dB RMS of full scale; the walls of the cab,
 * two ears instead of one and the default volume reduce it to -23 dB. With this gain a tractor at full load
 * reaches -16 dB in the cab, with headroom for impacts. Outside, beside it, the limiter cuts the peaks. */
#define OPENAL_GAIN 3.0f

/** Set the gain, no Doppler effect, and clamped inverse distances. */
void openal_listener_open(void);

/** Set the listener's position and orientation. RT. */
void openal_listener_place(const io_listener *listener);

/* ---- mixer.c: a source for each voice, with a short queue of blocks, between openal_enter and openal_leave.
 * All start and consume their blocks together. ---- */

enum {
    OPENAL_MOST_QUEUE = 8,    /**< blocks */
    OPENAL_LOOPBACK_QUEUE = 2 /**< the block being rendered and the next: a source must not run dry */
};

typedef struct openal_sources {
    int count, depth;
    bool float32; /* the device takes floats */
    ALuint sources[IO_VOICES];
    float places[IO_VOICES][3];
    float diffusions[IO_VOICES];
    bool wide;               /* the device supports the radius of a source */
    int16_t whole[IO_BLOCK]; /* scratch for a device without floats */
} openal_sources;

/** Blocks to be queued for a device that takes `period` frames at once, even if a block has been begun. */
int openal_sources_depth(int period);

/** Create `count` sources with `depth` blocks of silence and start them.
 *  @return false: OpenAL is out of memory or sources; all have been deleted */
bool openal_sources_open(openal_sources *sources, int count, int depth);

/** Set the position of a source [m]. RT. */
void openal_sources_place(openal_sources *sources, int source, const float at[3]);

/** Spread a source around the listener. RT. @param diffusion  0: 0.7 m wide; 1: from all sides */
void openal_sources_spread(openal_sources *sources, int source, float diffusion);

/** Blocks that can be queued now: 0 to depth. RT. */
int openal_sources_room(const openal_sources *sources);

/** Queue a block for every source; there must be room. RT: the size of buffers does not change, OpenAL
 * allocates nothing.
 *  @param blocks  count x IO_BLOCK samples, -1 to 1 */
void openal_sources_queue(openal_sources *sources, const float (*blocks)[IO_BLOCK]);

/** Restart sources that have run dry. RT. */
void openal_sources_play(const openal_sources *sources);

/** Delete sources and buffers. */
void openal_sources_close(openal_sources *sources);

/* ---- mixer.c: the limiter, which keeps the sum of the voices within full scale without clicks; pure ---- */

/** Share of full scale up to which nothing is changed. */
#define PEAK_LIMITER_KNEE 0.9f

typedef struct peak_limiter {
    float gain; /* at the end of the last block; 1 at the beginning */
} peak_limiter;

/** Limit a block in place to -1 ... 1.
 *  @param frames  of left and right, from 1 */
void peak_limiter_block(peak_limiter *limiter, float (*stereo)[2], int frames);

/* ---- mixer.c: the mixer ---- */
struct io_mixer {
    voice_mix *mix;
    int voice_count;
    io_listener listener;
    openal_device device;
    openal_sources sources;
    peak_limiter limiter;
};

/** Make a mixer without a device. @return NULL if memory is exhausted */
io_mixer *mixer_new(const io_sound_setup *setup, hl_arena *arena);

/** Open the sound card. @return NULL, or the error */
const char *mixer_open_card(io_mixer *mixer);

/** Blocks that can be queued now. RT. */
int mixer_room(const io_mixer *mixer);

/** Compute and queue the next block, between openal_enter and openal_leave. Arguments as io_mixer_block. RT.
 */
void mixer_queue(io_mixer *mixer, const xch_sample *samples, int tick_count, const float (*places)[3]);

/** Close the device, if open; it can be opened again. */
void mixer_close(io_mixer *mixer);

#endif
