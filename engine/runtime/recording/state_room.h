/* Memory of one saved state, which may grow: addresses are reserved for the largest possible state, memory
 * for the present size. A thread allocates more memory in advance; until then a state that is too large is
 * refused. */
#ifndef STATE_ROOM_H
#define STATE_ROOM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rt_state_room {
    unsigned char *data;
    size_t capacity; /**< [bytes] */
    /** Number of leading bytes that are in memory. Written by the thread that grows the room, with release
     * order after it has touched them; read by the loop with acquire order before it uses them. */
    atomic_size_t ready;
} rt_state_room;

/** Not RT. @param size  required memory [bytes]. @return false: out of memory, nothing is allocated */
bool rt_state_room_take(rt_state_room *room, size_t capacity, size_t size);

/** Free it; a zero-initialised one is allowed. */
void rt_state_room_give_back(rt_state_room *room);

/** Allocate memory for states of this size and some growth. Out of memory: nothing changes. Not RT; one
 * thread at a time. */
void rt_state_room_grow(rt_state_room *room, size_t size);

/** Whether a state of this size fits. RT. */
bool rt_state_room_holds(const rt_state_room *room, size_t size);

#endif
