/* Mix: everything before the places: the voices of a machine, the walls of its cab, volumes, ducking. Pure;
 * nothing is allocated behind mix_new. */
#ifndef MIX_H
#define MIX_H

#include "io/sound.h"

/** While horn or beeper is heard the machine's voices stand back by so much: a factor, -3 dB. Who drives
 * backwards must still hear the engine. */
#define MIX_DUCKED 0.707946f

enum {
    MIX_DUCK_ATTACK = 2,   /**< blocks: 20 ms, a horn is heard from its beginning */
    MIX_DUCK_HOLD = 60,    /**< blocks: 600 ms, longer than a beeper is silent: nothing pumps */
    MIX_DUCK_RELEASE = 30, /**< blocks: 300 ms */
    MIX_VOLUME_TRAVEL = 10 /**< blocks in which a volume goes from 0 to 1: 100 ms */
};

typedef struct voice_mix voice_mix;

/** @return NULL when memory is exhausted */
voice_mix *mix_new(const io_sound_setup *setup, hl_arena *arena);

/** Volumes to go to. */
void mix_volumes(voice_mix *mix, const io_volumes *volumes);

/** The next block of every voice. RT: no allocation.
 *  @param samples, tick_count  see io_voices_block
 *  @param inside  the listener is inside the closed cab
 *  @return voices x IO_BLOCK samples, -1 to 1, until the next call */
const float (*mix_block(voice_mix *mix, const xch_sample *samples, int tick_count, bool inside))[IO_BLOCK];

/** How diffuse a voice arrives as of the last block: 0 from its place, 1 from all sides. Engine, gears, pumps
 * and relief valves reach a closed cab through its floor and frame, which have no side. */
float mix_diffusion(const voice_mix *mix, int voice);

/** Whether any voice was heard in the last block. */
bool mix_heard(const voice_mix *mix);

/** A new session begins. Only while nothing is heard: what sounds would stop at once. */
void mix_reset(voice_mix *mix);

#endif
