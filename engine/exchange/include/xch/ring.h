/* Exchange of records between two threads, wait-free for both: a ring, and the latest value. */
#ifndef XCH_RING_H
#define XCH_RING_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- ring ---- */

/* A ring of records from one thread to another: one producer, one consumer, both wait-free.
 *
 * Records are copied in and out. Their memory is taken at creation. A full ring refuses a record; what
 * happens to it is the producer's decision. */

typedef struct xch_ring xch_ring;

/** Allocate a ring.
 *  @param record_size  [bytes] of a flat record, from 1
 *  @param capacity     maximum number of waiting records, from 1 to 2^30
 *  @return NULL when memory is exhausted */
xch_ring *xch_ring_new(hl_arena *arena, size_t record_size, unsigned capacity);

/** Push a copy of a record. Producer only. RT: wait-free.
 *  @return false when the ring is full; it is then unchanged */
bool xch_ring_push(xch_ring *ring, const void *record);

/** Take the oldest record out. Consumer only. RT: wait-free.
 *  @param record  out: record_size bytes; untouched when the ring is empty
 *  @return false when the ring is empty */
bool xch_ring_pop(xch_ring *ring, void *record);

/** Number of waiting records: an upper bound for the producer, a lower bound for the consumer, a recent value
 * for other threads. RT. */
unsigned xch_ring_count(const xch_ring *ring);

/** Records that the next pushes take for certain. Producer only. RT. */
unsigned xch_ring_free_places(const xch_ring *ring);

/** Capacity given to xch_ring_new. RT. */
unsigned xch_ring_capacity(const xch_ring *ring);

/* ---- latest ---- */

/* The latest value of a record, from one writer to one reader, both wait-free: a triple buffer. The writer
 * never waits for a slow reader. The reader gets only complete records; records not read in time are
 * overwritten by newer ones. Several readers need one buffer each.
 *
 *   writer   xch_snapshot *out = xch_latest_begin(latest);
 *            *out = ...;
 *            xch_latest_publish(latest);
 *   reader   const xch_snapshot *in = xch_latest_read(latest, &fresh);
 *            if (in) draw(in); */

typedef struct xch_latest xch_latest;

/** Allocate a buffer for flat records of `record_size` bytes. NULL when memory is exhausted. */
xch_latest *xch_latest_new(hl_arena *arena, size_t record_size);

/** The memory of the next record, with undefined contents. Writer only. RT. */
void *xch_latest_begin(xch_latest *latest);

/** Publish the record written since xch_latest_begin. Writer only. RT: one atomic exchange. */
void xch_latest_publish(xch_latest *latest);

/** The newest published record, unchanged until the next call. Reader only. RT: at most one atomic exchange.
 *  @param fresh  out, may be NULL: whether it is newer than that of the last call
 *  @return NULL before the first publication */
const void *xch_latest_read(xch_latest *latest, bool *fresh);

#endif
