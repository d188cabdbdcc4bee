/* Device and context. Written for OpenAL Soft 1.19 and later. */
#define AL_ALEXT_PROTOTYPES
#include "openal_device.h"

#include "io/voice.h"

#include <AL/al.h>
#include <AL/alext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- quiet ---- */

/* ALSA's handler of its own error texts (snd_lib_error_handler_t, alsa/error.h). */
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

/* ALSA is not linked: it is there when OpenAL has brought it. */
static void silence_alsa(void)
{
    void *symbol = dlsym(RTLD_DEFAULT, "snd_lib_error_set_handler");
    alsa_set_error_handler *set_handler;
    memcpy(&set_handler, &symbol, sizeof set_handler); /* as POSIX has it: the two are of one size */
    if (set_handler) set_handler(say_nothing);
}

/* ---- open, close ---- */

static const char *open_context(openal_device *device, const ALCint *attributes)
{
    device->context = alcCreateContext(device->device, attributes);
    if (device->context) return NULL;
    openal_close(device);
    return "OpenAL cannot create a context";
}

/* Where contexts are of a thread: everywhere in OpenAL Soft. */
static const char *begin(openal_device *device)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence_alsa);
    *device = (openal_device){0};
    return alcIsExtensionPresent(NULL, "ALC_EXT_thread_local_context")
               ? NULL
               : "this OpenAL lacks the extension ALC_EXT_thread_local_context";
}

const char *openal_open_card(openal_device *device)
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
                                        ALC_HRTF_SOFT, /* the same for everybody */
                                        ALC_FALSE,
                                        ALC_OUTPUT_LIMITER_SOFT, /* ours does it */
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

/* ---- use ---- */

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
    ALCint connected = ALC_TRUE; /* a card that cannot say is believed to be there */
    if (alcIsExtensionPresent(device->device, "ALC_EXT_disconnect"))
        alcGetIntegerv(device->device, ALC_CONNECTED, 1, &connected);
    return connected != ALC_FALSE;
}

int openal_period(const openal_device *device)
{
    ALCint periods = 0; /* a second */
    alcGetIntegerv(device->device, ALC_REFRESH, 1, &periods);
    return periods > 0 ? IO_RATE / periods : IO_BLOCK;
}

void openal_render(const openal_device *device, float (*stereo)[2], int frames)
{
    alcRenderSamplesSOFT(device->device, stereo, frames);
}
