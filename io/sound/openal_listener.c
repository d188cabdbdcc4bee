/* Position and orientation of who listens, and how loud the whole is. */
#include "openal_listener.h"

#include <AL/al.h>
#include <string.h>

void openal_listener_open(void)
{
    alListenerf(AL_GAIN, OPENAL_GAIN);
    alDistanceModel(AL_INVERSE_DISTANCE_CLAMPED);
    alDopplerFactor(0); /* a camera that is moved by hand must not bend the engine's pitch */
}

void openal_listener_place(const io_listener *listener)
{
    float orientation[6];
    memcpy(orientation, listener->ahead, sizeof listener->ahead);
    memcpy(orientation + 3, listener->up, sizeof listener->up);
    alListenerfv(AL_POSITION, listener->position);
    alListenerfv(AL_ORIENTATION, orientation);
}
