/* Saved states on their way from the loop to the file. */
#include "recorder_states.h"

#include <string.h>
#include <sys/mman.h>

/* ---- room for states ---- */

/* Memory of one saved state. Reserved addresses without access need no memory, even if all memory of the
 * process is locked; newly accessible pages are written at once, so that the loop never touches a page first.
 */

/* [bytes] Growth comes in such pieces: a system call each, while a field grows by some 100 kB a second. */
static const size_t piece = (size_t)1 << 20;
/* [bytes] Ahead of the present size: the thread may be held up by a slow disk for many seconds. */
static const size_t ahead = (size_t)4 << 20;

/* Whole pieces for a state of this size, twice that and some more; not beyond the capacity. */
static size_t wanted(const rt_state_room *room, size_t size)
{
    const size_t most = room->capacity;
    if (size > most / 2 || 2 * size + ahead + piece > most) return most;
    return (2 * size + ahead) / piece * piece;
}

bool rt_state_buffer_reserve(rt_state_room *room, size_t capacity, size_t size)
{
    room->capacity = capacity > 0 ? capacity : 1;
    atomic_init(&room->ready, 0);
    void *data = mmap(NULL, room->capacity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    room->data = data == MAP_FAILED ? NULL : data;
    if (!room->data) return false;
    rt_state_buffer_grow(room, size);
    if (rt_state_buffer_fits(room, size)) return true;
    rt_state_buffer_free(room);
    return false;
}

void rt_state_buffer_free(rt_state_room *room)
{
    if (room->data) munmap(room->data, room->capacity);
    room->data = NULL;
}

void rt_state_buffer_grow(rt_state_room *room, size_t size)
{
    const size_t ready = atomic_load_explicit(&room->ready, memory_order_relaxed);
    const size_t more = wanted(room, size);
    if (!room->data || more <= ready) return;
    if (mprotect(room->data + ready, more - ready, PROT_READ | PROT_WRITE) != 0) return;
    memset(room->data + ready, 0, more - ready);
    atomic_store_explicit(&room->ready, more, memory_order_release);
}

bool rt_state_buffer_fits(const rt_state_room *room, size_t size)
{
    return size <= atomic_load_explicit(&room->ready, memory_order_acquire);
}

/* ---- states on their way to the file ---- */

/* Saved states between loop and thread. The thread that has taken a place out of a ring owns its memory until
 * it puts it into the other one. */

enum { NONE = -1 };

bool rt_states_begin(rt_states *states, const world_machine *machine, hl_arena *arena)
{
    const size_t capacity = world_state_capacity(machine), size = world_state_size(machine);
    states->held = NONE;
    states->saved = xch_ring_new(arena, sizeof(rt_saved_state), RT_STATE_PLACES);
    states->free = xch_ring_new(arena, sizeof(int64_t), RT_STATE_PLACES);
    if (!states->saved || !states->free) return false;
    for (int64_t i = 0; i < RT_STATE_PLACES; i++) {
        if (!rt_state_buffer_reserve(&states->rooms[i], capacity, size)) return false;
        (void)xch_ring_push(states->free, &i); /* has room for all */
    }
    return true;
}

void rt_states_end(rt_states *states)
{
    for (int i = 0; i < RT_STATE_PLACES; i++) rt_state_buffer_free(&states->rooms[i]);
}

bool rt_states_save(rt_states *states, const world_machine *machine, int64_t tick, size_t size)
{
    if (states->held == NONE && !xch_ring_pop(states->free, &states->held)) return false;
    rt_state_room *room = &states->rooms[states->held];
    if (!rt_state_buffer_fits(room, size)) return false; /* it stays held for the next attempt */
    world_state_save(machine, room->data);
    const rt_saved_state saved = {.tick = tick, .size = size, .place = states->held};
    (void)xch_ring_push(states->saved, &saved); /* has room for all */
    states->held = NONE;
    return true;
}

bool rt_states_next(rt_states *states, rt_saved_state *saved)
{
    return xch_ring_pop(states->saved, saved);
}

const void *rt_states_data(const rt_states *states, const rt_saved_state *saved)
{
    return states->rooms[saved->place].data;
}

void rt_states_done(rt_states *states, const rt_saved_state *saved)
{
    (void)xch_ring_push(states->free, &saved->place); /* has room for all */
}

void rt_states_grow(rt_states *states, size_t size)
{
    for (int i = 0; i < RT_STATE_PLACES; i++) rt_state_buffer_grow(&states->rooms[i], size);
}
