/* Kinds of voices: each has a state and a function that computes a block. See docs/sound.md for how to add
 * one. */
#ifndef VOICE_INTERNAL_H
#define VOICE_INTERNAL_H

#include "dsp.h"
#include "io/voice.h"

#include <stddef.h>

/** Inputs of a voice for a block. Values are finite and within the limits of the kind. */
typedef struct voice_block {
    const float *in[AUTH_VOICE_INPUTS]; /**< for each sample, linear from tick to tick; zeros if left out */
    bool given[AUTH_VOICE_INPUTS];
    int ticks;                                /**< since the last block; 0: the inputs are constant */
    int end[IO_TICKS];                        /**< the sample after those of a tick */
    double tick[IO_TICKS][AUTH_VOICE_INPUTS]; /**< the values themselves */
    double dt[IO_TICKS];                      /**< since the previous tick [s] */
    bool fresh; /**< first ticks of a session or after a pause: ignore the past */
} voice_block;

/** A kind of voice. */
typedef struct voice_kind {
    size_t size;                                                        /**< of its state */
    double low[AUTH_VOICE_INPUTS], high[AUTH_VOICE_INPUTS];             /**< limits of its inputs */
    void (*begin)(void *state, const auth_voice *voice, uint32_t seed); /**< the state is zeros */

    /** RT: compute a block. Any amplitude is allowed, it is limited afterwards. @return false: silence, `out`
     * is not written */
    bool (*block)(void *state, const voice_block *block, float *out);
} voice_kind;

extern const voice_kind voice_engine, voice_turbo, voice_gears, voice_pump, voice_relief, voice_cylinder,
    voice_tire, voice_track, voice_scrape, voice_patter, voice_hit, voice_beeper, voice_horn, voice_cue,
    voice_objects;

static const float VOICE_INAUDIBLE = 1e-5f; /* gain below which a voice is silent: -100 dB */

/** Turns a second of a speed in rad/s. */
static const float VOICE_TURNS = 0.5f / DSP_PI;

#endif
