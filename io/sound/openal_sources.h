/* A source a voice, each with a short queue of blocks. All begin together and take their blocks together.
 * For use between openal_enter and openal_leave. */
#ifndef OPENAL_SOURCES_H
#define OPENAL_SOURCES_H

#include "io/voice.h"

#include <AL/al.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    OPENAL_MOST_QUEUE = 8,    /**< blocks */
    OPENAL_LOOPBACK_QUEUE = 2 /**< one that is rendered, one that follows: a source must not run dry */
};

typedef struct openal_sources {
    int count, depth;
    bool float32; /* the device takes floats */
    ALuint sources[IO_VOICES];
    float places[IO_VOICES][3];
    float diffusions[IO_VOICES];
    bool wide;               /* the device knows how wide a source is */
    int16_t whole[IO_BLOCK]; /* scratch for a device without floats */
} openal_sources;

/** Blocks that must wait for a device that takes so many frames at once: all of them, when one block has been
 * begun. */
int openal_sources_depth(int period);

/** Make `count` sources with `depth` blocks of silence, and let them play.
 *  @return false: OpenAL is out of memory or sources; nothing is left behind */
bool openal_sources_open(openal_sources *sources, int count, int depth);

/** Put a source at a place of the world [m]. RT. */
void openal_sources_place(openal_sources *sources, int source, const float at[3]);

/** Spread a source around the listener. RT. @param diffusion  0: it is 0.7 m wide; 1: from all sides */
void openal_sources_spread(openal_sources *sources, int source, float diffusion);

/** Blocks that can be queued now: 0 to depth. RT. */
int openal_sources_room(const openal_sources *sources);

/** Queue a block for every source; there must be room. RT: buffers keep their size, OpenAL's heap does not
 * grow.
 *  @param blocks  count x IO_BLOCK samples, -1 to 1 */
void openal_sources_queue(openal_sources *sources, const float (*blocks)[IO_BLOCK]);

/** Go on where a source has run dry. RT. */
void openal_sources_play(const openal_sources *sources);

/** Delete sources and buffers. */
void openal_sources_close(openal_sources *sources);

#endif
