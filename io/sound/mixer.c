/* The mixer: positioned voices, played by OpenAL, and the limiter. Written for OpenAL Soft 1.19 and later. */
#define AL_ALEXT_PROTOTYPES

#include "mixer_internal.h"

#include "hl/clamp.h"
#include "io/voice.h"

#include <AL/al.h>
#include <AL/alext.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- device and context ---- */

/* ALSA's handler of its error messages (snd_lib_error_handler_t, alsa/error.h). */
typedef void alsa_error_handler(const char *file, int line, const char *function, int error,
                                const char *format, ...);
typedef int alsa_set_error_handler(alsa_error_handler *handler);

__attribute__((format(printf, 5, 6))) static void
say_nothing(const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

void openal_disable_messages(void)
{
    setenv("ALSOFT_LOGLEVEL", "0", 0);
}

/* ALSA is not linked: OpenAL may have loaded it. */
static void silence_alsa(void)
{
    void *symbol = dlsym(RTLD_DEFAULT, "snd_lib_error_set_handler");
    alsa_set_error_handler *set_handler;
    memcpy(&set_handler, &symbol, sizeof set_handler); /* same size, according to POSIX */
    if (set_handler) set_handler(say_nothing);
}

static const char *open_context(openal_device *device, const ALCint *attributes)
{
    device->context = alcCreateContext(device->device, attributes);
    if (device->context) return NULL;
    openal_close(device);
    return "OpenAL cannot create a context";
}

/* Contexts of threads are available in all versions of OpenAL Soft. */
static const char *begin(openal_device *device)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence_alsa);
    *device = (openal_device){0};
    return alcIsExtensionPresent(NULL, "ALC_EXT_thread_local_context")
               ? NULL
               : "this OpenAL lacks the extension ALC_EXT_thread_local_context";
}

/* Open the sound card of the user's OpenAL settings. @return NULL, or the error; it is closed then */
static const char *openal_open_card(openal_device *device)
{
    static const ALCint attributes[] = {ALC_FREQUENCY, IO_RATE, ALC_OUTPUT_LIMITER_SOFT, ALC_TRUE, 0};
    const char *trouble = begin(device);
    if (trouble) return trouble;
    device->device = alcOpenDevice(NULL);
    return device->device ? open_context(device, attributes) : "no sound card could be opened";
}

const char *openal_open_loopback(openal_device *device)
{
    static const ALCint attributes[] = {ALC_FREQUENCY,
                                        IO_RATE,
                                        ALC_FORMAT_CHANNELS_SOFT,
                                        ALC_STEREO_SOFT,
                                        ALC_FORMAT_TYPE_SOFT,
                                        ALC_FLOAT_SOFT,
                                        ALC_HRTF_SOFT, /* the same for all users */
                                        ALC_FALSE,
                                        ALC_OUTPUT_LIMITER_SOFT, /* see peak_limiter_block */
                                        ALC_FALSE,
                                        0};
    const char *trouble = begin(device);
    if (trouble) return trouble;
    if (!alcIsExtensionPresent(NULL, "ALC_SOFT_loopback"))
        return "this OpenAL lacks the extension ALC_SOFT_loopback";
    device->device = alcLoopbackOpenDeviceSOFT(NULL);
    if (!device->device) return "OpenAL cannot open a loopback device";
    if (!alcIsRenderFormatSupportedSOFT(device->device, IO_RATE, ALC_STEREO_SOFT, ALC_FLOAT_SOFT)) {
        openal_close(device);
        return "OpenAL's loopback device cannot render stereo floats";
    }
    return open_context(device, attributes);
}

void openal_close(openal_device *device)
{
    if (device->context) alcDestroyContext(device->context);
    if (device->device) alcCloseDevice(device->device);
    *device = (openal_device){0};
}

void openal_enter(const openal_device *device)
{
    alcSetThreadContext(device->context);
}

void openal_leave(void)
{
    alcSetThreadContext(NULL);
}

bool openal_connected(const openal_device *device)
{
    ALCint connected = ALC_TRUE; /* without the extension, the card is assumed to be connected */
    if (alcIsExtensionPresent(device->device, "ALC_EXT_disconnect"))
        alcGetIntegerv(device->device, ALC_CONNECTED, 1, &connected);
    return connected != ALC_FALSE;
}

/* Frames of IO_RATE that the sound card mixes at once: about 1100 in OpenAL Soft 1.19, unless set by the
 * user (period_size). */
static int openal_period(const openal_device *device)
{
    ALCint periods = 0; /* a second */
    alcGetIntegerv(device->device, ALC_REFRESH, 1, &periods);
    return periods > 0 ? IO_RATE / periods : IO_BLOCK;
}

void openal_render(const openal_device *device, float (*stereo)[2], int frames)
{
    alcRenderSamplesSOFT(device->device, stereo, frames);
}

/* ---- listener ---- */
void openal_listener_open(void)
{
    alListenerf(AL_GAIN, OPENAL_GAIN);
    alDistanceModel(AL_INVERSE_DISTANCE_CLAMPED);
    alDopplerFactor(0); /* a camera moved by hand must not change the pitch of the engine */
}

void openal_listener_place(const io_listener *listener)
{
    float orientation[6];
    memcpy(orientation, listener->ahead, sizeof listener->ahead);
    memcpy(orientation + 3, listener->up, sizeof listener->up);
    alListenerfv(AL_POSITION, listener->position);
    alListenerfv(AL_ORIENTATION, orientation);
}

/* ---- sources ---- */

/* Inverse distance clamped: gain = near / (near + (distance - near)) beyond `near`, 1 within. Of a cab
 * nothing of the machine is farther than this, so that a turn of the head changes no level; the chase camera
 * at 8 m hears -8.5 dB. */
static const float near_distance = 3.0f;  /* [m] */
static const float far_distance = 200.0f; /* [m]: -36 dB; no weaker beyond */

/* [m]; a source close to the head is wide and does not jump from ear to ear. */
static const float radius = 0.7f;
/* [m] of a source around the listener: OpenAL Soft spreads it over 2 pi - pi distance/radius, the whole
 * sphere but for some degrees. */
static const float radius_around = 100.0f;
/* Compensates the power of OpenAL Soft, which is 1.0 dB higher from all sides than from the front. */
static const float gain_around = 0.89f;

static ALenum format_of(const openal_sources *sources)
{
    return sources->float32 ? AL_FORMAT_MONO_FLOAT32 : AL_FORMAT_MONO16;
}

int openal_sources_depth(int period)
{
    const int depth = (period + IO_BLOCK - 1) / IO_BLOCK + 1;
    return depth < OPENAL_MOST_QUEUE ? depth : OPENAL_MOST_QUEUE;
}

static void fill(openal_sources *sources, ALuint buffer, const float block[IO_BLOCK])
{
    if (sources->float32) {
        alBufferData(buffer, format_of(sources), block, IO_BLOCK * (ALsizei)sizeof(float), IO_RATE);
        return;
    }
    for (int n = 0; n < IO_BLOCK; n++)
        sources->whole[n] = (int16_t)lrintf(hl_clampf(block[n], -1, 1) * (float)INT16_MAX);
    alBufferData(buffer, format_of(sources), sources->whole, (ALsizei)sizeof sources->whole, IO_RATE);
}

static void set_up(openal_sources *sources, int i)
{
    const ALuint source = sources->sources[i];
    alSourcef(source, AL_REFERENCE_DISTANCE, near_distance);
    alSourcef(source, AL_MAX_DISTANCE, far_distance);
    alSourcef(source, AL_ROLLOFF_FACTOR, 1);
    if (sources->wide) alSourcef(source, AL_SOURCE_RADIUS, radius);
}

static void queue_silence(openal_sources *sources, int i)
{
    static const float silence[IO_BLOCK];
    for (int k = 0; k < sources->depth; k++) {
        ALuint buffer = 0;
        alGenBuffers(1, &buffer);
        fill(sources, buffer, silence);
        alSourceQueueBuffers(sources->sources[i], 1, &buffer);
    }
}

bool openal_sources_open(openal_sources *sources, int count, int depth)
{
    alGetError(); /* clear older errors */
    memset(sources, 0, sizeof *sources);
    sources->depth = depth;
    sources->float32 = alIsExtensionPresent("AL_EXT_FLOAT32");
    sources->wide = alIsExtensionPresent("AL_EXT_SOURCE_RADIUS");
    alGenSources(count, sources->sources);
    if (alGetError() != AL_NO_ERROR) return false;
    sources->count = count;
    for (int i = 0; i < count; i++) {
        set_up(sources, i);
        queue_silence(sources, i);
    }
    alSourcePlayv(count, sources->sources);
    if (alGetError() == AL_NO_ERROR) return true;
    openal_sources_close(sources);
    return false;
}

void openal_sources_place(openal_sources *sources, int source, const float at[3])
{
    float *place = sources->places[source];
    if (place[0] == at[0] && place[1] == at[1] && place[2] == at[2]) return;
    memcpy(place, at, sizeof sources->places[source]);
    alSourcefv(sources->sources[source], AL_POSITION, at);
}

/* The inverse of the radius is linear in the diffusion, like the solid angle of a near source. */
void openal_sources_spread(openal_sources *sources, int source, float diffusion)
{
    if (!sources->wide || sources->diffusions[source] == diffusion) return;
    sources->diffusions[source] = diffusion;
    const float inverse = (1 - diffusion) / radius + diffusion / radius_around;
    alSourcef(sources->sources[source], AL_SOURCE_RADIUS, 1 / inverse);
    alSourcef(sources->sources[source], AL_GAIN, 1 + diffusion * (gain_around - 1));
}

int openal_sources_room(const openal_sources *sources)
{
    int room = sources->depth;
    for (int i = 0; i < sources->count; i++) {
        ALint processed = 0;
        alGetSourcei(sources->sources[i], AL_BUFFERS_PROCESSED, &processed);
        if (processed < room) room = processed;
    }
    return room;
}

void openal_sources_queue(openal_sources *sources, const float (*blocks)[IO_BLOCK])
{
    for (int i = 0; i < sources->count; i++) {
        ALuint buffer = 0;
        alSourceUnqueueBuffers(sources->sources[i], 1, &buffer);
        fill(sources, buffer, blocks[i]);
        alSourceQueueBuffers(sources->sources[i], 1, &buffer);
    }
}

void openal_sources_play(const openal_sources *sources)
{
    ALuint dry[IO_VOICES];
    int count = 0;
    for (int i = 0; i < sources->count; i++) {
        ALint state = AL_PLAYING;
        alGetSourcei(sources->sources[i], AL_SOURCE_STATE, &state);
        if (state != AL_PLAYING) dry[count++] = sources->sources[i];
    }
    if (count) alSourcePlayv(count, dry);
}

void openal_sources_close(openal_sources *sources)
{
    alSourceStopv(sources->count, sources->sources);
    for (int i = 0; i < sources->count; i++) {
        ALuint buffers[OPENAL_MOST_QUEUE];
        ALint queued = 0;
        alGetSourcei(sources->sources[i], AL_BUFFERS_QUEUED, &queued);
        alSourceUnqueueBuffers(sources->sources[i], queued, buffers);
        alDeleteBuffers(queued, buffers);
    }
    alDeleteSources(sources->count, sources->sources);
    sources->count = 0;
}

/* ---- limiter ---- */

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

/* ---- mixer ---- */

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
    float silence[IO_BLOCK][2]; /* the queue is full of silence: make room for the first block */
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
