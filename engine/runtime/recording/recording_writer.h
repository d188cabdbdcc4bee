/* Writing a recording: used by the recorder's thread and by the black box. Not RT.
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
    bool reserved; /* blocks behind the end are kept for what comes */
    bool failed;
    char why[RT_WHY_LENGTH];
} rt_writer;

/** Create the file and write what the recording says about itself and the start state.
 *  @param size  of the start state [bytes]
 *  @return HL_OK; HL_IO_ERROR, HL_OUT_OF_MEMORY with `why`, nothing is open then */
hl_status rt_writer_begin(rt_writer *writer, const char *path, const rt_recording_info *info, int64_t tick,
                          const void *state, size_t size);

/** Keep room on the disk for a file of so many bytes, until it is closed; where a file system cannot, none is
 * kept. @return false with `why`: there is no room */
bool rt_writer_reserve(rt_writer *writer, int64_t bytes);

/** Add a tick: the one after the last. It is written when its frame is full, or by one of the following. */
void rt_writer_tick(rt_writer *writer, const rt_tick *tick);

/** Add a saved state of a tick that has been added. One beyond RT_MOST_PLAIN bytes is a failure. */
void rt_writer_state(rt_writer *writer, int64_t tick, const void *state, size_t size);

/** Write what waits; with `sync` wait until the disk has it. */
void rt_writer_flush(rt_writer *writer, bool sync);

/** Say how it ended, and close. After a failed write too, in case that there is room for so few bytes. */
void rt_writer_end(rt_writer *writer, const rt_recording_ending *ending);

#endif
