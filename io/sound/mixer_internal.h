/* The inside of a mixer, for the thread of the sound: the same mixer on a sound card that comes and goes. */
#ifndef MIXER_INTERNAL_H
#define MIXER_INTERNAL_H

#include "io/sound.h"
#include "mix.h"
#include "openal_device.h"
#include "openal_sources.h"
#include "peak_limiter.h"

struct io_mixer {
    voice_mix *mix;
    int voice_count;
    io_listener listener;
    openal_device device;
    openal_sources sources;
    peak_limiter limiter;
};

/** A mixer without a device. NULL when memory is exhausted. */
io_mixer *mixer_new(const io_sound_setup *setup, hl_arena *arena);

/** @return NULL, or why there is no sound */
const char *mixer_open_card(io_mixer *mixer);

/** Blocks that the card wants now. RT. */
int mixer_room(const io_mixer *mixer);

/** Make the next block and queue it, between openal_enter and openal_leave. Arguments as io_mixer_block.
 * RT. */
void mixer_queue(io_mixer *mixer, const xch_sample *samples, int tick_count, const float (*places)[3]);

/** Close the device, if one is open; one can be opened again. */
void mixer_close(io_mixer *mixer);

#endif
