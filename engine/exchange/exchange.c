/* Exchange between two threads, wait-free for both: rings and the latest value; texts of events. */
#include "xch/ring.h"

#include "hl/status.h"
#include "xch/messages.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <string.h>

/* ---- rings ---- */

/* Slots in a circle, with two positions. Both run from 0 to 2 capacity - 1, so that a full ring differs from
 * an empty one; a position beyond the capacity is in the second lap. Each side reads its own position without
 * ordering; both are on cache lines of their own. The shared words:
 *
 * - head: the next record to read, written by the consumer. Its store releases the copied slot to the
 * producer, whose load acquires it before the slot is overwritten.
 * - tail: the next slot to write, written by the producer. Its store releases the record in the slot to the
 * consumer, whose load acquires it before the record is copied. */

enum { LINE = 64 /* [bytes] */ };

struct xch_ring {
    alignas(LINE) atomic_uint head;
    alignas(LINE) atomic_uint tail;
    alignas(LINE) unsigned char *slots;
    size_t record_size, stride; /* [bytes]; a slot shares no cache line with its neighbours */
    unsigned capacity;
};

xch_ring *xch_ring_new(hl_arena *arena, size_t record_size, unsigned capacity)
{
    HL_ASSERT(record_size > 0 && capacity > 0 && capacity <= 1U << 30);
    xch_ring *ring = HL_NEW(arena, xch_ring, 1);
    if (!ring) return NULL;
    ring->capacity = capacity;
    ring->record_size = record_size;
    ring->stride = (record_size + LINE - 1) / LINE * LINE;
    ring->slots = hl_arena_take(arena, capacity, ring->stride);
    if (!ring->slots) return NULL;
    atomic_init(&ring->head, 0);
    atomic_init(&ring->tail, 0);
    return ring;
}

static unsigned count_between(const xch_ring *ring, unsigned head, unsigned tail)
{
    return tail >= head ? tail - head : 2 * ring->capacity - head + tail;
}

static unsigned next_position(const xch_ring *ring, unsigned position)
{
    return position + 1 < 2 * ring->capacity ? position + 1 : 0;
}

static void *slot_at(const xch_ring *ring, unsigned position)
{
    const unsigned index = position < ring->capacity ? position : position - ring->capacity;
    return ring->slots + index * ring->stride;
}

bool xch_ring_push(xch_ring *ring, const void *record)
{
    const unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    const unsigned head = atomic_load_explicit(&ring->head, memory_order_acquire);
    if (count_between(ring, head, tail) == ring->capacity) return false;
    memcpy(slot_at(ring, tail), record, ring->record_size);
    atomic_store_explicit(&ring->tail, next_position(ring, tail), memory_order_release);
    return true;
}

bool xch_ring_pop(xch_ring *ring, void *record)
{
    const unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    const unsigned tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    if (head == tail) return false;
    memcpy(record, slot_at(ring, head), ring->record_size);
    atomic_store_explicit(&ring->head, next_position(ring, head), memory_order_release);
    return true;
}

/* Another thread may read an older head and a newer tail: the difference may then exceed the capacity. */
unsigned xch_ring_count(const xch_ring *ring)
{
    const unsigned head = atomic_load_explicit(&ring->head, memory_order_acquire);
    const unsigned tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    const unsigned count = count_between(ring, head, tail);
    return count < ring->capacity ? count : ring->capacity;
}

unsigned xch_ring_free_places(const xch_ring *ring)
{
    return ring->capacity - xch_ring_count(ring);
}

unsigned xch_ring_capacity(const xch_ring *ring)
{
    return ring->capacity;
}

/* ---- the latest value ---- */

/* Triple buffer: of three slots the writer owns one, the reader owns one, and one is offered. An exchange
 * with the offered slot transfers memory in both directions at once. The shared word:
 *
 * - offered: index of the offered slot, and whether the writer put it there (FRESH). The writer's exchange
 * releases the record just written to the reader, and acquires the slot that the reader has finished with.
 * The reader's exchange acquires the record and releases the slot that it has finished reading. Both are
 * therefore acquire-release. The reader tests FRESH first, with relaxed order: this decides only whether to
 * exchange, and only the reader clears FRESH. */

enum { SLOTS = 3, INDEX = 3, FRESH = 4 };

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

/* ---- events ---- */

/* Texts of the events. */

const char *xch_event_text(int kind)
{
    switch (kind) {
#define X(value, text, subject, quantity)                                                                    \
    case value:                                                                                              \
        return text;
        XCH_EVENT_LIST(X)
#undef X
    default:
        return "unknown event";
    }
}
