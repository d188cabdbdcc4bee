/* A listener to selected signals at every tick. */
#ifndef RUNTIME_LISTENER_H
#define RUNTIME_LISTENER_H

#include "world/machine.h"
#include "xch/ring.h"
#include "xch/snapshot.h"

/* A snapshot of a world. */

/** Set tick, time, signals and poses of the present state; other fields are unchanged. RT.
 *  @param signals  of that state, as world_machine_evaluate_signals gave them */
void snapshot_of(const world_machine *machine, const double *signals, xch_snapshot *to);

/** Copy what it holds, not all that it could. RT. */
void snapshot_copy(const xch_snapshot *from, xch_snapshot *to);

typedef struct rt_listener {
    int count;
    int signals[XCH_SAMPLED];
    double si[XCH_SAMPLED]; /* value in SI of one unit of each signal */
    xch_ring *ring;         /* ring of xch_sample; the listener is the consumer */
} rt_listener;

/** @param count  of signals, at most XCH_SAMPLED
 *  @return false: too many signals, or out of memory */
bool rt_listener_new(rt_listener *listener, const world_machine *machine, const int *signals, int count,
                     hl_arena *arena);

/** Send a sample of the present state. If the ring is full, the reader misses this tick. RT.
 *  @param signals  of that state, as world_machine_evaluate_signals gave them */
void rt_listener_push(const rt_listener *listener, const world_machine *machine, const double *signals);

#endif
