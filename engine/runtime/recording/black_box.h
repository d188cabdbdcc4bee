/* Saved states on their way to the file, and the black box: the last seconds of a drive in memory. */
#ifndef BLACK_BOX_H
#define BLACK_BOX_H

#include "rt/recording.h"
#include "world/machine.h"
#include "xch/ring.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- saved states ---- */

/* Saved states, passed from the loop to the writing thread. The loop saves into a free place and sends its
 * number; the thread returns the number. */

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

/* ---- black box ---- */

/* The black box: the last seconds of a drive in memory, written as a recording when a step fails.
 *
 * It has two saved states and the ticks since the older one. The older one is at least `keep` ticks old, if
 * the drive is that long. */

typedef struct rt_black_box {
    const rt_recording_info *info;
    int64_t keep;       /**< ticks between the saved states */
    int64_t first;      /**< tick at the opening */
    int64_t last;       /**< last stored tick */
    size_t record_size; /**< size of a record, rounded up for alignment [bytes] */
    int64_t room;       /**< circular buffer of records: tick t is at t modulo room */
    unsigned char *records;
    rt_state_room states[2];
    size_t state_sizes[2];
    int64_t state_ticks[2]; /**< -1: none */
    int newest;             /**< of the two */
    int64_t next_state;     /**< tick of the next saved state */
} rt_black_box;

/** Not RT. The caller ends it also after an error. HL_OK, HL_OUT_OF_MEMORY. */
hl_status rt_black_box_begin(rt_black_box *box, const rt_recording_info *info, const world_machine *machine,
                             int64_t keep, hl_arena *arena);

/** Free its memory; a zero-initialised one is allowed. */
void rt_black_box_end(rt_black_box *box);

/** Allocate memory for states of this size. Not RT; any thread. */
void rt_black_box_grow(rt_black_box *box, size_t size);

/** Store the record of a tick and, if one is due, the state. A state larger than its memory is saved later.
 * RT.
 *  @param size  world_state_size
 *  @return whether the state was saved */
bool rt_black_box_tick(rt_black_box *box, const void *record, const world_machine *machine, size_t size);

/** Write its content, the state of the last good tick and the failure. Not RT.
 *  @param machine  at the last good tick
 *  @param why      out: RT_WHY_LENGTH */
hl_status rt_black_box_write(const rt_black_box *box, const char *path, const world_machine *machine,
                             const rt_recording_ending *ending, char *why);

#endif
