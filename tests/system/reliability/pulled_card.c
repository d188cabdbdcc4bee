/* Preloaded into a program: its sound card is gone while the file named by PULLED_CARD is there. A
 * disconnected device and one that cannot be opened are all that OpenAL tells of a sound server that was
 * killed or a card that was pulled out. */
#define _GNU_SOURCE
#include <AL/alc.h>
#include <AL/alext.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_gone(void)
{
    const char *file = getenv("PULLED_CARD");
    return file && access(file, F_OK) == 0;
}

ALCdevice *alcOpenDevice(const ALCchar *name)
{
    LPALCOPENDEVICE real;
    void *symbol = dlsym(RTLD_NEXT, "alcOpenDevice");
    memcpy(&real, &symbol, sizeof real); /* as POSIX has it: the two are of one size */
    return is_gone() ? NULL : real(name);
}

void alcGetIntegerv(ALCdevice *device, ALCenum what, ALCsizei count, ALCint *values)
{
    LPALCGETINTEGERV real;
    void *symbol = dlsym(RTLD_NEXT, "alcGetIntegerv");
    memcpy(&real, &symbol, sizeof real);
    real(device, what, count, values);
    if (what == ALC_CONNECTED && is_gone()) *values = ALC_FALSE;
}
