/* A ring of records of any size: two rings of pointers to slots. `full` carries slots with records from the
 * producer to the consumer, `free` carries emptied ones back. Only the public functions of Concurrency Kit
 * are used, and what they order is the hand-over of a slot: who has taken a slot out of a ring owns its
 * memory until putting it into the other one.
 *
 * The shared words, all of ck_ring, two in each of the two rings:
 *   p_tail  written by the side that puts slots in: publishes the slot pointer and what stands in the slot;
 *           store-ordered after both, so who sees the index sees the record
 *   c_head  written by the side that takes slots out: publishes that the pointer's place may be overwritten;
 *           store-ordered after the pointer was read
 * ck_ring keeps the two on cache lines of their own. */
#include "xch/ring.h"

#include "hl/assert.h"
#include "ring_internal.h"
#include "sanitized_ck.h"

#include <stdalign.h>
#include <string.h>

typedef struct slot_ring {
    alignas(CK_MD_CACHELINE) ck_ring_t ring;
    ck_ring_buffer_t *places;
} slot_ring;

struct xch_ring {
    slot_ring full, free;
    unsigned char *slots;
    size_t record_size, stride; /* [bytes]; a slot shares no cache line with its neighbours */
    unsigned capacity;
};

static bool slot_ring_new(slot_ring *ring, hl_arena *arena, unsigned size)
{
    ck_ring_init(&ring->ring, size);
    ring->places = HL_NEW(arena, ck_ring_buffer_t, size);
    return ring->places != NULL;
}

static void slot_ring_begin_at(slot_ring *ring, unsigned start)
{
    ring->ring.c_head = ring->ring.p_tail = ring->ring.p_head = start;
}

void ring_begin_at(xch_ring *ring, unsigned start)
{
    slot_ring_begin_at(&ring->full, start);
    slot_ring_begin_at(&ring->free, start);
    for (unsigned i = 0; i < ring->capacity; i++)
        ck_ring_enqueue_spsc(&ring->free.ring, ring->free.places, ring->slots + i * ring->stride);
}

xch_ring *xch_ring_new(hl_arena *arena, size_t record_size, unsigned capacity)
{
    HL_ASSERT(record_size > 0 && capacity > 0 && capacity <= 1U << 30);
    xch_ring *ring = HL_NEW(arena, xch_ring, 1);
    if (!ring) return NULL;
    unsigned size = 2; /* a ck_ring of 2^n places carries 2^n - 1 */
    while (size <= capacity) size *= 2;
    ring->capacity = capacity;
    ring->record_size = record_size;
    ring->stride = (record_size + CK_MD_CACHELINE - 1) / CK_MD_CACHELINE * CK_MD_CACHELINE;
    ring->slots = hl_arena_take(arena, capacity, ring->stride);
    if (!ring->slots || !slot_ring_new(&ring->full, arena, size) || !slot_ring_new(&ring->free, arena, size))
        return NULL;
    ring_begin_at(ring, 0);
    return ring;
}

bool xch_ring_push(xch_ring *ring, const void *record)
{
    void *slot;
    if (!ck_ring_dequeue_spsc(&ring->free.ring, ring->free.places, (void *)&slot)) return false;
    memcpy(slot, record, ring->record_size);
    ck_ring_enqueue_spsc(&ring->full.ring, ring->full.places, slot); /* has room for all slots */
    return true;
}

bool xch_ring_pop(xch_ring *ring, void *record)
{
    void *slot;
    if (!ck_ring_dequeue_spsc(&ring->full.ring, ring->full.places, (void *)&slot)) return false;
    memcpy(record, slot, ring->record_size);
    ck_ring_enqueue_spsc(&ring->free.ring, ring->free.places, slot); /* has room for all slots */
    return true;
}

unsigned xch_ring_count(const xch_ring *ring)
{
    return ck_ring_size(&ring->full.ring);
}

unsigned xch_ring_room(const xch_ring *ring)
{
    return ck_ring_size(&ring->free.ring);
}

unsigned xch_ring_capacity(const xch_ring *ring)
{
    return ring->capacity;
}
