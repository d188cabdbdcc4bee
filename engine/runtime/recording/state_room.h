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
    /** Bytes from the beginning on that are in memory. From whoever lets the room grow to the loop: released
     * when they have been written, acquired before they are used. */
    atomic_size_t ready;
} rt_state_room;

/** Not RT. @param size  [bytes] that shall be ready. @return false: out of memory, nothing is held then */
bool rt_state_room_take(rt_state_room *room, size_t capacity, size_t size);

/** Give it back; also one that was never taken, all zero. */
void rt_state_room_give_back(rt_state_room *room);

/** Have memory ready for states of this size and for some growth. Without memory all stays as it is. Not RT;
 * by one thread at a time. */
void rt_state_room_grow(rt_state_room *room, size_t size);

/** Whether a state of this size may be written. RT. */
bool rt_state_room_holds(const rt_state_room *room, size_t size);

#endif
