/* The inside of a ring, for its tests. */
#ifndef RING_INTERNAL_H
#define RING_INTERNAL_H

#include "xch/ring.h"

/** Empty the ring and let all its counters begin at `start`; they wrap around at UINT_MAX. Only while no
 * other thread knows the ring. */
void ring_begin_at(xch_ring *ring, unsigned start);

#endif
