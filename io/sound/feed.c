/* Ticks wait for a block and a half on average: a block may find a third of a block's ticks late, or two
 * blocks be wanted at once, without one going empty. What is taken is the rate at which ticks come, and a
 * share of the deviation from that backlog: voices are then told ticks of a little more or less than their
 * time, which spreads over a second and is not heard. */
#include "feed.h"

#include "io/voice.h"

#include "hl/clamp.h"

#include <math.h>

static const double usual_rate = 10;   /* ticks a block: 1 kHz */
static const double least_rate = 0.1;  /* a world at a hundredth of its speed */
static const double backlog = 1.5;     /* [blocks] */
static const double correction = 0.1;  /* share of the deviation, a block: time constant 0.1 s */
static const double forgetting = 0.02; /* of the rate, a block: time constant 0.5 s */

enum { LATE = 3 * IO_TICKS /* ticks that wait at most: at 1 kHz 0.2 s */ };

tick_feed feed_begin(void)
{
    return (tick_feed){.rate = usual_rate, .dry = true};
}

/* A gap in the ticks is a pause, not a slow world: it leaves the rate alone. */
static void learn_rate(tick_feed *feed, unsigned waiting)
{
    const double come = waiting > feed->waiting ? waiting - feed->waiting : 0;
    if (waiting == 0) return;
    feed->rate += forgetting * (come - feed->rate);
    feed->rate = hl_clamp(feed->rate, least_rate, IO_TICKS);
}

int feed_take(tick_feed *feed, unsigned waiting, unsigned *forget)
{
    *forget = waiting > LATE ? waiting - LATE : 0;
    waiting -= *forget;
    if (!feed->dry) learn_rate(feed, waiting);
    const double wanted = backlog * feed->rate;
    if (feed->dry && waiting < wanted) {
        feed->waiting = waiting;
        return 0;
    }
    feed->dry = waiting == 0;
    const double share = fmax(feed->rate + correction * (waiting - wanted) + feed->owed, 0);
    const double most = fmin(waiting, IO_TICKS);
    const int take = (int)fmin(share, most);
    feed->owed = share < most ? share - take : 0;
    feed->waiting = waiting - (unsigned)take;
    return take;
}
