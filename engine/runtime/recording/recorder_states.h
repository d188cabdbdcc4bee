/* Saved states, passed from the loop to the writing thread. The loop saves into a free place and sends its
 * number; the thread returns the number. */
#ifndef RECORDER_STATES_H
#define RECORDER_STATES_H

#include "world/machine.h"
#include "xch/ring.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Memory of one saved state, which may grow: addresses are reserved for the largest possible state, memory
 * for the present size. A thread allocates more memory in advance; until then a state that is too large is
 * refused. */

typedef struct rt_state_room {
    unsigned char *data;
    size_t capacity; /**< [bytes] */
    /** Number of leading bytes that are in memory. Written by the thread that grows the room, with release
     * order after it has touched them; read by the loop with acquire order before it uses them. */
    atomic_size_t ready;
} rt_state_room;

/** Not RT. @param size  required memory [bytes]. @return false: out of memory, nothing is allocated */
bool rt_state_buffer_reserve(rt_state_room *room, size_t capacity, size_t size);

/** Free it; a zero-initialised one is allowed. */
void rt_state_buffer_free(rt_state_room *room);

/** Allocate memory for states of this size and some growth. Out of memory: nothing changes. Not RT; one
 * thread at a time. */
void rt_state_buffer_grow(rt_state_room *room, size_t size);

/** Whether a state of this size fits. RT. */
bool rt_state_buffer_fits(const rt_state_room *room, size_t size);

enum { RT_STATE_PLACES = 2 /**< one is written while the other is filled */ };

typedef struct rt_saved_state {
    int64_t tick;
    uint64_t size; /**< [bytes] */
    int64_t place;
} rt_saved_state;

typedef struct rt_states {
    rt_state_room rooms[RT_STATE_PLACES];
    int64_t held;           /**< owned by the loop: a free place, -1: none */
    xch_ring *saved, *free; /**< rt_saved_state to the thread, places (int64_t) back to the loop */
} rt_states;

/** Not RT. False: out of memory. The caller frees it in both cases. */
bool rt_states_begin(rt_states *states, const world_machine *machine, hl_arena *arena);
void rt_states_end(rt_states *states);

/** For the loop: save the machine's state. RT.
 *  @param size  world_state_size
 *  @return false: no place is free and large enough; nothing is changed */
bool rt_states_save(rt_states *states, const world_machine *machine, int64_t tick, size_t size);

/** For the thread: take the oldest saved state, get its bytes, return its place. */
bool rt_states_next(rt_states *states, rt_saved_state *saved);
const void *rt_states_data(const rt_states *states, const rt_saved_state *saved);
void rt_states_done(rt_states *states, const rt_saved_state *saved);

/** For the thread: allocate memory for states of this size. */
void rt_states_grow(rt_states *states, size_t size);

#endif
