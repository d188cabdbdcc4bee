/* Triple buffer: of three slots the writer owns one, the reader owns one, and one is offered. An exchange
 * with the offered slot transfers memory in both directions at once.
 *
 * The shared word:
 *   offered  index of the offered slot, and whether the writer put it there (FRESH).
 *            The writer's exchange releases the record just written to the reader, and acquires the slot that
 *            the reader has finished with. The reader's exchange acquires the record and releases the slot
 *            that it has finished reading. Both are acquire-release for that reason. The reader tests FRESH
 * before with relaxed order: this decides only whether to exchange; FRESH stays set because only the reader
 * clears it. */
#include "xch/ring.h"

#include "hl/status.h"

#include <stdalign.h>
#include <stdatomic.h>

enum { LINE = 64, SLOTS = 3, INDEX = 3, FRESH = 4 };

struct xch_latest {
    alignas(LINE) atomic_uint offered;
    alignas(LINE) unsigned writing; /* the writer's slot */
    alignas(LINE) unsigned reading; /* the reader's slot */
    bool seen;                      /* the reader's: something was published */
    alignas(LINE) unsigned char *slots;
    size_t stride; /* [bytes] a slot shares no cache line with its neighbours */
};

xch_latest *xch_latest_new(hl_arena *arena, size_t record_size)
{
    HL_ASSERT(record_size > 0);
    xch_latest *latest = HL_NEW(arena, xch_latest, 1);
    if (!latest) return NULL;
    latest->stride = (record_size + LINE - 1) / LINE * LINE;
    latest->slots = hl_arena_take(arena, SLOTS, latest->stride);
    if (!latest->slots) return NULL;
    latest->writing = 0;
    latest->reading = 1;
    atomic_init(&latest->offered, 2);
    return latest;
}

void *xch_latest_begin(xch_latest *latest)
{
    return latest->slots + latest->writing * latest->stride;
}

void xch_latest_publish(xch_latest *latest)
{
    const unsigned before =
        atomic_exchange_explicit(&latest->offered, latest->writing | FRESH, memory_order_acq_rel);
    latest->writing = before & INDEX;
}

const void *xch_latest_read(xch_latest *latest, bool *fresh)
{
    const bool newer = (atomic_load_explicit(&latest->offered, memory_order_relaxed) & FRESH) != 0;
    if (newer) {
        latest->reading =
            atomic_exchange_explicit(&latest->offered, latest->reading, memory_order_acq_rel) & INDEX;
        latest->seen = true;
    }
    if (fresh) *fresh = newer;
    return latest->seen ? latest->slots + latest->reading * latest->stride : NULL;
}
