/* The black box: the last seconds of a drive in memory, written as a recording when a step has failed.
 *
 * Two saved states and the ticks since the older one, which is at least `keep` ticks old in a drive of this
 * length. */
#ifndef BLACK_BOX_H
#define BLACK_BOX_H

#include "rt/recording.h"
#include "state_room.h"
#include "world/machine.h"

typedef struct rt_black_box {
    const rt_recording_info *info;
    int64_t keep;       /**< ticks between the saved states */
    int64_t first;      /**< tick at the opening */
    int64_t last;       /**< last tick that was taken in */
    size_t record_size; /**< of a tick, rounded up so that each is aligned */
    int64_t room;       /**< records, used round and round: tick t lies at t modulo room */
    unsigned char *records;
    rt_state_room states[2];
    size_t state_sizes[2];
    int64_t state_ticks[2]; /**< -1: none */
    int newest;             /**< of the two */
    int64_t next_state;     /**< tick at which one is due */
} rt_black_box;

/** Not RT. To be ended in either case. HL_OK, HL_OUT_OF_MEMORY. */
hl_status rt_black_box_begin(rt_black_box *box, const rt_recording_info *info, const world_machine *machine,
                             int64_t keep, hl_arena *arena);

/** Give its memory back; also of one that was never begun, all zero. */
void rt_black_box_end(rt_black_box *box);

/** Be ready for states of this size. Not RT; in another thread than the ticks if one likes. */
void rt_black_box_grow(rt_black_box *box, size_t size);

/** Take in a tick: its record and, when one is due, the state. A state that has outgrown its room waits. RT.
 *  @param size  world_state_size
 *  @return whether the state was saved */
bool rt_black_box_tick(rt_black_box *box, const void *record, const world_machine *machine, size_t size);

/** Write what it holds, with the state of the last good tick and what failed then. Not RT.
 *  @param machine  at the last good tick
 *  @param why      out: RT_WHY_LENGTH */
hl_status rt_black_box_write(const rt_black_box *box, const char *path, const world_machine *machine,
                             const rt_recording_ending *ending, char *why);

#endif
