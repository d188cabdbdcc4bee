/* An OpenAL device with its context: the sound card, or a loopback that renders into memory. Its calls go to
 * the context of the calling thread, so that devices do not meet each other. */
#ifndef OPENAL_DEVICE_H
#define OPENAL_DEVICE_H

#include <AL/alc.h>
#include <stdbool.h>

typedef struct openal_device {
    ALCdevice *device; /* NULL: closed */
    ALCcontext *context;
} openal_device;

/** Let OpenAL print nothing, unless its user asks for it: a card that is missing is looked for every two
 * seconds, and each time would be told in ten lines. It changes the environment: to be called before there
 * are threads that read it. */
void openal_disable_messages(void);

/** The sound card of the user's OpenAL settings. @return NULL, or why not; it is closed then */
const char *openal_open_card(openal_device *device);

/** Stereo floats at IO_RATE, rendered when asked for. @return as above */
const char *openal_open_loopback(openal_device *device);

/** OpenAL calls of this thread are meant for this device, until openal_leave. RT. */
void openal_enter(const openal_device *device);
void openal_leave(void);

/** Whether the sound card is still there. RT. */
bool openal_connected(const openal_device *device);

/** Time that the sound card mixes at once, in frames of IO_RATE: some 1100 in OpenAL Soft 1.19, unless the
 * user's settings say other (period_size). */
int openal_period(const openal_device *device);

/** What a loopback plays next. RT. @param stereo  out: left, right */
void openal_render(const openal_device *device, float (*stereo)[2], int frames);

/** Close it; everything made in it must have been deleted. */
void openal_close(openal_device *device);

#endif
