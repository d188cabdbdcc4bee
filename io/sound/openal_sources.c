/* Sources, their buffers, how they fade with distance. */
#include "openal_sources.h"

#include "hl/clamp.h"

#include <AL/alext.h>
#include <math.h>
#include <string.h>

/* Inverse distance clamped: gain = near / (near + (distance - near)) beyond `near`, 1 within. Of a cab
 * nothing of the machine is farther than this, so that a turn of the head changes no level; the chase camera
 * at 8 m hears -8.5 dB. */
static const float near_distance = 3.0f;  /* [m] */
static const float far_distance = 200.0f; /* [m]: -36 dB; no weaker beyond */

/* [m] of what sounds: a source close to the head is wide, and does not jump from ear to ear. */
static const float radius = 0.7f;
/* [m] of a source around the listener: OpenAL Soft spreads it over 2 pi - pi distance/radius, the whole
 * sphere but for some degrees. */
static const float radius_around = 100.0f;
/* From all sides OpenAL Soft gives 1.0 dB more power than from the front; this takes it back. */
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
    alGetError(); /* whatever was before */
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

/* The inverse of the radius changes evenly: so does the solid angle of a source that is near. */
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
