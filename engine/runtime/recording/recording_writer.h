/* Writes a recording, for the recorder's thread and the black box. Not RT.
 *
 * The file always ends with a complete frame: the rest of a failed write is cut off. After a failure all
 * further calls are ignored, and `why` has the first reason. */
#ifndef RECORDING_WRITER_H
#define RECORDING_WRITER_H

#include "recording_format.h"

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
