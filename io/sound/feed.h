/* What the sound of a session takes from physics: the positions of its voices, and how many ticks a block
 * of a sound card consumes. Pure. */
#ifndef FEED_H
#define FEED_H

#include "io/sound.h"
#include "xch/snapshot.h"

#include <stdbool.h>

/** Update the position of each voice, a point of its body. If the body is not in the snapshot, its position
 * stays.
 *  @param places  in and out [m] */
void places_find(const auth_voice *voices, int count, const xch_snapshot *snapshot, float (*places)[3]);

/** Update the positions of voices of objects: each is set to its position at the tick of the block with the
 * greatest force; without contact it is unchanged.
 *  @param first   see io_sound_setup
 *  @param places  in and out [m] */
void places_find_objects(const auth_voice *voices, const int *first, int count, const xch_sample *ticks,
                         int tick_count, float (*places)[3]);

/** Compute the listener's pose in the world.
 *  @param snapshot  NULL: not yet available
 *  @return false: its body is not in the snapshot */
bool places_listener(const io_ear *ear, const xch_snapshot *snapshot, io_listener *listener);

/** The clocks of the simulation and of the card differ, and neither waits for the other. */
typedef struct tick_feed {
    double rate;      /* ticks that arrive in a block, smoothed */
    double owed;      /* fraction of a tick that the last block did not take */
    unsigned waiting; /* after the last block */
    bool dry;         /* nothing is taken until enough ticks wait */
} tick_feed;

/** State before the first tick. */
tick_feed feed_begin(void);

/** Number of ticks for the next block.
 *  @param waiting  ticks in the ring
 *  @param forget   out: the number of oldest ticks to be dropped first, because more than IO_TICKS arrive in
 * a block
 *  @return ticks to take, 0 to IO_TICKS; never more than wait */
int feed_take(tick_feed *feed, unsigned waiting, unsigned *forget);

#endif
