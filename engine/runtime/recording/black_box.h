/* The black box: the last seconds of a drive in memory, written as a recording when a step fails.
 *
 * It has two saved states and the ticks since the older one. The older one is at least `keep` ticks old, if
 * the drive is that long. */
#ifndef BLACK_BOX_H
#define BLACK_BOX_H

#include "recorder_states.h"
#include "rt/recording.h"
#include "world/machine.h"

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
