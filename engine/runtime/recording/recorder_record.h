/* One tick in the format of the rings: flat, of a constant size for a machine.
 *
 *   tick i64 | state hash u64 | controls, doubles | hashes of the blocks, u16 each */
#ifndef RECORDER_RECORD_H
#define RECORDER_RECORD_H

#include "rt/recording.h"
#include "world/machine.h"

/* The description of a machine in a recording. */

/** Fill in names, sizes and hashes of a machine; version, options and texts are the caller's. Not RT.
 *  @return HL_OK, HL_OUT_OF_MEMORY */
hl_status rt_info_of(const world_machine *machine, hl_arena *arena, rt_recording_info *info);

size_t rt_record_size(int controls, int blocks);

/** Hashes and controls of the present tick. RT.
 *  @param record  out: rt_record_size bytes, aligned for doubles */
void rt_record_fill(void *record, const world_machine *machine);

/** Content of a record, as pointers into it. RT. */
rt_tick rt_record_tick(const void *record, int controls);

/** Hash of a block in 16 bits. The 64-bit hash of the whole state shows that something differs; this one
 * names the block, and misses a difference in one of 65536 cases. RT. */
uint16_t rt_fold_hash(uint64_t hash);

#endif
