/* Voices: what a part of a machine sounds like, made from its signals, sample by sample. Pure and
 * deterministic: no files, no clocks, no allocation behind io_voices_new; equal inputs give equal bits on one
 * build.
 *
 * A voice is a mono signal at IO_RATE. Inputs come once a tick of the world and are smoothed within a block,
 * so that no jump of an input is a jump of the sound. */
#ifndef IO_VOICE_H
#define IO_VOICE_H

#include "auth/sound.h"
#include "auth/training.h"
#include "hl/arena.h"
#include "xch/snapshot.h"

#include <stdint.h>

enum {
    IO_RATE = 48000,      /**< samples a second */
    IO_BLOCK = 480,       /**< samples: 10 ms */
    IO_TICKS = 64,        /**< that a block takes at most */
    IO_OTHER_VOICES = 32, /**< at most, of machines beside the driven one */
    /** at most: of a machine, an exercise's cues, and other machines */
    IO_VOICES = AUTH_VOICES + AUTH_CUES + 4 /* materials of objects */ + IO_OTHER_VOICES
};

/** A kind of voice that no file names: free objects of a material. Its signals are the normal force [N], the
 * power of scraping and of rolling [W], and its place in the world, x, y, z [m]; `cue` is the material: 0
 * steel, 1 stone, 2 wood, 3 soft. */
#define IO_VOICE_OBJECTS ((auth_voice_kind)(AUTH_VOICE_CUE + 1))

/** Materials of such voices. */
enum { IO_OBJECT_MATERIALS = 4 };

/** Largest step from one sample to the next that a voice at full level makes, of full scale. */
#define IO_STEEPEST 0.35f

typedef struct io_voices io_voices;

/** Silent voices.
 *  @param voices  of the machine; live as long
 *  @param first   where the signals of each voice begin in the samples; a voice's signals stand in the order
 *                 of AUTH_VOICE_LIST, those left out are skipped
 *  @return NULL when memory is exhausted */
io_voices *io_voices_new(const auth_voice *voices, int count, const int *first, hl_arena *arena);

/** One block of every voice. RT.
 *  @param samples     ticks since the last block, oldest first; none: the world stands still, and all fade
 *                     out; of more than IO_TICKS the newest count
 *  @param out         voices x IO_BLOCK samples, -1 to 1 */
void io_voices_block(io_voices *voices, const xch_sample *samples, int tick_count, float (*out)[IO_BLOCK]);

/** Whether a voice was heard in the last block. */
bool io_voices_heard(const io_voices *voices, int voice);

/** Forget the past: a new session begins. */
void io_voices_reset(io_voices *voices);

/* ---- the cab ---- */

typedef struct io_cab_filter io_cab_filter; /* of all voices */

/** @return NULL when memory is exhausted */
io_cab_filter *io_cab_filter_new(const auth_voice *voices, int count, hl_arena *arena);

/** Filter a block of every voice for a listener inside or outside the closed cab: its walls pass low
 * frequencies. Changing over takes 0.1 s. RT.
 *  @param blocks  as io_voices_block made them; changed in place */
void io_cab_filter_block(io_cab_filter *filter, bool inside, float (*blocks)[IO_BLOCK]);

/** How far the change is, as of the last block: 0 outside, 1 inside. */
float io_cab_filter_share(const io_cab_filter *filter);

#endif
