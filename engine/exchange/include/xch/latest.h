/* The latest value of a record, from one writer to one reader, both wait-free: a triple buffer. The writer
 * never waits for a slow reader, the reader gets whole records only, and what it has not read in time is
 * overwritten by what is newer. Several readers take one buffer each.
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

/** Take the memory of a buffer for flat records of `record_size` bytes. NULL when memory is exhausted. */
xch_latest *xch_latest_new(hl_arena *arena, size_t record_size);

/** Where to write the next record; keeps no old values. Writer only. RT. */
void *xch_latest_begin(xch_latest *latest);

/** Publish what was written since xch_latest_begin. Writer only. RT: one atomic exchange. */
void xch_latest_publish(xch_latest *latest);

/** The newest published record. It stays as it is until the next call. Reader only. RT: at most one atomic
 * exchange.
 *  @param fresh  out, may be NULL: whether it is newer than what the last call gave
 *  @return NULL before the first publication */
const void *xch_latest_read(xch_latest *latest, bool *fresh);

#endif
