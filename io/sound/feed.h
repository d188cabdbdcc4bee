/* Feed: how many of the ticks that wait a block of a sound card takes. The world's clock and the card's are
 * two; neither waits for the other. Pure. */
#ifndef FEED_H
#define FEED_H

#include <stdbool.h>

typedef struct tick_feed {
    double rate;      /* ticks that come in a block, smoothed */
    double owed;      /* part of a tick that the last block did not take */
    unsigned waiting; /* after the last block */
    bool dry;         /* nothing is taken until enough ticks wait */
} tick_feed;

/** Before the first tick. */
tick_feed feed_begin(void);

/** For the next block.
 *  @param waiting  ticks in the ring
 *  @param forget   out: of them, the oldest, to be thrown away first: the world runs faster than IO_TICKS a
 *                  block
 *  @return ticks to take, 0 to IO_TICKS; never more than wait */
int feed_take(tick_feed *feed, unsigned waiting, unsigned *forget);

#endif
