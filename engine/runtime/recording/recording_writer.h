/* Writing a recording, for the recorder's thread and the black box; records of ticks in the rings. Not RT
 * unless it says so. */
#ifndef RECORDING_WRITER_H
#define RECORDING_WRITER_H

#include "recording_format.h"

#include "rt/recording.h"
#include "world/machine.h"

/* ---- records of ticks ---- */

/* One tick in the format of the rings: flat, of a constant size for a machine.
 *
 *   tick i64 | state hash u64 | controls, doubles | hashes of the blocks, u16 each */

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

/* ---- the writer ---- */

/* Writes a recording, for the recorder's thread and the black box. Not RT.
 *
 * The file always ends with a complete frame: the rest of a failed write is cut off. After a failure all
 * further calls are ignored, and `why` has the first reason. */

typedef struct rt_writer {
    int file; /**< descriptor, -1: none */
    const rt_recording_info *info;
    uint64_t size;   /**< bytes of whole frames in the file */
    int64_t first;   /**< tick of the start state */
    int64_t last;    /**< last tick that was added */
    int64_t written; /**< last tick in the file */
    rt_chunk chunk;
    rt_packer *packer;
    rt_bytes payload, frame;
    bool reserved; /* disk blocks beyond the end are reserved */
    bool failed;
    char why[RT_WHY_LENGTH];
} rt_writer;

/** Create the file, write the description of the recording and the start state.
 *  @param size  of the start state [bytes]
 *  @return HL_OK; HL_IO_ERROR, HL_OUT_OF_MEMORY: with `why`, and no file is open */
hl_status rt_writer_begin(rt_writer *writer, const char *path, const rt_recording_info *info, int64_t tick,
                          const void *state, size_t size);

/** Reserve disk space for a file of this size until it is closed, if the file system supports this. @return
 * false, with `why`: the disk is full */
bool rt_writer_reserve(rt_writer *writer, int64_t bytes);

/** Add the next tick. It is written when its frame is full, or by one of the following functions. */
void rt_writer_tick(rt_writer *writer, const rt_tick *tick);

/** Add the saved state of an added tick. A state larger than RT_MOST_PLAIN bytes is an error. */
void rt_writer_state(rt_writer *writer, int64_t tick, const void *state, size_t size);

/** Write all pending data; with `sync`, wait until it is on the disk. */
void rt_writer_flush(rt_writer *writer, bool sync);

/** Write how the drive ended, and close. Also called after a failed write: the few bytes may still fit. */
void rt_writer_end(rt_writer *writer, const rt_recording_ending *ending);

#endif
