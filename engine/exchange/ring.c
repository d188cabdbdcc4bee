/* Slots in a circle, with two positions. Both run from 0 to 2 capacity - 1, so that a full ring differs from
 * an empty one; a position beyond the capacity is in the second lap.
 *
 * The shared words:
 *   head  written by the consumer: the next record to read. Its store releases the copied slot to the
 * producer, whose load acquires it before the slot is overwritten. tail  written by the producer: the next
 * slot to write. Its store releases the record in the slot to the consumer, whose load acquires it before the
 * record is copied. Each side reads its own position without ordering. Both are on cache lines of their own.
 */
#include "xch/ring.h"

#include "hl/status.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <string.h>

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

/* Another thread may see the head of one moment and the tail of a later one: then more than all seem to wait.
 */
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
