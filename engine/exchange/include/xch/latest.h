/* The latest value of a record, from one writer to one reader, both wait-free: a triple buffer. The writer
 * never waits for a slow reader. The reader gets only complete records; records not read in time are
 * overwritten by newer ones. Several readers need one buffer each.
 *
 *   writer   xch_snapshot *out = xch_latest_begin(latest);
 *            *out = ...;
 *            xch_latest_publish(latest);
 *   reader   const xch_snapshot *in = xch_latest_read(latest, &fresh);
 *            if (in) draw(in); */
#ifndef XCH_LATEST_H
#define XCH_LATEST_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stddef.h>

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
