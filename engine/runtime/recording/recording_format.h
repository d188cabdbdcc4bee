/* The frames of recording.hlr and their contents; docs/recording.md describes the format.
 *
 *   file   magic (8), format u32, crc32c u32 of those; then frames to the end
 *   frame  kind u32, packed u32, plain u32, count u32, tick i64, reserved u32 = 0,
 *          crc32c u32 of the header before it and of the payload;
 *          payload: `packed` bytes, zstd, of `plain` bytes
 *   order  META, STATE (the start), then TICKS and STATE as they come, END */
#ifndef RECORDING_FORMAT_H
#define RECORDING_FORMAT_H

#include "recording_bytes.h"
#include "rt/recording.h"

enum { RT_FILE_HEAD = 16, RT_FRAME_HEAD = 32 };

/* Limits for readers: a file that exceeds them is damaged. */
enum {
    RT_MOST_PLAIN = 1 << 28, /**< bytes of a payload */
    RT_MOST_TICKS = 1024,    /**< in a frame: one second, lost if a write fails */
    RT_MOST_CONTROLS = 1024, /**< of a machine */
    RT_MOST_BLOCKS = 1024,   /**< of a state */
    RT_MOST_TEXTS = 64,      /**< of further files */
    RT_MOST_CHOICES = AUTH_MAX_VARIANTS + AUTH_MAX_PARAMETERS,
    RT_COMPRESSION_LEVEL = 3 /**< zstd's default: several 100 MB/s */
};

/** Four letters, readable in a dump. */
typedef enum rt_frame_kind {
    RT_FRAME_META = 0x4154454D,  /**< "META" */
    RT_FRAME_STATE = 0x54415453, /**< "STAT" */
    RT_FRAME_TICKS = 0x4B434954, /**< "TICK" */
    RT_FRAME_END = 0x2E444E45    /**< "END." */
} rt_frame_kind;

typedef struct rt_frame {
    uint32_t kind, packed, plain, count;
    int64_t tick; /**< STATE: tick of the state; TICKS: the first tick; END: the last good tick */
    uint32_t crc;
} rt_frame;

/* ---- file and frame heads ---- */

/** Append the head of a file of this format. */
void rt_file_head_put(rt_bytes *out);

/** @return HL_OK or HL_BAD_INPUT with the reason in `why` */
hl_status rt_file_head_check(const unsigned char *head, size_t size, char *why);

/** zstd's working memory, reused for all frames: allocating and freeing a megabyte for each would disturb the
 * other threads of the process. */
typedef struct ZSTD_CCtx_s rt_packer;
rt_packer *rt_packer_new(void);
void rt_packer_free(rt_packer *packer);

/** Append a frame, compressed, to `out`; the caller sets its kind, count and tick, the function the rest.
 *  @return false: out of memory */
bool rt_frame_put(rt_bytes *out, rt_packer *packer, rt_frame frame, const rt_bytes *payload);

/** Read a head. False: it is not valid. */
bool rt_frame_head(const unsigned char head[RT_FRAME_HEAD], rt_frame *frame);

/** Whether the checksum holds. */
bool rt_frame_whole(const unsigned char head[RT_FRAME_HEAD], const unsigned char *payload,
                    const rt_frame *frame);

/** Whether the payload is cut off: the file has only `left` bytes after the head, less than the head states.
 * False if they contain a whole payload, or none: then the head is wrong. */
bool rt_frame_cut(const unsigned char *payload, size_t left);

/** Uncompress a payload into `plain`: HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY. */
hl_status rt_frame_unpack(const unsigned char *payload, const rt_frame *frame, rt_bytes *plain);

/* ---- payloads ---- */

void rt_meta_put(rt_bytes *out, const rt_recording_info *info);
hl_status rt_meta_get(rt_cursor in, hl_arena *arena, rt_recording_info *info);

/** Decoded ticks of one frame: arrays of `count` x blocks and `count` x controls. */
typedef struct rt_chunk {
    uint32_t count;
    int64_t first;
    uint64_t *state_hashes;
    uint16_t *block_hashes;
    double *controls;
} rt_chunk;

/** Memory for `count` ticks, at most RT_MOST_TICKS; free with rt_chunk_free. HL_OK, HL_OUT_OF_MEMORY. */
hl_status rt_chunk_new(rt_chunk *chunk, uint32_t count, int controls, int blocks);
void rt_chunk_free(rt_chunk *chunk);
void rt_chunk_put(rt_bytes *out, const rt_chunk *chunk, int controls, int blocks);
hl_status rt_chunk_get(rt_cursor in, rt_chunk *chunk, int controls, int blocks);

void rt_ending_put(rt_bytes *out, const rt_recording_ending *ending, int controls);
hl_status rt_ending_get(rt_cursor in, hl_arena *arena, rt_recording_ending *ending, int controls);

#endif
