/* The mixer: voices at their places, by OpenAL, and the limiter of peaks. */
#include "mixer_internal.h"
#include "openal_listener.h"
#include "peak_limiter.h"

#include <math.h>
#include <stdio.h>

/* ---- the limiter of peaks ---- */

/* A block's peak is known before the block is heard: the gain goes in a straight line to what that peak
 * allows and comes back slowly. What is too loud before the line has come down, or in the middle of it, is
 * bent by a curve whose slope is nowhere above 1: a limited signal is never steeper for it. */

#define RELEASE 0.03f /* of what is missing to 1, a block of 10 ms: time constant 0.3 s */

/* y = x up to the knee K, then K + (1 - K) tanh((x - K)/(1 - K)): at K the same value and slope, at infinity
 * 1. */
static float bend(float x)
{
    const float size = fabsf(x), room = 1 - PEAK_LIMITER_KNEE;
    if (size <= PEAK_LIMITER_KNEE) return x;
    return copysignf(PEAK_LIMITER_KNEE + room * tanhf((size - PEAK_LIMITER_KNEE) / room), x);
}

static float peak_of(float (*stereo)[2], int frames)
{
    float peak = 0;
    for (int n = 0; n < frames; n++) peak = fmaxf(peak, fmaxf(fabsf(stereo[n][0]), fabsf(stereo[n][1])));
    return peak;
}

void peak_limiter_block(peak_limiter *limiter, float (*stereo)[2], int frames)
{
    const float from = limiter->gain, peak = peak_of(stereo, frames);
    float to = from + (1 - from) * RELEASE;
    if (peak * to > PEAK_LIMITER_KNEE) to = PEAK_LIMITER_KNEE / peak;
    for (int n = 0; n < frames; n++) {
        const float gain = from + (to - from) * (float)(n + 1) / (float)frames;
        stereo[n][0] = bend(stereo[n][0] * gain);
        stereo[n][1] = bend(stereo[n][1] * gain);
    }
    limiter->gain = to;
}

/* ---- the mixer ---- */

/* A mixer: voices mixed, placed, and played by a device. */

io_mixer *mixer_new(const io_sound_setup *setup, hl_arena *arena)
{
    io_mixer *mixer = HL_NEW(arena, io_mixer, 1);
    if (!mixer) return NULL;
    mixer->mix = mix_new(setup, arena);
    mixer->voice_count = setup->voice_count;
    mixer->listener = (io_listener){.ahead = {1, 0, 0}, .up = {0, 0, 1}};
    mixer->limiter.gain = 1;
    return mixer->mix ? mixer : NULL;
}

/* ---- devices ---- */

static const char *open_sources(io_mixer *mixer, int depth)
{
    openal_enter(&mixer->device);
    openal_listener_open();
    const bool good = openal_sources_open(&mixer->sources, mixer->voice_count, depth);
    openal_leave();
    if (good) return NULL;
    openal_close(&mixer->device);
    return "OpenAL has not enough sources";
}

const char *mixer_open_card(io_mixer *mixer)
{
    const char *trouble = openal_open_card(&mixer->device);
    return trouble ? trouble : open_sources(mixer, openal_sources_depth(openal_period(&mixer->device)));
}

static const char *open_loopback(io_mixer *mixer)
{
    const char *trouble = openal_open_loopback(&mixer->device);
    if (!trouble) trouble = open_sources(mixer, OPENAL_LOOPBACK_QUEUE);
    if (trouble) return trouble;
    float silence[IO_BLOCK][2]; /* the queue is full of it: one block out makes room for the first */
    openal_render(&mixer->device, silence, IO_BLOCK);
    return NULL;
}

void mixer_close(io_mixer *mixer)
{
    if (!mixer->device.device) return;
    openal_enter(&mixer->device);
    openal_sources_close(&mixer->sources);
    openal_leave();
    openal_close(&mixer->device);
}

/* ---- blocks ---- */

int mixer_room(const io_mixer *mixer)
{
    return openal_sources_room(&mixer->sources);
}

void mixer_queue(io_mixer *mixer, const xch_sample *samples, int tick_count, const float (*places)[3])
{
    openal_listener_place(&mixer->listener);
    for (int i = 0; places && i < mixer->voice_count; i++)
        openal_sources_place(&mixer->sources, i, places[i]);
    const float(*blocks)[IO_BLOCK] = mix_block(mixer->mix, samples, tick_count, mixer->listener.inside);
    for (int i = 0; i < mixer->voice_count; i++)
        openal_sources_spread(&mixer->sources, i, mix_diffusion(mixer->mix, i));
    openal_sources_queue(&mixer->sources, blocks);
}

/* ---- with a loopback ---- */

io_mixer *io_mixer_new(const io_sound_setup *setup, hl_arena *arena, char *error, size_t error_size)
{
    io_mixer *mixer = mixer_new(setup, arena);
    const char *trouble = mixer ? open_loopback(mixer) : "not enough memory for the sound";
    if (!trouble) return mixer;
    snprintf(error, error_size, "%s", trouble);
    return NULL;
}

void io_mixer_listen(io_mixer *mixer, const io_listener *listener)
{
    mixer->listener = *listener;
}

void io_mixer_volumes(io_mixer *mixer, const io_volumes *volumes)
{
    mix_volumes(mixer->mix, volumes);
}

void io_mixer_block(io_mixer *mixer, const xch_sample *samples, int tick_count, const float (*places)[3],
                    float (*stereo)[2])
{
    openal_enter(&mixer->device);
    mixer_queue(mixer, samples, tick_count, places);
    openal_leave();
    openal_render(&mixer->device, stereo, IO_BLOCK);
    peak_limiter_block(&mixer->limiter, stereo, IO_BLOCK);
}

void io_mixer_free(io_mixer *mixer)
{
    mixer_close(mixer);
}
