/* Memory of one saved state. Reserved addresses without access need no memory, even if all memory of the
 * process is locked; newly accessible pages are written at once, so that the loop never touches a page first.
 */
#include "state_room.h"

#include <string.h>
#include <sys/mman.h>

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

bool rt_state_room_take(rt_state_room *room, size_t capacity, size_t size)
{
    room->capacity = capacity > 0 ? capacity : 1;
    atomic_init(&room->ready, 0);
    void *data = mmap(NULL, room->capacity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    room->data = data == MAP_FAILED ? NULL : data;
    if (!room->data) return false;
    rt_state_room_grow(room, size);
    if (rt_state_room_holds(room, size)) return true;
    rt_state_room_give_back(room);
    return false;
}

void rt_state_room_give_back(rt_state_room *room)
{
    if (room->data) munmap(room->data, room->capacity);
    room->data = NULL;
}

void rt_state_room_grow(rt_state_room *room, size_t size)
{
    const size_t ready = atomic_load_explicit(&room->ready, memory_order_relaxed);
    const size_t more = wanted(room, size);
    if (!room->data || more <= ready) return;
    if (mprotect(room->data + ready, more - ready, PROT_READ | PROT_WRITE) != 0) return;
    memset(room->data + ready, 0, more - ready);
    atomic_store_explicit(&room->ready, more, memory_order_release);
}

bool rt_state_room_holds(const rt_state_room *room, size_t size)
{
    return size <= atomic_load_explicit(&room->ready, memory_order_acquire);
}
