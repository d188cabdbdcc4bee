/* A mixer: voices mixed, placed, and played by a device. */
#include "mixer_internal.h"

#include "openal_listener.h"

#include <stdio.h>

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
